package cnf_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/backends/sat/solver"
)

// Numbers in binary are added, multiplied, compared and chosen from as numbers are, whatever their bases.
func TestCircuits(t *testing.T) {
	for _, bases := range [][2]int64{{0, 0}, {-3, 1}, {-9, -4}, {2, -2}, {5, 5}} {
		c := sattest.NewCircuit()
		f := c.F
		a, b := f.Free(bases[0], bases[0]+7), f.Free(bases[1], bases[1]+7)
		cond := f.NewVar()
		difference, sum := cnf.Columns{Base: 1}, cnf.Columns{}
		difference.Add(3, a)
		difference.Add(-5, b)
		sum.Add(1, a)
		sum.Add(1, b)
		results := map[string]cnf.Word{
			"3a - 5b + 1": f.Total(&difference, cnf.Unbounded), "a + b": f.Total(&sum, a.Most()+b.Most()),
			"a·b": f.Product(a, b, cnf.Unbounded),
			"|a|": f.Absolute(a), "choice": f.Either(cond, a, b), "raised": f.Raised(a, a.Base-11),
			"a < b": {Digits: []cnf.Lit{f.Less(a, b)}}, "a = 4": {Digits: []cnf.Lit{f.Atom(f.Is(a, 4), cnf.Both)}},
		}
		for x := a.Base; x <= a.Most(); x++ {
			for y := b.Base; y <= b.Most(); y++ {
				one, _ := given(a, x)
				other, _ := given(b, y)
				require.Equal(t, solver.Satisfiable,
					c.S.Solve(context.Background(), append(append(one, other...), cond)...))
				for name, want := range map[string]int64{
					"3a - 5b + 1": 3*x - 5*y + 1, "a + b": x + y, "a·b": x * y, "|a|": max(x, -x), "choice": x,
					"raised": x,
					"a < b":  sattest.Truth(x < y), "a = 4": sattest.Truth(x == 4),
				} {
					require.Equal(t, want, c.Value(results[name]), "%s for %d and %d", name, x, y)
				}
			}
		}
	}
}

// Demands on numbers in binary admit exactly what they say, and nothing where they do not hold.
func TestDemandsOnCircuits(t *testing.T) {
	for name, d := range map[string]struct {
		demand func(f *cnf.Formula, prefix []cnf.Lit, a, b cnf.Word)
		holds  func(x, y int64) bool
	}{
		"same": {
			func(f *cnf.Formula, p []cnf.Lit, a, b cnf.Word) { f.Same(p, a, b) },
			func(x, y int64) bool { return x == y },
		},
		"different": {
			func(f *cnf.Formula, p []cnf.Lit, a, b cnf.Word) { f.Different(p, a, b) },
			func(x, y int64) bool { return x != y },
		},
		"less": {
			func(f *cnf.Formula, p []cnf.Lit, a, b cnf.Word) { f.Ascending(p, a, b, true) },
			func(x, y int64) bool { return x < y },
		},
		"at most": {
			func(f *cnf.Formula, p []cnf.Lit, a, b cnf.Word) { f.Ascending(p, a, b, false) },
			func(x, y int64) bool { return x <= y },
		},
	} {
		for _, width := range []int64{0, 3, 7} { // also numbers without digits, and of different sizes
			c := sattest.NewCircuit()
			unless := c.F.NewVar()
			a, b := c.F.Free(-2, 5), c.F.Free(1, 1+width)
			d.demand(c.F, []cnf.Lit{unless}, a, b)
			for x := a.Base; x <= a.Most(); x++ {
				for y := b.Base; y <= b.Most(); y++ {
					one, _ := given(a, x)
					other, _ := given(b, y)
					all := append(one, other...)
					require.Equal(t, d.holds(x, y),
						c.S.Solve(context.Background(), append(all, -unless)...) == solver.Satisfiable, "%s: %d, %d",
						name, x, y)
					require.Equal(t, solver.Satisfiable, c.S.Solve(context.Background(), append(all, unless)...),
						"%s: %d, %d", name, x, y)
				}
			}
		}
	}
}

// given lists the assumptions that set a number to a value. ok is false if the number cannot have it.
func given(w cnf.Word, value int64) (assumed []cnf.Lit, ok bool) {
	for i, l := range w.Digits {
		if (value-w.Base)>>i&1 == 0 {
			l = -l
		}
		if l == cnf.False {
			return nil, false
		}
		if l != cnf.True {
			assumed = append(assumed, l)
		}
	}
	return assumed, value >= w.Base && value <= w.Most()
}
