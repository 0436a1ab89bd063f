package sat

import (
	"context"
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
)

// layers are the sets of states that can be reached by exactly so many moves, and those from which the goal can be
// reached by exactly so many moves, seen through pairs of facts (the h² of planning, layer by layer; Haslum and
// Geffner 2000). What a layer leaves out is in no plan.
type layers struct {
	p        *system
	tr       *transition
	dead     []bool // moves that can never be made
	ever     *pairs // holds all reachable states
	forward  []*pairs
	backward []*pairs
	memory   int64 // limit in bytes
	beside   int   // layers that others have made of these
	plans    int   // that were asked for

	crossings map[uint64]*crossing  // by what they lead from and to
	least     func(moves int) int64 // what so many moves cost at least, where what is spent is a variable
	repeats   bool                  // the last forward layer equals an earlier one
	goals     int                   // 1: a forward layer holds a goal state; −1: none does, however many there are; 0: not yet known
	parallel  bool                  // a forward layer is what several moves, or none, make of the one before
}

// system is what the layers are layers of: states, moves and conditions, as far as these speak of few variables.
type system struct {
	shape
	ops      []op
	init     condition
	always   condition
	goal     condition
	distinct []condition // hold in each state that can be reached
	spent    int         // the variable for what was spent so far, whose places are the sums; −1 without one
}

// newLayers finds what is reachable at all.
func newLayers(ctx context.Context, p *system, memory int64) (*layers, error) {
	l := &layers{p: p, memory: memory, tr: newTransition(&p.shape)}
	first := allPairs(&p.shape)
	first.keep(&p.init)
	for i := range p.distinct {
		first.keep(&p.distinct[i])
	}
	if !first.prune() {
		first.clear()
	}
	l.forward = []*pairs{first}
	l.ever = first.clone()
	if err := l.reach(ctx, first); err != nil {
		return nil, err
	}
	l.settle()
	return l, nil
}

// settle finds the moves that can ever be made, and the goal states, when it is known what is reachable.
func (l *layers) settle() {
	l.dead = make([]bool, len(l.p.ops))
	for i := range l.p.ops {
		l.dead[i] = !l.possible(&l.p.ops[i])
	}
	l.crossings = map[uint64]*crossing{}
	goal := l.ever.clone()
	goal.keep(&l.p.goal)
	l.backward = []*pairs{goal}
}

// possible tells whether a move can ever be made.
func (l *layers) possible(o *op) bool { return l.tr.enter(o, l.ever, l.ever) }

// made notes that another layer was made of these, which takes memory like them.
func (l *layers) made() { l.beside++ }

// narrow uses the moves as they are now: what is reachable is the start or what a move makes of something reachable.
func (l *layers) narrow(ctx context.Context) error {
	l.dead = make([]bool, len(l.p.ops))
	after, err := l.next(ctx, l.ever, l.ever)
	if err != nil {
		return err
	}
	after.unite(l.forward[0])
	l.ever = after
	l.settle()
	return nil
}

// portions is the number of parts in which the moves are followed.
const portions = 16

// reach adds to what is reachable all that moves lead to. The moves are followed in portions, each from what those before it have just found (as
// Gauss and Seidel solve equations), and only where something is new since the portion was followed last.
func (l *layers) reach(ctx context.Context, first *pairs) error {
	fresh := make([]*pairs, min(portions, max(len(l.p.ops), 1))) // by portion
	for k := range fresh {
		fresh[k] = first.clone()
	}
	after, found := newPairs(&l.p.shape), newPairs(&l.p.shape)
	for idle := 0; idle < len(fresh); {
		for k := range fresh {
			from, to := k*len(l.p.ops)/len(fresh), (k+1)*len(l.p.ops)/len(fresh)
			if idle++; slices.Max(fresh[k].on) == 0 {
				continue
			}
			after.clear()
			if err := l.after(ctx, l.p.ops[from:to], fresh[k], after); err != nil {
				return err
			}
			fresh[k].clear()
			if l.ever.gain(after, found); slices.Max(found.on) > 0 {
				idle = 0
				for _, r := range fresh {
					r.unite(found)
				}
			}
		}
	}
	return nil
}

// after adds the states that one of some moves leads to from what is reachable, by the moves for which fresh has something new.
func (l *layers) after(ctx context.Context, ops []op, fresh, after *pairs) error {
	for i := range ops {
		if i%64 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if o := &ops[i]; l.tr.concerned(o, l.ever, fresh) && l.tr.enter(o, l.ever, nil) {
			l.tr.leave(o, after)
		}
	}
	l.keepAlways(after)
	return nil
}

// keepAlways keeps of what moves lead to what always holds.
func (l *layers) keepAlways(after *pairs) {
	after.dirty = true // what the moves leave need not fit together
	after.keep(&l.p.always)
	after.prune()
}

// next is the states that one move leads to from those in from, within the states of to (nil: anywhere).
func (l *layers) next(ctx context.Context, from, to *pairs) (*pairs, error) {
	after := newPairs(&l.p.shape)
	err := l.eachMove(ctx, from, to, func(o *op) { l.tr.leave(o, after) })
	if to != nil {
		after.intersect(to)
	}
	l.keepAlways(after)
	return after, err
}

// before is the states of from that have a move into those in to.
func (l *layers) before(ctx context.Context, from, to *pairs) (*pairs, error) {
	before := newPairs(&l.p.shape)
	return before, l.eachMove(ctx, from, to, func(*op) { before.unite(l.tr.q) })
}

// eachMove visits the moves that lead from one set of states into another one (nil: anywhere), with those of the first in which they can be made in tr.q.
func (l *layers) eachMove(ctx context.Context, from, to *pairs, visit func(o *op)) error {
	for i := range l.p.ops {
		if i%64 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if !l.dead[i] && l.tr.enter(&l.p.ops[i], from, to) {
			visit(&l.p.ops[i])
		}
	}
	return nil
}

// layer is the states after exactly t moves.
func (l *layers) layer(ctx context.Context, t int) (*pairs, error) {
	for len(l.forward) <= t {
		if l.full() {
			return nil, cnf.ErrMemory
		}
		next, err := l.next(ctx, l.forward[len(l.forward)-1], nil)
		if err != nil {
			return nil, err
		}
		l.keepSpent(next, len(l.forward), 0)
		if l.parallel {
			next = l.several(l.forward[len(l.forward)-1], next)
		}
		l.repeats = l.repeats || l.seen(next)
		l.forward = append(l.forward, next)
	}
	return l.forward[t], nil
}

// several is the states after any number of moves that do not interfere, where next is those after one of them.
func (l *layers) several(last, next *pairs) *pairs {
	out := l.ever.clone()
	for f := range l.p.facts {
		if out.alive(f) && !next.alive(f) && !last.alive(f) {
			out.kill(f)
		}
	}
	out.prune()
	return out
}

// planInSteps is the states of all plans of t steps of several moves, as far as the forward layers know them.
func (l *layers) planInSteps(ctx context.Context, t int) ([]*pairs, error) {
	last, err := l.layer(ctx, t)
	if err != nil || !l.holdsGoal(last) {
		return nil, err
	}
	return l.forward[:t+1], nil
}

// full tells whether there is no room for one more layer.
func (l *layers) full() bool { return l.bytes() > l.memory }

// bytes is what the layers take, with those of a plan that passes them.
func (l *layers) bytes() int64 {
	return int64(2*len(l.forward)+len(l.backward)+l.beside+3*len(l.crossings)) * l.layerBytes()
}

// layerBytes is what a layer takes.
func (l *layers) layerBytes() int64 { return int64(len(l.ever.rows)) * 8 }

// seen tells whether a layer equals an earlier one, so that the layers go round in a circle.
func (l *layers) seen(r *pairs) bool {
	for _, o := range l.forward {
		if r.equal(o) {
			return true
		}
	}
	return false
}

// endless tells whether the layers go round in a circle, and none of them, nor one before the circle, holds a goal state.
func (l *layers) endless() bool {
	if l.repeats && l.goals == 0 {
		l.goals = -1
		if slices.ContainsFunc(l.forward, l.holdsGoal) {
			l.goals = 1
		}
	}
	return l.goals < 0
}

// left is the states from which the goal is reached by exactly k moves.
func (l *layers) left(ctx context.Context, k int) (*pairs, error) {
	for len(l.backward) <= k {
		if l.full() {
			return nil, cnf.ErrMemory
		}
		before, err := l.before(ctx, l.ever, l.backward[len(l.backward)-1])
		if err != nil {
			return nil, err
		}
		l.keepSpent(before, 0, len(l.backward))
		l.backward = append(l.backward, before)
	}
	return l.backward[k], nil
}

// plan is the states of all plans of exactly t moves, by step; nil if there is no such plan.
func (l *layers) plan(ctx context.Context, t int) ([]*pairs, error) {
	if l.parallel {
		return l.planInSteps(ctx, t)
	}
	l.nextPlan()
	at := make([]*pairs, t+1)
	for i := range at {
		forward, err := l.layer(ctx, i)
		if err != nil {
			return nil, err
		}
		backward, err := l.left(ctx, t-i)
		if err != nil {
			return nil, err
		}
		at[i] = forward.clone()
		at[i].intersect(backward)
		if !at[i].prune() {
			return nil, nil
		}
	}
	return l.sweep(ctx, at, func(int) moveSet { return l.singles() })
}

// holdsGoal tells whether a layer may hold a goal state.
func (l *layers) holdsGoal(r *pairs) bool {
	g := r.clone()
	return g.keep(&l.p.goal) && g.prune()
}

// keepSpent leaves out the states that no plan passes, since the moves before cost more, or those that are left.
func (l *layers) keepSpent(r *pairs, before, left int) {
	if l.p.spent < 0 {
		return
	}
	most := l.p.size(l.p.spent) - 1
	for sum := range most + 1 {
		if f := l.p.fact(l.p.spent, sum); r.alive(f) && (int64(sum) < l.least(before) || int64(sum) > int64(most)-l.least(left)) {
			r.kill(f)
		}
	}
	r.prune()
}
