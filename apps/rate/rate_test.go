package rate

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
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

	v, err = Of(t.Context(), ofLibrary(t, "moves/taquin.pz", "fifteen"), Options{States: 1000})
	require.NoError(t, err)
	require.Equal(t, "there are more than 1,000 states", v.Reason("cost"))

	_, err = Of(t.Context(), ofLibrary(t, "moves/taquin.pz", "loyd"), Options{})
	require.ErrorIs(t, err, ErrNone)
	noStart := ofText(t, "puzzle P\nstate x: 0..9 = any\ninit x > 9\nmove m { x := 0 }\ngoal x == 3\n")
	_, err = Of(t.Context(), noStart, Options{})
	require.ErrorIs(t, err, ErrNone)
	never := ofText(t, "puzzle P\nstate x: 0..9 = 1\nmove m when x > 5 { x := 0 }\ngoal x == 3\n")
	_, err = Of(t.Context(), never, Options{})
	require.ErrorIs(t, err, ErrNone)
}

// TestDefinitions: measures on which another reading of their words would give another number.
func TestDefinitions(t *testing.T) {
	for _, tt := range []struct {
		name, text                 string
		trap, switches, secondBest int64 // -1: not known
	}{
		{
			"a dearer move to the goal of the cheapest plan", "state x: 0..3 = 0 goal x == 1 " +
				"move fast cost 1 when x == 0 { x := 1 } move slow cost 3 when x == 0 { x := 1 }", 0, 0, 3,
		},
		{
			"a trap beside one of two plans", "state x: 0..9 = 0 goal x == 3 move a when x == 0 { x := 1 } " +
				"move b when x == 1 { x := 3 } move c when x == 0 { x := 2 } move d when x == 2 { x := 3 } " +
				"move bad when x == 1 { x := 4 } move worse when x in 4..6 { x := x + 1 }", 0, 1, -1,
		},
		{
			"a trap behind the goal", "state x: 0..9 = 0 goal x == 1 move a when x == 0 { x := 1 } " +
				"move bad when x == 1 { x := 4 }", 0, 0, -1,
		},
		{"one man, who walks", "state man: 0..9 = 0 goal man == 3 move go { man := man + 1 }", 0, 2, -1},
		{
			"a trap beside each plan", "state x: 0..9 = 0 goal x == 2 move a when x < 2 { x := x + 1 } " +
				"move bad when x == 1 { x := 4 } move worse when x in 4..6 { x := x + 1 }", 4, 1, -1,
		},
		{
			"a man pushes, walks, and pushes again", "state man: 0..9 = 0 state box: 0..9 = 0 goal box == 2 and man == 3 " +
				"move push when man != 1 { man, box := man + 1, box + 1 } move go when man == 1 { man := 2 }", 0, 2, -1,
		},
		{
			"a way behind the goal to another goal", "state x: 0..9 = 0 goal x in {1, 3} move a when x < 3 { x := x + 1 }",
			0, 0, -1,
		},
	} {
		v, err := Of(t.Context(), ofText(t, "puzzle P "+tt.text+"\n"), Options{})
		require.NoError(t, err, tt.name)
		for name, want := range map[string]int64{
			"trap_depth": tt.trap, "switches": tt.switches, "second_best": tt.secondBest,
		} {
			n, known := v.Value(name)
			require.Equal(t, want >= 0, known, "%s: %s", tt.name, name)
			if known {
				require.Equal(t, want, n, "%s: %s", tt.name, name)
			}
		}
	}
}

func TestWants(t *testing.T) {
	keys := []string{"steps", "most_rules"}
	for text, want := range map[string]string{
		"stepps > 3":          "did you mean `steps`?",
		"cost > 3":            "there is no measure `cost`",
		"steps":               "is a number, and a condition is wanted",
		"unique > 3":          "`unique` is true or false",
		"steps + 1":           "a condition on measures is wanted",
		"steps in 3":          "numbers are wanted here",
		"3":                   "a condition on measures is wanted",
		"forall x in 1..3: x": "a condition on measures is wanted",
		"steps >":             "expected",
		"steps > max(1, 2)":   "a number is wanted here",
		"steps in {unique}":   "`unique` is true or false",
	} {
		_, diags := ParseWant("want", text, keys)
		require.True(t, diags.HasErrors(), text)
		assert.Contains(t, diags[0].Msg+"; "+diags[0].Help, want, text)
	}
	values := func(key string) (int64, bool) {
		return map[string]int64{"steps": 10, "unique": 1}[key], key != "most_rules"
	}
	for text, met := range map[string]bool{
		"unique": true, "not unique": false, "unique and steps in 5..10": true, "steps not in 5..10": false,
		"steps in {3, 10}": true, "steps * 2 - 1 == 19": true, "not (steps > 3)": false, "most_rules <= 2": false,
		"not (most_rules <= 2)": false, "most_rules <= 2 or unique": true, "steps > 10 => not unique": true,
		"steps < 10 or -steps >= 0": false, "true": true, "steps != 10": false, "not (steps != 10)": true,
	} {
		w, diags := ParseWant("want", text, keys)
		require.NoError(t, diags.Err())
		assert.Equal(t, met, w.Gap(values) == 0, text)
		assert.LessOrEqual(t, w.Least(values), w.Gap(values), text)
	}
	near, _ := ParseWant("want", "steps >= 12", keys)
	far, _ := ParseWant("want", "steps >= 40", keys)
	assert.Less(t, near.Gap(values), far.Gap(values))
}

// What is not known has no word. One that needs luck is hard although deductions were given up.
func TestHardness(t *testing.T) {
	for _, tt := range []struct {
		model, instance string
		want            string
	}{
		{"sudoku.pz", "", "easy"},
		{"sudoku.pz", "escargot", "hard"},
		{"sudoku.pz", "loose", ""},
		{"jugs.pz", "", "easy"},
		{"ice.pz", "lake", "hard"},
		{"moves/taquin.pz", "fifteen", ""},
	} {
		v, err := Of(t.Context(), ofLibrary(t, tt.model, tt.instance), Options{States: 1000})
		require.NoError(t, err)
		require.Equal(t, tt.want, v.Hardness(), "%s %s", tt.model, tt.instance)
	}
}
