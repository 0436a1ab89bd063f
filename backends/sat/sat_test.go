package sat

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/compiler/task"
)

func TestTiles(t *testing.T) {
	for _, tt := range []struct {
		name       string
		rows, cols int
		start      []int64
		cost       int64 // −1: no plan
	}{
		{"solved", 2, 2, []int64{1, 2, 3, 0}, 0},
		{"farthest", 2, 2, []int64{0, 3, 2, 1}, 6},
		{"parity", 2, 2, []int64{2, 1, 3, 0}, -1},
		{"2x3", 2, 3, []int64{4, 5, 0, 1, 2, 3}, 21},
		{"3x3", 3, 3, []int64{1, 2, 3, 4, 0, 6, 7, 5, 8}, 2},
		{"hardest", 3, 3, sattest.Hardest, 31},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if testing.Short() && tt.cost > 30 {
				t.Skip("seconds")
			}
			r, err := Backend{}.Solve(context.Background(), sattest.Tiles(tt.rows, tt.cols, tt.start),
				backends.Options{Progress: func(p backends.Progress) { t.Log(p) }})
			require.NoError(t, err)
			if tt.cost < 0 {
				require.Equal(t, backends.Unsolvable, r.Status)
				return
			}
			require.Equal(t, backends.Solved, r.Status)
			require.True(t, r.Optimal)
			require.Equal(t, tt.cost, r.Plans[0].Cost)
		})
	}
}

func TestQueens(t *testing.T) {
	for n, count := range map[int]int{3: 0, 4: 2, 6: 4, 8: 92, 10: 724} {
		r, err := Backend{}.Solve(context.Background(), searchtest.Queens(n), backends.Options{All: true})
		require.NoError(t, err)
		require.Len(t, r.Plans, count)
		require.Equal(t, count == 0, r.Status == backends.Unsolvable)
		require.True(t, r.Complete)
	}
}

// Of two sides with four places each the places are passed through, going from side to side. Seven moves are needed at
// least, and after seven moves the pairs of values that are possible go round in a cycle, in which a goal comes every
// other time.
func TestACircleOfLayersIsLookedThrough(t *testing.T) {
	b := sattest.NewBuilder("sweep")
	const places = 8
	b.Variable("at", 0, sattest.UpTo(places)...)
	clean := []task.Expr{b.Pool.Lt(b.Pool.Var(0), b.Pool.Const(places/2))}
	var dirty []task.Expr
	for c := range int64(places) {
		v := b.Variable(fmt.Sprintf("dirty[%d]", c), sattest.Truth(c != 0), 0, 1)
		clean, dirty = append(clean, b.Is(v, 0)), append(dirty, b.Pool.Var(v))
	}
	b.Arrays = []task.Array{{Name: "dirty", Elems: dirty}}
	for from := range int64(places) {
		for to := range int64(places) {
			if from < places/2 != (to < places/2) {
				b.Move(fmt.Sprintf("go(%d, %d)", from, to), b.Is(0, from), sattest.Set(0, b.Pool.Const(to)),
					sattest.Set(1+int(to), task.False))
			}
		}
	}
	b.Goal = b.Pool.And(clean...)
	r := solve(t, b.Task)
	require.Equal(t, backends.Solved, r.Status)
	require.Len(t, r.Plans[0].Moves, 8)
}

// Which variables an expression may read is noted in 64 bits: what is said of a variable whose bit is that of another
// is not true of the other.
func TestVariablesThatShareABit(t *testing.T) {
	b := sattest.NewBuilder("many variables")
	for i := range 66 {
		b.Variable(fmt.Sprintf("x[%d]", i), sattest.Truth(i == 64), 0, 1)
	}
	b.Move("copy", b.Is(0, 0), sattest.Set(0, b.Pool.Const(1)),
		task.Effect{Var: 1, Cond: task.True, Value: b.Pool.Var(64)})
	b.Move("put", b.Is(0, 1), sattest.Set(0, b.Pool.Const(0)), sattest.Set(64, b.Pool.Const(0)))
	b.Goal = b.Pool.And(b.Is(1, 1), b.Is(64, 0))
	r := solve(t, b.Task)
	require.Equal(t, backends.Solved, r.Status)
	require.Len(t, r.Plans[0].Moves, 2)
}
