package symbolic

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/task"
)

// A condition on an undefined value, such as a cell off the board, can be read in two ways.
//
//   - Three-valued, the reading of the language: the condition is neither true nor false, and neither is its negation.
//   - Two-valued (Frisch and Stuckey, The proper treatment of undefinedness in constraint languages, CP 2009): the
//     innermost condition is false, so that its negation is true.
//
// Settle compares the readings where a condition is used: in a guard, a goal, a `where`, an `if`, a count. It records a
// doubt unless both readings agree in all states. A model without such doubts means the same in both readings.
//
// Kleene logic makes this cheap. The two-valued reading decides each undecided condition, so the readings agree in all
// states in which the three-valued reading is true or false. They differ in states in which the two-valued reading is
// true and the three-valued reading is not. This is possible only if a condition is negated (under `not`, on the left
// of an implication, in a comparison of conditions), or if its value is used, for example by `index`.

// denials holds the expressions that negate a condition or use its value, themselves or in a def that they call, and
// the defs that settle such a condition inside.
type denials struct {
	exprs       map[model.Expr]bool
	defs, using map[*model.Def]bool
}

func newDenials() denials {
	return denials{map[model.Expr]bool{}, map[*model.Def]bool{}, map[*model.Def]bool{}}
}

func (ds denials) in(e model.Expr) bool {
	denies, ok := ds.exprs[e]
	if !ok {
		denies = ds.anywhere(e)
		ds.exprs[e] = denies
	}
	return denies
}

func (ds denials) anywhere(e model.Expr) bool {
	return model.Contains(e, func(x model.Expr) bool {
		switch x := x.(type) {
		case *model.Not:
			return !decided(x.X)
		case *model.Binary:
			return x.Op == model.Implies || (x.Op == model.Eq || x.Op == model.Ne) && isCondition(x.L)
		case *model.Call:
			return ds.inDef(x.Def)
		default:
			return takesValue(x)
		}
	})
}

// decided reports whether a condition is never undefined, because it is `defined(…)` or a truth value without indices.
func decided(e model.Expr) bool {
	switch e := e.(type) {
	case *model.Func:
		return e.Fn == model.Defined
	case *model.Read:
		return len(e.Index) == 0 && (e.Array.Role == model.State || e.Array.Role == model.Param)
	default:
		return false
	}
}

// takesValue tells whether an expression takes the value of a condition that is a part of it.
func takesValue(e model.Expr) bool {
	switch e := e.(type) {
	case *model.In:
		return isCondition(e.X)
	case *model.Find:
		return isCondition(e.X)
	case *model.TupleOfExprs:
		return slices.ContainsFunc(e.Elems, isCondition)
	case *model.Read:
		return slices.ContainsFunc(e.Index, isCondition)
	case *model.Func:
		return e.Fn != model.Defined && slices.ContainsFunc(e.Args, isCondition)
	case *model.Fold:
		return (e.Kind == model.MinOf || e.Kind == model.MaxOf || e.Kind == model.DistinctOf) && isCondition(e.Body)
	default:
		return false
	}
}

func (ds denials) inDef(d *model.Def) bool { return onceForBody(ds.defs, d, ds.in) }

// onceForBody returns what ask says of the body of a def. It asks once for each def.
func onceForBody(known map[*model.Def]bool, d *model.Def, ask func(model.Expr) bool) bool {
	answer, ok := known[d]
	if !ok {
		answer = ask(d.Body)
		known[d] = answer
	}
	return answer
}

// used tells whether an expression, or a def that it calls, uses a condition that denies one: Eval settles it there. A
// condition that only hands on what its parts are is settled where it is used itself.
func (ds denials) used(e model.Expr) bool {
	denies := func(x model.Expr) bool { return x != nil && ds.in(x) }
	return model.Contains(e, func(x model.Expr) bool {
		switch x := x.(type) {
		case *model.Not, *model.Binary:
			return false
		case *model.If:
			return denies(x.Cond)
		case *model.Fold:
			return denies(x.Where) || x.Kind != model.ForAll && x.Kind != model.Exists && denies(x.Body) || takesValue(x)
		case *model.Call:
			return slices.ContainsFunc(x.Args, func(a model.Expr) bool { return isCondition(a) && ds.in(a) }) ||
				ds.usedInDef(x.Def)
		case *model.Reaches:
			return denies(x.Rel.Body)
		case *model.Links:
			return denies(x.Rel.Body)
		case *model.Steps:
			return denies(x.Rel.Body)
		case *model.SetComp, *model.Union, *model.Subsets:
			return ds.in(x)
		default:
			return takesValue(x)
		}
	})
}

func (ds denials) usedInDef(d *model.Def) bool { return onceForBody(ds.using, d, ds.used) }

func isCondition(e model.Expr) bool {
	t := e.Type()
	return t != nil && t.Kind == model.Boolean
}

// isAtom tells whether an expression is a condition that is not composed of conditions.
func isAtom(e model.Expr) bool {
	if !isCondition(e) {
		return false
	}
	switch e := e.(type) {
	case *model.Not, *model.Call, *model.If:
		return false
	case *model.Binary:
		return e.Op != model.And && e.Op != model.Or && e.Op != model.Implies
	case *model.Fold:
		return e.Kind != model.ForAll && e.Kind != model.Exists
	default:
		return true
	}
}

// twoValued is the evaluator of the other reading, in the same state.
func (ev *Evaluator) twoValued() *Evaluator {
	if ev.other == nil {
		ev.other = New(ev.Aside(semantics.NewTwoValued(ev.m)), ev.m, ev.o)
		ev.other.base, ev.other.graphs, ev.other.linkGraphs = ev, ev.graphs, ev.linkGraphs
	}
	if ev.other.stateID != ev.stateID {
		ev.other.SetState(ev.state)
		ev.other.stateID = ev.stateID
	}
	return ev.other
}

// IsTwoValued reports whether an expression that does not read the state has a value in the two-valued reading, or none
// if it should not be defined.
func (ev *Evaluator) IsTwoValued(e model.Expr, f Frame, want model.Value, defined bool) bool {
	v, ok, known := ev.Static(e.Type(), ev.twoValued().Eval(e, f))
	return known && ok == defined && (!ok || sameValue(v, want))
}

// Settle records a doubt if the two readings of a condition may differ. v is the computed condition. If readings are
// compared, Settle returns the condition in the two-valued reading.
func (ev *Evaluator) Settle(e model.Expr, v Value, f Frame) task.Expr {
	if !ev.comparing || !ev.denials.in(e) || ev.Decided(v) == task.True {
		return v.X
	}
	t := ev.twoValued().Eval(e, f)
	pair := [2]task.Expr{t.X, v.X}
	if t.X == v.X || ev.agreed[pair] {
		return t.X
	}
	p := ev.Pool
	var both, twos, threes []task.Expr // the conditions of both readings, and of each reading alone
	for _, c := range p.Conjuncts(t.X) {
		if slices.Contains(p.Conjuncts(v.X), c) {
			both = append(both, c)
		} else {
			twos = append(twos, c)
		}
	}
	for _, c := range p.Conjuncts(v.X) {
		if !slices.Contains(both, c) {
			threes = append(threes, c)
		}
	}
	ok := p.Implies(p.And(twos...), p.And(threes...))
	if ok == task.True {
		ev.agreed[pair] = true
	}
	ev.differ(e, ok, f, both...)
	return t.X
}

// Firm reports whether an expression has the same value, defined or not, in both readings, because it contains no
// condition.
func Firm(e model.Expr) bool {
	return !model.Contains(e, func(x model.Expr) bool {
		_, calls := x.(*model.Call)
		return calls || isCondition(x)
	})
}

// SettleValue records a doubt if a condition that is stored or passed as an argument may be undecided. In the other
// reading it is then false.
func (ev *Evaluator) SettleValue(e model.Expr, v Value, f Frame) {
	if ev.comparing && isCondition(e) {
		ev.differ(e, ev.Decided(v), f)
		ev.partly(e)
	}
}

// partly marks the last doubt if it is about a condition: what contains the condition is undefined where it is.
func (ev *Evaluator) partly(e model.Expr) {
	if n := len(ev.doubts); n > 0 && ev.doubts[n-1].Expr == e {
		ev.doubts[n-1].Part = true
	}
}

// asValue computes an expression that is an index, an argument, a part of a tuple or an element to look for.
func (ev *Evaluator) asValue(e model.Expr, f Frame) Value {
	v := ev.Eval(e, f)
	ev.SettleValue(e, v, f)
	return v
}

// settleSet compares the readings of a set that does not depend on the state.
func (ev *Evaluator) settleSet(e model.Expr, s *model.Set, f semantics.Frame, names Frame) {
	if !ev.comparing || s == nil {
		return
	}
	ev.warnLeftOut(e, f)
	if !ev.denials.in(e) {
		return
	}
	if t, ok := ev.twoValued().Sem.Set(e, f); ok && !slices.EqualFunc(s.Elems, t.Elems, sameValue) {
		ev.differ(e, task.False, names)
	}
}

// settleClosed is settleSet for a set that reads no local names. It compares once.
func (ev *Evaluator) settleClosed(e model.Expr, s *model.Set) {
	if ev.comparing && !ev.settled[e] {
		ev.settled[e] = true
		ev.settleSet(e, s, make(semantics.Frame, model.SlotsFor(e)), nil)
	}
}

func sameValue(a, b model.Value) bool { return model.Compare(a, b) == 0 }

func (ev *Evaluator) differ(e model.Expr, ok task.Expr, f Frame, given ...task.Expr) {
	if ok != task.True {
		ev.Doubt(Doubt{Kind: Readings, Span: e.Span(), OK: ok, Given: given, Expr: e, Frame: slices.Clone(f)})
	}
}

// Compare sets whether doubts about the two readings are recorded, and returns the old setting.
func (ev *Evaluator) Compare(on bool) (was bool) {
	was, ev.comparing = ev.comparing, on && ev.base == nil
	return was
}

// Denies reports whether an expression negates a condition. Only then its readings can differ.
func (ev *Evaluator) Denies(e model.Expr) bool { return ev.denials.in(e) }
