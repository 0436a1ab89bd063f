package sattest

import (
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/compiler/task/tasktest"
)

// Generator is a task in the making whose parts are drawn at random.
type Generator struct {
	*Builder
	T *rapid.T
}

// UpTo draws a number from 0 to n.
func (g *Generator) UpTo(n int, what string) int { return rapid.IntRange(0, n).Draw(g.T, what) }

// DrawVariables draws one to four variables of two to four values each. With free, the initial values of all are to be
// chosen; otherwise those of some.
func (g *Generator) DrawVariables(free bool) {
	for i := range 1 + g.UpTo(3, "variables") {
		domain := UpTo(int64(2 + g.UpTo(2, "values")))
		if g.UpTo(4, "shifted") == 0 {
			for k := range domain {
				domain[k] = 3*domain[k] - 2
			}
		}
		if free || g.UpTo(5, "free") == 0 {
			g.Choice(fmt.Sprintf("v%d", i), domain...)
		} else {
			g.Variable(fmt.Sprintf("v%d", i), domain[g.UpTo(len(domain)-1, "init")], domain...)
		}
	}
}

// Number draws an expression with a small value. It contains no index outside its array and no division by zero,
// because backends may give these any value.
func (g *Generator) Number(depth int) task.Expr {
	p := g.Pool
	if depth == 0 {
		if g.UpTo(3, "leaf") == 0 {
			return p.Const(int64(g.UpTo(6, "constant") - 2))
		}
		return p.Var(g.UpTo(len(g.Vars)-1, "variable"))
	}
	n := func() task.Expr { return g.Number(depth - 1) }
	some := func() []task.Expr {
		out := make([]task.Expr, 2+g.UpTo(2, "arguments"))
		for i := range out {
			out[i] = n()
		}
		return out
	}
	switch g.UpTo(11, "number") {
	case 0:
		return p.Add(some()...)
	case 1:
		return p.Sub(n(), n())
	case 2:
		return p.Mul(n(), n())
	case 3:
		return p.Div(n(), p.Add(p.Abs(n()), p.Const(1)))
	case 4:
		return p.Mod(n(), p.Add(p.Abs(n()), p.Const(1)))
	case 5:
		return p.Abs(n())
	case 6:
		return p.Min(some()...)
	case 7:
		return p.Max(some()...)
	case 8:
		elems := some()
		return p.Select(p.Mod(n(), p.Const(int64(len(elems)))), elems...)
	case 9:
		return p.Find(n(), some()...)
	case 10:
		return p.Ite(g.Boolean(depth-1), n(), n())
	}
	return p.Add(g.Boolean(depth-1), g.Boolean(depth-1), g.Boolean(depth-1))
}

// Boolean draws a condition.
func (g *Generator) Boolean(depth int) task.Expr {
	p := g.Pool
	if depth == 0 {
		v := g.UpTo(len(g.Vars)-1, "variable")
		return g.Is(v, g.Vars[v].Values[g.UpTo(len(g.Vars[v].Values)-1, "value")])
	}
	b := func() task.Expr { return g.Boolean(depth - 1) }
	n := func() task.Expr { return g.Number(depth - 1) }
	switch g.UpTo(9, "boolean") {
	case 0:
		return p.Not(b())
	case 1:
		return p.And(b(), b(), b())
	case 2:
		return p.Or(b(), b(), b())
	case 3:
		return p.Ite(b(), b(), b())
	case 4:
		return p.Eq(n(), n())
	case 5:
		return p.Lt(n(), n())
	case 6:
		return p.Le(n(), n())
	case 7:
		return p.Distinct(n(), n(), n())
	case 8:
		node := func() task.Expr { return p.Mod(n(), p.Const(5)) }
		return p.Reach(0, node(), node(), []task.Expr{b(), b(), b(), b(), task.True})
	}
	return p.Not(p.Distinct(n(), n(), n()))
}

// NewGenerator draws the variables of a task.
func NewGenerator(t *rapid.T, free bool) *Generator {
	g := &Generator{NewBuilder("random"), t}
	// a ring of five nodes with a one-way shortcut
	g.Pool.Graphs = []task.Graph{{Next: [][]int32{{1, 4}, {0, 2}, {1, 3}, {2, 4, 0}, {3, 0}}}}
	g.DrawVariables(free)
	return g
}

// EachState visits all combinations of values of the variables.
func EachState(t *task.Task, visit func(state []int64)) {
	domains := make([][]int64, len(t.Vars))
	for v := range domains {
		domains[v] = t.Vars[v].Values
	}
	tasktest.EachState(domains, nil, func(state []int64) { visit(slices.Clone(state)) })
}

// Starts lists the initial states.
func Starts(t *task.Task) (out [][]int64) {
	EachState(t, func(state []int64) {
		for v := range t.Vars {
			if !t.Free[v] && state[v] != t.Init[v] {
				return
			}
		}
		if t.Pool.Eval(t.InitCond, state) != 0 {
			out = append(out, state)
		}
	})
	return out
}

// DrawMoves draws one to four moves. Every value that they write is in the domain of its variable.
func (g *Generator) DrawMoves(costs bool) {
	for m := range 1 + g.UpTo(3, "moves") {
		guard := []task.Expr{g.Boolean(g.UpTo(2, "depth"))}
		var effects []task.Effect
		for v := range g.Vars {
			if g.UpTo(1, "written") == 0 {
				continue
			}
			e := task.Effect{
				Var: v, Cond: task.True,
				Value: g.Pool.Const(g.Vars[v].Values[g.UpTo(len(g.Vars[v].Values)-1, "value")]),
			}
			if g.UpTo(1, "conditional") == 0 {
				e.Cond = g.Boolean(g.UpTo(2, "depth"))
			}
			if g.UpTo(1, "computed") == 0 && e.Cond != task.False {
				e.Value = g.Number(g.UpTo(2, "depth"))
				inside := make([]task.Expr, len(g.Vars[v].Values))
				for i, k := range g.Vars[v].Values {
					inside[i] = g.Pool.Eq(e.Value, g.Pool.Const(k))
				}
				guard = append(guard, g.Pool.Or(g.Pool.Not(e.Cond), g.Pool.Or(inside...)))
			}
			effects = append(effects, e)
		}
		g.Move(fmt.Sprintf("m%d", m), g.Pool.And(guard...), effects...)
		if costs {
			cost := g.Pool.Const(int64(g.UpTo(3, "cost")))
			if g.UpTo(2, "by state") == 0 {
				cost = g.Pool.Abs(g.Number(1))
			}
			g.Moves[m].Cost = cost
		}
	}
}

// RandomPuzzle draws a task with moves and a goal, and one time in three a condition of every state.
func RandomPuzzle(rt *rapid.T) *Generator {
	g := NewGenerator(rt, false)
	g.DrawMoves(rapid.Bool().Draw(rt, "costs"))
	g.Goal = g.Boolean(2)
	if g.UpTo(2, "always") == 0 {
		g.Always = g.Boolean(2)
		g.InitCond = g.Always
	}
	return g
}

// Among draws one of the names, or "".
func (g *Generator) Among(what string, names []string) string {
	return rapid.SampledFrom(append([]string{""}, names...)).Draw(g.T, what)
}
