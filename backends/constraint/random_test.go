package constraint

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/compiler/task/tasktest"
)

// drawn is a random choice of values, with all its assignments.
type drawn struct {
	task *task.Task
	all  [][]int64
	cost task.Expr // None, or what the one move costs
}

// draw makes a task whose few variables have few values, except that one may have very many.
func draw(seed uint64) drawn {
	rnd := rand.New(rand.NewPCG(seed, 21))
	n := 2 + rnd.IntN(3)
	domains := make([][]int64, n)
	for v := range domains {
		value := int64(rnd.IntN(5) - 2)
		for range 2 + rnd.IntN(4) {
			domains[v] = append(domains[v], value)
			value++
			if rnd.IntN(4) == 0 {
				value += int64(rnd.IntN(3))
			}
		}
	}
	if rnd.IntN(8) == 0 {
		domains = domains[:2]
		n = 2
		domains[0] = nil
		for k := range int64(330) {
			domains[0] = append(domains[0], k-20)
		}
	}
	p := task.NewPool(func(v int) []int64 {
		if v == n {
			return []int64{0, 1} // whether it was paid
		}
		return domains[v]
	})
	exprs := tasktest.Exprs{Rnd: rnd, Pool: p, N: n}
	t := &task.Task{Pool: p, Always: task.True, Dead: task.False}
	for v := range n {
		names := make([]string, len(domains[v]))
		for i, k := range domains[v] {
			names[i] = fmt.Sprint(k)
		}
		t.Vars = append(t.Vars, task.Var{Name: fmt.Sprint("v", v), Values: domains[v], Names: names})
	}
	t.Init, t.Free = make([]int64, n), slices.Repeat([]bool{true}, n)
	t.InitCond = p.And(exprs.Truth(3), exprs.Truth(2))
	t.Goal = exprs.Truth(3)
	d := drawn{task: t, cost: task.None}
	wanted := t.Goal
	if rnd.IntN(2) == 0 {
		d.cost = exprs.Number(3)
	}
	switch {
	case d.cost == task.None:
	case rnd.IntN(2) == 0:
		t.Objective = &task.Objective{Value: d.cost}
		if rnd.IntN(2) == 0 {
			t.Objective.Maximize = true
			d.cost = p.Neg(d.cost)
		}
	default:
		d.cost = p.Abs(d.cost)
		t.Moves = []task.Move{{
			Name: "pay", Guard: t.Goal, Cost: d.cost,
			Effects: []task.Effect{{Var: n, Cond: task.True, Value: task.True}},
		}}
		t.Vars = append(t.Vars, task.Var{Name: "done", Values: []int64{0, 1}, Names: []string{"false", "true"}})
		t.Init, t.Free = append(t.Init, 0), append(t.Free, false)
		t.Goal = p.Var(n)
	}
	tasktest.EachState(domains[:n], nil, func(state []int64) {
		if p.Eval(t.InitCond, state) != 0 && p.Eval(wanted, state) != 0 {
			if len(t.Moves) > 0 {
				state = append(slices.Clone(state), 0)
			}
			d.all = append(d.all, slices.Clone(state))
		}
	})
	return d
}

// TestRandomTasks compares with all combinations of values.
func TestRandomTasks(t *testing.T) { compareDrawn(t, 250, draw) }

func TestLongRandomTasks(t *testing.T) { compareDrawn(t, 400, draw) }

func TestHoursRandomTasks(t *testing.T) { compareDrawn(t, 20_000, draw) }

func compareDrawn(t *testing.T, tasks uint64, draw func(seed uint64) drawn) {
	t.Helper()
	for seed := range tasks {
		d := draw(seed)
		best := int64(0)
		if d.cost != task.None {
			d.all, best = cheapest(d)
		}
		one, err := Backend{}.Solve(context.Background(), d.task, backends.Options{})
		require.NoError(t, err, "seed %d", seed)
		all, err := Backend{}.Solve(context.Background(), d.task, backends.Options{All: true})
		require.NoError(t, err, "seed %d", seed)
		if len(d.all) == 0 {
			require.Equal(t, backends.Unsolvable, one.Status, "seed %d: one", seed)
			require.Equal(t, backends.Unsolvable, all.Status, "seed %d: all", seed)
			continue
		}
		require.Equal(t, backends.Solved, one.Status, "seed %d: one: %s", seed, one.Reason)
		require.True(t, one.Optimal, "seed %d", seed)
		if o := d.task.Objective; o != nil && o.Maximize {
			best = -best
		}
		require.Equal(t, best, one.Plans[0].Cost, "seed %d", seed)
		var starts [][]int64
		for _, p := range all.Plans {
			starts = append(starts, p.Start)
		}
		slices.SortFunc(starts, slices.Compare[[]int64])
		require.Equal(t, d.all, starts, "seed %d", seed)
		require.True(t, all.Complete, "seed %d", seed)
	}
}

// cheapest keeps the assignments of least cost.
func cheapest(d drawn) (kept [][]int64, best int64) {
	for _, s := range d.all {
		cost := d.task.Pool.Eval(d.cost, s)
		if len(kept) == 0 || cost < best {
			kept, best = nil, cost
		}
		if cost == best {
			kept = append(kept, s)
		}
	}
	return kept, best
}

// TestHoursDrawn draws more of each kind than the long tests do.
func TestHoursDrawn(t *testing.T) {
	compareDrawn(t, 50_000, draw)
	compareDrawn(t, 50_000, drawPaths)
	compareDrawn(t, 50_000, drawSymmetric)
	compareDrawn(t, 50_000, drawRegions)
	compareDrawn(t, 50_000, drawDifferences)
	cores(t, 50_000)
	explanationsImply(t, 50_000, draw)
	explanationsImply(t, 10_000, drawDifferences)
	explanationsImply(t, 50_000, drawPaths)
	explanationsImply(t, 50_000, drawRegions)
}
