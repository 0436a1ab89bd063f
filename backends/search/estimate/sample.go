package estimate

import (
	"context"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/space"
)

// A sample of states is those on this number of walks, each of this number of steps.
const (
	SampleWalks = 8
	SampleSteps = 24
)

// Values returns the values of estimates, each in the same order of states: those along pseudo-random walks from some
// roots.
func Values(ctx context.Context, sp *space.Space, roots []uint64, all []Estimate) [][]int64 {
	values := make([][]int64, len(all))
	walk, ev, w := space.NewWalk(sp), sp.NewEvaluator(), sp.Layout.Words
	if len(roots) == 0 {
		return values
	}
	for k := range SampleWalks {
		at := k % (len(roots) / w) * w
		st := slices.Clone(roots[at : at+w])
		for range SampleSteps {
			for k := range all {
				values[k] = append(values[k], all[k].Of(st, ev))
			}
			if ctx.Err() != nil || !walk.Step(st) {
				break
			}
		}
	}
	return values
}
