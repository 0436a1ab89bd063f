package sat

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// A sum is as asked exactly if it is: equal to 0 or not, below it or not above it, as few that are true, as a diagram, digit by digit, or as a
// linear constraint, of variables and of conjunctions.
func TestSumsAreAsAsked(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 13))
		c := newCircuit()
		e := &encoder{p: &problem{lim: defaultLimits()}, f: c.f}
		if seed%3 == 0 {
			e.p.lim.diagram = 0
		}
		unless := c.f.newVar()
		linearly := seed%3 == 1
		if linearly {
			clauses := &encoder{p: &problem{lim: defaultLimits()}, f: newFormula(context.Background(), c.s, options{})}
			c.f.linear = clauses.requireLinear
		}
		count := seed%2 == 0 // all terms are 0 or the same
		step := 1 + int64(r.IntN(2))
		var terms []term
		for range 1 + r.IntN(4) {
			n := 2
			if !count {
				n = 1 + r.IntN(3)
			}
			var m term
			least := int64(r.IntN(5) - 3)
			for k := range int64(n) {
				l := c.f.newVar()
				if linearly && r.IntN(2) == 0 {
					l = c.f.meet(l, c.f.newVar())
				}
				m.lits = append(m.lits, l)
				if count {
					m.values = append(m.values, least+k*step)
				} else {
					m.values = append(m.values, least+k*k+k)
				}
			}
			if n == 2 {
				c.f.clause(m.lits...)
				c.f.clause(-m.lits[0], -m.lits[1])
			}
			terms = append(terms, m)
		}
		ask := relationTo(seed / 2 % 4)
		constant := int64(r.IntN(9) - 4)
		e.requireSum([]lit{unless}, terms, constant, ask)
		require.NoError(t, c.f.failure())
		var each func(i int, sum int64, given []lit)
		is := func(l lit, holds bool) []lit {
			parts := []lit{l}
			if isMeet(l) {
				parts = slices.Clone(c.f.parts(l))
			}
			if !holds {
				parts[0] = -parts[0]
			}
			return parts
		}
		each = func(i int, sum int64, given []lit) {
			if i < len(terms) {
				for k, l := range terms[i].lits {
					now := slices.Clone(given)
					for _, other := range terms[i].lits {
						if other != l {
							now = append(now, is(other, false)...)
						}
					}
					each(i+1, sum+terms[i].values[k], append(now, is(l, true)...))
				}
				return
			}
			holds := map[relationTo]bool{isZero: sum == 0, notZero: sum != 0, belowZero: sum < 0, notAboveZero: sum <= 0}[ask]
			require.Equal(t, satisfiable, c.s.solve(context.Background(), append(given, unless)...), "seed %d", seed)
			require.Equal(t, holds, c.s.solve(context.Background(), append(given, -unless)...) == satisfiable, "seed %d: %d + %v, asked %d: %d", seed, constant, terms, ask, sum)
		}
		each(0, constant, nil)
	}
}
