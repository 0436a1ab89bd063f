package acceptance_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

func TestQueensCounts(t *testing.T) { queensCounts(t, 0, 8) }

func TestLongQueensCounts(t *testing.T) { queensCounts(t, 9, 10) }

func queensCounts(t *testing.T, least, most int) {
	t.Helper()
	for _, line := range corpusLines(t, "combinatorial_counts.txt") {
		var n, want int
		if _, err := fmt.Sscanf(line, "QUEENS n=%d all %d", &n, &want); err != nil || n < least || n > most {
			continue
		}
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			z := grounded(t, "queens.pz", params{"n": n})
			wantCount(t, want, solve(t, z, all("auto")))
			wantCount(t, want, solve(t, z, all("sat")))
			if n <= 8 {
				wantCount(t, want, solve(t, z, all("search")))
			}
		})
	}
}

// TestConnectedCounts counts the graphs of five nodes in which all links hang together: one has no link, and the others
// connect 2, 3, 4 or 5 of the nodes. That is 1 + 10·1 + 10·4 + 5·38 + 728 (OEIS A001187).
func TestConnectedCounts(t *testing.T) {
	program, diags := puzzle.LoadText(fstest.MapFS{}, "links.pz", `puzzle Links
type Node = 1..5
state link[a in Node, b in Node]: bool = if a < b then any else false
def joined(a: Node, b: Node) = link[a, b]
goal connected(joined)
`)
	require.NoError(t, diags.Err())
	for _, backend := range []string{"search", "sat", "constraint"} {
		z, diags := program.Instantiate(puzzle.Data{})
		require.NoError(t, diags.Err())
		require.NoError(t, z.GroundOnce(t.Context()).Err())
		wantCount(t, 969, solve(t, z, all(backend)))
	}
}

// assignment writes the values of a constraint puzzle's solution one after the other.
func assignment(z *puzzle.Puzzle, s puzzle.Solution) string {
	var b strings.Builder
	for _, v := range z.Assignment(s.Start) {
		b.WriteString(v.Text)
	}
	return b.String()
}

func TestLongSudokuCounts(t *testing.T) { sudokuCounts(t, 0, 1500) }

func TestHoursSudokuCounts(t *testing.T) { sudokuCounts(t, 1501, 60_000) }

// sudokuCounts lists the solutions of the puzzles whose numbers of solutions are between two.
func sudokuCounts(t *testing.T, least, most int) {
	t.Helper()
	for _, line := range corpusLines(t, "sudoku.txt") {
		c := columns(line)
		want := number(t, c[3])
		if want < least || want > most {
			continue
		}
		t.Run(c[0], func(t *testing.T) {
			z := grounded(t, "sudoku.pz", params{"clues": rows(c[1], 9)})
			a := solve(t, z, all("auto"))
			wantCount(t, want, a)
			if want == 1 {
				assert.Equal(t, c[4], assignment(z, a.Solutions[0]))
			}
		})
	}
}

func TestSmallSudokus(t *testing.T) {
	for _, line := range corpusLines(t, "combinatorial_counts.txt") {
		var want int
		if _, err := fmt.Sscanf(line, "SUDOKU4 grids %d", &want); err != nil {
			continue
		}
		z := grounded(t, "sudoku.pz", params{"high": 2, "wide": 2, "clues": []string{"....", "....", "....", "...."}})
		wantCount(t, want, solve(t, z, all("auto")))
		wantCount(t, want, solve(t, z, all("search")))
	}
}

func TestLightsOut(t *testing.T) { allLightsOut(t, 8) }

func TestLongLightsOut(t *testing.T) { allLightsOut(t, 20) }

// allLightsOut takes boards up to a size.
func allLightsOut(t *testing.T, most int) {
	t.Helper()
	for _, line := range corpusLines(t, "lights_out.txt") {
		words := strings.Fields(line)
		switch words[0] {
		case "LIGHTS":
			n := number(t, strings.TrimPrefix(words[1], "n="))
			if n > most {
				continue
			}
			t.Run(fmt.Sprint("all on ", n), func(t *testing.T) {
				lightsOut(t, rows(strings.Repeat("o", n*n), n), optimum(t, field(t, words, "min_presses")),
					number(t, field(t, words, "total_solutions")), number(t, field(t, words, "optimal_solutions")))
			})
		case "SINGLE5":
			for i, sign := range strings.Join(words[6:], "") {
				level := rows(strings.Repeat(".", i)+"o"+strings.Repeat(".", 24-i), 5)
				z := grounded(t, "moves/lights_out.pz", params{"level": level})
				a := solve(t, z, by("auto", "", ""))
				assert.Equal(t, sign == 'S', a.Status == backends.Solved, "the light %d alone", i)
			}
		case "SOLV":
			t.Run(words[2], func(t *testing.T) { lightsOut(t, lights(words[2]), int64(number(t, words[4])), 4, 0) })
		case "UNSOLV":
			t.Run(words[2], func(t *testing.T) { lightsOut(t, lights(words[2]), -1, 0, 0) })
		}
	}
}

// lights reads a 5×5 board of 0 and 1.
func lights(board string) []string {
	return rows(strings.NewReplacer("0", ".", "1", "o").Replace(board), 5)
}

// lightsOut checks both models: the least number of presses, and how many sets of presses there are; optimal is 0 if
// unknown.
func lightsOut(t *testing.T, level []string, cost int64, total, optimal int) {
	t.Helper()
	plan := grounded(t, "moves/lights_out.pz", params{"level": level})
	wantCost(t, cost, solve(t, plan, by("auto", "", "")))
	if optimal > 0 {
		wantCount(t, optimal, solve(t, plan, all("search")))
	}
	wantCount(t, total, solve(t, grounded(t, "mathematics/lights_out_presses.pz", params{"level": level}), all("auto")))
}
