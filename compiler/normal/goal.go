package normal

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
)

// mostTried bounds the values that are tried to find the state of a goal.
const mostTried = 1 << 16

// stated returns the step to the task whose goal names the one state that satisfies it, as an order of sizes does where
// no two of them are equal; nil if the goal names it already, or if there may be two.
func stated(f *facts) *step {
	t := f.t
	if _, constant := t.Pool.Value(t.Goal); constant {
		return nil
	}
	if named(t) {
		return nil
	}
	conds := t.Pool.Conjuncts(t.Goal)
	s := &goalSearch{f: f, at: make([][]task.Expr, len(t.Vars)), state: slices.Clone(t.Init), left: mostTried}
	for _, c := range conds {
		if vars := f.reads.Of(c); len(vars) > 0 {
			s.at[vars[len(vars)-1]] = append(s.at[vars[len(vars)-1]], c)
		}
	}
	s.from(0)
	if s.left < 0 || len(s.found) != 1 {
		return nil
	}
	to := *t
	to.Pool = t.Pool.Clone()
	all := make([]task.Expr, len(t.Vars))
	for v := range all {
		all[v] = to.Pool.Eq(to.Pool.Var(v), to.Pool.Const(s.found[0][v]))
	}
	to.Goal = to.Pool.And(all...)
	out := &step{from: t, to: &to}
	for m := range t.Moves {
		out.moves = append(out.moves, []int{m})
	}
	return out
}

// named reports whether the goal has a condition for each variable.
func named(t *task.Task) bool {
	conds, reads := t.Pool.Conjuncts(t.Goal), task.NewReads(t.Pool)
	more := func(c task.Expr) bool { return len(reads.Of(c)) != 1 }
	return len(conds) == len(t.Vars) && !slices.ContainsFunc(conds, more)
}

// goalSearch tries the values of one variable after the other.
type goalSearch struct {
	f     *facts
	at    [][]task.Expr // by variable: the conditions that read no later one
	state []int64
	left  int
	found [][]int64 // two at most
}

// from tries the values of the variables from v on.
func (s *goalSearch) from(v int) {
	if v == len(s.state) {
		s.found = append(s.found, slices.Clone(s.state))
		return
	}
	p := s.f.t.Pool
	for _, x := range s.f.t.Vars[v].Values {
		if s.left--; s.left < 0 || len(s.found) > 1 {
			return
		}
		s.state[v] = x
		fact := s.f.fact(v, x)
		excluded := false
		for w := 0; w < v && !excluded; w++ {
			excluded = s.f.exclude(s.f.fact(w, s.state[w]), fact)
		}
		if !excluded && !slices.ContainsFunc(s.at[v], func(c task.Expr) bool { return p.Eval(c, s.state) == 0 }) {
			s.from(v + 1)
		}
	}
}
