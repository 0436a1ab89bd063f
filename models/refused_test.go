package models_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// blankIsSign has the maps in which a blank means something.
var blankIsSign = map[string]bool{
	"atomix yard": true, "atomix molecule": true, "cryptarithm addition": true, "futoshiki level": true,
	"pegs level": true, "pentominoes pieces": true, "sokoban_pushes level": true, "sokoban_steps level": true,
}

// TestForeignSigns: each map of each model refuses a sign that the model does not know, and names the sign.
func TestForeignSigns(t *testing.T) {
	for _, m := range puzzle.LibraryModels() {
		program, data, z := opened(t, m)
		for _, a := range z.Model().ParamArrays() {
			if a.Type.Kind != model.MapKind {
				continue
			}
			drawing, rows := rowsOf(z, a)
			if len([]rune(rows[0])) > drawing.Cols { // its words have several signs
				continue
			}
			for _, sign := range "%?я " {
				if sign == '?' && (m.Name == "bridges" || m.Name == "nurikabe") { // an island whose size is not told
					continue
				}
				if sign == ' ' && blankIsSign[m.Name+" "+a.Name] && m.Name != "futoshiki" { // which has none in the corners
					continue
				}
				said := "'" + string(sign) + "'"
				if len(a.Type.Elems) > 0 {
					said = "`" + string(sign) + "`"
				}
				if len(a.Type.Elems) > 0 && sign == ' ' { // it parts words, and a row of digits is one word then
					said = "data: "
				}
				for _, at := range []int{0, len(drawing.Cells) - 1} {
					data.JSON = &puzzle.Text{Name: "data", Text: changed(t, a.Name, rows, at, sign)}
					_, diags := program.Instantiate(data)
					assert.ErrorContains(t, diags.Err(), said, "%s: %s", m.Name, a.Name)
				}
			}
		}
	}
}

// TestBlanksAround: blank lines and blanks around a map in a file change nothing, unless a blank is a sign of the map.
func TestBlanksAround(t *testing.T) {
	for _, m := range puzzle.LibraryModels() {
		program, data, z := opened(t, m)
		for _, a := range z.Model().ParamArrays() {
			if a.Type.Kind != model.MapKind {
				continue
			}
			drawing, rows := rowsOf(z, a)
			text := "\ufeff"
			kept := blankIsSign[m.Name+" "+a.Name] || strings.HasPrefix(m.Name, "bloxorz") // signs by other parameters
			if !kept {
				text = " \n\n"
			}
			for _, row := range rows {
				if !kept {
					row = "   " + row + "  "
				}
				text += row + "\r\n"
			}
			data.Values = []puzzle.Value{{Param: a.Name, Map: true, Text: puzzle.Text{Name: "file", Text: text + "\n\n"}}}
			again, diags := program.Instantiate(data)
			if assert.NoError(t, diags.Err(), m.Name) {
				assert.Equal(t, drawing, again.Model().Data[a.ID].Values[0].C.Map, "%s: %s", m.Name, a.Name)
			}
		}
	}
}

// TestRules: models tell their title and rules in words, and show no formulas to those who play.
func TestRules(t *testing.T) {
	for _, m := range puzzle.LibraryModels() {
		program, _, z := opened(t, m)
		assert.NotEmpty(t, program.Model().Title.Text, m.Name)
		assert.True(t, program.Model().HasRules, m.Name)
		for _, clue := range z.About().Clues {
			assert.NotRegexp(t, `\b(forall|exists|count|sum|reaches) `, clue, m.Name)
		}
	}
}

// opened builds a model with its own parameters, or with its first instance if these are incomplete.
func opened(t *testing.T, m puzzle.LibraryModel) (*puzzle.Program, puzzle.Data, *puzzle.Puzzle) {
	program, diags, err := puzzle.LoadFile(m.File)
	require.NoError(t, err)
	require.NoError(t, diags.Err())
	data := puzzle.Data{}
	if !program.Complete() {
		data.Instance = program.Instances()[0]
	}
	z, diags := program.Instantiate(data)
	require.NoError(t, diags.Err(), m.Name)
	return program, data, z
}

// rowsOf returns the map of a parameter, and its rows as the language writes them.
func rowsOf(z *puzzle.Puzzle, a *model.Array) (*model.Map, []string) {
	of := z.Model().Data[a.ID].Values[0].C.Map
	return of, z.Model().MapRows(a.Type, of)
}

// changed returns the JSON of a map with another sign in one cell.
func changed(t *testing.T, name string, rows []string, at int, sign rune) string {
	rows = slices.Clone(rows)
	row := []rune(rows[at/len([]rune(rows[0]))])
	row[at%len(row)] = sign
	rows[at/len([]rune(rows[0]))] = string(row)
	text, err := json.Marshal(map[string][]string{name: rows})
	require.NoError(t, err)
	return string(text)
}

// A difference or quotient in a cage of three cells has no meaning on which people agree.
func TestCagesOfTwo(t *testing.T) {
	program, diags, err := puzzle.LoadFile("std:kenken.pz")
	require.NoError(t, err)
	require.NoError(t, diags.Err())
	for rule, says := range map[string]string{
		"-": "cage a has 3 cells: - is for two cells", "/": "cage a has 3 cells: / is for two cells",
		"=": "cage a has 3 cells: = is for one cell",
	} {
		text := `{"cage": ["aa", "ab"], "rule": [["a", "` + rule + `", 2], ["b", "=", 1]]}`
		_, diags := program.Instantiate(puzzle.Data{JSON: &puzzle.Text{Name: "data", Text: text}})
		assert.ErrorContains(t, diags.Err(), says)
	}
}
