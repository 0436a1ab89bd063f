package search_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
)

// TestFewestMoves: of the cheapest plans one with the fewest moves is found, where moves may cost nothing.
func TestFewestMoves(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		const nodes = 7
		edge := rapid.Custom(func(rt *rapid.T) [3]int64 {
			node := rapid.Int64Range(0, nodes-1)
			cost := rapid.SampledFrom([]int64{0, 0, 1, 2}).Draw(rt, "cost")
			return [3]int64{node.Draw(rt, "from"), node.Draw(rt, "to"), cost}
		})
		edges := rapid.SliceOfN(edge, 5, 25).Draw(rt, "edges")
		edges = append(edges, [3]int64{0, 1, 0}) // a move that costs nothing
		best := [nodes][2]int64{}                // by node: the least cost, and its fewest moves (Bellman, Ford)
		for n := range best {
			best[n] = [2]int64{1 << 40, 0}
		}
		best[0] = [2]int64{}
		for range edges {
			for _, e := range edges {
				cost, moves := best[e[0]][0]+e[2], best[e[0]][1]+1
				if to := &best[e[1]]; cost < to[0] || cost == to[0] && moves < to[1] {
					*to = [2]int64{cost, moves}
				}
			}
		}
		for _, name := range []string{"auto", "astar", "ucs", "bidirectional"} {
			r, err := search.Backend{}.Solve(t.Context(), searchtest.Roads(nodes, edges...), backends.Options{Algorithm: name})
			require.NoError(rt, err)
			if best[nodes-1][0] >= 1<<40 {
				assert.Equal(rt, backends.Unsolvable, r.Status, name)
				continue
			}
			assert.True(rt, r.Optimal, name)
			found := [2]int64{r.Plans[0].Cost, int64(len(r.Plans[0].Moves))}
			assert.Equal(rt, best[nodes-1], found, name)
		}
	})
}
