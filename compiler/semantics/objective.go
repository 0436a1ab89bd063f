package semantics

import (
	"context"
)

// Objective returns the value of the model's objective in a state; ok is false if it is undefined, or if there is no
// objective.
func (x *Machine) Objective(state []int64) (value int64, ok bool) {
	o := x.m.Objective
	if o == nil {
		return 0, false
	}
	x.ev.state = state
	base := x.ev.sp
	v, ok := x.ev.eval(o.Value, x.ev.push(o.Slots))
	x.ev.sp = base
	return v.N, ok
}

// bests visits the solutions of a puzzle without moves, and returns the first best solution and the number of best
// solutions. Without an objective all solutions are equally good; then bests ends after the first solution if first is
// set.
func (x *Machine) bests(ctx context.Context, first bool) (best []int64, value, n int64, err error) {
	judge := NewMachine(x.m) // the search uses the evaluator of x
	err = x.choose(ctx, x.m.Goals, func(s []int64) bool {
		v, _ := judge.Objective(s)
		switch o := x.m.Objective; {
		case n == 0 || o != nil && o.Better(v, value):
			best, value, n = s, v, 1
		case v == value:
			n++
		}
		return !first || x.m.Objective != nil
	})
	return best, value, n, err
}
