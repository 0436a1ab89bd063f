package symmetry

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// things are equal parts of a state, each two of which may be exchanged. The representative has them in order.
type things [][]packed.Field // by thing: its variables, in the same order for all

// exchanged reads things from symmetries that each exchange two of them, neighbours in a tree. It returns nil if they
// do something else, or if a thing has more than 64 bits.
func exchanged(t *task.Task, l *packed.Layout, of []task.Symmetry) (out things) {
	swaps, in := make([]map[int]int, len(of)), map[int]uint64{}
	for k := range of {
		swaps[k] = map[int]int{}
		for _, e := range of[k].Effects {
			n := t.Pool.Node(e.Value)
			if n.Op != task.OpVar || e.Cond != task.True || of[k].Guard != task.True {
				return nil
			}
			swaps[k][e.Var] = int(n.N)
			in[e.Var] |= 1 << k
		}
		for v, w := range swaps[k] {
			if swaps[k][w] != v {
				return nil
			}
		}
	}
	first := slices.MinFunc(of[0].Effects, func(a, b task.Effect) int { return a.Var - b.Var }).Var
	own := [][]int{nil} // the variables of each thing: the same symmetries move them
	for v := range t.Vars {
		if in[v] == in[first] && (len(of) > 1 || v < swaps[0][v]) {
			own[0] = append(own[0], v)
		}
	}
	moved := make([]int, len(of)) // things that each symmetry moves
	for i := 0; i < len(own) && len(own) <= len(of)+1; i++ {
		for k, swap := range swaps {
			image := lists.Map(own[i], func(v int) int {
				if w, is := swap[v]; is {
					return w
				}
				return v
			})
			if slices.Equal(image, own[i]) {
				continue
			}
			moved[k]++
			if !slices.ContainsFunc(own, func(other []int) bool { return slices.Equal(other, image) }) {
				own = append(own, image)
			}
		}
	}
	all := slices.Sorted(slices.Values(slices.Concat(own...)))
	if len(own) != len(of)+1 || len(all) != len(in) || len(slices.Compact(all)) != len(in) ||
		slices.ContainsFunc(moved, func(n int) bool { return n != 2 }) {
		return nil
	}
	slices.SortFunc(own, slices.Compare)
	for _, vars := range own {
		bits := uint(0)
		for _, v := range vars {
			bits += l.Fields[v].Bits
		}
		if bits > 64 {
			return nil
		}
		out = append(out, lists.Map(vars, func(v int) packed.Field { return l.Fields[v] }))
	}
	return out
}

// sort puts the things of a state in order.
func (t things) sort(st []uint64) {
	var room [16]uint64
	keys := room[:0]
	for _, fields := range t {
		key := uint64(0)
		for i := range fields {
			f := &fields[i]
			key = key<<f.Bits | st[f.Word]>>f.Shift&f.Mask
		}
		keys = append(keys, key)
	}
	if slices.IsSorted(keys) {
		return
	}
	slices.Sort(keys)
	for k, fields := range t {
		key := keys[k]
		for i := len(fields) - 1; i >= 0; i-- {
			f := &fields[i]
			st[f.Word] = st[f.Word]&^(f.Mask<<f.Shift) | (key&f.Mask)<<f.Shift
			key >>= f.Bits
		}
	}
}
