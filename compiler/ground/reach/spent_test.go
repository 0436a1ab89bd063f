package reach

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/compiler/task/tasktest"
)

// What is said to be excluded by facts and by the conditions of a move is so in no state. Moves that reach nothing more
// are left out by it, and a puzzle is called unsolvable where its goal is not reached.
func TestExcludedNeverHolds(t *testing.T) {
	domains := [][]int64{{0, 1}, {0, 1, 2, 3}, {-2, 0, 5}, {3, 4, 6}}
	excluded, possible := 0, 0
	for seed := range uint64(2000) {
		p := task.NewPool(func(v int) []int64 { return domains[v] })
		s := &tasktest.Exprs{Rnd: rand.New(rand.NewPCG(seed, 5)), Pool: p, N: len(domains)}
		state := make([]int64, len(domains))
		for v, d := range domains {
			state[v] = d[s.Rnd.IntN(len(d))]
		}
		like := func(e task.Expr, other int64) int64 { // mostly what it is in this state
			if s.Rnd.IntN(6) == 0 {
				return other
			}
			return p.Eval(e, state)
		}
		pieces := []task.Expr{s.Truth(0), s.Truth(0), p.Not(s.Truth(0))}
		truth := func() task.Expr { // often of parts that other facts are about
			a, b := pieces[s.Rnd.IntN(3)], pieces[s.Rnd.IntN(3)]
			switch s.Rnd.IntN(5) {
			case 0:
				return p.And(a, b)
			case 1:
				return p.Or(a, b)
			case 2:
				return p.Eq(p.Ite(a, s.Number(0), s.Number(1)), s.Number(0))
			}
			return s.Truth(s.Rnd.IntN(3))
		}
		var w writes
		var given []fact
		for range s.Rnd.IntN(4) {
			c := truth()
			if like(c, 1) == 0 {
				c = p.Not(c)
			}
			w.conds = append(w.conds, c)
		}
		for _, e := range pieces[:s.Rnd.IntN(4)] {
			given = append(given, fact{e, like(e, 0)})
		}
		for range 1 + s.Rnd.IntN(3) {
			e := truth()
			given = append(given, fact{e, like(e, int64(s.Rnd.IntN(2)))})
		}
		e := s.Number(s.Rnd.IntN(3))
		given = append(given, fact{e, like(e, int64(s.Rnd.IntN(5)))})
		w.at = newAssignment(p)
		holds := false
		tasktest.EachState(domains, nil, func(state []int64) {
			holds = holds || !slices.ContainsFunc(given, func(f fact) bool { return p.Eval(f.e, state) != f.x }) &&
				!slices.ContainsFunc(w.conds, func(c task.Expr) bool { return p.Eval(c, state) == 0 })
		})
		switch {
		case holds:
			require.False(t, w.excluded(given), "seed %d", seed)
			possible++
		case w.excluded(given):
			excluded++
		}
	}
	require.Greater(t, possible, 1000)
	require.Greater(t, excluded, 150)
}
