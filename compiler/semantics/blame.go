package semantics

import (
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/lists"
)

// Witness is a name and its value in the syntax of the language. The name is an element of the state or a variable of a
// binder.
type Witness struct{ Name, Value string }

// maxWitnesses is the greatest number of elements of the state that a fault names.
const maxWitnesses = 8

// failingPart is a part of a condition that makes the condition fail.
type failingPart struct {
	Part  model.Expr
	Frame Frame     // with the values of the variables that lead to the part; valid during the call
	Want  bool      // the truth value that the part does not have
	Vars  []Witness // the variables of the `forall`s that lead to the part
	On    []int     // the places of the state that decide the way to the part
}

// faults calls yield for each part of a condition that makes the condition fail in the state that was set last, until
// yield returns false. It goes through `and`, `not`, `=>`, `if`, calls of defs and all instances of `forall`, down to
// the parts that cannot be divided: comparisons, `distinct`, elements of the state.
func (ev *Evaluator) faults(e model.Expr, f Frame, yield func(failingPart) bool) {
	(&blaming{ev: ev, yield: yield}).visit(e, f, true)
}

// blaming is the work of faults.
type blaming struct {
	ev    *Evaluator
	brief bool      // On is not computed
	vars  []Witness // the variables that are bound on the way to the present part
	on    []int     // the places that decide the way to the present part
	yield func(failingPart) bool
	done  bool
}

// visit finds the parts that keep e from having the wanted truth value.
func (b *blaming) visit(e model.Expr, f Frame, want bool) {
	if b.done {
		return
	}
	switch e := e.(type) {
	case *model.Not:
		b.visit(e.X, f, !want)
		return
	case *model.Binary:
		if b.connective(e, f, want) {
			return
		}
	case *model.If:
		if branch, ok := b.ev.branch(e, f); ok {
			if _, lit := branch.(*model.Lit); lit && branch == e.Then {
				b.visit(e.Cond, f, false) // a `lost` that holds
				return
			}
			b.below(f, func() { b.visit(branch, f, want) }, e.Cond)
			return
		}
	case *model.Call:
		if b.call(e, f, want) {
			return
		}
	case *model.Fold:
		if (e.Kind == model.ForAll && want || e.Kind == model.Exists && !want) && b.each(e, f, want) {
			return
		}
	default:
	}
	b.done = !b.yield(failingPart{e, f, want, slices.Clone(b.vars), b.on})
}

// wrong reports whether e is not the wanted truth value. In a partial state it must be wrong for all missing values.
func (ev *Evaluator) wrong(e model.Expr, f Frame, want bool) bool {
	ev.unknown = false
	v, ok := ev.eval(e, f)
	if !ok {
		return ev.known == nil || !ev.unknown
	}
	return (v.N != 0) != want
}

// connective visits the operands that are wrong. It returns false if no operand alone is wrong.
func (b *blaming) connective(e *model.Binary, f Frame, want bool) bool {
	switch {
	case e.Op == model.And && want, e.Op == model.Or && !want:
		for _, x := range []model.Expr{e.L, e.R} {
			if b.ev.wrong(x, f, want) {
				b.visit(x, f, want)
			}
		}
		return true
	case e.Op == model.Implies && want && !b.ev.wrong(e.L, f, true):
		b.below(f, func() { b.visit(e.R, f, true) }, e.L)
		return true
	}
	return false
}

// below calls visit. The elements that decide conds belong to the way to the parts that visit finds.
func (b *blaming) below(f Frame, visit func(), conds ...model.Expr) {
	outer := b.on
	for _, e := range conds {
		if !b.brief && e != nil && model.ReadsState(e) {
			b.on = joined(b.on, b.ev.deciding(e, f))
		}
	}
	visit()
	b.on = outer
}

// joined returns the places of two lists, at most maxWitnesses.
func joined(a, b []int) []int {
	out := slices.Clone(a)
	for _, place := range b {
		if len(out) < maxWitnesses && !slices.Contains(out, place) {
			out = append(out, place)
		}
	}
	return out
}

// call visits the body of a def. It returns false if an argument or the result is to blame, not the body.
func (b *blaming) call(e *model.Call, f Frame, want bool) bool {
	g, ok := b.ev.frameOf(e, f)
	if !ok || !b.ev.wrong(e.Def.Body, g, want) {
		return false
	}
	b.below(f, func() { b.visit(e.Def.Body, g, want) }, e.Args...)
	return true
}

// each visits the body of a forall or exists for each element for which it is wrong. It returns false if there is none.
func (b *blaming) each(e *model.Fold, f Frame, want bool) (found bool) {
	b.ev.EachBinding(e, f, func() bool {
		if b.ev.wrong(e.Body, f, want) {
			found = true
			outer := b.vars
			b.vars = b.ev.bound(outer, e, f)
			b.below(f, func() { b.visit(e.Body, f, want) }, e.Where)
			b.vars = outer
		}
		return !b.done
	})
	return found
}

// bound adds the variables of a binder and their present values to list.
func (ev *Evaluator) bound(list []Witness, e *model.Fold, f Frame) []Witness {
	for _, v := range e.Vars {
		list = ev.bindings(list, v.Target, v.Set.Type().Elem(), f)
	}
	return list
}

// bindings adds the names of a target and their values to list.
func (ev *Evaluator) bindings(list []Witness, t *model.Target, ty *model.Type, f Frame) []Witness {
	if ty == nil {
		return list
	}
	if t.Elems == nil {
		if t.Slot < 0 || !f[t.Slot].OK {
			return list
		}
		return append(list, Witness{ev.m.Variable(t.Name), ev.m.Format(ty, f[t.Slot].Value)})
	}
	for i, e := range t.Elems {
		if i < len(ty.Elems) {
			list = ev.bindings(list, e, ty.Elems[i], f)
		}
	}
	return list
}

// EachBinding binds the variables of a binder to the elements that its `where` admits, and calls visit for each, until
// visit returns false.
func (ev *Evaluator) EachBinding(e *model.Fold, f Frame, visit func() bool) { ev.each(e, f, 0, visit) }

func (ev *Evaluator) each(e *model.Fold, f Frame, i int, visit func() bool) bool {
	if i == len(e.Vars) {
		return e.Where != nil && !ev.holds(e.Where, f) || visit()
	}
	it, ok := ev.elems(e.Vars[i].Set, f)
	if !ok {
		return true
	}
	for k := range it.n {
		f.Bind(e.Vars[i].Target, it.at(k), true)
		if !ev.each(e, f, i+1, visit) || !ev.Spend(1) {
			return false
		}
	}
	return true
}

// deciding returns the places of the state that decide the value of an expression, at most maxWitnesses. Each is the
// first place that the evaluation reads and misses when the places before it are known.
func (ev *Evaluator) deciding(e model.Expr, f Frame) (places []int) {
	outer := ev.known
	defer func() { ev.known, ev.unknown, ev.logging = outer, false, false }()
	ev.known = make([]bool, len(ev.state))
	for len(places) < maxWitnesses && ev.steps >= 0 {
		ev.unknown, ev.logging, ev.misses = false, true, ev.misses[:0]
		_, ok := ev.eval(e, f)
		i := slices.IndexFunc(ev.misses, func(place int) bool {
			return !ev.known[place] && (outer == nil || outer[place])
		})
		if ok || !ev.unknown || i < 0 {
			break
		}
		ev.known[ev.misses[i]] = true
		places = append(places, ev.misses[i])
	}
	return places
}

// reason returns the `else` text of a condition that does not hold, "" without one.
func (ev *Evaluator) reason(c *model.Cond, f Frame) string {
	ev.witness(c.Expr, f)
	return ev.ReasonText(c, f)
}

// ReasonText is reason with the values that the frame has now.
func (ev *Evaluator) ReasonText(c *model.Cond, f Frame) string {
	if c.Reason == nil {
		return ""
	}
	return ev.text(c.Reason, f).C.Text
}

// witness returns the values of the variables that lead to the first part of a condition that fails: " (for c = (0,
// 1))". It leaves the values in the frame.
func (ev *Evaluator) witness(e model.Expr, f Frame) (text string) {
	b := &blaming{ev: ev, brief: true, yield: func(first failingPart) bool {
		text = forWhich(first.Vars)
		return false
	}}
	b.visit(e, f, true)
	return text
}

// Equations writes names and their values: "a = 1, b = 2".
func Equations(ws []Witness) string {
	return strings.Join(lists.Map(ws, func(w Witness) string { return w.Name + " = " + w.Value }), ", ")
}

// forWhich names the variables of foralls: " (for c = (0, 1))".
func forWhich(vars []Witness) string {
	if len(vars) == 0 {
		return ""
	}
	return " (for " + Equations(vars) + ")"
}
