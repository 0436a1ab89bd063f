package encode

import (
	"math"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
)

// This file compares sums in binary. A term that is subtracted on one side is added on the other side.

// addend holds the properties of a term that determine the size of a decision diagram: the number of values, the
// distance of the outermost values, and the greatest common divisor of all differences.
type addend struct {
	count      int
	span, step int64
}

func addendOf(values []int64) addend {
	a := addend{count: len(values)}
	for i := 1; i < len(values); i++ {
		a.step = gcd(a.step, values[i]-values[i-1])
	}
	if a.count > 0 {
		a.span = values[a.count-1] - values[0]
	}
	return a
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// diagram returns an upper bound on the clauses of a decision diagram: for each term, the number of partial sums that
// are possible and still open, times the number of values.
func diagram(all []addend) int {
	var step, rest, span int64
	for _, a := range all {
		step, rest = gcd(step, a.step), rest+a.span
	}
	size, sums := 0.0, 1.0
	for _, a := range all {
		size += sums * float64(a.count)
		span, rest = span+a.span, rest-a.span
		sums = min(sums*float64(a.count), float64(min(span, rest)/max(step, 1)+1))
	}
	return int(min(size, math.MaxInt32))
}

// diagramOf is diagram for parts that are not written yet.
func (s *Step) diagramOf(parts []summand) int {
	var all []addend
	for _, p := range parts {
		a := addendOf(s.possible(p.e))
		factor := max(p.factor, -p.factor)
		a.span, a.step = a.span*factor, a.step*factor
		all = append(all, a)
	}
	return diagram(all)
}

// compareWords makes constant + Σ parts satisfy a relation, unless a literal of prefix is true.
func (s *Step) compareWords(prefix []cnf.Lit, parts []summand, constant int64, ask relation) {
	size := math.Abs(float64(constant))
	for _, p := range parts {
		n := s.e.P.Pool.Node(p.e)
		size += math.Abs(float64(p.factor)) * max(math.Abs(float64(n.Lo)), math.Abs(float64(n.Hi)))
	}
	if size >= 1<<cnf.Widest {
		s.tooLarge("a sum")
		return
	}
	all := make([]multipleWord, len(parts))
	for i, p := range parts {
		all[i] = multipleWord{p.factor, s.word(p.e)}
	}
	s.e.requireWords(prefix, all, constant, ask)
}

// multipleWord is a multiple of a number in binary.
type multipleWord struct {
	factor int64
	w      cnf.Word
}

// requireWords makes constant + Σ all satisfy a relation, unless a literal of prefix is true.
func (e *Encoder) requireWords(prefix []cnf.Lit, all []multipleWord, constant int64, ask relation) {
	if e.F.Err() != nil || e.linearWords(prefix, all, constant, ask) {
		return
	}
	left, right := cnf.Columns{Base: max(constant, 0)}, cnf.Columns{Base: max(-constant, 0)}
	for _, m := range all {
		if m.factor > 0 {
			left.Add(m.factor, m.w)
		} else {
			right.Add(-m.factor, m.w)
		}
	}
	a, b := e.F.Total(&left, cnf.Unbounded), e.F.Total(&right, cnf.Unbounded)
	switch ask {
	case isZero:
		e.F.Same(prefix, a, b)
	case notZero:
		e.F.Different(prefix, a, b)
	default:
		e.F.Ascending(prefix, a, b, ask == belowZero)
	}
}

// linearWords is linearSum for numbers in binary.
func (e *Encoder) linearWords(prefix []cnf.Lit, all []multipleWord, constant int64, ask relation) bool {
	if e.F.Linear == nil || ask == notZero {
		return false
	}
	c := &cnf.Linear{Least: constant, Equal: ask == isZero} // −Σ ≥ constant
	if ask == belowZero {
		c.Least++
	}
	size := int64(0)
	for _, m := range all {
		c.Least += m.factor * m.w.Base
		for i, l := range m.w.Digits {
			if size += max(m.factor, -m.factor) << i; size > maxFactor {
				return false
			}
			c.Add(-m.factor<<i, l)
		}
	}
	e.F.Require(c, prefix)
	return true
}
