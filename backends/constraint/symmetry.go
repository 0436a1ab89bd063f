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
	candidates := r.declared()
	if len(r.task.Moves) == 0 && !r.o.LeftOut().Has(technique.Automorphisms) {
		found, _ := automorphism.Find(r.ctx, r.task, mostSought)
		candidates = append(candidates, found...)
	}
	proof, proved := r.c.proved(r.task, r.stated, candidates)
	var all, of []automorphism.Permutation
	for _, x := range proved {
		if more, whole := proof.Closure(append(of, x), mostImages); whole || !r.o.All && !r.o.Count {
			all, of = more, append(of, x)
		}
	}
	for _, x := range all {
		r.c.lead(r.task, x)
		r.images = append(r.images, func(state []int64) []int64 { return x.Of(r.task.Vars, state) })
	}
}

// declared reads the symmetries of the task.
func (r *run) declared() (all []automorphism.Permutation) {
	for i := range r.task.Symmetries[:min(len(r.task.Symmetries), mostDeclared)] {
		if x, ok := automorphism.Read(r.task, &r.task.Symmetries[i]); ok {
			all = append(all, x)
		}
	}
	return all
}

// proved returns the permutations, without the identity, that are proved to map assignments to assignments, and the
// proof.
func (c *compiler) proved(
	t *task.Task, st stated, all []automorphism.Permutation,
) (p *automorphism.Proof, out []automorphism.Permutation) {
	var parts []task.Expr
	for _, e := range st.conditions {
		parts = append(parts, c.pool.Conjuncts(e)...)
	}
	if len(all) == 0 || len(parts)*len(all) > mostConditions {
		return nil, nil
	}
	p = automorphism.NewProof(t.Vars, c.pool, parts)
	conditions := map[string]bool{}
	for _, x := range all {
		if !p.Permutes(x) || x.Equal(automorphism.Identity(t.Vars)) || slices.ContainsFunc(out, x.Equal) ||
			slices.ContainsFunc(x.From, func(v int) bool { return !t.Free[v] && x.Moves(t.Vars, v) }) {
			continue
		}
		if len(conditions) == 0 {
			for _, e := range parts {
				conditions[p.Key(e)] = true
			}
		}
		if c.keeps(p, x, parts, conditions, st.cost) {
			out = append(out, x)
		}
	}
	return p, out
}

// keeps reports whether each condition's image is a condition, and the cost's image is the cost or equals it by a
// condition.
func (c *compiler) keeps(
	p *automorphism.Proof, x automorphism.Permutation, parts []task.Expr, conditions map[string]bool, cost task.Expr,
) bool {
	turned := p.Image(x)
	for _, e := range parts {
		for _, part := range c.pool.Conjuncts(turned(e)) {
			if !conditions[p.Key(part)] {
				return false
			}
		}
	}
	if cost == task.None {
		return true
	}
	if n := c.pool.Node(cost); n.Op == task.OpMul && c.pool.Node(n.Args[0]).Op == task.OpConst {
		cost = n.Args[1]
	}
	other := turned(cost)
	return p.Key(other) == p.Key(cost) || conditions[p.Key(c.pool.Eq(other, cost))]
}

// lead states that an assignment is not greater than its image.
func (c *compiler) lead(t *task.Task, x automorphism.Permutation) {
	smaller := cdcl.True.Not() // implies that the assignment is smaller already
	compared := 0
	for v, w := range x.From {
		if !t.Free[v] || !x.Moves(t.Vars, v) ||
			w < v && x.Exchanges(t.Vars, v) { // one comparison is enough for two variables that exchange their values
			continue
		}
		if compared++; compared > mostCompared {
			return
		}
		own, other := c.pool.Var(v), c.pool.Function(w, x.To[v])
		c.s.Sat.Add(smaller, c.said(c.pool.Le(own, other), true))
		next := c.s.NewLit()
		c.s.Sat.Add(next.Not(), smaller, c.said(c.pool.Eq(own, other), false))
		smaller = next
	}
}
