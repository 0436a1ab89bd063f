package ground

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/ground/reach"
	"github.com/pzc-lang/pzc/compiler/ground/work"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/semantics"
	"github.com/pzc-lang/pzc/task"
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
	t, places, _ = g.rebuilt(t, reach.Everything(t, g.domains), places, fixed) // drops old expressions
	if t == nil {
		return nil
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
	kept := 0
	var alike *model.Array // the array of the previous element
	for v, place := range places {
		a, _ := g.m.ArrayAt(place)
		if g.Halted() {
			return nil
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
		kept += len(declared[place]) - len(tv.Values)
	}
	t.Facts.StaticVars = len(declared) - len(places)
	t.Facts.ImpossibleValues = kept
	g.arrays(t, places)
	return t
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
	return append(slices.Clone(g.always), g.Pool.Conjuncts(g.conjunction(g.m.Invariants))...)
}

// rebuilt returns the task over the reachable variables and values, in a new pool. changed reports whether it is
// smaller.
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
	g.Pool = g.NewPool(func(v int) []int64 { return domains[v] })
	g.Pool.Graphs = old.Graphs
	c := &carrier{g: g, from: old.Pool, memo: make([]task.Expr, old.Len()), subst: func(v int) task.Expr {
		if number[v] < 0 {
			return g.Pool.Const(fixed[places[v]])
		}
		return g.Pool.Var(number[v])
	}}
	facts := t.Facts
	out = &task.Task{Puzzle: t.Puzzle, Instance: t.Instance, Pool: g.Pool.Pool, Facts: facts}
	for v, n := range number {
		if n >= 0 {
			out.Init = append(out.Init, t.Init[v])
			out.Free = append(out.Free, t.Free[v])
		}
	}
	out.InitCond, out.Goal, out.Always, out.Dead = c.carry(t.InitCond), c.carry(t.Goal), c.carry(t.Always), c.carry(t.Dead)
	if t.Objective != nil {
		out.Objective = &task.Objective{Maximize: t.Objective.Maximize, Value: c.carry(t.Objective.Value)}
	}
	for i := range t.Moves {
		mv, ok := c.move(&t.Moves[i], number)
		if !ok || !r.Possible(i) {
			out.Facts.ImpossibleMoves++
			changed = true
			continue
		}
		if out.Moves, ok = work.Grown(g.Work, out.Moves); !ok || g.Halted() {
			return nil, nil, false
		}
		out.Moves = append(out.Moves, mv)
	}
	for i := range t.Symmetries {
		if s, ok := c.symmetry(&t.Symmetries[i], number, func(v int) int64 { return fixed[places[v]] }); ok {
			out.Symmetries = append(out.Symmetries, s)
		}
	}
	for _, h := range t.Heuristics {
		if h.Value != task.None {
			h.Value = c.carry(h.Value)
		}
		out.Heuristics = append(out.Heuristics, h)
	}
	g.domains, g.varAt = domains, kept
	return out, kept, changed
}

// carrier rebuilds expressions in another pool.
type carrier struct {
	g     *grounder
	from  *task.Pool
	memo  []task.Expr // shifted by one; 0 is unset
	subst func(v int) task.Expr
}

func (c *carrier) carry(e task.Expr) task.Expr {
	if r := c.memo[e]; r != 0 {
		return r - 1
	}
	n := c.from.Node(e)
	var r task.Expr
	if n.Op == task.OpVar {
		r = c.subst(int(n.N))
	} else {
		if len(n.Args) > 1 && c.g.Halted() {
			return task.False
		}
		args := make([]task.Expr, len(n.Args))
		for i, a := range n.Args {
			args[i] = c.carry(a)
		}
		r = c.g.Pool.Make(n.Op, n.N, args)
	}
	c.memo[e] = r + 1
	return r
}

// move copies a move. It returns false if its guard has become impossible.
func (c *carrier) move(m *task.Move, number []int) (task.Move, bool) {
	out := task.Move{Name: m.Name, Schema: m.Schema, Guard: c.carry(m.Guard), Cost: c.carry(m.Cost), Order: task.None}
	if out.Guard == task.False {
		return out, false
	}
	if m.Order != task.None {
		out.Order = c.carry(m.Order)
	}
	for _, e := range m.Effects {
		if number[e.Var] < 0 {
			continue // the only value is written again
		}
		n := task.Effect{Var: number[e.Var], Cond: c.carry(e.Cond), Value: c.carry(e.Value)}
		if n.Cond != task.False && n.Value != c.g.Pool.Var(n.Var) {
			out.Effects = append(out.Effects, n)
		}
	}
	return out, true
}

// unusedMoves warns of declared moves without an applicable instance. If the puzzle has parameters, an instance of the
// puzzle may well not use a move. Then unusedMoves reports only moves that are not applicable in any state under the
// model's own parameters.
func (g *grounder) unusedMoves(t *task.Task, schemas []schema) {
	if g.o.NoWarnings || g.Diags.HasErrors() {
		return
	}
	alive := make([]bool, len(schemas))
	for i := range t.Moves {
		alive[t.Moves[i].Schema] = true
	}
	data := len(g.m.ParamArrays()) > 0
	for i, s := range schemas {
		switch {
		case alive[i] || g.m.HasData():
		case s.instances == 0 && s.decl.Where != nil:
			g.nowhere(s.decl)
		case s.instances == 0:
			g.Diags.Warnf(s.decl.Span, codeDeadMove, "`%s` can never be made: a parameter has no values", s.decl.Name)
		case s.possible == 0:
			d := g.Diags.Warnf(s.decl.Span, codeDeadMove, "`%s` can never be made: no state enables it", s.decl.Name)
			d.Help = "some state must satisfy all its guards, what it writes must lie inside its types, and its cost must not " +
				"be negative"
		case !data:
			g.Diags.Warnf(s.decl.Span, codeDeadMove, "`%s` can never be made: no reachable state enables it", s.decl.Name)
		}
	}
}

// nowhere warns of a move whose `where` admits no arguments. A condition without parameters may refuse all arguments on
// purpose: it selects another metric or another rule.
func (g *grounder) nowhere(d *model.Move) {
	x := semantics.NewMachine(g.m)
	defer x.Within(g.Ctx)()
	args, condition, found := x.Nowhere(d)
	if found {
		g.Diags.Warnf(condition, codeDeadMove, "`%s` can never be made: its `where` admits no arguments; this is false, for "+
			"example, for %s", d.Name, semantics.Equations(args))
	}
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
