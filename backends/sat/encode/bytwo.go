package encode

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
)

// endWithMove is EndWithMove. For each move that may be the last, the goal is written as a condition on the state
// before it.
func (e *Encoder) endWithMove(prefix []cnf.Lit, from, to *layers.Pairs) (finals []Final) {
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
	two.P, two.doubled, two.final = p, true, (*Encoder).endWithMove
	two.dead = append(slices.Clone(e.dead), make([]bool, len(p.Ops)-len(e.P.Ops))...)
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
