package generate

import (
	"cmp"
	"context"
	"errors"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics/view"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// drawing reads maps from the drawing of a state. A cell has the sign of the cells that are drawn like it at the start.
// So a map can be read if at the start no two cells with different signs are drawn alike.
type drawing struct {
	z    *puzzle.Puzzle
	maps []drawnMap
}

// drawnMap is a map that can be read from a view, by the text and the colour of a cell.
type drawnMap struct {
	param *model.Array
	view  int
	signs map[[2]string]rune
}

// newDrawing finds the maps that can be read. It fails if there are none.
func newDrawing(ctx context.Context, z *puzzle.Puzzle) (*drawing, error) {
	starts, _, err := z.Machine().InitialStates(ctx, 1)
	if err != nil || len(starts) == 0 {
		return nil, cmp.Or(err, error(unsolvable))
	}
	d := &drawing{z: z.Apart()}
	for i, b := range d.z.View(starts[0]) {
		for _, a := range z.Model().ParamArrays() {
			if a.Type.Kind != model.MapKind || len(a.Index) > 0 {
				continue
			}
			of := z.Model().Data[a.ID].Values[0].C.Map
			if signs := signsOf(&b, of); signs != nil {
				d.maps = append(d.maps, drawnMap{a, i, signs})
			}
		}
	}
	if len(d.maps) == 0 {
		return nil, errors.New("the drawing of a state does not tell the signs of a map")
	}
	return d, nil
}

// signsOf returns the signs of cells by how they are drawn; nil if the drawing does not tell them.
func signsOf(b *view.Board, of *model.Map) map[[2]string]rune {
	if b.Line || b.Rows != of.Rows || b.Cols != of.Cols {
		return nil
	}
	signs := map[[2]string]rune{}
	for c, sign := range of.Cells {
		look := [2]string{b.Text[c], b.Fill[c]}
		if other, known := signs[look]; known && other != sign {
			return nil
		}
		signs[look] = sign
	}
	return signs
}

// fits reports whether each cell is drawn as some cell is at the start.
func (d *drawing) fits(state []int64) bool { return d.read(state) != nil }

func (d *drawing) start(_ context.Context, state []int64, _ Options) (map[string]any, error) {
	return d.read(state), nil
}

// read returns the maps with which the puzzle starts in a state; nil if a cell is drawn as none is at the start.
func (d *drawing) read(state []int64) map[string]any {
	data := map[string]any{}
	boards := d.z.Apart().View(state)
	for _, m := range d.maps {
		b := &boards[m.view]
		of := &model.Map{Rows: b.Rows, Cols: b.Cols}
		for c := range b.Text {
			sign, known := m.signs[[2]string{b.Text[c], b.Fill[c]}]
			if !known {
				return nil
			}
			of.Cells = append(of.Cells, sign)
		}
		data[m.param.Name] = mapData(d.z.Model(), m.param.Type, of)
	}
	return data
}
