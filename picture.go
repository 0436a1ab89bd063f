package pzc

import (
	"github.com/pzc-lang/pzc/compiler/model"
)

// Shown is a state as the model's views show it, or, if it has none, as a table of its variables: an array as a board, which has
// rows and columns if it is indexed by the cells of a grid or by two indices.
func (z *Puzzle) Shown(state []int64) []Board {
	if len(z.Program.checked.Views) > 0 {
		return z.View(state)
	}
	var out []Board
	for place := 0; place < len(state); {
		array, _ := z.model.ArrayAt(place)
		n := z.model.Data[array.ID].Size
		text := make([]string, n)
		for k := range text {
			text[k] = z.model.Format(array.Type, model.Int(state[place+k]))
		}
		if place += n; len(array.Index) == 0 {
			out = append(out, Board{Rows: 1, Cols: 1, Text: []string{array.Name + " = " + text[0]}, Fill: []string{""}, Line: true})
			continue
		}
		rows, cols := z.shape(array, n)
		out = append(out, Board{Rows: 1, Cols: 1, Text: []string{array.Name}, Fill: []string{""}, Line: true},
			Board{Rows: rows, Cols: cols, Text: text, Fill: make([]string, n)})
	}
	return out
}

// shape is how an array of n elements is laid out.
func (z *Puzzle) shape(a *model.Array, n int) (rows, cols int) {
	index := z.model.Data[a.ID].Index
	last := index[len(index)-1]
	switch {
	case n == 0:
		return 0, 0
	case len(index) == 1 && last.Type.Kind == model.CellKind:
		if d := z.model.Dims[last.Type.Grid.ID]; d.Rows*d.Cols == int64(n) {
			return int(d.Rows), int(d.Cols)
		}
	case len(index) > 1:
		return n / len(last.Elems), len(last.Elems)
	}
	return 1, n
}
