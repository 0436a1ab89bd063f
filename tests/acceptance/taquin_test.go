package acceptance_test

import (
	"fmt"
	"strings"
	"testing"
)

const taquin = "moves/taquin.pz"

// The two 3×3 boards that need 31 moves, by each algorithm and by SAT.
func TestLongHardestEightPuzzles(t *testing.T) {
	for _, start := range [][]int{{8, 6, 7, 2, 5, 4, 3, 0, 1}, {6, 4, 7, 8, 5, 0, 3, 2, 1}} {
		puzzle := grounded(t, taquin, params{"start": start})
		for _, o := range []struct{ backend, algorithm, heuristic string }{
			{"auto", "", ""},
			{"search", "bfs", ""},
			{"search", "ucs", ""},
			{"search", "astar", "hamming"},
			{"search", "astar", "manhattan"},
			{"search", "astar", "linear_conflict"},
			{"search", "idastar", "manhattan"},
			{"search", "idastar", "linear_conflict"},
			{"sat", "", ""},
		} {
			t.Run(fmt.Sprint(start, o), func(t *testing.T) {
				wantCost(t, 31, solve(t, puzzle, by(o.backend, o.algorithm, o.heuristic)))
			})
		}
	}
}

// The fourteen boards of two course reports.
func TestLongReportBoards(t *testing.T) {
	for _, line := range corpusLines(t, "taquin_reports.txt") {
		c := columns(line)
		size := numbers(t, c[0], " ")
		p := params{"rows": size[0], "cols": size[1], "start": numbers(t, c[1], " ")}
		want := int64(number(t, c[2]))
		t.Run(c[1], func(t *testing.T) {
			puzzle := grounded(t, taquin, p)
			wantCost(t, want, solve(t, puzzle, by("auto", "", "")))
			wantCost(t, want, solve(t, puzzle, by("search", "idastar", "manhattan")))
			wantCost(t, want, solve(t, puzzle, by("search", "idastar", "linear_conflict")))
			if want <= 20 {
				wantCost(t, want, solve(t, puzzle, by("sat", "", "")))
			}
		})
	}
}

// Boards that no plan solves: half of all are of the wrong parity.
func TestUnsolvableBoards(t *testing.T) {
	for _, line := range corpusLines(t, "unsolvable.txt") {
		c := columns(line)
		words := strings.Fields(c[0])
		if words[0] != "TILES" {
			continue
		}
		t.Run(c[0]+" "+c[1], func(t *testing.T) {
			size := numbers(t, words[1], "x")
			p := params{"rows": size[0], "cols": size[1], "start": numbers(t, c[1], " ")}
			if words[2] == "first" {
				p["finish"] = holeFirst(size[0] * size[1])
			}
			puzzle := grounded(t, taquin, p)
			wantUnsolvable(t, solve(t, puzzle, by("auto", "", "")))
			wantUnsolvable(t, solve(t, puzzle, by("sat", "", "")))
		})
	}
}
