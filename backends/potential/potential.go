// Package potential finds numbers that no move raises, or no move lowers. Examples: how many pegs are on a board, how
// many squares were not visited, the sum of some counters. Such a number bounds the moves of a plan from both sides,
// and their costs from below.
package potential

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// Potential is a sum of weights of the values of some variables. No move raises it, or no move lowers it.
type Potential struct {
	Name    string // "the number of elements of peg that are true"
	Vars    []int
	Weights [][]int64 // by variable, by place of its value
	// Low and High are bounds of the change by a move.
	Low, High int64
	// Least and Most are bounds in goal states. Least > Most: there is no goal state.
	Least, Most int64
	// A move that changes the potential by n costs at least n·Cost/Change. Change is 0 if no move changes it.
	Cost, Change int64
}

// Bounds on the work.
const (
	maxElements = 1024
	maxCodes    = 64      // values of elements that are counted
	maxCases    = 1 << 12 // combinations of values that a move may read
	maxSteps    = 1 << 20
)

// Of lists the potentials of a task: for each array, how many elements have a value, and the sum of the elements.
// It lists none of an array whose moves read too much.
func Of(ctx context.Context, t *task.Task) (all []Potential) {
	f := &finder{task: t, reads: task.NewReads(t.Pool), known: map[task.Expr][]bool{}}
	for i := range t.Arrays {
		if f.steps >= maxSteps || ctx.Err() != nil {
			break
		}
		all = append(all, f.ofArray(&t.Arrays[i])...)
	}
	return all
}

// finder looks for potentials.
type finder struct {
	task  *task.Task
	reads *task.Reads
	known map[task.Expr][]bool
	steps int
	own   bool // the pool is a copy
}

func (f *finder) ofArray(a *task.Array) (all []Potential) {
	var vars []int
	for _, e := range a.Elems {
		if n := f.task.Pool.Node(e); n.Op == task.OpVar {
			vars = append(vars, int(n.N))
		}
	}
	slices.Sort(vars)
	if vars = slices.Compact(vars); len(vars) == 0 || len(vars) > maxElements {
		return nil
	}
	all = f.change(f.candidates(a.Name, vars))
	for i := range all {
		all[i].Least, all[i].Most = f.inGoal(&all[i])
	}
	return all
}

// candidates lists sums that may be potentials.
func (f *finder) candidates(name string, vars []int) (all []Potential) {
	codes := map[int64]string{}
	for _, v := range vars {
		for i, c := range f.task.Vars[v].Values {
			codes[c] = f.task.Vars[v].Names[i]
		}
	}
	var order []int64
	for c := range codes {
		order = append(order, c)
	}
	slices.Sort(order)
	add := func(name string, weight func(code int64) int64) {
		p := Potential{Name: name, Vars: vars, Low: math.MaxInt64, High: math.MinInt64}
		for _, v := range vars {
			ws := lists.Map(f.task.Vars[v].Values, weight)
			p.Weights = append(p.Weights, ws)
		}
		all = append(all, p)
	}
	if len(order) > 2 && max(-order[0], order[len(order)-1]) <= 1<<20 {
		add("the sum of the elements of "+name, func(code int64) int64 { return code })
	}
	if len(vars) == 1 || len(order) > maxCodes {
		return all
	}
	for _, c := range order {
		add(fmt.Sprintf("the number of elements of %s that are %s", name, codes[c]), func(code int64) int64 {
			if code == c {
				return 1
			}
			return 0
		})
	}
	return all
}

// At returns the potential of a state.
func (p *Potential) At(t *task.Task, state []int64) (sum int64) {
	for k, v := range p.Vars {
		sum += p.Weights[k][t.Vars[v].Place(state[v])]
	}
	return sum
}

// Range returns bounds of the potential in all states.
func (p *Potential) Range() (least, most int64) {
	for k := range p.Vars {
		lo, hi := extremes(p.Weights[k], nil)
		least, most = least+lo, most+hi
	}
	return least, most
}
