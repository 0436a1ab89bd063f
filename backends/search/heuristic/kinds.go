package heuristic

import "github.com/pzc-lang/pzc/backends/search/estimate"

// relaxedKind describes a heuristic that a relaxation gives.
type relaxedKind struct {
	estimate.Kind
	passes int64 // about how often an evaluation processes each operator
	plans  bool  // it finds plans of the relaxation
	guide  func(x *explorer) func(st []uint64) int64
}

// relaxations returns the table of these heuristics.
func relaxations() []relaxedKind { return []relaxedKind{hmaxKind, addKind, ffKind, lmcutKind} }

// opsPerSuccessor is about the number of operators that can be processed in the time of one successor.
const opsPerSuccessor = 8

// estimate returns a heuristic of the relaxation.
func (r *relaxation) estimate(k relaxedKind) estimate.Estimate {
	x := newExplorer(r)
	e := estimate.Estimate{
		Inst: -1, Name: k.Name, Trusted: k.Admissible, Guide: k.guide(x),
		Another: func() func(st []uint64) int64 { return k.guide(newExplorer(r)) },
		Effort:  k.passes * int64(len(r.action)) / opsPerSuccessor,
	}
	if k.plans {
		e.Preferred = x.preferred
	}
	return e
}
