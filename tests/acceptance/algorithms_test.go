package acceptance_test

import (
	"fmt"
	"path"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/models"
)

// Small puzzles by each algorithm and with each kind of heuristic, with the model's symmetries and prunings and
// without: each way finds what is expected of some.
func TestSmallPuzzlesByEveryAlgorithm(t *testing.T) {
	met := map[string]bool{}
	for _, name := range []string{"wolf_goat_cabbage.pz", "hanoi.pz", "jugs.pz", "pancakes.pz"} {
		program, diags := puzzle.Load(models.FS(), name)
		require.Empty(t, diags)
		z, diags := program.Instantiate(puzzle.Data{})
		require.False(t, diags.HasErrors(), "%v", diags)
		diags = z.Ground(t.Context())
		require.False(t, diags.HasErrors(), "%v", diags)
		for _, x := range append(program.Expectations(""), model.Expect{Kind: model.ExpectSolvable}) {
			for _, o := range everyWay() {
				if x.Kind == model.ExpectSolutions {
					continue // of all solutions none is left out, whatever is promised
				}
				if claim(t, z, x, o) == string(puzzle.Met) {
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
// is expected. What takes too much work claims nothing. One way in seven of each fifth instance is tried.
func TestLongLibraryByEveryAlgorithm(t *testing.T) {
	t.Parallel()
	libraryByEveryAlgorithm(t, 10_000, 5, 7, 115)
}

// All ways, with more work.
func TestHoursLibraryByEveryAlgorithm(t *testing.T) {
	libraryByEveryAlgorithm(t, 200_000, 1, 1, 3500)
}

func libraryByEveryAlgorithm(t *testing.T, most int64, apart, every, floor int) {
	t.Helper()
	i, k, decided := 0, 0, 0
	tally := map[string]int{}
	for _, name := range files(t, models.FS()) {
		program, diags := puzzle.Load(models.FS(), name)
		require.Empty(t, diags)
		for _, instance := range append([]string{""}, program.Instances()...) {
			if i++; i%apart != 0 {
				continue
			}
			t.Run(path.Join(name, instance), func(t *testing.T) {
				z, diags := program.Instantiate(puzzle.Data{Instance: instance, Own: true})
				require.False(t, diags.HasErrors(), "%v", diags)
				diags = z.Ground(t.Context())
				require.False(t, diags.HasErrors(), "%v", diags)
				for _, x := range program.Expectations(instance) {
					if x.Kind == model.ExpectSolutions {
						continue // of all solutions none is left out, whatever is promised
					}
					for _, o := range everyWay() {
						tables := o.Heuristic == "patterns" && every > 1 // tables that are asked for are no counted work
						if k++; k%every != 0 || tables {
							continue
						}
						o.Work = &backends.Work{Most: most}
						tally[way(o)+" "+claim(t, z, x, o)]++
					}
				}
			})
		}
	}
	for _, o := range everyWay() {
		t.Logf("%-20s met %d, undecided %d, does not apply %d", way(o), tally[way(o)+" ok"], tally[way(o)+" undecided"],
			tally[way(o)+" error"])
		decided += tally[way(o)+" ok"]
	}
	assert.GreaterOrEqual(t, decided, floor)
}

// way says what the options are.
func way(o puzzle.Options) string {
	return fmt.Sprintf("%s %s help=%t", o.Algorithm, o.Heuristic, !o.NoPrune)
}

// everyWay lists algorithms with heuristics, first with all help of the model, then without.
func everyWay() (ways []puzzle.Options) {
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
			ways = append(ways, puzzle.Options{
				Backend: "search",
				Options: backends.Options{Algorithm: x[0], Heuristic: x[1], NoPrune: noHelp, NoSymmetry: noHelp},
			})
		}
	}
	return ways
}

// claim is what one way says of an expectation, "error" if it does not apply.
func claim(t *testing.T, z *puzzle.Puzzle, x model.Expect, o puzzle.Options) string {
	t.Helper()
	outcome, err := z.Expect(t.Context(), x, o)
	if err != nil {
		fault := (*puzzle.Fault)(nil)
		require.False(t, asFault(err, &fault), "%s: %v", way(o), err)
		return "error"
	}
	require.NotEqual(t, puzzle.Missed, outcome.Verdict, "%s: %s, not %s", way(o), outcome.Found, puzzle.ExpectationText(x))
	return string(outcome.Verdict)
}
