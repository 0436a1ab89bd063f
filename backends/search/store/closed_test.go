package store

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestClosedAgainstMap(t *testing.T) {
	for _, words := range []int{1, 3} {
		t.Run(fmt.Sprint(words), func(t *testing.T) {
			c := NewClosed(words)
			seen := map[[3]uint64]uint32{}
			seed := uint64(7)
			for i := range 40_000 {
				var st [3]uint64
				for w := range words {
					seed = seed*6364136223846793005 + 1442695040888963407
					st[w] = seed >> 51 << uint(i%3*20) // few values, in low and in high bits
				}
				id, fresh := c.Put(st[:words])
				old, known := seen[st]
				require.Equal(t, !known, fresh)
				if known {
					require.Equal(t, old, id)
				}
				seen[st] = id
			}
			require.Equal(t, len(seen), c.Len())
			for st, id := range seen {
				got, ok := c.Find(st[:words])
				require.True(t, ok)
				require.Equal(t, id, got)
				require.Equal(t, st[:words], c.State(id))
			}
			_, ok := c.Find([]uint64{1, 2, 3}[:words])
			require.False(t, ok)
			c.Forget()
			_, fresh := c.Put([]uint64{1, 2, 3}[:words])
			require.True(t, fresh)
		})
	}
}

func TestQueueAgainstSort(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		span := rapid.SampledFrom([]int64{3, 40, 1 << 40}).Draw(rt, "span")
		var q Queue
		var model []queued
		for i := range rapid.IntRange(1, 200).Draw(rt, "steps") {
			if len(model) > 0 && rapid.IntRange(0, 2).Draw(rt, "pop") == 0 {
				f, h, id, ok := q.Pop()
				require.True(rt, ok)
				got := queued{f, h, model[0].seq, id}
				require.Equal(rt, model[0], got)
				model = model[1:]
				continue
			}
			most := span
			// Buckets are full when the first comes that does not fit.
			if span > 40 && rapid.IntRange(0, 9).Draw(rt, "near") > 0 {
				most = 3
			}
			e := queued{rapid.Int64Range(0, most).Draw(rt, "f"), rapid.Int64Range(0, most).Draw(rt, "h"), uint64(i), uint32(i)}
			q.Push(e.f, e.h, e.id)
			model = append(model, e)
			slices.SortFunc(model, func(a, b queued) int {
				switch {
				case a.f != b.f:
					return int(a.f - b.f)
				case a.h != b.h:
					return int(a.h - b.h)
				}
				return int(b.seq) - int(a.seq)
			})
		}
	})
}

// A set whose numbers are used up takes more than every limit of memory.
func TestClosedHasAnEnd(t *testing.T) {
	c := NewClosed(1)
	c.Put([]uint64{1})
	require.Less(t, c.Bytes(), int64(NoRoom))
	c.n = MostStates
	require.Equal(t, int64(NoRoom), c.Bytes())
}
