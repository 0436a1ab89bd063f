package sat

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

// circuit is a formula whose numbers are given by assumptions.
type circuit struct {
	f *formula
	s *solver
}

func newCircuit() circuit {
	s := newSolver()
	return circuit{newFormula(context.Background(), s, options{}), s}
}

// given is the digits of a number as assumptions; false if it has no such value.
func given(w word, value int64) (assumed []lit, ok bool) {
	for i, l := range w.digits {
		if (value-w.base)>>i&1 == 0 {
			l = -l
		}
		if l == litFalse {
			return nil, false
		}
		if l != litTrue {
			assumed = append(assumed, l)
		}
	}
	return assumed, value >= w.base && value <= w.most()
}

// value is a number in the model.
func (c circuit) value(w word) int64 {
	out := w.base
	for i, l := range w.digits {
		out += boolInt(c.s.value(l)) << i
	}
	return out
}

// Numbers in binary are added, multiplied, compared and chosen from as numbers are, whatever their bases.
func TestCircuits(t *testing.T) {
	for _, bases := range [][2]int64{{0, 0}, {-3, 1}, {-9, -4}, {2, -2}, {5, 5}} {
		c := newCircuit()
		f := c.f
		a, b := f.free(bases[0], bases[0]+7), f.free(bases[1], bases[1]+7)
		cond := f.newVar()
		difference, sum := columns{base: 1}, columns{}
		difference.add(3, a)
		difference.add(-5, b)
		sum.add(1, a)
		sum.add(1, b)
		results := map[string]word{
			"3a - 5b + 1": f.total(&difference, unbounded), "a + b": f.total(&sum, a.most()+b.most()), "a·b": f.product(a, b, unbounded),
			"|a|": f.absolute(a), "choice": f.either(cond, a, b), "raised": f.raised(a, a.base-11),
			"a < b": {digits: []lit{f.less(a, b)}}, "a = 4": {digits: []lit{f.atom(f.is(a, 4), both)}},
		}
		for x := a.base; x <= a.most(); x++ {
			for y := b.base; y <= b.most(); y++ {
				one, _ := given(a, x)
				other, _ := given(b, y)
				require.Equal(t, satisfiable, c.s.solve(context.Background(), append(append(one, other...), cond)...))
				for name, want := range map[string]int64{
					"3a - 5b + 1": 3*x - 5*y + 1, "a + b": x + y, "a·b": x * y, "|a|": max(x, -x), "choice": x, "raised": x,
					"a < b": boolInt(x < y), "a = 4": boolInt(x == 4),
				} {
					require.Equal(t, want, c.value(results[name]), "%s for %d and %d", name, x, y)
				}
			}
		}
	}
}

// Demands on numbers in binary admit exactly what they say, and nothing where they do not hold.
func TestDemandsOnCircuits(t *testing.T) {
	for name, d := range map[string]struct {
		demand func(f *formula, prefix []lit, a, b word)
		holds  func(x, y int64) bool
	}{
		"same":      {func(f *formula, p []lit, a, b word) { f.same(p, a, b) }, func(x, y int64) bool { return x == y }},
		"different": {func(f *formula, p []lit, a, b word) { f.different(p, a, b) }, func(x, y int64) bool { return x != y }},
		"less":      {func(f *formula, p []lit, a, b word) { f.ascending(p, a, b, true) }, func(x, y int64) bool { return x < y }},
		"at most":   {func(f *formula, p []lit, a, b word) { f.ascending(p, a, b, false) }, func(x, y int64) bool { return x <= y }},
	} {
		for _, width := range []int64{0, 3, 7} { // also numbers without digits, and of different sizes
			c := newCircuit()
			unless := c.f.newVar()
			a, b := c.f.free(-2, 5), c.f.free(1, 1+width)
			d.demand(c.f, []lit{unless}, a, b)
			for x := a.base; x <= a.most(); x++ {
				for y := b.base; y <= b.most(); y++ {
					one, _ := given(a, x)
					other, _ := given(b, y)
					all := append(one, other...)
					require.Equal(t, d.holds(x, y), c.s.solve(context.Background(), append(all, -unless)...) == satisfiable, "%s: %d, %d", name, x, y)
					require.Equal(t, satisfiable, c.s.solve(context.Background(), append(all, unless)...), "%s: %d, %d", name, x, y)
				}
			}
		}
	}
}
