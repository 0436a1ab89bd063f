package normal

import (
	"maps"
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
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
	all := make([]int, len(t.Vars))
	for v := range all {
		all[v] = f.fact(v, s.found[0][v])
	}
	return f.aim(nil, all)
}

// aim returns the step to the task whose goal is some conditions and some facts.
func (f *facts) aim(conds []task.Expr, all []int) *step {
	to := *f.t
	to.Pool = f.t.Pool.Clone()
	for _, fact := range all {
		conds = append(conds, to.Pool.Eq(to.Pool.Var(f.owner[fact]), to.Pool.Const(f.code(fact))))
	}
	to.Goal = to.Pool.And(conds...)
	out := &step{from: f.t, to: &to}
	for m := range f.t.Moves {
		out.moves = append(out.moves, []int{m})
	}
	return out
}

// filled returns the step to the task whose goal says where things are, and not where there are none. All variables of
// an array have one of two values, no move changes how many have which, and the goal leaves as many places open as
// there are things. filled returns nil if there is no such array, or if the goal would be no shorter.
func filled(f *facts) *step {
	for i := range f.t.Arrays {
		vars := elements(f.t, &f.t.Arrays[i])
		more := func(v int) bool { return len(f.t.Vars[v].Values) != 2 }
		if len(valuesOf(f.t, vars)) != 2 || slices.ContainsFunc(vars, more) {
			continue
		}
		for thing := range 2 {
			if s := f.filled(vars, thing); s != nil {
				return s
			}
		}
	}
	return nil
}

// filled is the function of this name for an array whose things have the first or the second value.
func (f *facts) filled(vars []int, thing int) *step {
	open, things := map[int]bool{}, 0
	for _, v := range vars {
		open[v] = true
		if f.t.Init[v] == f.code(f.base[v]+thing) {
			things++
		}
	}
	var conds []task.Expr
	for _, c := range f.t.Pool.Conjuncts(f.t.Goal) {
		of := f.reads.Of(c)
		if len(of) == 1 && open[of[0]] && f.at(c, of[0], f.code(f.base[of[0]]+thing)) == 0 {
			delete(open, of[0])
		} else {
			conds = append(conds, c)
		}
	}
	gains := func(u update) bool { return f.gain(&u, vars, thing) != 0 }
	if len(open) != things || 2*things >= len(vars) || slices.ContainsFunc(f.moves, gains) {
		return nil
	}
	places := slices.Sorted(maps.Keys(open))
	return f.aim(conds, lists.Map(places, func(v int) int { return f.base[v] + thing }))
}

// gain returns by how many a move raises the number of variables that have their value of some place; not 0 if that is
// not known.
func (f *facts) gain(u *update, vars []int, place int) (n int) {
	for _, w := range u.writes {
		if !slices.Contains(vars, w.v) {
			continue
		}
		had := slices.Contains(u.yes, f.base[w.v]+place)
		if to := slices.Index(w.to, always); to < 0 || !had && !slices.Contains(u.yes, f.base[w.v]+1-place) {
			return len(vars)
		} else if to == place {
			n++
		}
		if had {
			n--
		}
	}
	return n
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
