// Package sattest has tasks for the tests of the packages below backends/sat: small ones built by hand, random ones,
// and formulas whose numbers are set by assumptions. Only tests import it.
package sattest

import (
	"fmt"

	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Builder is a task in the making. Its variables are named by their numbers.
type Builder struct{ *searchtest.Builder }

// NewBuilder returns a task without variables, moves and conditions.
func NewBuilder(name string) *Builder { return &Builder{searchtest.NewBuilder(name)} }

// Variable adds a variable with an initial value and returns its number.
func (b *Builder) Variable(name string, init int64, values ...int64) int {
	b.Builder.Variable(name, init, values...)
	return len(b.Vars) - 1
}

// Choice adds a variable whose initial value the solver chooses.
func (b *Builder) Choice(name string, values ...int64) int {
	v := b.Variable(name, values[0], values...)
	b.Free[v] = true
	return v
}

// Move adds a move of cost 1 with unconditional effects.
func (b *Builder) Move(name string, guard task.Expr, effects ...task.Effect) {
	b.Builder.Move(name, guard, 1, effects...)
	b.Facts.MinCost, b.Facts.MaxCost, b.Facts.UnitCost = 1, 1, true
}

// Set returns the unconditional effect that gives a variable a value.
func Set(v int, value task.Expr) task.Effect {
	return task.Effect{Var: v, Cond: task.True, Value: value}
}

// Is returns the condition that a variable has a value.
func (b *Builder) Is(v int, k int64) task.Expr { return b.Pool.Eq(b.Pool.Var(v), b.Pool.Const(k)) }

// UpTo lists the numbers 0…n−1.
func UpTo(n int64) []int64 { return searchtest.Span(int(n)) }

// Tiles returns the sliding puzzle on a board of rows × cols cells. The hole is 0.
func Tiles(rows, cols int, start []int64) *task.Task {
	b := NewBuilder("tiles")
	n := rows * cols
	goal := make([]task.Expr, n)
	elems := make([]task.Expr, n)
	for c := range n {
		b.Variable(fmt.Sprintf("board[(%d, %d)]", c/cols, c%cols), start[c], UpTo(int64(n))...)
		goal[c] = b.Is(c, int64((c+1)%n))
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
			effects := []task.Effect{Set(from, b.Pool.Var(to)), Set(to, b.Pool.Var(from))}
			if from > to {
				effects[0], effects[1] = effects[1], effects[0]
			}
			b.Move(fmt.Sprintf("slide((%d, %d), (%d, %d))", from/cols, from%cols, to/cols, to%cols), b.Is(to, 0),
				effects...)
		}
	}
	return b.Task
}

// Hardest is one of the two boards of the 8-puzzle that need most moves, 31.
var Hardest = []int64{8, 6, 7, 2, 5, 4, 3, 0, 1}

// PairsOfLights returns a row of lights, of which one is on. A move switches two of them; all are to be off, or all but
// one.
func PairsOfLights(n, on int) *task.Task {
	b := NewBuilder("lights")
	p := b.Pool
	var want []task.Expr
	goal := make([]int64, n)
	if on == 1 {
		goal[n-1] = 1
	}
	for i := range n {
		init := int64(0)
		if i == 0 {
			init = 1
		}
		b.Variable(fmt.Sprintf("light[%d]", i), init, 0, 1)
		want = append(want, b.Is(i, goal[i]))
	}
	for i := range n {
		for j := range i {
			b.Move(fmt.Sprintf("switch(%d, %d)", j, i), task.True, Set(j, p.Not(p.Var(j))), Set(i, p.Not(p.Var(i))))
		}
	}
	b.Goal = p.And(want...)
	return b.Task
}

// Truth returns a truth value as a number of a task.
func Truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
