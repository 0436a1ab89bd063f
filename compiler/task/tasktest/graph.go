package tasktest

import (
	"fmt"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// Graph is the states of a task that are reached from its start, and the moves between them.
type Graph struct {
	Task   *task.Task
	States [][]int64
	Left   []int64 // by state: the exact cost to a goal, or task.Unreachable
	number map[string]int
	into   [][]arc // by state: where moves come from
}

type arc struct {
	state int
	cost  int64
}

// NewGraph returns the graph of the start of a task.
func NewGraph(t *task.Task) *Graph {
	g := &Graph{Task: t, number: map[string]int{}}
	g.Add(t.Init)
	return g
}

// Explored returns the graph of a task, nil if it has more states than most.
func Explored(t *task.Task, most int) *Graph {
	g := NewGraph(t)
	var open lists.Frontier
	for i := 0; i < len(g.States); i++ {
		if len(g.States) > most {
			return nil
		}
		if t.Pool.Eval(t.Goal, g.States[i]) != 0 {
			open.Add(0, i)
		}
		for m := range t.Moves {
			if next, cost, ok := t.Apply(g.States[i], m); ok {
				k, _ := g.Add(next)
				g.into[k] = append(g.into[k], arc{i, cost})
			}
		}
	}
	for x, ok := open.Next(); ok; x, ok = open.Next() {
		if g.Left[x.Node] <= x.Cost {
			continue
		}
		g.Left[x.Node] = x.Cost
		for _, b := range g.into[x.Node] {
			open.Add(x.Cost+b.cost, b.state)
		}
	}
	return g
}

// Add returns the number of a state, which it adds to the graph unless it is there.
func (g *Graph) Add(s []int64) (n int, fresh bool) {
	n, known := g.Number(s)
	if !known {
		n = len(g.States)
		g.number[fmt.Sprint(s)] = n
		g.States, g.into, g.Left = append(g.States, s), append(g.into, nil), append(g.Left, task.Unreachable)
	}
	return n, !known
}

// Number returns the number of a state.
func (g *Graph) Number(s []int64) (n int, reached bool) {
	n, reached = g.number[fmt.Sprint(s)]
	return n, reached
}

// SolveSimpler gives OpCost its values by exhausting the simpler puzzles. Each state that is asked for must be reached.
// large is set if a cost of a puzzle of more states than most was asked for.
func SolveSimpler(t require.TestingT, tk *task.Task, most int) (large *bool) {
	large = new(bool)
	graphs := make([]*Graph, len(tk.Abstractions))
	tried := make([]bool, len(tk.Abstractions))
	tk.Pool.CostOf = func(i int, codes []int64) int64 {
		a := &tk.Abstractions[i]
		if !tried[i] {
			tried[i], graphs[i] = true, Explored(a.Task, most)
		}
		for v, x := range codes {
			if a.Task.Vars[v].Place(x) < 0 {
				return 0
			}
		}
		if graphs[i] == nil {
			*large = true
			return 0
		}
		k, ok := graphs[i].Number(codes)
		require.True(t, ok, "%s: the image %v of a state is not reached", a.Name, codes)
		return graphs[i].Left[k]
	}
	return large
}
