package forks

// functions holds the functions that are generated for each size of states.
type functions[W state] struct {
	holds func(st *branch[W], s W) bool
	apply func(st *branch[W], s W) (next W, spent int64)
	visit func(d *dive[W], s W, room int64, c *fork[W], depth int) bool
	probe func(d *dive[W], s W, g int64, c *fork[W], depth int) ending
	drive func(st *branch[W], in, to *[bunch]cell[W], k int, least uint64) (n int, over uint64)
	goal  func(g *goalTest[W], in []cell[W]) bool
	climb func(c *climb[W], s W, at *fork[W]) ending
}

func functionsOf[W state]() functions[W] {
	var of any
	switch any(*new(W)).(type) {
	case uint64:
		f := functions[uint64]{holds: holds1, apply: apply1, visit: visit1, probe: probe1, climb: climb1}
		if sweeps {
			f.drive, f.goal = drive1, goal1
		}
		of = f
	case wide:
		f := functions[wide]{holds: holdsWide, apply: applyWide, climb: climbWide}
		if wideDives {
			f.visit, f.probe = visitWide, probeWide
		}
		if sweeps {
			f.drive, f.goal = driveWide, goalWide
		}
		of = f
	}
	return of.(functions[W])
}

// cell is a state that waits. over is the cost plus the heuristic's sum, minus the bound, minus 1, all counted as in
// room: it is negative as long as the bound allows the state.
type cell[W state] struct {
	s    W
	over uint64
}

// bunch is more than the states that move together: a byte counts them.
const bunch = 256
