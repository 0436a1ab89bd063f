package encode

import (
	"maps"
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/compiler/task"
)

// lit returns a literal for a Boolean expression. It is defined in the directions that need asks for.
func (s *Step) lit(e task.Expr, need cnf.Polarity) cnf.Lit {
	n := s.e.P.Pool.Node(e)
	switch n.Op {
	case task.OpConst:
		return cnf.Bool(n.N != 0)
	case task.OpNot:
		return -s.lit(n.Args[0], need.Flip())
	}
	if v, ok := s.single(e); ok {
		t := s.e.P.Table(e, v)
		return s.SetLit(v, func(i int) bool { return t[i] != 0 })
	}
	if !isLogical(n.Op) {
		return s.valueLit(e, 1)
	}
	d := s.bools[e]
	if d == nil {
		d = &cnf.Definition{Lit: s.e.F.NewVar()}
		s.bools[e] = d
	}
	missing := need &^ d.Have
	d.Have |= need
	if missing&cnf.Positive != 0 {
		s.require([]cnf.Lit{-d.Lit}, e, true)
	}
	if missing&cnf.Negative != 0 {
		s.require([]cnf.Lit{d.Lit}, e, false)
	}
	return d.Lit
}

// isLogical reports whether require writes the operator. Other operators are written by their values.
func isLogical(op task.Op) bool {
	return op.Truth() || op == task.OpIte
}

// single is the variable that an expression reads. ok is false if it reads none or several.
func (s *Step) single(e task.Expr) (int, bool) {
	sc := s.e.P.Scopes.Get(e)
	if sc.Wide || len(sc.Vars) != 1 {
		return 0, false
	}
	return sc.Vars[0], true
}

// require makes a Boolean expression have the wanted value, unless a literal of prefix is true.
func (s *Step) require(prefix []cnf.Lit, e task.Expr, want bool) {
	if s.e.F.Err() != nil {
		return
	}
	n := s.e.P.Pool.Node(e)
	if v, ok := s.single(e); ok {
		t := s.e.P.Table(e, v)
		s.oneOf(prefix, v, func(i int) bool { return (t[i] != 0) == want })
		return
	}
	switch n.Op {
	case task.OpConst:
		if (n.N != 0) != want {
			s.e.F.Clause(prefix...)
		}
	case task.OpNot:
		s.require(prefix, n.Args[0], !want)
	case task.OpAnd, task.OpOr:
		if want == (n.Op == task.OpAnd) {
			for _, a := range n.Args {
				s.require(prefix, a, want)
			}
		} else {
			s.requireSome(prefix, n.Args, want)
		}
	case task.OpIte:
		c := s.lit(n.Args[0], cnf.Both)
		s.require(cnf.With(prefix, -c), n.Args[1], want)
		s.require(cnf.With(prefix, c), n.Args[2], want)
	case task.OpEq, task.OpLt, task.OpLe:
		s.compare(prefix, e, want)
	case task.OpDistinct:
		s.distinct(prefix, n.Args, want)
	case task.OpReach:
		s.reach(prefix, n, want)
	case task.OpConnected:
		s.connected(prefix, n, want)
	case task.OpAcyclic:
		s.acyclic(prefix, n, want)
	default:
		if n.Op.Truth() {
			s.unknown(n.Op)
			return
		}
		l := s.valueLit(e, 1)
		if !want {
			l = -l
		}
		s.e.F.Clause(cnf.With(prefix, l)...)
	}
}

// inlineLimit is the largest number of values that a disjunction lists. For more values it uses the literal of their
// set.
const inlineLimit = 6

// requireSome makes one of some expressions have the wanted value. Sets of values are listed in the clause. If only one
// other part is left, it needs no literal of its own.
func (s *Step) requireSome(prefix []cnf.Lit, args []task.Expr, want bool) {
	clause := slices.Clone(prefix)
	var rest []task.Expr
	for _, a := range args {
		if v, ok := s.single(a); ok {
			clause = append(clause, s.inline(a, v, want)...)
		} else {
			rest = append(rest, a)
		}
	}
	if slices.Contains(clause, cnf.True) {
		return
	}
	if len(rest) == 1 {
		s.require(clause, rest[0], want)
		return
	}
	for _, a := range rest {
		if want {
			clause = append(clause, s.lit(a, cnf.Positive))
		} else {
			clause = append(clause, -s.lit(a, cnf.Negative))
		}
	}
	s.e.F.Clause(clause...)
}

// inline is literals of which one is true exactly if an expression of variable v has the wanted value.
func (s *Step) inline(e task.Expr, v int, want bool) []cnf.Lit {
	t := s.e.P.Table(e, v)
	var in []cnf.Lit
	for _, i := range s.Alive[v] {
		if (t[i] != 0) == want {
			in = append(in, s.Val[v][i])
		}
	}
	if len(in) <= inlineLimit && len(in) < len(s.Alive[v])-1 && !slices.ContainsFunc(in, cnf.IsConjunction) {
		return in
	}
	return []cnf.Lit{s.SetLit(v, func(i int) bool { return (t[i] != 0) == want })}
}

// compare writes a comparison.
func (s *Step) compare(prefix []cnf.Lit, e task.Expr, want bool) {
	n := s.e.P.Pool.Node(e)
	a, b := n.Args[0], n.Args[1]
	if sc := s.e.P.Scopes.Get(e); s.smallPair(sc) {
		s.comparePair(prefix, e, sc.Vars, want)
		return
	}
	if s.split(prefix, n, want) {
		return
	}
	if n.Op != task.OpEq || (s.isSum(a) || s.isSum(b)) && !s.twoNumbers(n) {
		s.compareSums(prefix, n.Op, a, b, want)
		return
	}
	other := s.possible(b)
	for _, k := range s.possible(a) {
		_, shared := slices.BinarySearch(other, k)
		switch {
		case want && shared:
			s.e.F.Clause(cnf.With(prefix, -s.valueLit(a, k), s.valueLit(b, k))...)
		case want:
			s.e.F.Clause(cnf.With(prefix, -s.valueLit(a, k))...)
		case shared:
			s.e.F.Clause(cnf.With(prefix, -s.valueLit(a, k), -s.valueLit(b, k))...)
		}
	}
}

// twoNumbers reports whether each side of a comparison reads one variable.
func (s *Step) twoNumbers(n *task.Node) bool {
	_, left := s.single(n.Args[0])
	_, right := s.single(n.Args[1])
	return left && right
}

func (s *Step) isSum(e task.Expr) bool { return s.e.P.Pool.Node(e).Op == task.OpAdd }

// smallPair reports whether an expression of two variables is written value by value.
func (s *Step) smallPair(sc reduced.Scope) bool {
	if sc.Wide || len(sc.Vars) != 2 {
		return false
	}
	v, w := sc.Vars[0], sc.Vars[1]
	return len(s.Alive[v])*len(s.Alive[w]) <= s.e.P.Lim.Pair
}

// comparePair writes a condition on two variables: for each value of the first, which values of the second it admits.
func (s *Step) comparePair(prefix []cnf.Lit, e task.Expr, vars []int, want bool) {
	v, w := vars[0], vars[1]
	if s.coding[w] != nil {
		s.comparePlaces(prefix, e, vars, want)
		return
	}
	rows, cols := s.given(prefix, v), s.given(prefix, w)
	last := -1
	var in, out []cnf.Lit
	flush := func() {
		if last >= 0 {
			s.e.choose(cnf.With(prefix, -s.Val[v][last]), in, out)
		}
		in, out = in[:0], out[:0]
	}
	s.e.P.EachPair(e, vars, rows, cols, func(i, j int, val int64) {
		if i != last {
			flush()
			last = i
		}
		switch {
		case !s.compatible(v, i, w, j):
		case (val != 0) == want:
			in = append(in, s.Val[w][j])
		default:
			out = append(out, -s.Val[w][j])
		}
	})
	flush()
}

// given lists the places of a variable for which a clause must be written: only one if prefix is true for all others.
func (s *Step) given(prefix []cnf.Lit, v int) []int {
	for k, i := range s.Alive[v] {
		if slices.Contains(prefix, -s.Val[v][i]) {
			return s.Alive[v][k : k+1]
		}
	}
	return s.Alive[v]
}

// distinct makes values different, or two of them equal.
func (s *Step) distinct(prefix []cnf.Lit, args []task.Expr, want bool) {
	if !want {
		clause := slices.Clone(prefix)
		for i, a := range args {
			for _, b := range args[:i] {
				clause = append(clause, s.lit(s.e.P.Pool.Eq(a, b), cnf.Positive))
			}
		}
		s.e.F.Clause(clause...)
		return
	}
	taking := map[int64][]cnf.Lit{}
	for _, a := range args {
		for _, k := range s.possible(a) {
			taking[k] = append(taking[k], s.valueLit(a, k))
		}
	}
	for _, k := range slices.Sorted(maps.Keys(taking)) {
		s.e.F.AtMostOne(taking[k], prefix...)
		if len(taking) == len(args) {
			s.e.F.Clause(append(taking[k], prefix...)...) // there are as many values as places: each value occurs
		}
	}
}

// comparePlaces is comparePair if the values of the second variable have no literals of their own.
func (s *Step) comparePlaces(prefix []cnf.Lit, e task.Expr, vars []int, want bool) {
	v, w := vars[0], vars[1]
	places := s.Alive[w]
	admitted := make([]bool, 0, len(places))
	row := 0
	s.e.P.EachPair(e, vars, s.Alive[v], places, func(_, _ int, val int64) {
		if admitted = append(admitted, (val != 0) == want); len(admitted) < len(places) {
			return
		}
		s.oneOf(cnf.With(prefix, -s.Val[v][s.Alive[v][row]]), w, func(j int) bool {
			at, _ := slices.BinarySearch(places, j)
			return admitted[at]
		})
		row, admitted = row+1, admitted[:0]
	})
}
