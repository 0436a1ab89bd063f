package sat

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// The parity of the number of lights that are on never changes, which no pair of lights shows. The number of states
// ends the search, and then there is no long plan either.
func TestStatesEndTheSearch(t *testing.T) {
	for _, least := range []int{0, 2} {
		r, err := Backend{}.Solve(t.Context(), sattest.PairsOfLights(3, 0), backends.Options{MinHorizon: least})
		require.NoError(t, err)
		require.Equal(t, backends.Unsolvable, r.Status)
	}
	r := solve(t, sattest.PairsOfLights(3, 1))
	require.Equal(t, backends.Solved, r.Status)
	require.Len(t, r.Plans[0].Moves, 1)
}

// Of three lights in a row two change places, so that never all are on or off; each pair may be. What leads to all of
// them on ends some moves before that: the last of the steps of a way that only begins where all are on.
func TestNothingLeadsToAGoal(t *testing.T) {
	way := func(steps int64) *task.Task {
		b := sattest.NewBuilder("way")
		p := b.Pool
		lights := []int{b.Variable("a", 0, 0, 1), b.Variable("b", 1, 0, 1), b.Variable("c", 1, 0, 1)}
		at := b.Variable("at", 0, sattest.UpTo(steps+2)...)
		all := task.True
		for i, v := range lights {
			all = p.And(all, b.Is(v, 1))
			for _, w := range lights[:i] {
				b.Move("exchange", p.And(b.Is(at, 0), p.Not(p.Eq(p.Var(v), p.Var(w)))), sattest.Set(v, p.Var(w)),
					sattest.Set(w, p.Var(v)))
			}
		}
		for k := range steps {
			b.Move("step", p.And(all, b.Is(at, k)), sattest.Set(at, p.Const(k+1)))
		}
		b.Goal = p.And(all, b.Is(at, steps))
		return b.Task
	}
	for steps, want := range []string{
		"the start is not a goal state, and no move leads from a reachable state into a goal state",
		"no plan has fewer than 8 moves, and no 2 moves lead from a state that can be reached to a goal",
	} {
		r := solve(t, way(int64(steps)))
		require.Equal(t, backends.Unsolvable, r.Status)
		require.Equal(t, backends.ProofUnsat, r.Proof)
		require.Equal(t, want, r.Reason)
	}
}
