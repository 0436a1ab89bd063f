package generate

import (
	"context"
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/models"
)

// TestNamed: the generator that a model names gives the rooms, and clues are removed until each is needed.
func TestNamed(t *testing.T) {
	for _, name := range []string{"numbers/hakyuu", "loops/detour", "numbers/str8ts", "shading/heyawake"} {
		z := base(t, name, "")
		r, err := Generate(t.Context(), Options{Base: z, Count: 2, Seed: 3})
		require.NoError(t, err)
		require.Len(t, r.Levels, 2, name)
		for _, l := range r.Levels {
			assert.Equal(t, 1, solutions(t, l.Puzzle, 2), name)
			assert.Contains(t, string(l.Data["clue"]), "null", name)
		}
	}
}

// TestLongNamed: each sixth model of the library makes a unique puzzle from the first seed if it names a generator.
func TestLongNamed(t *testing.T) { eachNamed(t, 6) }

func TestHoursNamed(t *testing.T) { eachNamed(t, 1) }

func eachNamed(t *testing.T, every int) {
	t.Helper()
	for i, m := range puzzle.LibraryModels() {
		program, diags := puzzle.Load(models.FS(), m.File)
		require.NoError(t, diags.Err())
		if !program.HasGenerator() || i%every > 0 {
			continue
		}
		z, diags := program.Instantiate(puzzle.Data{})
		require.NoError(t, diags.Err())
		r, err := Generate(t.Context(), Options{Base: z, Count: 1, Seed: 1})
		require.NoError(t, err, m.Name)
		assert.Len(t, r.Levels, 1, m.Name)
	}
}

// TestNamedWrongly: a generator that is wrong, gives nothing or has no solution is an error that says so.
func TestNamedWrongly(t *testing.T) {
	model := "puzzle P\ngenerator \"g.pz\"\nparam n: 1..3 = 1\nstate x: 1..3 = any\ngoal x == n\n"
	for generator, want := range map[string]string{
		"puzzle G\nstate n: 1..3 = any\ngoal n == y": "unknown name `y`",
		"puzzle G\nstate m: 1..3 = any\ngoal m > 1":  "gives no parameter of P",
		"puzzle G\nstate n: 1..3 = any\ngoal n > 3":  "the generator has no solution",
	} {
		fsys := fstest.MapFS{"p.pz": {Data: []byte(model)}, "g.pz": {Data: []byte(generator)}}
		program, diags := puzzle.Load(fsys, "p.pz")
		require.NoError(t, diags.Err())
		z, diags := program.Instantiate(puzzle.Data{})
		require.NoError(t, diags.Err())
		_, err := Generate(context.Background(), Options{Base: z, Count: 1, Seed: 1, Tries: 3})
		assert.ErrorContains(t, err, want)
	}
}

// TestNamedSize: what is given is given to the generator too, and is an error if the generator draws it.
func TestNamedSize(t *testing.T) {
	for file, size := range map[string]int{"numbers/hakyuu.pz": 7, "loops/yajilin.pz": 0} {
		program, diags := puzzle.Load(models.FS(), file)
		require.NoError(t, diags.Err())
		given := &puzzle.Text{Name: "size", Text: `{"rows": 7}`}
		z, diags := program.Instantiate(puzzle.Data{JSON: given})
		require.NoError(t, diags.Err())
		r, err := Generate(t.Context(), Options{Base: z, Count: 1, Seed: 1})
		if size == 0 {
			require.ErrorContains(t, err, "`rows` is given, and the generator that the model names draws it")
			continue
		}
		require.NoError(t, err)
		require.Len(t, r.Levels, 1)
		assert.JSONEq(t, "7", string(r.Levels[0].Data["rows"]))
	}
}

// TestNamedOf: of the instance that is chosen, the generator takes what is a parameter of both models. That it takes
// nothing is said.
func TestNamedOf(t *testing.T) {
	text, err := fs.ReadFile(models.FS(), "shading/heyawake.pz")
	require.NoError(t, err)
	model := string(text) + "instance flat { rows = 3\n room = [[0, 0, 0], [1, 1, 1], [2, 2, 2]]\n cols = 3 }\n"
	program, diags := puzzle.LoadText(models.FS(), "model.pz", model)
	require.NoError(t, diags.Err())
	z, diags := program.Instantiate(puzzle.Data{Instance: "flat"})
	require.NoError(t, diags.Err())
	r, err := Generate(t.Context(), Options{Base: z, Count: 1, Seed: 1})
	require.NoError(t, err)
	assert.False(t, r.Own)
	assert.JSONEq(t, "3", string(r.Levels[0].Data["rows"]))

	r, err = Generate(t.Context(), Options{Base: base(t, "objects/tents", "ten"), Count: 1, Seed: 1})
	require.NoError(t, err)
	assert.True(t, r.Own)
	assert.Contains(t, r.Summary(1)[1], "nothing was taken of the instance")
}
