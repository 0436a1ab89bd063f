package generate

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/lists"
)

// A deferred map becomes an array of characters with one element for each cell, and `level[c]` reads an element. The
// size of the map is fixed. If the model does not declare the characters of the map, they are the characters of its
// present value.

// isMap reports whether an array is a parameter that is a map.
func (d *deferral) isMap(a *model.Array) bool {
	return a.Role == model.Param && a.Type.Kind == model.MapKind && len(a.Index) == 0
}

// mapData returns the data of a map as an array of characters; nil if the model reads no cell of the map.
func (d *deferral) mapData(a *model.Array) *model.ArrayData {
	grid := lists.First(d.m.Grids, func(g *model.Grid) bool { return g.Holds(a) })
	if grid == nil {
		return nil
	}
	of := d.m.Data[a.ID].Values[0].C.Map
	data := &model.ArrayData{Size: len(of.Cells)}
	var places, letters []model.Value
	for i, c := range of.Cells {
		v := model.Int(int64(c))
		places, letters = append(places, model.Int(int64(i))), append(letters, v)
		data.Values, data.Defined = append(data.Values, v), append(data.Defined, true)
	}
	data.Index = []*model.Set{model.NewSet(&model.Type{Kind: model.CellKind, Grid: grid}, places)}
	if data.Domain = d.alphabet(a); data.Domain == nil {
		data.Domain = model.NewSet(model.CharacterType, letters)
	}
	return data
}

// alphabet returns the set of characters that the model declares for a map; nil if it declares none.
func (d *deferral) alphabet(a *model.Array) *model.Set {
	if x, ok := model.Unnamed(a.Domain).(*model.AnyMap); ok && x.Alphabet != nil {
		if s, ok := semantics.NewEvaluator(d.m).Set(x.Alphabet, make(semantics.Frame, model.SlotsFor(x.Alphabet))); ok {
			return s
		}
	}
	return nil
}

// becomeMap turns the copy of a map into an array of characters.
func (c *cloner) becomeMap(a, to *model.Array) {
	data := c.d.mapData(a)
	cells := data.Index[0].Type
	base := model.Base{Sp: a.Domain.Span()}
	to.Type, to.Index = model.CharacterType, []model.IndexVar{{
		Slot: -1,
		Set:  &model.GridSet{Base: model.Base{Sp: base.Sp, Ty: model.SetOf(cells)}, Grid: cells.Grid},
	}}
	letters := &model.SetLit{Base: model.Base{Sp: base.Sp, Ty: model.SetOf(model.CharacterType)}}
	for _, v := range data.Domain.Elems {
		letters.Elems = append(letters.Elems, &model.Lit{
			Base:  model.Base{Sp: base.Sp, Ty: model.CharacterType},
			Value: v,
		})
	}
	to.Domain = letters
}

// ofMap is what replaces an expression that reads a character or the size of a deferred map; nil for all other
// expressions.
func (c *cloner) ofMap(e model.Expr) model.Expr {
	switch e := e.(type) {
	case *model.MapAt:
		if a := model.NamedMap(e.Map); a != nil && c.d.later[a] {
			return &model.Read{Base: e.Base, Array: c.array(a), Index: []model.Expr{c.expr(e.Cell)}}
		}
	case *model.Extent:
		if a := model.NamedMap(e.Map); a != nil && c.d.later[a] {
			of := c.d.m.Data[a.ID].Values[0].C.Map
			n := of.Rows
			if e.Cols {
				n = of.Cols
			}
			return &model.Lit{Base: e.Base, Value: model.Int(int64(n))}
		}
	default:
	}
	return nil
}
