package generate

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
)

// A deferred map becomes an array of characters or words with one element for each cell, and `level[c]` reads an
// element. The size of the map is fixed. If the model does not declare the characters of the map, they are the
// characters of its present value.
//
// A parameter whose values may be missing becomes an array of numbers: the places of its values in their type, and
// missing for a value that is missing. `clue[c]` becomes nth(T, clue[c]), which is undefined there.

// missing is the place of a value that is missing.
const missing = -1

// data returns the data of an array as those of a state variable; nil for a map of which no cell is read.
func (d *deferral) data(a *model.Array) *model.ArrayData {
	data := d.m.Data[a.ID]
	if d.isMap(a) {
		data = d.mapData(a)
	}
	if !a.Optional || !d.later[a] || data == nil || data.Domain == nil {
		return data
	}
	out := *data
	out.Values, out.Defined = slices.Clone(data.Values), slices.Repeat([]bool{true}, data.Size)
	for k, v := range out.Values {
		out.Values[k] = model.Int(int64(data.Domain.Index(v)))
	}
	_, out.Domain = placesIn(a.Domain.Span(), 0, int64(data.Domain.Len()-1))
	return &out
}

// placesIn returns the type of the places from least to greatest, and of missing values.
func placesIn(sp diag.Span, least, greatest int64) (model.Expr, *model.Set) {
	places := []model.Value{model.Int(missing)}
	for k := least; k <= greatest; k++ {
		places = append(places, model.Int(k))
	}
	return literal(sp, model.NumberType, places), model.NewSet(model.NumberType, places)
}

// literal returns a set that is written out.
func literal(sp diag.Span, t *model.Type, values []model.Value) model.Expr {
	return &model.SetLit{
		Base: model.Base{Sp: sp, Ty: model.SetOf(t)}, Elems: lists.Map(values, func(v model.Value) model.Expr {
			return &model.Lit{Base: model.Base{Sp: sp, Ty: t}, Value: v}
		}),
	}
}

// present returns the value of an element of a parameter, or None, for its code in the deferred model.
func (d *deferral) present(a *model.Array, code int64) model.Value {
	switch {
	case !a.Optional:
		return model.Int(code)
	case code == missing:
		return model.None
	case d.isMap(a):
		return d.mapData(a).Domain.Elems[code]
	}
	return d.m.Data[a.ID].Domain.Elems[code]
}

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
	for i := range of.Cells {
		v := of.At(int64(i))
		if places = append(places, model.Int(int64(i))); !v.IsNone() {
			letters = append(letters, v)
		}
		data.Values, data.Defined = append(data.Values, v), append(data.Defined, true)
	}
	data.Index = []*model.Set{model.NewSet(&model.Type{Kind: model.CellKind, Grid: grid}, places)}
	if data.Domain = d.alphabet(a); data.Domain == nil {
		data.Domain = model.NewSet(a.Type.Sign(), letters)
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

// becomeList turns the copy of a map, or of a parameter whose values may be missing, into an array of its data.
func (c *cloner) becomeList(a, to *model.Array, data *model.ArrayData) {
	if to.Type = data.Domain.Type; c.d.isMap(a) {
		cells := data.Index[0].Type
		base := model.Base{Sp: a.Domain.Span(), Ty: model.SetOf(cells)}
		to.Index = []model.IndexVar{{Slot: -1, Set: &model.GridSet{Base: base, Grid: cells.Grid}}}
	}
	to.Domain = literal(a.Domain.Span(), to.Type, data.Domain.Elems)
}

// ofPlace is what replaces an expression that reads a deferred parameter whose values may be missing, at some indices.
func (c *cloner) ofPlace(base model.Base, a *model.Array, index []model.Expr) model.Expr {
	read := &model.Read{Base: base, Array: c.array(a), Index: each(index, c.expr)}
	if !a.Optional {
		return read
	}
	read.Ty = model.NumberType
	of := a.Domain
	if words, isMap := model.Unnamed(of).(*model.AnyMap); isMap {
		of = words.Alphabet
	}
	return &model.Nth{Base: base, Set: c.expr(of), I: read}
}

// replaced is what replaces an expression that reads a deferred map, its size, or a deferred parameter whose values may
// be missing; nil for all other expressions.
func (c *cloner) replaced(e model.Expr) model.Expr {
	switch e := e.(type) {
	case *model.MapAt:
		if a := model.NamedMap(e.Map); a != nil && c.d.later[a] {
			return c.ofPlace(e.Base, a, []model.Expr{e.Cell})
		}
	case *model.Read:
		if e.Array.Optional && c.d.later[e.Array] {
			return c.ofPlace(e.Base, e.Array, e.Index)
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
