package search

import (
	"fmt"

	"github.com/pzc-lang/pzc/task"
)

// builder makes tasks by hand.
type builder struct {
	*task.Task
	first int // variables in front of those that set and at number from 0
}

func newBuilder(name string) *builder {
	b := &builder{Task: &task.Task{Puzzle: name, InitCond: task.True, Goal: task.True, Always: task.True, Dead: task.False}}
	b.Pool = task.NewPool(func(v int) []int64 { return b.Vars[v].Values })
	return b
}

// variable adds a variable; its initial value is free if init is not one of the values.
func (b *builder) variable(name string, init int64, values ...int64) task.Expr {
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

func (b *builder) move(name string, guard task.Expr, cost int64, effects ...task.Effect) {
	b.Moves = append(b.Moves, task.Move{Name: name, Guard: guard, Effects: effects, Cost: b.Pool.Const(cost), Order: task.None})
}

func (b *builder) is(x task.Expr, n int64) task.Expr { return b.Pool.Eq(x, b.Pool.Const(n)) }

// ballast puts so many variables of one bit, which are never written, in front of all others, so that these lie in two words.
func (b *builder) ballast(n int) *builder {
	for i := range n {
		b.variable(fmt.Sprint("ballast", i), int64(i&1), 0, 1)
	}
	b.first = n
	return b
}

func (b *builder) at(v int) task.Expr { return b.Pool.Var(b.first + v) }

// set writes a value to a variable.
func (b *builder) set(v int, value task.Expr) task.Effect {
	return task.Effect{Var: b.first + v, Cond: task.True, Value: value}
}

func span(n int) []int64 {
	out := make([]int64, n)
	for i := range out {
		out[i] = int64(i)
	}
	return out
}

// facts sets the bounds on costs as the compiler would.
func (b *builder) facts() *task.Task {
	for i, m := range b.Moves {
		n := b.Pool.Node(m.Cost)
		if i == 0 {
			b.Facts.MinCost, b.Facts.MaxCost = n.Lo, n.Hi
		}
		b.Facts.MinCost, b.Facts.MaxCost = min(b.Facts.MinCost, n.Lo), max(b.Facts.MaxCost, n.Hi)
	}
	b.Facts.UnitCost = len(b.Moves) > 0 && b.Facts.MinCost == 1 && b.Facts.MaxCost == 1
	return b.Task
}

// tiles is the sliding-tile puzzle with the goal 1 … n-1, 0.
func tiles(rows, cols int, start ...int64) *task.Task {
	return slide(rows, cols, func(c int) int64 { return int64((c + 1) % (rows * cols)) }, start...)
}

// fifteen is the 4×4 puzzle with the hole first in the goal, as in Korf's instances.
func fifteen(start ...int64) *task.Task {
	return slide(4, 4, func(c int) int64 { return int64(c) }, start...)
}

// slide is the sliding-tile puzzle with the heuristics hamming and manhattan.
func slide(rows, cols int, finish func(c int) int64, start ...int64) *task.Task {
	b := newBuilder("tiles")
	n := rows * cols
	var board []task.Expr
	for c := range n {
		board = append(board, b.variable(fmt.Sprintf("board[(%d, %d)]", c/cols, c%cols), start[c], span(n)...))
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
				b.move(fmt.Sprintf("slide(%d, %d)", from, to), b.is(board[to], 0), 1,
					b.set(from, b.Pool.Const(0)), b.set(to, board[from]))
			}
		}
		goal = append(goal, b.is(board[from], finish(from)))
	}
	for t := 1; t < n; t++ {
		home := home[t]
		wrong = append(wrong, b.Pool.Not(b.is(board[home], int64(t))))
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
	return b.facts()
}

func abs(n int) int { return max(n, -n) }

// jugs is measuring water: fill, empty, pour; the goal is that some jug holds target. Litres: moves cost what they move.
func jugs(target int64, litres bool, caps ...int64) *task.Task {
	b := newBuilder("jugs")
	p := b.Pool
	var jug []task.Expr
	for i, c := range caps {
		jug = append(jug, b.variable(fmt.Sprintf("jug[%d]", i), 0, span(int(c)+1)...))
	}
	var goal []task.Expr
	for i, c := range caps {
		full := p.Const(c)
		b.move(fmt.Sprintf("fill(%d)", i), p.Lt(jug[i], full), 1, b.set(i, full))
		b.price(litres, p.Sub(full, jug[i]))
		b.move(fmt.Sprintf("empty(%d)", i), p.Lt(p.Const(0), jug[i]), 1, b.set(i, p.Const(0)))
		b.price(litres, jug[i])
		for j := range caps {
			if i == j {
				continue
			}
			moved := p.Min(jug[i], p.Sub(p.Const(caps[j]), jug[j]))
			b.move(fmt.Sprintf("pour(%d, %d)", i, j), p.Lt(p.Const(0), moved), 1,
				b.set(i, p.Sub(jug[i], moved)), b.set(j, p.Add(jug[j], moved)))
			b.price(litres, moved)
		}
		goal = append(goal, b.is(jug[i], target))
	}
	b.Goal = p.Or(goal...)
	return b.facts()
}

func (b *builder) price(litres bool, cost task.Expr) {
	if litres {
		b.Moves[len(b.Moves)-1].Cost = cost
	}
}

// roads is a walk on a graph from node 0 to the last: edges from, to, cost.
func roads(nodes int, edges ...[3]int64) *task.Task {
	b := newBuilder("roads")
	at := b.variable("at", 0, span(nodes)...)
	for _, e := range edges {
		b.move(fmt.Sprintf("go(%d, %d)", e[0], e[1]), b.is(at, e[0]), e[2], b.set(0, b.Pool.Const(e[1])))
	}
	b.Goal = b.is(at, int64(nodes-1))
	return b.facts()
}

// knight is the knight's tour from the first square, moves ordered by the number of free squares that follow.
func knight(n int) *task.Task {
	b := newBuilder("knight")
	p := b.Pool
	at := b.variable("at", 0, span(n*n)...)
	var seen []task.Expr
	for c := range n * n {
		init := int64(0)
		if c == 0 {
			init = 1
		}
		seen = append(seen, b.variable(fmt.Sprintf("seen[%d]", c), init, 0, 1))
	}
	leap := func(a, b int) bool { return abs(a/n-b/n)*abs(a%n-b%n) == 2 }
	for to := range n * n {
		var from, ways []task.Expr
		for c := range n * n {
			if leap(c, to) {
				from = append(from, b.is(at, int64(c)))
				ways = append(ways, p.Not(seen[c]))
			}
		}
		b.move(fmt.Sprintf("jump(%d)", to), p.And(p.Or(from...), p.Not(seen[to])), 1,
			b.set(0, p.Const(int64(to))), b.set(1+to, task.True))
		b.Moves[to].Order = p.Add(ways...)
	}
	b.Goal = p.And(seen...)
	return b.facts()
}

// queens is a puzzle without moves.
func queens(n int) *task.Task {
	b := newBuilder("queens")
	var rows, up, down []task.Expr
	for r := range n {
		q := b.variable(fmt.Sprintf("queen[%d]", r), -1, span(n)...)
		rows = append(rows, q)
		up = append(up, b.Pool.Add(q, b.Pool.Const(int64(r))))
		down = append(down, b.Pool.Sub(q, b.Pool.Const(int64(r))))
	}
	b.Goal = b.Pool.And(b.Pool.Distinct(rows...), b.Pool.Distinct(up...), b.Pool.Distinct(down...))
	return b.facts()
}
