package searchtest

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/task"
)

// Reference explores a task with nothing but task.Apply and maps.
type Reference struct {
	T      *task.Task
	Starts [][]int64
	Cost   map[string]int64 // least cost of the states that are reachable
	Moves  map[string]int   // fewest moves to these states
	States map[string][]int64
	Best   int64 // least cost of a goal; math.MaxInt64 without one
	Fewest int   // fewest moves to a goal; -1 without one
}

// Key returns a map key for a state.
func Key(st []int64) string {
	var b []byte
	for _, x := range st {
		b = binary.AppendVarint(b, x)
	}
	return string(b)
}

// Starts lists the initial states of a task.
func Starts(t *task.Task) [][]int64 {
	r := &Reference{T: t}
	r.assign(slices.Clone(t.Init), 0)
	return r.Starts
}

// Explore visits every state that are reachable.
func Explore(t *task.Task) *Reference {
	r := &Reference{
		T: t, Cost: map[string]int64{}, Moves: map[string]int{}, States: map[string][]int64{},
		Best: math.MaxInt64, Fewest: -1,
	}
	r.assign(slices.Clone(t.Init), 0)
	queue := slices.Clone(r.Starts)
	for _, s := range queue {
		r.Cost[Key(s)], r.Moves[Key(s)], r.States[Key(s)] = 0, 0, s
	}
	for len(queue) > 0 { // Bellman and Ford, and breadth-first search at once
		s := queue[0]
		queue = queue[1:]
		for m := range t.Moves {
			next, c, ok := t.Apply(s, m)
			if !ok {
				continue
			}
			k := Key(next)
			old, seen := r.Cost[k]
			if d := r.Cost[Key(s)] + c; !seen || d < old {
				r.Cost[k], r.States[k] = d, next
				queue = append(queue, next)
			}
			if n, seen := r.Moves[k]; !seen || r.Moves[Key(s)]+1 < n {
				r.Moves[k] = r.Moves[Key(s)] + 1
				queue = append(queue, next)
			}
		}
	}
	for k, s := range r.States {
		if r.Goal(s) {
			r.Best = min(r.Best, r.Cost[k])
			if r.Fewest < 0 || r.Moves[k] < r.Fewest {
				r.Fewest = r.Moves[k]
			}
		}
	}
	return r
}

// Goal reports whether the goal holds in s.
func (r *Reference) Goal(s []int64) bool { return r.T.Pool.Eval(r.T.Goal, s) != 0 }

func (r *Reference) assign(s []int64, v int) {
	if v == len(s) {
		if r.T.Pool.Eval(r.T.InitCond, s) != 0 {
			r.Starts = append(r.Starts, slices.Clone(s))
		}
		return
	}
	if !r.T.Free[v] {
		r.assign(s, v+1)
		return
	}
	for _, x := range r.T.Vars[v].Values {
		s[v] = x
		r.assign(s, v+1)
	}
}

// Plans lists the cheapest plans that repeat no state, at most limit.
func (r *Reference) Plans(limit int) (out []string) {
	onPath := map[string]bool{}
	var walk func(s []int64, moves []int, cost int64)
	walk = func(s []int64, moves []int, cost int64) {
		if len(out) > limit || cost > r.Best {
			return
		}
		if cost == r.Best && r.Goal(s) {
			out = append(out, fmt.Sprint(moves))
		}
		onPath[Key(s)] = true
		for m := range r.T.Moves {
			if next, c, ok := r.T.Apply(s, m); ok && !onPath[Key(next)] {
				walk(next, append(slices.Clone(moves), m), cost+c)
			}
		}
		delete(onPath, Key(s))
	}
	for _, s := range r.Starts {
		walk(s, nil, 0)
	}
	return out
}

// Distances returns the least cost from each reachable state to a goal; states without a way are missing.
func (r *Reference) Distances() map[string]int64 {
	out := map[string]int64{}
	for k, s := range r.States {
		if r.Goal(s) {
			out[k] = 0
		}
	}
	for changed := true; changed; {
		changed = false
		for k, s := range r.States {
			for m := range r.T.Moves {
				next, c, ok := r.T.Apply(s, m)
				if !ok {
					continue
				}
				rest, ok := out[Key(next)]
				if old, seen := out[k]; ok && (!seen || c+rest < old) {
					out[k] = c + rest
					changed = true
				}
			}
		}
	}
	return out
}

// Sorted lists the reachable states in a fixed order.
func (r *Reference) Sorted() [][]int64 {
	var out [][]int64
	for _, s := range r.States {
		out = append(out, s)
	}
	slices.SortFunc(out, slices.Compare[[]int64])
	return out
}

// Is returns the condition that holds in state s alone.
func (r *Reference) Is(s []int64) task.Expr {
	p := r.T.Pool
	var all []task.Expr
	for v, x := range s {
		all = append(all, p.Eq(p.Var(v), p.Const(x)))
	}
	return p.And(all...)
}

// Replay makes the moves of a plan and returns their cost. The test fails if the plan does not lead from an initial
// state to a goal.
func Replay(t require.TestingT, tk *task.Task, start []int64, moves []int) (cost int64) {
	require.NotZero(t, tk.Pool.Eval(tk.InitCond, start), "start")
	st := start
	for v, free := range tk.Free {
		require.True(t, free || st[v] == tk.Init[v])
	}
	for _, m := range moves {
		next, c, ok := tk.Apply(st, m)
		require.True(t, ok, "move %d in %v", m, st)
		st, cost = next, cost+c
	}
	require.NotZero(t, tk.Pool.Eval(tk.Goal, st), "goal")
	return cost
}
