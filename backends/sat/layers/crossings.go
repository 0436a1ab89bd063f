package layers

import (
	"context"
	"math/bits"
)

// What moves leave of two layers, if they lead from the one to the other, is asked for again and again: by both sweeps over the layers of a plan, by the
// formula, which needs the moves, and by the plans of other lengths, whose layers are mostly the same once nothing new is reached (or the same as two layers
// before, where even and odd steps differ). So it is kept for some plans.

// MoveSet is what a step may be: single moves, or pairs of them.
type MoveSet struct {
	Ops    []Op
	Dead   []bool // those that can never be made
	Double bool
}

// Crossing is what moves leave of two sets of states.
type Crossing struct {
	from, to *Pairs
	before   *Pairs // the states of from that have a move into to
	After    *Pairs // the states of to that a move leads to
	double   bool
	Ops      []int // the moves
	asked    int   // the last plan that asked
}

const (
	keptPlans     = 2  // plans of the same parity have the same layers
	crossingShare = 16 // crossings take one part in so many of the memory
)

// Cross is what some moves leave of two layers. What it gives must not be changed.
func (l *Layers) Cross(ctx context.Context, moves MoveSet, from, to *Pairs) (*Crossing, error) {
	key := from.hash() ^ bits.RotateLeft64(to.hash(), 1)
	c := l.crossings[key]
	if c == nil || c.double != moves.Double || !c.from.equal(from) || !c.to.equal(to) {
		c = &Crossing{from: from, to: to, double: moves.Double}
		if err := l.follow(ctx, moves, c); err != nil {
			return nil, err
		}
		if l.layerBytes()*int64(3*len(l.crossings)) < l.memory/crossingShare {
			l.crossings[key] = c
		}
	}
	c.asked = l.plans
	return c, nil
}

// follow makes the moves.
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

// nextPlan forgets what the last plans did not ask for.
func (l *Layers) nextPlan() {
	l.plans++
	for key, c := range l.crossings {
		if c.asked < l.plans-keptPlans {
			delete(l.crossings, key)
		}
	}
}

// Sweep follows the moves backward and forward inside the layers of a plan, so that each layer holds only what has a move from the layer before and into
// the layer after it; nil if nothing is left. moves says what a step may be.
func (l *Layers) Sweep(ctx context.Context, at []*Pairs, moves func(step int) MoveSet) ([]*Pairs, error) {
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

// singles is the moves themselves.
func (l *Layers) singles() MoveSet { return MoveSet{Ops: l.p.Ops, Dead: l.Dead} }
