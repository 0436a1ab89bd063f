package search

import "github.com/pzc-lang/pzc/backends/search/packed"

// goalTest is the goal as searches along forks test it.
type goalTest[W packed.State] struct {
	direct     bool // it is a comparison of bits
	mask, want W
	sp         *space
	ev         *evaluator
	st         []uint64
}

func newGoalTest[W packed.State](r *run) goalTest[W] {
	g := goalTest[W]{sp: r.sp, ev: r.x.child, direct: r.sp.goalMatch != nil, st: make([]uint64, r.sp.l.Words)}
	for _, m := range r.sp.goalMatch {
		*packed.WordAt(&g.mask, m.word), *packed.WordAt(&g.want, m.word) = m.mask, m.want
	}
	return g
}

func (g *goalTest[W]) slow() bool { return g.sp.isGoal(g.st, g.ev) }
