package breadthfirst

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends/search/packed"
)

// TestHashedAgainstMap fills a table far enough for every segment to grow, with states of several widths.
func TestHashedAgainstMap(t *testing.T) {
	for _, widths := range [][]uint{{3}, {12, 9}, {63}, {64}, {60, 20}, {64, 1, 30, 33}} {
		for _, parts := range []uint64{1, 4} {
			t.Run(fmt.Sprint(widths, parts), func(t *testing.T) {
				l := &packed.Layout{Words: len(widths)}
				for w, n := range widths {
					l.Fields = append(l.Fields, packed.Field{Word: w, Bits: n, Mask: ^uint64(0) >> (64 - n)})
				}
				h := newHashSet(l)
				require.LessOrEqual(t, h.size, 8*l.Words)
				seen := map[[4]uint64]bool{}
				seed := uint64(7)
				for range 60 {
					var states []uint64
					for range 1000 {
						seed = seed*6364136223846793005 + 1442695040888963407
						for w := range widths {
							states = append(states, (seed>>40)*uint64(w+1)*0x100000001b3%8191*0x9e3779b97f4a7c15&l.Fields[w].Mask)
						}
					}
					at, fresh := make([]uint64, 1000), make([]bool, 1000)
					h.locate(states, at)
					for part := range parts {
						h.mark(states, at, fresh, part, parts)
					}
					for i := range at {
						var st [4]uint64
						copy(st[:], states[i*l.Words:(i+1)*l.Words])
						require.Equal(t, !seen[st], fresh[i], st)
						seen[st] = true
					}
					h.settle()
				}
				states, at := h.List(0, h.Count(), nil, nil)
				require.Len(t, at, len(seen))
				require.IsIncreasing(t, at)
				back := make([]uint64, len(at))
				h.Number(states, back)
				require.Equal(t, at, back)
				for i := range at {
					var st [4]uint64
					copy(st[:], states[i*l.Words:(i+1)*l.Words])
					require.True(t, seen[st])
				}
				other := make([]uint64, l.Words)
				for w := range other {
					other[w] = l.Fields[w].Mask
				}
				var last [4]uint64
				copy(last[:], other)
				if h.Number(other, back[:1]); !seen[last] {
					require.Equal(t, noPlace, back[0])
				}
			})
		}
	}
}
