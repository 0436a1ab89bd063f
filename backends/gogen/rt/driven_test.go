package search

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"
)

// A numbered table says of each state what was put in, also where that is 0, and of others that the cost is 0.
func TestNumbered(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, width := range []int{1, 2, 4} {
		for _, n := range []int{1, 2, 100, 5000} {
			want := map[uint64]uint32{}
			var states, entries []byte
			for len(want) < n {
				s, entry := r.Uint64()>>uint(r.IntN(60)), r.Uint32()>>(32-8*width)
				if _, known := want[s]; known || entry == 1<<32-1 {
					continue
				}
				want[s] = entry
				states = binary.LittleEndian.AppendUint64(states, s)
				entries = append(entries, binary.LittleEndian.AppendUint32(nil, entry)[:width]...)
			}
			table := NewNumbered(append(states, entries...), n)
			for s, entry := range want {
				if got := table.At(s); got != entry {
					t.Fatalf("%d entries of %d bytes: %#x has %d, not %d", n, width, s, got, entry)
				}
			}
			for range 1000 {
				s := r.Uint64()
				if _, known := want[s]; !known && table.At(s) != 1 {
					t.Fatalf("%#x is not there but has %d", s, table.At(s))
				}
			}
		}
	}
}
