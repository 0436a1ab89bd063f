package ground

import (
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/task"
)

// What is undefined is not true, and neither is its negation. Two slips follow from it that nobody would see otherwise: `forall c in Cell:
// a[c] != a[c + right]` holds in no state, because of the last column; and `forall c in Cell: not (a[c] and a[c + right])` says that nothing in the
// last column is true. Grounding computes a condition for all states at once, so it can say which part of it this is, and for which values.

// warnUndefined warns of conditions that no state satisfies, and of those that deny something undefined.
func (g *grounder) warnUndefined(what string, fs []model.Formula) {
	if g.o.NoWarnings || g.image != nil {
		return
	}
	for i := range fs {
		f := make(frame, fs[i].Slots)
		v := g.eval(fs[i].Expr, f)
		b := blame{g: g, part: fs[i].Expr, found: v, frame: f}
		switch {
		case g.halted():
			return
		case v.x == task.False:
			b.hopeless(fs[i].Expr, f, true)
			if isUndecided(b.found) || !g.hasData() {
				b.warnHopeless(what)
			}
		case b.denied(fs[i].Expr, f, true):
			b.warnDenied()
		}
	}
}

// hasData tells whether an instance gives parameters values: what is impossible then may be meant so.
func (g *grounder) hasData() bool { return g.m.Instance != nil && len(g.m.ParamArrays()) > 0 }

// blame is the part of a condition that makes it what it is, and the values of variables under which it does.
type blame struct {
	g     *grounder
	part  model.Expr
	found sym
	frame frame    // in which the part was computed
	inDef bool     // the part stands in a def
	names []string // "c = (0, 1)"
}

func (b *blame) warnHopeless(what string) {
	if isUndecided(b.found) {
		d := b.g.diags.Warnf(b.part.Span(), codeHopeless, "no state satisfies %s: this is undefined%s, and what is undefined does not hold", what, b.values())
		d.Help = b.definedHelp()
		return
	}
	b.g.diags.Warnf(b.part.Span(), codeHopeless, "no state satisfies %s: this makes it false%s", what, b.values())
}

func (b *blame) warnDenied() {
	d := b.g.diags.Warnf(b.part.Span(), codeDenied, "this is undefined%s, and to deny what is undefined is not true either", b.values())
	d.Help = b.definedHelp()
}

func (b *blame) values() string {
	if len(b.names) == 0 {
		return ""
	}
	return " for " + strings.Join(b.names, ", ")
}

// hopeless follows a condition that is never true (or never false, if it should be false) to the innermost part that makes it so.
func (b *blame) hopeless(e model.Expr, f frame, want bool) {
	b.part, b.found, b.frame = e, b.g.eval(e, f), f
	switch e := e.(type) {
	case *model.Not:
		b.hopeless(e.X, f, !want)
	case *model.Call:
		if args := b.g.arguments(e, f); !b.g.lacksArgument(e, args) {
			b.inDef = true
			b.hopeless(e.Def.Body, args, want)
		}
	case *model.Binary:
		if e.Op != model.And || !want {
			return
		}
		for _, side := range []model.Expr{e.L, e.R} {
			if b.g.never(b.g.eval(side, f), want) {
				b.hopeless(side, f, want)
				return
			}
		}
	case *model.Fold:
		if e.Kind == model.ForAll && want || e.Kind == model.Exists && !want {
			b.instance(e, f, func(kept task.Expr) bool {
				if kept != task.True || !b.g.never(b.g.eval(e.Body, f), want) {
					return false
				}
				b.hopeless(e.Body, f, want)
				return true
			})
		}
	default:
	}
}

// lacksArgument tells whether a def gets an argument that is undefined: the fault then lies in the call.
func (g *grounder) lacksArgument(e *model.Call, args frame) bool {
	for i, p := range e.Def.Params {
		if g.defined(e.Args[i].Type(), args[p.Slot].v) == task.False {
			return true
		}
	}
	return false
}

// never tells whether a condition is true in no state, or false in no state.
func (g *grounder) never(v sym, want bool) bool {
	if want {
		return v.x == task.False
	}
	return v.d == task.False
}

func isUndecided(v sym) bool { return v.x == task.False && v.d == task.False }

// denied looks for a part that should be false and is undefined in all states.
func (b *blame) denied(e model.Expr, f frame, want bool) bool {
	v := b.g.eval(e, f)
	if b.g.decided(v) == task.True || b.g.halted() {
		return false
	}
	switch e := e.(type) {
	case *model.Not:
		return b.denied(e.X, f, !want)
	case *model.Call:
		if args := b.g.arguments(e, f); !b.g.lacksArgument(e, args) {
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
		default:
		}
	case *model.Fold:
		if e.Kind == model.ForAll || e.Kind == model.Exists {
			return b.instance(e, f, func(task.Expr) bool { return b.denied(e.Body, f, want) })
		}
	default:
	}
	b.part, b.found, b.frame = e, v, f
	return !want && isUndecided(v)
}

// instance finds values of a binder's variables, and keeps their names in front of those that are found inside.
func (b *blame) instance(e *model.Fold, f frame, is func(kept task.Expr) bool) bool {
	found := false
	b.g.eachBinding(e.Vars, e.Where, f, func(kept task.Expr, now []sym) bool {
		if found = is(kept); found {
			var names []string
			for i, v := range e.Vars {
				names = b.g.nameTarget(names, v.Target, v.Set.Type().Elem(), now[i])
			}
			b.names = append(names, b.names...)
		}
		return !found
	})
	return found
}

// nameTarget says what the names of a target stand for.
func (g *grounder) nameTarget(names []string, to *model.Target, t *model.Type, v sym) []string {
	if to.Elems == nil {
		value, ok, known := g.static(t, v)
		if to.Slot < 0 || !ok || !known {
			return names
		}
		return append(names, to.Name+" = "+g.m.Format(t, value))
	}
	for i, e := range to.Elems {
		names = g.nameTarget(names, e, t.Elems[i], partOf(v, i))
	}
	return names
}
