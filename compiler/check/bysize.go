package check

import "github.com/pzc-lang/pzc/compiler/model"

// bySize limits set parameters of a move to the sizes that `where` allows, so that only sets of these sizes are listed.
// It reads conditions such as `size(g) <= n` and `size(g) in 1..n`, joined by `and`. A bound uses no parameters of the
// move.
func bySize(m *model.Move, where model.Expr) {
	switch e := where.(type) {
	case *model.Binary:
		if e.Op == model.And {
			bySize(m, e.L)
			bySize(m, e.R)
			return
		}
		if set := sizedBy(m, e.L); set != nil && fixed(e.R) {
			bound(set, e.Op, e.R)
		} else if set := sizedBy(m, e.R); set != nil && fixed(e.L) {
			turned := map[model.Op]model.Op{model.Lt: model.Gt, model.Le: model.Ge, model.Gt: model.Lt, model.Ge: model.Le}
			if op, ok := turned[e.Op]; ok {
				bound(set, op, e.L)
			} else {
				bound(set, e.Op, e.L)
			}
		}
	case *model.In:
		r, ok := e.Set.(*model.Range)
		if set := sizedBy(m, e.X); set != nil && ok && fixed(r.Lo) && fixed(r.Hi) {
			bound(set, model.Ge, r.Lo)
			bound(set, model.Le, r.Hi)
		}
	default:
	}
}

// sizedBy returns the set of the parameter whose size the expression is; nil for other expressions.
func sizedBy(m *model.Move, e model.Expr) *model.Subsets {
	size, ok := e.(*model.Size)
	if !ok {
		return nil
	}
	local, ok := size.Set.(*model.Local)
	if !ok {
		return nil
	}
	for _, p := range m.Params {
		if set, ok := p.Set.(*model.Subsets); ok && p.Slot == local.Slot {
			return set
		}
	}
	return nil
}

// fixed reports whether an expression uses no local names and no state: it is then the same for all arguments of a
// move.
func fixed(e model.Expr) bool {
	return len(model.FreeLocals(e)) == 0 && model.SlotsFor(e) == 0 && !model.ReadsState(e)
}

// bound adds a bound on the size of the listed sets: `size op n`.
func bound(set *model.Subsets, op model.Op, n model.Expr) {
	one := &model.Lit{Base: model.Base{Sp: n.Span(), Ty: model.NumberType}, Value: model.Int(1)}
	shifted := func(op model.Op) model.Expr {
		return &model.Binary{Base: model.Base{Sp: n.Span(), Ty: model.NumberType}, Op: op, L: n, R: one}
	}
	switch op {
	case model.Eq:
		set.Least, set.Most = append(set.Least, n), append(set.Most, n)
	case model.Le:
		set.Most = append(set.Most, n)
	case model.Lt:
		set.Most = append(set.Most, shifted(model.Sub))
	case model.Ge:
		set.Least = append(set.Least, n)
	case model.Gt:
		set.Least = append(set.Least, shifted(model.Add))
	default:
	}
}
