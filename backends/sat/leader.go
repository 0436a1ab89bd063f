package sat

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/task"
)

// Of plans that are images of one another the first is looked for, by the values of the states one after
// another (Crawford, Ginsberg, Luks and Roy 1996; of plans: Rintanen, "Symmetry reduction for SAT representations of transition systems", 2003). All
// images are compared in one order, so that one plan of each class comes before all of its images.

const mostComparedPlans = 48 // values: what comes later in a plan seldom decides

// leader keeps the states of a plan from being greater than those of its image.
type leader struct {
	*automorphism
	unless   cnf.Lit // smaller already
	compared int
}

func leaders(xs []*automorphism) (out []*leader) {
	for _, x := range xs {
		out = append(out, &leader{automorphism: x, unless: cnf.False})
	}
	return out
}

// lead adds a state to what is compared.
func (s *step) lead(l *leader) {
	pool := s.e.p.pool
	for v, w := range l.from {
		if w < v && l.from[w] == v && slices.Equal(inverse(l.as[v]), l.as[w]) { // of two that change places one comparison says all
			continue
		}
		x, image := s.e.p.variable(v), s.e.p.image(l.automorphism, v)
		if x == image || l.compared == mostComparedPlans || s.e.f.Err() != nil {
			continue
		}
		l.compared++
		s.require([]cnf.Lit{l.unless}, pool.Le(x, image), true)
		equal := s.e.f.NewVar()
		s.require([]cnf.Lit{l.unless, equal}, pool.Eq(x, image), false)
		l.unless = -equal
	}
}

// variable is an original variable, which may have become a part of another one.
func (p *problem) variable(v int) task.Expr {
	m := p.view.members[v]
	of := p.pool.Var(m.v)
	if slices.Equal(p.view.from.Vars[v].Values, p.domain(m.v)) && inOrder(m.at) {
		return of
	}
	codes := make([]task.Expr, len(m.at))
	for i, place := range m.at {
		codes[i] = p.pool.Const(p.view.from.Vars[v].Values[place])
	}
	return p.pool.Select(of, codes...)
}

// image is the value of an original variable in the image.
func (p *problem) image(x *automorphism, v int) task.Expr {
	w := x.from[v]
	values, others := p.view.from.Vars[w].Values, p.view.from.Vars[v].Values
	if inOrder(x.as[v]) && slices.Equal(values, others) {
		return p.variable(w)
	}
	return rename(p.pool, p.variable(w), values, others, x.as[v])
}
