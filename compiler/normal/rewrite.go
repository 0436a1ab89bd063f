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

// recoding writes a task in variables that stand for one or two old ones each, or for blocks of their values.
type recoding struct {
	*writer
	parts  [][]int                           // by new variable: the old ones
	at     []int                             // by old variable: the new one
	tables [][]int64                         // by old variable: its value for each value of the new one
	code   func(n int, values []int64) int64 // the value of a new variable, by those of its parts
	reads  *task.Reads
	fits   bool // a variable with two parts is always written by what at most one new variable is
}

// recode returns the step to the new variables; nil if it does not fit.
func recode(r *recoding, from *task.Task, vars []task.Var, image []task.Expr) *step {
	r.writer, r.at, r.fits = newWriter(from, vars, image), make([]int, len(from.Vars)), true
	r.reads = task.NewReads(r.to.Pool)
	for n, parts := range r.parts {
		for _, v := range parts {
			r.at[v] = n
		}
	}
	r.special = func(_ task.Expr, n *task.Node) (task.Expr, bool) {
		if n.Op == task.OpVar {
			return r.to.Pool.Function(r.at[n.N], r.tables[n.N]), true
		}
		return task.None, false
	}
	for _, a := range from.Arrays {
		n := task.Array{Name: a.Name}
		for _, e := range a.Elems {
			switch x := from.Pool.Node(e); {
			case x.Op == task.OpConst:
				n.Elems = append(n.Elems, r.to.Pool.Const(x.N))
			case r.parts[r.at[x.N]][0] == int(x.N):
				n.Elems = append(n.Elems, r.to.Pool.Var(r.at[x.N]))
			}
		}
		if len(n.Elems) == len(a.Elems) {
			r.to.Arrays = append(r.to.Arrays, n)
		}
	}
	if s := r.step(r.effects); r.fits {
		return s
	}
	return nil
}

// effects writes what a move does.
func (r *recoding) effects(m int) (out []task.Effect) {
	p := r.to.Pool
	for n, parts := range r.parts {
		e := task.Effect{Var: n, Cond: task.True}
		values := lists.Map(parts, func(v int) task.Expr { return r.expr(r.from.Pool.Var(v)) })
		for i, v := range parts {
			for _, old := range r.from.Moves[m].Effects {
				if cond := r.expr(old.Cond); old.Var == v && len(parts) == 1 {
					e.Cond, values[i] = cond, r.expr(old.Value)
				} else if old.Var == v {
					values[i] = p.Ite(cond, r.expr(old.Value), values[i])
				}
			}
		}
		if e.Value = r.coded(n, values); e.Cond != task.False && e.Value != p.Var(n) {
			out = append(out, e)
		}
	}
	return out
}

// coded returns the value of a new variable, by those of its parts.
func (r *recoding) coded(n int, values []task.Expr) task.Expr {
	p, state, by := r.to.Pool, make([]int64, len(r.to.Vars)), -1
	for _, e := range values {
		for _, v := range r.reads.Of(e) {
			if by >= 0 && v != by {
				r.fits = r.fits && len(values) == 1
				return values[0] // its values are blocks of their own
			}
			by = v
		}
	}
	at := func(x int64) int64 {
		if by >= 0 {
			state[by] = x
		}
		return r.code(n, lists.Map(values, func(e task.Expr) int64 { return p.Eval(e, state) }))
	}
	if by < 0 {
		return p.Const(at(0))
	}
	return p.Function(by, lists.Map(r.to.Vars[by].Values, at))
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
