package compiler

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
)

// children lists the direct parts of an expression, sets included.
func children(e model.Expr) []model.Expr {
	switch x := e.(type) {
	case *model.Text:
		var out []model.Expr
		for _, p := range x.Parts {
			out = appendSome(out, p.Expr)
		}
		return out
	case *model.Read:
		return x.Index
	case *model.Call:
		return x.Args
	case *model.Not:
		return []model.Expr{x.X}
	case *model.Neg:
		return []model.Expr{x.X}
	case *model.Opposite:
		return []model.Expr{x.X}
	case *model.Binary:
		return []model.Expr{x.L, x.R}
	case *model.Scale:
		return []model.Expr{x.N, x.X}
	case *model.Shift:
		return []model.Expr{x.Cell, x.By}
	case *model.Between:
		return []model.Expr{x.A, x.B}
	case *model.ToOffset:
		return []model.Expr{x.X}
	case *model.ToCell:
		return []model.Expr{x.X}
	case *model.If:
		return []model.Expr{x.Cond, x.Then, x.Else}
	case *model.Fold:
		return appendSome(bindSets(x.Vars), x.Where, x.Body)
	case *model.MapAt:
		return []model.Expr{x.Map, x.Cell}
	case *model.Coord:
		return []model.Expr{x.X}
	case *model.Extent:
		return appendSome(nil, x.Map)
	case *model.TupleOfExprs:
		return x.Elems
	case *model.In:
		return []model.Expr{x.X, x.Set}
	case *model.Func:
		return x.Args
	case *model.Size:
		return []model.Expr{x.Set}
	case *model.Nth:
		return []model.Expr{x.Set, x.I}
	case *model.Find:
		return []model.Expr{x.X}
	case *model.Steps:
		return appendSome(relationParts(x.Rel), x.A, x.B)
	case *model.Reaches:
		return appendSome(relationParts(x.Rel), x.A, x.B)
	case *model.List:
		return x.Elems
	case *model.PatternCost:
		return appendSome(nil, x.Values, x.Tracked)
	case *model.AdditiveCost:
		var out []model.Expr
		for _, p := range x.Parts {
			out = append(out, p)
		}
		return out
	case *model.Range:
		return []model.Expr{x.Lo, x.Hi}
	case *model.SetLit:
		return x.Elems
	case *model.SetComp:
		return appendSome(bindSets(x.Vars), x.Where, x.Elem)
	case *model.Product:
		return x.Elems
	case *model.AnySet:
		return []model.Expr{x.Elem}
	case *model.AnyMap:
		return appendSome(nil, x.Alphabet)
	case *model.AnyChar, *model.AnyValue, *model.FullSet, *model.GridSet, *model.HeuristicRef, *model.Lit, *model.Local,
		*model.NamedSet, *model.ProjectCost, *model.RelaxationRef:
	}
	return nil
}

func relationParts(r *model.Relation) []model.Expr { return appendSome(nil, r.Domain, r.Body, r.Pairs) }

func bindSets(vars []model.Bind) []model.Expr {
	var out []model.Expr
	for _, v := range vars {
		out = append(out, v.Set)
	}
	return out
}

func appendSome(out []model.Expr, es ...model.Expr) []model.Expr {
	for _, e := range es {
		if e != nil {
			out = append(out, e)
		}
	}
	return out
}

// contains tells whether an expression or a part of it satisfies p.
func contains(e model.Expr, p func(model.Expr) bool) bool {
	return p(e) || slices.ContainsFunc(children(e), func(x model.Expr) bool { return contains(x, p) })
}

// usesLocals tells whether an expression uses a slot that it does not bind itself.
func usesLocals(e model.Expr) bool {
	bound := map[int]bool{}
	return contains(e, func(x model.Expr) bool {
		switch x := x.(type) {
		case *model.Fold:
			bindSlots(x.Vars, bound)
		case *model.SetComp:
			bindSlots(x.Vars, bound)
		case *model.Local:
			return !bound[x.Slot]
		default:
		}
		return false
	})
}

func bindSlots(vars []model.Bind, bound map[int]bool) {
	for _, v := range vars {
		eachSlot(v.Target, func(slot int) { bound[slot] = true })
	}
}

func eachSlot(t *model.Target, f func(int)) {
	if t.Elems == nil && t.Slot >= 0 {
		f(t.Slot)
	}
	for _, e := range t.Elems {
		eachSlot(e, f)
	}
}

// maxSlot is the largest slot that an expression binds or uses, -1 without any.
func maxSlot(e model.Expr) int {
	slot := -1
	contains(e, func(x model.Expr) bool {
		switch x := x.(type) {
		case *model.Fold:
			for _, v := range x.Vars {
				eachSlot(v.Target, func(k int) { slot = max(slot, k) })
			}
		case *model.SetComp:
			for _, v := range x.Vars {
				eachSlot(v.Target, func(k int) { slot = max(slot, k) })
			}
		case *model.Local:
			slot = max(slot, x.Slot)
		case *model.Steps:
			slot = max(slot, slices.Max(append([]int{-1}, x.Rel.Holes...)))
		case *model.Reaches:
			slot = max(slot, slices.Max(append([]int{-1}, x.Rel.Holes...)))
		default:
		}
		return false
	})
	return slot
}
