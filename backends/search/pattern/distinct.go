package pattern

import (
	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/compiler/task"
)

// distinctVars describes variables of which no two are equal: their fields, and by place the bit of their value.
type distinctVars struct {
	fields []packed.Field
	bit    [][]uint64
}

// addDistinct records the arrays without equal elements. It returns false if their values do not fit the bits of a
// word.
func (b *total) addDistinct(l *packed.Layout) bool {
	for _, r := range b.a.Task.Arrays {
		if !r.Distinct {
			continue
		}
		var d distinctVars
		number := map[int64]int{}
		for _, e := range r.Elems {
			n := b.a.Task.Pool.Node(e)
			if n.Op != task.OpVar {
				continue // states with a value equal to a constant element are unreachable, and harmless
			}
			values := l.Vars[n.N].Values
			bit := make([]uint64, 1<<l.Fields[n.N].Bits)
			for p, c := range values {
				if _, ok := number[c]; !ok {
					number[c] = len(number)
				}
				bit[p] = 1 << (number[c] & 63)
			}
			d.fields, d.bit = append(d.fields, l.Fields[n.N]), append(d.bit, bit)
		}
		if len(number) > 64 {
			return false
		}
		b.distinct = append(b.distinct, d)
	}
	return true
}

func (b *total) valid(s uint64) bool {
	for i := range b.distinct {
		d := &b.distinct[i]
		var seen uint64
		for k := range d.fields {
			f := &d.fields[k]
			bit := d.bit[k][s>>f.Shift&f.Mask]
			if seen&bit != 0 {
				return false
			}
			seen |= bit
		}
	}
	return true
}

// differing returns the share of all combinations of values in which no array without equal elements has equal
// elements.
func differing(t *task.Task) float64 {
	share := 1.0
	for i := range t.Arrays {
		r := &t.Arrays[i]
		if !r.Distinct {
			continue
		}
		values := 0
		for _, e := range r.Elems {
			n := t.Pool.Node(e)
			values = max(values, int(n.Hi-n.Lo+1))
		}
		share *= falling(values, len(r.Elems)) / power(values, len(r.Elems))
	}
	return share
}
