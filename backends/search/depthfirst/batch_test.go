package depthfirst

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
)

// TestBatch compares searches by batches with searches without: the plan and all counts are the same, also if
// batch searches become too large, and where tiles have different costs.
func TestBatch(t *testing.T) {
	batched := [maxWords + 1]int64{} // by words
	rapid.Check(t, func(rt *rapid.T) {
		shape := rapid.SampledFrom([][2]int{{2, 3}, {3, 3}, {3, 6}}).Draw(rt, "rows and columns")
		tk := searchtest.Tiles(shape[0], shape[1], walked(rt, shape[0], shape[1])...)
		if rapid.Bool().Draw(rt, "weighed") {
			for m := range tk.Moves {
				tile := tk.Moves[m].Effects[1].Value
				tk.Moves[m].Cost = tk.Pool.Add(tk.Pool.Const(3), tile)
			}
			(&searchtest.Builder{Task: tk}).Finish()
		}
		h := rapid.SampledFrom([]string{"manhattan", "hamming", "blind"}).Draw(rt, "heuristic")
		largest := rapid.SampledFrom([]int64{10, 200, mostBatched}).Draw(rt, "largest batch")
		noPrune := rapid.Bool().Draw(rt, "no pruning")
		search := func(largest int64) (o job.Outcome, s *Search) {
			s = guided(rt, tk, h, backends.Options{NoPrune: noPrune, Threads: 1})
			s.PruneAfter = 0
			search, ok := s.newIDAStar()
			require.True(rt, ok)
			switch d := search.(type) {
			case *idaStar1:
				o = byBatches(s, d, largest, &batched[1])
			case *idaStarWide:
				o = byBatches(s, d, largest, &batched[2])
			}
			s.Counts.PeakBytes = 0
			return o, s
		}
		want, plain := search(0)
		got, s := search(largest)
		require.True(rt, want.Found)
		require.Equal(rt, want, got)
		require.Equal(rt, plain.Counts, s.Counts)
		s.cost(rt, tk, got)
	})
	if !testing.Short() { // make quick draws few puzzles
		require.Greater(t, batched[1], int64(10000))
		require.Greater(t, batched[2], int64(10000))
	}
}

type (
	idaStar1    = idaStar[uint64]
	idaStarWide = idaStar[wide]
)

// byBatches runs IDA* with batch searches of at most largest states; 0: without batches. From the beginning it searches
// large subtrees.
func byBatches[W state](s *Search, d *idaStar[W], largest int64, batched *int64) job.Outcome {
	if d.largest = largest; largest == 0 {
		d.small = nil
	}
	return s.deepen(func(bound int64) (int64, job.Outcome) {
		if d.small != nil && d.lists.batches {
			d.narrow, d.broad = math.MaxInt32, 0
		}
		next, o := d.pass(bound)
		*batched += d.batched
		return next, o
	})
}

// walked draws a board that a few moves lead to from the solved one.
func walked(t *rapid.T, rows, cols int) []int64 {
	board := searchtest.Span(rows * cols)
	copy(board, board[1:])
	board[len(board)-1] = 0
	hole, before := len(board)-1, -1
	for i := range rapid.IntRange(3, 14).Draw(t, "moves") {
		var next []int
		for c := range board {
			if abs(c/cols-hole/cols)+abs(c%cols-hole%cols) == 1 && c != before {
				next = append(next, c)
			}
		}
		c := rapid.SampledFrom(next).Draw(t, fmt.Sprint("hole ", i))
		board[hole], board[c] = board[c], 0
		hole, before = c, hole
	}
	return board
}
