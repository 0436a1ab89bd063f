package encode

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/backends/sat/solver"
)

// A sum is as asked exactly if it is: equal to 0 or not, below it or not above it, or as few that are true. This holds
// as a diagram and as a linear constraint, of variables and of conjunctions.
func TestSumsAreAsAsked(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 13))
		s := solver.New()
		f := cnf.New(context.Background(), s, cnf.Options{})
		e := &Encoder{P: &reduced.Problem{Lim: reduced.DefaultLimits()}, F: f}
		unless := f.NewVar()
		linearly := seed%3 == 1
		if linearly {
			clauses := cnf.New(context.Background(), s, cnf.Options{})
			f.Linear = func(l *cnf.Linear) { sattest.RequireLinear(clauses, l) }
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
				l := f.NewVar()
				if linearly && r.IntN(2) == 0 {
					l = f.Conjunction(l, f.NewVar())
				}
				m.lits = append(m.lits, l)
				if count {
					m.values = append(m.values, least+k*step)
				} else {
					m.values = append(m.values, least+k*k+k)
				}
			}
			if n == 2 {
				f.Clause(m.lits...)
				f.Clause(-m.lits[0], -m.lits[1])
			}
			terms = append(terms, m)
		}
		ask := relation(seed / 2 % 4)
		constant := int64(r.IntN(9) - 4)
		e.requireSum([]cnf.Lit{unless}, terms, constant, ask)
		require.NoError(t, f.Err())
		var each func(i int, sum int64, given []cnf.Lit)
		is := func(l cnf.Lit, holds bool) []cnf.Lit {
			parts := []cnf.Lit{l}
			if cnf.IsConjunction(l) {
				parts = slices.Clone(f.Parts(l))
			}
			if !holds {
				parts[0] = -parts[0]
			}
			return parts
		}
		each = func(i int, sum int64, given []cnf.Lit) {
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
			holds := map[relation]bool{
				isZero: sum == 0, notZero: sum != 0, belowZero: sum < 0,
				notAboveZero: sum <= 0,
			}[ask]
			require.Equal(t, solver.Satisfiable, s.Solve(context.Background(), append(given, unless)...), "seed %d",
				seed)
			require.Equal(t, holds, s.Solve(context.Background(), append(given, -unless)...) == solver.Satisfiable,
				"seed %d: %d + %v, asked %d: %d", seed, constant, terms, ask, sum)
		}
		each(0, constant, nil)
	}
}
