package acceptance_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// holeFirst is the finish 0 1 2 … of the corpus.
func holeFirst(tiles int) []int {
	finish := make([]int, tiles)
	for i := range finish {
		finish[i] = i
	}
	return finish
}

// Korf's random 15-puzzles: the least number of moves.
func TestLongKorf(t *testing.T) { korf(t, 0, 41) }

func TestHoursKorf(t *testing.T) { korf(t, 42, 80) }

// korf takes the boards whose plans have numbers of moves between two.
func korf(t *testing.T, least, most int) {
	t.Helper()
	for _, line := range corpusLines(t, "korf100.txt") {
		c := columns(line)
		want := number(t, c[1])
		if want < least || want > most {
			continue
		}
		t.Run(c[0], func(t *testing.T) {
			puzzle := grounded(t, taquin, params{"rows": 4, "cols": 4, "start": numbers(t, c[2], " "), "finish": holeFirst(16)})
			wantCost(t, int64(want), solve(t, puzzle, by("search", "", "")))
		})
	}
}

// The same boards where tile t costs t.
func TestHoursHeavyKorf(t *testing.T) {
	for _, line := range corpusLines(t, "korf100_heavy.txt") {
		c := columns(line)
		want := number(t, c[1])
		t.Run(c[0], func(t *testing.T) {
			puzzle := grounded(t, taquin, params{
				"rows": 4, "cols": 4, "heavy": true, "start": numbers(t, c[3], " "), "finish": holeFirst(16),
			})
			wantCost(t, int64(want), solve(t, puzzle, by("search", "", "")))
		})
	}
}

// 3×3 boards with weights: random ones and the costliest, with the unit optimum beside the heavy one.
func TestLongHeavyEightPuzzle(t *testing.T) {
	for _, line := range corpusLines(t, "eight_puzzle_heavy.txt") {
		words := strings.Fields(line)
		if words[0] != "INST" && words[0] != "MAX" {
			continue
		}
		t.Run(line, func(t *testing.T) {
			p := params{"start": numbers(t, strings.Join(words[1:10], " "), " "), "finish": holeFirst(9)}
			wantCost(t, int64(number(t, field(t, words, "unit"))), solve(t, grounded(t, taquin, p), by("search", "", "")))
			p["heavy"] = true
			heavy := grounded(t, taquin, p)
			want := int64(number(t, field(t, words, "cost")))
			wantCost(t, want, solve(t, heavy, by("search", "", "")))
			if words[0] == "MAX" {
				for _, heuristic := range []string{"hamming", "manhattan", "linear_conflict"} {
					wantCost(t, want, solve(t, heavy, by("search", "astar", heuristic)))
				}
				wantCost(t, want, solve(t, heavy, by("search", "idastar", "linear_conflict")))
				wantCost(t, want, solve(t, heavy, by("search", "ucs", "")))
			}
		})
	}
}

// All 181,440 boards by what they cost.
func TestHeavyDistribution(t *testing.T) {
	want := map[int64]int64{}
	for _, line := range corpusLines(t, "eight_puzzle_heavy.txt") {
		var cost, boards int64
		if _, err := fmt.Sscanf(line, "DIST %d %d", &cost, &boards); err == nil {
			want[cost] = boards
		}
	}
	got := map[int64]int64{}
	p := params{"heavy": true, "start": holeFirst(9), "finish": holeFirst(9)}
	for _, layer := range explored(t, grounded(t, taquin, p)).Layers {
		got[layer.Distance] = layer.States
	}
	assert.Equal(t, want, got)
}
