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
	c *call
	e *encode.Encoder
	s *solver.Solver
	t int

	when   []cnf.Lit // assumed, in a formula for many lengths: what is said of this one
	finals []encode.Final
}

// attempt writes the formula of the plans of exactly t moves; at is what the layers say of them. Without goal it is
// the formula of all paths.
func (c *call) attempt(ctx context.Context, t int, at []*layers.Pairs, goal bool) (*attempt, error) {
	a := c.newAttempt(ctx, t)
	a.e.At = at
	a.e.Encode(t, goal)
	a.begin()
	return a, a.e.F.Err()
}

// newAttempt is one with an empty formula.
func (c *call) newAttempt(ctx context.Context, t int) *attempt {
	s := solver.New()
	f := cnf.New(ctx, s, cnf.Options{Memory: c.o.Memory, AtMost: c.o.AtMost})
	e := encode.New(c.p, c.lay, f, encode.Options{Encoding: c.o.Encoding, Parallel: c.o.Parallel, Images: c.images})
	return &attempt{c: c, e: e, s: s, t: t}
}

func (a *attempt) begin() {
	a.count()
	size := a.e.F.Size()
	a.c.progress(backends.Progress{Level: "horizon", At: int64(a.t), Variables: size.Variables, Clauses: size.Clauses})
}

// count keeps the statistics of the largest formula.
func (a *attempt) count() {
	st, size := &a.c.result.Stats, a.e.F.Size()
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

// under is a query of the same formula about plans of t moves alone: what it says of them is taken back by close.
func (a *attempt) under(t int) *attempt {
	return &attempt{c: a.c, e: a.e, s: a.s, t: t, when: []cnf.Lit{a.e.F.NewVar()}}
}

// end makes the state after the moves a goal; at is what the layers say after each number of moves.
func (a *attempt) end(at []*layers.Pairs) {
	if last, more := a.e.StepsOf(a.t); more {
		a.finals = a.e.EndWithMove(a.unless(), at[a.t-1], at[a.t])
	} else {
		a.e.End(a.unless(), last)
	}
}

// close takes what was said of this length alone out of a formula that others go on with.
func (a *attempt) close() {
	for _, l := range a.when {
		a.e.F.Clause(-l)
	}
}

// places is the state of the model at a step.
func (a *attempt) places(t int) []int { return a.e.Steps[t].Places(a.s.Value) }

// value is the truth of a literal in the model.
func (a *attempt) value(l cnf.Lit) bool { return a.s.Value(l) }

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
	if states, err = reduced.Replay(a.c.task, &plan); err != nil {
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

// each visits the plans of the formula, all different in the choices, until visit is full. It walks through the tree of
// choices and asks the solver for a model in each subtree: in contrast to clauses that exclude what was found, this
// does not slow down as the plans become many.
func (a *attempt) each(ctx context.Context, choices []encode.Choice, visit func(backends.Plan, [][]int64) (full bool)) error {
	path := make([]cnf.Lit, 0, len(choices)) // what was chosen on the way here
	// subtree visits what is below path, given the model at hand.
	var subtree func() (full bool, err error)
	subtree = func() (bool, error) {
		depth := len(path)
		if depth == len(choices) {
			plan, states, err := a.plan()
			if err != nil {
				return false, err
			}
			return visit(plan, states), nil
		}
		var others []cnf.Lit // not what was chosen here before
		for {
			taken := a.taken(choices[depth])
			path = append(path, taken)
			if full, err := subtree(); full || err != nil {
				return full, err
			}
			path, others = path[:depth], append(others, -taken)
			if len(others) == len(choices[depth]) {
				return false, nil
			}
			found, err := a.solve(ctx, append(slices.Clip(path), others...)...)
			if !found || err != nil {
				return false, err
			}
		}
	}
	found, err := a.solve(ctx)
	if !found || err != nil {
		return err
	}
	_, err = subtree()
	return err
}

// taken is the literal of a choice that the model makes true.
func (a *attempt) taken(c encode.Choice) cnf.Lit {
	for _, l := range c {
		if a.s.Value(l) {
			return l
		}
	}
	return cnf.False
}

// limitCost admits only plans of at most the given cost.
func (a *attempt) limitCost(most int64) {
	a.e.CostAtMost(a.unless(), a.t, most, a.c.minCost, a.c.maxCost)
}
