package encode

import (
	"context"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/layers"
)

// double reports whether the step from the state at t to the next one is two moves.
func (e *Encoder) double(t int) bool { return e.doubled && t >= 0 && (t > 0 || !e.alone) }

// Depth returns the number of moves before state i.
func (e *Encoder) Depth(i int) int {
	switch {
	case !e.doubled || i == 0:
		return i
	case e.alone:
		return 2*i - 1
	}
	return 2 * i
}

// StepsOf is the number of steps of plans of t moves, and whether one more move follows them.
func (e *Encoder) StepsOf(t int) (n int, more bool) {
	for e.Depth(n+1) <= t {
		n++
	}
	return n, e.Depth(n) < t
}

// PlanLayers returns the layers of a plan at the states of the formula. at is the layers after each number of moves. If
// a step is two moves, the layers are computed once more; the result is nil if nothing is left.
func (e *Encoder) PlanLayers(ctx context.Context, at []*layers.Pairs, last int) ([]*layers.Pairs, error) {
	if !e.doubled {
		return at, nil
	}
	within := make([]*layers.Pairs, last+1)
	for i := range within {
		within[i] = at[e.Depth(i)].Clone()
		within[i].Intersect(e.At[i])
	}
	return e.lay.Sweep(ctx, within, e.moves)
}

// moves returns the operations that a step may be.
func (e *Encoder) moves(step int) layers.MoveSet {
	return layers.MoveSet{Ops: e.P.Ops, Dead: e.dead, Double: e.double(step)}
}

// Final is a move after all steps that leads to the goal.
type Final struct {
	Move int // number in the task
	Made cnf.Lit
}

// EndWithMove makes the last state one from which one more move leads to a goal state, unless a literal of prefix is
// true. The move leads from the states from to the states to.
func (e *Encoder) EndWithMove(prefix []cnf.Lit, from, to *layers.Pairs) []Final {
	return e.final(e, prefix, from, to)
}

// Reach computes At up to state last, if there are layers.
func (e *Encoder) Reach(ctx context.Context, last int) error {
	for i := len(e.At); e.lay != nil && i <= last; i++ {
		reachable, err := e.lay.Layer(ctx, e.Depth(i))
		if err == nil && e.double(i-1) {
			var c *layers.Crossing
			if c, err = e.lay.Cross(ctx, e.moves(i-1), e.At[i-1], reachable); err == nil {
				reachable = c.After
			}
			e.lay.Made()
		}
		if err != nil {
			return err
		}
		e.At = append(e.At, reachable)
	}
	return nil
}
