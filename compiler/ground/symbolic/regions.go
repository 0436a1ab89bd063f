package symbolic

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// region returns the value of `count x in T: reaches(link, a, x)`, for which `region(link, a)` is short, as one
// expression. ok is false if the relation reads no state, if a may be undefined or no value of the relation, or if a
// `where` depends on the state.
func (ev *Evaluator) region(e *model.Fold, f Frame) (v Value, ok bool) {
	r, counts := e.Body.(*model.Reaches)
	if !counts || e.Kind != model.Count || len(e.Vars) != 1 || r.Rel.Pairs != nil {
		return v, false
	}
	x := e.Vars[0].Target
	to, named := r.B.(*model.Local)
	if !named || x.Elems != nil || to.Slot != x.Slot {
		return v, false
	}
	for _, l := range append(model.FreeLocals(r.A), r.Rel.FreeLocals()...) {
		if l.Slot == x.Slot {
			return v, false
		}
	}
	a, t := ev.Eval(r.A, f), r.A.Type()
	if ev.Defined(t, a) != task.True || !ev.ReadsState(r.Rel.Body) {
		return v, false
	}
	from, place := a.X, func(x model.Value) int64 { return x.N }
	var w *walk
	if r.Rel.Links() {
		if w, ok = ev.linksOf(r.Rel, f); !ok {
			return v, false
		}
		var in task.Expr
		if from, in = ev.indexIn(w.links.nodes, t, a); in != task.True {
			return v, false
		}
		place = func(x model.Value) int64 { return int64(w.links.nodes.Index(x)) }
	} else {
		w = ev.cellsOf(r.Rel, t, f)
	}
	var nodes []task.Expr
	plain := true
	ok = ev.EachBinding(e.Vars, e.Where, nil, f, func(kept task.Expr, now []Value) bool {
		x, _, known := ev.Static(t, now[0])
		if plain = known && kept == task.True; plain && place(x) >= 0 {
			nodes = append(nodes, ev.Pool.Const(place(x)))
		}
		return plain
	})
	return Value{X: ev.Pool.Reached(w.graph, from, w.free, nodes), D: task.True}, ok && plain
}

// drawn returns the condition that the links of a relation form no cycle, or that the values that have one hang
// together.
func (ev *Evaluator) drawn(e *model.Links, f Frame) Value {
	if v, static := ev.byReference(e, f); static {
		return v
	}
	var pairs [][]int32
	when := map[[2]int]task.Expr{}
	join := func(a, b int, e task.Expr) {
		pair := [2]int{min(a, b), max(a, b)}
		if _, known := when[pair]; !known {
			pairs = append(pairs, []int32{int32(pair[0]), int32(pair[1])})
		}
		when[pair] = ev.Pool.Or(when[pair], e)
	}
	if e.Rel.Links() {
		w, ok := ev.linksOf(e.Rel, f)
		if !ok {
			return Undecided
		}
		if e.Connected {
			ev.itself(e.Rel, w.links.nodes, f, join)
		}
		for a, out := range w.links.from {
			for _, k := range out {
				join(a, k.to, k.when)
			}
		}
	} else {
		t := e.Rel.Domain.Type().Elem()
		w := ev.cellsOf(e.Rel, t, f)
		free := w.free
		for a := range free {
			if e.Connected && free[a] != task.False {
				join(a, a, free[a])
			}
		}
		for a, next := range ev.Pool.Graphs[w.graph].Next {
			for _, b := range next {
				if free[a] != task.False && free[b] != task.False {
					join(a, int(b), ev.Pool.And(free[a], free[b]))
				}
			}
		}
	}
	joined := lists.Map(pairs, func(p []int32) task.Expr { return when[[2]int{int(p[0]), int(p[1])}] })
	if e.Connected {
		return ev.truth(ev.Pool.Connected(ev.graphOf(pairs), joined))
	}
	return ev.truth(ev.Pool.Acyclic(ev.graphOf(pairs), joined))
}
