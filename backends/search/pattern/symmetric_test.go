package pattern

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/compiler/task"
)

// TestSymmetric: a table that serves two patterns gives what a table of each gives.
func TestSymmetric(t *testing.T) {
	if testing.Short() {
		t.Skip("large tables, on one thread")
	}
	testSymmetric(t, 5, 6, 0, [][]int64{{4, 5, 10, 11}, {18, 19, 24, 25}}, 1)
}

// TestLongTwins: also in the reflection of a sum, and where the hole is at home in another place.
func TestHoursTwins(t *testing.T) {
	testSymmetric(t, 5, 5, 0, [][]int64{{3, 4, 8, 9, 14}, {16, 20, 21, 15, 10}, {24, 23, 19, 18, 22}}, 1)
}

func TestLongTwins(t *testing.T) {
	testSymmetric(t, 5, 5, 24, [][]int64{{3, 4, 8, 9, 14}, {16, 20, 21, 15, 22}, {1, 2, 5, 6, 7}}, 2)
}

// testSymmetric compares the costs of patterns with symmetric ones and the costs of patterns without. groups holds the
// homes of the values, own the number of groups with a table of their own.
func testSymmetric(t *testing.T, rows, cols, hole int, groups [][]int64, own int) {
	finish := func(c int) int64 { return int64((c + rows*cols - hole) % (rows * cols)) }
	var board []int64
	for c := range rows * cols {
		board = append(board, finish(c))
	}
	for _, g := range groups {
		for i, home := range g {
			g[i] = finish(int(home))
		}
	}
	tk := searchtest.Named(searchtest.Slide(rows, cols, finish, board...))
	sp := space.New(t.Context(), tk, true)
	builder := newBuilder(t.Context())
	b := newChooser(sp, builder).newPermuted(0)
	b.choice = &chosen{size: Large}
	sp.OwnTask()
	whose, by, ok := b.costs(groups)
	require.True(t, ok)
	p := sp.Task.Pool
	require.Len(t, p.Costs(p.Add(whose...)), own)
	var apart []task.Expr
	for _, g := range groups {
		e, ok := b.pattern(g, true)
		require.True(t, ok)
		apart = append(apart, e)
	}
	reflections := b.reflections()
	require.Len(t, reflections, max(0, cols-rows+1-(cols-rows)*2))
	none := make([]*reflection, len(groups))
	compareCosts(t, sp, builder, b.images(nil, whose, by), apart)
	for _, r := range reflections {
		compareCosts(t, sp, builder, b.images(&r, whose, by), b.images(&r, apart, none))
	}
}

func compareCosts(t *testing.T, sp *space.Space, builder *builder, costs, wants []task.Expr) {
	p := sp.Task.Pool
	cost, want := p.Add(costs...), p.Add(wants...)
	require.NoError(t, builder.need(sp, cost))
	require.NoError(t, builder.need(sp, want))
	_, carried := sp.Program.TableSums(cost)
	require.True(t, carried)
	x, ev, st := space.NewExpander(sp), sp.NewEvaluator(), make([]uint64, sp.Layout.Words)
	h, other := estimate.Estimate{Inst: sp.Program.Compile(cost)}, estimate.Estimate{Inst: sp.Program.Compile(want)}
	require.True(t, sp.Layout.Pack(sp.Task.Init, st))
	seed := uint64(1)
	for range 5000 {
		require.Equal(t, other.Of(st, ev), h.Of(st, ev))
		x.Expand(st)
		seed = seed*6364136223846793005 + 1442695040888963407
		copy(st, x.State(int(seed>>33%uint64(len(x.Kids)))))
	}
}
