package query

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

// Query is the search for plans of one length: the formula and its solver.
type Query struct {
	c *Call
	E *encode.Encoder
	s *solver.Solver
	t int

	when   []cnf.Lit // assumed, in a formula for many lengths: what is said of this one
	finals []encode.Final
}

// Query writes the formula of the plans of exactly t moves; at is what the layers say of them. Without goal it is
// the formula of all paths.
func (c *Call) Query(ctx context.Context, t int, at []*layers.Pairs, goal bool) (*Query, error) {
	a := c.NewQuery(ctx, t)
	a.E.At = at
	a.E.Encode(t, goal)
	a.Begin()
	return a, a.E.F.Err()
}

// NewQuery is one with an empty formula.
func (c *Call) NewQuery(ctx context.Context, t int) *Query {
	s := solver.New()
	f := cnf.New(ctx, s, cnf.Options{Memory: c.O.Memory, AtMost: c.O.AtMost})
	e := encode.New(c.P, c.Lay, f, encode.Options{Encoding: c.O.Encoding, Parallel: c.O.Parallel, Images: c.Images})
	return &Query{c: c, E: e, s: s, t: t}
}

func (a *Query) Begin() {
	a.count()
	size := a.E.F.Size()
	a.c.Progress(backends.Progress{Level: "horizon", At: int64(a.t), Variables: size.Variables, Clauses: size.Clauses})
}

// count keeps the statistics of the largest formula.
func (a *Query) count() {
	st, size := &a.c.Result.Stats, a.E.F.Size()
	st.Variables, st.Clauses = max(st.Variables, size.Variables), max(st.Clauses, size.Clauses)
	st.PeakBytes = max(st.PeakBytes, a.E.F.Bytes())
}

// Solve looks for a plan in which the assumptions hold; found is false if there is none.
func (a *Query) Solve(ctx context.Context, assumptions ...cnf.Lit) (found bool, err error) {
	a.count()
	if a.E.F.Err() != nil {
		return false, a.E.F.Err()
	}
	switch a.s.Solve(ctx, append(slices.Clip(a.when), assumptions...)...) {
	case solver.Satisfiable:
		return true, nil
	case solver.Interrupted:
		return false, ctx.Err()
	}
	return false, nil
}

// Under is a query of the same formula about plans of t moves alone: what it says of them is taken back by close.
func (a *Query) Under(t int) *Query {
	return &Query{c: a.c, E: a.E, s: a.s, t: t, when: []cnf.Lit{a.E.F.NewVar()}}
}

// End makes the state after the moves a goal; at is what the layers say after each number of moves.
func (a *Query) End(at []*layers.Pairs) {
	if last, more := a.E.StepsOf(a.t); more {
		a.finals = a.E.EndWithMove(a.Unless(), at[a.t-1], at[a.t])
	} else {
		a.E.End(a.Unless(), last)
	}
}

// Close takes what was said of this length alone out of a formula that others go on with.
func (a *Query) Close() {
	for _, l := range a.when {
		a.E.F.Clause(-l)
	}
}

// Places is the state of the model at a step.
func (a *Query) Places(t int) []int { return a.E.Steps[t].Places(a.s.Value) }

// Value is the truth of a literal in the model.
func (a *Query) Value(l cnf.Lit) bool { return a.s.Value(l) }

// Made is the moves of the model at a step, by their places in problem.ops.
func (a *Query) Made(t int) (ops []int) {
	for o, l := range a.E.Steps[t].Ops {
		if l != cnf.False && a.s.Value(l) {
			ops = append(ops, o)
		}
	}
	return ops
}

// Plan reads the plan from the model, and makes its moves in the task: what is handed out is checked.
func (a *Query) Plan() (plan backends.Plan, states [][]int64, err error) {
	plan.Start = a.E.P.View.Codes(a.Places(0))
	steps, _ := a.E.StepsOf(a.t)
	for i := range steps {
		for _, o := range a.Made(i) {
			plan.Moves = append(plan.Moves, a.E.P.Ops[o].Moves()...)
		}
	}
	for _, f := range a.finals {
		if a.s.Value(f.Made) {
			plan.Moves = append(plan.Moves, f.Move)
			break
		}
	}
	if states, err = reduced.Replay(a.c.Task, &plan); err != nil {
		return plan, nil, fmt.Errorf("sat: internal error: the formula's plan is none: %w", err)
	}
	return plan, states, nil
}

// Unless is the prefix of clauses about this length alone.
func (a *Query) Unless() []cnf.Lit {
	out := make([]cnf.Lit, len(a.when))
	for i, l := range a.when {
		out[i] = -l
	}
	return out
}

// Each visits the plans of the formula, all different in the choices, until visit is full. It walks through the tree of
// choices and asks the solver for a model in each subtree: in contrast to clauses that exclude what was found, this
// does not slow down as the plans become many.
func (a *Query) Each(ctx context.Context, choices []encode.Choice, visit func(backends.Plan, [][]int64) (full bool)) error {
	path := make([]cnf.Lit, 0, len(choices)) // what was chosen on the way here
	// subtree visits what is below path, given the model at hand.
	var subtree func() (full bool, err error)
	subtree = func() (bool, error) {
		depth := len(path)
		if depth == len(choices) {
			plan, states, err := a.Plan()
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
			found, err := a.Solve(ctx, append(slices.Clip(path), others...)...)
			if !found || err != nil {
				return false, err
			}
		}
	}
	found, err := a.Solve(ctx)
	if !found || err != nil {
		return err
	}
	_, err = subtree()
	return err
}

// taken is the literal of a choice that the model makes true.
func (a *Query) taken(c encode.Choice) cnf.Lit {
	for _, l := range c {
		if a.s.Value(l) {
			return l
		}
	}
	return cnf.False
}

// LimitCost admits only plans of at most the given cost.
func (a *Query) LimitCost(most int64) {
	a.E.CostAtMost(a.Unless(), a.t, most, a.c.MinCost, a.c.MaxCost)
}
