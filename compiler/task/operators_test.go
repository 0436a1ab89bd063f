package task_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/pzc-lang/pzc/compiler/task"
)

// Each operator has a complete row, a value, and a case in Make.
func TestOperators(t *testing.T) {
	symbols := map[string]bool{}
	for op := range task.Op(task.NumOps) {
		assert.NotEmpty(t, op.String(), "operator %d", op)
		assert.NotEmpty(t, op.Noun(), "operator %s", op)
		assert.False(t, symbols[op.String()], "two operators are written %s", op)
		symbols[op.String()] = true
		args := 0
		for !op.Takes(args) {
			args++
			assert.Less(t, args, 10, "operator %s", op)
		}
		p := task.NewPool(func(int) []int64 { return []int64{0, 1, 2} })
		p.Graphs = []task.Graph{{Next: [][]int32{nil}}}
		x := make([]task.Expr, args)
		node := task.Node{Op: op, Args: x}
		for i := range x {
			x[i] = p.Var(i)
		}
		assert.NotPanics(t, func() { p.Make(op, 0, x) }, "Make of operator %s", op)
		if op == task.OpVar {
			continue // the state gives it its value
		}
		v := p.Eval(p.Make(op, 0, x), make([]int64, 4))
		lo, hi := p.Node(p.Make(op, 0, x)).Lo, p.Node(p.Make(op, 0, x)).Hi
		assert.NotPanics(t, func() { p.EvalNode(&node, func(int) int64 { return 0 }) }, "EvalNode of operator %s", op)
		assert.True(t, lo <= v && v <= hi, "%s is %d, outside %d..%d", op, v, lo, hi)
		if op.Truth() {
			assert.True(t, lo >= 0 && hi <= 1, "%s", op)
		}
	}
}
