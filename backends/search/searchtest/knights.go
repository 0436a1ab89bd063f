package searchtest

import (
	"fmt"

	"github.com/pzc-lang/pzc/compiler/task"
)

// jumps is the knight's moves in the order in which the counts of TestLongKnightTable were made.
var jumps = [8][2]int{{1, 2}, {-1, 2}, {1, -2}, {-1, -2}, {2, 1}, {2, -1}, {-2, 1}, {-2, -1}}

// KnightTable is the knight's tour with no order but that of the jumps: a move for each square and jump. It stands
// behind ballast.
func KnightTable(ballast, n, row, col int) *task.Task {
	b := NewBuilder("knight").Ballast(ballast)
	p := b.Pool
	start := row*n + col
	at := b.Variable("at", int64(start), Span(n*n)...)
	var seen []task.Expr
	for c := range n * n {
		visited := int64(0)
		if c == start {
			visited = 1
		}
		seen = append(seen, b.Variable(fmt.Sprintf("seen[%d]", c), visited, 0, 1))
	}
	for k, j := range jumps {
		for from := range n * n {
			r, c := from/n+j[0], from%n+j[1]
			if r < 0 || r >= n || c < 0 || c >= n {
				continue
			}
			to := r*n + c
			b.Move(fmt.Sprintf("jump(%d, %d)", k, from), p.And(b.Is(at, int64(from)), p.Not(seen[to])), 1,
				b.Set(0, p.Const(int64(to))), b.Set(1+to, task.True))
		}
	}
	b.Arrays = []task.Array{{Name: "at", Elems: []task.Expr{at}}, {Name: "seen", Elems: seen}}
	b.Goal = p.And(seen...)
	return b.Finish()
}

// KnightJumps is the same puzzle with eight moves, whose squares depend on where the knight is.
func KnightJumps(n, row, col int) *task.Task {
	same := KnightTable(0, n, row, col)
	b := &Builder{Task: same}
	p := b.Pool
	at, seen := p.Var(0), b.Arrays[1].Elems
	b.Moves = nil
	for k, j := range jumps {
		to, free := make([]task.Expr, n*n), make([]task.Expr, n*n)
		for from := range n * n {
			r, c := from/n+j[0], from%n+j[1]
			to[from], free[from] = at, task.False
			if r >= 0 && r < n && c >= 0 && c < n {
				to[from], free[from] = p.Const(int64(r*n+c)), p.Not(seen[r*n+c])
			}
		}
		target := p.Select(at, to...)
		effects := []task.Effect{b.Set(0, target)}
		for c := range n * n {
			effects = append(effects, task.Effect{Var: 1 + c, Cond: b.Is(target, int64(c)), Value: task.True})
		}
		b.Move(fmt.Sprintf("jump(%d)", k), p.Select(at, free...), 1, effects...)
		b.Moves[k].Order = p.Const(int64(k))
	}
	return b.Finish()
}
