package encode

import (
	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/compiler/task"
)

// mostCompared is the number of variables of an assignment that are compared: later values seldom decide.
const mostCompared = 32

// NotGreater makes the state not greater than its image under a symmetry, if the symmetry applies.
func (s *Step) NotGreater(y *task.Symmetry) {
	pool, plain := s.e.P.Pool, s.e.P.Imports
	unless := -s.lit(plain.Expr(y.Guard), cnf.Both) // the symmetry is not applicable, or the state is smaller already
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
