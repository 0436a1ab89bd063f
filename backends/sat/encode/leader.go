package encode

import (
	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/compiler/task"
)

// The formula keeps only the least of a plan and its images, in lexicographic order of the values of the states
// (Crawford, Ginsberg, Luks and Roy, "Symmetry-breaking predicates for search problems", 1996; for plans: Rintanen,
// "Symmetry reduction for SAT representations of transition systems", 2003). All comparisons use the same order, so the
// least of all images is never excluded.

// Bounds on the compared values: later values seldom decide.
const (
	mostComparedPlans = 48 // values of a plan
	mostCompared      = 32 // variables of an assignment
)

// leader makes the states of a plan not greater than those of its image.
type leader struct {
	*reduced.Automorphism
	unless   cnf.Lit // true if the plan is smaller already
	compared int
}

func leaders(xs []*reduced.Automorphism) (out []*leader) {
	for _, x := range xs {
		out = append(out, &leader{Automorphism: x, unless: cnf.False})
	}
	return out
}

// lead compares the values of another state.
func (s *Step) lead(l *leader) {
	pool := s.e.P.Pool
	for v, w := range l.From {
		if w < v && l.Exchanges(v, w) { // one comparison is enough for two variables that exchange their values
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

// NotGreater makes the state not greater than its image under a symmetry, if the symmetry applies.
func (s *Step) NotGreater(y *task.Symmetry) {
	pool, plain := s.e.P.Pool, s.e.P.Imports
	unless := -s.Lit(plain.Expr(y.Guard), cnf.Both) // the symmetry is not applicable, or the state is smaller already
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
