package depthfirst

import (
	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/backends/search/space"
)

// deltas describes how a move changes a sum of terms of one variable: for each written variable, its term at the new
// value minus its term at the old value. A new value is constant or stands in a table of the move. An old value is
// known from the first table that reads the variable, or from the guard, or gets a table of its own.
type deltas struct {
	sp       *space.Space
	mv       *space.Move
	unary    map[int32][]int64
	constant int64
	old      map[int32][]int64 // terms of variables whose old value a table must look up
	order    []int32
}

func newDeltas(sp *space.Space, mv *space.Move, unary map[int32][]int64) *deltas {
	b := &deltas{sp: sp, mv: mv, unary: unary, old: map[int32][]int64{}}
	for _, v := range mv.Writes {
		terms := unary[v]
		if terms == nil {
			continue
		}
		if !mv.Tabulates(v) {
			f := &sp.Layout.Fields[v]
			b.constant += terms[mv.Written(f.Word)>>f.Shift&f.Mask]
		}
		if place, ok := mv.FixedPlace(v); ok {
			b.constant -= terms[place]
			continue
		}
		b.old[v] = terms
		b.order = append(b.order, v)
	}
	return b
}

// ofTable returns the change for entry i of a table.
func (b *deltas) ofTable(t *space.EffectTable, i uint64) (dh int64) {
	for _, v := range t.Outs {
		f := &b.sp.Layout.Fields[v]
		if terms := b.unary[v]; terms != nil {
			dh += at(terms, t.Bits[i]>>f.Shift&f.Mask)
		}
	}
	up := uint(0)
	for _, v := range t.Vars {
		f := &b.sp.Layout.Fields[v]
		if terms := b.old[v]; terms != nil && b.settler(v) == t {
			dh -= at(terms, i>>up&f.Mask)
		}
		up += f.Bits
	}
	return dh
}

// settler returns the first table that reads v, nil if none does.
func (b *deltas) settler(v int32) *space.EffectTable {
	for k := range b.mv.Tables {
		for _, u := range b.mv.Tables[k].Vars {
			if u == v {
				return &b.mv.Tables[k]
			}
		}
	}
	return nil
}

// leftover holds the change of a sum for each place of a variable before the move.
type leftover struct {
	at    packed.Gather
	rises []int64
}

// leftovers returns the changes for old values that no table of the move reads.
func (b *deltas) leftovers() (out []leftover) {
	for _, v := range b.order {
		if b.settler(v) != nil {
			continue
		}
		at, width := b.sp.Layout.Gather([]int32{v})
		t := leftover{at: at, rises: make([]int64, 1<<width)}
		for i, x := range b.old[v] {
			t.rises[i] = -x
		}
		out = append(out, t)
	}
	return out
}

// at returns terms[i], or 0 if i is not a place of the variable.
func at(terms []int64, i uint64) int64 {
	if i < uint64(len(terms)) {
		return terms[i]
	}
	return 0
}
