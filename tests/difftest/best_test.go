package difftest

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/semantics"
)

// TestBestAgrees: each backend finds the best value among all assignments that the semantics accepts, and with All
// exactly those that have it. What it says of the bound is true.
func TestBestAgrees(t *testing.T) {
	property(t, func(rt *rapid.T) {
		text := anyModel(rt, writeBest, 500)
		m := load(rt, text)
		if m == nil {
			return
		}
		p := newPuzzle(rt, text)
		s := exploreModel(rt, m, 1000)
		if p == nil || s == nil {
			return
		}
		var want []string
		var best int64
		judge := semantics.NewMachine(m)
		assignments(m, func(state []int64) {
			value, ok := judge.Objective(state)
			if !ok || s.x.CheckInitial(state) != nil || !s.x.Goal(state) {
				return
			}
			if len(want) == 0 || m.Objective.Better(value, best) {
				want, best = nil, value
			}
			if value == best {
				want = append(want, key(state))
			}
		})
		slices.Sort(want)
		sub := &subject{space: s, rt: rt, puzzle: p, least: s.best()}
		for _, name := range []string{"search", "sat", "constraint"} {
			a, err := sub.try(name, backends.Options{})
			if err != nil && name == "constraint" {
				continue // it does not know all operators
			}
			require.NoError(rt, err)
			require.Equal(rt, sub.status(), a.Status, "%s: %s", name, a.Reason)
			if len(want) > 0 {
				require.True(rt, a.Optimal, name)
				require.Equal(rt, best, a.Solutions[0].Cost, name)
				require.NotNil(rt, a.Bound, name)
				require.Equal(rt, best, *a.Bound, name)
				require.Contains(rt, want, key(a.Solutions[0].Start), name)
			}
			a = sub.solve(name, backends.Options{All: true})
			same(rt, want, solutions(rt, a), name)
			require.True(rt, a.Complete || want == nil, "%s", name)
			if name != "constraint" {
				sub.counted(len(want), name, backends.Options{})
			}
		}
	})
}
