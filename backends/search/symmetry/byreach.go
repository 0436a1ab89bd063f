//go:build !js

package symmetry

import (
	"cmp"
	"math/bits"
	"slices"
)

// byReach are the instances of a descent if each writes constants where one flood reaches a node. Example: the man of
// Sokoban may stand anywhere in his region. One flood in the state itself then gives the smallest state that a descent
// from each image finds: the images of the reached nodes are known.
type byReach struct {
	flood int32
	word  int           // of the bits that the instances write
	to    [][]reachCase // by image of the group: the smallest bits first
}

// reachCase is an instance whose node must be reached. Bits are those that it writes, in an image.
type reachCase struct {
	node, by int32
	bits     uint64
}

// newByReach returns nil if the instances do not have this form.
func newByReach(y *Set) *byReach {
	r := &byReach{word: -1, to: make([][]reachCase, len(y.group))}
	for w, kept := range y.kept {
		if ^kept != 0 {
			if r.word >= 0 {
				return nil
			}
			r.word = w
		}
	}
	if r.word < 0 || !y.direct || len(y.group) > 1 && !y.mirrors.separate(y, r.word) {
		return nil
	}
	f := NewFolder(y)
	for k, i := range y.down {
		in := &y.all[i]
		if len(in.Guard) != 1 {
			return nil
		}
		flood, node, ok := y.sp.Program.FloodTo(in.Guard[0])
		if !ok || k > 0 && flood != r.flood {
			return nil
		}
		r.flood = flood
		for g, images := 0, f.slowly(in.constant); g < len(r.to); g++ {
			r.to[g] = append(r.to[g], reachCase{node, i, images[g*len(y.kept)+r.word] &^ y.kept[r.word]})
		}
	}
	for _, to := range r.to {
		slices.SortStableFunc(to, func(a, b reachCase) int { return cmp.Compare(a.bits, b.bits) })
	}
	return r
}

// separate reports whether the bits of a word that the descent writes depend on only such bits, and the others on only
// the others, in each image.
func (m *mirrors) separate(y *Set, word int) bool {
	if m == nil {
		return false
	}
	l, f := y.sp.Layout, NewFolder(y)
	for v, field := range l.Fields {
		st := make([]uint64, l.Words)
		own := field.Word == word && y.kept[word]>>field.Shift&1 == 0
		for place := range l.Vars[v].Values {
			l.Put(st, v, place)
			for i, x := range m.byWord(nil, f.slowly(st)) {
				kept := y.kept[i/m.n]
				if x ^= m.base[i]; own && x&kept != 0 || !own && x&^kept != 0 {
					return false
				}
			}
		}
	}
	return true
}

// foldByReach is the end of Fold with byReach.
func (f *Folder) foldByReach(st []uint64, ties uint64) {
	r := f.y.byReach
	kept := f.y.kept[r.word]
	f.x.Parent.Load(st)
	reached := f.x.Parent.Flood(r.flood, f.near)
	from, by, low := -1, int32(-1), uint64(0)
	for ; ties != 0; ties &= ties - 1 {
		g := bits.TrailingZeros64(ties)
		f.image(g, st, f.images[:len(st)])
		best := reachCase{by: -1, bits: f.images[r.word] &^ kept}
		for _, to := range r.to[g] {
			if to.bits >= best.bits || reached[to.node>>6]>>(to.node&63)&1 != 0 {
				if to.bits < best.bits {
					best = to
				}
				break
			}
		}
		if from < 0 || best.bits < low {
			from, by, low = g, best.by, best.bits
			copy(f.low, f.images)
		}
	}
	copy(st, f.low)
	st[r.word] = st[r.word]&kept | low
	if by >= 0 {
		f.use(by)
	}
	f.useImage(from)
}
