package normal

import (
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// writer writes a task in other variables.
type writer struct {
	from, to *task.Task
	memo     map[task.Expr]task.Expr
	image    []task.Expr
	special  func(task.Expr, *task.Node) (task.Expr, bool) // writes variables and conditions
}

// newWriter returns a writer to some variables, whose values in a state of the first task are the images.
func newWriter(from *task.Task, vars []task.Var, image []task.Expr) *writer {
	to := *from
	to.Vars, to.Moves, to.Arrays, to.Heuristics, to.Init = vars, nil, nil, nil, nil
	to.Free, to.Fixed = make([]bool, len(vars)), make([]int64, len(vars))
	for v := range vars {
		vars[v].State = v
		to.Init = append(to.Init, from.Pool.Eval(image[v], from.Init))
	}
	to.Pool = task.NewPool(func(v int) []int64 { return vars[v].Values })
	to.Pool.Graphs = from.Pool.Graphs
	return &writer{from: from, to: &to, memo: map[task.Expr]task.Expr{}, image: image}
}

// expr writes an expression in the new variables.
func (w *writer) expr(e task.Expr) task.Expr {
	return rewrite(w.from.Pool, w.to.Pool, e, w.memo, w.special)
}

// step writes the task, but for its arrays. Moves that are never applicable are left out.
func (w *writer) step(effects func(m int) []task.Effect) *step {
	from, to := w.from, w.to
	s := &step{from: from, to: to, image: w.image}
	to.Goal, to.Always, to.Dead = w.expr(from.Goal), w.expr(from.Always), w.expr(from.Dead)
	for _, h := range from.Heuristics {
		if h.Value != task.None {
			h.Value = w.expr(h.Value)
		}
		to.Heuristics = append(to.Heuristics, h)
	}
	for m, old := range from.Moves {
		old.Guard = to.Pool.And(lists.Map(literals(from.Pool, old.Guard), w.expr)...)
		if old.Guard == task.False {
			continue
		}
		if old.Cost = w.expr(old.Cost); old.Order != task.None {
			old.Order = w.expr(old.Order)
		}
		old.Effects = effects(m)
		to.Moves, s.moves = append(to.Moves, old), append(s.moves, []int{m})
	}
	return s
}

// rewrite writes an expression of a pool in another one. special may write an expression that is no constant itself.
func rewrite(from, to *task.Pool, e task.Expr, memo map[task.Expr]task.Expr,
	special func(task.Expr, *task.Node) (task.Expr, bool),
) task.Expr {
	if out, ok := memo[e]; ok {
		return out
	}
	n := *from.Node(e)
	if n.Op == task.OpConst {
		return to.Const(n.N)
	}
	out, ok := special(e, &n)
	if !ok {
		part := func(a task.Expr) task.Expr { return rewrite(from, to, a, memo, special) }
		out = to.Make(n.Op, n.N, lists.Map(n.Args, part))
	}
	memo[e] = out
	return out
}
