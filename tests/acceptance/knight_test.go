package acceptance_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/pzc-lang/pzc/internal/puzzle"
)

// The table of plain backtracking on 5×5: how many squares are taken back from each start, and how often the knight was
// stuck, in the order of moves that the corpus names. In the order of the model, all but four starts come to the same.
func TestLongKnightTable(t *testing.T) {
	knightTable(t, func(start [2]int, wrong bool) bool { // of the wrong colour ten are mirror images of two
		return !wrong || start == [2]int{0, 1} || start == [2]int{1, 2}
	})
}

func TestHoursKnightTable(t *testing.T) { knightTable(t, func([2]int, bool) bool { return true }) }

// knightTable takes the starts that are chosen; a start of the wrong colour has no tour.
func knightTable(t *testing.T, chosen func(start [2]int, wrong bool) bool) {
	t.Helper()
	file := params{"dr": []int{1, 1, -1, -1, 2, 2, -2, -2}, "dc": []int{2, -2, 2, -2, 1, -1, 1, -1}}
	starts, same := 0, 0
	for _, line := range corpusLines(t, "knights_tours.txt") {
		c := columns(line)
		words := strings.Fields(c[0])
		if words[0] != "BT5" {
			continue
		}
		start := [2]int{number(t, words[1]), number(t, words[2])}
		wrong := c[1] == "none"
		if !chosen(start, wrong) {
			continue
		}
		starts++
		t.Run(fmt.Sprint(start), func(t *testing.T) {
			file["corner"] = start
			z := grounded(t, "moves/knight_table.pz", file)
			a := solve(t, z, by("search", "backtrack", ""))
			assert.Equal(t, int64(number(t, c[3])), a.Stats.Backtracks)
			assert.Equal(t, int64(number(t, c[4])), a.Stats.DeadEnds)
			if wrong {
				wantUnsolvable(t, a)
				same++ // whatever the order
				return
			}
			assert.Len(t, a.Solutions[0].Steps, 24)
			assert.Equal(t, c[5], squares(start, a.Solutions[0].Steps))
			a = solve(t, grounded(t, "moves/knight_table.pz", params{"corner": start}), by("search", "backtrack", ""))
			if a.Stats.Backtracks == int64(number(t, c[3])) {
				same++
			}
		})
	}
	assert.Equal(t, starts-4, same)
}

// All tours of the 5×5 board from each of its squares.
func TestLongKnightTours(t *testing.T) { knightTours(t, 0, 12) }

// The other squares, which are mirror images.
func TestHoursKnightTours(t *testing.T) { knightTours(t, 13, 24) }

// knightTours takes the starts from a number to a number.
func knightTours(t *testing.T, first, last int) {
	t.Helper()
	for _, line := range corpusLines(t, "knights_tours.txt") {
		ways, ok := strings.CutPrefix(line, "OPEN 5x5 per-start ")
		if !ok {
			continue
		}
		ways, _, _ = strings.Cut(ways, " total")
		for start, want := range numbers(t, ways, " ") {
			if start < first || start > last {
				continue
			}
			z := grounded(t, "moves/knight.pz", params{"n": 5, "corner": [2]int{start / 5, start % 5}})
			wantCount(t, want, solve(t, z, all("search")))
		}
	}
}

// A tour exists on 5×5 from the squares of the corners' colour only.
func TestKnightStarts(t *testing.T) {
	for start := range 25 {
		p := params{"n": 5, "corner": [2]int{start / 5, start % 5}}
		a := solve(t, grounded(t, "moves/knight.pz", p), by("auto", "", ""))
		if start%2 == 1 {
			wantUnsolvable(t, a)
		} else {
			wantCost(t, 24, a)
		}
	}
}

// Warnsdorff's rule with Roth's tie-break finds a tour with next to no backtracking, from every start that has one on
// small boards.
func TestLongWarnsdorff(t *testing.T) {
	// of 8×8 one square of each eight that are mirror images
	warnsdorff(t, func(n, start int) bool { return n < 8 || start/n <= start%n && start%n <= 3 })
	tours(t, 9, 10, 11, 12, 13, 14, 15, 16, 24, 33)
	for _, n := range []int{6, 8, 10, 12} {
		t.Run(fmt.Sprint("closed ", n), func(t *testing.T) {
			assert.LessOrEqual(t, tour(t, params{"n": n, "closed": true}), int64(10))
		})
	}
}

func TestHoursWarnsdorff(t *testing.T) {
	warnsdorff(t, func(n, _ int) bool { return n == 8 })
	for n := 17; n <= 64; n++ {
		tours(t, n)
	}
}

// tours demands tours of boards without a square taken back.
func tours(t *testing.T, sizes ...int) {
	t.Helper()
	for _, n := range sizes {
		t.Run(fmt.Sprint(n), func(t *testing.T) { assert.Zero(t, tour(t, params{"n": n})) })
	}
}

// warnsdorff takes the starts that are chosen, on boards of 5×5 to 8×8.
func warnsdorff(t *testing.T, chosen func(n, start int) bool) {
	t.Helper()
	for n := 5; n <= 8; n++ {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			total := int64(0)
			for start := range n * n {
				if n%2 == 1 && (start/n+start%n)%2 == 1 || !chosen(n, start) {
					continue
				}
				back := tour(t, params{"n": n, "corner": [2]int{start / n, start % n}})
				assert.LessOrEqual(t, back, int64(200), "from %d", start)
				total += back
			}
			t.Logf("%d squares taken back from all starts together", total)
		})
	}
}

// tour demands that backtracking finds one, and says how many squares it took back.
func tour(t *testing.T, p params) int64 {
	t.Helper()
	a := solve(t, grounded(t, "moves/knight.pz", p), by("search", "backtrack", ""))
	assert.Equal(t, "solved", string(a.Status))
	return a.Stats.Backtracks
}

// squares writes a tour as the corpus does.
func squares(start [2]int, steps []puzzle.Step) string {
	out := fmt.Sprintf("%d,%d", start[0], start[1])
	for _, step := range steps {
		out += " " + strings.NewReplacer("(", "", ")", "", " ", "").Replace(step.Label)
	}
	return out
}
