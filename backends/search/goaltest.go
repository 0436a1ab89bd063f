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
	g := goalTest[W]{sp: r.sp, ev: r.x.child, st: make([]uint64, r.sp.l.Words)}
	if mask, want, ok := r.sp.goalBits(); ok {
		g.direct, g.mask, g.want = true, packed.FromWords[W](mask), packed.FromWords[W](want)
	}
	return g
}

func (g *goalTest[W]) slow() bool { return g.sp.isGoal(g.st, g.ev) }
