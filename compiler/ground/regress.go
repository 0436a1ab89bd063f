package ground

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/task"
)

// regressLimit is the size up to which a condition of `always` becomes a part of the guards.
const regressLimit = 5000

// finish simplifies a move under its guard and regresses what must hold afterwards. False if the move can never be made.
func (g *grounder) finish(w *writing, gm *task.Move, changes map[int]change) bool {
	p := g.pool
	guard := p.And(w.guard...)
	known := g.knownUnder(guard)
	simplify := g.simplifier(known)

	places := make([]int, 0, len(changes))
	for place := range changes {
		places = append(places, place)
	}
	slices.Sort(places)
	next := map[int]change{}
	for _, place := range places {
		c := changes[place]
		c = change{simplify(c.cond), simplify(c.value)}
		if n := p.Node(c.value); n.Op == task.OpIte && n.Args[0] == c.cond {
			c.value = n.Args[1]
		}
		old, decided := known[place]
		if c.cond == task.False || c.value == p.Var(place) || decided && c.value == old {
			continue
		}
		next[place] = c
		gm.Effects = append(gm.Effects, task.Effect{Var: place, Cond: c.cond, Value: c.value})
	}
	gm.Cost = simplify(gm.Cost)
	if gm.Order != task.None {
		gm.Order = simplify(gm.Order)
	}
	after := g.afterwards(next, known)
	gm.Guard = g.simplifyGuard(p.And(guard, after), known)
	return gm.Guard != task.False
}

// simplifyGuard simplifies the conditions that are not about one variable alone by those that are.
func (g *grounder) simplifyGuard(guard task.Expr, known map[int]task.Expr) task.Expr {
	if len(known) == 0 || guard == task.False {
		return guard
	}
	simplify := g.simplifier(known)
	cs := slices.Clone(g.pool.Conjuncts(guard))
	for i, c := range cs {
		if !g.isFact(c) {
			cs[i] = simplify(c)
		}
	}
	return g.pool.And(cs...)
}

// knownUnder is the variables whose value a guard decides.
func (g *grounder) knownUnder(guard task.Expr) map[int]task.Expr {
	known := map[int]task.Expr{}
	for _, c := range g.pool.Conjuncts(guard) {
		if v, x, ok := g.fact(c); ok {
			known[v] = x
		}
	}
	return known
}

func (g *grounder) isFact(c task.Expr) bool {
	_, _, ok := g.fact(c)
	return ok
}

// fact reads a condition as "variable v is x".
func (g *grounder) fact(c task.Expr) (v int, x task.Expr, ok bool) {
	p := g.pool
	n := p.Node(c)
	switch n.Op {
	case task.OpVar:
		return int(n.N), task.True, true
	case task.OpNot:
		if m := p.Node(n.Args[0]); m.Op == task.OpVar {
			return int(m.N), task.False, true
		}
	case task.OpEq:
		a, b := n.Args[0], n.Args[1]
		if p.Node(a).Op == task.OpConst {
			a, b = b, a
		}
		if m := p.Node(a); m.Op == task.OpVar && p.Node(b).Op == task.OpConst {
			return int(m.N), b, true
		}
	}
	return 0, task.None, false
}

// simplifyLimit is the size up to which expressions are rewritten for one move; larger ones stay shared by all moves.
const simplifyLimit = 300

// simplifier puts known values in.
func (g *grounder) simplifier(known map[int]task.Expr) func(task.Expr) task.Expr {
	memo := map[task.Expr]task.Expr{}
	return func(e task.Expr) task.Expr {
		if len(known) == 0 || g.sizeOf(e) > simplifyLimit {
			return e
		}
		return g.pool.Rebuild(e, func(v int) task.Expr {
			if x, ok := known[v]; ok {
				return x
			}
			return g.pool.Var(v)
		}, memo)
	}
}

// sizeOf is the size of an expression as a tree, up to a limit; a flood fill counts as large.
func (g *grounder) sizeOf(e task.Expr) int32 {
	for int(e) >= len(g.sizes) {
		g.sizes = append(g.sizes, make([]int32, max(1024, len(g.sizes)))...)
	}
	if g.sizes[e] != 0 {
		return g.sizes[e]
	}
	n := g.pool.Node(e)
	size := int32(1)
	if n.Op == task.OpReach {
		size = largeSize
	}
	for _, a := range n.Args {
		if g.pool.Node(a).Op != task.OpConst {
			size = min(size+g.sizeOf(a), largeSize)
		}
	}
	g.sizes[e] = size
	return size
}

const largeSize = 1 << 20

// afterwards is what must hold for `always` and `distinct` to hold in the state that a move leads to. They hold in the old
// state, so that only what reads a written variable is looked at.
func (g *grounder) afterwards(next map[int]change, known map[int]task.Expr) task.Expr {
	p := g.pool
	if len(next) == 0 {
		return task.True
	}
	subst := func(v int) task.Expr {
		old := p.Var(v)
		if x, ok := known[v]; ok {
			old = x
		}
		if c, ok := next[v]; ok {
			return p.Ite(c.cond, c.value, old)
		}
		return old
	}
	memo := map[task.Expr]task.Expr{}
	var out []task.Expr
	for _, c := range g.always {
		if g.reads(c, next) {
			out = append(out, p.Rebuild(c, subst, memo))
		}
	}
	for _, a := range g.m.StateArrays() {
		if a.Distinct {
			out = append(out, g.staysDistinct(a, next, subst))
		}
	}
	return p.And(out...)
}

// reads tells whether an expression reads one of the places.
func (g *grounder) reads(e task.Expr, places map[int]change) bool {
	for _, v := range g.varsRead.Of(e) {
		if _, ok := places[v]; ok {
			return true
		}
	}
	return false
}

// staysDistinct is the condition under which an array that was distinct is so after the move.
func (g *grounder) staysDistinct(a *model.Array, next map[int]change, subst func(int) task.Expr) task.Expr {
	p := g.pool
	d := g.m.Data[a.ID]
	if g.permutes(d.Offset, d.Size, next, subst) {
		return task.True
	}
	// a changed element differs from all others; unchanged ones did so before
	var out []task.Expr
	at := func(place int) task.Expr {
		if p.Node(g.state[place]).Op != task.OpVar {
			return g.state[place]
		}
		return subst(place)
	}
	for i := d.Offset; i < d.Offset+d.Size; i++ {
		if _, changed := next[i]; !changed {
			continue
		}
		for j := d.Offset; j < d.Offset+d.Size; j++ {
			if _, both := next[j]; i != j && (!both || i < j) {
				out = append(out, p.Not(p.Eq(at(i), at(j))))
			}
		}
	}
	return p.And(out...)
}

// permutes tells whether the new values of a range of places are the old ones in another order.
func (g *grounder) permutes(offset, size int, next map[int]change, subst func(int) task.Expr) bool {
	cond := task.None
	var before, after []task.Expr
	for i := offset; i < offset+size; i++ {
		c, ok := next[i]
		if !ok {
			continue
		}
		if cond != task.None && c.cond != cond {
			return false
		}
		cond = c.cond
		after = append(after, c.value)
		before = append(before, g.oldValue(i, subst, next))
	}
	slices.Sort(before)
	slices.Sort(after)
	return slices.Equal(before, after)
}

// oldValue is the value of a place before the move, as far as it is known.
func (g *grounder) oldValue(place int, subst func(int) task.Expr, next map[int]change) task.Expr {
	c := next[place]
	delete(next, place)
	old := subst(place)
	next[place] = c
	return old
}
