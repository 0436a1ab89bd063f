package constraint

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/automorphism"
	"github.com/pzc-lang/pzc/backends/constraint/cdcl"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Of assignments that are images of each other, the least one suffices: it is not greater than its images, compared
// variable by variable (Crawford, Ginsberg, Luks and Roy, "Symmetry-breaking predicates for search problems", 1996).
// All assignments are listed by the images of the least ones.
//
// A declared symmetry is a promise. Nothing rests on it here: only images are used that are proved to map conditions to
// conditions and the objective to itself. Others are looked for.

// Bounds on the work.
const (
	mostDeclared   = 256     // symmetries that are looked at
	mostImages     = 64      // elements of a group
	mostCompared   = 32      // variables that are compared for an image
	mostConditions = 1 << 16 // conditions times symmetries
	mostSought     = 1 << 20 // of automorphism.Find
)

// leadImages states that an assignment is not greater than its images. If all are listed, the images of the least
// assignments must be all.
func (r *run) leadImages() {
	if r.c.err != nil || r.o.On != nil || r.o.LeftOut().Has(technique.Symmetry) {
		return
	}
	proof, proved := r.provedImages()
	var all, of []automorphism.Permutation
	for _, x := range proved {
		if slices.ContainsFunc(all, x.Equal) {
			continue
		}
		if more, whole := proof.Closure(append(of, x), mostImages); whole {
			all, of = more, append(of, x)
		} else if !r.o.All && !r.o.Count {
			all, _ = proof.Closure(proved, mostImages)
			break
		}
	}
	value := r.c.replaced(func(v int) task.Expr {
		if e, ok := r.posed.is[v]; ok {
			return e
		}
		return r.c.pool.Var(v)
	})
	for _, x := range all {
		r.c.lead(r.task, x, value)
		r.images = append(r.images, func(state []int64) []int64 { return x.Of(r.task.Vars, state) })
	}
}

// provedImages returns the permutations, without the identity, that are proved to map assignments to assignments of
// the same cost: declared ones, and in a task without moves those that are found.
func (r *run) provedImages() (p *automorphism.Proof, all []automorphism.Permutation) {
	t := *r.task
	declared := t.Symmetries[:min(len(t.Symmetries), mostDeclared)]
	var found []automorphism.Permutation
	if len(t.Moves) == 0 && !r.o.LeftOut().Has(technique.Automorphisms) {
		found, _ = automorphism.Find(r.ctx, r.task, mostSought)
	}
	if len(declared)+len(found) == 0 {
		return nil, nil
	}
	t.Pool, t.Moves, t.Objective = r.c.pool, nil, nil
	t.InitCond, t.Goal, t.Always = r.c.pool.And(r.stated.conditions...), task.True, task.True
	if r.optimises() {
		t.Objective = &task.Objective{Value: r.stated.cost}
	}
	p = automorphism.NewProof(&t)
	if len(r.c.pool.Conjuncts(t.InitCond))*len(declared) <= mostConditions {
		for i := range declared {
			x, ok := automorphism.Read(r.task, &declared[i])
			if ok && !x.Equal(automorphism.Identity(t.Vars)) && !slices.ContainsFunc(all, x.Equal) && p.Keeps(x) {
				all = append(all, x)
			}
		}
	}
	return p, append(all, slices.DeleteFunc(found, func(x automorphism.Permutation) bool {
		return slices.ContainsFunc(all, x.Equal)
	})...)
}

// lead states that an assignment is not greater than its image. value returns an expression of variables that are
// stated.
func (c *compiler) lead(t *task.Task, x automorphism.Permutation, value func(task.Expr) task.Expr) {
	smaller := cdcl.True.Not() // implies that the assignment is smaller already
	compared, twice := 0, x.After(x, t.Vars)
	for v, w := range x.From {
		if !t.Free[v] || !x.Moves(t.Vars, v) ||
			w < v && !twice.Moves(t.Vars, v) { // one comparison is enough for two variables that exchange their values
			continue
		}
		if compared++; compared > mostCompared {
			return
		}
		own, other := value(c.pool.Var(v)), value(c.pool.Function(w, x.To[v]))
		c.s.Sat.Add(smaller, c.said(c.pool.Le(own, other), true))
		next := c.s.newLit()
		c.s.Sat.Add(next.Not(), smaller, c.said(c.pool.Eq(own, other), false))
		smaller = next
	}
}
