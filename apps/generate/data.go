package generate

import (
	"encoding/json"
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
)

// arrayData returns the values of a parameter as --data gives them: a list for an array, with a list for each row.
func arrayData(m *model.Model, a *model.Array, values []model.Value) any {
	if len(a.Index) == 0 {
		return valueData(m, a.Type, values[0])
	}
	var rows []any
	for part := range slices.Chunk(values, width(m, a)) {
		row := []any{}
		for _, v := range part {
			row = append(row, valueData(m, a.Type, v))
		}
		rows = append(rows, row)
	}
	if len(rows) == 1 {
		return rows[0]
	}
	return rows
}

// width returns the number of elements that stand in a row of an array: those of its last index, or of a row of cells.
func width(m *model.Model, a *model.Array) int {
	index := m.Data[a.ID].Index
	last := index[len(index)-1]
	if len(index) == 1 && last.Type.Kind == model.CellKind {
		if dims := m.Dims[last.Type.Grid.ID]; int64(last.Len()) == dims.Rows*dims.Cols && last.Len() > 0 {
			return int(dims.Cols)
		}
	}
	return max(last.Len(), 1)
}

// valueData returns a value as --data gives it.
func valueData(m *model.Model, t *model.Type, v model.Value) any {
	switch t.Kind {
	case model.Number:
		return v.N
	case model.Boolean:
		return v.N != 0
	case model.Character:
		return string(rune(v.N))
	case model.Direction, model.Enumerated:
		return m.Format(t, v)
	case model.CellKind:
		cols := m.Dims[t.Grid.ID].Cols
		return []any{v.N / cols, v.N % cols}
	case model.TupleKind:
		out := []any{}
		for i, x := range v.C.Tuple {
			out = append(out, valueData(m, t.Elems[i], x))
		}
		return out
	case model.ListKind:
		return listData(m, t.Elems[0], v.C.Tuple)
	case model.SetKind:
		return listData(m, t.Elem(), v.C.Set.Elems)
	case model.MapKind:
		return mapRows(v.C.Map)
	default:
		return v.C.Text
	}
}

func listData(m *model.Model, t *model.Type, values []model.Value) any {
	out := []any{}
	for _, x := range values {
		out = append(out, valueData(m, t, x))
	}
	return out
}

// mapRows returns the lines of a map.
func mapRows(of *model.Map) []string {
	rows := make([]string, of.Rows)
	for r := range rows {
		rows[r] = string(of.Cells[r*of.Cols : (r+1)*of.Cols])
	}
	return rows
}

// raw writes data as JSON.
func raw(data map[string]any) (map[string]json.RawMessage, error) {
	out := map[string]json.RawMessage{}
	for name, x := range data {
		text, err := json.Marshal(x)
		if err != nil {
			return nil, err
		}
		out[name] = text
	}
	return out, nil
}
