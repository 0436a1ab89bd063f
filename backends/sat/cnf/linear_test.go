package cnf

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A linear constraint over literals that may be constants, conjunctions, or the same twice, admits exactly what it
// says.
func TestLinear(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		rec := NewRecorder()
		f := New(context.Background(), rec, Options{Linear: rec.Linear})
		const n = 4
		known := []Lit{True, False}
		for range n {
			x := f.NewVar()
			known = append(known, x, -x)
		}
		both := f.Conjunction(known[2], known[4])
		known = append(known, both, -both)
		some := rapid.SliceOfN(rapid.SampledFrom(known), 0, 5)
		c := &Linear{Least: rapid.Int64Range(-4, 4).Draw(rt, "least"), Equal: rapid.Bool().Draw(rt, "equal")}
		for _, l := range some.Draw(rt, "literals") {
			c.Add(rapid.Int64Range(-3, 3).Draw(rt, "factor"), l)
		}
		unless := some.Draw(rt, "unless")
		f.Require(c, unless)
		for truth := range 1 << n {
			is := func(l Lit) bool {
				return f.Holds(l, func(x Lit) bool { return (truth>>(max(x, -x)-1)&1 == 1) == (x > 0) })
			}
			sum, want := int64(0), false
			for _, m := range c.Terms {
				if is(m.Lit) {
					sum += m.Factor
				}
			}
			for _, l := range unless {
				want = want || is(l)
			}
			want = want || sum == c.Least || sum > c.Least && !c.Equal
			require.Equal(rt, want, admits(rec, n, truth), "%v unless %v at %04b", c, unless, truth)
		}
	})
}

// admits tells whether the constraints can be met where the first n variables have these values.
func admits(r *Recorder, n, truth int) bool {
	for more := range 1 << (len(r.Labels) - n) {
		is := func(l Lit) bool { return ((truth|more<<n)>>(max(l, -l)-1)&1 == 1) == (l > 0) }
		all := true
		for i := range r.Groups {
			r.Groups[i].Each(func(clause []Lit) {
				some := false
				for _, l := range clause {
					some = some || is(l)
				}
				all = all && some
			})
			for _, c := range r.Groups[i].Linears {
				sum := int64(0)
				for _, m := range c.Terms {
					if is(m.Lit) {
						sum += m.Factor
					}
				}
				all = all && (sum == c.Least || sum > c.Least && !c.Equal)
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
	sum := func(least int64, equal bool, factors ...int64) *Linear {
		c := &Linear{Least: least, Equal: equal}
		for i, f := range factors {
			c.Add(f, Lit(i+1))
		}
		return c
	}
	for _, x := range []struct {
		has, want *Linear
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
