package normal

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// splitter divides moves.
type splitter struct {
	t     *task.Task
	reads *task.Reads
	out   *step
	room  int // parts that may still be made
}

// split returns the step that divides moves by the values of expressions, as long as the parts write more plainly: each
// effect is unconditional and reads at most one variable. With pairs also moves are divided that write few variables,
// until the places of these are constant.
func split(t *task.Task, pairs bool) *step {
	to := *t
	to.Pool, to.Moves = t.Pool.Clone(), nil
	s := &splitter{
		t: &to, reads: task.NewReads(to.Pool), out: &step{from: t, to: &to},
		room: max(mostParts, 2*len(t.Moves)),
	}
	for m := range t.Moves {
		s.divide(m, t.Moves[m], (s.room-len(to.Moves))/(len(t.Moves)-m), pairs)
	}
	return s.out
}

// divide adds a move, or its parts.
func (s *splitter) divide(from int, m task.Move, room int, pairs bool) {
	parts := s.selected(&m, room, pairs)
	if parts == nil {
		s.t.Moves = append(s.t.Moves, m)
		s.out.moves = append(s.out.moves, []int{from})
		return
	}
	for _, p := range parts {
		s.divide(from, p, room/len(parts), pairs)
	}
}

// selector decides what a move does: the value of an expression, or which one of some variables has a value that no two
// of them have.
type selector struct {
	by    task.Expr // None: the variables
	vars  []int
	value int64
	sure  bool // one of the variables has the value
}

// selected divides a move by the selector that leaves it least tangled; nil if it is to stay whole.
func (s *splitter) selected(m *task.Move, room int, pairs bool) (parts []task.Move) {
	tangles := s.tangles(m, pairs)
	best := tangles/2 + 1
	if tangles == 0 {
		return nil
	}
	for _, x := range s.candidates(m, pairs) {
		some, worst := s.parts(m, &x, room, best, pairs)
		if len(some) > 0 && worst < best {
			parts, best = some, worst
		}
		if best == 0 {
			break
		}
	}
	return parts
}

// parts returns the parts of a move, and how tangled the worst of them is; nil if there are too many, or if one is at
// least as tangled as a bound.
func (s *splitter) parts(m *task.Move, x *selector, room, bound int, pairs bool) (out []task.Move, worst int) {
	p := s.t.Pool
	add := func(is task.Expr, memo map[task.Expr]task.Expr) bool {
		part, ok := s.part(m, is, memo)
		if ok {
			out = append(out, part)
			worst = max(worst, s.tangles(&part, pairs))
		}
		return worst < bound
	}
	if x.by != task.None {
		n := p.Node(x.by)
		if n.Hi-n.Lo >= int64(room) {
			return nil, 0
		}
		for v := n.Lo; v <= n.Hi; v++ {
			is := p.Eq(x.by, p.Const(v))
			switch {
			case n.Op == task.OpFind && v >= 0:
				is = p.And(is, p.Eq(n.Args[v+1], n.Args[0]))
			case n.Op == task.OpFind:
				is = p.And(is, p.And(lists.Map(n.Args[1:], func(e task.Expr) task.Expr { return p.Not(p.Eq(e, n.Args[0])) })...))
			}
			if !add(is, map[task.Expr]task.Expr{x.by: p.Const(v)}) {
				return nil, worst
			}
		}
		return out, worst
	}
	if len(x.vars) >= room {
		return nil, 0
	}
	for i := range len(x.vars) + 1 {
		is, memo := task.True, map[task.Expr]task.Expr{}
		for k, v := range x.vars {
			fact := p.Eq(p.Var(v), p.Const(x.value))
			switch {
			case k == i:
				is = p.And(is, fact)
				memo[fact], memo[p.Var(v)] = task.True, p.Const(x.value)
			case i == len(x.vars):
				is, memo[fact] = p.And(is, p.Not(fact)), task.False
			default:
				memo[fact] = task.False
			}
		}
		if (i < len(x.vars) || !x.sure) && !add(is, memo) {
			return nil, worst
		}
	}
	return out, worst
}

// tangles counts what is not plain in a move: effects with a condition, and effects that read two variables or more.
func (s *splitter) tangles(m *task.Move, pairs bool) (n int) {
	for i := range m.Effects {
		e := &m.Effects[i]
		own := e.Cond == task.True || s.alone(e.Cond, e.Var)
		if reads := s.reads.Of(e.Value); !own || len(reads) > 1 || e.Cond != task.True && !s.alone(e.Value, e.Var) {
			n++
		}
		if pairs && !own {
			n++
		}
		if pairs && len(m.Effects) <= 2 && len(s.reads.Of(e.Value)) > 0 {
			n++
		}
	}
	if pairs {
		for _, c := range literals(s.t.Pool, m.Guard) {
			vars := s.reads.Of(c)
			if len(vars) == 2 && len(m.Effects) <= 2 && slices.ContainsFunc(m.Effects, func(e task.Effect) bool {
				return slices.Contains(vars, e.Var)
			}) {
				n++
			}
		}
	}
	return n
}

// alone reports whether an expression reads no other variable than one.
func (s *splitter) alone(e task.Expr, v int) bool {
	vars := s.reads.Of(e)
	return len(vars) == 0 || len(vars) == 1 && vars[0] == v
}

// candidates lists what a move may be divided by: variables, places of a constant in a list, and elements of an array
// without equal ones.
func (s *splitter) candidates(m *task.Move, pairs bool) (out []selector) {
	p := s.t.Pool
	seen := map[task.Expr]bool{}
	note := func(e task.Expr) {
		if !seen[e] {
			seen[e] = true
			out = append(out, selector{by: e})
		}
	}
	counted := map[int64]int{}
	roots := []task.Expr{m.Guard}
	for i := range m.Effects {
		roots = append(roots, m.Effects[i].Cond, m.Effects[i].Value)
	}
	distinct := s.distinct()
	p.EachOf(roots, func(e task.Expr, n *task.Node) {
		switch n.Op {
		case task.OpFind:
			if _, constant := p.Value(n.Args[0]); constant {
				note(e)
			}
		case task.OpEq:
			x, constant := p.Value(n.Args[0])
			v := p.Node(n.Args[1])
			if !constant {
				x, constant = p.Value(n.Args[1])
				v = p.Node(n.Args[0])
			}
			if constant && v.Op == task.OpVar && distinct[int(v.N)] >= 0 {
				a := distinct[int(v.N)]
				if key := int64(a)<<32 | x; counted[key] == 1 {
					out = append(out, s.among(a, x))
					counted[key]++
				} else {
					counted[key]++
				}
			}
		}
	})
	for i := range m.Effects {
		e := &m.Effects[i]
		for _, x := range []task.Expr{e.Cond, e.Value} {
			if of := s.reads.Of(x); len(of) <= 3 {
				for _, v := range of {
					note(p.Var(v))
				}
			}
		}
		if pairs && len(m.Effects) <= 2 {
			note(p.Var(e.Var))
		}
	}
	return out
}

// distinct returns the array without equal elements to which a variable belongs, -1 if there is none.
func (s *splitter) distinct() []int {
	out := slices.Repeat([]int{-1}, len(s.t.Vars))
	for k := range s.t.Arrays {
		if a := &s.t.Arrays[k]; a.Distinct {
			for _, v := range elements(s.t, a) {
				out[v] = k
			}
		}
	}
	return out
}

// among is the selector: which element of an array has a value.
func (s *splitter) among(array int, x int64) selector {
	out := selector{by: task.None, value: x, sure: s.t.Arrays[array].Permutation}
	for _, v := range elements(s.t, &s.t.Arrays[array]) {
		if s.t.Vars[v].Place(x) >= 0 {
			out.vars = append(out.vars, v)
		}
	}
	return out
}

// part returns the part of a move where a condition holds, with some expressions replaced; ok is false if it is never
// applicable.
func (s *splitter) part(m *task.Move, is task.Expr, memo map[task.Expr]task.Expr) (out task.Move, ok bool) {
	p := s.t.Pool
	subst := func(v int) task.Expr { return p.Var(v) }
	p.EachOf([]task.Expr{m.Guard}, func(e task.Expr, n *task.Node) {
		if n.Op == task.OpReach {
			memo[e] = onGraph(p, n, func(a task.Expr) task.Expr { return p.Rebuild(a, subst, memo) })
		}
	})
	out = *m
	out.Guard = p.And(is, p.Rebuild(m.Guard, subst, memo))
	if out.Guard == task.False {
		return out, false
	}
	out.Cost, out.Effects = p.Rebuild(m.Cost, subst, memo), nil
	if m.Order != task.None {
		out.Order = p.Rebuild(m.Order, subst, memo)
	}
	for _, e := range m.Effects {
		e.Cond, e.Value = p.Rebuild(e.Cond, subst, memo), p.Rebuild(e.Value, subst, memo)
		if e.Cond != task.False && e.Value != p.Var(e.Var) {
			out.Effects = append(out.Effects, e)
		}
	}
	return out, true
}

// onGraph writes the ends of a `reaches`, and leaves the free nodes as they are. So all moves ask about one graph, and
// a search finds its parts once for a state.
func onGraph(p *task.Pool, n *task.Node, write func(task.Expr) task.Expr) task.Expr {
	return p.Reach(int(n.N), write(n.Args[0]), write(n.Args[1]), n.Args[2:])
}
