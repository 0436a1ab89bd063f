package search

import "github.com/pzc-lang/pzc/backends/search/estimate"

// relaxedKind is a heuristic that looks at the task without deletes.
type relaxedKind struct {
	estimate.Kind
	passes int64 // about how often an evaluation looks at each operator
	guide  func(x *explorer) func(st []uint64) int64
}

// relaxedKinds is the table of these heuristics.
func relaxedKinds() []relaxedKind { return []relaxedKind{hmaxKind, addKind, ffKind, lmcutKind} }

// opsPerSuccessor is about how many operators are looked at in the time in which a successor is made.
const opsPerSuccessor = 8

// estimate makes a heuristic ready. It is for one goroutine.
func (r *relaxation) estimate(k relaxedKind) estimate.Estimate {
	return estimate.Estimate{
		Inst: -1, Name: k.Name, Trusted: k.Admissible, Guide: k.guide(newExplorer(r)),
		Effort: k.passes * int64(len(r.action)) / opsPerSuccessor,
	}
}
