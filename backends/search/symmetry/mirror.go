package symmetry

import "github.com/pzc-lang/pzc/backends/search/packed"

// mirrors computes all images of a group at once, if each variable of an image depends on one variable of the state.
// For each few bits of a state there is a row with their contribution to each image.
type mirrors struct {
	size   int      // words of all images but the first, which is the state itself
	base   []uint64 // the images of the state of zeros
	chunks []mirrorChunk
}

type mirrorChunk struct {
	at   piece
	rows []uint64 // by value
}

// piece is a few bits of a state.
type piece struct {
	word  int
	shift uint
	mask  uint64
}

const mirrorBytes = 1 << 19 // of all rows, so that they stay in the cache

// newMirrors returns nil if an image does not have this form, or if the rows would take too much memory.
func newMirrors(y *Set) *mirrors {
	l := y.sp.Layout
	n := len(y.group)
	for _, g := range y.group[1:] {
		in := &y.all[g.by]
		if len(in.Slow) > 0 {
			return nil
		}
		for k := range in.Tables {
			if len(in.Tables[k].Vars) > 1 {
				return nil
			}
		}
	}
	m := &mirrors{size: (n - 1) * l.Words}
	if m.size == 0 || !m.divide(l) {
		return nil
	}
	f := NewFolder(y)
	st := make([]uint64, l.Words)
	m.base = append(m.base, f.slowly(st)...)
	for c := range m.chunks {
		k := &m.chunks[c]
		for v := range k.at.mask + 1 {
			clear(st)
			st[k.at.word] = v << k.at.shift
			for i, x := range f.slowly(st) {
				k.rows = append(k.rows, x^m.base[i])
			}
		}
	}
	return m
}

// divide makes pieces of neighbouring variables, as large as the memory allows. It returns false if the memory does not
// allow the smallest pieces.
func (m *mirrors) divide(l *packed.Layout) bool {
	for bits := uint(9); bits > 0; bits-- {
		m.chunks = m.chunks[:0]
		bytes := 0
		var at piece
		end := uint(0)
		cut := func() {
			at.mask = 1<<(end-at.shift) - 1
			m.chunks = append(m.chunks, mirrorChunk{at: at})
			bytes += 8 * m.size << (end - at.shift)
		}
		for v := range l.Fields {
			f := &l.Fields[v]
			if v > 0 && (f.Word != at.word || f.Shift != end || f.Shift+f.Bits-at.shift > bits) {
				cut()
				end = 0
			}
			if v == 0 || end == 0 {
				at = piece{word: f.Word, shift: f.Shift}
			}
			end = f.Shift + f.Bits
			if f.Bits > 16 {
				return false
			}
		}
		if cut(); bytes <= mirrorBytes {
			return true
		}
	}
	return false
}

// images writes all images of st but the first.
func (m *mirrors) images(st, out []uint64) {
	copy(out, m.base)
	for c := range m.chunks {
		k := &m.chunks[c]
		v := int(st[k.at.word] >> (k.at.shift & 63) & k.at.mask)
		row := k.rows[v*len(out):]
		row = row[:len(out)]
		for i, x := range row {
			out[i] ^= x
		}
	}
}
