package puzzle_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/explore"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/models"
)

// grounded compiles an instance of the library.
func grounded(t *testing.T, file, instance string) *puzzle.Puzzle {
	t.Helper()
	program, diags := puzzle.Load(models.FS(), file)
	require.False(t, diags.HasErrors(), "%v", diags)
	z, diags := program.Instantiate(puzzle.Data{Instance: instance})
	require.False(t, diags.HasErrors(), "%v", diags)
	require.False(t, z.Ground(t.Context()).HasErrors())
	return z
}

// TestFromAnyState solves from states all over a space, by both backends, and compares with the exact distances of a
// survey.
func TestFromAnyState(t *testing.T) {
	for _, c := range []struct{ file, instance string }{
		{"jugs.pz", ""},
		{"hanoi.pz", ""},
		{"moves/taquin.pz", "small"},
		{"moves/bloxorz.pz", ""},
		{"moves/sokoban_pushes.pz", ""},
		{"missionaries.pz", ""},
		{"bridge.pz", ""},
	} {
		t.Run(c.file, func(t *testing.T) {
			z := grounded(t, c.file, c.instance)
			v, err := z.Survey(t.Context(), explore.SurveyOptions{Keep: true})
			require.NoError(t, err)
			require.NotNil(t, v.Kept)
			step := len(v.Kept.States)/12 + 1
			for i := 0; i < len(v.Kept.States); i += step {
				state := z.StateOf(v.Kept.States[i])
				for _, backend := range []string{"search", "sat"} {
					ctx, cancel := t.Context(), context.CancelFunc(func() {})
					if v.Kept.Rests[i] < 0 { // the formulas need not come to a proof
						ctx, cancel = context.WithTimeout(ctx, 10*time.Second)
					}
					a, err := z.From(state).Solve(ctx, puzzle.Options{Backend: backend})
					cancel()
					require.NoError(t, err)
					switch {
					case v.Kept.Rests[i] < 0:
						assert.NotEqual(t, backends.Solved, a.Status)
						assert.True(t, backend == "sat" || a.Status == backends.Unsolvable, "%s: %s", a.Status, a.Reason)
					default:
						require.Equal(t, backends.Solved, a.Status, "%s: %s", backend, a.Reason)
						assert.Equal(t, v.Kept.Rests[i], a.Solutions[0].Cost)
						assert.Equal(t, state, a.Solutions[0].Start)
					}
				}
			}
		})
	}
}

// TestGame makes the moves of a plan, takes them as text, and reads them again.
func TestGame(t *testing.T) {
	z := grounded(t, "moves/bloxorz.pz", "")
	game, err := z.Play(t.Context())
	require.NoError(t, err)
	a, err := z.Solve(t.Context(), puzzle.Options{})
	require.NoError(t, err)
	s := a.Solutions[0]
	require.Equal(t, s.Start, game.Start)
	state := game.Start
	for _, step := range s.Steps {
		made := false
		for _, m := range game.Moves() {
			if m.Name != step.Move {
				continue
			}
			next, no := game.Try(state, m)
			require.Empty(t, no)
			require.Equal(t, step, next)
			made, state = true, next.State
		}
		require.True(t, made)
	}
	assert.True(t, game.Goal(state))
	_, steps, why := game.Load(puzzle.Text{Name: "plan", Text: game.Plan(s.Steps)})
	assert.Empty(t, why)
	assert.Equal(t, s.Steps, steps)
	_, _, why = game.Load(puzzle.Text{Name: "plan", Text: "roll(left)\n"})
	assert.NotEmpty(t, why)
}
