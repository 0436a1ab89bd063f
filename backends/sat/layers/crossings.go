package layers

import (
	"context"
	"math/bits"
	"slices"

	"github.com/pzc-lang/pzc/backends/technique"
)

// A crossing holds the states of two layers between which operations lead, and these operations. The sweeps forwards
// and backwards over the layers of a plan need it, and so does the formula. The layers of longer plans soon equal those
// of plans that are one or two moves shorter. So crossings are kept for a few plans.

// MoveSet holds the operations that a step may be: single moves, or pairs of moves.
type MoveSet struct {
	Ops    []Op
	Dead   []bool // by operation: it is never applicable
	Double bool
}

// Crossing holds the states of two layers between which operations lead, and these operations.
type Crossing struct {
	from, to *Pairs
	before   *Pairs // the states of from in which an operation leads into to
	After    *Pairs // the states of to that an operation leads to
	double   bool
	Ops      []int // the operations, by their numbers in the MoveSet
	asked    int   // number of the last plan that asked for it
}

const (
	keptPlans     = 2  // plans of the same parity have the same layers
	crossingShare = 16 // crossings take at most one part in crossingShare of the memory
)

// Cross computes a crossing, or returns a kept one. The caller must not change the result.
func (l *Layers) Cross(ctx context.Context, moves MoveSet, from, to *Pairs) (*Crossing, error) {
	key := from.hash() ^ bits.RotateLeft64(to.hash(), 1)
	c := l.crossings[key]
	if c == nil || c.double != moves.Double || !c.from.equal(from) || !c.to.equal(to) {
		c = &Crossing{from: from, to: to, double: moves.Double}
		if err := l.follow(ctx, moves, c); err != nil {
			return nil, err
		}
		if !l.p.Without.Has(technique.Keep) && l.layerBytes()*int64(3*len(l.crossings)) < l.memory/crossingShare {
			l.crossings[key] = c
		}
	}
	c.asked = l.plans
	return c, nil
}

// follow computes a crossing.
func (l *Layers) follow(ctx context.Context, moves MoveSet, c *Crossing) error {
	c.before, c.After = newPairs(&l.p.Shape), newPairs(&l.p.Shape)
	for i := range moves.Ops {
		if i%64 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		o := &moves.Ops[i]
		if o.isDouble() == moves.Double && !moves.Dead[i] && l.tr.enter(o, c.from, c.to) {
			c.before.unite(l.tr.q)
			l.tr.leave(o, c.After)
			c.Ops = append(c.Ops, i)
		}
	}
	c.After.Intersect(c.to)
	l.keepAlways(c.After)
	return nil
}

// nextPlan forgets the crossings that the last plans did not ask for.
func (l *Layers) nextPlan() {
	l.plans++
	for key, c := range l.crossings {
		if c.asked < l.plans-keptPlans {
			delete(l.crossings, key)
		}
	}
}

// Sweep follows the operations backwards and forwards inside the layers of a plan. Afterwards each state of a layer has
// an operation from the layer before and into the layer after. The result is nil if nothing is left. moves says what
// each step may be.
func (l *Layers) Sweep(ctx context.Context, at []*Pairs, moves func(step int) MoveSet) ([]*Pairs, error) {
	if l.p.Without.Has(technique.Sweep) {
		if slices.ContainsFunc(at, func(r *Pairs) bool { return !r.prune() }) {
			return nil, nil
		}
		return at, nil
	}
	for i := len(at) - 2; i >= 0; i-- {
		c, err := l.Cross(ctx, moves(i), at[i], at[i+1])
		if err != nil || c.before.Empty() {
			return nil, err
		}
		at[i] = c.before
	}
	for i := range len(at) - 1 {
		c, err := l.Cross(ctx, moves(i), at[i], at[i+1])
		if err != nil || c.After.Empty() {
			return nil, err
		}
		at[i+1] = c.After
	}
	return at, nil
}

// singles returns the single moves.
func (l *Layers) singles() MoveSet { return MoveSet{Ops: l.p.Ops, Dead: l.Dead} }
