package generate

import (
	"encoding/json"
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// Data returns the parameters of a puzzle as pzc solve --data reads them.
func Data(z *puzzle.Puzzle) (map[string]json.RawMessage, error) {
	all := map[string]any{}
	for _, a := range z.Model().ParamArrays() {
		all[a.Name] = arrayData(z, a, z.Model().Data[a.ID].Values)
	}
	return raw(all)
}

// arrayData returns the values of a parameter as --data gives them: a list for an array, with a list for each row.
func arrayData(z *puzzle.Puzzle, a *model.Array, values []model.Value) any {
	all := listData(z.Model(), values, func(int) *model.Type { return a.Type })
	cols := perRow(z, a)
	switch {
	case len(a.Index) == 0:
		return all[0]
	case len(all) <= cols:
		return all
	}
	return inRows(all, cols)
}

// inRows divides a list into lists of some length.
func inRows(all []any, cols int) []any {
	rows := []any{}
	for row := range slices.Chunk(all, max(cols, 1)) {
		rows = append(rows, row)
	}
	return rows
}

// perRow returns the number of elements in a row of the board for an array.
func perRow(z *puzzle.Puzzle, a *model.Array) int {
	if len(a.Index) == 0 {
		return 1
	}
	_, cols := z.Shape(a, z.Model().Data[a.ID].Size)
	return max(cols, 1)
}

// listData returns values as --data gives them.
func listData(m *model.Model, values []model.Value, of func(i int) *model.Type) []any {
	out := []any{}
	for i, x := range values {
		out = append(out, valueData(m, of(i), x))
	}
	return out
}

// valueData returns a value as --data gives it.
func valueData(m *model.Model, t *model.Type, v model.Value) any {
	if v.IsNone() {
		return nil
	}
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
		return listData(m, v.C.Tuple, func(i int) *model.Type { return t.Elems[i] })
	case model.ListKind:
		return listData(m, v.C.Tuple, func(int) *model.Type { return t.Elems[0] })
	case model.SetKind:
		return listData(m, v.C.Set.Elems, func(int) *model.Type { return t.Elem() })
	case model.MapKind:
		return mapData(m, t, v.C.Map)
	default:
		return v.C.Text
	}
}

// mapData returns the lines of a map, or of a map of words its rows as lists.
func mapData(m *model.Model, t *model.Type, of *model.Map) any {
	if len(t.Elems) == 0 {
		return m.MapRows(t, of)
	}
	values := make([]model.Value, len(of.Cells))
	for i := range values {
		values[i] = of.At(int64(i))
	}
	return inRows(listData(m, values, func(int) *model.Type { return t.Sign() }), of.Cols)
}

// raw writes data as JSON.
func raw(data map[string]any) (map[string]json.RawMessage, error) {
	text, err := json.Marshal(data)
	if err != nil {
		return nil, err
	}
	var out map[string]json.RawMessage
	err = json.Unmarshal(text, &out)
	return out, err
}
