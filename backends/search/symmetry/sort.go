package symmetry

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/compiler/task"
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
	var own [][]int // the variables of each thing: the same symmetries move them
	own = append(own, nil)
	for v := range t.Vars {
		if in[v] == in[first] && (len(of) > 1 || v < swaps[0][v]) {
			own[0] = append(own[0], v)
		}
	}
	met := map[int]bool{}
	for i := 0; i < len(own); i++ {
		for _, v := range own[i] {
			if met[v] {
				return nil
			}
			met[v] = true
		}
		for k := range of {
			var next []int
			for _, v := range own[i] {
				if w, moved := swaps[k][v]; moved && !met[w] {
					next = append(next, w)
				}
			}
			if len(next) > 0 {
				own = append(own, next)
			}
		}
	}
	if len(own) != len(of)+1 || len(met) != len(in) {
		return nil
	}
	if slices.ContainsFunc(swaps, func(swap map[int]int) bool { return !exchangesTwo(own, swap) }) {
		return nil
	}
	slices.SortFunc(own, slices.Compare)
	for _, vars := range own {
		var fields []packed.Field
		bits := uint(0)
		for _, v := range vars {
			fields = append(fields, l.Fields[v])
			bits += l.Fields[v].Bits
		}
		if len(vars) != len(own[0]) || bits > 64 {
			return nil
		}
		out = append(out, fields)
	}
	return out
}

// exchangesTwo reports whether a symmetry exchanges two things as a whole.
func exchangesTwo(own [][]int, swap map[int]int) bool {
	moved := 0
	for _, vars := range own {
		w, is := swap[vars[0]]
		if !is {
			continue
		}
		to := slices.IndexFunc(own, func(other []int) bool { return other[0] == w })
		if to < 0 || len(own[to]) != len(vars) {
			return false
		}
		for i, v := range vars {
			if w, is := swap[v]; !is || own[to][i] != w {
				return false
			}
		}
		moved += len(vars)
	}
	return moved == len(swap)
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
