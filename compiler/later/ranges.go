package later

import "github.com/pzc-lang/pzc/compiler/model"

// The set of a binder must be constant. A range with a deferred bound is replaced by the widest possible range and a
// condition: `i in 1..boat` becomes `i in 1..20 where i in 1..boat`. A bound that may be undefined is not replaced,
// because the condition would have another meaning.

// widened returns the widest range for variable i of a binder; nil if its set is not such a range. The sets of later
// variables must be defined for all values of this range.
func (d *deferral) widened(vars []model.Bind, i int) *model.Range {
	v := vars[i]
	r, ok := v.Set.(*model.Range)
	if !ok || v.Target.Elems != nil || v.Target.Slot < 0 || r.Lo.Type().Kind != model.Number {
		return nil
	}
	for _, next := range vars[i+1:] {
		reads := model.Contains(next.Set, func(x model.Expr) bool {
			l, ok := x.(*model.Local)
			return ok && l.Slot == v.Target.Slot
		})
		if of, ok := next.Set.(*model.Range); reads && (!ok || !d.sure(of.Lo) || !d.sure(of.Hi)) {
			return nil
		}
	}
	out := *r
	out.Lo, out.Hi = d.bound(r.Lo, false), d.bound(r.Hi, true)
	if out.Lo == nil || out.Hi == nil {
		return nil
	}
	low, _, known := d.between(out.Lo)
	_, high, too := d.between(out.Hi)
	if known && too && high-low >= laterValues {
		return nil
	}
	return &out
}

// bound returns the extreme value of a bound; nil if it is not known.
func (d *deferral) bound(e model.Expr, upper bool) model.Expr {
	if !model.Contains(e, func(x model.Expr) bool { return !d.known(x) }) {
		return e
	}
	low, high, ok := d.between(e)
	switch {
	case !ok:
		return nil
	case upper:
		return &model.Lit{Base: model.Base{Sp: e.Span(), Ty: e.Type()}, Value: model.Int(high)}
	default:
		return &model.Lit{Base: model.Base{Sp: e.Span(), Ty: e.Type()}, Value: model.Int(low)}
	}
}

// known reports whether a node by itself depends on no deferred parameter.
func (d *deferral) known(e model.Expr) bool {
	switch e := e.(type) {
	case *model.Lit, *model.Local, *model.Binary, *model.Neg, *model.Coord:
		return true
	case *model.Read:
		return !d.later[e.Array]
	default:
		return false
	}
}

// sure reports whether an expression is made of sums and products of defined numbers.
func (d *deferral) sure(e model.Expr) bool {
	switch e := e.(type) {
	case *model.Lit, *model.Local:
		return true
	case *model.Neg:
		return d.sure(e.X)
	case *model.Binary:
		return (e.Op == model.Add || e.Op == model.Sub || e.Op == model.Mul) && d.sure(e.L) && d.sure(e.R)
	case *model.Read:
		_, _, ok := d.valuesOf(e)
		return ok
	default:
		return false
	}
}

// widest bounds the numbers in computations with bounds.
const widest = 1 << 20

// between is the least and the greatest value of an expression that is always defined; ok is false if they are not
// easily found.
func (d *deferral) between(e model.Expr) (low, high int64, ok bool) {
	switch e := e.(type) {
	case *model.Lit:
		low, high, ok = e.Value.N, e.Value.N, true
	case *model.Read:
		low, high, ok = d.valuesOf(e)
	case *model.Neg:
		low, high, ok = d.between(e.X)
		low, high = -high, -low
	case *model.Binary:
		a, b, left := d.between(e.L)
		x, y, right := d.between(e.R)
		ok = left && right
		switch e.Op {
		case model.Add:
			low, high = a+x, b+y
		case model.Sub:
			low, high = a-y, b-x
		case model.Mul:
			low, high = min(a*x, a*y, b*x, b*y), max(a*x, a*y, b*x, b*y)
		default:
			return 0, 0, false
		}
	default:
	}
	return low, high, ok && low >= -widest && high <= widest
}

// valuesOf is the least and the greatest value of a number that has a name.
func (d *deferral) valuesOf(e *model.Read) (low, high int64, ok bool) {
	data := d.m.Data[e.Array.ID]
	switch {
	case len(e.Index) > 0 || e.Array.Type.Kind != model.Number || e.Array.Role == model.State:
		return 0, 0, false
	case d.later[e.Array]:
		if data.Domain == nil || data.Domain.Len() == 0 {
			return 0, 0, false
		}
		return data.Domain.Elems[0].N, data.Domain.Elems[data.Domain.Len()-1].N, true
	default:
		return data.Values[0].N, data.Values[0].N, data.Defined[0]
	}
}

// widen replaces ranges with deferred bounds in the copy of a binder. It returns the condition of the binder.
func (c *cloner) widen(of, to []model.Bind, where model.Expr) model.Expr {
	for i := len(of) - 1; i >= 0; i-- {
		wide := c.d.widened(of, i)
		if wide == nil || !c.d.narrow(of[i]) {
			continue
		}
		set := to[i].Set
		variable := &model.Local{
			Base: model.Base{Sp: set.Span(), Ty: set.Type().Elem()}, Name: to[i].Target.Name,
			Slot: to[i].Target.Slot,
		}
		inside := model.Expr(&model.In{Base: model.Base{Sp: set.Span(), Ty: model.BooleanType}, X: variable, Set: set})
		if to[i].Set = c.expr(wide); where != nil {
			inside = &model.Binary{
				Base: model.Base{Sp: where.Span(), Ty: model.BooleanType}, Op: model.And, L: inside,
				R: where,
			}
		}
		where = inside
	}
	return where
}

// narrow reports whether a range depends on deferred parameters.
func (d *deferral) narrow(v model.Bind) bool {
	r, ok := v.Set.(*model.Range)
	return ok && model.Contains(r, func(x model.Expr) bool {
		read, ok := x.(*model.Read)
		return ok && d.later[read.Array]
	})
}
