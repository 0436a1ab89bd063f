package sat

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/task"
)

// builder makes tasks by hand.
type builder struct{ *task.Task }

func newBuilder(name string) *builder {
	t := &task.Task{Puzzle: name, InitCond: task.True, Goal: task.True, Always: task.True, Dead: task.False}
	t.Pool = task.NewPool(func(v int) []int64 { return t.Vars[v].Values })
	return &builder{t}
}

// variable adds a variable with an initial value.
func (b *builder) variable(name string, init int64, values ...int64) int {
	x := task.Var{Name: name, Values: values, State: len(b.Vars)}
	for _, v := range values {
		x.Names = append(x.Names, fmt.Sprint(v))
	}
	b.Vars, b.Init, b.Free = append(b.Vars, x), append(b.Init, init), append(b.Free, false)
	b.Fixed = append(b.Fixed, init)
	return len(b.Vars) - 1
}

// free adds a variable that the solver chooses.
func (b *builder) free(name string, values ...int64) int {
	v := b.variable(name, values[0], values...)
	b.Free[v] = true
	return v
}

// move adds a move of cost 1 with unconditional effects.
func (b *builder) move(name string, guard task.Expr, effects ...task.Effect) {
	b.Moves = append(b.Moves, task.Move{Name: name, Guard: guard, Effects: effects, Cost: task.True, Order: task.None})
	b.Facts.MinCost, b.Facts.MaxCost = 1, 1
	b.Facts.UnitCost = true
}

func set(v int, value task.Expr) task.Effect {
	return task.Effect{Var: v, Cond: task.True, Value: value}
}

// is is the expression "variable has value".
func (b *builder) is(v int, k int64) task.Expr { return b.Pool.Eq(b.Pool.Var(v), b.Pool.Const(k)) }

func upTo(n int64) []int64 {
	out := make([]int64, n)
	for i := range out {
		out[i] = int64(i)
	}
	return out
}

// tiles is the sliding puzzle, 0 being the hole.
func tiles(rows, cols int, start []int64) *task.Task {
	b := newBuilder("tiles")
	n := rows * cols
	goal := make([]task.Expr, n)
	elems := make([]task.Expr, n)
	for c := range n {
		b.variable(fmt.Sprintf("board[(%d, %d)]", c/cols, c%cols), start[c], upTo(int64(n))...)
		goal[c] = b.is(c, int64((c+1)%n))
		elems[c] = b.Pool.Var(c)
	}
	b.Goal = b.Pool.And(goal...)
	b.Arrays = []task.Array{{Name: "board", Elems: elems, Distinct: true, Permutation: true}}
	for from := range n {
		for to := range n {
			dr, dc := from/cols-to/cols, from%cols-to%cols
			if dr*dr+dc*dc != 1 {
				continue
			}
			effects := []task.Effect{set(from, b.Pool.Var(to)), set(to, b.Pool.Var(from))}
			if from > to {
				effects[0], effects[1] = effects[1], effects[0]
			}
			b.move(fmt.Sprintf("slide((%d, %d), (%d, %d))", from/cols, from%cols, to/cols, to%cols), b.is(to, 0), effects...)
		}
	}
	return b.Task
}

var hardest = []int64{8, 6, 7, 2, 5, 4, 3, 0, 1}

// solve solves a task, and logs what is reported on the way.
func solve(t testing.TB, x *task.Task) *backends.Result {
	r, err := Backend{}.Solve(context.Background(), x, backends.Options{Progress: func(p backends.Progress) { t.Log(p) }})
	require.NoError(t, err)
	return r
}
