package layers

// The tests of this package look at what crossings are kept.

// Forget forgets the crossings.
func (l *Layers) Forget() { clear(l.crossings) }

// Kept is the number of crossings that are kept.
func (l *Layers) Kept() int { return len(l.crossings) }

// KeptPlans is the number of plans for which crossings are kept.
const KeptPlans = keptPlans

// NextPlan begins another plan.
func (l *Layers) NextPlan() { l.nextPlan() }

// Limit sets the memory limit.
func (l *Layers) Limit(bytes int64) { l.memory = bytes }

// Moves is the moves, or the pairs of moves.
func (l *Layers) Moves(double bool) MoveSet {
	return MoveSet{Ops: l.p.Ops, Dead: l.Dead, Double: double}
}

// Before is the states in which a move can be made.
func (c *Crossing) Before() *Pairs { return c.before }

// Equal tells whether two sets of states are the same.
func (r *Pairs) Equal(o *Pairs) bool { return r.equal(o) }
