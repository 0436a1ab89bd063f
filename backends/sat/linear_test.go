package sat

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A linear constraint over literals that may be constants, conjunctions, or the same twice, admits exactly what it says.
func TestLinear(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		rec := newRecorder()
		f := newFormula(context.Background(), rec, options{linear: rec.linear})
		const n = 4
		known := []lit{litTrue, litFalse}
		for range n {
			x := f.newVar()
			known = append(known, x, -x)
		}
		both := f.meet(known[2], known[4])
		known = append(known, both, -both)
		some := rapid.SliceOfN(rapid.SampledFrom(known), 0, 5)
		c := &linear{least: rapid.Int64Range(-4, 4).Draw(rt, "least"), equal: rapid.Bool().Draw(rt, "equal")}
		for _, l := range some.Draw(rt, "literals") {
			c.add(rapid.Int64Range(-3, 3).Draw(rt, "factor"), l)
		}
		unless := some.Draw(rt, "unless")
		f.sum(c, unless)
		for truth := range 1 << n {
			is := func(l lit) bool {
				return f.holds(l, func(x lit) bool { return (truth>>(max(x, -x)-1)&1 == 1) == (x > 0) })
			}
			sum, want := int64(0), false
			for _, m := range c.terms {
				if is(m.lit) {
					sum += m.factor
				}
			}
			for _, l := range unless {
				want = want || is(l)
			}
			want = want || sum == c.least || sum > c.least && !c.equal
			require.Equal(rt, want, admits(rec, n, truth), "%v unless %v at %04b", c, unless, truth)
		}
	})
}

// admits tells whether the constraints can be met where the first n variables have these values.
func admits(r *recorder, n, truth int) bool {
	for more := range 1 << (len(r.labels) - n) {
		is := func(l lit) bool { return ((truth|more<<n)>>(max(l, -l)-1)&1 == 1) == (l > 0) }
		all := true
		for i := range r.groups {
			r.groups[i].each(func(clause []lit) {
				some := false
				for _, l := range clause {
					some = some || is(l)
				}
				all = all && some
			})
			for _, c := range r.groups[i].linears {
				sum := int64(0)
				for _, m := range c.terms {
					if is(m.lit) {
						sum += m.factor
					}
				}
				all = all && (sum == c.least || sum > c.least && !c.equal)
			}
		}
		if all {
			return true
		}
	}
	return false
}

// A divisor of all factors is taken out, and what is left over decides.
func TestDivide(t *testing.T) {
	sum := func(least int64, equal bool, factors ...int64) *linear {
		c := &linear{least: least, equal: equal}
		for i, f := range factors {
			c.add(f, lit(i+1))
		}
		return c
	}
	for _, x := range []struct {
		has, want *linear
		possible  bool
	}{
		{sum(6, true, 3, -9), sum(2, true, 1, -3), true},
		{sum(4, true, 3, 3), nil, false},
		{sum(4, false, 3, 3), sum(2, false, 1, 1), true},
		{sum(-4, false, 3, -3), sum(-1, false, 1, -1), true},
		{sum(5, true, 2, 3), sum(5, true, 2, 3), true},
		{sum(4, false, -6), sum(1, false, -1), true},
		{sum(1, false), sum(1, false), true},
	} {
		require.Equal(t, x.possible, x.has.divide())
		if x.possible {
			require.Equal(t, x.want, x.has)
		}
	}
}
