// Package relax makes heuristics from relaxations of the task, without declarations in the model. Most of them ignore
// deletes; Matching adds up the costs of carrying each token to the goal. Estimates are costs in the unit of the task.
// A heuristic is for one goroutine.
package relax

import "github.com/pzc-lang/pzc/backends/search/estimate"

// Kind describes a heuristic that a relaxation gives.
type Kind struct {
	estimate.Kind
	passes int64 // about how often an evaluation processes each operator
	guide  func(x *explorer) func(st []uint64) int64
}

// Kinds returns the table of these heuristics.
func Kinds() []Kind { return []Kind{hmaxKind, addKind, ffKind, lmcutKind} }

// opsPerSuccessor is about the number of operators that can be processed in the time of one successor.
const opsPerSuccessor = 8

// Estimate returns a heuristic of the relaxation. The estimate is for one goroutine.
func (r *Relaxation) Estimate(k Kind) estimate.Estimate {
	return estimate.Estimate{
		Inst: -1, Name: k.Name, Trusted: k.Admissible, Guide: k.guide(newExplorer(r)),
		Effort: k.passes * int64(len(r.action)) / opsPerSuccessor,
	}
}
