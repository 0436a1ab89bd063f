package puzzle_test

import (
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/semantics/parse"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/models"
)

// fence is a loop along lines. The solver chooses cells inside.
const fence = `puzzle Fence
param level: map of {'.', '0', '1', '2', '3'} = """
  .33.
  .22.
  """
type Board = grid(level)
type Cell = grid(level.rows + 2, level.cols + 2)
def place(c: Board): Cell = (c.row + 1, c.col + 1)
state inside[c in Cell]: bool = if exists b in Board: place(b) == c then any else false
def loop(c: Board, d: Dir) = inside[place(c)] != inside[place(c) + d]
goal forall c in Board where level[c] != '.': digit(level[c]) == count d in Dir: loop(c, d)
answer loop = false
view c in Board: if level[c] == '.' then "" else "{level[c]}" edge d in Dir: loop(c, d)
`

func groundedText(t *testing.T, text string) *puzzle.Puzzle {
	t.Helper()
	p, diags := puzzle.LoadText(fstest.MapFS{}, "model.pz", text)
	require.NoError(t, diags.Err())
	z, diags := p.Instantiate(puzzle.Data{})
	require.NoError(t, diags.Err())
	require.NoError(t, z.GroundOnce(t.Context()).Err())
	return z
}

func TestAnswerForm(t *testing.T) {
	z := groundedText(t, fence)
	f, err := z.Form()
	require.NoError(t, err)
	empty := f.Fill(nil)
	assert.Len(t, empty.Open, 22-4, "a line between two cells is one element, and so are the two lines at a corner")
	assert.False(t, empty.Solved)
	assert.True(t, empty.Judged())

	answer, err := z.Solve(t.Context(), puzzle.Options{})
	require.NoError(t, err)
	given := map[int]int64{}
	for _, place := range empty.Open {
		if n := answer.Solutions[0].Start[place]; n == 1 {
			given[place] = n
		}
	}
	drawn := f.Fill(given)
	assert.Empty(t, drawn.Conflicts)
	assert.True(t, drawn.Hidden, "only what the solver chooses is missing")
	check, err := f.Complete(t.Context(), drawn.Rest(), puzzle.ValidateOptions{})
	require.NoError(t, err)
	assert.True(t, check.Valid())

	delete(given, slices.Sorted(maps.Keys(given))[0])
	check, err = f.Complete(t.Context(), f.Fill(given).Rest(), puzzle.ValidateOptions{})
	require.NoError(t, err)
	assert.False(t, check.Valid(), "open places count as false")
}

func TestAnswerIsValidated(t *testing.T) {
	z := groundedText(t, fence)
	answer, err := z.Solve(t.Context(), puzzle.Options{})
	require.NoError(t, err)
	var all, decided, chosen strings.Builder
	for _, v := range z.Assignment(answer.Solutions[0].Start) {
		line := v.Name + " = " + v.Text + "\n"
		all.WriteString(line)
		if v.Decided {
			decided.WriteString(line)
		} else {
			chosen.WriteString(line)
		}
	}
	for name, text := range map[string]string{"all": all.String(), "answer": decided.String(), "chosen": chosen.String()} {
		check, diags := z.ValidateOne(t.Context(), puzzle.Text{Name: name, Text: text})
		require.NoError(t, diags.Err())
		assert.True(t, check.Valid(), name)
		assert.Empty(t, check.Missing, name)
	}
	wrong := strings.Replace(decided.String(), "= true", "= false", 1)
	check, diags := z.ValidateOne(t.Context(), puzzle.Text{Name: "wrong", Text: wrong})
	require.NoError(t, diags.Err())
	assert.False(t, check.Valid())
}

// TestLibraryCounts: no expectation of the library depends on whether its model says what the answer is.
// TestUndefinedAnswers: what is not defined is blank on the board, none in a list, null in JSON.
func TestUndefinedAnswers(t *testing.T) {
	z := groundedText(t, `puzzle Parts
type Cell = grid(1, 3)
state value[c in Cell]: 0..3 = any
def part(c: Cell): 1..6 = 6 / value[c]
def odd(c: Cell) = part(c) == 3
goal value[(0, 0)] == 0 and value[(0, 1)] == 2 and value[(0, 2)] == 0
answer part, odd
view c in Cell: "{part(c)}" fill if odd(c) then "red" else "white"
`)
	answer, err := z.Solve(t.Context(), puzzle.Options{})
	require.NoError(t, err)
	start := answer.Solutions[0].Start
	assert.Equal(t, []string{"", "3", ""}, z.View(start)[0].Text)
	text, values := map[string]string{}, map[string]any{}
	for _, v := range z.Assignment(start) {
		text[v.Name], values[v.Name] = v.Text, v.JSON
	}
	assert.Equal(t, []string{"none", "3"}, []string{text["part[(0, 0)]"], text["part[(0, 1)]"]})
	assert.Nil(t, values["part[(0, 2)]"])
	assert.Equal(t, "false", text["odd[(0, 0)]"], "a condition is false where it is not defined")
	for place := range start {
		n, problem := parse.Element(semantics.NewMachine(z.Model()), place, text[z.Model().StateName(place)])
		assert.Empty(t, problem)
		assert.Equal(t, start[place], n)
	}
}

func TestLibraryCounts(t *testing.T) {
	files, err := fs.Glob(models.FS(), "*.pz")
	require.NoError(t, err)
	more, err := fs.Glob(models.FS(), "*/*.pz")
	require.NoError(t, err)
	for i, file := range append(files, more...) {
		if strings.HasPrefix(file, models.Kits+"/") || testing.Short() && i%5 > 0 {
			continue
		}
		p, diags := puzzle.Load(models.FS(), file)
		require.NoError(t, diags.Err(), file)
		if len(p.Model().Answers) == 0 {
			continue
		}
		for _, data := range p.Chosen(puzzle.Data{}) {
			for _, plain := range []bool{false, true} {
				data.Plain = plain
				z, diags := p.Instantiate(data)
				require.NoError(t, diags.Err(), file)
				require.NoError(t, z.GroundOnce(t.Context()).Err(), file)
				for _, x := range p.Expectations(data.Instance) {
					o := puzzle.Options{Options: backends.Options{Threads: 1}}
					outcome, err := z.Expect(t.Context(), x, o)
					require.NoError(t, err, file)
					assert.Equal(t, puzzle.Met, outcome.Verdict, "%s %s %v: %s", file, data.Instance, plain, outcome.Found)
				}
			}
		}
	}
}
