package semantics

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
)

// Witness is a name and its value in the syntax of the language. The name is an element of the state or a variable of a
// binder.
type Witness struct{ Name, Value string }

// The greatest numbers of witnesses of one failure, and of failures of one condition.
const (
	maxWitnesses = 8
	maxFailures  = 10
)

// A blaming finds the parts of a condition that make it fail. It goes through `and`, `not`, `=>`, `if`, calls of defs
// and all instances of `forall`, down to the parts that cannot be divided: comparisons, `distinct`, elements of the
// state. It calls yield for each part, until yield returns false; the frame then has the values of the variables that
// lead to the part.
type blaming struct {
	ev    *Evaluator
	brief bool      // parts are found, and not explained
	lost  bool      // the condition is of a `lost`, which holds
	vars  []Witness // the variables that are bound on the way to the present part
	on    []Witness // the elements of the state that decide the way to the present part
	yield func(fault) bool
	done  bool
}

// fault is a part of a condition that makes the condition fail.
type fault struct {
	part   model.Expr
	vars   []Witness // the variables of the foralls that lead to the part
	values []Witness // the elements of the state that decide the part and the way to it
	text   string    // what is wrong, as the end of a sentence; "" if brief
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
		if branch, ok := b.ev.Branch(e, f); ok {
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
		switch {
		case e.Kind == model.ForAll && want, e.Kind == model.Exists && !want:
			if b.each(e, f, want) {
				return
			}
		case e.Kind == model.DistinctOf && want && !b.brief:
			if b.repeated(e, f) {
				return
			}
		}
	default:
	}
	b.part(e, f, want)
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
			b.on = joined(b.on, b.deciding(e, f))
		}
	}
	visit()
	b.on = outer
}

// joined returns the witnesses of two lists, at most maxWitnesses.
func joined(a, b []Witness) []Witness {
	out := slices.Clone(a)
	for _, w := range b {
		if len(out) < maxWitnesses && !slices.Contains(out, w) {
			out = append(out, w)
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
	b.elements(e, f, 0, func() bool {
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
		return append(list, Witness{t.Name, ev.m.Format(ty, f[t.Slot].Value)})
	}
	for i, e := range t.Elems {
		if i < len(ty.Elems) {
			list = ev.bindings(list, e, ty.Elems[i], f)
		}
	}
	return list
}

// elements binds the variables of a binder, from number i on, to the elements that its `where` admits, and calls visit
// for each, until visit returns false.
func (b *blaming) elements(e *model.Fold, f Frame, i int, visit func() bool) bool {
	if i == len(e.Vars) {
		return e.Where != nil && !b.ev.holds(e.Where, f) || visit()
	}
	it, ok := b.ev.elems(e.Vars[i].Set, f)
	if !ok {
		return true
	}
	for k := range it.n {
		f.Bind(e.Vars[i].Target, it.at(k), true)
		if !b.elements(e, f, i+1, visit) || !b.ev.Spend(1) {
			return false
		}
	}
	return true
}

// holder is an element of a `distinct` binder: its value, and the frame with the variables of the binder.
type holder struct {
	value model.Value
	frame Frame
}

// repeated blames a `distinct` binder for each value that occurs more than once. It returns false if there is none.
func (b *blaming) repeated(e *model.Fold, f Frame) bool {
	var all []holder
	b.elements(e, f, 0, func() bool {
		if v, ok := b.ev.eval(e.Body, f); ok {
			all = append(all, holder{v, slices.Clone(f)})
		}
		return true
	})
	slices.SortStableFunc(all, func(x, y holder) int { return model.Compare(x.value, y.value) })
	found := false
	for len(all) > 0 && !b.done {
		n := 1
		for n < len(all) && model.Compare(all[0].value, all[n].value) == 0 {
			n++
		}
		if n > 1 {
			found = true
			b.same(e, all[:n])
		}
		all = all[n:]
	}
	return found
}

// readsOf returns the elements of the state that decide the present element of a `distinct` binder.
func (b *blaming) readsOf(e *model.Fold, f Frame) (reads []Witness) {
	b.below(f, func() { reads = joined(b.on, b.deciding(e.Body, f)) }, e.Where)
	return reads
}

// placeOf returns the place of the element of the state that an expression names, -1 for other expressions.
func (b *blaming) placeOf(e model.Expr, f Frame) int {
	r, ok := e.(*model.Read)
	if !ok || r.Array.Role != model.State {
		return -1
	}
	d := b.ev.data(r.Array)
	place, ok := b.ev.Place(d, r.Index, f)
	if !ok {
		return -1
	}
	return d.Offset + place
}

// same blames a `distinct` binder for elements that have one value.
func (b *blaming) same(e *model.Fold, hs []holder) {
	var values []Witness
	plain, places := true, map[int]bool{}
	for i, h := range hs {
		place := b.placeOf(e.Body, h.frame)
		plain, places[place] = plain && place >= 0 && !places[place], true
		if i < maxWitnesses {
			values = joined(values, b.readsOf(e, h.frame))
		}
	}
	names := make([]string, len(hs))
	for i, h := range hs {
		if plain {
			names[i] = b.ev.m.StateName(b.placeOf(e.Body, h.frame))
		} else {
			names[i] = "the value for " + equations(b.ev.bound(nil, e, h.frame))
		}
	}
	text := "`distinct` fails: " + together(names) + " " + b.ev.m.Format(e.Body.Type(), hs[0].value)
	if !plain || e.Where != nil && model.ReadsState(e.Where) || len(b.on) > 0 {
		text += with(values)
	}
	b.report(fault{part: e, values: values, text: text})
}

// together names things that are alike: "a and b are both", "a, b and c are all".
func together(names []string) string {
	if len(names) == 2 {
		return names[0] + " and " + names[1] + " are both"
	}
	if n := len(names) - maxWitnesses; n > 0 {
		names = append(slices.Clone(names[:maxWitnesses]), fmt.Sprintf("%d more", n))
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last] + " are all"
}

// part reports an expression that cannot be divided.
func (b *blaming) part(e model.Expr, f Frame, want bool) {
	if b.brief {
		b.report(fault{part: e})
		return
	}
	values := joined(b.on, b.deciding(e, f))
	b.report(fault{part: e, values: values, text: b.say(e, f, want) + with(values)})
}

func (b *blaming) report(x fault) {
	x.vars = slices.Clone(b.vars)
	b.done = b.done || !b.yield(x)
}

// deciding returns elements of the state that decide the value of an expression, at most maxWitnesses of them. Each is
// the first element that the evaluation reads and misses when those before it are known.
func (b *blaming) deciding(e model.Expr, f Frame) (values []Witness) {
	ev := b.ev
	outer := ev.known
	defer func() { ev.known, ev.unknown, ev.logging = outer, false, false }()
	ev.known = make([]bool, len(ev.state))
	for len(values) < maxWitnesses && ev.steps >= 0 {
		ev.unknown, ev.logging, ev.misses = false, true, ev.misses[:0]
		_, ok := ev.eval(e, f)
		i := slices.IndexFunc(ev.misses, func(place int) bool {
			return !ev.known[place] && (outer == nil || outer[place])
		})
		if ok || !ev.unknown || i < 0 {
			break
		}
		place := ev.misses[i]
		ev.known[place] = true
		a, _ := ev.m.ArrayAt(place)
		value := ev.m.Format(a.Type, model.Value{N: ev.state[place]})
		values = append(values, Witness{ev.m.StateName(place), value})
	}
	return values
}

// say describes why an expression does not have the wanted truth value.
func (b *blaming) say(e model.Expr, f Frame, want bool) string {
	if _, ok := b.ev.eval(e, f); !ok {
		return "a value is undefined"
	}
	verb, denied, part := "fails", "", "the condition"
	if !want {
		verb = "holds"
	}
	if want == b.lost { // below a `not`
		denied, part = ", which it denies", "a part that it denies"
	}
	switch e := e.(type) {
	case *model.Binary:
		op := e.Op.String()
		l, lok := b.ev.eval(e.L, f)
		r, rok := b.ev.eval(e.R, f)
		if !lok || !rok || !e.Op.Compares() {
			return "`" + op + "` " + verb + denied
		}
		text := b.ev.m.Format(e.L.Type(), l) + " " + op + " " + b.ev.m.Format(e.R.Type(), r)
		return fmt.Sprintf("%s is %t%s", text, !want, denied)
	case *model.In:
		v, ok := b.ev.eval(e.X, f)
		if !ok {
			return "`in` " + verb
		}
		if want {
			return b.ev.m.Format(e.X.Type(), v) + " is not in the set"
		}
		return b.ev.m.Format(e.X.Type(), v) + " is in the set"
	case *model.Fold:
		return "`" + foldName(e.Kind) + "` " + verb + denied
	default:
		return fmt.Sprintf("%s is %t", part, !want)
	}
}

func foldName(k model.FoldKind) string {
	switch k {
	case model.ForAll:
		return "forall"
	case model.Exists:
		return "exists"
	default:
		return "distinct"
	}
}

// equations writes names and their values: "a = 1, b = 2".
func equations(ws []Witness) string {
	list := make([]string, len(ws))
	for i, w := range ws {
		list[i] = w.Name + " = " + w.Value
	}
	return strings.Join(list, ", ")
}

// with returns the end of a sentence that names witnesses.
func with(ws []Witness) string {
	if len(ws) == 0 {
		return ""
	}
	if len(ws) == maxWitnesses {
		return ", with " + equations(ws) + ", …"
	}
	return ", with " + equations(ws)
}

// forWhich names the variables of foralls: " (for c = (0, 1))".
func forWhich(vars []Witness) string {
	if len(vars) == 0 {
		return ""
	}
	return " (for " + equations(vars) + ")"
}
