package verify

import "github.com/pzc-lang/pzc/compiler/model"

// keyer encodes states as short strings for maps. Each element takes the number of bytes that its type needs.
type keyer struct {
	low   []int64
	bytes []uint8
}

func newKeyer(m *model.Model) keyer {
	k := keyer{make([]int64, m.StateSize), make([]uint8, m.StateSize)}
	for _, a := range m.StateArrays() {
		d := m.Data[a.ID]
		if d.Domain.Len() == 0 {
			continue
		}
		low, high := d.Domain.Elems[0].N, d.Domain.Elems[d.Domain.Len()-1].N
		width := uint8(0)
		for span := uint64(high) - uint64(low); span > 0; span >>= 8 {
			width++
		}
		for i := range d.Size {
			k.low[d.Offset+i], k.bytes[d.Offset+i] = low, width
		}
	}
	return k
}

func (k keyer) append(b []byte, state []int64) []byte {
	for i, v := range state {
		rest := uint64(v) - uint64(k.low[i])
		for range k.bytes[i] {
			b = append(b, byte(rest))
			rest >>= 8
		}
	}
	return b
}
