// Package searchtest makes tasks for the tests of the search packages: puzzles built by hand, random tasks, and a
// reference exploration that uses nothing but task.Apply and maps. Only tests import it.
package searchtest

import (
	"fmt"

	"github.com/pzc-lang/pzc/compiler/task"
)

// Builder makes tasks by hand.
type Builder struct {
	*task.Task
	first int // number of ballast variables: Set and At count from here
}

// NewBuilder returns a builder of a task without variables, in which every state is a start and a goal.
func NewBuilder(name string) *Builder {
	b := &Builder{Task: &task.Task{
		Puzzle: name, InitCond: task.True, Goal: task.True, Always: task.True,
		Dead: task.False,
	}}
	b.Pool = task.NewPool(func(v int) []int64 { return b.Vars[v].Values })
	return b
}

// Variable adds a variable; its initial value is free if init is not one of the values.
func (b *Builder) Variable(name string, init int64, values ...int64) task.Expr {
	v := len(b.Vars)
	x := task.Var{Name: name, Values: values, State: v}
	for _, n := range values {
		x.Names = append(x.Names, fmt.Sprint(n))
	}
	b.Vars = append(b.Vars, x)
	b.Init = append(b.Init, init)
	b.Free = append(b.Free, x.Place(init) < 0)
	b.Fixed = append(b.Fixed, 0)
	return b.Pool.Var(v)
}

// Move adds a move.
func (b *Builder) Move(name string, guard task.Expr, cost int64, effects ...task.Effect) {
	b.Moves = append(b.Moves, task.Move{
		Name: name, Guard: guard, Effects: effects, Cost: b.Pool.Const(cost),
		Order: task.None,
	})
}

// Is returns the condition that x has the value n.
func (b *Builder) Is(x task.Expr, n int64) task.Expr { return b.Pool.Eq(x, b.Pool.Const(n)) }

// Ballast adds n variables of one bit that no move writes. Called first, it pushes the other variables into a second
// word.
func (b *Builder) Ballast(n int) *Builder {
	for i := range n {
		b.Variable(fmt.Sprint("ballast", i), int64(i&1), 0, 1)
	}
	b.first = n
	return b
}

// At returns variable v, numbered from 0 behind the ballast.
func (b *Builder) At(v int) task.Expr { return b.Pool.Var(b.first + v) }

// Set returns the effect that writes a value to variable v, numbered from 0 behind the ballast.
func (b *Builder) Set(v int, value task.Expr) task.Effect {
	return task.Effect{Var: b.first + v, Cond: task.True, Value: value}
}

// Span returns the values 0 … n-1.
func Span(n int) []int64 {
	out := make([]int64, n)
	for i := range out {
		out[i] = int64(i)
	}
	return out
}

// Finish sets the bounds on costs as the compiler does, and returns the task.
func (b *Builder) Finish() *task.Task {
	b.BoundCosts()
	return b.Task
}

// Tiles returns the sliding-tile puzzle with the goal 1 … n-1, 0.
func Tiles(rows, cols int, start ...int64) *task.Task {
	return Slide(rows, cols, func(c int) int64 { return int64((c + 1) % (rows * cols)) }, start...)
}

// Weigh makes the moves of tile t cost t.
func Weigh(tiles *task.Task) {
	for m := range tiles.Moves {
		for _, e := range tiles.Moves[m].Effects {
			if e.Value == tiles.Pool.Const(0) {
				tiles.Moves[m].Cost = tiles.Pool.Var(e.Var)
			}
		}
	}
	tiles.Facts.UnitCost, tiles.Facts.MaxCost = false, 0
}

// Fifteen returns the 4×4 puzzle with the hole first in the goal, as in Korf's instances.
func Fifteen(start ...int64) *task.Task {
	return Slide(4, 4, func(c int) int64 { return int64(c) }, start...)
}

// Slide returns the sliding-tile puzzle with the heuristics hamming and manhattan.
func Slide(rows, cols int, finish func(c int) int64, start ...int64) *task.Task {
	b := NewBuilder("tiles")
	n := rows * cols
	var board []task.Expr
	for c := range n {
		board = append(board, b.Variable(fmt.Sprintf("board[(%d, %d)]", c/cols, c%cols), start[c], Span(n)...))
	}
	b.Arrays = []task.Array{{Name: "board", Elems: board, Distinct: true, Permutation: true}}
	var goal, wrong, far []task.Expr
	home := make([]int, n)
	for c := range n {
		home[finish(c)] = c
	}
	for from := range n {
		for to := range n {
			if abs(from/cols-to/cols)+abs(from%cols-to%cols) == 1 {
				b.Move(fmt.Sprintf("slide(%d, %d)", from, to), b.Is(board[to], 0), 1,
					b.Set(from, b.Pool.Const(0)), b.Set(to, board[from]))
			}
		}
		goal = append(goal, b.Is(board[from], finish(from)))
	}
	for t := 1; t < n; t++ {
		home := home[t]
		wrong = append(wrong, b.Pool.Not(b.Is(board[home], int64(t))))
		var distance []task.Expr
		for c := range n {
			distance = append(distance, b.Pool.Const(int64(abs(c/cols-home/cols)+abs(c%cols-home%cols))))
		}
		far = append(far, b.Pool.Select(b.Pool.FindKnown(task.FindSure, b.Pool.Const(int64(t)), board...), distance...))
	}
	b.Goal = b.Pool.And(goal...)
	b.Heuristics = []task.Heuristic{
		{Name: "hamming", Admissible: true, Value: b.Pool.Add(wrong...)},
		{Name: "manhattan", Admissible: true, Value: b.Pool.Add(far...)},
		{Name: "doubled", Value: b.Pool.Mul(b.Pool.Const(2), b.Pool.Add(far...))},
		{Name: "pdb", Admissible: true, Value: task.None, Missing: "pattern(…)"},
	}
	return b.Finish()
}

func abs(n int) int { return max(n, -n) }

// Jugs is measuring water: fill, empty, pour; the goal is that some jug holds target. Litres: moves cost what they
// move.
func Jugs(target int64, litres bool, caps ...int64) *task.Task {
	b := NewBuilder("jugs")
	p := b.Pool
	var jug []task.Expr
	for i, c := range caps {
		jug = append(jug, b.Variable(fmt.Sprintf("jug[%d]", i), 0, Span(int(c)+1)...))
	}
	var goal []task.Expr
	for i, c := range caps {
		full := p.Const(c)
		b.Move(fmt.Sprintf("fill(%d)", i), p.Lt(jug[i], full), 1, b.Set(i, full))
		b.price(litres, p.Sub(full, jug[i]))
		b.Move(fmt.Sprintf("empty(%d)", i), p.Lt(p.Const(0), jug[i]), 1, b.Set(i, p.Const(0)))
		b.price(litres, jug[i])
		for j := range caps {
			if i == j {
				continue
			}
			moved := p.Min(jug[i], p.Sub(p.Const(caps[j]), jug[j]))
			b.Move(fmt.Sprintf("pour(%d, %d)", i, j), p.Lt(p.Const(0), moved), 1,
				b.Set(i, p.Sub(jug[i], moved)), b.Set(j, p.Add(jug[j], moved)))
			b.price(litres, moved)
		}
		goal = append(goal, b.Is(jug[i], target))
	}
	b.Goal = p.Or(goal...)
	return b.Finish()
}

func (b *Builder) price(litres bool, cost task.Expr) {
	if litres {
		b.Moves[len(b.Moves)-1].Cost = cost
	}
}

// Roads returns a walk on a graph from node 0 to the last: edges from, to, cost.
func Roads(nodes int, edges ...[3]int64) *task.Task {
	b := NewBuilder("roads")
	at := b.Variable("at", 0, Span(nodes)...)
	for _, e := range edges {
		b.Move(fmt.Sprintf("go(%d, %d)", e[0], e[1]), b.Is(at, e[0]), e[2], b.Set(0, b.Pool.Const(e[1])))
	}
	b.Goal = b.Is(at, int64(nodes-1))
	return b.Finish()
}

// Detours is a walk on which each step can be made at once for much, or in more moves for less: x goes from 0 to n·2.
func Detours(n int64) *task.Task {
	b := NewBuilder("detours")
	x := b.Variable("x", 0, Span(int(2*n)+1)...)
	for i := range n {
		b.Move("leap", b.Is(x, 2*i), 5, b.Set(0, b.Pool.Const(2*i+2)))
		b.Move("first", b.Is(x, 2*i), 1, b.Set(0, b.Pool.Const(2*i+1)))
		b.Move("second", b.Is(x, 2*i+1), 1, b.Set(0, b.Pool.Const(2*i+2)))
	}
	b.Goal = b.Is(x, 2*n)
	return b.Finish()
}

// Queens returns a puzzle without moves.
func Queens(n int) *task.Task {
	b := NewBuilder("queens")
	var rows, up, down []task.Expr
	for r := range n {
		q := b.Variable(fmt.Sprintf("queen[%d]", r), -1, Span(n)...)
		rows = append(rows, q)
		up = append(up, b.Pool.Add(q, b.Pool.Const(int64(r))))
		down = append(down, b.Pool.Sub(q, b.Pool.Const(int64(r))))
	}
	b.Goal = b.Pool.And(b.Pool.Distinct(rows...), b.Pool.Distinct(up...), b.Pool.Distinct(down...))
	return b.Finish()
}

// Arrays returns a task with three arrays, the third of which may hold equal elements, and for each variable the number
// of the array without equal elements that holds it, 0 if there is none.
func Arrays() (t *task.Task, in []int) {
	b := NewBuilder("arrays")
	var x []task.Expr
	for v := range 9 {
		x = append(x, b.Variable(fmt.Sprint("v", v), int64(v), Span(9)...))
	}
	b.Arrays = []task.Array{
		{Name: "a", Elems: []task.Expr{x[0], x[1]}, Distinct: true},
		{Name: "b", Elems: []task.Expr{x[2], b.Pool.Const(8), x[3], x[4]}, Distinct: true},
		{Name: "c", Elems: []task.Expr{x[5], x[6], x[7]}},
	}
	b.Move("stay", task.True, 1)
	return b.Finish(), []int{1, 1, 2, 2, 2, 0, 0, 0, 0}
}
