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

// frontier is a heap of open states. Among equal costs the smaller node number comes first.
type frontier []entry

type entry struct {
	cost int64
	node int
}

func (f frontier) Len() int { return len(f) }
func (f frontier) Less(i, j int) bool {
	return f[i].cost < f[j].cost || f[i].cost == f[j].cost && f[i].node < f[j].node
}
func (f frontier) Swap(i, j int) { f[i], f[j] = f[j], f[i] }

// Push implements heap.Interface.
func (f *frontier) Push(x any) {
	if e, ok := x.(entry); ok {
		*f = append(*f, e)
	}
}

// Pop implements heap.Interface.
func (f *frontier) Pop() any {
	old := *f
	e := old[len(old)-1]
	*f = old[:len(old)-1]
	return e
}
