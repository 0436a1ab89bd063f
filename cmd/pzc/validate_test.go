package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/internal/puzzle"
)

// slow lists the models whose own parameters take long to solve, with an instance that does not, or "" for none.
var slow = map[string]string{
	"klotski": "", "knight": "", "knight_circuit": "", "knight_table": "", "golomb": "", "ricochet": "", "ball_sort": "",
	"sliding_squares": "", "bloxorz_levels": "",
}

// What pzc solve prints, in any format, is read back as valid.
func TestLongPrintedAnswersAreValid(t *testing.T) {
	for _, m := range puzzle.LibraryModels() {
		if _, isSlow := slow[m.Name]; isSlow {
			continue
		}
		t.Run(m.Name, func(t *testing.T) {
			for _, format := range []string{
				"", "--quiet", "--trace", "--format json", "--all --limit 2", "--all --limit 2 --quiet",
				"--all --limit 2 --format json", "--all --limit 2 --trace",
			} {
				readBack(t, m.Name, strings.Fields(format))
			}
		})
	}
}

// readBack solves a model and validates what was printed.
func readBack(t *testing.T, model string, flags []string) {
	t.Helper()
	e, answer, _ := testEnv()
	status := run(append([]string{"solve", model}, flags...), e)
	if status == 1 {
		return // unsolvable
	}
	require.Equal(t, 0, status, "%v", flags)
	e, out, _ := testEnv()
	e.stdin = strings.NewReader(answer.String())
	require.Equal(t, 0, run([]string{"validate", model, "-"}, e), "%v: %s\n%s", flags, out, answer)
	many := strings.Contains(answer.String(), "solution 2") || strings.Count(answer.String(), `"plan"`) > 1
	if many {
		require.Contains(t, out.String(), "\nsolution 2, line ", "%v", flags)
	}
}
