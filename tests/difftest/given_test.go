package difftest

import (
	"encoding/json"
	"slices"

	"github.com/pzc-lang/pzc/apps/emit"
	"github.com/pzc-lang/pzc/compiler/model"
)

// readNames are the parameters that a program for a model reads when it runs.
func readNames(m *model.Model) (names []string) {
	_, all := emit.RunTimeData(m)
	for _, x := range all {
		if x.Why == "" {
			names = append(names, x.Array.Name)
		}
	}
	return names
}

// dataOf is the data of some parameters of a model as JSON.
func dataOf(m *model.Model, names []string) string {
	data := map[string]any{}
	for _, a := range m.ParamArrays() {
		if slices.Contains(names, a.Name) {
			data[a.Name] = listOf(m, a)
		}
	}
	text, err := json.Marshal(data)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func listOf(m *model.Model, a *model.Array) any {
	if a.Type.Kind == model.MapKind {
		return linesOf(m.Data[a.ID].Values[0].C.Map)
	}
	list := []any{}
	for _, v := range m.Data[a.ID].Values {
		list = append(list, jsonOf(m, a.Type, v.N))
	}
	if len(a.Index) == 0 {
		return list[0]
	}
	return list
}

func linesOf(of *model.Map) (lines []string) {
	for r := range of.Rows {
		lines = append(lines, string(of.Cells[r*of.Cols:(r+1)*of.Cols]))
	}
	return lines
}

func jsonOf(m *model.Model, t *model.Type, n int64) any {
	switch t.Kind {
	case model.Boolean:
		return n != 0
	case model.Character:
		return string(rune(n))
	case model.Direction:
		return model.DirNames[n]
	case model.Enumerated:
		return t.Enum.Values[n]
	case model.CellKind:
		cols := m.Dims[t.Grid.ID].Cols
		return []int64{n / cols, n % cols}
	default:
		return n
	}
}
