package model

import (
	"iter"
	"slices"
)

// ArraysRead enumerates the arrays that an expression reads, itself or in the defs that it calls. An array may occur
// more than once. An estimate reads the whole state, and is enumerated as nil.
func ArraysRead(e Expr) iter.Seq[*Array] {
	return func(yield func(*Array) bool) {
		r := arrayReader{yield: yield, more: true, seen: map[*Def]bool{}}
		r.read(e)
	}
}

type arrayReader struct {
	yield func(*Array) bool
	more  bool
	seen  map[*Def]bool
}

func (r *arrayReader) read(e Expr) {
	if e == nil || !r.more {
		return
	}
	if isEstimate(e) {
		r.more = r.yield(nil)
	}
	visit(e, &visitor{
		part:  func(p *Expr) { r.read(*p) },
		array: func(a **Array) { r.more = r.more && r.yield(*a) },
		def: func(d **Def) {
			if !r.seen[*d] {
				r.seen[*d] = true
				for _, p := range (*d).Params {
					r.read(p.Set)
				}
				r.read((*d).Result)
				r.read((*d).Body)
			}
		},
	})
}

// isEstimate reports whether a node is another heuristic or the cost of a simpler puzzle.
func isEstimate(e Expr) bool {
	switch e.(type) {
	case *HeuristicRef, *RelaxationRef, *PatternCost, *AdditiveCost, *ProjectCost:
		return true
	default:
		return false
	}
}

// ReadsState reports whether an expression reads the state, itself or in the defs that it calls.
func ReadsState(e Expr) bool { return new(StateReads).By(e) }

// StateReads computes the same as ReadsState and stores the result for each def. The zero value is ready for use.
type StateReads struct{ defs map[*Def]bool }

// By reports whether an expression reads the state.
func (r *StateReads) By(e Expr) bool {
	return Contains(e, func(x Expr) bool {
		reads := isEstimate(x)
		visit(x, &visitor{
			array: func(a **Array) { reads = reads || (*a).Role == State },
			def:   func(d **Def) { reads = reads || r.byDef(*d) },
		})
		return reads
	})
}

func (r *StateReads) byDef(d *Def) bool {
	if reads, ok := r.defs[d]; ok {
		return reads
	}
	if r.defs == nil {
		r.defs = map[*Def]bool{}
	}
	r.defs[d] = false // while the def is being visited
	reads := r.By(d.Body)
	r.defs[d] = reads
	return reads
}

// HasChoice reports whether the solver chooses initial values.
func (p *Program) HasChoice() bool {
	return slices.ContainsFunc(p.StateArrays(), func(a *Array) bool { return LeavesChoice(a.Value) })
}

// LeavesChoice reports whether an initial value contains `any`, so that the solver chooses.
func LeavesChoice(e Expr) bool {
	return Contains(e, func(x Expr) bool { _, ok := x.(*AnyValue); return ok })
}
