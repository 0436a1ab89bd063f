package search

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/task"
)

// least is the cost of a cheapest plan.
func (x *exhausted) least() int64 { return x.rest[0] }

// TestLibraryWithoutPromises: with the symmetries and prunings of the library's models the answers are those without, for an instance of each model that
// has few states.
func TestLibraryWithoutPromises(t *testing.T) { libraryWithoutPromises(t, 1, 1000) }

// TestLongLibraryWithoutPromises is the same for all instances, and for more states.
func TestLongLibraryWithoutPromises(t *testing.T) { libraryWithoutPromises(t, math.MaxInt, 40000) }

func libraryWithoutPromises(t *testing.T, n, most int) {
	t.Helper()
	eachLibraryTask(t, n, func(t *testing.T, tk *task.Task) {
		if len(tk.Symmetries)+len(tk.Prunings) == 0 || tk.Facts.Unsolvable != "" || tk.HasFree() {
			t.Skip("nothing is promised")
		}
		x, ok := exhaust(tk, most)
		if !ok {
			t.Skip("too many states")
		}
		for _, a := range []string{"bfs", "ucs", "astar", "auto", "greedy"} {
			res := solve(t, tk, backends.Options{Algorithm: a})
			require.Equal(t, x.least() >= hopeless, res.Status == backends.Unsolvable, "%s: %s", a, res.Reason)
			require.True(t, !res.Optimal || res.Plans[0].Cost == x.least(), a)
			require.True(t, res.Optimal || res.Status == backends.Unsolvable || a == "bfs" || a == "greedy", a)
			require.NotContains(t, res.Choice, "carried back")
		}
		p := newPruning(context.Background(), x.sp)
		if p == nil || len(tk.Moves) > 200 {
			return
		}
		t.Logf("%d moves, %d states, branching %.2f, trusted %v", p.moves, p.states(), p.branching(), p.promises)
		x.samePruned(t, p)
	})
}

// samePruned checks that each state is reached at the same cost without what the pruning cuts.
func (x *exhausted) samePruned(t *testing.T, p *pruning) {
	none := &pruning{
		moves: p.moves, words: p.words, next: make([]int32, p.moves), allowed: slices.Repeat([]uint64{^uint64(0)}, p.words),
	}
	require.Equal(t, x.costs(none), x.costs(p))
}

// costs is the least cost of each state from the first one (Dijkstra over states and last moves).
func (x *exhausted) costs(p *pruning) []int64 {
	w := x.sp.Layout.Words
	nodes := store.NewClosed(w + 1)
	var cost []int64
	var open store.Queue
	reach := func(st []uint64, last int32, g int64) {
		id, fresh := nodes.Put(append(slices.Clone(st), uint64(last)))
		if fresh {
			cost = append(cost, noCost)
		}
		if g < cost[id] {
			cost[id] = g
			open.Push(g, 0, id)
		}
	}
	best := slices.Repeat([]int64{noCost}, x.states.Len())
	reach(x.states.State(0), 0, 0)
	e := space.NewExpander(x.sp)
	for {
		g, _, id, ok := open.Pop()
		if !ok {
			return best
		}
		if g > cost[id] {
			continue
		}
		node := slices.Clone(nodes.State(id))
		st, last := node[:w], int32(node[w])
		n, _ := x.states.Find(st)
		best[n] = min(best[n], g)
		e.Only = p.row(last)
		e.Expand(st)
		for k, kid := range e.Kids {
			reach(e.State(k), p.after(last, kid.Move), g+kid.Cost)
		}
	}
}

// The faces of the 2×2×2 cube: after another turn 13.3 of the 18 turns are left, and two more turns are known to be redundant where a
// pair turns the whole cube.
func TestPruningOfTheCube(t *testing.T) {
	face := [][]int{{0, 1, 3, 2}, {4, 5, 7, 6}, {8, 9, 11, 10}, {12, 13, 15, 14}, {16, 17, 19, 18}, {20, 21, 23, 22}}
	side := [][]int{
		{5, 4, 9, 8, 17, 16, 21, 20},
		{1, 3, 22, 20, 13, 15, 9, 11},
		{2, 3, 4, 6, 13, 12, 19, 17},
		{10, 11, 6, 7, 22, 23, 18, 19},
		{0, 2, 8, 10, 12, 14, 23, 21},
		{1, 0, 16, 18, 14, 15, 7, 5},
	}
	var cycles [][][]int
	for f := range face {
		s := side[f]
		cycles = append(cycles, [][]int{face[f], {s[0], s[2], s[4], s[6]}, {s[1], s[3], s[5], s[7]}})
	}
	tk := turns(24, searchtest.Span(24), searchtest.Span(24), []int{4, 4, 4, 4, 4, 4}, cycles...)
	p := newPruning(context.Background(), space.New(context.Background(), tk, true))
	require.Equal(t, 18, p.moves)
	require.InDelta(t, 11.83, p.branching(), 0.01)
	pairs := slices.DeleteFunc(redundantMoves(context.Background(), space.New(context.Background(), tk, true), lowerNumbers), func(s []int32) bool {
		return len(s) > 2
	})
	require.InDelta(t, 13.35, buildPruning(18, pairs, nil).branching(), 0.01)
}
