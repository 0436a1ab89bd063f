package sattest

import (
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends/search/searchtest"
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

// drawVariables draws one to four variables of two to four values each. With free, the initial values of all are to be
// chosen; otherwise those of some.
func (g *Generator) drawVariables(free bool) {
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

func (g *Generator) expressions() searchtest.Expressions {
	return searchtest.Expressions{T: g.T, B: g.Builder.Builder}
}

// Number draws a number.
func (g *Generator) Number(depth int) task.Expr { return g.expressions().Number(depth) }

// Boolean draws a condition.
func (g *Generator) Boolean(depth int) task.Expr { return g.expressions().Boolean(depth) }

// NewGenerator draws the variables of a task.
func NewGenerator(t *rapid.T, free bool) *Generator {
	g := &Generator{NewBuilder("random"), t}
	g.drawVariables(free)
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

// DrawMoves draws one to four moves.
func (g *Generator) DrawMoves(costs bool) {
	for m := range 1 + g.UpTo(3, "moves") {
		g.expressions().Move(m, !costs)
	}
	g.BoundCosts()
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
