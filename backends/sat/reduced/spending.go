package reduced

import (
	"slices"
	"strconv"

	"github.com/pzc-lang/pzc/compiler/task"
)

// The sum spent so far can be a variable of the task. It has no value above the limit, so every plan keeps to the
// limit. The layers then hold which sums occur with which values of other variables, and how much must be left to reach
// the goal.

// Spending returns the task with a variable for the sum spent so far, which is at most most. It is the last variable.
func Spending(t *task.Task, most int64) *task.Task {
	out := *t
	sums := task.Var{Name: "spent", State: -1}
	for k := range most + 1 {
		sums.Values, sums.Names = append(sums.Values, k), append(sums.Names, strconv.FormatInt(k, 10))
	}
	v := len(t.Vars)
	out.Vars = append(slices.Clip(t.Vars), sums)
	out.Init, out.Free = append(slices.Clip(t.Init), 0), append(slices.Clip(t.Free), false)
	p := task.NewPool(func(v int) []int64 { return out.Vars[v].Values })
	p.Graphs = t.Pool.Graphs
	out.Pool = p
	im := newImporter(t.Pool, p, nil)
	copyRest(&out, im)
	out.Moves = slices.Clone(t.Moves)
	for i := range out.Moves {
		m := &out.Moves[i]
		m.Cost = im.Expr(m.Cost)
		sum := p.Add(p.Var(v), m.Cost)
		m.Guard = p.And(im.Expr(m.Guard), p.Le(sum, p.Const(most)))
		m.Effects = slices.Clone(m.Effects)
		for k, e := range m.Effects {
			m.Effects[k] = task.Effect{Var: e.Var, Cond: im.Expr(e.Cond), Value: im.Expr(e.Value)}
		}
		if sum != p.Var(v) {
			m.Effects = append(m.Effects, task.Effect{Var: v, Cond: task.True, Value: sum})
		}
	}
	return &out
}

// copyRest copies the expressions outside moves, in place. It drops heuristics, abstractions, symmetries and prunings.
func copyRest(t *task.Task, im *Importer) {
	t.InitCond, t.Goal, t.Always, t.Dead = im.Expr(t.InitCond), im.Expr(t.Goal), im.Expr(t.Always), task.False
	t.Heuristics, t.Abstractions, t.Symmetries, t.Prunings = nil, nil, nil, nil
	t.Arrays = slices.Clone(t.Arrays)
	for i := range t.Arrays {
		a := &t.Arrays[i]
		a.Elems = slices.Clone(a.Elems)
		for k, e := range a.Elems {
			a.Elems[k] = im.Expr(e)
		}
	}
}

// Tabled reports whether each effect on the sum spent so far has a table.
func (p *Problem) Tabled() bool {
	for i := range p.Ops {
		for _, w := range p.Ops[i].Writes {
			if w.V == p.Spent && w.Table == nil {
				return false
			}
		}
	}
	return true
}
