package search

import (
	"fmt"

	"github.com/pzc-lang/pzc/backends/search/estimate"
)

// automatic is a heuristic that needs nothing from the model.
type automatic struct {
	name    string
	trusted bool  // it never overestimates
	passes  int64 // about how often an evaluation looks at each operator
	guide   func(x *explorer) func(st []uint64) int64
}

// opsPerSuccessor is about how many operators are looked at in the time in which a successor is made.
const opsPerSuccessor = 8

// relaxedHeuristics is the table of the heuristics that look at the task without deletes.
func relaxedHeuristics() []automatic {
	return []automatic{
		{"hmax", true, 1, func(x *explorer) func([]uint64) int64 {
			return func(st []uint64) int64 { return x.max(st, false) }
		}},
		{"add", false, 1, func(x *explorer) func([]uint64) int64 { return x.add }},
		{"ff", false, 1, func(x *explorer) func([]uint64) int64 { return newFF(x).of }},
		{"lmcut", true, 8, func(x *explorer) func([]uint64) int64 { return newLMCut(x).of }},
	}
}

// automatic makes a heuristic of the finite-domain view; known is false if there is none of this name.
func (m *maker) automatic(name string) (e estimate.Estimate, known bool, err error) {
	if name == "matching" {
		if e, err = m.matching(); err != nil {
			err = cannotLook(name, err)
		}
		return e, true, err
	}
	for _, a := range relaxedHeuristics() {
		if a.name != name {
			continue
		}
		if m.relaxed == nil {
			if m.relaxed, err = relax(m.shop.ctx, m.sp); err != nil {
				return estimate.Estimate{}, true, cannotLook(name, err)
			}
		}
		return estimate.Estimate{
			Inst: -1, Name: name, Trusted: a.trusted, Guide: a.guide(newExplorer(m.relaxed)),
			Effort: a.passes * int64(len(m.relaxed.action)) / opsPerSuccessor,
		}, true, nil
	}
	return estimate.Estimate{}, false, nil
}

func cannotLook(name string, err error) error {
	return fmt.Errorf("%s cannot look at this puzzle: %w; choose another heuristic", name, err)
}
