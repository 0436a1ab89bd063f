package ground

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/ground/reach"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
)

// shrinkRounds bounds the rounds of reachability: the second one seldom finds more.
const shrinkRounds = 3

// shrink removes moves and values that never occur and makes the final task.
func (g *grounder) shrink(t *task.Task, schemas []schema) *task.Task {
	declared := g.domains
	places := make([]int, len(g.domains)) // of each variable
	for i := range places {
		places[i] = i
	}
	fixed := slices.Clone(t.Init)
	reason := g.startReason(t)
	rounds := shrinkRounds
	if g.image != nil { // the solver of a simpler puzzle visits only reachable states, and this would take longer
		rounds = 0
	}
	for range rounds {
		r := reach.Find(g.Work, t, g.domains, g.walkFrom)
		if g.Halted() {
			return nil
		}
		g.lint.Test(func(v int) []int64 { return reached(r, v, g.domains) }, g.inAllStates)
		if reason == "" {
			reason = g.goalReason(t, r, places)
		}
		next, nextPlaces, changed := g.rebuilt(t, r, places, fixed)
		if next == nil || g.Halted() {
			return nil
		}
		t, places = next, nextPlaces
		if !changed || !r.MayKeepMore() { // a second round finds more only if the first one was inexact
			break
		}
	}
	g.unusedMoves(t, schemas)
	switch {
	case reason != "":
	case t.InitCond == task.False:
		reason = "no state satisfies what the model demands of the initial one"
	case t.Goal == task.False:
		reason = "no reachable state satisfies the goal"
	}
	t.Facts.Unsolvable = reason
	t.Fixed = fixed
	if !g.makeVars(t, places) {
		return nil
	}
	t.Facts.StaticVars, t.Facts.ImpossibleValues = len(declared)-len(places), 0
	for v, place := range places {
		t.Facts.ImpossibleValues += len(declared[place]) - len(t.Vars[v].Values)
	}
	g.arrays(t, places)
	return t
}

// makeVars describes the variables that are left. It returns false if there is no time.
func (g *grounder) makeVars(t *task.Task, places []int) bool {
	var alike *model.Array // the array of the previous element
	for v, place := range places {
		a, _ := g.m.ArrayAt(place)
		if g.Halted() {
			return false
		}
		tv := task.Var{Name: g.m.StateName(place), Values: g.domains[v], State: place}
		if n := len(t.Vars); n > 0 && alike == a && slices.Equal(t.Vars[n-1].Values, tv.Values) {
			tv.Values, tv.Names = t.Vars[n-1].Values, t.Vars[n-1].Names
			g.domains[v] = tv.Values
		}
		for _, x := range tv.Values[len(tv.Names):] {
			tv.Names = append(tv.Names, g.m.Format(a.Type, model.Int(x)))
		}
		alike = a
		t.Vars = append(t.Vars, tv)
	}
	return true
}

// reached lists the reachable values of a variable, or all values if there is no initial state.
func reached(r *reach.Result, v int, domains [][]int64) []int64 {
	if values := r.Values(v); len(values) > 0 {
		return values
	}
	return domains[v]
}

// inAllStates lists conditions that hold in all states.
func (g *grounder) inAllStates() []task.Expr {
	return append(slices.Clone(g.always), g.Pool.Conjuncts(g.Pool.And(g.formulas(g.m.Invariants)...))...)
}

// rebuilt returns the task over the reachable variables and values, in a new pool. changed reports whether it is
// smaller. The moves of t are overwritten, because there may be millions.
func (g *grounder) rebuilt(t *task.Task, r *reach.Result, places []int, fixed []int64) (out *task.Task, kept []int,
	changed bool,
) {
	old := g.Pool
	var domains [][]int64
	number := make([]int, len(places))
	for v := range places {
		vals := reached(r, v, g.domains)
		changed = changed || len(vals) < len(g.domains[v])
		if len(vals) == 1 {
			number[v] = -1
			fixed[places[v]] = vals[0]
			changed = true
			continue
		}
		number[v] = len(domains)
		domains = append(domains, vals)
		kept = append(kept, places[v])
	}
	for i := range t.Moves {
		changed = changed || !r.Possible(i)
	}
	if !changed {
		return t, places, false
	}
	g.Pool = g.NewPool(func(v int) []int64 { return domains[v] })
	g.Pool.Graphs = old.Graphs
	c := &rebuilder{g: g, from: old.Pool, memo: make([]task.Expr, old.Len()), subst: func(v int) task.Expr {
		if number[v] < 0 {
			return g.Pool.Const(fixed[places[v]])
		}
		return g.Pool.Var(number[v])
	}}
	facts := t.Facts
	out = &task.Task{Puzzle: t.Puzzle, Instance: t.Instance, Pool: g.Pool.Pool, Facts: facts, Moves: t.Moves[:0]}
	for v, n := range number {
		if n >= 0 {
			out.Init = append(out.Init, t.Init[v])
			out.Free = append(out.Free, t.Free[v])
		}
	}
	out.InitCond, out.Goal = c.rebuild(t.InitCond), c.rebuild(t.Goal)
	out.Always, out.Dead = c.rebuild(t.Always), c.rebuild(t.Dead)
	if t.Objective != nil {
		out.Objective = &task.Objective{Maximize: t.Objective.Maximize, Value: c.rebuild(t.Objective.Value)}
	}
	for i := range t.Moves {
		mv, ok := c.move(&t.Moves[i], number)
		if !ok || !r.Possible(i) {
			changed = true
			continue
		}
		if g.Halted() {
			return nil, nil, false
		}
		out.Moves = append(out.Moves, mv)
	}
	if len(out.Moves) < cap(out.Moves)/2 {
		out.Moves = slices.Clone(out.Moves)
	}
	for i := range t.Symmetries {
		if s, ok := c.symmetry(&t.Symmetries[i], number, func(v int) int64 { return fixed[places[v]] }); ok {
			out.Symmetries = append(out.Symmetries, s)
		}
	}
	for _, h := range t.Heuristics {
		if h.Value != task.None {
			h.Value = c.rebuild(h.Value)
		}
		out.Heuristics = append(out.Heuristics, h)
	}
	g.domains, g.varAt = domains, kept
	return out, kept, changed
}

// arrays keeps the shapes of the model's state variables.
func (g *grounder) arrays(t *task.Task, places []int) {
	at := make(map[int]int, len(places))
	for v, place := range places {
		at[place] = v
	}
	for _, a := range g.m.StateArrays() {
		d := g.m.Data[a.ID]
		arr := task.Array{Name: a.Name, Elems: make([]task.Expr, d.Size)}
		for k := range arr.Elems {
			if v, ok := at[d.Offset+k]; ok {
				arr.Elems[k] = g.Pool.Var(v)
			} else {
				arr.Elems[k] = g.Pool.Const(t.Fixed[d.Offset+k])
			}
		}
		arr.Distinct = a.Distinct
		t.Arrays = append(t.Arrays, arr)
	}
}
