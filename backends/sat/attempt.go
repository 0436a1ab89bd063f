package sat

import (
	"context"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/encode"
	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/backends/sat/solver"
)

// attempt is the search for plans of one length: the formula and its solver.
type attempt struct {
	r *run
	e *encode.Encoder
	s *solver.Solver
	t int

	when   []cnf.Lit     // assumed, in a formula for many lengths: what is said of this one
	terms  []encode.Term // the cost of each move, once it was asked for
	finals []encode.Final
}

// attempt writes the formula of the plans of exactly t moves; at is what the layers say of them. Without goal it is
// the formula of all paths.
func (r *run) attempt(ctx context.Context, t int, at []*layers.Pairs, goal bool) (*attempt, error) {
	a := r.newAttempt(ctx, t)
	a.e.At = at
	a.e.Encode(t, goal)
	a.begin()
	return a, a.e.F.Err()
}

// newAttempt is one with an empty formula.
func (r *run) newAttempt(ctx context.Context, t int) *attempt {
	s := solver.New()
	f := cnf.New(ctx, s, cnf.Options{Memory: r.o.Memory, AtMost: r.o.AtMost})
	e := encode.New(r.p, r.lay, f, encode.Options{Encoding: r.o.Encoding, Parallel: r.o.Parallel, Images: r.automorphisms})
	return &attempt{r: r, e: e, s: s, t: t}
}

func (a *attempt) begin() {
	a.count()
	size := a.e.F.Size()
	a.r.progress(backends.Progress{Level: "horizon", At: int64(a.t), Variables: size.Variables, Clauses: size.Clauses})
}

// count keeps the statistics of the largest formula.
func (a *attempt) count() {
	st, size := &a.r.result.Stats, a.e.F.Size()
	st.Variables, st.Clauses = max(st.Variables, size.Variables), max(st.Clauses, size.Clauses)
	st.PeakBytes = max(st.PeakBytes, a.e.F.Bytes())
}

// solve looks for a plan in which the assumptions hold; found is false if there is none.
func (a *attempt) solve(ctx context.Context, assumptions ...cnf.Lit) (found bool, err error) {
	a.count()
	if a.e.F.Err() != nil {
		return false, a.e.F.Err()
	}
	switch a.s.Solve(ctx, append(slices.Clip(a.when), assumptions...)...) {
	case solver.Satisfiable:
		return true, nil
	case solver.Interrupted:
		return false, ctx.Err()
	}
	return false, nil
}

// close takes what was said of this length alone out of a formula that others go on with.
func (a *attempt) close() {
	for _, l := range a.when {
		a.e.F.Clause(-l)
	}
}

// places is the state of the model at a step.
func (a *attempt) places(t int) []int { return a.e.Steps[t].Places(a.s.Value) }

// made is the moves of the model at a step, by their places in problem.ops.
func (a *attempt) made(t int) (ops []int) {
	for o, l := range a.e.Steps[t].Ops {
		if l != cnf.False && a.s.Value(l) {
			ops = append(ops, o)
		}
	}
	return ops
}

// plan reads the plan from the model, and makes its moves in the task: what is handed out is checked.
func (a *attempt) plan() (plan backends.Plan, states [][]int64, err error) {
	plan.Start = a.e.P.View.Codes(a.places(0))
	steps, _ := a.e.StepsOf(a.t)
	for i := range steps {
		for _, o := range a.made(i) {
			plan.Moves = append(plan.Moves, a.e.P.Ops[o].Moves()...)
		}
	}
	for _, f := range a.finals {
		if a.s.Value(f.Made) {
			plan.Moves = append(plan.Moves, f.Move)
			break
		}
	}
	if states, err = reduced.Replay(a.r.task, &plan); err != nil {
		return plan, nil, fmt.Errorf("sat: internal error: the formula's plan is none: %w", err)
	}
	return plan, states, nil
}

// unless is the prefix of clauses about this length alone.
func (a *attempt) unless() []cnf.Lit {
	out := make([]cnf.Lit, len(a.when))
	for i, l := range a.when {
		out[i] = -l
	}
	return out
}
