package generate

import (
	"encoding/json"

	"github.com/pzc-lang/pzc/compiler/model"
)

// arrayData returns the values of a parameter as --data gives them: a list for an array, with a list for each row.
func arrayData(m *model.Model, a *model.Array, values []model.Value) any {
	if len(a.Index) == 0 {
		return valueData(m, a.Type, values[0])
	}
	index := m.Data[a.ID].Index
	last := index[len(index)-1]
	width := last.Len()
	if last.Type.Kind == model.CellKind && len(index) == 1 {
		if cols := int(m.Dims[last.Type.Grid.ID].Cols); cols > 0 && width == cols*int(m.Dims[last.Type.Grid.ID].Rows) {
			width = cols
		}
	}
	var rows []any
	for from := 0; from < len(values); from += width {
		row := []any{}
		for _, v := range values[from : from+width] {
			row = append(row, valueData(m, a.Type, v))
		}
		rows = append(rows, row)
	}
	if len(rows) == 1 {
		return rows[0]
	}
	return rows
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
