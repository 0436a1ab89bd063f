package sat

import (
	"context"
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/layers"
)

// A chain may make two moves at a step (see double.go). Its formula has half as many states then, and what the solver learns speaks of fewer things: the
// hardest boards of the 8-puzzle take a third of the time. If the number of moves of a plan does not fit, the first step is one move, or the goal is said of
// the state before the last one.

// byTwo makes the steps of the chain two moves each, if these are no more ways to go on than single moves. Whether the first step is one move decides from which
// states the others go on, since in many puzzles states of even and of odd depth differ: the better choice is the one with fewer pairs of moves.
func (r *run) byTwo(ctx context.Context, t int) error {
	if !r.mayDouble(t) {
		return nil
	}
	p, err := r.p.Doubled(ctx, r.lay)
	if err != nil || p == nil {
		return err
	}
	p.Chosen = kinds(r.p) // which moves are made together has no part in it
	e := *r.chain.e
	e.p, e.doubled, e.dead = p, true, append(slices.Clone(e.dead), make([]bool, len(p.Ops)-len(r.p.Ops))...)
	singles, doubles := 0, [2]int{} // by where the steps of two moves begin
	for i := range t {
		if err := ctx.Err(); err != nil {
			return err
		}
		singles += len(e.between(r.lay.Forward[i], r.lay.Forward[i+1], false))
		if i+2 <= t {
			doubles[i%2] += len(e.between(r.lay.Forward[i], r.lay.Forward[i+2], true))
		}
	}
	e.alone = doubles[1] < doubles[0]
	if float64(min(doubles[0], doubles[1])) > r.lim.Doubled*float64(singles) {
		return nil
	}
	*r.chain.e = e
	r.result.Choice += ", two moves at a step"
	return nil
}

// mayDouble tells whether a plan of t moves is as good as any of those that do the same in two moves: all shorter ones are refuted, and moves cost the same.
func (r *run) mayDouble(t int) bool {
	from, _ := r.span()
	return r.lay != nil && from == 0 && t >= r.lim.DoubledFrom && r.refuted == t && r.best < 0 && r.equalCosts() && !r.o.Parallel && !r.o.All && !r.o.Count
}

// double tells whether the step from the state at a time to the next is two moves.
func (e *encoder) double(t int) bool { return e.doubled && t >= 0 && (t > 0 || !e.alone) }

// depth is the number of moves before a step.
func (e *encoder) depth(i int) int {
	switch {
	case !e.doubled || i == 0:
		return i
	case e.alone:
		return 2*i - 1
	}
	return 2 * i
}

// stepsOf is the number of steps of plans of t moves, and whether there is one more move after them.
func (e *encoder) stepsOf(t int) (n int, more bool) {
	for e.depth(n+1) <= t {
		n++
	}
	return n, e.depth(n) < t
}

// way is the layers of a plan at the steps, as far as steps of two moves lead from one to the next; nil if there is none.
func (e *encoder) way(ctx context.Context, at []*layers.Pairs, last int) ([]*layers.Pairs, error) {
	way := make([]*layers.Pairs, last+1)
	for i := range way {
		way[i] = at[e.depth(i)].Clone()
		way[i].Intersect(e.at[i])
	}
	return e.lay.Sweep(ctx, way, e.moves)
}

// moves is what a step may be.
func (e *encoder) moves(step int) layers.MoveSet {
	return layers.MoveSet{Ops: e.p.Ops, Dead: e.dead, Double: e.double(step)}
}

// final is a move that leads to the goal after all steps.
type final struct {
	op   *layers.Op
	made cnf.Lit
}

// endAfter makes the state that one more move leads to a goal: for each move that may be the last one, the goal is said of the state before it.
func (a *attempt) endAfter(at []*layers.Pairs) {
	e, p := a.e, a.e.p
	e.f.Group("goal")
	e.f.About(cnf.PartGoal, 0)
	last := e.steps[len(e.steps)-1]
	some := a.unless()
	for _, i := range e.between(at[a.t-1], at[a.t], false) {
		o := &p.Ops[i]
		made, after := e.f.NewVar(), p.AfterMove(o)
		a.finals, some = append(a.finals, final{o, made}), append(some, made)
		goal := p.Condition(p.Pool.And(p.Lands(o), after.Expr(p.Imports.Expr(p.Task.Always)), after.Expr(p.Imports.Expr(p.Task.Goal))))
		last.guard(&o.Guard, made)
		last.hold([]cnf.Lit{-made}, &goal)
	}
	e.f.Clause(some...)
}
