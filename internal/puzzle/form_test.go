package puzzle_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/internal/puzzle"
)

// form begins to fill in a puzzle of the library.
func form(t *testing.T, file, instance string) *puzzle.Form {
	t.Helper()
	f, err := grounded(t, file, instance).Form()
	require.NoError(t, err)
	return f
}

// fill reads what is filled in.
func fill(t *testing.T, f *puzzle.Form, lines ...string) *puzzle.Filled {
	t.Helper()
	given, err := f.Read(puzzle.Text{Name: "given", Text: strings.Join(lines, "\n")})
	require.NoError(t, err)
	return f.Fill(given)
}

// rows writes a board, with `!` behind what is wrong.
func rows(b puzzle.FormBoard) (out []string) {
	for r := range b.Rows {
		var row strings.Builder
		for c := range b.Cols {
			text := b.Text[r*b.Cols+c]
			if text == "" {
				text = "_"
			}
			if row.WriteString(text); b.Wrong[r*b.Cols+c] {
				row.WriteByte('!')
			}
		}
		out = append(out, row.String())
	}
	return out
}

func TestFormOfQueens(t *testing.T) {
	f := form(t, "queens.pz", "")
	l := f.Fill(nil)
	assert.Len(t, l.Missing, 8)
	assert.Equal(t, []string{"________"}, rows(l.Boards[0])[:1])

	// A press puts the queen of its row into its column, or takes it away.
	l = f.Fill(f.Press(l, 0, 3))
	assert.Equal(t, "queen[0] = 3\n", f.Write(l.Given))
	assert.Equal(t, []string{"...Q....", "________"}, rows(l.Boards[0])[:2])
	l = f.Fill(f.Press(l, 0, 5))
	assert.Equal(t, "queen[0] = 5\n", f.Write(l.Given))
	assert.Empty(t, f.Press(l, 0, 5))

	// Conflicts are about the queens that attack one another, and no others.
	l = fill(t, f, "queen[0] = 5", "queen[2] = 3", "queen[7] = 0")
	require.NotEmpty(t, l.Conflicts)
	assert.Equal(t, []string{".....Q!..", "________", "...Q!....", "________"}, rows(l.Boards[0])[:4])
	assert.Equal(t, "Q.......", rows(l.Boards[0])[7])
	c, err := f.Complete(t.Context(), l.Given, puzzle.ValidateOptions{})
	require.NoError(t, err)
	assert.False(t, c.Valid())

	// The rest can be completed.
	l = fill(t, f, "queen[0] = 0", "queen[1] = 4")
	assert.Empty(t, l.Conflicts)
	assert.False(t, l.Solved)
	c, err = f.Complete(t.Context(), l.Given, puzzle.ValidateOptions{})
	require.NoError(t, err)
	require.True(t, c.Valid())
	given := map[int]int64{}
	for place, n := range c.Solution.Start {
		given[place] = n
	}
	assert.True(t, f.Fill(given).Solved)
	_, err = f.Read(puzzle.Text{Name: "given", Text: "queen[9] = 1"})
	require.ErrorContains(t, err, "queen[9]")
}

// What is not marked counts as false.
func TestFormOfBooleans(t *testing.T) {
	f := form(t, "star_battle.pz", "")
	z := grounded(t, "star_battle.pz", "")
	a, err := z.Solve(t.Context(), puzzle.Options{})
	require.NoError(t, err)
	l := f.Fill(nil)
	for place, n := range a.Solutions[0].Start {
		if n != 0 {
			assert.False(t, l.Solved)
			l = f.Fill(f.Press(l, 0, place))
		}
	}
	assert.True(t, l.Solved)
	assert.Equal(t, a.Solutions[0].Start, l.Final.Start)
}

// Values that the model gives cannot be changed; a value that is given twice in a row is a conflict of three cells.
func TestFormOfClues(t *testing.T) {
	f := form(t, "sudoku.pz", "")
	l := f.Fill(nil)
	given := 81 - len(l.Open)
	assert.Positive(t, given)
	for cell, shows := range l.Boards[0].Shows {
		if l.Boards[0].Text[cell] != "" {
			assert.Empty(t, shows)
			assert.Nil(t, f.Press(l, 0, cell))
		} else {
			assert.Equal(t, []int{cell}, shows)
		}
	}
}

// Elements whose values become computed lose what was filled in; the auxiliary element of a loop is hidden.
func TestFormOfDependentElements(t *testing.T) {
	z := loaded(t, "puzzle P\nstate a: 0..3 = any\nstate b: 0..3 = if a > 1 then any else a\ngoal a + b == 5\n")
	f, err := z.Form()
	require.NoError(t, err)
	l := f.Fill(nil)
	assert.Equal(t, []int{0}, l.Open)
	assert.Equal(t, []string{"a = "}, l.Boards[0].Text)
	l = fill(t, f, "a = 2", "b = 3")
	assert.Equal(t, []int{0, 1}, l.Open)
	assert.True(t, l.Solved)
	l.Given[0] = 1
	l = f.Fill(l.Given)
	assert.Equal(t, map[int]int64{0: 1}, l.Given)
	assert.Equal(t, []string{"b = 1"}, l.Boards[1].Text)
	require.NotEmpty(t, l.Conflicts)

	f = form(t, "slitherlink.pz", "")
	for _, place := range f.Fill(nil).Open {
		assert.NotEqual(t, "first", f.Name(place)) // hidden, and so never asked for
		break
	}
}

func loaded(t *testing.T, text string) *puzzle.Puzzle {
	t.Helper()
	p, diags := puzzle.Load(fstest.MapFS{"m.pz": {Data: []byte(text)}}, "m.pz")
	require.False(t, diags.HasErrors(), "%v", diags)
	z, diags := p.Instantiate(puzzle.Data{})
	require.False(t, diags.HasErrors(), "%v", diags)
	require.False(t, z.Ground(t.Context()).HasErrors())
	return z
}
