package models_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/semantics"
)

// TestForeignSigns: each map of each model refuses a sign that the model does not know, and names the sign.
func TestForeignSigns(t *testing.T) {
	for _, m := range pzc.LibraryModels() {
		program, diags, err := pzc.LoadFile(m.File)
		require.NoError(t, err)
		require.NoError(t, diags.Err())
		data := pzc.Data{}
		if !program.Complete() {
			data.Instance = program.Instances()[0]
		}
		z, diags := program.Instantiate(data)
		require.NoError(t, diags.Err(), m.Name)
		for _, a := range z.Model().ParamArrays() {
			if a.Type.Kind != model.MapKind {
				continue
			}
			drawing := z.Model().Data[a.ID].Values[0].C.Map
			for _, sign := range "%?я " {
				if sign == ' ' && semantics.TakesBlank(z.Model(), a) && m.Name != "bloxorz" && m.Name != "futoshiki" {
					continue
				}
				for _, at := range []int{0, len(drawing.Cells) - 1} {
					data.JSON = &pzc.Text{Name: "data", Text: changed(t, a.Name, drawing, at, sign)}
					_, diags := program.Instantiate(data)
					assert.ErrorContains(t, diags.Err(), "'"+string(sign)+"'", "%s: %s", m.Name, a.Name)
				}
			}
		}
	}
}

// changed returns the JSON of a map with another sign in one cell.
func changed(t *testing.T, name string, m *model.Map, at int, sign rune) string {
	var rows []string
	for r := range m.Rows {
		row := append([]rune{}, m.Cells[r*m.Cols:(r+1)*m.Cols]...)
		if at/m.Cols == r {
			row[at%m.Cols] = sign
		}
		rows = append(rows, string(row))
	}
	text, err := json.Marshal(map[string]any{name: rows})
	require.NoError(t, err)
	return string(text)
}

// A difference or quotient in a cage of three cells has no meaning on which people agree.
func TestCagesOfTwo(t *testing.T) {
	program, diags, err := pzc.LoadFile("std:kenken.pz")
	require.NoError(t, err)
	require.NoError(t, diags.Err())
	for rule, says := range map[string]string{
		"-": "cage a has 3 cells: - is for two cells", "/": "cage a has 3 cells: / is for two cells",
		"=": "cage a has 3 cells: = is for one cell",
	} {
		text := `{"cage": ["aa", "ab"], "rule": [["a", "` + rule + `", 2], ["b", "=", 1]]}`
		_, diags := program.Instantiate(pzc.Data{JSON: &pzc.Text{Name: "data", Text: text}})
		assert.ErrorContains(t, diags.Err(), says)
	}
}
