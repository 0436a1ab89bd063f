package search

import (
	"fmt"
	"math"

	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// knight returns the knight's tour from the first square, moves ordered by the number of free squares that follow.
func knight(n int) *task.Task {
	b := searchtest.NewBuilder("knight")
	p := b.Pool
	at := b.Variable("at", 0, searchtest.Span(n*n)...)
	var seen []task.Expr
	for c := range n * n {
		init := int64(0)
		if c == 0 {
			init = 1
		}
		seen = append(seen, b.Variable(fmt.Sprintf("seen[%d]", c), init, 0, 1))
	}
	leap := func(a, b int) bool { return (a/n-b/n)*(a/n-b/n)+(a%n-b%n)*(a%n-b%n) == 5 }
	for to := range n * n {
		var from, ways []task.Expr
		for c := range n * n {
			if leap(c, to) {
				from = append(from, b.Is(at, int64(c)))
				ways = append(ways, p.Not(seen[c]))
			}
		}
		b.Move(fmt.Sprintf("jump(%d)", to), p.And(p.Or(from...), p.Not(seen[to])), 1,
			b.Set(0, p.Const(int64(to))), b.Set(1+to, task.True))
		b.Moves[to].Order = p.Add(ways...)
	}
	b.Goal = p.And(seen...)
	return b.Finish()
}

// ofLength returns the number of plans of exactly n moves, and the cost of the cheapest of them.
func ofLength(r *searchtest.Reference, n int) (count int, best int64) {
	type way struct {
		state []int64
		count int
		cost  int64
	}
	layer := map[string]way{}
	for _, s := range r.Starts {
		layer[searchtest.Key(s)] = way{s, 1, 0}
	}
	for range n {
		next := map[string]way{}
		for _, w := range layer {
			for m := range r.T.Moves {
				s, c, ok := r.T.Apply(w.state, m)
				if !ok {
					continue
				}
				old, seen := next[searchtest.Key(s)]
				if !seen {
					old = way{s, 0, math.MaxInt64}
				}
				next[searchtest.Key(s)] = way{s, old.count + w.count, min(old.cost, w.cost+c)}
			}
		}
		layer = next
	}
	best = math.MaxInt64
	for _, w := range layer {
		if r.Goal(w.state) {
			count += w.count
			best = min(best, w.cost)
		}
	}
	return count, best
}
