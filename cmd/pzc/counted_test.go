package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/apps/coursework/grading"
)

// TestWorkIsCounted: with a limit of work, a command prints the same and ends with the same status on one core and on
// four, and while all of these commands run at once.
func TestWorkIsCounted(t *testing.T) {
	exercise, err := filepath.Abs("../../course/05-heuristics")
	require.NoError(t, err)
	questions := [][]string{
		{"why", "sudoku", "-i", "clash"},
		{"why", "sudoku", "--steps"},
		{"why", "sudoku", "--redundant"},
		{"why", "sudoku", "-i", "loose", "--unique"},
		{"why", "taquin"},
		{"why", "rush_hour", "slide('A', 0, 4)"},
		{"verify", "hanoi"},
		{"verify", "pegs", "--format", "json"},
		{"grade", exercise, filepath.Join(exercise, "right"), filepath.Join(exercise, "wrong"), "--format", "json"},
	}
	for _, question := range questions {
		var same sync.WaitGroup
		for _, steps := range []int{1000, 300_000} {
			var said [2]string
			for i, cores := range []int{1, 4} {
				same.Go(func() {
					cmd := exec.Command("pzc", append(question, "--work", fmt.Sprint(steps))...)
					cmd.Env = append(os.Environ(), fmt.Sprint("GOMAXPROCS=", cores))
					out, err := cmd.CombinedOutput()
					said[i] = fmt.Sprintf("%s%v", out, err)
				})
			}
			same.Wait()
			assert.Equal(t, said[0], said[1], "%v --work %d", question, steps)
		}
	}
}

// TestWorkGradesNoMistakes: what is right is never wrong because a limit of work was reached.
func TestWorkGradesNoMistakes(t *testing.T) { gradesNoMistakes(t, 3) }

func TestLongWorkGradesNoMistakes(t *testing.T) { gradesNoMistakes(t, math.MaxInt) }

// gradesNoMistakes grades the right answers of the first exercises.
func gradesNoMistakes(t *testing.T, most int) {
	t.Helper()
	exercises, err := filepath.Glob("../../course/*/right")
	require.NoError(t, err)
	require.NotEmpty(t, exercises)
	open, right := 0, 0
	for _, folder := range exercises[:min(most, len(exercises))] {
		for _, steps := range []string{"500", "50000"} {
			out, _ := exec.Command("pzc", "grade", filepath.Dir(folder), folder, "--work", steps, "--format", "json").Output()
			var found struct{ Results []grading.Report }
			require.NoError(t, json.Unmarshal(out, &found), "%s: %s", folder, out)
			for _, p := range found.Results[0].Parts {
				switch {
				case p.Mistake == "no file": // right answers have other names
				case p.Status == grading.NotJudged:
					open++
				default:
					right++
					assert.Equal(t, grading.Right, p.Status, "%s, %s, --work %s: %s", folder, p.Title, steps, p.Said)
				}
			}
		}
	}
	assert.Positive(t, open)
	assert.Positive(t, right)
}
