// Package heuristic has heuristics that pzc derives for every puzzle. Most ignore deletes; matching adds up the costs
// of carrying each token to the goal, and pairs adds what two tokens cost one another.
package heuristic

import (
	"context"
	"fmt"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/technique"
)

// kind describes a heuristic that looks at the puzzle. An error of make names the cause if it cannot.
type kind struct {
	estimate.Kind
	technique technique.Technique // see estimate.Row
	make      func(ctx context.Context, sp *space.Space) (estimate.Estimate, error)
}

// Rows returns the table of these heuristics.
func Rows(m *estimate.Maker, _ backends.Options) (all []estimate.Row) {
	var shared *relaxation // nil: no heuristic has needed it yet
	relaxed := func(k relaxedKind) kind {
		return kind{k.Kind, k.technique, func(ctx context.Context, sp *space.Space) (estimate.Estimate, error) {
			if shared == nil {
				r, err := newRelaxation(ctx, sp)
				if err != nil {
					return estimate.Estimate{}, err
				}
				shared = r
				m.Extra += r.bytes()
			}
			return shared.estimate(k), nil
		}}
	}
	for _, k := range []kind{
		relaxed(hmaxKind),
		relaxed(addKind),
		relaxed(ffKind),
		relaxed(lmcutKind),
		{matchingKind, technique.Matching, Matching},
		{pairsKind, technique.Pairs, Pairs},
	} {
		all = append(all, estimate.Row{Kind: k.Kind, Technique: k.technique, Make: func() (estimate.Estimate, error) {
			e, err := k.make(m.Ctx, m.Space)
			if err != nil {
				err = fmt.Errorf("%s cannot look at this puzzle: %w; choose another heuristic", k.Name, err)
			}
			return e, err
		}})
	}
	return all
}

// relaxedKind describes a heuristic that a relaxation gives.
type relaxedKind struct {
	estimate.Kind
	passes int64 // about how often an evaluation processes each operator
	plans  bool  // it finds plans of the relaxation
	guide  func(x *explorer) func(st []uint64) int64
	// technique is as in kind.
	technique technique.Technique
}

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
