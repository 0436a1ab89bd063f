package breadthfirst

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/compiler/task/tasktest"
)

// TestRanks checks that the ranks of all arrangements are different and without gaps, counted and looked up, and that
// unranking leads back.
func TestRanks(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		b := searchtest.NewBuilder("ranks")
		want := 1
		var groups [][]int
		for g := range rapid.IntRange(1, 2).Draw(rt, "arrays") {
			if rapid.Bool().Draw(rt, "between") {
				b.Variable("between", 0, 0, 1, 2)
				want *= 3
			}
			values := rapid.SampledFrom([][]int64{
				searchtest.Span(3), searchtest.Span(4), searchtest.Span(5),
				{-1, 2, 3, 7},
			}).Draw(rt, "values")
			n := rapid.IntRange(2, min(len(values), 5-2*g)).Draw(rt, "elements")
			var elems []task.Expr
			var vars []int
			for i := range n {
				vars = append(vars, len(b.Vars))
				elems = append(elems, b.Variable("x", values[i], values...))
				want *= len(values) - i
			}
			groups = append(groups, vars)
			b.Arrays = append(b.Arrays, task.Array{Name: fmt.Sprint(g), Elems: elems, Distinct: true})
		}
		b.Finish()
		l := packed.NewLayout(b.Vars)
		k, ok := newRanker(l, b.Arrays, b.Pool)
		require.True(rt, ok)
		require.EqualValues(rt, want, k.ranks)
		seen := make([]bool, want)
		var domains [][]int64
		for _, x := range b.Vars {
			domains = append(domains, x.Values)
		}
		tasktest.EachState(domains, nil, func(st []int64) {
			packedState := make([]uint64, l.Words)
			require.True(rt, l.Pack(st, packedState))
			for _, g := range groups {
				used := map[int64]bool{}
				for _, v := range g {
					if used[st[v]] {
						return
					}
					used[st[v]] = true
				}
			}
			rank := k.of(packedState)
			require.Less(rt, rank, k.ranks)
			require.False(rt, seen[rank])
			seen[rank] = true
		})
		require.NotContains(rt, seen, false)
		set := newBitSet(k.ranks, k)
		var at []uint64
		for rank := range k.ranks {
			if rapid.IntRange(0, 2).Draw(rt, "in") > 0 {
				set.bits[rank/64] |= 1 << (rank % 64)
				at = append(at, rank)
			}
		}
		states, numbers := set.List(0, set.Count(), nil, nil)
		require.Equal(rt, at, numbers)
		back := make([]uint64, len(numbers))
		set.Number(states, back)
		require.Equal(rt, at, back)
	})
}
