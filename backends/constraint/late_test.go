package constraint

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/compiler/task/tasktest"
)

// drawDifferences makes a task in which three variables choose which of three numbers come after which.
func drawDifferences(seed uint64) drawn {
	const n = 3
	rnd := rand.New(rand.NewPCG(seed, 22))
	domains := make([][]int64, 2*n)
	for v := range domains {
		size := int64(n)
		if v >= n {
			size = lateFrom
		}
		for k := range size {
			domains[v] = append(domains[v], k)
		}
	}
	p := task.NewPool(func(v int) []int64 { return domains[v] })
	t := &task.Task{Pool: p, Always: task.True, Dead: task.False, Init: make([]int64, 2*n), InitCond: task.True}
	t.Free = slices.Repeat([]bool{true}, 2*n)
	numbers := make([]task.Expr, n)
	for v, values := range domains {
		names := make([]string, len(values))
		for i, k := range values {
			names[i] = fmt.Sprint(k)
		}
		t.Vars = append(t.Vars, task.Var{Name: fmt.Sprint("v", v), Values: values, Names: names})
		if v >= n {
			numbers[v-n] = p.Var(v)
		}
	}
	var goal []task.Expr
	for i := range n {
		next, more := p.Var(i), p.Add(numbers[i], p.Const(int64(rnd.IntN(4)-1)))
		there := p.Select(next, numbers...)
		if rnd.IntN(3) == 0 {
			there = p.Select(p.Select(next, p.Const(int64(rnd.IntN(4))), p.Const(int64(rnd.IntN(n))), p.Const(0)), numbers...)
		}
		var e task.Expr
		switch rnd.IntN(4) {
		case 0:
			e = p.Lt(more, there)
		case 1:
			e = p.Le(there, more)
		default:
			e = p.Eq(there, more)
		}
		if rnd.IntN(2) == 0 {
			e = p.Or(p.Eq(next, p.Const(int64(rnd.IntN(n)))), e)
		}
		goal = append(goal, e)
		if rnd.IntN(2) == 0 {
			var here []task.Expr
			for j := range n {
				here = append(here, p.Eq(p.Var(j), p.Const(int64(i))))
			}
			goal = append(goal, p.Eq(p.Add(here...), p.Const(1)))
		}
		if rnd.IntN(3) == 0 {
			goal = append(goal, p.Le(numbers[i], p.Const(int64(rnd.IntN(lateFrom)))))
		}
	}
	goal = append(goal, p.Eq(numbers[0], p.Const(int64(rnd.IntN(3)))))
	t.Goal = p.And(goal...)
	d := drawn{task: t, cost: task.None}
	tasktest.EachState(domains, nil, func(state []int64) {
		if p.Eval(t.Goal, state) != 0 {
			d.all = append(d.all, slices.Clone(state))
		}
	})
	return d
}

func TestDifferences(t *testing.T) { compareDrawn(t, 100, drawDifferences) }

func TestLongDifferences(t *testing.T) { compareDrawn(t, 1000, drawDifferences) }

// TestLateVariables: numbers are late if a difference reads them, and choices never are.
func TestLateVariables(t *testing.T) {
	late := 0
	for seed := range uint64(100) {
		task := drawDifferences(seed).task
		r := &run{ctx: t.Context(), task: task, o: backends.Options{Memory: 1 << 30}, result: &backends.Result{}}
		require.NoError(t, r.build(math.MaxInt64))
		for v, view := range r.c.vars {
			if is := r.s.isLate(view.X); is {
				require.GreaterOrEqual(t, v, 3)
				late++
			}
		}
	}
	require.Greater(t, late, 100)
}
