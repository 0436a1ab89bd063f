package search

import (
	"context"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/space"
)

const (
	sampleWalks = 8
	sampleSteps = 24
)

// valuesOf evaluates heuristics along pseudo-random walks from some roots.
func valuesOf(ctx context.Context, sp *space.Space, roots []uint64, all []estimate) [][]int64 {
	values := make([][]int64, len(all))
	walk, ev, w := space.NewWalk(sp), sp.NewEvaluator(), sp.Layout.Words
	if len(roots) == 0 {
		return values
	}
	for k := range sampleWalks {
		at := k % (len(roots) / w) * w
		st := slices.Clone(roots[at : at+w])
		for range sampleSteps {
			for k := range all {
				values[k] = append(values[k], all[k].of(st, ev))
			}
			if ctx.Err() != nil || !walk.Step(st) {
				break
			}
		}
	}
	return values
}
