package sat

import (
	"slices"

	"github.com/pzc-lang/pzc/task"
)

// term is a number in a sum: its values, ascending, and their literals.
type term struct {
	values []int64
	lits   []lit
}

func (t term) bounds() (lo, hi int64) { return t.values[0], t.values[len(t.values)-1] }

// relationTo says what is asked of a sum: to be zero, not zero, below zero, or not above it.
type relationTo uint8

const (
	isZero relationTo = iota
	notZero
	belowZero
	notAboveZero
)

// decide tells whether all sums, or none, between lo and hi are as asked.
func (r relationTo) decide(lo, hi int64) (all, none bool) {
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

// compareSums handles a comparison with sums on either side: the difference is added up term by term, sums that can no
// longer change the answer being dropped (a decision diagram, layer by layer).
func (s *step) compareSums(prefix []lit, op task.Op, a, b task.Expr, want bool) {
	var terms []term
	constant := s.addTerms(a, 1, &terms) + s.addTerms(b, -1, &terms)
	switch {
	case op == task.OpEq && want:
		s.e.requireSum(prefix, terms, constant, isZero)
	case op == task.OpEq:
		s.e.requireSum(prefix, terms, constant, notZero)
	case op == task.OpLt && want:
		s.e.requireSum(prefix, terms, constant, belowZero)
	case op == task.OpLe && want:
		s.e.requireSum(prefix, terms, constant, notAboveZero)
	case op == task.OpLe: // a > b
		s.e.requireSum(prefix, negated(terms), -constant, belowZero)
	default: // a ≥ b
		s.e.requireSum(prefix, negated(terms), -constant, notAboveZero)
	}
}

// addTerms takes factor·e apart and gives its constant part.
func (s *step) addTerms(e task.Expr, factor int64, terms *[]term) int64 {
	n := s.e.p.pool.Node(e)
	switch n.Op {
	case task.OpConst:
		return factor * n.N
	case task.OpAdd:
		var constant int64
		for _, a := range n.Args {
			constant += s.addTerms(a, factor, terms)
		}
		return constant
	case task.OpMul:
		if c, ok := s.e.p.pool.Value(n.Args[0]); ok {
			return s.addTerms(n.Args[1], factor*c, terms)
		}
	}
	t := term{}
	for _, k := range s.possible(e) {
		t.values = append(t.values, factor*k)
		t.lits = append(t.lits, s.valueLit(e, k))
	}
	if factor < 0 {
		slices.Reverse(t.values)
		slices.Reverse(t.lits)
	}
	*terms = append(*terms, t)
	return 0
}

func negated(terms []term) []term {
	out := make([]term, len(terms))
	for i, t := range terms {
		for k := range t.values {
			last := len(t.values) - 1 - k
			out[i].values = append(out[i].values, -t.values[last])
			out[i].lits = append(out[i].lits, t.lits[last])
		}
	}
	return out
}

// requireSum makes constant + Σ terms be as asked, unless a literal of prefix is true.
func (e *encoder) requireSum(prefix []lit, terms []term, constant int64, ask relationTo) {
	terms = slices.DeleteFunc(slices.Clone(terms), func(t term) bool { return len(t.values) == 0 })
	if e.linearSum(prefix, terms, constant, ask) {
		return
	}
	if c, ok := cardinalityOf(terms, constant); ok && e.requireFew(prefix, c, ask) {
		return
	}
	lo, hi := make([]int64, len(terms)+1), make([]int64, len(terms)+1) // what the terms from i on add
	for i := len(terms) - 1; i >= 0; i-- {
		l, h := terms[i].bounds()
		lo[i], hi[i] = lo[i+1]+l, hi[i+1]+h
	}
	if all, none := ask.decide(constant+lo[0], constant+hi[0]); all || none {
		if none {
			e.f.clause(prefix...)
		}
		return
	}
	sums := map[int64]lit{constant: litTrue}
	work := 0
	for i, t := range terms {
		next := map[int64]lit{}
		for _, sum := range sortedKeys(sums) {
			if work += len(t.values); work > maxExpansion {
				e.f.err = errSum
				return
			}
			e.addTerm(prefix, sums[sum], sum, t, next, func(x int64) (bool, bool) { return ask.decide(x+lo[i+1], x+hi[i+1]) })
		}
		sums = next
	}
}

// addTerm adds the values of a term to one sum. The values that decide against what is asked are excluded, those that
// leave it open lead to the sums in next.
func (e *encoder) addTerm(prefix []lit, here lit, sum int64, t term, next map[int64]lit, decide func(int64) (all, none bool)) {
	var in, out []lit
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
			next[sum+x] = e.f.newVar()
		}
		e.f.clause(-here, -t.lits[k], next[sum+x])
	}
	e.choose(extend(prefix, -here), in, out)
}
