package semantics

import "github.com/pzc-lang/pzc/compiler/model"

// parts calls f for each direct part of an expression; nil parts are passed over. The body of a called def is no part.
func parts(e model.Expr, f func(model.Expr)) {
	one := func(es ...model.Expr) {
		for _, e := range es {
			if e != nil {
				f(e)
			}
		}
	}
	binds := func(vars []model.Bind) {
		for _, v := range vars {
			one(v.Set)
		}
	}
	rel := func(r *model.Relation) { one(r.Domain, r.Body, r.Pairs) }
	switch e := e.(type) {
	case *model.Text:
		for _, p := range e.Parts {
			one(p.Expr)
		}
	case *model.Read:
		one(e.Index...)
	case *model.Call:
		one(e.Args...)
	case *model.Not:
		one(e.X)
	case *model.Neg:
		one(e.X)
	case *model.Opposite:
		one(e.X)
	case *model.Binary:
		one(e.L, e.R)
	case *model.Scale:
		one(e.N, e.X)
	case *model.Shift:
		one(e.Cell, e.By)
	case *model.Between:
		one(e.A, e.B)
	case *model.ToOffset:
		one(e.X)
	case *model.ToCell:
		one(e.X)
	case *model.If:
		one(e.Cond, e.Then, e.Else)
	case *model.Fold:
		binds(e.Vars)
		one(e.Where, e.Body)
	case *model.MapAt:
		one(e.Map, e.Cell)
	case *model.Coord:
		one(e.X)
	case *model.Extent:
		one(e.Map)
	case *model.TupleOfExprs:
		one(e.Elems...)
	case *model.In:
		one(e.X, e.Set)
	case *model.Func:
		one(e.Args...)
	case *model.Size:
		one(e.Set)
	case *model.Nth:
		one(e.Set, e.I)
	case *model.Find:
		one(e.X)
	case *model.Steps:
		rel(e.Rel)
		one(e.A, e.B)
	case *model.Reaches:
		rel(e.Rel)
		one(e.A, e.B)
	case *model.List:
		one(e.Elems...)
	case *model.PatternCost:
		one(e.Values, e.Tracked)
	case *model.AdditiveCost:
		for _, p := range e.Parts {
			one(p)
		}
	case *model.Range:
		one(e.Lo, e.Hi)
	case *model.SetLit:
		one(e.Elems...)
	case *model.SetComp:
		binds(e.Vars)
		one(e.Where, e.Elem)
	case *model.Product:
		one(e.Elems...)
	case *model.AnySet:
		one(e.Elem)
	case *model.AnyMap:
		one(e.Alphabet)
	case *model.Lit, *model.Local, *model.AnyValue, *model.HeuristicRef, *model.RelaxationRef, *model.ProjectCost,
		*model.NamedSet, *model.FullSet, *model.GridSet, *model.AnyChar:
	}
}

// targetSlots calls f for each slot that a target binds.
func targetSlots(t *model.Target, f func(slot int)) {
	if t.Elems != nil {
		for _, e := range t.Elems {
			targetSlots(e, f)
		}
	} else if t.Slot >= 0 {
		f(t.Slot)
	}
}

// boundSlots calls f for each slot that the expression itself binds in its parts.
func boundSlots(e model.Expr, f func(slot int)) {
	binds := func(vars []model.Bind) {
		for _, v := range vars {
			targetSlots(v.Target, f)
		}
	}
	switch e := e.(type) {
	case *model.Fold:
		binds(e.Vars)
	case *model.SetComp:
		binds(e.Vars)
	case *model.Steps:
		for _, h := range e.Rel.Holes {
			f(h)
		}
	case *model.Reaches:
		for _, h := range e.Rel.Holes {
			f(h)
		}
	default:
	}
}

// freeSlots gathers the slots that an expression reads and does not bind.
func freeSlots(e model.Expr, into map[int]bool) {
	if l, ok := e.(*model.Local); ok {
		into[l.Slot] = true
		return
	}
	inner := map[int]bool{}
	parts(e, func(p model.Expr) { freeSlots(p, inner) })
	bound := map[int]bool{}
	boundSlots(e, func(s int) { bound[s] = true })
	if s, ok := e.(*model.Steps); ok { // the holes are bound in the relation only
		parts(&model.TupleOfExprs{Elems: []model.Expr{s.A, s.B}}, func(p model.Expr) { freeSlots(p, into) })
	}
	if r, ok := e.(*model.Reaches); ok {
		parts(&model.TupleOfExprs{Elems: []model.Expr{r.A, r.B}}, func(p model.Expr) { freeSlots(p, into) })
	}
	for s := range inner {
		if !bound[s] {
			into[s] = true
		}
	}
}

// slotsFor is the size of a frame in which the expressions can be evaluated.
func slotsFor(es ...model.Expr) int {
	n := 0
	use := func(s int) { n = max(n, s+1) }
	var visit func(e model.Expr)
	visit = func(e model.Expr) {
		if l, ok := e.(*model.Local); ok {
			use(l.Slot)
		}
		boundSlots(e, use)
		parts(e, visit)
	}
	for _, e := range es {
		if e != nil {
			visit(e)
		}
	}
	return n
}

// statesRead calls f for each state variable that an expression reads, directly or through defs; repetitions are possible.
// Heuristics and the like count as reading everything: f gets nil.
func statesRead(e model.Expr, seen map[*model.Def]bool, f func(*model.Array)) {
	switch e := e.(type) {
	case *model.Read:
		if e.Array.Role == model.State {
			f(e.Array)
		}
	case *model.Find:
		if e.Array.Role == model.State {
			f(e.Array)
		}
	case *model.HeuristicRef, *model.RelaxationRef, *model.PatternCost, *model.AdditiveCost, *model.ProjectCost:
		f(nil)
	case *model.Call:
		if !seen[e.Def] {
			seen[e.Def] = true
			statesRead(e.Def.Body, seen, f)
		}
	default:
	}
	parts(e, func(p model.Expr) { statesRead(p, seen, f) })
}

// readsState tells whether an expression reads the state.
func readsState(e model.Expr) bool {
	reads := false
	statesRead(e, map[*model.Def]bool{}, func(*model.Array) { reads = true })
	return reads
}
