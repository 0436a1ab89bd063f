package sat

import (
	"context"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Selection is the formula of a task without moves that is asked many times, each time with other Boolean variables of
// the task assumed to be true.
type Selection struct {
	q    *query
	lits []cnf.Lit
	at   map[cnf.Lit]int
}

// Select writes the formula. vars are the Boolean variables of the task that can be assumed. Of the options it reads
// Memory.
func Select(ctx context.Context, t *task.Task, vars []int, o backends.Options) (*Selection, error) {
	c := newCall(t, o)
	var err error
	if c.p, err = reduced.NewProblem(ctx, c.task, c.lim); err != nil {
		return nil, err
	}
	q, err := c.query(ctx, 0, nil)
	if err != nil {
		return nil, err
	}
	s := &Selection{q: q, at: map[cnf.Lit]int{}}
	for i, v := range vars {
		l := q.e.Steps[0].Lit(q.e.P.Pool.Var(v), cnf.Both)
		s.lits, s.at[l] = append(s.lits, l), i
	}
	return s, nil
}

// Solve looks for an assignment in which the variables with the given numbers are true, by their place in vars. It
// returns the codes of the assignment; or, if there is none, nil and the numbers of variables that cannot be true
// together, a part of on.
func (s *Selection) Solve(ctx context.Context, on []int) (codes []int64, clash []int, err error) {
	assumed := make([]cnf.Lit, len(on))
	for i, k := range on {
		assumed[i] = s.lits[k]
	}
	found, err := s.q.solve(ctx, assumed...)
	switch {
	case err != nil:
		return nil, nil, err
	case found:
		plan, _, err := s.q.plan()
		return plan.Start, nil, err
	}
	for _, l := range s.q.failed() {
		clash = append(clash, s.at[l])
	}
	return nil, clash, nil
}
