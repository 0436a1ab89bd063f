package depthfirst

import (
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/space"
)

// goalTest is the goal as searches by successor lists test it.
type goalTest[W state] struct {
	direct     bool // the goal is one comparison of bits
	mask, want W    // what each goal demands of single variables
	sp         *space.Space
	ev         *space.Evaluator
	st         []uint64
}

func newGoalTest[W state](r *job.Job) goalTest[W] {
	g := goalTest[W]{sp: r.Space, ev: r.Expander.Child, st: make([]uint64, r.Space.Layout.Words)}
	if mask, want, ok := r.Space.GoalBits(); ok {
		g.direct, g.mask, g.want = true, fromWords[W](mask), fromWords[W](want)
		return g
	}
	t := r.Space.Task
	for _, x := range space.NewCompiler(r.Space).Fixings(t.Pool.Conjuncts(t.Goal)) {
		f := &r.Space.Layout.Fields[x.Var]
		*wordAt(&g.mask, f.Word) |= f.Mask << f.Shift
		*wordAt(&g.want, f.Word) |= uint64(x.Place) << f.Shift
	}
	return g
}

func (g *goalTest[W]) slow() bool { return g.sp.IsGoal(g.st, g.ev) }
