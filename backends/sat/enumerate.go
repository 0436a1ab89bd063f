package sat

import (
	"context"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/encode"
	"github.com/pzc-lang/pzc/mention"
)

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

// found adds a solution and tells whether no more are wanted.
func (r *run) found(plan backends.Plan, states [][]int64) (full bool) {
	if r.o.Horizon == nil && repeated(states) {
		return false
	}
	r.result.Status = backends.Solved
	if len(r.result.Plans) == 0 {
		r.held = 0 // the listing was begun anew
	}
	if r.o.Found != nil {
		made, bytes := r.o.Found(plan)
		plan.Made = made
		r.held += bytes
	}
	r.result.Plans = append(r.result.Plans, plan)
	if r.held += plan.Bytes(); r.held > r.o.Memory && !r.full() {
		r.o.Limit = len(r.result.Plans) // memory holds no more
		r.result.Reason = fmt.Sprintf("more than %d solutions do not fit into the memory limit; %s counts without keeping them", r.o.Limit, mention.Count)
	}
	if n := len(r.result.Plans); n%1000 == 0 {
		r.progress(backends.Progress{Done: int64(n), Unit: "solution"})
	}
	return r.full()
}

// full tells whether as many solutions were found as were asked for.
func (r *run) full() bool {
	if !r.o.All {
		return len(r.result.Plans) > 0
	}
	return r.o.Limit > 0 && len(r.result.Plans) >= r.o.Limit
}

// repeated tells whether a plan passes a state twice.
func repeated(states [][]int64) bool {
	if len(states) == 1 {
		return false
	}
	seen := map[string]bool{}
	for _, s := range states {
		key := fmt.Sprint(s)
		if seen[key] {
			return true
		}
		seen[key] = true
	}
	return false
}

// enumerate finds all plans of the best cost that pass no state twice. No plan of at most t moves is cheaper. If the horizon was given, it
// finds all plans of so many moves.
func (r *run) enumerate(ctx context.Context, t int) error {
	if r.o.Horizon != nil {
		r.result.Plans = nil
		err := r.enumerateAt(ctx, t)
		r.result.Complete = err == nil && !r.full()
		return err
	}
	if !r.equalCosts() {
		if err := r.within(ctx, r.best); err != nil {
			return err
		}
	}
	from, to := r.span()
	most, first := max(t, r.lookAhead()), r.result.Plans
	r.result.Plans = nil
	for n := from; n <= to; n++ {
		end, err := r.listed(ctx, n, t)
		if err != nil {
			return err
		}
		if end {
			break
		}
		if n > most && !r.costsGrow() {
			r.result.Choice += "; moves of cost 0 may make longer plans as good, and not all lengths were looked at"
			return nil
		}
		if int64(n)*r.maxCost < r.best {
			continue
		}
		if err := r.enumerateAt(ctx, n); err != nil || r.full() {
			if len(r.result.Plans) == 0 {
				r.result.Plans = first
			}
			return err
		}
	}
	r.result.Complete = r.result.Optimal
	if len(r.result.Plans) == 0 { // only where the horizon is bounded
		r.undecided(r.limitMet(from, to) + " that passes no state twice")
	}
	return nil
}

// listed tells whether no plan of n moves or more costs as little as the best and passes no state twice. Plans of at most t moves
// are looked for in any case.
func (r *run) listed(ctx context.Context, n, t int) (bool, error) {
	switch {
	case r.least(n) > r.best, int64(n) >= r.states, int64(n) > r.lengths.to:
		return true, nil
	case r.costsGrow() || n <= t:
		return false, nil
	}
	return r.pathsCost(ctx, n, r.best+1)
}

func (r *run) enumerateAt(ctx context.Context, t int) error {
	if open, err := r.layersLeave(ctx, t); err != nil || !open {
		return err
	}
	a, err := r.open(ctx, t)
	if err != nil || a == nil {
		return err
	}
	if r.o.Horizon == nil && !r.equalCosts() {
		a.limitCost(r.best)
	}
	return a.each(ctx, a.e.PlanChoices(t), r.found)
}
