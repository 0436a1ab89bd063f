package constraint

import (
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/constraint/cdcl"
	"github.com/pzc-lang/pzc/backends/constraint/integer"
	"github.com/pzc-lang/pzc/task"
)

// selection is a task without moves that is asked many times, each time with other Boolean variables of the task
// assumed to be true. What is learnt from one question helps with the next.
type selection struct {
	r    *run
	lits []cdcl.Lit
	at   map[cdcl.Lit]int
}

// newSelection compiles a task. vars are the Boolean variables that can be assumed. Of the options it reads Memory and
// Conflicts.
func newSelection(t *task.Task, vars []int, o backends.Options) (*selection, error) {
	if why := Refuses(t, o); why != "" {
		return nil, errors.New("constraint: " + why)
	}
	if o.Memory == 0 {
		o.Memory = backends.DefaultMemory
	}
	o.NoSymmetry = true // which images there are may depend on what is assumed
	r := &run{task: t, o: o, result: &backends.Result{}, began: time.Now()}
	if err := r.build(math.MaxInt64); err != nil {
		return nil, err
	}
	s := &selection{r: r, at: map[cdcl.Lit]int{}}
	for i, v := range vars {
		l := r.c.lit(r.c.pool.Var(v), both)
		s.lits, s.at[l] = append(s.lits, l), i
		r.told = slices.DeleteFunc(r.told, func(x integer.Var) bool { return x == r.c.vars[v].X })
	}
	r.s.Choose = r.alternating
	return s, nil
}

// solve looks for an assignment in which the variables with the given numbers are true, by their place in vars. It
// returns the codes of the assignment; or, if there is none, nil and the numbers of variables that cannot be true
// together, a part of on.
func (s *selection) solve(ctx context.Context, on []int) (codes []int64, clash []int, err error) {
	assumed := make([]cdcl.Lit, len(on))
	for i, k := range on {
		assumed[i] = s.lits[k]
	}
	s.r.ctx, s.r.limit = ctx, ""
	switch s.r.s.Sat.SolveAssuming(s.r.stop, assumed...) {
	case cdcl.Sat:
		plan, err := s.r.read()
		return plan.Start, nil, err
	case cdcl.Stopped:
		return nil, nil, s.stopped()
	case cdcl.Unsat:
	}
	for _, l := range s.r.s.Sat.Core() {
		clash = append(clash, s.at[l])
	}
	return nil, clash, nil
}

// stopped says why a question was given up.
func (s *selection) stopped() error {
	if s.r.limit != "" {
		return &backends.LimitError{What: s.r.limit}
	}
	return context.Cause(s.r.ctx)
}
