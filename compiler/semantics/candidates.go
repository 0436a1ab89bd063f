package semantics

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
)

// A relation often says how its second value is found: `b == a + k*d` for some d and k, or `adjacent(a, b)`. Then these
// values are tried, not all. `line` of ricochet.pz: at most 30 of 256 cells. Of a pair it may say one part.

// candidates lists values of a name: all for which a condition is true, and maybe others. The caller must not change
// the list.
type candidates func(f Frame) []model.Value

// finder finds the candidates for the name in a slot among some values.
type finder struct {
	ev   *Evaluator
	slot int
	all  *model.Set
	with map[string][]model.Value // by place and value of a part: the values with this part
}

// targets returns a function that lists the places of the values to which a link may lead from a value. f has the other
// local names of the relation.
func (ev *Evaluator) targets(rel *model.Relation, nodes *model.Set, f Frame) func(from int) []int32 {
	x, y := rel.Holes[0], rel.Holes[1]
	some := (&finder{ev, y, nodes, map[string][]model.Value{}}).of(rel.Body)
	var to []int32
	if some == nil {
		for j := range nodes.Elems {
			to = append(to, int32(j))
		}
		return func(int) []int32 { return to }
	}
	return func(from int) []int32 {
		f[x], f[y], to = Slot{nodes.Elems[from], true}, Slot{}, to[:0]
		for _, b := range some(f) {
			if j := nodes.Index(b); j >= 0 {
				to = append(to, int32(j))
			}
		}
		slices.Sort(to)
		to = slices.Compact(to)
		return to
	}
}

// of returns how a condition lists the values of the name, or nil if it does not.
func (n *finder) of(cond model.Expr) candidates {
	switch e := cond.(type) {
	case *model.Binary:
		switch e.Op {
		case model.Eq:
			if some := n.valueOf(e.L, e.R); some != nil {
				return some
			}
			return n.valueOf(e.R, e.L)
		case model.And:
			return fewer(n.of(e.L), n.of(e.R))
		case model.Or:
			l, r := n.of(e.L), n.of(e.R)
			if l == nil || r == nil {
				return nil
			}
			return func(f Frame) []model.Value { return slices.Concat(l(f), r(f)) }
		default:
		}
	case *model.Func:
		return n.neighbours(e)
	case *model.Fold:
		body := n.of(e.Body)
		if e.Kind != model.Exists || body == nil ||
			slices.ContainsFunc(e.Vars, func(b model.Bind) bool { return reads(b.Set, n.slot) }) {
			return nil
		}
		all := &model.Fold{Vars: e.Vars}
		return func(f Frame) (out []model.Value) {
			n.ev.EachBinding(all, f, func() bool {
				out = append(out, body(f)...)
				return true
			})
			return out
		}
	case *model.Call:
		return n.inDef(e)
	default:
	}
	return nil
}

// fewer lists the candidates of two conditions that both hold.
func fewer(l, r candidates) candidates {
	switch {
	case l == nil:
		return r
	case r == nil:
		return l
	}
	return func(f Frame) []model.Value {
		some, others := l(f), r(f)
		if len(others) < len(some) {
			return others
		}
		return some
	}
}

// valueOf lists the values that an equation gives: the name, or a part of it, is the value of an expression that does
// not read the name.
func (n *finder) valueOf(name, e model.Expr) candidates {
	part, ofTuple := name.(*model.Component)
	if ofTuple {
		name = part.X
	}
	if !isName(name, n.slot) || reads(e, n.slot) {
		return nil
	}
	return func(f Frame) []model.Value {
		v, ok := n.ev.eval(e, f)
		switch {
		case !ok:
			return nil
		case ofTuple:
			return n.withPart(part.I, v)
		}
		return []model.Value{v}
	}
}

// withPart lists the values with a part.
func (n *finder) withPart(i int, v model.Value) []model.Value {
	key := func(i int, v model.Value) string { return string(appendValue([]byte{byte(i)}, v)) }
	first := key(i, model.Value{})[:1]
	if _, known := n.with[first]; !known {
		n.with[first] = nil
		for _, x := range n.all.Elems {
			k := key(i, x.C.Tuple[i])
			n.with[k] = append(n.with[k], x)
		}
	}
	return n.with[key(i, v)]
}

// neighbours lists the cells beside a cell if a function is `adjacent` of this cell and the name.
func (n *finder) neighbours(e *model.Func) candidates {
	if e.Fn != model.Adjacent {
		return nil
	}
	other := e.Args[0]
	if isName(other, n.slot) {
		other = e.Args[1]
	} else if !isName(e.Args[1], n.slot) {
		return nil
	}
	if reads(other, n.slot) {
		return nil
	}
	d := n.ev.dims(other.Type().Grid)
	return func(f Frame) (out []model.Value) {
		c, ok := n.ev.eval(other, f)
		for _, o := range model.DirOffsets {
			if to, on := CellAt(d, c.N/d.Cols+o[0], c.N%d.Cols+o[1]); ok && on {
				out = append(out, to)
			}
		}
		return out
	}
}

// inDef is of for a call one of whose arguments is the name.
func (n *finder) inDef(e *model.Call) candidates {
	arg := slices.IndexFunc(e.Args, func(a model.Expr) bool { return isName(a, n.slot) })
	if arg < 0 {
		return nil
	}
	hole := e.Def.Params[arg].Slot
	for i, a := range e.Args {
		if i != arg && reads(a, n.slot) || reads(e.Def.Params[i].Set, hole) {
			return nil
		}
	}
	body := (&finder{n.ev, hole, n.all, n.with}).of(e.Def.Body)
	if body == nil {
		return nil
	}
	return func(f Frame) []model.Value {
		base := n.ev.sp
		g := n.ev.push(e.Def.Slots)
		for i, a := range e.Args {
			if i == arg {
				g[hole] = Slot{}
				continue
			}
			n.ev.pass(e.Def, i, a, f, g)
		}
		out := body(g)
		n.ev.sp = base
		return out
	}
}

func isName(e model.Expr, slot int) bool {
	l, ok := e.(*model.Local)
	return ok && l.Slot == slot
}

// reads reports whether an expression, which may be nil, reads the name in a slot.
func reads(e model.Expr, slot int) bool {
	return e != nil && slices.ContainsFunc(model.FreeLocals(e), func(l *model.Local) bool { return l.Slot == slot })
}
