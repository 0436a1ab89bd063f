package search

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// A list that a limit cut off is not complete; one that the limit leaves whole is.
func TestCutListsAreNotComplete(t *testing.T) {
	b := searchtest.NewBuilder("two ways")
	b.Variable("x", 0, searchtest.Span(4)...)
	for i := range int64(2) {
		b.Move("out", b.Is(b.At(0), 0), 1, b.Set(0, b.Pool.Const(1+i)))
		b.Move("in", b.Is(b.At(0), 1+i), 1, b.Set(0, b.Pool.Const(3)))
	}
	b.Goal = b.Is(b.At(0), 3)
	two := 2
	for _, o := range []backends.Options{{All: true}, {All: true, Horizon: &two}} {
		for limit, plans := range []int{2, 1, 2, 2} {
			o.Limit = limit
			res := solve(t, b.Finish(), o)
			require.Len(t, res.Plans, plans)
			require.Equal(t, limit != 1, res.Complete, "limit %d", limit)
		}
	}
}

// That there is no plan of a given length does not say that there is none, whether shorter ones or longer ones are
// left.
func TestNoPlanOfALengthIsNoProof(t *testing.T) {
	for _, moves := range []int{0, 1, 2, 3, 4} {
		for _, count := range []bool{false, true} {
			b := searchtest.NewBuilder("row")
			b.Variable("x", 0, searchtest.Span(3)...)
			for i := range int64(2) {
				b.Move("on", b.Is(b.At(0), i), 1, b.Set(0, b.Pool.Const(i+1)))
			}
			b.Goal = b.Is(b.At(0), 2)
			res := solve(t, b.Finish(), backends.Options{All: true, Count: count, Horizon: &moves})
			require.NotEqual(t, backends.Unsolvable, res.Status, "%d moves", moves)
			require.Equal(t, moves == 2, len(res.Plans) > 0 || res.Count != nil && res.Count.Sign() > 0, "%d moves", moves)
			b.Goal = task.False
			if res := solve(t, b.Finish(), backends.Options{All: true, Horizon: &moves}); moves > 2 {
				require.Equal(t, backends.Unsolvable, res.Status, "%d moves", moves)
			}
		}
	}
}
