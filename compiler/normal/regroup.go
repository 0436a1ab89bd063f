package normal

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// regrouping writes a task in the variables of a view.
type regrouping struct {
	*writer
	f      *facts
	w      *view
	p      *task.Pool        // the new one
	values map[int]task.Expr // of old variables
}

// regroup returns the step from a task to the task in the variables of a view.
func regroup(f *facts, w *view) *step {
	from := f.t.Pool
	var vars []task.Var
	var image []task.Expr
	for _, x := range w.vars {
		vars = append(vars, task.Var{Name: x.name, Values: x.codes, Names: x.names})
		rest := max(0, slices.Index(x.facts, never)) // where nothing else is
		value := from.Const(x.codes[rest])
		for k, fact := range x.facts {
			if k != rest {
				v := f.owner[fact]
				value = from.Ite(from.Eq(from.Var(v), from.Const(f.code(fact))), from.Const(x.codes[k]), value)
			}
		}
		if x.old >= 0 && !slices.Contains(x.facts, never) {
			value = from.Var(x.old)
		}
		image = append(image, value)
	}
	r := &regrouping{writer: newWriter(f.t, vars, image), f: f, w: w, values: map[int]task.Expr{}}
	r.p, r.special = r.to.Pool, r.written
	for _, x := range w.shapes {
		a := task.Array{Name: x.name}
		for _, e := range x.elems {
			if e < 0 {
				a.Elems = append(a.Elems, r.p.Const(int64(-1-e)))
			} else {
				a.Elems = append(a.Elems, r.p.Var(e))
			}
		}
		r.to.Arrays = append(r.to.Arrays, a)
	}
	return r.step(r.effects)
}

// is returns the condition that a fact holds.
func (r *regrouping) is(fact int) task.Expr {
	if at, ok := r.w.at[r.f.same[fact]]; ok {
		return r.p.Eq(r.p.Var(at.v), r.p.Const(r.w.vars[at.v].codes[at.i]))
	}
	if r.f.dead[fact] {
		return task.False
	}
	v := r.f.owner[fact]
	var others []task.Expr
	for i := range r.f.t.Vars[v].Values {
		if other := r.f.base[v] + i; other != fact {
			others = append(others, r.is(other))
		}
	}
	return r.p.Not(r.p.Or(others...))
}

// value returns the value of an old variable.
func (r *regrouping) value(v int) task.Expr {
	if e, ok := r.values[v]; ok {
		return e
	}
	values := r.f.t.Vars[v].Values
	by, table := -1, []int64(nil) // the variable that has all values
	for i, x := range values {
		if r.f.dead[r.f.base[v]+i] {
			continue
		}
		at, ok := r.w.at[r.f.same[r.f.base[v]+i]]
		if !ok || by >= 0 && at.v != by {
			by = -1
			break
		}
		if by < 0 {
			by, table = at.v, slices.Repeat([]int64{x}, len(r.w.vars[at.v].codes))
		}
		table[at.i] = x
	}
	var e task.Expr
	if by >= 0 {
		e = r.p.Function(by, table)
	} else {
		e = r.p.Const(values[0])
		for i := 1; i < len(values); i++ {
			e = r.p.Ite(r.is(r.f.base[v]+i), r.p.Const(values[i]), e)
		}
	}
	r.values[v] = e
	return e
}

// written writes variables, and conditions on one variable.
func (r *regrouping) written(e task.Expr, n *task.Node) (task.Expr, bool) {
	if n.Op == task.OpVar {
		return r.value(int(n.N)), true
	}
	if n.Lo >= 0 && n.Hi <= 1 {
		if vars := r.f.reads.Of(e); len(vars) == 1 {
			return r.among(e, vars[0]), true
		}
	}
	return task.None, false
}

// among writes a condition on one old variable as one of its values, or none of the other ones.
func (r *regrouping) among(e task.Expr, v int) task.Expr {
	var yes, no []task.Expr
	for i, x := range r.f.t.Vars[v].Values {
		switch fact := r.f.base[v] + i; {
		case r.f.dead[fact]:
		case r.f.at(e, v, x) != 0:
			yes = append(yes, r.is(fact))
		default:
			no = append(no, r.is(fact))
		}
	}
	if len(yes) == 0 {
		return task.False
	}
	if len(yes) == 1 {
		return yes[0]
	}
	return r.p.And(lists.Map(no, r.p.Not)...)
}

// effects writes what a move does.
func (r *regrouping) effects(m int) (out []task.Effect) {
	k := r.f.knowledge(&r.f.moves[m])
	for v := range r.w.vars {
		if e, written := r.effect(&r.f.t.Moves[m], k, v); written {
			out = append(out, e)
		}
	}
	return out
}

// effect writes what a move does to a new variable; written is false if the variable keeps its value.
func (r *regrouping) effect(old *task.Move, k *knowledge, v int) (out task.Effect, written bool) {
	x := &r.w.vars[v]
	out = task.Effect{Var: v, Cond: task.True}
	type source struct{ place, from int } // a fact of the variable, and what it is after the move
	var sources []source
	changed, tangled, one := false, false, -1
	for i, fact := range x.facts {
		if fact == never {
			continue
		}
		if !k.writes(r.f.owner[fact]) { // as it was
			if first := r.f.same[fact]; !k.fails(first) {
				sources = append(sources, source{i, first})
			}
			continue
		}
		changed = true
		to := k.after(fact)
		tangled = tangled || to == unclear
		if to == always {
			one = i
		}
		if to >= 0 || to == unclear {
			sources = append(sources, source{i, to})
		}
	}
	none := x.codes[0]
	if i := slices.Index(x.facts, never); i >= 0 {
		none = x.codes[i]
	}
	switch {
	case !changed:
		return out, false
	case one >= 0:
		out.Value = r.p.Const(x.codes[one])
		return out, true
	case tangled:
		out.Value = r.p.Const(none)
		for i, fact := range x.facts {
			if fact != never && x.codes[i] != none {
				out.Value = r.p.Ite(r.afterwards(old, fact), r.p.Const(x.codes[i]), out.Value)
			}
		}
		return out, out.Value != r.p.Var(v)
	}
	by := -1
	for _, s := range sources {
		at, ok := r.w.at[s.from]
		if !ok || by >= 0 && at.v != by {
			by = -2
			break
		}
		by = at.v
	}
	switch {
	case len(sources) == 0:
		out.Value = r.p.Const(none)
		holds := func(fact int) bool { return fact != never && !k.fails(r.f.same[fact]) }
		if slices.Contains(x.facts, never) && !slices.ContainsFunc(x.facts, holds) {
			return out, false // none held before
		}
	case by >= 0:
		from := &r.w.vars[by]
		table := make([]int64, len(from.codes))
		for i := range table {
			table[i] = none
			if first := r.firstAt(by, i); first >= 0 && k.fails(first) && slices.Contains(x.codes, from.codes[i]) {
				table[i] = from.codes[i] // it does not occur
			}
		}
		for _, s := range sources {
			table[r.w.at[s.from].i] = x.codes[s.place]
		}
		out.Value = r.p.Function(by, table)
	default:
		out.Value = r.p.Const(none)
		for _, s := range sources {
			if x.codes[s.place] != none {
				out.Value = r.p.Ite(r.is(s.from), r.p.Const(x.codes[s.place]), out.Value)
			}
		}
	}
	return out, out.Value != r.p.Var(v)
}

// firstAt returns the first fact of a value of a new variable; never if the value says that no fact holds.
func (r *regrouping) firstAt(v, i int) int {
	if fact := r.w.vars[v].facts[i]; fact >= 0 {
		return r.f.same[fact]
	}
	return never
}

// afterwards returns the condition that a fact holds after a move.
func (r *regrouping) afterwards(m *task.Move, fact int) task.Expr {
	for i := range m.Effects {
		if e := &m.Effects[i]; e.Var == r.f.owner[fact] {
			becomes := r.p.Eq(r.expr(e.Value), r.p.Const(r.f.code(fact)))
			return r.p.Ite(r.expr(e.Cond), becomes, r.is(fact))
		}
	}
	return r.is(fact)
}
