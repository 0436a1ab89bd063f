package search

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/task"
)

// reference explores a task with nothing but task.Apply and maps.
type reference struct {
	t      *task.Task
	starts [][]int64
	cost   map[string]int64 // least cost of the states that can be reached
	moves  map[string]int   // fewest moves
	states map[string][]int64
	best   int64 // least cost of a goal; noCost
	fewest int   // fewest moves to a goal; -1
}

func key(st []int64) string {
	var b []byte
	for _, x := range st {
		b = binary.AppendVarint(b, x)
	}
	return string(b)
}

func explore(t *task.Task) *reference {
	r := &reference{t: t, cost: map[string]int64{}, moves: map[string]int{}, states: map[string][]int64{}, best: noCost, fewest: -1}
	r.assign(slices.Clone(t.Init), 0)
	queue := slices.Clone(r.starts)
	for _, s := range queue {
		r.cost[key(s)], r.moves[key(s)], r.states[key(s)] = 0, 0, s
	}
	for len(queue) > 0 { // Bellman and Ford, and breadth-first search at once
		s := queue[0]
		queue = queue[1:]
		for m := range t.Moves {
			next, c, ok := t.Apply(s, m)
			if !ok {
				continue
			}
			k := key(next)
			old, seen := r.cost[k]
			if d := r.cost[key(s)] + c; !seen || d < old {
				r.cost[k], r.states[k] = d, next
				queue = append(queue, next)
			}
			if n, seen := r.moves[k]; !seen || r.moves[key(s)]+1 < n {
				r.moves[k] = r.moves[key(s)] + 1
				queue = append(queue, next)
			}
		}
	}
	for k, s := range r.states {
		if r.goal(s) {
			r.best = min(r.best, r.cost[k])
			if r.fewest < 0 || r.moves[k] < r.fewest {
				r.fewest = r.moves[k]
			}
		}
	}
	return r
}

// undoable tells whether from each state a move leads back to where moves lead to it from.
func (r *reference) undoable() bool {
	steps := map[[2]string]bool{}
	for k, s := range r.states {
		for m := range r.t.Moves {
			if next, _, ok := r.t.Apply(s, m); ok {
				steps[[2]string{k, key(next)}] = true
			}
		}
	}
	for s := range steps {
		if !steps[[2]string{s[1], s[0]}] {
			return false
		}
	}
	return true
}

func (r *reference) goal(s []int64) bool { return r.t.Pool.Eval(r.t.Goal, s) != 0 }

func (r *reference) assign(s []int64, v int) {
	if v == len(s) {
		if r.t.Pool.Eval(r.t.InitCond, s) != 0 {
			r.starts = append(r.starts, slices.Clone(s))
		}
		return
	}
	if !r.t.Free[v] {
		r.assign(s, v+1)
		return
	}
	for _, x := range r.t.Vars[v].Values {
		s[v] = x
		r.assign(s, v+1)
	}
}

// plans lists the cheapest plans that repeat no state, at most limit.
func (r *reference) plans(limit int) (out []string) {
	onPath := map[string]bool{}
	var walk func(s []int64, moves []int, cost int64)
	walk = func(s []int64, moves []int, cost int64) {
		if len(out) > limit || cost > r.best {
			return
		}
		if cost == r.best && r.goal(s) {
			out = append(out, fmt.Sprint(moves))
		}
		onPath[key(s)] = true
		for m := range r.t.Moves {
			if next, c, ok := r.t.Apply(s, m); ok && !onPath[key(next)] {
				walk(next, append(slices.Clone(moves), m), cost+c)
			}
		}
		delete(onPath, key(s))
	}
	for _, s := range r.starts {
		walk(s, nil, 0)
	}
	return out
}

// ofLength is the number of plans of exactly n moves and the cost of the cheapest.
func (r *reference) ofLength(n int) (count int, best int64) {
	type way struct {
		state []int64
		count int
		cost  int64
	}
	layer := map[string]way{}
	for _, s := range r.starts {
		layer[key(s)] = way{s, 1, 0}
	}
	for range n {
		next := map[string]way{}
		for _, w := range layer {
			for m := range r.t.Moves {
				s, c, ok := r.t.Apply(w.state, m)
				if !ok {
					continue
				}
				old, seen := next[key(s)]
				if !seen {
					old = way{s, 0, noCost}
				}
				next[key(s)] = way{s, old.count + w.count, min(old.cost, w.cost+c)}
			}
		}
		layer = next
	}
	best = noCost
	for _, w := range layer {
		if r.goal(w.state) {
			count += w.count
			best = min(best, w.cost)
		}
	}
	return count, best
}
