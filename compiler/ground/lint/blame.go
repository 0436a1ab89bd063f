package lint

import (
	"strings"

	"github.com/pzc-lang/pzc/compiler/ground/symbolic"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
)

// A condition on an undefined value is not true, and its negation is not true either. This causes two mistakes that are
// hard to see: `forall c in Cell: a[c] != a[c + right]` holds in no state, because of the last column; and `forall c in
// Cell: not (a[c] and a[c + right])` says that nothing in the last column is true. Grounding computes a condition for
// all states at once, so it can name the part that causes this, and the values.

// blame is the part of a condition that causes a mistake, and the values of variables for which it does.
type blame struct {
	ev    *symbolic.Evaluator
	m     *model.Model
	part  model.Expr
	found symbolic.Value // the value of the part
	frame symbolic.Frame // in which the part was computed
	inDef bool           // the part stands in a def
	not   *model.Not     // the negation whose operand is the part, nil if there is none
	value bool           // what is undefined matters under no negation, too: its value is compared, stored or passed
	state []int64        // a state for which something is undefined; nil: not known
	names []string       // "c = (0, 1)"
}

// values names the values in a message.
func (b *blame) values() string {
	if len(b.names) == 0 {
		return ""
	}
	return " for " + strings.Join(b.names, ", ")
}

// hopeless finds the innermost part that causes a condition to be never true (or never false, if it should be false).
func (b *blame) hopeless(e model.Expr, f symbolic.Frame, want bool) {
	b.part, b.found, b.frame = e, b.ev.Eval(e, f), f
	switch e := e.(type) {
	case *model.Not:
		b.hopeless(e.X, f, !want)
	case *model.Call:
		if args := b.ev.Arguments(e, f); !b.lacksArgument(e, args) {
			b.inDef = true
			b.hopeless(e.Def.Body, args, want)
		}
	case *model.Binary:
		if e.Op != model.And || !want {
			return
		}
		for _, side := range []model.Expr{e.L, e.R} {
			if never(b.ev.Eval(side, f), want) {
				b.hopeless(side, f, want)
				return
			}
		}
	case *model.Fold:
		if e.Kind == model.ForAll && want || e.Kind == model.Exists && !want {
			b.instance(e, f, func(kept task.Expr) bool {
				if kept != task.True || !never(b.ev.Eval(e.Body, f), want) {
					return false
				}
				b.hopeless(e.Body, f, want)
				return true
			})
		}
	default:
	}
}

// lacksArgument reports whether a def gets an argument that is undefined: the fault then lies in the call.
func (b *blame) lacksArgument(e *model.Call, args symbolic.Frame) bool {
	for i, p := range e.Def.Params {
		if b.never(b.ev.Defined(e.Args[i].Type(), args.At(p.Slot))) {
			return true
		}
	}
	return false
}

// never reports whether a condition is true in no state, or false in no state.
func never(v symbolic.Value, want bool) bool {
	if want {
		return v.X == task.False
	}
	return v.D == task.False
}

func isUndecided(v symbolic.Value) bool { return v.X == task.False && v.D == task.False }

// denied looks for a part that is undecided, and is negated or used as a value. It reports whether it found one. Then
// the blame is on that part. want is false under an odd number of negations.
func (b *blame) denied(e model.Expr, f symbolic.Frame, want bool) bool {
	v := b.ev.Eval(e, f)
	if _, isSet := e.(*model.SetComp); b.ev.Halted() || !isSet && b.surely(b.ev.Decided(v)) {
		return false
	}
	switch e := e.(type) {
	case *model.Not:
		found := b.denied(e.X, f, !want)
		if b.part == e.X {
			b.not = e
		}
		return found
	case *model.Call:
		if args := b.ev.Arguments(e, f); !b.lacksArgument(e, args) {
			outer := b.inDef
			b.inDef = true
			found := b.denied(e.Def.Body, args, want)
			b.inDef = found || outer
			return found
		}
	case *model.Binary:
		switch e.Op {
		case model.And, model.Or:
			return b.denied(e.L, f, want) || b.denied(e.R, f, want)
		case model.Implies:
			return b.denied(e.L, f, !want) || b.denied(e.R, f, want)
		case model.Eq, model.Ne:
			if e.L.Type().Kind == model.Boolean {
				b.value = true
				return b.denied(e.L, f, want) || b.denied(e.R, f, want)
			}
		default:
		}
	case *model.If:
		return b.denied(e.Cond, f, true) || b.denied(e.Then, f, want) || b.denied(e.Else, f, want)
	case *model.Fold:
		if e.Kind == model.ForAll || e.Kind == model.Exists {
			return b.instance(e, f, func(task.Expr) bool { return b.denied(e.Body, f, want) })
		}
	case *model.SetComp:
		kept := &model.Fold{Base: e.Base, Kind: model.Exists, Vars: e.Vars, Body: e.Where}
		return b.instance(kept, f, func(task.Expr) bool { return b.denied(e.Where, f, true) })
	default:
	}
	b.part, b.found, b.frame = e, v, f
	return !want || b.value
}

// never reports whether a condition does not hold: in the state if it is known, or else in all states.
func (b *blame) never(c task.Expr) bool { return b.surely(b.ev.Pool.Not(c)) }

// surely reports whether a condition holds: in the state if it is known, or else in all states.
func (b *blame) surely(c task.Expr) bool {
	if b.state != nil {
		return b.ev.Pool.Eval(c, b.state) != 0
	}
	return c == task.True
}

// instance finds values of a binder's variables, and puts their names before the names that are found inside.
func (b *blame) instance(e *model.Fold, f symbolic.Frame, is func(kept task.Expr) bool) bool {
	found := false
	b.ev.EachBinding(e.Vars, e.Where, nil, f, func(kept task.Expr, now []symbolic.Value) bool {
		if found = is(kept); found {
			var names []string
			for i, v := range e.Vars {
				names = b.nameTarget(names, v.Target, v.Set.Type().Elem(), now[i])
			}
			b.names = append(names, b.names...)
		}
		return !found
	})
	return found
}

// nameTarget returns the names of a target with their values.
func (b *blame) nameTarget(names []string, to *model.Target, t *model.Type, v symbolic.Value) []string {
	if to.Elems == nil {
		value, ok, known := b.ev.Static(t, v)
		if to.Slot < 0 || !ok || !known {
			return names
		}
		return append(names, to.Name+" = "+b.m.Format(t, value))
	}
	for i, e := range to.Elems {
		names = b.nameTarget(names, e, t.Elems[i], symbolic.Component(v, i))
	}
	return names
}
