package puzzle_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search"
	"github.com/pzc-lang/pzc/backends/search/searchtree"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// TestSearchTrees: the plain algorithms expand as many states as the fast ones, and find plans of the same cost.
func TestSearchTrees(t *testing.T) {
	for _, tt := range []struct{ model, instance, heuristic string }{
		{"wolf_goat_cabbage", "", "waiting"},
		{"hanoi", "", "misplaced"},
		{"hanoi", "line4", "misplaced"},
		{"jugs", "", "goalcount"},
		{"jugs", "litres", "goalcount"},
		{"jugs", "thirds", "goalcount"},
		{"missionaries", "", "trips"},
		{"bridge", "", "slowest_here"},
		{"taquin", "small", "manhattan"},
		{"pancakes", "four", "gaps"},
		{"husbands", "two", "trips"},
		{"lights_out", "two", "fifths"},
	} {
		for _, algorithm := range searchtree.Algorithms() {
			t.Run(tt.model+" "+tt.instance+" "+algorithm, func(t *testing.T) {
				lib, ok := puzzle.Library(tt.model)
				require.True(t, ok)
				p, diags, err := puzzle.LoadFile(lib.File)
				require.NoError(t, err)
				require.NoError(t, diags.Err())
				z, diags := p.Instantiate(puzzle.Data{Instance: tt.instance})
				require.NoError(t, diags.Err())
				require.NoError(t, z.Ground(t.Context()).Err())
				tree, err := z.SearchTree(t.Context(), algorithm, tt.heuristic, 1<<20)
				require.NoError(t, err)
				require.Empty(t, tree.Cut)
				task := *z.Task()
				task.Facts.Unsolvable = "" // else nothing is searched
				o := backends.Options{Algorithm: algorithm, NoPrune: true, NoSymmetry: true, Threads: 1}
				if tree.Heuristic != "blind" {
					o.Heuristic = tree.Heuristic
				}
				r, err := search.Backend{General: true}.Solve(t.Context(), &task, o)
				require.NoError(t, err)
				assert.Equal(t, int(r.Stats.Expanded), tree.Expanded)
				require.Equal(t, len(r.Plans) > 0, tree.Found >= 0)
				if tree.Found >= 0 {
					assert.Equal(t, r.Plans[0].Cost, tree.Nodes[tree.Found].G)
				}
			})
		}
	}
}
