package space

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
)

// MostAchieved returns an upper bound on the number of the conditions that one move can make true.
func (sp *Space) MostAchieved(conds []task.Expr) (most int) {
	by := make([][]int32, len(sp.Layout.Vars))
	for i, c := range conds {
		for _, v := range sp.Task.Pool.Vars(c) {
			by[v] = append(by[v], int32(i))
		}
	}
	var touched []int32
	for m := range sp.Moves {
		touched = touched[:0]
		mv := &sp.Moves[m]
		for _, v := range mv.Writes {
			for _, c := range by[v] {
				if sp.mayAchieve(mv, v, conds[c]) {
					touched = append(touched, c)
				}
			}
		}
		slices.Sort(touched)
		most = max(most, len(slices.Compact(touched)))
	}
	return most
}

// mayAchieve reports whether a move that writes v may make c true. Only conditions on v alone are analysed.
func (sp *Space) mayAchieve(mv *Move, v int32, c task.Expr) bool {
	vars, ok := sp.Program.sup.vars(c)
	if !ok || len(vars) != 1 || sp.Layout.Width(vars) > maxSupportBits {
		return true
	}
	in := &sp.Program.code[sp.Program.Compile(c)]
	if place, ok := mv.FixedPlace(v); ok && sp.Program.unaryAt(in, place) != 0 {
		return false // c holds before
	}
	if slices.ContainsFunc(mv.Slow, func(e slowEffect) bool { return e.v == int(v) }) {
		return true
	}
	f := &sp.Layout.Fields[v]
	for k := range mv.Tables {
		t := &mv.Tables[k]
		if !slices.Contains(t.Outs, v) {
			continue
		}
		return slices.ContainsFunc(t.Bits, func(b uint64) bool {
			place := b >> f.Shift & f.Mask
			return place < uint64(len(sp.Layout.Vars[v].Values)) && sp.Program.unaryAt(in, int(place)) != 0
		})
	}
	for k := range mv.Patches {
		if p := &mv.Patches[k]; p.Word == f.Word {
			return sp.Program.unaryAt(in, int(p.Set>>f.Shift&f.Mask)) != 0
		}
	}
	return true
}
