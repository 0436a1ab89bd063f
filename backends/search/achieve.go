package search

import (
	"slices"

	"github.com/pzc-lang/pzc/task"
)

// mostAchieved bounds the number of these conditions that one move can make true.
func (sp *space) mostAchieved(conds []task.Expr) (most int) {
	by := make([][]int32, len(sp.l.Vars))
	for i, c := range conds {
		for _, v := range sp.t.Pool.Vars(c) {
			by[v] = append(by[v], int32(i))
		}
	}
	var touched []int32
	for m := range sp.moves {
		touched = touched[:0]
		mv := &sp.moves[m]
		for _, v := range mv.writes {
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

// mayAchieve tells whether a move that writes v may make c true. Only conditions on v alone are looked into.
func (sp *space) mayAchieve(mv *move, v int32, c task.Expr) bool {
	vars, ok := sp.p.sup.vars(c)
	if !ok || len(vars) != 1 || sp.l.Width(vars) > maxSupportBits {
		return true
	}
	in := &sp.p.code[sp.p.compile(c)]
	if place, ok := mv.fixedPlace(v); ok && sp.p.unaryAt(in, place) != 0 {
		return false // it holds before
	}
	if slices.ContainsFunc(mv.slow, func(e slowEffect) bool { return e.v == int(v) }) {
		return true
	}
	f := &sp.l.Fields[v]
	for k := range mv.tables {
		t := &mv.tables[k]
		if !slices.Contains(t.outs, v) {
			continue
		}
		return slices.ContainsFunc(t.bits, func(b uint64) bool {
			place := b >> f.Shift & f.Mask
			return place < uint64(len(sp.l.Vars[v].Values)) && sp.p.unaryAt(in, int(place)) != 0
		})
	}
	for k := range mv.patches {
		if p := &mv.patches[k]; p.word == f.Word {
			return sp.p.unaryAt(in, int(p.set>>f.Shift&f.Mask)) != 0
		}
	}
	return true
}
