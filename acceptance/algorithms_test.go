package acceptance_test

import (
	"context"
	"fmt"
	"path"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/models"
)

// Every expectation of the library by each algorithm and with each kind of heuristic, with the model's symmetries and prunings and without:
// whatever is claimed must be what is expected. What takes too long claims nothing. Without -slow, each tries one way in five.
func TestLibraryByEveryAlgorithm(t *testing.T) {
	most, every, k := 10*time.Millisecond, 5, 0
	if *slow {
		most, every = 200*time.Millisecond, 1
	}
	tally := map[string]int{}
	for _, name := range files(t, models.FS()) {
		program, diags := pzc.Load(models.FS(), name)
		require.Empty(t, diags)
		for _, instance := range append([]string{""}, program.Instances()...) {
			t.Run(path.Join(name, instance), func(t *testing.T) {
				puzzle, diags := program.Instantiate(pzc.Data{Instance: instance})
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
						what := fmt.Sprintf("%s %s help=%t", o.Algorithm, o.Heuristic, !o.NoPrune)
						tally[o.Algorithm+" "+o.Heuristic+" "+claim(t, puzzle, x, o, most, what)]++
					}
				}
			})
		}
	}
	for _, o := range everyWay()[:len(everyWay())/2] {
		way := o.Algorithm + " " + o.Heuristic + " "
		t.Logf("%-20s met %d, undecided %d, does not apply %d", way, tally[way+"ok"], tally[way+"undecided"], tally[way+"error"])
		require.NotZero(t, tally[way+"ok"], way)
	}
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

func claim(t *testing.T, puzzle *pzc.Puzzle, x pzc.Expectation, o pzc.Options, most time.Duration, what string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), most)
	defer cancel()
	outcome, err := puzzle.Expect(ctx, x, o)
	if err != nil {
		fault := (*pzc.Fault)(nil)
		require.False(t, asFault(err, &fault), "%s: %v", what, err)
		return "error"
	}
	require.NotEqual(t, pzc.Missed, outcome.Verdict, "%s: %s, not %s", what, outcome.Found, pzc.ExpectationText(x))
	return string(outcome.Verdict)
}
