package explore

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// TestGrowthAgainstReference counts sequences one by one.
func TestGrowthAgainstReference(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomPlain(rt)
		var declared [][2]int32
		for range rapid.IntRange(0, 3).Draw(rt, "pairs") {
			a, b := rapid.IntRange(0, len(tk.Moves)-1).Draw(rt, "first"), rapid.IntRange(0, len(tk.Moves)-1).Draw(rt, "second")
			declared = append(declared, [2]int32{int32(a), int32(b)})
			tk.Prunings = []task.Pruning{{Name: "prune 1", Sequences: append(sequencesOf(tk), []int32{int32(a), int32(b)})}}
		}
		g, err := Grow(t.Context(), tk, 4, backends.Options{})
		require.NoError(rt, err)
		for _, c := range g.Columns[:min(2, len(g.Columns))] {
			if c.Without == withoutFound {
				continue
			}
			var counts [5]int64
			var walk func(st []int64, last, length int)
			walk = func(st []int64, last, length int) {
				if counts[length]++; length == 4 {
					return
				}
				for m := range tk.Moves {
					next, _, ok := tk.Apply(st, m)
					if ok && (c.Without == "" || !contains(declared, last, m)) {
						walk(next, m, length+1)
					}
				}
			}
			walk(tk.Init, -1, 0)
			for i, n := range c.Sequences {
				require.Equal(rt, counts[i], n.Int64(), "%q, %d moves", c.Without, i)
			}
		}
	})
}

func sequencesOf(tk *task.Task) [][]int32 {
	if len(tk.Prunings) == 0 {
		return nil
	}
	return tk.Prunings[0].Sequences
}

func contains(pairs [][2]int32, a, b int) bool {
	for _, p := range pairs {
		if int(p[0]) == a && int(p[1]) == b {
			return true
		}
	}
	return false
}

func TestGrowthWithinLimits(t *testing.T) {
	g, err := Grow(t.Context(), searchtest.Tiles(3, 3, 1, 2, 3, 4, 5, 6, 7, 8, 0), 40, backends.Options{Memory: 16 << 20})
	require.NoError(t, err)
	assert.Contains(t, g.Columns[0].Reason, "the memory limit of")
	assert.Greater(t, len(g.Columns[0].Sequences), 10)
	assert.Equal(t, "2", g.Columns[0].Sequences[1].String())
}
