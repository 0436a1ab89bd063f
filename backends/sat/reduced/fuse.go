package reduced

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/task"
)

// Two variables of which only few pairs of values are reachable, and which the same moves touch, become one: the two cells of a
// block, a door and the light above it. What is then known of the pairs of the new values is what was not known of three or four of
// the old ones. That is also so of a variable of few values that says which of several games is played, where all moves look at it: whether the block
// is in one piece decides what is known of where its two cells are.

// Prepare makes a task ready, with the layers that it has room for, or nil. Pairs of variables are fused as long as there are such; then
// moves that still read much are taken apart further, as far as values are reachable together.
func Prepare(ctx context.Context, t *task.Task, lim Limits, memory int64) (*Problem, *layers.Layers, error) {
	view := plainView(t)
	for {
		p, err := NewProblem(ctx, view.Task, lim)
		if err != nil {
			return nil, nil, err
		}
		p.View = view
		lay, err := p.NewLayers(ctx, memory)
		if err != nil || lay == nil {
			return p, lay, err
		}
		if couples := p.couples(lay); len(couples) > 0 {
			view = view.fuse(couples)
			continue
		}
		if !slices.ContainsFunc(p.Ops, func(o layers.Op) bool { return len(p.wide(&o)) > 0 }) {
			return p, lay, nil
		}
		p.refineMoves(lay)
		return p, lay, lay.Narrow(ctx)
	}
}

// View is a task, and the same one with some variables fused.
type View struct {
	From, Task *task.Task
	members    []Member // by variable of from
}

// Member is where a variable is found: the variable that it has become a part of, and its place by that one's.
type Member struct {
	v  int
	at []int
}

// couple is two variables to be fused, with the pairs of places that they may have, in order.
type couple struct {
	a, b  int
	pairs [][2]int
}

// plainView leaves each variable alone.
func plainView(t *task.Task) *View {
	w := &View{From: t, Task: t}
	for v := range t.Vars {
		at := make([]int, len(t.Vars[v].Values))
		for i := range at {
			at[i] = i
		}
		w.members = append(w.members, Member{v, at})
	}
	return w
}

// Codes is the state of the original task in which the variables of the fused one have some places.
func (w *View) Codes(places []int) []int64 {
	out := make([]int64, len(w.members))
	for v, m := range w.members {
		out[v] = w.From.Vars[v].Values[m.at[places[m.v]]]
	}
	return out
}

// origin is an original variable that is found in one of the fused task.
func (w *View) origin(v int) int {
	return slices.IndexFunc(w.members, func(m Member) bool { return m.v == v })
}

// couples chooses variables to be fused, each at most once, those with the fewest of all pairs first.
func (p *Problem) couples(lay *layers.Layers) []couple {
	const many = 300 // variables of which all pairs are looked at
	const large = 1 << 16
	n := len(p.Task.Vars)
	if n > many {
		return nil
	}
	type candidate struct {
		a, b int
		part float64
	}
	touch, decides := p.touches(), p.deciding(lay)
	var found []candidate
	for a := range n {
		for b := a + 1; b < n; b++ {
			pairs := 0
			for _, i := range lay.Ever.Places(a) {
				pairs += lay.Ever.Partners(p.Fact(a, i), b)
			}
			x, y := lay.Ever.Count(a), lay.Ever.Count(b)
			if x < 2 || y < 2 || pairs > p.Lim.Fused || len(p.Domain(a))*len(p.Domain(b)) > large ||
				float64(pairs) > p.Lim.FusedSum*float64(x+y) {
				continue
			}
			part, growth := float64(pairs)/float64(x*y), p.growth(touch, a, b, pairs, x, y)
			if part <= p.Lim.FusedPart && growth <= p.Lim.Growth || growth <= p.Lim.ModeGrowth && max(x, y) > p.Lim.Mode && (decides[a] || decides[b]) {
				found = append(found, candidate{a, b, part})
			}
		}
	}
	slices.SortStableFunc(found, func(x, y candidate) int { return cmp.Compare(x.part, y.part) })
	var out []couple
	taken := make([]bool, n)
	for _, c := range found {
		if !taken[c.a] && !taken[c.b] {
			taken[c.a], taken[c.b] = true, true
			out = append(out, couple{c.a, c.b, p.placesOf(lay.Ever, c.a, c.b)})
		}
	}
	slices.SortFunc(out, func(x, y couple) int { return x.a - y.a })
	return out
}

// deciding tells of each variable whether its few values say which of several games is played: the guard of nearly each move
// fixes it. A door that many moves only look at does not.
func (p *Problem) deciding(lay *layers.Layers) []bool {
	fixed := make([]int, len(p.Task.Vars))
	for i := range p.Ops {
		for _, s := range p.Ops[i].Guard.Sets {
			if len(s.At) == 1 {
				fixed[s.V]++
			}
		}
	}
	out := make([]bool, len(fixed))
	for v, n := range fixed {
		out[v] = lay.Ever.Count(v) <= p.Lim.Mode && float64(n)*p.Lim.ModeGrowth >= float64(len(p.Ops))
	}
	return out
}

// growth is by how much the cases of moves become more when two variables become one that has so many values.
func (p *Problem) growth(touch [][]bool, a, b, pairs, inA, inB int) float64 {
	alone := 0.0
	for o := range p.Ops {
		switch {
		case touch[o][a] && !touch[o][b]:
			alone += float64(pairs)/float64(inA) - 1
		case touch[o][b] && !touch[o][a]:
			alone += float64(pairs)/float64(inB) - 1
		}
	}
	return 1 + alone/float64(len(p.Ops))
}

// placesOf are the pairs of places of two variables that are possible.
func (p *Problem) placesOf(r *layers.Pairs, a, b int) (out [][2]int) {
	for _, i := range r.Places(a) {
		for _, j := range r.Places(b) {
			if r.Has(p.Fact(a, i), p.Fact(b, j)) {
				out = append(out, [2]int{i, j})
			}
		}
	}
	return out
}

// touches tells of each move which variables it reads or writes.
func (p *Problem) touches() [][]bool {
	out := make([][]bool, len(p.Ops))
	for i := range p.Ops {
		o, in := &p.Ops[i], make([]bool, len(p.Task.Vars))
		mark := func(e task.Expr) {
			for _, v := range p.Reads(e) {
				in[v] = true
			}
		}
		for _, s := range o.Guard.Sets {
			in[s.V] = true
		}
		for _, x := range o.Guard.Rest {
			mark(x)
		}
		for _, w := range o.Writes {
			in[w.V] = true
			mark(w.Cond)
			mark(w.Value)
		}
		out[i] = in
	}
	return out
}

// fuse makes the variables of each couple one.
func (w *View) fuse(couples []couple) *View {
	old := w.Task
	t := *old
	t.Vars, t.Init, t.Free, t.Fixed, t.Moves = nil, nil, nil, nil, nil
	t.Heuristics, t.Abstractions, t.Symmetries = nil, nil, nil // nobody reads them
	n := len(old.Vars)
	f := &fusion{
		old: old, to: &t, couples: couples,
		members: make([]Member, n), at: make([]task.Expr, n), in: make([]int, n), memo: map[task.Expr]task.Expr{},
	}
	t.Pool = task.NewPool(func(v int) []int64 { return t.Vars[v].Values })
	t.Pool.Graphs = old.Pool.Graphs
	f.variables()
	f.conditions()
	for m := range old.Moves {
		t.Moves = append(t.Moves, f.move(&old.Moves[m]))
	}

	next := &View{From: w.From, Task: &t}
	for _, m := range w.members {
		step := f.members[m.v]
		at := make([]int, len(step.at))
		for i, place := range step.at {
			at[i] = m.at[place]
		}
		next.members = append(next.members, Member{step.v, at})
	}
	return next
}

// fusion is the work on one task.
type fusion struct {
	old, to *task.Task
	couples []couple
	members []Member    // by old variable
	at      []task.Expr // by old variable: its code, in the new pool
	in      []int       // by old variable: its couple, −1 without
	memo    map[task.Expr]task.Expr
}

func (f *fusion) expr(e task.Expr) task.Expr {
	if e == task.None {
		return e
	}
	return f.to.Pool.Import(f.old.Pool, e, func(v int) task.Expr { return f.at[v] }, f.memo)
}

// variables makes the new variables, each couple's in the place of its first.
func (f *fusion) variables() {
	for v := range f.in {
		f.in[v] = -1
	}
	for k, c := range f.couples {
		f.in[c.a], f.in[c.b] = k, k
	}
	for v := range f.old.Vars {
		switch k := f.in[v]; {
		case k < 0:
			f.members[v] = f.single(v)
		case f.couples[k].a == v:
			c := &f.couples[k]
			f.members[c.a], f.members[c.b] = f.double(c)
		}
	}
	for v, m := range f.members { // all variables are there now, as the pool wants it
		codes := make([]task.Expr, len(m.at))
		for i, place := range m.at {
			codes[i] = f.to.Pool.Const(f.old.Vars[v].Values[place])
		}
		if f.at[v] = f.to.Pool.Var(m.v); f.in[v] >= 0 {
			f.at[v] = f.to.Pool.Select(f.at[v], codes...)
		}
	}
}

// single takes a variable over as it is.
func (f *fusion) single(v int) Member {
	m := Member{v: len(f.to.Vars)}
	for i := range f.old.Vars[v].Values {
		m.at = append(m.at, i)
	}
	f.to.Vars = append(f.to.Vars, f.old.Vars[v])
	f.to.Init = append(f.to.Init, f.old.Init[v])
	f.to.Free = append(f.to.Free, f.old.Free[v])
	return m
}

// double makes a variable of a couple; its code is the number of the pair.
func (f *fusion) double(c *couple) (a, b Member) {
	x, y := &f.old.Vars[c.a], &f.old.Vars[c.b]
	v := task.Var{Name: fmt.Sprintf("(%s, %s)", x.Name, y.Name), State: x.State}
	init := int64(0)
	a.v, b.v = len(f.to.Vars), len(f.to.Vars)
	for k, pair := range c.pairs {
		a.at, b.at = append(a.at, pair[0]), append(b.at, pair[1])
		v.Values = append(v.Values, int64(k))
		v.Names = append(v.Names, fmt.Sprintf("(%s, %s)", x.Names[pair[0]], y.Names[pair[1]]))
		if x.Values[pair[0]] == f.old.Init[c.a] && y.Values[pair[1]] == f.old.Init[c.b] {
			init = int64(k)
		}
	}
	f.to.Vars = append(f.to.Vars, v)
	f.to.Init = append(f.to.Init, init)
	f.to.Free = append(f.to.Free, f.old.Free[c.a] || f.old.Free[c.b])
	return a, b
}

// conditions takes over what is no move. Where one of a couple is free, what the other one is at first becomes a condition.
func (f *fusion) conditions() {
	t, p := f.to, f.to.Pool
	t.InitCond, t.Goal, t.Always, t.Dead = f.expr(f.old.InitCond), f.expr(f.old.Goal), f.expr(f.old.Always), f.expr(f.old.Dead)
	for v, k := range f.in {
		if k >= 0 && !f.old.Free[v] {
			t.InitCond = p.And(t.InitCond, p.Eq(f.at[v], p.Const(f.old.Init[v])))
		}
	}
	t.Arrays = nil
	for _, a := range f.old.Arrays {
		elems := make([]task.Expr, len(a.Elems))
		for i, e := range a.Elems {
			elems[i] = f.expr(e)
		}
		a.Elems = elems
		t.Arrays = append(t.Arrays, a)
	}
}

// move takes a move over: what it writes to one of a couple or to both is one effect.
func (f *fusion) move(old *task.Move) task.Move {
	m := *old
	m.Guard, m.Cost, m.Order, m.Effects = f.expr(old.Guard), f.expr(old.Cost), task.None, nil
	for i, e := range old.Effects {
		k := f.in[e.Var]
		switch {
		case k < 0:
			m.Effects = append(m.Effects, task.Effect{Var: f.members[e.Var].v, Cond: f.expr(e.Cond), Value: f.expr(e.Value)})
		case !slices.ContainsFunc(old.Effects[:i], func(o task.Effect) bool { return f.in[o.Var] == k }):
			m.Effects = append(m.Effects, f.effect(&f.couples[k], old.Effects))
		}
	}
	slices.SortFunc(m.Effects, func(a, b task.Effect) int { return a.Var - b.Var })
	return m
}

// effect is what effects write to a couple.
func (f *fusion) effect(c *couple, effects []task.Effect) task.Effect {
	p := f.to.Pool
	out := task.Effect{Cond: task.False}
	place := func(v int) task.Expr {
		code := f.at[v]
		for _, e := range effects {
			if e.Var == v {
				cond := f.expr(e.Cond)
				code, out.Cond = p.Ite(cond, f.expr(e.Value), code), p.Or(out.Cond, cond)
			}
		}
		values := make([]task.Expr, len(f.old.Vars[v].Values))
		for i, k := range f.old.Vars[v].Values {
			values[i] = p.Const(k)
		}
		return p.Find(code, values...)
	}
	a, b := place(c.a), place(c.b)
	// −1, a place outside the domain, is a row and a column of its own, in which there is no pair
	width := len(f.old.Vars[c.b].Values) + 1
	table := make([]task.Expr, width*(len(f.old.Vars[c.a].Values)+1))
	for i := range table {
		table[i] = p.Const(-1)
	}
	for k, pair := range c.pairs {
		table[(pair[0]+1)*width+pair[1]+1] = p.Const(int64(k))
	}
	at := p.Add(p.Mul(p.Add(a, task.True), p.Const(int64(width))), b, task.True)
	out.Value = p.Select(at, table...)
	out.Var = f.members[c.a].v
	return out
}
