package sat

import (
	"context"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/layers"
)

// A chain is one formula for many horizons (Eén and Sörensson, "Temporal induction by incremental SAT solving", 2003): the
// paths from the initial states grow by a step at a time, and what the solver learnt of them stays. What holds of the plans
// of one length alone, the goal and what the layers before it exclude, is said under a literal of its own, which is
// assumed while plans of that length are sought, and false for ever after.

// chainFrom is the part of the reachable values that the way to the goal must leave for a chain to be used. Where it leaves
// less, a formula without the rest is so much smaller that it is better written anew.
const chainFrom = 0.5

// chains tells whether the plans of t moves, which pass the layers at, are looked for in the chain, or in a formula of their own.
func (r *run) chains(t int, at []*layers.Pairs) bool {
	if from, to := r.span(); from == to {
		return false
	}
	if r.chain != nil && r.chain.e.depth(len(r.chain.e.steps)-1) > t { // its paths have more moves, which not all plans can make
		return false
	}
	left, reachable := 0, 0
	for i, inside := range at {
		left += inside.Size()
		reachable += r.lay.Forward[i].Size()
	}
	return float64(left) >= r.chainFrom*float64(reachable)
}

// link is the search for plans of exactly t moves in the chain; at is what the layers say of them.
func (r *run) link(ctx context.Context, t int, at []*layers.Pairs) (*attempt, error) {
	if c := r.chain; c == nil || c.e.f.Bytes() > r.o.Memory/2 { // what is over cannot be taken out of a formula
		if err := r.newChain(ctx, t); err != nil {
			return nil, err
		}
	}
	e := r.chain.e
	last, more := e.stepsOf(t)
	for r.lay != nil && len(e.at) <= last {
		if err := r.reach(ctx, e); err != nil {
			return nil, err
		}
	}
	way := at
	if e.doubled {
		var err error
		if way, err = e.way(ctx, at, last); err != nil || way == nil {
			return nil, err
		}
	}
	if e.extend(last); e.f.Err() != nil {
		return nil, e.f.Err()
	}
	here := e.f.NewVar() // after the steps: the solver decides what came first
	a := &attempt{r: r, e: e, s: r.chain.s, t: t, when: []cnf.Lit{here}}
	if more {
		a.endAfter(at)
	} else {
		e.end([]cnf.Lit{-here}, last)
	}
	for i := range way {
		e.f.Group(fmt.Sprintf("on the way to the goal at %d", i))
		e.steps[i].narrow(-here, way[i])
		if i < last {
			e.narrowMoves(e.steps[i], -here, way)
		}
	}
	e.f.Check()
	a.begin()
	return a, e.f.Err()
}

// reach adds what is reachable at the next step.
func (r *run) reach(ctx context.Context, e *encoder) error {
	i := len(e.at)
	reachable, err := r.lay.Layer(ctx, e.depth(i))
	if err == nil && e.double(i-1) {
		var c *layers.Crossing
		if c, err = r.lay.Cross(ctx, e.moves(i-1), e.at[i-1], reachable); err == nil {
			reachable = c.After
		}
		r.lay.Made()
	}
	e.at = append(e.at, reachable)
	return err
}

func (r *run) newChain(ctx context.Context, t int) error {
	if r.chain == nil {
		r.result.Choice += fmt.Sprintf("; one formula, which grows, for those from %d on", t)
	}
	r.chain = r.newAttempt(ctx, t)
	return r.byTwo(ctx, t)
}

// narrow excludes what the formula admits at this step and inside does not have, unless a literal is true.
func (s *step) narrow(unless cnf.Lit, inside *layers.Pairs) {
	p := s.e.p
	for v := range s.val {
		for _, i := range s.alive[v] {
			if !inside.Alive(p.Fact(v, i)) {
				s.e.f.Clause(unless, -s.val[v][i])
				continue
			}
			for w := range s.val {
				if w != v {
					s.narrowPartners(unless, v, i, w, inside)
				}
			}
		}
	}
}

// narrowPartners says which values of w go with a value of v, if those are fewer than the formula admits: as a list of
// these, or of the others if that is shorter.
func (s *step) narrowPartners(unless cnf.Lit, v, i, w int, inside *layers.Pairs) {
	p := s.e.p
	f := p.Fact(v, i)
	partners := 0
	var others []int
	for _, j := range s.alive[w] {
		switch g := p.Fact(w, j); {
		case inside.Has(f, g):
			partners++
		case s.compatible(v, i, w, j) && inside.Alive(g):
			others = append(others, j)
		}
	}
	switch {
	case len(others) == 0:
	case partners+1 < 2*len(others):
		s.oneOf([]cnf.Lit{unless, -s.val[v][i]}, w, func(j int) bool { return inside.Has(f, p.Fact(w, j)) })
	case v > w: // else said from the other side
		for _, j := range others {
			s.e.f.Clause(unless, -s.val[v][i], -s.val[w][j])
		}
	}
}

// narrowMoves excludes the moves that lead nowhere inside the layers at, unless a literal is true.
func (e *encoder) narrowMoves(s *step, unless cnf.Lit, at []*layers.Pairs) {
	inside := e.between(at[s.t], at[s.t+1], e.double(s.t))
	for o, made := range s.ops {
		if _, ok := slices.BinarySearch(inside, o); made != cnf.False && !ok {
			e.f.Clause(unless, -made)
		}
	}
}
