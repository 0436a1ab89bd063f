package encode

import (
	"maps"
	"slices"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/mention"
)

// A number is represented by literals "the value is k", one for each possible value. Exactly one of them is true. A
// literal is made when it is first needed.

// tooLarge ends the encoding because an expression has too many values.
func (e *Encoder) tooLarge(what string) {
	e.F.Fail(&backends.LimitError{What: what + " has too many values to be written as a formula; use " +
		mention.With(mention.Backend, "search") + ", or smaller types"})
}

// unknown ends the encoding because an operator has no encoding.
func (s *Step) unknown(op task.Op) { s.e.F.Fail(&reduced.UnknownOperator{Op: op}) }

// possible lists values that an expression may have at this step, ascending. Some of them may be impossible.
func (s *Step) possible(e task.Expr) []int64 {
	if r, ok := s.ranges[e]; ok {
		return r
	}
	r, ok := s.findPossible(e)
	if !ok {
		s.e.tooLarge(s.e.P.Pool.Node(e).Op.Noun())
	}
	s.ranges[e] = r
	return r
}

func (s *Step) findPossible(e task.Expr) (all []int64, ok bool) {
	n := s.e.P.Pool.Node(e)
	values := map[int64]bool{}
	if v, ok := s.single(e); ok {
		t := s.e.P.Table(e, v)
		for _, i := range s.Alive[v] {
			values[t[i]] = true
		}
		return slices.Sorted(maps.Keys(values)), true
	}
	if sc := s.e.P.Scopes.Get(e); s.smallPair(sc) {
		s.eachPair(e, sc.Vars, func(_, _ cnf.Lit, k int64) { values[k] = true })
		return slices.Sorted(maps.Keys(values)), true
	}
	join := func(a task.Expr) {
		for _, k := range s.possible(a) {
			values[k] = true
		}
	}
	switch n.Op {
	case task.OpConst:
		return []int64{n.N}, true
	case task.OpIte:
		join(n.Args[1])
		join(n.Args[2])
	case task.OpSelect:
		for _, i := range s.possible(n.Args[0]) {
			if i >= 0 && i < int64(len(n.Args)-1) {
				join(n.Args[i+1])
			} else {
				values[0] = true
			}
		}
	case task.OpFind:
		for i := n.Lo; i <= n.Hi; i++ {
			values[i] = true
		}
	case task.OpAbs:
		for _, k := range s.possible(n.Args[0]) {
			values[max(k, -k)] = true
		}
	case task.OpAdd, task.OpMul, task.OpDiv, task.OpMod, task.OpMin, task.OpMax:
		return s.combine(n)
	default:
		if !n.Op.Truth() {
			s.unknown(n.Op)
		}
		return []int64{0, 1}, true
	}
	return slices.Sorted(maps.Keys(values)), true
}

// combine lists the values of an operator, applied from left to right. ok is false if there are more than
// reduced.MaxExpansion combinations.
func (s *Step) combine(n *task.Node) (all []int64, ok bool) {
	acc, room := s.possible(n.Args[0]), reduced.MaxExpansion
	for _, a := range n.Args[1:] {
		next, values := s.possible(a), map[int64]bool{}
		if room -= len(acc) * len(next); room < 0 {
			return nil, false
		}
		for _, x := range acc {
			for _, y := range next {
				values[n.Op.Of(x, y)] = true
			}
		}
		acc = slices.Sorted(maps.Keys(values))
	}
	return acc, true
}

// eachPair visits the possible combinations of two variables' values.
func (s *Step) eachPair(e task.Expr, vars []int, visit func(x, y cnf.Lit, k int64)) {
	v, w := vars[0], vars[1]
	s.e.P.EachPair(e, vars, s.Alive[v], s.Alive[w], func(i, j int, k int64) {
		if s.compatible(v, i, w, j) {
			visit(s.Val[v][i], s.Val[w][j], k)
		}
	})
}

// valueLit returns a literal that is true exactly if the expression has the value k.
func (s *Step) valueLit(e task.Expr, k int64) cnf.Lit {
	n := s.e.P.Pool.Node(e)
	if n.Op == task.OpConst {
		return cnf.Bool(n.N == k)
	}
	if v, ok := s.single(e); ok {
		t := s.e.P.Table(e, v)
		return s.SetLit(v, func(i int) bool { return t[i] == k })
	}
	if n.Op.Truth() {
		switch k {
		case 0:
			return -s.lit(e, cnf.Both)
		case 1:
			return s.lit(e, cnf.Both)
		}
		return cnf.False
	}
	key := exprValue{e, k}
	if l, ok := s.is[key]; ok {
		return l
	}
	if _, ok := slices.BinarySearch(s.possible(e), k); !ok || s.e.F.Err() != nil {
		return cnf.False
	}
	switch n.Op {
	case task.OpIte:
		s.is[key] = s.isIte(n, k)
	case task.OpSelect:
		s.is[key] = s.isSelect(n, k)
	case task.OpFind:
		s.defineFind(e, n)
	default:
		s.defineAll(e, n)
	}
	return s.is[key]
}

func (s *Step) isIte(n *task.Node, k int64) cnf.Lit {
	return s.e.F.Ite(s.lit(n.Args[0], cnf.Both), s.valueLit(n.Args[1], k), s.valueLit(n.Args[2], k))
}

func (s *Step) isSelect(n *task.Node, k int64) cnf.Lit {
	f, l := s.e.F, s.e.F.NewVar()
	for _, i := range s.possible(n.Args[0]) {
		at, elem := s.valueLit(n.Args[0], i), cnf.Bool(k == 0)
		if i >= 0 && i < int64(len(n.Args)-1) {
			elem = s.valueLit(n.Args[i+1], k)
		}
		f.Clause(-at, -l, elem)
		f.Clause(-at, l, -elem)
	}
	return l
}

// defineFind makes the literals of the index of the first element that equals a value.
func (s *Step) defineFind(e task.Expr, n *task.Node) {
	none := cnf.True
	for i, a := range n.Args[1:] {
		here := s.lit(s.e.P.Pool.Eq(n.Args[0], a), cnf.Both)
		if n.N != task.FindAny {
			s.is[exprValue{e, int64(i)}] = here // no other element can equal it
		} else {
			s.is[exprValue{e, int64(i)}] = s.e.F.And(none, here)
		}
		none = s.e.F.And(none, -here)
	}
	s.is[exprValue{e, -1}] = none
}

// defineAll makes the literals of all values of an expression: each combination of arguments makes the literal of its
// value true, and at most one literal is true.
func (s *Step) defineAll(e task.Expr, n *task.Node) {
	values := s.possible(e)
	lits := s.oneLitEach(values)
	for _, k := range values {
		s.is[exprValue{e, k}] = lits[k]
	}
	if sc := s.e.P.Scopes.Get(e); s.smallPair(sc) {
		s.eachPair(e, sc.Vars, func(x, y cnf.Lit, k int64) { s.e.F.Clause(-x, -y, lits[k]) })
		return
	}
	switch n.Op {
	case task.OpAbs:
		for _, k := range s.possible(n.Args[0]) {
			s.e.F.Clause(-s.valueLit(n.Args[0], k), lits[max(k, -k)])
		}
	case task.OpAdd, task.OpMul, task.OpDiv, task.OpMod, task.OpMin, task.OpMax:
		s.fold(n, lits)
	default:
		s.unknown(n.Op)
	}
}

// oneLitEach makes a literal for each value. At most one of them is true.
func (s *Step) oneLitEach(values []int64) map[int64]cnf.Lit {
	out := make(map[int64]cnf.Lit, len(values))
	switch len(values) {
	case 1:
		out[values[0]] = cnf.True
	case 2:
		out[values[1]] = s.e.F.NewVar()
		out[values[0]] = -out[values[1]]
	default:
		lits := make([]cnf.Lit, len(values))
		for i, k := range values {
			lits[i] = s.e.F.NewVar()
			out[k] = lits[i]
		}
		s.e.F.AtMostOne(lits)
	}
	return out
}

// fold applies an operator from left to right. The last results make the literals in result true.
func (s *Step) fold(n *task.Node, result map[int64]cnf.Lit) {
	acc := map[int64]cnf.Lit{}
	for _, k := range s.possible(n.Args[0]) {
		acc[k] = s.valueLit(n.Args[0], k)
	}
	for i, a := range n.Args[1:] {
		next := result
		if i < len(n.Args)-2 {
			next = map[int64]cnf.Lit{}
		}
		for _, x := range slices.Sorted(maps.Keys(acc)) {
			for _, y := range s.possible(a) {
				k := n.Op.Of(x, y)
				if _, known := next[k]; !known {
					next[k] = s.e.F.NewVar()
				}
				s.e.F.Clause(-acc[x], -s.valueLit(a, y), next[k])
			}
		}
		acc = next
	}
}
