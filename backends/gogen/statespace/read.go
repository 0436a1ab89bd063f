package statespace

import (
	"slices"
	"strconv"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
)

// Dim is how Go numbers one index of an array: the value minus lo, below length. With holes, some numbers are not used.
type Dim struct {
	Lo     int64
	Length int64
	Holes  bool
	Wide   bool // the gaps are so wide that the values are numbered
	Set    *model.Set
	Source model.Expr
}

// Dims are the indices of an array in Go. A value is its own index where that wastes little: an index 1..9 has an
// unused place 0.
func (w *Writer) Dims(a *model.Array) []Dim {
	d := w.Model.Data[a.ID]
	out := make([]Dim, len(d.Index))
	for i, s := range d.Index {
		out[i] = w.dimOf(a.Index[i].Set, s)
	}
	return out
}

func (w *Writer) dimOf(source model.Expr, s *model.Set) Dim {
	d := Dim{Set: s, Source: source}
	if s.Len() == 0 {
		return d
	}
	if !s.Type.Scalar() {
		d.Length = int64(s.Len()) // tuples are numbered
		return d
	}
	first, last, n := s.Elems[0].N, s.Elems[s.Len()-1].N, int64(s.Len())
	room := max(4*n, 256)
	switch {
	case first >= 0 && last < room && s.Type.Kind != model.Character:
		d.Length = last + 1
	case last-first < room:
		d.Lo, d.Length = first, last-first+1
	default:
		d.Length, d.Wide = int64(s.Len()), true
		return d
	}
	d.Holes = !s.Gapless()
	return d
}

// Numbered tells whether Go numbers the values of an index from 0 on.
func (d Dim) Numbered() bool { return d.Wide || !d.Set.Type.Scalar() }

// At is the Go index of a value.
func (d Dim) At(g *Writer, x code.Expr) code.Expr {
	switch {
	case d.Set.Type.Kind == model.Boolean:
		return code.Call("search.Bit", x)
	case d.Lo == 0:
		return x
	case d.Set.Type.Kind == model.Character:
		return code.Arithmetic(x, "-", code.Literal(strconv.QuoteRune(rune(d.Lo))))
	case d.Lo < 0:
		return code.Arithmetic(x, "+", code.Int(-d.Lo))
	default:
		return code.Arithmetic(x, "-", code.Int(d.Lo))
	}
}

// element is an element of an array, with the conditions for its index to be defined and in the array.
func (sc *Scope) element(a *model.Array, array code.Expr, by []model.Expr) (x code.Expr, need []code.Cond) {
	x = array
	for i, d := range sc.Writer.Dims(a) {
		if d.Numbered() {
			GiveUp(d.Source.Span(), "such an index")
		}
		v := sc.Value(by[i])
		v.Expr = asIndex(v)
		need = append(need, v.Need...)
		if by[i].Type().Kind != model.Boolean {
			need = append(need, sc.among(d.Source, d.Set, v).Conjuncts()...)
		}
		if code.And(need...).IsFalse() { // never read, but Go looks at constant indices
			x = x.At(code.Int(0))
			continue
		}
		x = x.At(d.At(sc.Writer, v.Expr))
	}
	return x, need
}

// asIndex is a number as an index. An undefined constant is replaced, because Go refuses it, even in code that is never
// reached.
func asIndex(v Value) code.Expr {
	if v.isNone() {
		return code.Int(0)
	}
	return v.Expr
}

// read is an array's element, of the state or of the data.
func (sc *Scope) read(e *model.Read) Value {
	a := e.Array
	d := sc.Writer.Model.Data[a.ID]
	if a.Role == model.State {
		x, need := sc.element(a, sc.State.Field(sc.Writer.Name(a)), e.Index)
		return Value{Expr: x, Need: need, Dom: SetDomain(d.Domain)}
	}
	if !a.Type.Scalar() {
		GiveUp(e.Sp, "`%s`, which is no single value,", a.Name)
	}
	x, need := sc.element(a, code.Name(sc.Writer.Name(a)), e.Index)
	v := Value{Expr: x, Need: need}
	var vals []int64
	for i, val := range d.Values {
		if d.Defined[i] {
			vals = append(vals, val.N)
		}
	}
	v.Dom = domainOf(vals)
	if slices.Contains(d.Defined, false) {
		if a.Type.Kind == model.Boolean {
			GiveUp(e.Sp, "a constant that is undefined in places and no number")
		}
		v.Need = append(v.Need, defined(x))
		v.total = len(v.Need) == 1
	}
	return v
}
