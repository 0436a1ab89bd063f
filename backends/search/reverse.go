package search

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// reversed is a task searched backwards. Its initial states are the goals. Its moves lead from a state to the
// predecessors of the state. In unreachable states some of its moves reverse no move of the task. This is harmless,
// because no plan contains such states.
type reversed struct {
	task   *task.Task
	origin []int32 // by move of the reversed task: the move of the task
}

const (
	maxOrigins  = 1 << 12 // predecessors by one move, for the values that the move does not determine
	maxReversed = 1 << 18 // moves
)

// reverse makes the reversed task. The value of a variable before a move is known if the guard demands it or if the
// move copies it to another variable. Otherwise the reversed task has a move for each value.
func reverse(ctx context.Context, t *task.Task) (*reversed, error) {
	p := t.Pool.Clone()
	rev := *t
	rev.Pool, rev.Moves, rev.Arrays, rev.Heuristics, rev.Facts = p, nil, nil, nil, t.Facts
	rev.Abstractions, rev.Symmetries, rev.Prunings = nil, nil, nil
	rev.Goal, rev.Dead = task.False, task.False
	rev.Free = slices.Clone(t.Free)
	for m := range t.Moves {
		for i := range t.Moves[m].Effects {
			rev.Free[t.Moves[m].Effects[i].Var] = true
		}
	}
	begin := []task.Expr{t.Goal, t.Always}
	for _, a := range t.Arrays {
		if a.Distinct {
			begin = append(begin, p.Distinct(a.Elems...))
		}
	}
	rev.InitCond = p.And(begin...)
	g := &regressor{t: t, p: p, out: &reversed{task: &rev}, unary: map[task.Expr]unary{}}
	for m := range t.Moves {
		if m%64 == 0 && ctx.Err() != nil {
			break
		}
		if err := g.move(m); err != nil {
			return nil, err
		}
	}
	return g.out, nil
}

type regressor struct {
	t     *task.Task
	p     *task.Pool
	out   *reversed
	unary map[task.Expr]unary // by condition

	// These fields belong to the current move.
	before map[int]task.Expr // the values of the written variables before the move
	open   []int             // variables of which only the possible values are known
	values [][]int64
}

// move adds the moves that undo move m.
func (g *regressor) move(m int) error {
	mv := &g.t.Moves[m]
	g.before, g.open, g.values = map[int]task.Expr{}, nil, nil
	origins := 1
	for i := range mv.Effects {
		v := mv.Effects[i].Var
		values := g.demanded(v, mv.Guard)
		switch e, copied := g.copyOf(v, mv.Effects); {
		case len(values) == 0:
			return nil // the move is never applicable
		case len(values) == 1:
			g.before[v] = g.p.Const(values[0])
		case copied:
			g.before[v] = e
		default:
			g.open, g.values = append(g.open, v), append(g.values, values)
			origins = min(origins*len(values), maxOrigins+1)
		}
	}
	if origins > maxOrigins || len(g.out.origin)+origins > maxReversed {
		return fmt.Errorf("bidirectional cannot go back over move %s: there are too many values that %s may have had "+
			"before it; use another algorithm",
			mv.Name, g.names())
	}
	g.each(0, func() { g.add(m) })
	return nil
}

func (g *regressor) names() string {
	names := lists.Map(g.open, func(v int) string { return g.t.Vars[v].Name })
	return strings.Join(names, ", ")
}

// unary is a condition on one variable; v is -1 for other conditions.
type unary struct {
	v      int
	values []int64 // values for which it holds
}

// demanded returns the values of v that the conditions of the guard on v alone allow.
func (g *regressor) demanded(v int, guard task.Expr) []int64 {
	values := g.t.Vars[v].Values
	for _, c := range g.p.Conjuncts(guard) {
		u, ok := g.unary[c]
		if !ok {
			u = g.tabulate(c)
			g.unary[c] = u
		}
		if u.v == v {
			values = slices.DeleteFunc(slices.Clone(values), func(x int64) bool { return !slices.Contains(u.values, x) })
		}
	}
	return values
}

// tabulate evaluates a condition on all values of its variable, if it has only one.
func (g *regressor) tabulate(c task.Expr) unary {
	vars := g.p.Vars(c)
	if len(vars) != 1 {
		return unary{v: -1}
	}
	u := unary{v: vars[0]}
	st := make([]int64, len(g.t.Vars))
	for _, x := range g.t.Vars[u.v].Values {
		if st[u.v] = x; g.p.Eval(c, st) != 0 {
			u.values = append(u.values, x)
		}
	}
	return u
}

// copyOf returns the variable that always gets the old value of v.
func (g *regressor) copyOf(v int, effects []task.Effect) (task.Expr, bool) {
	for i := range effects {
		if e := &effects[i]; e.Cond == task.True && e.Value == g.p.Var(v) {
			return g.p.Var(e.Var), true
		}
	}
	return task.None, false
}

// each assigns the open variables all combinations of their values, from the k-th on.
func (g *regressor) each(k int, do func()) {
	if k == len(g.open) {
		do()
		return
	}
	for _, x := range g.values[k] {
		g.before[g.open[k]] = g.p.Const(x)
		g.each(k+1, do)
	}
}

// add adds a reversed move. Its guard says that the move was applicable in the predecessor and leads to the current
// state.
func (g *regressor) add(m int) {
	mv, p := &g.t.Moves[m], g.p
	memo := map[task.Expr]task.Expr{}
	was := func(v int) task.Expr {
		if e, ok := g.before[v]; ok {
			return e
		}
		return p.Var(v)
	}
	old := func(e task.Expr) task.Expr { return p.Rebuild(e, was, memo) }
	guard := []task.Expr{old(mv.Guard)}
	var effects []task.Effect
	for i := range mv.Effects {
		e := &mv.Effects[i]
		guard = append(guard, p.Eq(p.Var(e.Var), p.Ite(old(e.Cond), old(e.Value), was(e.Var))), g.isValue(e.Var, was(e.Var)))
		if was(e.Var) != p.Var(e.Var) {
			effects = append(effects, task.Effect{Var: e.Var, Cond: task.True, Value: was(e.Var)})
		}
	}
	if all := p.And(guard...); all != task.False {
		g.out.task.Moves = append(g.out.task.Moves, task.Move{
			Name: mv.Name, Schema: mv.Schema, Guard: all, Effects: effects, Cost: old(mv.Cost), Order: task.None,
		})
		g.out.origin = append(g.out.origin, int32(m))
	}
}

// isValue returns the condition that e is one of the values of v.
func (g *regressor) isValue(v int, e task.Expr) task.Expr {
	if n := g.p.Node(e); n.Op == task.OpVar && slices.Equal(g.t.Vars[n.N].Values, g.t.Vars[v].Values) {
		return task.True
	}
	is := lists.Map(g.t.Vars[v].Values, func(x int64) task.Expr { return g.p.Eq(e, g.p.Const(x)) })
	return g.p.Or(is...)
}
