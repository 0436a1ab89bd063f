package symmetry

import "github.com/pzc-lang/pzc/backends/search/packed"

// mirrors computes images of a group, if each variable of an image depends on one variable of the state. For each few
// bits of a state there are rows with their contribution to each image.
type mirrors struct {
	base   []uint64 // the images of the state of zeros
	pieces []piece
}

// piece is a few bits of a state.
type piece struct {
	word  int
	shift uint
	mask  uint64
	rows  []uint64 // by value: images, without those of zeros
}

// Bounds on the rows, which are to stay in the cache.
const (
	mirrorBits  = 8
	mirrorBytes = 1 << 19
)

// newMirrors returns nil if an image does not have this form, or if the rows would take too much memory.
func newMirrors(y *set) *mirrors {
	bytes, pieces := 0, divide(y.sp.Layout)
	for _, p := range pieces {
		bytes += 8 * len(y.group) * y.sp.Layout.Words * int(p.mask+1)
	}
	if len(y.group) == 1 || bytes > mirrorBytes {
		return nil
	}
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
	f, st := newFolder(y), make([]uint64, y.sp.Layout.Words)
	m := &mirrors{append([]uint64{}, f.slowly(st)...), pieces}
	for i := range pieces {
		p := &pieces[i]
		for v := range p.mask + 1 {
			clear(st)
			st[p.word] = v << p.shift
			for k, x := range f.slowly(st) {
				p.rows = append(p.rows, x^m.base[k])
			}
		}
	}
	return m
}

// divide makes pieces of neighbouring variables.
func divide(l *packed.Layout) (out []piece) {
	end := uint(0)
	for v := range l.Fields {
		f, last := &l.Fields[v], len(out)-1
		if v == 0 || f.Word != out[last].word || f.Shift != end || f.Shift+f.Bits-out[last].shift > mirrorBits {
			out, last = append(out, piece{word: f.Word, shift: f.Shift}), last+1
		}
		end = f.Shift + f.Bits
		out[last].mask = 1<<(end-out[last].shift) - 1
	}
	return out
}

// word returns a word of the images, by its number in all of them.
func (m *mirrors) word(st []uint64, i int) uint64 {
	x := m.base[i]
	for k := range m.pieces {
		p := &m.pieces[k]
		x ^= p.rows[int(st[p.word]>>(p.shift&63)&p.mask)*len(m.base)+i]
	}
	return x
}
