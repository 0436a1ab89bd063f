package symmetry

import "github.com/pzc-lang/pzc/backends/search/packed"

// mirrors computes all images of a group at once, if each variable of an image depends on one variable of the state.
// For each few bits of a state there is a row with their contribution to each image.
type mirrors struct {
	n      int // number of images, a multiple of four; the first is the state itself, the last may be unused
	words  int
	base   []uint64 // by word and image: the images of the state of zeros
	chunks []mirrorChunk
}

type mirrorChunk struct {
	at   piece
	rows []uint64 // by value, word and image
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
	m := &mirrors{n: (n + 3) &^ 3, words: l.Words}
	if n == 1 || !m.divide(l) {
		return nil
	}
	f := newFolder(y)
	st := make([]uint64, l.Words)
	m.base = m.byWord(m.base, f.slowly(st))
	for c := range m.chunks {
		k := &m.chunks[c]
		for v := range k.at.mask + 1 {
			clear(st)
			st[k.at.word] = v << k.at.shift
			k.rows = m.byWord(k.rows, f.slowly(st))
			for i, x := range m.base {
				k.rows[int(v)*len(m.base)+i] ^= x
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
			bytes += 8 * m.n * m.words << (end - at.shift)
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

// byWord appends images, a word of all images after another.
func (m *mirrors) byWord(out, images []uint64) []uint64 {
	for w := range m.words {
		for g := range m.n {
			out = append(out, images[min(g, len(images)/m.words-1)*m.words+w])
		}
	}
	return out
}

// first writes the first words of all images.
func (m *mirrors) first(st, out []uint64) {
	for g := 0; g < m.n; g += 4 {
		b := (*[4]uint64)(m.base[g:])
		x0, x1, x2, x3 := b[0], b[1], b[2], b[3]
		for c := range m.chunks {
			row := (*[4]uint64)(m.chunks[c].row(st, len(m.base))[g:])
			x0, x1, x2, x3 = x0^row[0], x1^row[1], x2^row[2], x3^row[3]
		}
		out[g], out[g+1], out[g+2], out[g+3] = x0, x1, x2, x3
	}
}

// word returns a word of an image.
func (m *mirrors) word(st []uint64, image, word int) uint64 {
	i := word*m.n + image
	x := m.base[i]
	for c := range m.chunks {
		x ^= m.chunks[c].row(st, len(m.base))[i]
	}
	return x
}

func (k *mirrorChunk) row(st []uint64, size int) []uint64 {
	return k.rows[int(st[k.at.word]>>(k.at.shift&63)&k.at.mask)*size:]
}
