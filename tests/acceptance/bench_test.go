package acceptance_test

import (
	"testing"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// BenchmarkKorf solves the corpus's boards of Korf's with default settings, with tables that are built before.
// One round is all boards.
func BenchmarkKorf(b *testing.B) {
	o := puzzle.Options{
		Backend: "search",
		Options: backends.Options{Tables: b.TempDir()},
	}
	var boards []*puzzle.Puzzle
	var costs []int64
	for _, line := range corpusLines(b, "korf100.txt") {
		c := columns(line)
		boards = append(boards, grounded(b, taquin, params{
			"rows": 4, "cols": 4, "start": numbers(b, c[2], " "), "finish": holeFirst(16),
		}))
		costs = append(costs, int64(number(b, c[1])))
	}
	first := o
	first.Heuristic = "patterns" // builds them
	wantCost(b, costs[0], solve(b, boards[0], first))
	var expanded int64
	for b.Loop() {
		for i := range boards {
			a := solve(b, boards[i], o)
			wantCost(b, costs[i], a)
			expanded += a.Stats.Expanded
		}
	}
	b.ReportMetric(float64(expanded)/b.Elapsed().Seconds(), "nodes/s")
}
