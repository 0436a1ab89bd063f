package constraint

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/compiler/task/tasktest"
)

// drawSymmetric makes a task whose conditions occur with their images under some exchange of variables and values, and
// declares this exchange and others, which may be wrong.
func drawSymmetric(seed uint64) drawn {
	rnd := rand.New(rand.NewPCG(seed, 22))
	n := 2 + rnd.IntN(3)
	size := int64(2 + rnd.IntN(3))
	domains := make([][]int64, n)
	for v := range domains {
		for k := range size {
			domains[v] = append(domains[v], k)
		}
	}
	p := task.NewPool(func(v int) []int64 { return domains[v] })
	exprs := tasktest.Exprs{Rnd: rnd, Pool: p, N: n}
	t := &task.Task{Pool: p, Always: task.True, Dead: task.False}
	for v := range n {
		names := make([]string, size)
		for i := range names {
			names[i] = fmt.Sprint(i)
		}
		t.Vars = append(t.Vars, task.Var{Name: fmt.Sprint("v", v), Values: domains[v], Names: names})
	}
	t.Init, t.Free = make([]int64, n), slices.Repeat([]bool{true}, n)
	swap := func() task.Symmetry {
		order, turned := rnd.Perm(n), rnd.IntN(2) == 0
		y := task.Symmetry{Name: "swap", Guard: task.True}
		for v, w := range order {
			value := p.Var(w)
			if turned {
				value = p.Sub(p.Const(size-1), value)
			}
			y.Effects = append(y.Effects, task.Effect{Var: v, Cond: task.True, Value: value})
		}
		return y
	}
	t.Symmetries = []task.Symmetry{swap(), swap()}
	turned := func(e task.Expr) task.Expr {
		return p.Rebuild(e, func(v int) task.Expr { return t.Symmetries[0].Effects[v].Value }, map[task.Expr]task.Expr{})
	}
	orbit := func(e task.Expr) []task.Expr {
		all := []task.Expr{e}
		for range 24 {
			e = turned(e)
			all = append(all, e)
		}
		return all
	}
	t.InitCond = p.And(orbit(exprs.Truth(2))...)
	if rnd.IntN(2) == 0 {
		t.InitCond = p.And(t.InitCond, p.Distinct(p.Var(0), p.Var(1)))
	}
	t.Goal = p.Or(orbit(exprs.Truth(2))...)
	d := drawn{task: t, cost: task.None}
	if rnd.IntN(2) == 0 {
		d.cost = p.Add(orbit(exprs.Number(2))...)
		t.Objective = &task.Objective{Value: d.cost}
	}
	tasktest.EachState(domains, nil, func(state []int64) {
		if p.Eval(t.InitCond, state) != 0 && p.Eval(t.Goal, state) != 0 {
			d.all = append(d.all, slices.Clone(state))
		}
	})
	return d
}

// TestSymmetricTasks compares with all combinations of values.
func TestSymmetricTasks(t *testing.T) { compareDrawn(t, 1000, drawSymmetric) }

func TestLongSymmetricTasks(t *testing.T) { compareDrawn(t, 3000, drawSymmetric) }

// TestSymmetriesAreProved: most of the right ones are found, and they make lists and single answers shorter.
func TestSymmetriesAreProved(t *testing.T) {
	used, whole := 0, 0
	for seed := range uint64(300) {
		d := drawSymmetric(seed)
		c := newCompiler(d.task)
		r := &run{task: d.task, c: c, stated: c.statement(d.task)}
		r.o.Without = technique.Set{technique.Automorphisms.Name()}
		proof, proved := r.provedImages()
		images, all := proof.Closure(proved, mostImages)
		if len(images) > 0 {
			used++
		}
		if all {
			whole++
		}
	}
	require.Greater(t, used, 100)
	require.Equal(t, 300, whole)
}

// TestWrongSymmetries: a promise that does not hold is not used.
func TestWrongSymmetries(t *testing.T) {
	p := task.NewPool(func(int) []int64 { return []int64{0, 1, 2} })
	names := []string{"0", "1", "2"}
	vars := []task.Var{
		{Name: "a", Values: []int64{0, 1, 2}, Names: names},
		{Name: "b", Values: []int64{0, 1, 2}, Names: names},
	}
	d := &task.Task{
		Pool: p, Vars: vars, Always: task.True, Dead: task.False, InitCond: task.True, Init: []int64{0, 0},
		Free: []bool{true, true},
		Goal: p.Lt(p.Var(1), p.Var(0)),
		Symmetries: []task.Symmetry{{Name: "wrong", Guard: task.True, Effects: []task.Effect{
			{Var: 0, Cond: task.True, Value: p.Var(1)}, {Var: 1, Cond: task.True, Value: p.Var(0)},
		}}},
	}
	one, err := Backend{}.Solve(context.Background(), d, backends.Options{})
	require.NoError(t, err)
	require.Equal(t, backends.Solved, one.Status)
	all, err := Backend{}.Solve(context.Background(), d, backends.Options{All: true})
	require.NoError(t, err)
	require.Len(t, all.Plans, 3)
}
