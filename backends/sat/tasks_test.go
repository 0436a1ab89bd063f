package sat

import (
	"fmt"
	"math"

	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// endlessTiles returns a sliding puzzle whose plans are too long to be found: the 24-puzzle, with all tiles turned
// round.
func endlessTiles() *task.Task {
	start := make([]int64, 25)
	for i := range start {
		start[i] = int64(len(start) - 1 - i)
	}
	return sattest.Tiles(5, 5, start)
}

// countUp counts up to a goal: move "one" adds 1, move "three" adds 3 at a cost of its own.
func countUp(goal, threeCosts int64) *sattest.Builder {
	b := sattest.NewBuilder("counter")
	v := b.Variable("n", 0, sattest.UpTo(goal+1)...)
	n := b.Pool.Var(v)
	for _, step := range []int64{1, 3} {
		next := b.Pool.Add(n, b.Pool.Const(step))
		b.Move(map[int64]string{1: "one", 3: "three"}[step], b.Pool.Le(next, b.Pool.Const(goal)), sattest.Set(v, next))
	}
	b.Moves[1].Cost = b.Pool.Const(threeCosts)
	b.Goal = b.Is(v, goal)
	return b
}

// lights returns a row of lights that can be switched off.
func lights(n int) *task.Task {
	b := sattest.NewBuilder("lights")
	var off []task.Expr
	for i := range n {
		b.Variable(fmt.Sprintf("light[%d]", i), 1, 0, 1)
		b.Move(fmt.Sprintf("off(%d)", i), b.Is(i, 1), sattest.Set(i, b.Pool.Const(0)))
		off = append(off, b.Is(i, 0))
	}
	b.Goal = b.Pool.And(off...)
	return b.Task
}

// cheapest returns the least cost of a plan, −1 if there is no plan. It visits all states until no cost changes.
func cheapest(t *task.Task) int64 { return cheapestFrom(t, 0) }

// cheapestFrom is cheapest of plans of at least the given number of moves.
func cheapestFrom(t *task.Task, moves int) int64 {
	type node struct {
		state []int64
		made  int // no more than are wanted
	}
	cost := map[string]int64{}
	var open []node
	for _, s := range searchtest.Starts(t) {
		open = append(open, node{s, 0})
		cost[fmt.Sprint(s, 0)] = 0
	}
	best := int64(math.MaxInt64)
	for len(open) > 0 {
		n := open[0]
		open = open[1:]
		c := cost[fmt.Sprint(n.state, n.made)]
		if n.made == moves && t.Pool.Eval(t.Goal, n.state) != 0 {
			best = min(best, c)
		}
		for m := range t.Moves {
			next, k, ok := t.Apply(n.state, m)
			if !ok {
				continue
			}
			after := node{next, min(n.made+1, moves)}
			key := fmt.Sprint(after.state, after.made)
			if old, known := cost[key]; !known || c+k < old {
				cost[key] = c + k
				open = append(open, after)
			}
		}
	}
	if best == math.MaxInt64 {
		return -1
	}
	return best
}
