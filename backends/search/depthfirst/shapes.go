package depthfirst

// functions holds the functions that are generated for each size of states.
type functions[W state] struct {
	holds     func(st *branch[W], s W) bool
	apply     func(st *branch[W], s W) (next W, spent int64)
	visit     func(d *idaStar[W], s W, slack int64, c *successorList[W], depth int) bool
	evaluate  func(d *idaStar[W], s W, g int64, c *successorList[W], depth int) ending
	moveAll   func(st *branch[W], in, to *[bunch]cell[W], k int, least uint64) (n int, over uint64)
	goal      func(g *goalTest[W], in []cell[W]) bool
	backtrack func(c *backtracker[W], s W, at *successorList[W]) ending
}

func functionsOf[W state]() functions[W] {
	var of any
	switch any(*new(W)).(type) {
	case uint64:
		of = functions[uint64]{holds1, apply1, visit1, evaluate1, moveAll1, goal1, backtrack1}
	case wide:
		of = functions[wide]{
			holdsWide, applyWide, visitWide, evaluateWide, moveAllWide, goalWide, backtrackWide,
		}
	}
	return of.(functions[W])
}

// cell is a state that waits. over is the cost plus the heuristic's sum, minus the bound, minus 1, all counted as in
// slack: it is negative as long as the bound allows the state.
type cell[W state] struct {
	s    W
	over uint64
}

// bunch is more than the states that move together: a byte counts them.
const bunch = 256
