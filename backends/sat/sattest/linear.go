package sattest

import (
	"maps"
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
)

// RequireLinear writes a linear constraint in clauses. Each partial sum that is possible has a literal.
func RequireLinear(f *cnf.Formula, c *cnf.Linear) {
	sums := map[int64]cnf.Lit{0: cnf.True}
	for _, m := range c.Terms {
		next := map[int64]cnf.Lit{}
		for _, sum := range slices.Sorted(maps.Keys(sums)) {
			for _, term := range []struct {
				unless cnf.Lit
				value  int64
			}{{m.Lit, 0}, {-m.Lit, m.Factor}} {
				if _, known := next[sum+term.value]; !known {
					next[sum+term.value] = f.NewVar()
				}
				f.Clause(-sums[sum], term.unless, next[sum+term.value])
			}
		}
		sums = next
	}
	for _, sum := range slices.Sorted(maps.Keys(sums)) {
		if sum < c.Least || c.Equal && sum > c.Least {
			f.Clause(-sums[sum])
		}
	}
}
