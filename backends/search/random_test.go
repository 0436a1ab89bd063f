package search

import (
	"fmt"

	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/task"
)

// randomTask draws a small task that uses every operator. With wide its states need several words.
func randomTask(t *rapid.T, wide bool) *task.Task {
	b := newBuilder("random")
	vars := rapid.IntRange(1, 4).Draw(t, "variables")
	for v := range vars {
		lo := rapid.Int64Range(-2, 1).Draw(t, "lowest")
		values := []int64{lo}
		for range rapid.IntRange(1, 3).Draw(t, "more values") {
			values = append(values, values[len(values)-1]+rapid.Int64Range(1, 2).Draw(t, "gap"))
		}
		init := rapid.SampledFrom(values).Draw(t, "initial")
		b.variable(fmt.Sprintf("v%d", v), init, values...)
		if rapid.IntRange(0, 5).Draw(t, "free") == 0 {
			b.Free[len(b.Free)-1] = true
		}
		for i := 0; wide && i < 8; i++ { // ballast: variables that are never written
			b.variable(fmt.Sprintf("b%d%d", v, i), 0, span(300)...)
		}
	}
	g := exprs{t: t, b: b}
	g.graph()
	b.InitCond = b.Pool.Or(g.boolean(2), g.boolean(2), task.Expr(rapid.IntRange(0, 1).Draw(t, "any start")))
	b.Goal = b.Pool.And(g.boolean(2), g.boolean(2))
	b.Always = b.Pool.Or(g.boolean(1), g.boolean(2), task.Expr(rapid.IntRange(0, 1).Draw(t, "no always")))
	b.InitCond = b.Pool.And(b.InitCond, b.Always)
	unit := rapid.Bool().Draw(t, "unit costs")
	for m := range rapid.IntRange(1, 5).Draw(t, "moves") {
		g.move(m, unit)
	}
	return b.facts()
}

// randomPlain draws a task whose guards and goal are conjunctions over single variables and whose effects copy or set: the
// shape of most puzzles, for which there are short cuts. Its heuristic terms is a sum over variables, and need not be right.
func randomPlain(t *rapid.T) *task.Task { return randomPlainBehind(t, 0) }

// randomPlainBehind does so behind ballast.
func randomPlainBehind(t *rapid.T, ballast int) *task.Task {
	b := newBuilder("plain").ballast(ballast)
	p := b.Pool
	vars := rapid.IntRange(2, 5).Draw(t, "variables")
	size := rapid.IntRange(2, 4).Draw(t, "values")
	var terms, goal []task.Expr
	for v := range vars {
		x := b.variable(fmt.Sprintf("v%d", v), int64(rapid.IntRange(0, size-1).Draw(t, "initial")), span(size)...)
		table := make([]task.Expr, size)
		for i := range table {
			table[i] = p.Const(int64(rapid.IntRange(0, 2).Draw(t, "term")))
		}
		terms = append(terms, p.Select(x, table...))
		if v == 0 || rapid.Bool().Draw(t, "in the goal") {
			goal = append(goal, b.is(x, int64(rapid.IntRange(0, size-1).Draw(t, "goal"))))
		}
	}
	b.Goal = p.And(goal...)
	b.Heuristics = []task.Heuristic{{Name: "terms", Value: p.Add(terms...)}}
	value := func() task.Expr { return p.Const(int64(rapid.IntRange(0, size-1).Draw(t, "value"))) }
	variable := func() task.Expr { return b.at(rapid.IntRange(0, vars-1).Draw(t, "variable")) }
	cheapest := rapid.IntRange(0, 1).Draw(t, "least cost")
	for m := range rapid.IntRange(1, 6).Draw(t, "moves") {
		var guard []task.Expr
		for range rapid.IntRange(0, 2).Draw(t, "conditions") {
			e := p.Eq(variable(), value())
			if rapid.Bool().Draw(t, "negated") {
				e = p.Not(e)
			}
			guard = append(guard, e)
		}
		var effects []task.Effect
		for v := range vars {
			switch rapid.IntRange(0, 4).Draw(t, "effect") {
			case 0:
				effects = append(effects, b.set(v, value()))
			case 1:
				effects = append(effects, b.set(v, variable()))
			case 2:
				e := b.set(v, variable())
				e.Cond = p.Eq(variable(), value())
				effects = append(effects, e)
			}
		}
		cost := rapid.IntRange(cheapest, 2).Draw(t, "cost")
		b.move(fmt.Sprintf("m%d", m), p.And(guard...), int64(cost), effects...)
	}
	return b.facts()
}

// exprs draws expressions over the variables of a task.
type exprs struct {
	t *rapid.T
	b *builder
}

// graph adds a board of four nodes.
func (g exprs) graph() {
	next := make([][]int32, 4)
	for i := range next {
		for j := range next {
			if i != j && rapid.Bool().Draw(g.t, "edge") {
				next[i] = append(next[i], int32(j))
			}
		}
	}
	g.b.Pool.Graphs = []task.Graph{{Next: next}}
}

func (g exprs) move(m int, unit bool) {
	p := g.b.Pool
	guard := []task.Expr{g.boolean(2), p.Or(g.boolean(1), g.boolean(1))}
	var effects []task.Effect
	for v := range g.b.Vars {
		if len(g.b.Vars[v].Values) > 100 || !rapid.Bool().Draw(g.t, "written") {
			continue
		}
		e := task.Effect{Var: v, Cond: task.True, Value: g.number(2)}
		if rapid.Bool().Draw(g.t, "conditional") {
			e.Cond = g.boolean(2)
		}
		if rapid.Bool().Draw(g.t, "constant") {
			e.Value = p.Const(rapid.SampledFrom(g.b.Vars[v].Values).Draw(g.t, "written value"))
		}
		var inside []task.Expr
		for _, x := range g.b.Vars[v].Values {
			inside = append(inside, p.Eq(e.Value, p.Const(x)))
		}
		guard = append(guard, p.Implies(e.Cond, p.Or(inside...)))
		effects = append(effects, e)
	}
	cost := p.Const(1)
	if !unit {
		cost = p.Abs(g.number(1))
	}
	order := task.None
	if rapid.IntRange(0, 4).Draw(g.t, "ordered") == 0 {
		order = g.number(1)
	}
	g.b.Moves = append(g.b.Moves, task.Move{
		Name: fmt.Sprintf("m%d", m), Guard: p.And(guard...), Effects: effects, Cost: cost, Order: order,
	})
}

func (g exprs) variable() task.Expr {
	return g.b.Pool.Var(rapid.IntRange(0, len(g.b.Vars)-1).Draw(g.t, "variable"))
}

func (g exprs) numbers(n, depth int) []task.Expr {
	out := make([]task.Expr, n)
	for i := range out {
		out[i] = g.number(depth)
	}
	return out
}

func (g exprs) number(depth int) task.Expr {
	p := g.b.Pool
	kinds := 12
	if depth == 0 {
		kinds = 2
	}
	switch rapid.IntRange(0, kinds-1).Draw(g.t, "number") {
	case 0:
		return p.Const(rapid.Int64Range(-3, 3).Draw(g.t, "constant"))
	case 1:
		return g.variable()
	case 2:
		return p.Add(g.numbers(3, depth-1)...)
	case 3:
		return p.Mul(g.number(depth-1), g.number(depth-1))
	case 4:
		return p.Div(g.number(depth-1), g.number(depth-1))
	case 5:
		return p.Mod(g.number(depth-1), g.number(depth-1))
	case 6:
		return p.Abs(g.number(depth - 1))
	case 7:
		return p.Min(g.numbers(2, depth-1)...)
	case 8:
		return p.Max(g.numbers(2, depth-1)...)
	case 9:
		return p.Select(p.Mod(g.number(depth-1), p.Const(3)), g.numbers(3, depth-1)...)
	case 10:
		return p.Find(g.number(depth-1), g.numbers(3, depth-1)...)
	}
	return p.Ite(g.boolean(depth-1), g.number(depth-1), g.number(depth-1))
}

func (g exprs) boolean(depth int) task.Expr {
	p := g.b.Pool
	kinds := 7
	if depth == 0 {
		kinds = 2
	}
	switch rapid.IntRange(0, kinds-1).Draw(g.t, "boolean") {
	case 0:
		return p.Eq(g.variable(), p.Const(rapid.Int64Range(-2, 4).Draw(g.t, "constant")))
	case 1:
		return p.Lt(g.number(0), g.number(0))
	case 2:
		return p.Not(g.boolean(depth - 1))
	case 3:
		return p.And(g.boolean(depth-1), g.boolean(depth-1))
	case 4:
		return p.Or(g.boolean(depth-1), g.boolean(depth-1), p.Le(g.number(depth-1), g.number(depth-1)))
	case 5:
		return p.Distinct(g.numbers(3, depth-1)...)
	}
	free := make([]task.Expr, len(p.Graphs[0].Next))
	for i := range free {
		free[i] = g.boolean(depth - 1)
	}
	return p.Reach(0, p.Mod(g.number(depth-1), p.Const(5)), p.Mod(g.number(depth-1), p.Const(4)), free)
}

// randomState draws a value for each variable.
func randomState(t *rapid.T, tk *task.Task) []int64 {
	st := make([]int64, len(tk.Vars))
	for v := range st {
		st[v] = rapid.SampledFrom(tk.Vars[v].Values).Draw(t, "value")
	}
	return st
}
