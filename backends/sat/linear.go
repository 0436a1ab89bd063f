package sat

import (
	"cmp"
	"slices"
)

// Pseudo-Boolean solvers take at most one, exactly one and sums as they are: as one linear constraint each, without the variables and
// clauses that say them in conjunctive normal form.

// linear says that a sum of multiples of literals is so large at least, or exactly so large.
type linear struct {
	terms []multiple
	least int64
	equal bool
}

// multiple is a factor and a literal, which counts as 1 if it is true.
type multiple struct {
	factor int64
	lit    lit
}

func (c *linear) add(factor int64, l lit) { c.terms = append(c.terms, multiple{factor, l}) }

// bounds are the least and the most that the sum can be.
func (c *linear) bounds() (lo, hi int64) {
	for _, m := range c.terms {
		lo += min(0, m.factor)
		hi += max(0, m.factor)
	}
	return lo, hi
}

// opposite is the same with all signs changed: at most where it was at least.
func (c *linear) opposite() *linear {
	out := &linear{least: -c.least}
	for _, m := range c.terms {
		out.add(-m.factor, m.lit)
	}
	return out
}

// sum adds a linear constraint, unless a literal of unless is true.
func (f *formula) sum(c *linear, unless []lit) {
	c = f.atoms(c).merged()
	possible := c.divide()
	lo, hi := c.bounds()
	switch {
	case slices.Contains(unless, litTrue):
		return
	case !possible, hi < c.least, c.equal && lo > c.least:
		f.clause(unless...)
		return
	case c.equal && lo == hi, !c.equal && lo >= c.least:
		return
	case c.equal && len(unless) > 0:
		f.sum(&linear{terms: c.terms, least: c.least}, unless)
		f.sum(c.opposite(), unless)
		return
	}
	for _, l := range unless {
		if l != litFalse {
			c.add(c.least-lo, f.atom(l, positive))
		}
	}
	c = c.merged()
	if lo, _ := c.bounds(); f.err != nil || !c.equal && lo >= c.least {
		return
	}
	if f.clauses++; f.clauses%1024 == 0 {
		f.check()
	}
	f.linear(c)
}

// atoms is a constraint over variables and their negations alone, neither constants nor conjunctions.
func (f *formula) atoms(c *linear) *linear {
	out := &linear{least: c.least, equal: c.equal}
	for _, m := range c.terms {
		need := positive
		switch {
		case c.equal:
			need = both
		case m.factor < 0:
			need = negative
		}
		switch m.lit {
		case litTrue:
			out.least -= m.factor
		case litFalse:
		default:
			out.add(m.factor, f.atom(m.lit, need))
		}
	}
	return out
}

// merged is a constraint in which each variable stands once, and no negation.
func (c *linear) merged() *linear {
	out := &linear{least: c.least, equal: c.equal}
	terms := slices.Clone(c.terms)
	for i, m := range terms {
		if m.lit < 0 {
			out.least -= m.factor
			terms[i] = multiple{-m.factor, -m.lit}
		}
	}
	slices.SortFunc(terms, func(a, b multiple) int { return cmp.Compare(a.lit, b.lit) })
	for _, m := range terms {
		if last := len(out.terms) - 1; last >= 0 && out.terms[last].lit == m.lit {
			out.terms[last].factor += m.factor
		} else {
			out.terms = append(out.terms, m)
		}
	}
	out.terms = slices.DeleteFunc(out.terms, func(m multiple) bool { return m.factor == 0 })
	return out
}

// divide makes factors small, by what divides them all; false if no sum of such factors can be what it must be. Solvers do the same, and not all
// of them look at the remainder: clasp 3.3 takes 3x + 3y = 4 for x + y = 1.
func (c *linear) divide() (possible bool) {
	var all int64
	for _, m := range c.terms {
		for a, b := all, m.factor; ; a, b = b, a%b {
			if b == 0 {
				all = max(a, -a)
				break
			}
		}
	}
	if all <= 1 {
		return true
	}
	for i := range c.terms {
		c.terms[i].factor /= all
	}
	least := c.least / all
	if c.least > least*all { // rounded up
		least++
	}
	possible = !c.equal || least*all == c.least
	c.least = least
	return possible
}

// atMostOneOf is the constraint that at most one literal is true, or with equal exactly one.
func atMostOneOf(lits []lit, equal bool) *linear {
	c := &linear{least: -1}
	for _, l := range lits {
		c.add(-1, l)
	}
	if equal {
		c = c.opposite()
		c.equal = true
	}
	return c
}
