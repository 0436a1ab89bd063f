package encode

import (
	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/task"
)

// Of plans that are images of one another the first is looked for, by the values of the states one after
// another (Crawford, Ginsberg, Luks and Roy 1996; of plans: Rintanen, "Symmetry reduction for SAT representations of transition systems", 2003). All
// images are compared in one order, so that one plan of each class comes before all of its images.

// Bounds on what is compared: what comes later seldom decides.
const (
	mostComparedPlans = 48 // values of a plan
	mostCompared      = 32 // variables of an assignment
)

// leader keeps the states of a plan from being greater than those of its image.
type leader struct {
	*reduced.Automorphism
	unless   cnf.Lit // smaller already
	compared int
}

func leaders(xs []*reduced.Automorphism) (out []*leader) {
	for _, x := range xs {
		out = append(out, &leader{Automorphism: x, unless: cnf.False})
	}
	return out
}

// lead adds a state to what is compared.
func (s *Step) lead(l *leader) {
	pool := s.e.P.Pool
	for v, w := range l.From {
		if w < v && l.Exchanges(v, w) { // of two that change places one comparison says all
			continue
		}
		x, image := s.e.P.Variable(v), s.e.P.Image(l.Automorphism, v)
		if x == image || l.compared == mostComparedPlans || s.e.F.Err() != nil {
			continue
		}
		l.compared++
		s.require([]cnf.Lit{l.unless}, pool.Le(x, image), true)
		equal := s.e.F.NewVar()
		s.require([]cnf.Lit{l.unless, equal}, pool.Eq(x, image), false)
		l.unless = -equal
	}
}

// NotGreater demands that a state is not greater than its image.
func (s *Step) NotGreater(y *task.Symmetry) {
	pool, plain := s.e.P.Pool, s.e.P.Imports
	unless := -s.Lit(plain.Expr(y.Guard), cnf.Both) // not equivalent, or smaller already
	compared := 0
	for _, e := range y.Effects {
		x := pool.Var(e.Var)
		image := pool.Ite(plain.Expr(e.Cond), plain.Expr(e.Value), x)
		if image == x || compared == mostCompared || s.e.F.Err() != nil {
			continue
		}
		compared++
		s.require([]cnf.Lit{unless}, pool.Le(x, image), true)
		equal := s.e.F.NewVar()
		s.require([]cnf.Lit{unless, equal}, pool.Eq(x, image), false)
		unless = -equal
	}
	if err := plain.Err(); err != nil {
		s.e.F.Fail(err)
	}
}
