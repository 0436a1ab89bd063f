package breadthfirst

import (
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestPages compares the pages, in memory and in a file, with a list of the states by depth. The successors of a
// state are random numbers.
func TestPages(t *testing.T) {
	folder := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.Uint64Range(1, 1<<17).Draw(rt, "n")
		memory := rapid.Int64Range(1<<13, 1<<16).Draw(rt, "memory")
		s, err := newPages(n, nil, memory, folder)
		require.NoError(rt, err)
		if s == nil {
			require.Greater(rt, int64(n/4)+4<<10, memory/4)
			return
		}
		defer s.close()
		require.LessOrEqual(rt, s.bytes(), memory+memory/8)
		seed := rapid.Uint64().Draw(rt, "seed")
		kids := func(i uint64) []uint64 {
			x := (i ^ seed) * 0x9E3779B97F4A7C15
			return []uint64{(x >> 20) % n, (x >> 7) % n, (i + 1) % n, min(n-1, i/2)}
		}
		seen, layer := make([]bool, n), []uint64{seed % n}
		seen[seed%n] = true
		s.layer(0)
		require.NoError(rt, s.mark(layer))
		for depth := 0; len(layer) > 0; depth++ {
			var next []uint64
			for _, i := range layer {
				for _, k := range kids(i) {
					if !seen[k] {
						seen[k] = true
						next = append(next, k)
					}
				}
			}
			s.layer(depth + 1)
			got := goOver(rt, s, depth, kids)
			slices.Sort(layer)
			require.Equal(rt, layer, got, "depth %d", depth)
			layer = next
		}
	})
	left, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Empty(t, left)
}

func goOver(t require.TestingT, s *pages, depth int, kids func(uint64) []uint64) (got []uint64) {
	for i := range s.count() {
		some, err := s.open(i, depth)
		require.NoError(t, err)
		for from := int64(0); some && from < s.each(); {
			end, _, at := s.take(i, depth, from, s.each(), 100, nil, nil)
			for _, a := range at {
				require.NoError(t, s.mark(kids(a)))
			}
			got, from = append(got, at...), end
		}
		require.NoError(t, s.shut(i, depth))
	}
	return got
}
