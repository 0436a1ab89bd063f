package encode

import (
	"maps"
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// term is a number in a sum: its values, ascending, and their literals.
type term struct {
	values []int64
	lits   []cnf.Lit
}

func (t term) bounds() (lo, hi int64) { return t.values[0], t.values[len(t.values)-1] }

// relation is a condition on a sum: it is zero, not zero, below zero, or not above zero.
type relation uint8

const (
	isZero relation = iota
	notZero
	belowZero
	notAboveZero
)

// decide reports whether all sums between lo and hi, or none of them, are as asked.
func (r relation) decide(lo, hi int64) (all, none bool) {
	switch r {
	case isZero:
		return lo == 0 && hi == 0, lo > 0 || hi < 0
	case notZero:
		return lo > 0 || hi < 0, lo == 0 && hi == 0
	case belowZero:
		return hi < 0, lo >= 0
	default: // notAboveZero
		return hi <= 0, lo > 0
	}
}

// compareSums writes a comparison of sums: the difference of both sides is added up.
func (s *Step) compareSums(prefix []cnf.Lit, op task.Op, a, b task.Expr, want bool) {
	var constant int64
	parts := collected(append(s.summands(a, 1, &constant), s.summands(b, -1, &constant)...))
	ask := isZero
	switch {
	case op == task.OpEq && !want:
		ask = notZero
	case op == task.OpLt:
		ask = belowZero
	case op == task.OpLe:
		ask = notAboveZero
	}
	opposite := op != task.OpEq && !want
	if opposite { // a ≥ b is b ≤ a
		ask = belowZero + notAboveZero - ask
		constant = -constant
		for i := range parts {
			parts[i].factor = -parts[i].factor
		}
	}
	terms := lists.Map(parts, s.term)
	s.e.requireSum(prefix, terms, constant, ask)
}

// summand is a multiple of a number that is not a sum.
type summand struct {
	factor int64
	e      task.Expr
}

// summands lists the parts of factor·e and adds its constant part to constant.
func (s *Step) summands(e task.Expr, factor int64, constant *int64) []summand {
	n := s.e.P.Pool.Node(e)
	switch n.Op {
	case task.OpConst:
		*constant += factor * n.N
		return nil
	case task.OpAdd:
		var out []summand
		for _, a := range n.Args {
			out = append(out, s.summands(a, factor, constant)...)
		}
		return out
	case task.OpMul:
		if c, ok := s.e.P.Pool.Value(n.Args[0]); ok {
			return s.summands(n.Args[1], factor*c, constant)
		}
	}
	return []summand{{factor, e}}
}

// collected merges parts with the same number.
func collected(parts []summand) []summand {
	var out []summand
	at := map[task.Expr]int{}
	for _, p := range parts {
		if i, known := at[p.e]; known {
			out[i].factor += p.factor
			continue
		}
		at[p.e] = len(out)
		out = append(out, p)
	}
	return slices.DeleteFunc(out, func(p summand) bool { return p.factor == 0 })
}

// term returns a summand by its values.
func (s *Step) term(p summand) term {
	t := term{}
	for _, k := range s.possible(p.e) {
		t.values = append(t.values, p.factor*k)
		t.lits = append(t.lits, s.valueLit(p.e, k))
	}
	if p.factor < 0 {
		slices.Reverse(t.values)
		slices.Reverse(t.lits)
	}
	return t
}

// mostSummed is the largest number of partial sums, each times the values of the next term, of a decision diagram.
const mostSummed = 1 << 22

// requireSum makes constant + Σ terms satisfy a relation, unless a literal of prefix is true: as a linear constraint,
// as a cardinality, or as a decision diagram.
func (e *Encoder) requireSum(prefix []cnf.Lit, terms []term, constant int64, ask relation) {
	terms = slices.DeleteFunc(slices.Clone(terms), func(t term) bool { return len(t.values) == 0 })
	if e.linearSum(prefix, terms, constant, ask) {
		return
	}
	if c, ok := cardinalityOf(terms, constant); ok && e.requireFew(prefix, c, ask) {
		return
	}
	lo, hi := make([]int64, len(terms)+1), make([]int64, len(terms)+1) // bounds of the sum of the terms from i on
	for i := len(terms) - 1; i >= 0; i-- {
		l, h := terms[i].bounds()
		lo[i], hi[i] = lo[i+1]+l, hi[i+1]+h
	}
	if all, none := ask.decide(constant+lo[0], constant+hi[0]); all || none {
		if none {
			e.F.Clause(prefix...)
		}
		return
	}
	sums, size := map[int64]cnf.Lit{constant: cnf.True}, 0
	for i, t := range terms {
		if size += len(sums) * len(t.values); size > mostSummed {
			e.tooLarge("a sum")
			return
		}
		next := map[int64]cnf.Lit{}
		for _, sum := range slices.Sorted(maps.Keys(sums)) {
			if e.F.Err() != nil {
				return
			}
			e.addTerm(prefix, sums[sum], sum, t, next,
				func(x int64) (bool, bool) { return ask.decide(x+lo[i+1], x+hi[i+1]) })
		}
		sums = next
	}
}

// addTerm adds the values of a term to one partial sum. Values that decide against the relation are excluded. Values
// that leave the relation open lead to the partial sums in next.
func (e *Encoder) addTerm(prefix []cnf.Lit, here cnf.Lit, sum int64, t term, next map[int64]cnf.Lit,
	decide func(int64) (all, none bool),
) {
	var in, out []cnf.Lit
	for k, x := range t.values {
		all, none := decide(sum + x)
		if none {
			out = append(out, -t.lits[k])
			continue
		}
		in = append(in, t.lits[k])
		if all {
			continue
		}
		if _, known := next[sum+x]; !known {
			next[sum+x] = e.F.NewVar()
		}
		e.F.Clause(-here, -t.lits[k], next[sum+x])
	}
	e.choose(cnf.With(prefix, -here), in, out)
}

// maxFactor is the largest sum of factors: solvers count in 32 bits.
const maxFactor = 1 << 30

// linearSum writes requireSum as a linear constraint. It returns false if that is not possible.
func (e *Encoder) linearSum(prefix []cnf.Lit, terms []term, constant int64, ask relation) bool {
	if e.F.Linear == nil || ask == notZero {
		return false
	}
	c, size := &cnf.Linear{Least: constant, Equal: ask == isZero}, int64(0) // −Σ ≥ constant
	if ask == belowZero {
		c.Least++
	}
	for _, t := range terms {
		c.Least += t.values[0]
		lo, hi := t.bounds()
		if size += hi - lo; size > maxFactor {
			return false
		}
		for k, x := range t.values {
			if x > lo {
				c.Add(lo-x, t.lits[k])
			}
		}
	}
	e.F.Require(c, prefix)
	return true
}
