package space

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/compiler/task"
)

// TestBlocks: the coarse space of blocks has the same states and moves as the puzzle, and no others.
func TestBlocks(t *testing.T) {
	made := 0
	rapid.Check(t, func(rt *rapid.T) {
		sp := New(t.Context(), searchtest.RandomBlocks(rt), false)
		words, roots := sp.Layout.Words, starts(rt, sp)
		c := NewBlocks(t.Context(), sp, roots)
		if c == nil {
			return
		}
		made++
		require.Len(rt, c.Roots, len(roots)/words)
		x, y, out := NewExpander(sp), NewExpander(c.Space), make([]uint64, words)
		seen := store.NewClosed(1)
		for i := range c.Roots {
			c.Fine(c.Roots[i], out)
			require.Equal(rt, roots[i*words:][:words], out)
			seen.Put(c.Roots[i : i+1])
		}
		for id := 0; id < seen.Len(); id++ {
			y.Expand(seen.State(uint32(id)))
			c.Fine(seen.State(uint32(id))[0], out)
			x.Expand(out)
			require.Len(rt, y.Kids, len(x.Kids))
			for k := range x.Kids {
				require.Equal(rt, x.Kids[k], y.Kids[k])
				c.Fine(y.State(k)[0], out)
				require.Equal(rt, x.State(k), out)
				seen.Put(y.State(k))
			}
		}
		fine := store.NewClosed(words)
		for id := range seen.Len() {
			c.Fine(seen.State(uint32(id))[0], out)
			_, fresh := fine.Put(out)
			require.True(rt, fresh)
		}
	})
	require.NotZero(t, made)
}

// TestBlocksOfCube: the stickers of a piece are a block, so pieces and twists are parts.
func TestBlocksOfCube(t *testing.T) {
	sp := New(t.Context(), searchtest.CubeOfStickers(true, 0, 1, 2), false)
	c := NewBlocks(t.Context(), sp, starts(t, sp))
	require.Len(t, c.parts, 2)
	require.Len(t, c.parts[0].states, 5040)
	require.Len(t, c.parts[1].states, 729)
	for name, tk := range map[string]*task.Task{
		"guards": searchtest.Tiles(2, 2, 1, 2, 3, 0), "no blocks": searchtest.Pancakes(3, 1, 2, 0),
		"a piece without a twist": searchtest.Turns(6, []int64{0, 0, 1, 2, 3, 4}, make([]int64, 6), []int{3, 2},
			[][]int{{0, 2, 4}, {1, 3, 5}}, [][]int{{0, 1}}),
	} {
		sp := New(t.Context(), tk, false)
		require.Nil(t, NewBlocks(t.Context(), sp, starts(t, sp)), name)
	}
}
