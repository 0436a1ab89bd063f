package cnf

import (
	"cmp"
	"slices"
)

// Pseudo-Boolean solvers take linear constraints. At most one, exactly one and comparisons of sums are one constraint
// each, without the auxiliary variables and clauses of conjunctive normal form.

// Linear is a linear constraint: the sum of the terms is at least Least, or exactly Least if Equal is set.
type Linear struct {
	Terms []Multiple
	Least int64
	Equal bool
}

// Multiple is a term: Factor if the literal is true, otherwise 0.
type Multiple struct {
	Factor int64
	Lit    Lit
}

// Add adds a term.
func (c *Linear) Add(factor int64, l Lit) { c.Terms = append(c.Terms, Multiple{factor, l}) }

// bounds is the least and the greatest value of the sum.
func (c *Linear) bounds() (lo, hi int64) {
	for _, m := range c.Terms {
		lo += min(0, m.Factor)
		hi += max(0, m.Factor)
	}
	return lo, hi
}

// opposite returns the constraint with all signs changed: "at least" becomes "at most".
func (c *Linear) opposite() *Linear {
	out := &Linear{Least: -c.Least}
	for _, m := range c.Terms {
		out.Add(-m.Factor, m.Lit)
	}
	return out
}

// Require adds a linear constraint that holds unless a literal of unless is true.
func (f *Formula) Require(c *Linear, unless []Lit) {
	c = f.atoms(c).merged()
	possible := c.divide()
	lo, hi := c.bounds()
	switch {
	case slices.Contains(unless, True):
		return
	case !possible, hi < c.Least, c.Equal && lo > c.Least:
		f.Clause(unless...)
		return
	case c.Equal && lo == hi, !c.Equal && lo >= c.Least:
		return
	case c.Equal && len(unless) > 0:
		f.Require(&Linear{Terms: c.Terms, Least: c.Least}, unless)
		f.Require(c.opposite(), unless)
		return
	}
	for _, l := range unless {
		if l != False {
			c.Add(c.Least-lo, f.Atom(l, Positive))
		}
	}
	c = c.merged()
	if lo, _ := c.bounds(); f.err != nil || !c.Equal && lo >= c.Least {
		return
	}
	if f.clauses++; f.clauses%1024 == 0 {
		f.Check()
	}
	f.Linear(c)
}

// atoms returns the constraint without constants and conjunctions.
func (f *Formula) atoms(c *Linear) *Linear {
	out := &Linear{Least: c.Least, Equal: c.Equal}
	for _, m := range c.Terms {
		need := Positive
		switch {
		case c.Equal:
			need = Both
		case m.Factor < 0:
			need = Negative
		}
		switch m.Lit {
		case True:
			out.Least -= m.Factor
		case False:
		default:
			out.Add(m.Factor, f.Atom(m.Lit, need))
		}
	}
	return out
}

// merged returns the constraint with each variable in one term and without negations.
func (c *Linear) merged() *Linear {
	out := &Linear{Least: c.Least, Equal: c.Equal}
	terms := slices.Clone(c.Terms)
	for i, m := range terms {
		if m.Lit < 0 {
			out.Least -= m.Factor
			terms[i] = Multiple{-m.Factor, -m.Lit}
		}
	}
	slices.SortStableFunc(terms, func(a, b Multiple) int { return cmp.Compare(a.Lit, b.Lit) })
	for _, m := range terms {
		if last := len(out.Terms) - 1; last >= 0 && out.Terms[last].Lit == m.Lit {
			out.Terms[last].Factor += m.Factor
		} else {
			out.Terms = append(out.Terms, m)
		}
	}
	out.Terms = slices.DeleteFunc(out.Terms, func(m Multiple) bool { return m.Factor == 0 })
	return out
}

// divide divides the factors by their greatest common divisor. It returns false if the divisor shows that the
// constraint is infeasible. Solvers divide, too, but not all of them look at the remainder: clasp 3.3 takes 3x + 3y = 4
// for x + y = 1.
func (c *Linear) divide() (possible bool) {
	var all int64
	for _, m := range c.Terms {
		for a, b := all, m.Factor; ; a, b = b, a%b {
			if b == 0 {
				all = max(a, -a)
				break
			}
		}
	}
	if all <= 1 {
		return true
	}
	for i := range c.Terms {
		c.Terms[i].Factor /= all
	}
	least := c.Least / all
	if c.Least > least*all { // rounded up
		least++
	}
	possible = !c.Equal || least*all == c.Least
	c.Least = least
	return possible
}

// atMostOneOf returns the constraint that at most one literal is true, or exactly one if equal is set.
func atMostOneOf(lits []Lit, equal bool) *Linear {
	c := &Linear{Least: -1}
	for _, l := range lits {
		c.Add(-1, l)
	}
	if equal {
		c = c.opposite()
		c.Equal = true
	}
	return c
}
