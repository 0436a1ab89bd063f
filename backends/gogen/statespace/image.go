package statespace

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/diag"
)

// Image writes the statements that give variables the values of expressions.
type Image struct {
	*Writer
	Block *code.Block
	Names *code.Names
	Into  func(field string) code.Expr // a variable
	Fail  Exit                         // the exit if a value is undefined
}

// Scope is the scope of an expression.
func (im *Image) Scope(slots int) *Scope {
	sc := im.Writer.Scope(slots, "s")
	sc.Block, sc.Names = im.Block, im.Names
	return sc
}

// Value writes how a variable gets its value.
func (im *Image) Value(v *model.RelaxationValue) {
	d := im.Model.Data[v.Target.ID]
	sc := im.Scope(v.Slots)
	list, isList := v.Value.(*model.List)
	switch {
	case isList && len(d.Index) > 0:
		for k, e := range list.Leaves() {
			im.assign(sc, v.Target, im.element(v.Target, d.IndexAt(k)), e)
		}
	case im.loops(v, d):
		im.loop(sc, v, 0, im.Into(im.Name(v.Target)))
	default:
		for k := range d.Size {
			t := sc.Sub()
			at := d.IndexAt(k)
			for i, slot := range v.Index {
				if slot >= 0 {
					bindOne(t, slot, d.Index[i].Type, at[i])
				}
			}
			im.assign(t, v.Target, im.element(v.Target, at), v.Value)
		}
	}
}

// loops tells whether all indices are numbers without gaps.
func (im *Image) loops(v *model.RelaxationValue, d *model.ArrayData) bool {
	for i, x := range im.Dims(v.Target) {
		if x.Holes || !x.Set.Type.Scalar() || x.Set.Type.Kind == model.Boolean || x.Set.Len() == 0 ||
			i >= len(v.Index) || x.Set.Type.Kind == model.Character {
			return false
		}
	}
	return len(d.Index) > 0
}

// loop writes a loop for each index.
func (im *Image) loop(sc *Scope, v *model.RelaxationValue, i int, element code.Expr) {
	dims := im.Dims(v.Target)
	if i == len(dims) {
		im.assign(sc, v.Target, element, v.Value)
		return
	}
	x := dims[i]
	names := []string{"row", "col", "k", "l", "m"}
	if len(dims) == 1 {
		names[0] = "i"
	}
	name := sc.Names.Take(names[min(i, 4)])
	t := sc.Sub()
	if slot := v.Index[i]; slot >= 0 {
		t.bindSet(slot, x.Set, code.Name(name))
	}
	first, last := x.Set.Elems[0].N, x.Set.Elems[x.Set.Len()-1].N
	if first == 0 {
		sc.Block.Loop(name, "_", code.Int(last+1))
	} else {
		sc.Block.Count(name, code.Int(first), code.Int(last))
	}
	im.loop(t, v, i+1, element.At(x.At(im.Writer, code.Name(name))))
	sc.Block.End()
}

// bindOne gives a slot one value.
func bindOne(sc *Scope, slot int, kind *model.Type, v model.Value) {
	if !kind.Scalar() || kind.Kind == model.Boolean {
		GiveUp(diag.Span{}, "a value for such an index")
	}
	sc.bindSet(slot, model.NewSet(kind, []model.Value{v}), code.Int(v.N))
}

// element is an element of a variable.
func (im *Image) element(a *model.Array, at []model.Value) code.Expr {
	x := im.Into(im.Name(a))
	for i, d := range im.Dims(a) {
		if !d.Set.Type.Scalar() {
			x = x.At(code.Int(int64(d.Set.Index(at[i]))))
			continue
		}
		x = x.At(code.Int(at[i].N - d.Lo))
	}
	return x
}

// assign writes that an element gets a value.
func (im *Image) assign(sc *Scope, a *model.Array, element code.Expr, e model.Expr) {
	if a.Type.Kind == model.Boolean {
		if !sc.Decided(e) {
			GiveUp(e.Span(), "a condition that may be undecided, in an initial value,")
		}
		sc.Block.Assign(element, sc.cond(e, true).Expr())
		return
	}
	v := sc.Value(e)
	domain := im.Model.Data[a.ID].Domain
	if a.Entry != nil {
		GiveUp(e.Span(), "an initial value of an array with a type for each entry")
	}
	need := slices.Clone(v.Need)
	if !v.Dom.within(domain) {
		if !domain.Gapless() {
			GiveUp(e.Span(), "an initial value of a type with gaps")
		}
		need = append(need, sc.limits(v, domain)...)
	}
	all := code.And(need...)
	sc.LeaveIf(code.Not(all), im.Fail)
	sc.Block.Assign(element, v.Expr)
}
