package reduced

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// Two variables become one if few pairs of their values are reachable and mostly the same moves touch both. Examples:
// the two cells of a block; a door and the lamp above it. Pairs of values of the new variable and another one are
// triples of the old variables, so that the layers know more.
//
// Fusing costs another computation of all reachable pairs. It also splits moves that touch only one of the two
// variables into more cases.

// Prepare makes the problem of a task, with its layers (nil if the task is too large for layers). It fuses variables as
// long as there are pairs to fuse.
func Prepare(ctx context.Context, t *task.Task, lim Limits, memory int64) (*Problem, *layers.Layers, error) {
	view := plainView(t)
	for {
		p, err := NewProblem(ctx, view.Task, lim)
		if err != nil {
			return nil, nil, err
		}
		p.View = view
		lay, err := p.newLayers(ctx, memory)
		if err != nil || lay == nil {
			return p, lay, err
		}
		couples := p.couples(lay)
		if len(couples) == 0 {
			return p, lay, nil
		}
		view = view.fuse(couples)
	}
}

// View relates a task to the same task with fused variables.
type View struct {
	From, Task *task.Task
	members    []member // by variable of From
}

// member locates an original variable: v is the variable that contains it, and at holds the place of the original
// variable for each place of v.
type member struct {
	v  int
	at []int
}

// couple holds two variables to fuse and the reachable pairs of their places, in order.
type couple struct {
	a, b  int
	pairs [][2]int
}

// plainView returns a view without fused variables.
func plainView(t *task.Task) *View {
	w := &View{From: t, Task: t}
	for v := range t.Vars {
		at := make([]int, len(t.Vars[v].Values))
		for i := range at {
			at[i] = i
		}
		w.members = append(w.members, member{v, at})
	}
	return w
}

// Member returns the variable that contains an original one, and the place of the original for each place of it.
func (w *View) Member(v int) (in int, places []int) { return w.members[v].v, w.members[v].at }

// Codes returns the state of the original task, given the places of the fused variables.
func (w *View) Codes(places []int) []int64 {
	out := make([]int64, len(w.members))
	for v, m := range w.members {
		out[v] = w.From.Vars[v].Values[m.at[places[m.v]]]
	}
	return out
}

// Places is the inverse of Codes, for reachable states.
func (w *View) Places(codes []int64) []int {
	places := make([]int, len(w.Task.Vars))
	for v := range places {
		for !w.agrees(v, places[v], codes) {
			places[v]++
		}
	}
	return places
}

// agrees reports whether a place of a variable stands for the values of its parts in a state of the original task.
func (w *View) agrees(v, place int, codes []int64) bool {
	for x, m := range w.members {
		if m.v == v && w.From.Vars[x].Values[m.at[place]] != codes[x] {
			return false
		}
	}
	return true
}

// Parts returns the codes of the original variables that are in variable v, at a place of its values.
func (w *View) Parts(v, place int) map[int]int64 {
	parts := map[int]int64{}
	for x, m := range w.members {
		if m.v == v {
			parts[x] = w.From.Vars[x].Values[m.at[place]]
		}
	}
	return parts
}

// origin returns the first original variable that is a part of variable v.
func (w *View) origin(v int) int {
	return slices.IndexFunc(w.members, func(m member) bool { return m.v == v })
}

// couples chooses pairs of variables to fuse. No variable is in two pairs. Pairs with the smallest part of reachable
// combinations come first.
func (p *Problem) couples(lay *layers.Layers) []couple {
	const many = 300 // the largest number of variables whose pairs are all tried
	const large = 1 << 16
	n := len(p.Task.Vars)
	if n > many || p.Without.Has(technique.Fuse) {
		return nil
	}
	type candidate struct {
		a, b int
		part float64
	}
	touch := p.touches()
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
			if part <= p.Lim.FusedPart && growth <= p.Lim.Growth {
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
	slices.SortStableFunc(out, func(x, y couple) int { return x.a - y.a })
	return out
}

// growth returns the factor by which the number of cases grows if variables a and b are fused. pairs is the number of
// reachable combinations; inA and inB are the numbers of values.
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

// placesOf lists the reachable pairs of places of two variables.
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

// touches tells for each operation which variables it reads or writes.
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

// fuse returns the view in which each couple is one variable.
func (w *View) fuse(couples []couple) *View {
	old := w.Task
	t := *old
	t.Vars, t.Init, t.Free, t.Fixed, t.Moves = nil, nil, nil, nil, nil
	t.Heuristics, t.Abstractions, t.Symmetries = nil, nil, nil // not used afterwards
	n := len(old.Vars)
	f := &fusion{
		old: old, to: &t, couples: couples,
		members: make([]member, n), at: make([]task.Expr, n), in: make([]int, n), memo: map[task.Expr]task.Expr{},
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
		next.members = append(next.members, member{step.v, at})
	}
	return next
}

// fusion makes the task with fused variables.
type fusion struct {
	old, to *task.Task
	couples []couple
	members []member    // by old variable
	at      []task.Expr // by old variable: its value, in the new pool
	in      []int       // by old variable: its couple, −1 without one
	memo    map[task.Expr]task.Expr
}

func (f *fusion) expr(e task.Expr) task.Expr {
	if e == task.None {
		return e
	}
	return f.to.Pool.Import(f.old.Pool, e, func(v int) task.Expr { return f.at[v] }, f.memo)
}

// variables makes the new variables. A fused variable takes the place of the first of its couple.
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
	for v, m := range f.members { // all variables must exist before the pool is used
		codes := lists.Map(m.at, func(place int) task.Expr { return f.to.Pool.Const(f.old.Vars[v].Values[place]) })
		if f.at[v] = f.to.Pool.Var(m.v); f.in[v] >= 0 {
			f.at[v] = f.to.Pool.Select(f.at[v], codes...)
		}
	}
}

// single copies a variable.
func (f *fusion) single(v int) member {
	m := member{v: len(f.to.Vars)}
	for i := range f.old.Vars[v].Values {
		m.at = append(m.at, i)
	}
	f.to.Vars = append(f.to.Vars, f.old.Vars[v])
	f.to.Init = append(f.to.Init, f.old.Init[v])
	f.to.Free = append(f.to.Free, f.old.Free[v])
	return m
}

// double makes the variable of a couple. Its values are the numbers of the pairs.
func (f *fusion) double(c *couple) (a, b member) {
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

// conditions copies the conditions. If one variable of a couple is free, the initial value of the other becomes a
// condition.
func (f *fusion) conditions() {
	t, p := f.to, f.to.Pool
	t.InitCond, t.Goal, t.Always, t.Dead = f.expr(f.old.InitCond), f.expr(f.old.Goal), f.expr(f.old.Always),
		f.expr(f.old.Dead)
	for v, k := range f.in {
		if k >= 0 && !f.old.Free[v] {
			t.InitCond = p.And(t.InitCond, p.Eq(f.at[v], p.Const(f.old.Init[v])))
		}
	}
	t.Arrays = nil
	for _, a := range f.old.Arrays {
		elems := lists.Map(a.Elems, f.expr)
		a.Elems = elems
		t.Arrays = append(t.Arrays, a)
	}
}

// move copies a move. The effects on the variables of a couple become one effect.
func (f *fusion) move(old *task.Move) task.Move {
	m := *old
	m.Guard, m.Cost, m.Order, m.Effects = f.expr(old.Guard), f.expr(old.Cost), task.None, nil
	for i, e := range old.Effects {
		k := f.in[e.Var]
		switch {
		case k < 0:
			m.Effects = append(m.Effects, task.Effect{
				Var: f.members[e.Var].v, Cond: f.expr(e.Cond),
				Value: f.expr(e.Value),
			})
		case !slices.ContainsFunc(old.Effects[:i], func(o task.Effect) bool { return f.in[o.Var] == k }):
			m.Effects = append(m.Effects, f.effect(&f.couples[k], old.Effects))
		}
	}
	slices.SortStableFunc(m.Effects, func(a, b task.Effect) int { return a.Var - b.Var })
	return m
}

// effect returns the effect on a couple.
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
		values := lists.Map(f.old.Vars[v].Values, p.Const)
		return p.Find(code, values...)
	}
	a, b := place(c.a), place(c.b)
	// −1, a place outside the domain, has a row and a column of its own, without pairs
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
