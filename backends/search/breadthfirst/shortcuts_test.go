package breadthfirst

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/prune"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/compiler/task"
)

// TestShortcuts: a breadth-first search that leaves out what fewer moves replace sees the same states in the same
// order, and counts the same successors.
func TestShortcuts(t *testing.T) {
	for _, c := range []struct {
		name string
		task *task.Task
		most int   // layers
		made int64 // of 100 successors; the others were left out
	}{
		{"cube, half turns", searchtest.CubeOfCorners(true), 5, 66},
		{"cube, quarter turns", searchtest.CubeOfCorners(false), 6, 81},
		{"cube of stickers", searchtest.CubeOfStickers(true), 4, 67},
		{"hanoi", searchtest.Hanoi(4, 4), math.MaxInt, 61},
		{"tiles", searchtest.Tiles(2, 3, 1, 2, 3, 4, 5, 0), math.MaxInt, 57},
		{"pancakes", searchtest.Pancakes(searchtest.Span(6)...), math.MaxInt, 80},
	} {
		t.Run(c.name, func(t *testing.T) {
			var trails [2][]uint64
			var stats [2]backends.Stats
			var made int64
			for k, after := range []int64{math.MaxInt64, 0} {
				c.task.Goal = task.False
				r := rooted(t, c.task, backends.Options{Threads: 1})
				w, _ := New(r, nil, SeenAny, true)
				w.Start()
				from := 0
				for depth := 0; depth < c.most && from < w.queue.len(); depth++ {
					if depth == 1 {
						w.seekAfter = after
					}
					to := w.queue.len()
					require.Equal(t, -1, w.Layer(depth, from, to))
					from = to
				}
				for i := range w.queue.len() {
					st := make([]uint64, r.Space.Layout.Words)
					w.queue.at(i, st)
					trails[k] = append(trails[k], st...)
				}
				stats[k], made = w.Counts, w.Work-w.Counts.Expanded
				stats[k].PeakBytes = 0
			}
			require.Equal(t, trails[0], trails[1])
			require.Equal(t, stats[0], stats[1])
			require.Equal(t, c.made, 100*made/stats[1].Generated)
		})
	}
}

// TestManyPaths: what a byte cannot number is path 0, which leaves out nothing.
func TestManyPaths(t *testing.T) {
	tk := searchtest.Tiles(10, 10, searchtest.Span(100)...)
	sp := space.New(t.Context(), tk, false)
	p := prune.Shorter(t.Context(), sp)
	require.Greater(t, p.States(), 256)
	k := newShortcuts(sp, p)
	for path := range 256 {
		for m := range sp.Moves {
			to := p.After(int32(path), int32(m))
			if to > math.MaxUint8 || to == prune.Cut {
				to = 0
			}
			require.EqualValues(t, to, k.after(uint8(path), m))
		}
		require.Equal(t, p.Row(int32(path)), k.row(uint8(path)))
	}
}
