package puzzle_test

import (
	"context"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/native"
	"github.com/pzc-lang/pzc/backends/search"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// engineModel is small, and has what changes how searches go: costs that differ, states that are dead, an order of
// moves, a name that programs use themselves.
const engineModel = `puzzle Engine
type Place = 0..5
state at: Place = 0
state steps: 0..9 = 0
move walk(by: 1..2) when at + by <= 5 and steps < 9 cost 3 - by order -by {
  at, steps := at + by, steps + 1
}
move back when at > 0 and steps < 9 cost 1 {
  at, steps := at - 1, steps + 1
}
const order[0..5]: 0..5 = [5, 4, 3, 2, 1, 0]
heuristic left = order[at] / 2
dead steps > 7
goal at == 5
`

// TestLongEngines: both engines expand the same states and find the same plan.
func TestLongEngines(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command")
	}
	t.Run("one start", func(t *testing.T) { sameByEngines(t, engineModel) })
	t.Run("chosen starts", func(t *testing.T) {
		sameByEngines(t, strings.Replace(engineModel, "at: Place = 0", "at: Place = any",
			1)+"init at < 4 and at != 2\nstate colour: 3..5 = any\ninit at == 1 => colour > 4\n")
	})
}

// sameByEngines solves a puzzle with both.
func sameByEngines(t *testing.T, text string) {
	t.Helper()
	z := engineModelPuzzle(t, text)
	for _, a := range search.Generated() {
		algorithm := a.Name
		o := puzzle.Options{NativeEngine: native.New, Options: backends.Options{
			Algorithm: algorithm, NoPrune: true, NoSymmetry: true,
		}}
		if a.Guided {
			o.Heuristic = "left"
		}
		o.Engine = puzzle.Interp
		want, err := z.Solve(context.Background(), o)
		require.NoError(t, err)
		o.Engine = native.Name
		got, err := z.Solve(context.Background(), o)
		require.NoError(t, err, algorithm)
		assert.Equal(t, native.Name, got.Engine)
		assert.Equal(t, want.Solutions, got.Solutions, algorithm)
		assert.Equal(t, want.Stats.Expanded, got.Stats.Expanded, algorithm)
		assert.Equal(t, want.ReliesOn, got.ReliesOn, algorithm)
		if a.Finds == search.Cheapest { // where interp looks at its bound, too
			assert.Equal(t, want.Optimal, got.Optimal, algorithm)
		}
	}
}

// TestLongEngineEnds: a program that would run for ever ends with the time.
func TestLongEngineEnds(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command")
	}
	z := engineModelPuzzle(t, `puzzle Long
state n[i in 0..40]: bool = false
move flip(i: 0..40) { n[i] := not n[i] }
goal forall i in 0..40: n[i]
`)
	running := make(chan struct{}, 1)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	go func() {
		<-running
		stop()
	}()
	o := puzzle.Options{
		Engine: puzzle.Native, NativeEngine: native.New,
		Options: backends.Options{Algorithm: "iddfs", Progress: func(p backends.Progress) {
			if p.Doing == "iddfs, native" {
				select {
				case running <- struct{}{}:
				default:
				}
			}
		}},
	}
	a, err := z.Solve(ctx, o)
	require.NoError(t, err)
	assert.Equal(t, backends.Unknown, a.Status)
	assert.Contains(t, a.Reason, "context canceled")
}

// TestEngineNames: what cannot be meant is said.
func TestEngineNames(t *testing.T) {
	z := engineModelPuzzle(t, engineModel)
	for want, o := range map[string]puzzle.Options{
		`there is no engine "nativ"; did you mean "native"?`: {Engine: "nativ", NativeEngine: native.New},
		`there is no engine "native"`:                        {Engine: puzzle.Native},
		"does not go with formulas": {
			Engine: puzzle.Native, NativeEngine: native.New, Backend: "sat",
		},
		"finds one plan": {
			Engine: puzzle.Native, NativeEngine: native.New, Options: backends.Options{All: true},
		},
	} {
		_, err := z.Solve(context.Background(), o)
		var options *puzzle.OptionsError
		require.ErrorAs(t, err, &options)
		assert.ErrorContains(t, err, want)
	}
}

func engineModelPuzzle(t *testing.T, text string) *puzzle.Puzzle {
	t.Helper()
	p, diags := puzzle.LoadText(nil, "engine.pz", text)
	require.False(t, diags.HasErrors(), "%v", diags)
	z, diags := p.Instantiate(puzzle.Data{})
	require.False(t, diags.HasErrors(), "%v", diags)
	diags = z.Ground(context.Background())
	require.False(t, diags.HasErrors(), "%v", diags)
	return z
}
