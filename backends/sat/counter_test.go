package sat

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/encode"
	"github.com/pzc-lang/pzc/backends/technique"
)

// parted draws clauses of several parts, which few clauses join.
func parted(t *rapid.T, parts, size int) (clauses [][]cnf.Lit) {
	literal := func(from, n int) cnf.Lit {
		l := cnf.Lit(from + rapid.IntRange(1, n).Draw(t, "variable"))
		if rapid.Bool().Draw(t, "negated") {
			return -l
		}
		return l
	}
	draw := func(most, from, n int) {
		for range rapid.IntRange(0, most).Draw(t, "clauses") {
			var c []cnf.Lit
			for range rapid.IntRange(1, 4).Draw(t, "length") {
				c = append(c, literal(from, n))
			}
			clauses = append(clauses, c)
		}
	}
	for part := range parts {
		draw(4*size, part*size, size)
	}
	draw(3, 0, parts*size)
	return clauses
}

func satisfies(clauses [][]cnf.Lit, model int) bool {
	for _, c := range clauses {
		some := false
		for _, l := range c {
			some = some || l > 0 == (model>>(max(l, -l)-1)&1 == 1)
		}
		if !some {
			return false
		}
	}
	return true
}

// TestCounting compares counting with going through all assignments.
func TestCounting(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		parts, size := rapid.IntRange(1, 3).Draw(rt, "parts"), rapid.IntRange(2, 4).Draw(rt, "size")
		vars := parts * size
		clauses := parted(rt, parts, size)
		chosen := rapid.IntRange(1, vars).Draw(rt, "chosen")
		var choices []encode.Choice
		for v := range cnf.Lit(chosen) {
			choices = append(choices, encode.Choice{v + 1, -v - 1})
		}
		want := map[int]bool{}
		for model := range 1 << vars {
			if satisfies(clauses, model) {
				want[model&(1<<chosen-1)] = true
			}
		}

		without := rapid.SampledFrom([]technique.Set{nil, {technique.Components.Name()}}).Draw(rt, "without")
		c := newCounter(context.Background(), vars, clauses, choices, counterOptions{memory: 1 << 20, without: without})
		c.vain = rapid.SampledFrom([]int{0, longInVain}).Draw(rt, "in vain")
		n, whole := c.count(0)
		require.True(rt, whole)
		require.Equal(rt, int64(len(want)), n.Int64())

		listed := 0
		if l := (&lister{counter: newCounter(context.Background(), vars, clauses, choices, counterOptions{})}); !l.refuted {
			l.visit = func() bool { listed++; return false }
			l.list()
		}
		require.Len(rt, want, listed)
	})
}
