package puzzle_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/native"
	"github.com/pzc-lang/pzc/backends/search"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// engines are those beside Interp.
func engines(folder string) []puzzle.Engine { return []puzzle.Engine{native.Engine{Folder: folder}} }

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
	folder := t.TempDir()
	for _, a := range search.Generated() {
		algorithm := a.Name
		o := puzzle.Options{Engines: engines(folder), Options: backends.Options{
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

// TestLongEngineShares: puzzles that differ in their initial states alone share a program.
func TestLongEngineShares(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command")
	}
	folder := t.TempDir()
	for start, want := range map[string]int64{"0": 4, "2": 3, "4": 2} {
		z := engineModelPuzzle(t, strings.Replace(engineModel, "at: Place = 0", "at: Place = "+start, 1))
		got, err := z.Solve(context.Background(), puzzle.Options{
			Engine: native.Name, Engines: engines(folder), Options: backends.Options{Algorithm: "ucs"},
		})
		require.NoError(t, err)
		assert.Equal(t, want, got.Solutions[0].Cost, start)
	}
	programs, err := os.ReadDir(folder)
	require.NoError(t, err)
	assert.Len(t, programs, 1)
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
	folder := t.TempDir()
	running := make(chan struct{}, 1)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	go func() {
		<-running
		stop()
	}()
	o := puzzle.Options{
		Engine: native.Name, Engines: engines(folder),
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
	assert.Positive(t, a.Stats.Expanded)
	assert.Positive(t, a.Lower)
	assert.Contains(t, a.Reason, "context canceled")
	diesWithUs(t, folder)
}

// diesWithUs: a program whose input ends, as it does when this process is killed, ends too.
func diesWithUs(t *testing.T, folder string) {
	t.Helper()
	programs, err := filepath.Glob(filepath.Join(folder, "*.program*"))
	require.NoError(t, err)
	require.Len(t, programs, 1)
	reader, writer, err := os.Pipe()
	require.NoError(t, err)
	defer reader.Close()
	cmd := exec.Command(programs[0], `{"memory": 100000000, "start": [0]}`)
	cmd.Stdin = reader
	require.NoError(t, cmd.Start())
	require.NoError(t, writer.Close())
	require.Error(t, cmd.Wait())
	assert.Equal(t, 3, cmd.ProcessState.ExitCode())
}

// TestEngineNames: what cannot be meant is said.
func TestEngineNames(t *testing.T) {
	z := engineModelPuzzle(t, engineModel)
	for want, o := range map[string]puzzle.Options{
		`there is no engine "nativ"; did you mean "native"?`: {Engine: "nativ", Engines: engines("")},
		"does not go with formulas":                          {Engine: native.Name, Engines: engines(""), Backend: "sat"},
		"finds one plan": {
			Engine: native.Name, Engines: engines(""), Options: backends.Options{All: true},
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
