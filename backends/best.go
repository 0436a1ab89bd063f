package backends

// Here tasks with an objective are solved by a backend that only finds solutions. SolveBest asks for a solution, then
// for a better one, and so on until there is none (branch and bound; Land and Doig, Econometrica 28, 1960). At first
// each round asks for the least improvement. If rounds improve little, the next round asks for twice the improvement,
// so that a value far from the first one needs few rounds. A round without a solution proves a bound. Progress shows
// the best solution so far and the bound.

import (
	"context"
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/text"
)

// solver solves a task without objective: the Solve of a backend.
type solver func(ctx context.Context, t *task.Task, o Options) (*Result, error)

// SolveBest finds a best solution of a task with an objective, or with Options.All or Count all best ones. See
// backends.Result for what it returns.
func SolveBest(ctx context.Context, t *task.Task, o Options, solve solver) (*Result, error) {
	if o.Horizon != nil && *o.Horizon > 0 || o.MinHorizon > 0 {
		return solve(ctx, t.WithGoal(func(*task.Pool) task.Expr { return task.True }), o) // refuses it
	}
	r := &rounds{ctx: ctx, t: t, o: o, solve: solve}
	if err := r.run(); err != nil || !r.res.Optimal || !o.All && !o.Count {
		return r.res, err
	}
	return all(ctx, t, o, solve, r.res)
}

// all lists or counts the solutions that are as good as the one of a result, which is optimal.
func all(
	ctx context.Context, t *task.Task, o Options, solve solver, best *Result,
) (*Result, error) {
	value := best.Plans[0].Cost
	if found := o.Found; found != nil {
		o.Found = func(p Plan) (any, int64) {
			p.Cost = value
			return found(p)
		}
	}
	res, err := solve(ctx, t.WithGoal(func(p *task.Pool) task.Expr {
		return p.Eq(t.Objective.Value, p.Const(value))
	}), o)
	if err != nil {
		return nil, err
	}
	if res.Status != Solved && res.Count == nil { // the end came before the first of them
		res.Status, res.Plans = Solved, best.Plans
	}
	for i := range res.Plans {
		res.Plans[i].Cost = value
	}
	res.Optimal, res.Bound, res.Choice = true, best.Bound, best.Choice+"; then for all of this value"
	res.ReliesOn = slices.Compact(slices.Sorted(slices.Values(append(res.ReliesOn, best.ReliesOn...))))
	add(&res.Stats, &best.Stats)
	return res, nil
}

// rounds is one search for a best solution. Values are compared as costs: with `maximize` their signs are changed.
type rounds struct {
	ctx   context.Context
	t     *task.Task
	o     Options
	solve solver
	res   *Result // of all rounds so far
	asked int     // the number of rounds
	bound int64   // no solution costs less
}

// cost returns the objective's value for a plan, with its sign changed if it is to be great. It is its own inverse.
func (r *rounds) cost(value int64) int64 {
	if r.t.Objective.Maximize {
		return -value
	}
	return value
}

// patience is the number of solutions in a row that are just as good as was asked for, before more is asked for. A
// question for too much may take as long as the last one.
const patience = 4

func (r *rounds) run() error {
	n := r.t.Pool.Node(r.t.Objective.Value)
	r.bound = min(r.cost(n.Lo), r.cost(n.Hi))
	most := max(r.cost(n.Lo), r.cost(n.Hi)) // the first question is for any solution
	gain, creeping := int64(1), 0
	for {
		res, err := r.ask(most)
		if err != nil {
			return err
		}
		switch res.Status {
		case Solved:
			plan := res.Plans[0]
			plan.Cost = r.t.Pool.Eval(r.t.Objective.Value, plan.Start)
			r.keep(res, []Plan{plan})
			if r.cost(plan.Cost) <= r.bound {
				return r.close()
			}
			if creeping++; r.cost(plan.Cost) < most {
				gain, creeping = 1, 0
			} else if creeping > patience {
				gain *= 2
			}
			most = max(r.bound, r.cost(plan.Cost)-gain)
		case Unsolvable:
			if r.res == nil {
				r.res = res
				return nil
			}
			incumbent := r.res.Plans
			r.keep(res, incumbent)
			if r.bound = most + 1; r.bound == r.cost(incumbent[0].Cost) {
				return r.close()
			}
			most, gain = r.cost(incumbent[0].Cost)-1, 1
			creeping = 0
		default:
			return r.stop(res)
		}
	}
}

// ask looks for a solution that costs at most most.
func (r *rounds) ask(most int64) (*Result, error) {
	o := r.o
	o.All, o.Count, o.Limit, o.On, o.Found = false, false, 0, nil, nil
	if say := o.Progress; say != nil && r.res != nil {
		o.Progress = func(p Progress) {
			value, bound := r.res.Plans[0].Cost, r.cost(r.bound)
			p.Best, p.Bound = &value, &bound
			say(p)
		}
	}
	r.asked++
	value := r.t.Objective.Value
	return r.solve(r.ctx, r.t.WithGoal(func(p *task.Pool) task.Expr {
		limit := p.Const(r.cost(most))
		if r.t.Objective.Maximize {
			return p.Le(limit, value)
		}
		return p.Le(value, limit)
	}), o)
}

// keep makes a round's result that of all rounds so far.
func (r *rounds) keep(res *Result, plans []Plan) {
	if r.res != nil {
		res.ReliesOn = slices.Compact(slices.Sorted(slices.Values(append(res.ReliesOn, r.res.ReliesOn...))))
		add(&res.Stats, &r.res.Stats)
	}
	res.Plans = plans
	r.res = res
}

// close makes a result of the last round that the best solution is known.
func (r *rounds) close() error {
	r.res.Status, r.res.Reason, r.res.Proof, r.res.Optimal = Solved, "", "", true
	return r.finish()
}

// stop makes a result of a round that was not decided: the best solution that is known, and a bound.
func (r *rounds) stop(res *Result) error {
	if r.res == nil {
		r.res = res
		return nil
	}
	r.keep(res, r.res.Plans)
	r.res.Optimal, r.res.Complete = false, false
	return r.finish()
}

func (r *rounds) finish() error {
	bound := r.cost(r.bound)
	r.res.Bound = &bound
	r.res.Choice += "; asked " + text.Count(r.asked, "time") + " for better values"
	return nil
}

// add adds the work of earlier rounds to that of the last one.
func add(s, earlier *Stats) {
	s.Expanded += earlier.Expanded
	s.Generated += earlier.Generated
	s.Backtracks += earlier.Backtracks
	s.DeadEnds += earlier.DeadEnds
	s.Conflicts += earlier.Conflicts
	s.PeakBytes = max(s.PeakBytes, earlier.PeakBytes)
}
