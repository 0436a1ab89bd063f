package task

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAdditive(t *testing.T) {
	tk := slidingTiles(2, 3, false, 4, 5, 0, 1, 2, 3)
	require.NoError(t, Additive(tk, []Part{{0, []int64{1, 2, 5}}, {0, []int64{3, 4}}}))
	require.NoError(t, Additive(tk, []Part{{0, []int64{0, 1}}}))
	require.EqualError(t, Additive(tk, []Part{{0, []int64{1, 2}}, {0, []int64{2}}}),
		"the value 2 of board is in two patterns, so that its moves would count twice")
	require.ErrorContains(t, Additive(tk, []Part{{0, []int64{1, 2}}, {0, []int64{0}}}), "0 of board and ")
	b := newBuilder()
	for i := range int64(4) {
		b.variable(fmt.Sprintf("stack[%d]", i), i, 0, 1, 2, 3)
	}
	p := b.Pool
	stack := []Expr{p.Var(0), p.Var(1), p.Var(2), p.Var(3)}
	b.Arrays = []Array{{Name: "stack", Elems: stack, Distinct: true, Permutation: true}}
	b.move("flip(3)", True, b.Pool.Const(1), set(0, b.Pool.Var(2)), set(2, b.Pool.Var(0)))
	require.EqualError(t, Additive(b.Task, []Part{{0, []int64{0, 1}}, {0, []int64{2, 3}}}),
		"flip(3) may move 0 of stack and 2 of stack together, which are in two patterns, so that it would count twice")
}

// A value that is overwritten has moved too; it may come back at another place together with a second value.
func TestAdditiveOverwrites(t *testing.T) {
	b := newBuilder()
	x, y := b.variable("a[0]", 0, 0, 1, 2), b.variable("a[1]", 0, 0, 1, 2)
	b.Arrays = []Array{{Name: "a", Elems: []Expr{x, y}}}
	b.move("m", b.Pool.Not(b.is(y, 1)), b.Pool.Const(1), set(0, b.Pool.Const(0)), set(1, b.Pool.Const(2)))
	require.EqualError(t, Additive(b.Task, []Part{{0, []int64{1}}, {0, []int64{2}}}),
		"m may move 1 of a and 2 of a together, which are in two patterns, so that it would count twice")
	b.Moves[0].Guard = b.Pool.And(b.Pool.Not(b.is(y, 1)), b.Pool.Or(b.is(y, 2), b.is(x, 0)))
	require.NoError(t, Additive(b.Task, []Part{{0, []int64{1}}, {0, []int64{2}}}))
	b.Moves[0].Guard, b.Moves[0].Cost = True, b.Pool.Const(0)
	require.NoError(t, Additive(b.Task, []Part{{0, []int64{1}}, {0, []int64{2}}}))
}

// Sums that Additive proved never overestimate. Sums that it refused do overestimate somewhere, or are hard to prove.
func TestAdditiveOfRandomTasks(t *testing.T) { additiveOfRandomTasks(t, 0, 100) }

// The same for more tasks.
func TestLongAdditiveOfRandomTasks(t *testing.T) { additiveOfRandomTasks(t, 100, 1000) }

// additiveOfRandomTasks takes the tasks of some seeds.
func additiveOfRandomTasks(t *testing.T, from, to uint64) {
	t.Helper()
	proved := 0
	for seed := from; seed < to; seed++ {
		tk := randomTask(seed)
		d := &dice{Rand: rand.New(rand.NewPCG(seed, 6))}
		parts := []Part{{0, nil}, {0, nil}}
		for x := range int64(4) {
			if k := d.IntN(3); k < 2 {
				parts[k].Own = append(parts[k].Own, x)
			}
		}
		if Additive(tk, parts) != nil {
			continue
		}
		proved++
		var sum []int64
		for _, p := range parts {
			a, image, err := Pattern(context.Background(), tk, 0, p.Own, d.subset(4), true)
			require.NoError(t, err)
			estimates, exact := checkAbstraction(t, tk, a, image, allStates(tk)...)
			if sum == nil {
				sum = make([]int64, len(exact))
			}
			for i, h := range estimates {
				sum[i] += h
				require.LessOrEqual(t, min(sum[i], Unreachable), exact[i], "seed %d", seed)
			}
		}
	}
	assert.Greater(t, proved, int(to-from)/10)
}
