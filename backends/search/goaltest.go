package search

// goalTest is the goal for states of one word.
type goalTest struct {
	direct     bool // it is a comparison of bits
	mask, want uint64
	sp         *space
	ev         *evaluator
}

func (r *run) goalTest() goalTest {
	g := goalTest{sp: r.sp, ev: r.x.child, direct: r.sp.goalMatch != nil}
	if g.direct {
		g.mask, g.want = r.sp.goalMatch[0].mask, r.sp.goalMatch[0].want
	}
	return g
}

func (g *goalTest) holds(s uint64) bool {
	if g.direct {
		return s&g.mask == g.want
	}
	return g.slow(s)
}

func (g *goalTest) slow(s uint64) bool {
	st := [1]uint64{s}
	return g.sp.isGoal(st[:], g.ev)
}
