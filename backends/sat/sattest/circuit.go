package sattest

import (
	"context"
	"maps"
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/solver"
)

// Circuit is a formula with its solver. Numbers of the formula are set by assumptions.
type Circuit struct {
	F *cnf.Formula
	S *solver.Solver
}

// NewCircuit returns an empty formula.
func NewCircuit() Circuit {
	s := solver.New()
	return Circuit{cnf.New(context.Background(), s, cnf.Options{}), s}
}

// Value returns the value of a number in the model.
func (c Circuit) Value(w cnf.Word) int64 {
	out := w.Base
	for i, l := range w.Digits {
		out += Truth(c.S.Value(l)) << i
	}
	return out
}

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
