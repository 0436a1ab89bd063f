package acceptance_test

import (
	"context"
	"fmt"
	"path"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/models"
)

// Small puzzles by each algorithm and with each kind of heuristic, with the model's symmetries and prunings and
// without: each way finds what is expected of some.
func TestSmallPuzzlesByEveryAlgorithm(t *testing.T) {
	met := map[string]bool{}
	for _, name := range []string{"wolf_goat_cabbage.pz", "hanoi.pz", "jugs.pz", "pancakes.pz"} {
		program, diags := pzc.Load(models.FS(), name)
		require.Empty(t, diags)
		puzzle, diags := program.Instantiate(pzc.Data{})
		require.False(t, diags.HasErrors(), "%v", diags)
		diags = puzzle.Ground(t.Context())
		require.False(t, diags.HasErrors(), "%v", diags)
		for _, x := range append(program.Expectations(""), pzc.Expectation{Kind: model.ExpectSolvable}) {
			for _, o := range everyWay() {
				if x.Kind == model.ExpectSolutions {
					continue // of all solutions none is left out, whatever is promised
				}
				if claim(t, t.Context(), puzzle, x, o) == string(pzc.Met) {
					met[way(o)] = true
				}
			}
		}
	}
	for _, o := range everyWay() {
		assert.True(t, met[way(o)], way(o))
	}
}

// Every expectation of the library by each algorithm and with each kind of heuristic: whatever is claimed must be what
// is expected. What takes too long claims nothing. One way in five is tried.
func TestLongLibraryByEveryAlgorithm(t *testing.T) {
	libraryByEveryAlgorithm(t, 10*time.Millisecond, 5)
}

// All ways, for a longer time.
func TestHoursLibraryByEveryAlgorithm(t *testing.T) {
	libraryByEveryAlgorithm(t, 200*time.Millisecond, 1)
}

func libraryByEveryAlgorithm(t *testing.T, most time.Duration, every int) {
	t.Helper()
	k := 0
	tally := map[string]int{}
	for _, name := range files(t, models.FS()) {
		program, diags := pzc.Load(models.FS(), name)
		require.Empty(t, diags)
		for _, instance := range append([]string{""}, program.Instances()...) {
			t.Run(path.Join(name, instance), func(t *testing.T) {
				puzzle, diags := program.Instantiate(pzc.Data{Instance: instance, Own: true})
				require.False(t, diags.HasErrors(), "%v", diags)
				diags = puzzle.Ground(t.Context())
				require.False(t, diags.HasErrors(), "%v", diags)
				for _, x := range program.Expectations(instance) {
					if x.Kind == model.ExpectSolutions {
						continue // of all solutions none is left out, whatever is promised
					}
					for _, o := range everyWay() {
						if k++; k%every != 0 {
							continue
						}
						ctx, cancel := context.WithTimeout(t.Context(), most)
						tally[way(o)+" "+claim(t, ctx, puzzle, x, o)]++
						cancel()
					}
				}
			})
		}
	}
	for _, o := range everyWay() {
		t.Logf("%-20s met %d, undecided %d, does not apply %d", way(o), tally[way(o)+" ok"], tally[way(o)+" undecided"],
			tally[way(o)+" error"])
	}
}

// way says what the options are.
func way(o pzc.Options) string {
	return fmt.Sprintf("%s %s help=%t", o.Algorithm, o.Heuristic, !o.NoPrune)
}

// everyWay lists algorithms with heuristics, first with all help of the model, then without.
func everyWay() (ways []pzc.Options) {
	for _, noHelp := range []bool{false, true} {
		for _, x := range [][2]string{
			{"bfs"},
			{"dfs"},
			{"iddfs"},
			{"ucs"},
			{"bidirectional"},
			{"backtrack"},
			{"greedy"},
			{"wastar"},
			{"astar"},
			{"idastar"},
			{"astar", "goalcount"},
			{"astar", "hmax"},
			{"astar", "lmcut"},
			{"astar", "patterns"},
			{"idastar", "patterns"},
			{"greedy", "ff"},
			{"greedy", "add"},
		} {
			ways = append(ways, pzc.Options{
				Backend: "search",
				Options: backends.Options{Algorithm: x[0], Heuristic: x[1], NoPrune: noHelp, NoSymmetry: noHelp},
			})
		}
	}
	return ways
}

// claim is what one way says of an expectation, "error" if it does not apply.
//
//nolint:revive // as tests do
func claim(t *testing.T, ctx context.Context, puzzle *pzc.Puzzle, x pzc.Expectation, o pzc.Options) string {
	t.Helper()
	outcome, err := puzzle.Expect(ctx, x, o)
	if err != nil {
		fault := (*pzc.Fault)(nil)
		require.False(t, asFault(err, &fault), "%s: %v", way(o), err)
		return "error"
	}
	require.NotEqual(t, pzc.Missed, outcome.Verdict, "%s: %s, not %s", way(o), outcome.Found, pzc.ExpectationText(x))
	return string(outcome.Verdict)
}
