package rate

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/models"
)

// ofLibrary returns an instance of a model of the library.
func ofLibrary(t *testing.T, file, instance string) *puzzle.Puzzle {
	p, diags := puzzle.Load(models.FS(), file)
	require.False(t, diags.HasErrors(), "%s", diags)
	return grounded(t, p, instance)
}

// ofText returns a puzzle without parameters.
func ofText(t *testing.T, text string) *puzzle.Puzzle {
	p, diags := puzzle.Load(fstest.MapFS{"m.pz": {Data: []byte(text)}}, "m.pz")
	require.False(t, diags.HasErrors(), "%s", diags)
	return grounded(t, p, "")
}

func grounded(t *testing.T, p *puzzle.Program, instance string) *puzzle.Puzzle {
	z, diags := p.Instantiate(puzzle.Data{Instance: instance})
	require.False(t, diags.HasErrors(), "%s", diags)
	require.False(t, z.Ground(t.Context()).HasErrors())
	return z
}

func TestStill(t *testing.T) {
	easy, err := Of(t.Context(), ofLibrary(t, "sudoku.pz", ""), Options{})
	require.NoError(t, err)
	for name, want := range map[string]int64{
		"joint_steps": 0, "most_rules": 1, "look_ahead": 1, "guesses": 0, "undecided": 0,
	} {
		n, known := easy.Value(name)
		require.True(t, known, name)
		require.Equal(t, want, n, name)
	}
	require.False(t, easy.Several)

	// the first rule reads x, the second one y alone, because x is known then
	two, err := Of(t.Context(), ofText(t, "puzzle P\nstate x: 1..3 = any\nstate y: 1..3 = any\n"+
		"goal x == 2\ngoal x + y == 3\n"), Options{})
	require.NoError(t, err)
	read, known := two.Value("open_elements")
	require.True(t, known)
	require.EqualValues(t, 2, read)

	loose, err := Of(t.Context(), ofLibrary(t, "sudoku.pz", "loose"), Options{})
	require.NoError(t, err)
	require.True(t, loose.Several)
	require.Len(t, loose.Notes, 1)

	_, err = Of(t.Context(), ofLibrary(t, "sudoku.pz", "clash"), Options{})
	require.ErrorIs(t, err, ErrNone)

	short, err := Of(t.Context(), ofLibrary(t, "sudoku.pz", ""), Options{Work: 1000})
	require.NoError(t, err)
	require.Equal(t, "given up: 1,000 conclusions were drawn", short.Reason("steps"))
}

func TestLimitOfStates(t *testing.T) {
	z := ofLibrary(t, "rush_hour.pz", "")
	v, err := Of(t.Context(), z, Options{States: 1247})
	require.NoError(t, err)
	n, known := v.Value("states")
	require.True(t, known)
	require.EqualValues(t, 1247, n)

	v, err = Of(t.Context(), z, Options{States: 1246, Solve: true})
	require.NoError(t, err)
	require.Equal(t, "there are more than 1,246 states", v.Reason("states"))
	n, known = v.Value("cost")
	require.True(t, known)
	require.EqualValues(t, 8, n)

	v, err = Of(t.Context(), ofLibrary(t, "taquin/taquin.pz", "fifteen"), Options{States: 1000})
	require.NoError(t, err)
	require.Equal(t, "there are more than 1,000 states", v.Reason("cost"))

	_, err = Of(t.Context(), ofLibrary(t, "taquin/taquin.pz", "loyd"), Options{})
	require.ErrorIs(t, err, ErrNone)
	noStart := ofText(t, "puzzle P\nstate x: 0..9 = any\ninit x > 9\nmove m { x := 0 }\ngoal x == 3\n")
	_, err = Of(t.Context(), noStart, Options{})
	require.ErrorIs(t, err, ErrNone)
	never := ofText(t, "puzzle P\nstate x: 0..9 = 1\nmove m when x > 5 { x := 0 }\ngoal x == 3\n")
	_, err = Of(t.Context(), never, Options{})
	require.ErrorIs(t, err, ErrNone)
}
