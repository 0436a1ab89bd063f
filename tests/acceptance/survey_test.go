package acceptance_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends/search/explore"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

func surveyed(t *testing.T, z *puzzle.Puzzle) *explore.Survey {
	t.Helper()
	v, err := z.Survey(t.Context(), explore.SurveyOptions{Heuristics: z.Program.Heuristics()})
	require.NoError(t, err)
	require.True(t, v.Surveyed, v.Reason)
	return v
}

// wantPlans demands an optimum and a number of cheapest plans.
func wantPlans(t *testing.T, v *explore.Survey, optimum int64, plans int) {
	t.Helper()
	assert.Equal(t, optimum, v.Optimal)
	assert.EqualValues(t, plans, v.Plans.Int64())
}

// A survey counts the cheapest plans without listing them.
func TestSurveyCountsPlans(t *testing.T) {
	for _, line := range corpusLines(t, "small_state_puzzles.txt") {
		words := strings.Fields(line)
		switch words[0] {
		case "JUGTAP":
			caps := numbers(t, field(t, words, "caps"), ",")
			v := surveyed(t, grounded(t, "jugs.pz", params{
				"jugs": len(caps), "cap": caps, "target": number(t, field(t, words, "target")),
			}))
			assert.EqualValues(t, number(t, field(t, words, "reachable")), v.States())
			wantPlans(t, v, optimum(t, field(t, words, "min_steps")), number(t, field(t, words, "optimal_paths")))
		case "MC":
			p := params{"missionaries": number(t, words[1]), "cannibals": number(t, words[2]), "boat": number(t, words[3])}
			wantPlans(t, surveyed(t, grounded(t, "missionaries.pz", p)), optimum(t, words[5]), number(t, words[7]))
		case "JEALOUS":
			p := params{"couples": number(t, field(t, words, "couples")), "boat": number(t, field(t, words, "boat"))}
			wantPlans(t, surveyed(t, grounded(t, "husbands.pz", p)), optimum(t, field(t, words, "crossings")),
				number(t, field(t, words, "paths")))
		}
	}
}

// Moves of the 8-puzzle lead back, so that as many boards are so far from the goal as from the start, if that is the
// goal. What the model promises of its heuristics holds.
func TestSurveyOfTaquin(t *testing.T) {
	want := distances(t, "sliding_tiles_distributions.txt", "3x3")
	board := holeFirst(9)
	v := surveyed(t, grounded(t, taquin, params{"start": board, "finish": board}))
	wantLayers(t, want, v.Exploration)
	require.Len(t, v.Distances, len(want))
	for i, d := range v.Distances {
		assert.Equal(t, want[i], d.States)
	}
	assert.Zero(t, v.Hopeless)
	for _, c := range v.Comparisons {
		assert.Empty(t, c.Missing)
		assert.Nil(t, c.TooHigh, c.Heuristic)
		assert.Nil(t, c.Drop, c.Heuristic)
	}
}
