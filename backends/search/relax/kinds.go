// Package relax makes the heuristics that need nothing from the model. Most of them ignore deletes; Matching carries
// tokens to the goal one by one. Estimates are costs in the unit of the task. A heuristic is for one goroutine.
package relax

import "github.com/pzc-lang/pzc/backends/search/estimate"

// Kind describes a heuristic that a relaxation gives.
type Kind struct {
	estimate.Kind
	passes int64 // about how often an evaluation looks at each operator
	guide  func(x *explorer) func(st []uint64) int64
}

// Kinds is the table of these heuristics.
func Kinds() []Kind { return []Kind{hmaxKind, addKind, ffKind, lmcutKind} }

// opsPerSuccessor is about the number of operators that are looked at in the time in which a successor is made.
const opsPerSuccessor = 8

// Estimate makes a heuristic ready. The estimate is for one goroutine.
func (r *Relaxation) Estimate(k Kind) estimate.Estimate {
	return estimate.Estimate{
		Inst: -1, Name: k.Name, Trusted: k.Admissible, Guide: k.guide(newExplorer(r)),
		Effort: k.passes * int64(len(r.action)) / opsPerSuccessor,
	}
}
