package depthfirst

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// TestSelector takes moves apart by the values of a variable: that gives the search of the moves that are apart
// already.
func TestSelector(t *testing.T) {
	c, ok := newSearch(searchtest.KnightJumps(5, 0, 0), backends.Options{}).newBacktracker()
	require.True(t, ok)
	require.EqualValues(t, 0, c.(*backtracker[uint64]).lists.selector)
	backtrack := func(tk *task.Task) (moves []int, counts backends.Stats) {
		s := newSearch(tk, backends.Options{})
		o := s.Backtrack()
		s.cost(t, tk, o)
		return o.Moves, s.Counts
	}
	moves, want := backtrack(searchtest.KnightTable(0, 5, 0, 0))
	jumps, got := backtrack(searchtest.KnightJumps(5, 0, 0))
	assert.Equal(t, want.Backtracks, got.Backtracks)
	assert.Equal(t, want.DeadEnds, got.DeadEnds)
	assert.Equal(t, want.Expanded, got.Expanded)
	assert.Len(t, jumps, 24)
	for _, ballast := range []int{50, 120} {
		same, wide := backtrack(searchtest.KnightTable(ballast, 5, 0, 0))
		assert.Equal(t, moves, same)
		assert.Equal(t, want.Backtracks, wide.Backtracks)
		assert.Equal(t, want.DeadEnds, wide.DeadEnds)
	}
}

// Where paths are followed without looking for states that come again, none can: each move raises the sum of an array,
// or each lowers it.
func TestBacktracksOnlyWhereNothingReturns(t *testing.T) {
	listed := 0
	for seed := range uint64(400) {
		rnd := rand.New(rand.NewPCG(seed, 8))
		b := searchtest.NewBuilder("steps")
		var vars []task.Expr
		for v := range 3 {
			vars = append(vars, b.Variable(fmt.Sprint("v", v), 1, searchtest.Span(4)...))
		}
		b.Arrays = []task.Array{{Name: "v", Elems: vars}}
		up, down := true, true
		for m := range 1 + rnd.IntN(3) {
			var guard []task.Expr
			var effects []task.Effect
			rise := int64(0)
			for v, x := range vars {
				if from, to := int64(rnd.IntN(4)), int64(rnd.IntN(4)); from != to && rnd.IntN(2) == 0 {
					guard, effects, rise = append(guard, b.Is(x, from)), append(effects, b.Set(v, b.Pool.Const(to))), rise+to-from
				}
			}
			b.Move(fmt.Sprint("m", m), b.Pool.And(guard...), 1, effects...)
			up, down = up && rise > 0, down && rise < 0
		}
		b.Goal = b.Is(vars[0], 3)
		s := newSearch(b.Finish(), backends.Options{})
		s.MaxCost = math.MaxInt64
		if _, ok := s.newBacktracker(); ok {
			listed++
			require.True(t, up || down, "seed %d", seed)
		}
	}
	require.Greater(t, listed, 20)
}
