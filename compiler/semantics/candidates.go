package semantics

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
)

// A relation often says how its second value is found: `b == a + k*d` for some d and k. Then stepTable tries these
// values, not all. `line` of ricochet.pz: at most 30 of 256 cells.

// candidates visits values of a name: all for which a condition is true, and maybe others.
type candidates func(f Frame, visit func(model.Value))

// candidatesFor returns how a condition lists the values of the name in a slot, or nil if it does not.
func (ev *Evaluator) candidatesFor(cond model.Expr, slot int) candidates {
	switch e := cond.(type) {
	case *model.Binary:
		switch e.Op {
		case model.Eq:
			if isName(e.L, slot) {
				return ev.valueOf(e.R, slot)
			} else if isName(e.R, slot) {
				return ev.valueOf(e.L, slot)
			}
		case model.And:
			if some := ev.candidatesFor(e.L, slot); some != nil {
				return some
			}
			return ev.candidatesFor(e.R, slot)
		case model.Or:
			l, r := ev.candidatesFor(e.L, slot), ev.candidatesFor(e.R, slot)
			if l == nil || r == nil {
				return nil
			}
			return func(f Frame, visit func(model.Value)) {
				l(f, visit)
				r(f, visit)
			}
		default:
		}
	case *model.Fold:
		body := ev.candidatesFor(e.Body, slot)
		if e.Kind != model.Exists || body == nil ||
			slices.ContainsFunc(e.Vars, func(b model.Bind) bool { return reads(b.Set, slot) }) {
			return nil
		}
		all := &model.Fold{Vars: e.Vars}
		return func(f Frame, visit func(model.Value)) {
			ev.EachBinding(all, f, func() bool {
				body(f, visit)
				return true
			})
		}
	case *model.Call:
		return ev.candidatesInDef(e, slot)
	default:
	}
	return nil
}

// valueOf visits the value of an expression that does not read the slot.
func (ev *Evaluator) valueOf(e model.Expr, slot int) candidates {
	if reads(e, slot) {
		return nil
	}
	return func(f Frame, visit func(model.Value)) {
		if v, ok := ev.eval(e, f); ok {
			visit(v)
		}
	}
}

// candidatesInDef is candidatesFor of a call one of whose arguments is the name.
func (ev *Evaluator) candidatesInDef(e *model.Call, slot int) candidates {
	arg := slices.IndexFunc(e.Args, func(a model.Expr) bool { return isName(a, slot) })
	if arg < 0 {
		return nil
	}
	hole := e.Def.Params[arg].Slot
	for i, a := range e.Args {
		if i != arg && reads(a, slot) || reads(e.Def.Params[i].Set, hole) {
			return nil
		}
	}
	body := ev.candidatesFor(e.Def.Body, hole)
	if body == nil {
		return nil
	}
	return func(f Frame, visit func(model.Value)) {
		base := ev.sp
		g := ev.push(e.Def.Slots)
		for i, a := range e.Args {
			if i == arg {
				g[hole] = Slot{}
				continue
			}
			ev.pass(e.Def, i, a, f, g)
		}
		body(g, visit)
		ev.sp = base
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
