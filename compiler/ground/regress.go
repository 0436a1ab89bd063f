package ground

import (
	"maps"
	"slices"

	"github.com/pzc-lang/pzc/compiler/ground/work"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
)

// regressLimit is the size up to which a condition of `always` becomes a part of the guards.
const regressLimit = 5000

// finish simplifies a move under its guard and adds the regressed conditions of the next state to the guard. It returns
// false if the move is never applicable.
func (g *grounder) finish(w *writing, gm *task.Move, changes map[int]change) bool {
	p := g.Pool
	guard := w.conjunction()
	known := g.Pool.KnownUnder(guard)
	simplify := g.Pool.Simplifier(known)

	next := changes // of the same places, without those that change nothing
	for _, place := range slices.Sorted(maps.Keys(changes)) {
		c := changes[place]
		delete(next, place)
		c = change{simplify(c.cond), simplify(c.value)}
		if n := p.Node(c.value); n.Op == task.OpIte && n.Args[0] == c.cond {
			c.value = n.Args[1]
		}
		old, decided := known[place]
		if c.cond == task.False || c.value == g.state[place] || decided && c.value == old {
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
	gm.Guard = g.Pool.SimplifyGuard(p.And(guard, after), known)
	return gm.Guard != task.False
}

// afterwards returns conditions under which `always` and `distinct` hold in the state after a move. They hold in the
// state before, so only conditions that read a written variable are regressed.
func (g *grounder) afterwards(next map[int]change, known work.Known) task.Expr {
	p := g.Pool
	if len(next) == 0 || len(g.always)+len(g.distinct) == 0 {
		return task.True
	}
	subst := func(v int) task.Expr {
		old := known.Of(p, v)
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
	for _, a := range g.distinct {
		out = append(out, g.staysDistinct(a, next, known, subst))
	}
	return p.And(out...)
}

// reads reports whether an expression reads one of the places.
func (g *grounder) reads(e task.Expr, places map[int]change) bool {
	return slices.ContainsFunc(g.Pool.Reads(e), func(v int) bool { _, ok := places[v]; return ok })
}

// staysDistinct returns the condition under which an array that is distinct before the move is distinct after the move.
func (g *grounder) staysDistinct(a *model.Array, next map[int]change, known work.Known,
	subst func(int) task.Expr,
) task.Expr {
	p := g.Pool
	d := g.m.Data[a.ID]
	if g.permutes(d.Offset, d.Size, next, known) {
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

// permutes reports whether the new values of a range of places are a permutation of the old values, as far as these are
// known.
func (g *grounder) permutes(offset, size int, next map[int]change, known work.Known) bool {
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
		before = append(before, known.Of(g.Pool, i))
	}
	slices.Sort(before)
	slices.Sort(after)
	return slices.Equal(before, after)
}
