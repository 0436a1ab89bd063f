package sat

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/encode"
	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/backends/sat/solver"
	"github.com/pzc-lang/pzc/internal/lists"
)

// query is a question about plans of one length: a formula with its solver. Several queries may share a formula that
// grows.
type query struct {
	c *call
	e *encode.Encoder
	s engine
	t int

	when   []cnf.Lit // literals that are assumed: what holds for this query alone
	finals []encode.Final
}

// engine is a solver. Both kinds of package solver are engines.
type engine interface {
	cnf.Sink
	Solve(ctx context.Context, assumptions ...cnf.Lit) int
	Value(l cnf.Lit) bool
}

// query writes the formula of the plans of exactly t moves. at is the layers of these plans, nil without layers.
func (c *call) query(ctx context.Context, t int, at []*layers.Pairs) (*query, error) {
	a := c.newQuery(ctx, t)
	return a, a.write(at, true)
}

// write writes the formula of a new query, see query; with goal false the formula of all paths.
func (a *query) write(at []*layers.Pairs, goal bool) error {
	a.e.At = at
	a.e.Encode(a.t, goal)
	a.e.F.Check()
	a.begin()
	return a.e.F.Err()
}

// engine returns a solver without clauses: gini, unless work is counted.
func (c *call) engine() engine {
	if c.o.Work == nil {
		return solver.New()
	}
	c.result.Engine = "cdcl"
	return newBounded(c.o.Work, c.o.Work)
}

// newQuery returns a query about plans of t moves, with an empty formula.
func (c *call) newQuery(ctx context.Context, t int) *query {
	return c.asking(ctx, t, c.engine())
}

func (c *call) asking(ctx context.Context, t int, s engine) *query {
	f := cnf.New(ctx, s, cnf.Options{Memory: c.o.Memory, AtMost: c.o.AtMost, Watch: c.written})
	e := encode.New(c.p, c.lay, f, encode.Options{Encoding: c.o.Encoding, Parallel: c.o.Parallel})
	return &query{c: c, e: e, s: s, t: t}
}

// written tells watch, if there is one, how many clauses a formula has. An error ends the writing of the formula.
func (c *call) written(clauses int64) error {
	if c.watch == nil || c.o.Work.Over(0) {
		return c.over(0)
	}
	return c.watch(clauses)
}

// over counts steps. It returns an error if the limit of work is reached.
func (c *call) over(steps int64) error {
	if c.o.Work.Over(steps) {
		return errSteps
	}
	return nil
}

// begin reports the formula, before it is solved.
func (a *query) begin() {
	a.count()
	size := a.e.F.Size()
	a.c.progress(backends.Progress{Level: "horizon", At: int64(a.t), Variables: size.Variables, Clauses: size.Clauses})
}

// count records the size of the largest formula.
func (a *query) count() {
	st, size := &a.c.result.Stats, a.e.F.Size()
	st.Variables, st.Clauses = max(st.Variables, size.Variables), max(st.Clauses, size.Clauses)
	st.PeakBytes = max(st.PeakBytes, a.e.F.Bytes())
}

// solve looks for a model in which the assumptions are true. found is false if there is none. An error is the
// context's, or that of the formula.
func (a *query) solve(ctx context.Context, assumptions ...cnf.Lit) (found bool, err error) {
	a.count()
	if a.e.F.Err() != nil {
		return false, a.e.F.Err()
	}
	switch a.s.Solve(ctx, append(slices.Clip(a.when), assumptions...)...) {
	case solver.Satisfiable:
		return true, nil
	case solver.Interrupted:
		return false, cmp.Or(ctx.Err(), errSteps)
	}
	return false, nil
}

// errSteps is the error of a query that has no steps left, see bounded.
var errSteps = errors.New("the solver has no steps left")

// under is a query about plans of t moves that shares the formula. What it adds to the formula holds until close.
func (a *query) under(t int) *query {
	return &query{c: a.c, e: a.e, s: a.s, t: t, when: []cnf.Lit{a.e.F.NewVar()}}
}

// end makes the state after the moves a goal state. at is the layers after each number of moves.
func (a *query) end(at []*layers.Pairs) {
	if last, more := a.e.StepsOf(a.t); more {
		a.finals = a.e.EndWithMove(a.unless(), at[a.t-1], at[a.t])
	} else {
		a.e.End(a.unless(), last)
	}
}

// close removes what under and end have added to the formula.
func (a *query) close() {
	for _, l := range a.when {
		a.e.F.Clause(-l)
	}
}

// places lists the place of each variable in the model at a step.
func (a *query) places(t int) []int { return a.e.Steps[t].Places(a.s.Value) }

// made lists the operations of the model at a step.
func (a *query) made(t int) (ops []int) {
	for o, l := range a.e.Steps[t].Ops {
		if l != cnf.False && a.s.Value(l) {
			ops = append(ops, o)
		}
	}
	return ops
}

// plan is the plan of the model, with the states on the way. The plan has been replayed in the task.
func (a *query) plan() (plan backends.Plan, states [][]int64, err error) {
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

// unless is the prefix of clauses that hold for this query alone.
func (a *query) unless() []cnf.Lit {
	return lists.Map(a.when, func(l cnf.Lit) cnf.Lit { return -l })
}

// enumerateByBranching visits all plans that differ in the choices, until visit returns true. It walks through the tree
// of choices and asks the solver for a model in each subtree. The time for a plan does not grow with the number of
// plans, as it does with clauses that exclude each plan found.
func (a *query) enumerateByBranching(ctx context.Context, choices []encode.Choice,
	visit func(backends.Plan, [][]int64) (full bool),
) error {
	path := make([]cnf.Lit, 0, len(choices)) // the choices made so far
	// subtree visits the plans below path. The solver has a model of one of them.
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
		var others []cnf.Lit // negations of the literals that were chosen here before
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

// enumerateByBlocking is like enumerateByBranching. It excludes each plan found by a clause, so that it asks the solver
// once for each plan.
func (a *query) enumerateByBlocking(ctx context.Context, choices []encode.Choice,
	visit func(backends.Plan, [][]int64) (full bool),
) error {
	for {
		found, err := a.solve(ctx)
		if !found || err != nil {
			return err
		}
		others := lists.Map(choices, func(c encode.Choice) cnf.Lit { return -a.taken(c) })
		plan, states, err := a.plan()
		if err != nil || visit(plan, states) {
			return err
		}
		a.e.F.Clause(others...)
	}
}

// taken is the literal of a choice that is true in the model.
func (a *query) taken(c encode.Choice) cnf.Lit {
	for _, l := range c {
		if a.s.Value(l) {
			return l
		}
	}
	return cnf.False
}

// limitCost allows only plans of at most the given cost.
func (a *query) limitCost(most int64) {
	a.e.CostAtMost(a.unless(), a.t, most, a.c.minCost, a.c.maxCost)
}
