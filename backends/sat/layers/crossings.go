package layers

import (
	"context"
	"slices"

	"github.com/pzc-lang/pzc/backends/technique"
)

// MoveSet holds the operations that a step may be: single moves, or pairs of moves.
type MoveSet struct {
	Ops    []Op
	Dead   []bool // by operation: it is never applicable
	Double bool
}

// Crossing holds the states of two layers between which operations lead, and these operations. The sweeps forwards and
// backwards over the layers of a plan need it, and so does the formula.
type Crossing struct {
	before *Pairs // the states of the first layer in which an operation leads into the second one
	After  *Pairs // the states of the second layer that an operation leads to
	Ops    []int  // the operations, by their numbers in the MoveSet
}

// Cross computes a crossing.
func (l *Layers) Cross(ctx context.Context, moves MoveSet, from, to *Pairs) (*Crossing, error) {
	c := &Crossing{before: newPairs(&l.p.Shape), After: newPairs(&l.p.Shape)}
	for i := range moves.Ops {
		if i%64 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		o := &moves.Ops[i]
		if o.isDouble() == moves.Double && !moves.Dead[i] && l.tr.enter(o, from, to) {
			c.before.unite(l.tr.q)
			l.tr.leave(o, c.After)
			c.Ops = append(c.Ops, i)
		}
	}
	c.After.Intersect(to)
	l.keepAlways(c.After)
	return c, nil
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
