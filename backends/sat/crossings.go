package sat

import (
	"context"
	"math/bits"
)

// What moves leave of two layers, if they lead from the one to the other, is asked for again and again: by both sweeps over the layers of a plan, by the
// formula, which needs the moves, and by the plans of other lengths, whose layers are mostly the same once nothing new is reached (or the same as two layers
// before, where even and odd steps differ). So it is kept for some plans.

// moveSet is what a step may be: single moves, or pairs of them.
type moveSet struct {
	ops    []op
	dead   []bool // those that can never be made
	double bool
}

// crossing is what moves leave of two sets of states.
type crossing struct {
	from, to *pairs
	before   *pairs // the states of from that have a move into to
	after    *pairs // the states of to that a move leads to
	double   bool
	ops      []int // the moves
	asked    int   // the last plan that asked
}

const (
	keptPlans     = 2  // plans of the same parity have the same layers
	crossingShare = 16 // crossings take one part in so many of the memory
)

// cross is what some moves leave of two layers. What it gives must not be changed.
func (l *layers) cross(ctx context.Context, moves moveSet, from, to *pairs) (*crossing, error) {
	key := from.hash() ^ bits.RotateLeft64(to.hash(), 1)
	c := l.crossings[key]
	if c == nil || c.double != moves.double || !c.from.equal(from) || !c.to.equal(to) {
		c = &crossing{from: from, to: to, double: moves.double}
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
func (l *layers) follow(ctx context.Context, moves moveSet, c *crossing) error {
	c.before, c.after = newPairs(&l.p.shape), newPairs(&l.p.shape)
	for i := range moves.ops {
		if i%64 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		o := &moves.ops[i]
		if o.isDouble() == moves.double && !moves.dead[i] && l.tr.enter(o, c.from, c.to) {
			c.before.unite(l.tr.q)
			l.tr.leave(o, c.after)
			c.ops = append(c.ops, i)
		}
	}
	c.after.intersect(c.to)
	l.keepAlways(c.after)
	return nil
}

// nextPlan forgets what the last plans did not ask for.
func (l *layers) nextPlan() {
	l.plans++
	for key, c := range l.crossings {
		if c.asked < l.plans-keptPlans {
			delete(l.crossings, key)
		}
	}
}

// sweep follows the moves backward and forward inside the layers of a plan, so that each layer holds only what has a move from the layer before and into
// the layer after it; nil if nothing is left. moves says what a step may be.
func (l *layers) sweep(ctx context.Context, at []*pairs, moves func(step int) moveSet) ([]*pairs, error) {
	for i := len(at) - 2; i >= 0; i-- {
		c, err := l.cross(ctx, moves(i), at[i], at[i+1])
		if err != nil || c.before.empty() {
			return nil, err
		}
		at[i] = c.before
	}
	for i := range len(at) - 1 {
		c, err := l.cross(ctx, moves(i), at[i], at[i+1])
		if err != nil || c.after.empty() {
			return nil, err
		}
		at[i+1] = c.after
	}
	return at, nil
}

// singles is the moves themselves.
func (l *layers) singles() moveSet { return moveSet{ops: l.p.ops, dead: l.dead} }
