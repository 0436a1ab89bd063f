package sat

import (
	"context"
	"fmt"
	"slices"
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

// tilesByDirection is the sliding puzzle with four moves that find the hole themselves.
func tilesByDirection(rows, cols int, start []int64) *task.Task {
	x := sattest.Tiles(rows, cols, start)
	b := &sattest.Builder{Builder: &searchtest.Builder{Task: x}}
	p, elems := b.Pool, b.Arrays[0].Elems
	hole := p.FindKnown(task.FindSure, p.Const(0), elems...)
	b.Moves = nil
	for _, d := range []struct {
		name   string
		dr, dc int
	}{{"up", -1, 0}, {"right", 0, 1}, {"down", 1, 0}, {"left", 0, -1}} {
		var places []task.Expr
		var effects []task.Effect
		for c := range rows * cols {
			r, k := c/cols+d.dr, c%cols+d.dc
			if r < 0 || r >= rows || k < 0 || k >= cols {
				continue
			}
			here := p.Eq(hole, p.Const(int64(c)))
			places = append(places, here)
			effects = append(effects,
				task.Effect{Var: c, Cond: here, Value: elems[r*cols+k]},
				task.Effect{Var: r*cols + k, Cond: here, Value: p.Const(0)})
		}
		b.Move(d.name, p.Or(places...), merged(p, effects)...)
	}
	return b.Task
}

// merged makes one effect of those that write the same variable.
func merged(p *task.Pool, effects []task.Effect) []task.Effect {
	var out []task.Effect
	for _, e := range effects {
		i := slices.IndexFunc(out, func(o task.Effect) bool { return o.Var == e.Var })
		if i < 0 {
			out = append(out, e)
			continue
		}
		out[i].Value = p.Ite(e.Cond, e.Value, out[i].Value)
		out[i].Cond = p.Or(out[i].Cond, e.Cond)
	}
	slices.SortFunc(out, func(a, b task.Effect) int { return a.Var - b.Var })
	return out
}

func TestMovesThatFindTheirPlace(t *testing.T) {
	r := solve(t, tilesByDirection(2, 2, []int64{0, 3, 2, 1}))
	require.True(t, r.Optimal)
	require.Equal(t, int64(6), r.Plans[0].Cost)

	r = solve(t, tilesByDirection(2, 3, []int64{4, 0, 2, 5, 1, 3}))
	require.True(t, r.Optimal)
	require.Equal(t, solve(t, sattest.Tiles(2, 3, []int64{4, 0, 2, 5, 1, 3})).Plans[0].Cost, r.Plans[0].Cost)
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
