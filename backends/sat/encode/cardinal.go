package encode

import (
	"math"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/technique"
)

// A sum whose terms are all 0 or the same number counts how many literals are true. If the count must be at most 0, 1,
// n − 1 or n of n literals, it needs no auxiliary variables, or AtMostOne writes it. For other counts the decision
// diagram of sums.go is the sequential counter (Sinz 2005).

// cardinality is a sum of the form constant + step·(number of true literals).
type cardinality struct {
	lits     []cnf.Lit
	constant int64
	step     int64
}

func cardinalityOf(terms []term, constant int64) (c cardinality, ok bool) {
	for _, t := range terms {
		switch {
		case len(t.values) == 1:
			constant += t.values[0]
			continue
		case len(t.values) != 2, c.step != 0 && t.values[1]-t.values[0] != c.step:
			return c, false
		}
		c.step = t.values[1] - t.values[0]
		constant += t.values[0]
		c.lits = append(c.lits, t.lits[1])
	}
	c.constant = constant
	return c, len(c.lits) > 1
}

// requireFew writes a cardinality without a decision diagram. It returns false if the count needs one.
func (e *Encoder) requireFew(prefix []cnf.Lit, c cardinality, ask relation) bool {
	n := int64(len(c.lits))
	most := int64(math.Floor(float64(-c.constant) / float64(c.step)))
	exact := -c.constant%c.step == 0
	switch {
	case ask == belowZero && exact:
		most--
	case ask == notZero, ask == isZero && !exact:
		return false // the diagram handles terms with one value
	}
	if easy := most <= 1 || most >= n-1; !easy || e.P.Without.Has(technique.Cardinal) {
		return false
	}
	e.atMost(prefix, c.lits, most)
	if ask == isZero {
		others := make([]cnf.Lit, n)
		for i, l := range c.lits {
			others[i] = -l
		}
		e.atMost(prefix, others, n-most)
	}
	return true
}

// atMost allows at most most of the literals to be true. most is negative, 0, 1, n − 1 or at least n for n literals.
func (e *Encoder) atMost(prefix, lits []cnf.Lit, most int64) {
	switch n := int64(len(lits)); {
	case most < 0:
		e.F.Clause(prefix...)
	case most == 0:
		for _, l := range lits {
			e.F.Clause(cnf.With(prefix, -l)...)
		}
	case most == n-1:
		clause := cnf.With(prefix)
		for _, l := range lits {
			clause = append(clause, -l)
		}
		e.F.Clause(clause...)
	case most == 1:
		e.F.AtMostOne(lits, prefix...)
	}
}
