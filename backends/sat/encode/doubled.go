package encode

import (
	"context"
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
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
// true. For each move that may be the last, the goal is written as a condition on the state before it. The move leads
// from the states from to the states to.
func (e *Encoder) EndWithMove(prefix []cnf.Lit, from, to *layers.Pairs) (finals []Final) {
	p := e.P
	e.F.Group("goal")
	e.F.About(cnf.PartGoal, 0)
	last := e.Steps[len(e.Steps)-1]
	some := slices.Clone(prefix)
	for _, i := range e.between(from, to, false) {
		o := &p.Ops[i]
		made, after := e.F.NewVar(), p.AfterMove(o)
		finals, some = append(finals, Final{o.Move, made}), append(some, made)
		goal := p.Condition(p.Pool.And(p.Lands(o), after.Expr(p.Imports.Expr(p.Task.Always)),
			after.Expr(p.Imports.Expr(p.Task.Goal))))
		last.guard(&o.Guard, made)
		last.hold([]cnf.Lit{-made}, &goal)
	}
	e.F.Clause(some...)
	return finals
}

// ByTwo makes each step two moves, with the operations of p, unless in the first t moves there are more pairs of moves
// than single moves. It returns whether it does. The first step may be one move, which decides from which states the
// pairs begin: in many puzzles the states of even and of odd depth differ. The variant with fewer pairs is chosen.
func (e *Encoder) ByTwo(p *reduced.Problem, t int) bool {
	two, forward := *e, e.lay.Forward
	two.P, two.doubled, two.dead = p, true, append(slices.Clone(e.dead), make([]bool, len(p.Ops)-len(e.P.Ops))...)
	singles, doubles := 0, [2]int{} // by the parity of the depth at which pairs begin
	for i := 0; i < t && e.F.Err() == nil; i++ {
		singles += len(two.between(forward[i], forward[i+1], false))
		if i+2 <= t {
			doubles[i%2] += len(two.between(forward[i], forward[i+2], true))
		}
	}
	two.alone = doubles[1] < doubles[0]
	if e.F.Err() != nil || float64(min(doubles[0], doubles[1])) > p.Lim.Doubled*float64(singles) {
		return false
	}
	*e = two
	return true
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
