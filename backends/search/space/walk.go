package space

// Walk makes pseudo-random walks. The seed is fixed, so the walks are always the same.
type Walk struct {
	x    *Expander
	seed uint64
}

// NewWalk returns a walk in a space.
func NewWalk(sp *Space) *Walk { return &Walk{x: NewExpander(sp), seed: 1} }

// Random returns a number from 0 to n-1.
func (w *Walk) Random(n int) int {
	w.seed = w.seed*6364136223846793005 + 1442695040888963407
	return int(w.seed >> 33 % uint64(n))
}

// Step replaces st by one of its successors. It returns false if there are none.
func (w *Walk) Step(st []uint64) bool {
	if w.x.Expand(st); len(w.x.Kids) == 0 {
		return false
	}
	copy(st, w.x.State(w.Random(len(w.x.Kids))))
	return true
}
