package layers

import (
	"context"
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
)

// Layers are the sets of states that can be reached by exactly so many moves, and those from which the goal can be
// reached by exactly so many moves, seen through pairs of facts (the h² of planning, layer by layer; Haslum and
// Geffner 2000). What a layer leaves out is in no plan.
type Layers struct {
	p        *System
	tr       *transition
	Dead     []bool // moves that can never be made
	Ever     *Pairs // holds all reachable states
	Forward  []*Pairs
	backward []*Pairs
	memory   int64 // limit in bytes
	beside   int   // layers that others have made of these
	plans    int   // that were asked for

	crossings map[uint64]*Crossing  // by what they lead from and to
	Least     func(moves int) int64 // what so many moves cost at least, where what is spent is a variable
	repeats   bool                  // the last forward layer equals an earlier one
	goals     int                   // 1: a forward layer holds a goal state; −1: none does, however many there are; 0: not yet known
	Parallel  bool                  // a forward layer is what several moves, or none, make of the one before
}

// System is what the layers are layers of: states, moves and conditions, as far as these speak of few variables.
type System struct {
	Shape
	Ops      []Op
	Init     Condition
	Always   Condition
	Goal     Condition
	Distinct []Condition // hold in each state that can be reached
	Spent    int         // the variable for what was spent so far, whose places are the sums; −1 without one
}

// New finds what is reachable at all.
func New(ctx context.Context, p *System, memory int64) (*Layers, error) {
	l := &Layers{p: p, memory: memory, tr: newTransition(&p.Shape)}
	first := allPairs(&p.Shape)
	first.keep(&p.Init)
	for i := range p.Distinct {
		first.keep(&p.Distinct[i])
	}
	if !first.prune() {
		first.clear()
	}
	l.Forward = []*Pairs{first}
	l.Ever = first.Clone()
	if err := l.reach(ctx, first); err != nil {
		return nil, err
	}
	l.settle()
	return l, nil
}

// settle finds the moves that can ever be made, and the goal states, when it is known what is reachable.
func (l *Layers) settle() {
	l.Dead = make([]bool, len(l.p.Ops))
	for i := range l.p.Ops {
		l.Dead[i] = !l.Possible(&l.p.Ops[i])
	}
	l.crossings = map[uint64]*Crossing{}
	goal := l.Ever.Clone()
	goal.keep(&l.p.Goal)
	l.backward = []*Pairs{goal}
}

// Possible tells whether a move can ever be made.
func (l *Layers) Possible(o *Op) bool { return l.tr.enter(o, l.Ever, l.Ever) }

// Made notes that another layer was made of these, which takes memory like them.
func (l *Layers) Made() { l.beside++ }

// Narrow uses the moves as they are now: what is reachable is the start or what a move makes of something reachable.
func (l *Layers) Narrow(ctx context.Context) error {
	l.Dead = make([]bool, len(l.p.Ops))
	after, err := l.next(ctx, l.Ever, l.Ever)
	if err != nil {
		return err
	}
	after.unite(l.Forward[0])
	l.Ever = after
	l.settle()
	return nil
}

// portions is the number of parts in which the moves are followed.
const portions = 16

// reach adds to what is reachable all that moves lead to. The moves are followed in portions, each from what those before it have just found (as
// Gauss and Seidel solve equations), and only where something is new since the portion was followed last.
func (l *Layers) reach(ctx context.Context, first *Pairs) error {
	fresh := make([]*Pairs, min(portions, max(len(l.p.Ops), 1))) // by portion
	for k := range fresh {
		fresh[k] = first.Clone()
	}
	after, found := newPairs(&l.p.Shape), newPairs(&l.p.Shape)
	for idle := 0; idle < len(fresh); {
		for k := range fresh {
			from, to := k*len(l.p.Ops)/len(fresh), (k+1)*len(l.p.Ops)/len(fresh)
			if idle++; slices.Max(fresh[k].on) == 0 {
				continue
			}
			after.clear()
			if err := l.after(ctx, l.p.Ops[from:to], fresh[k], after); err != nil {
				return err
			}
			fresh[k].clear()
			if l.Ever.gain(after, found); slices.Max(found.on) > 0 {
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
func (l *Layers) after(ctx context.Context, ops []Op, fresh, after *Pairs) error {
	for i := range ops {
		if i%64 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if o := &ops[i]; l.tr.concerned(o, l.Ever, fresh) && l.tr.enter(o, l.Ever, nil) {
			l.tr.leave(o, after)
		}
	}
	l.keepAlways(after)
	return nil
}

// keepAlways keeps of what moves lead to what always holds.
func (l *Layers) keepAlways(after *Pairs) {
	after.dirty = true // what the moves leave need not fit together
	after.keep(&l.p.Always)
	after.prune()
}

// next is the states that one move leads to from those in from, within the states of to (nil: anywhere).
func (l *Layers) next(ctx context.Context, from, to *Pairs) (*Pairs, error) {
	after := newPairs(&l.p.Shape)
	err := l.eachMove(ctx, from, to, func(o *Op) { l.tr.leave(o, after) })
	if to != nil {
		after.Intersect(to)
	}
	l.keepAlways(after)
	return after, err
}

// before is the states of from that have a move into those in to.
func (l *Layers) before(ctx context.Context, from, to *Pairs) (*Pairs, error) {
	before := newPairs(&l.p.Shape)
	return before, l.eachMove(ctx, from, to, func(*Op) { before.unite(l.tr.q) })
}

// eachMove visits the moves that lead from one set of states into another one (nil: anywhere), with those of the first in which they can be made in tr.q.
func (l *Layers) eachMove(ctx context.Context, from, to *Pairs, visit func(o *Op)) error {
	for i := range l.p.Ops {
		if i%64 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if !l.Dead[i] && l.tr.enter(&l.p.Ops[i], from, to) {
			visit(&l.p.Ops[i])
		}
	}
	return nil
}

// Layer is the states after exactly t moves.
func (l *Layers) Layer(ctx context.Context, t int) (*Pairs, error) {
	for len(l.Forward) <= t {
		if l.full() {
			return nil, cnf.ErrMemory
		}
		next, err := l.next(ctx, l.Forward[len(l.Forward)-1], nil)
		if err != nil {
			return nil, err
		}
		l.keepSpent(next, len(l.Forward), 0)
		if l.Parallel {
			next = l.several(l.Forward[len(l.Forward)-1], next)
		}
		l.repeats = l.repeats || l.seen(next)
		l.Forward = append(l.Forward, next)
	}
	return l.Forward[t], nil
}

// several is the states after any number of moves that do not interfere, where next is those after one of them.
func (l *Layers) several(last, next *Pairs) *Pairs {
	out := l.Ever.Clone()
	for f := range l.p.Facts {
		if out.Alive(f) && !next.Alive(f) && !last.Alive(f) {
			out.kill(f)
		}
	}
	out.prune()
	return out
}

// planInSteps is the states of all plans of t steps of several moves, as far as the forward layers know them.
func (l *Layers) planInSteps(ctx context.Context, t int) ([]*Pairs, error) {
	last, err := l.Layer(ctx, t)
	if err != nil || !l.HoldsGoal(last) {
		return nil, err
	}
	return l.Forward[:t+1], nil
}

// full tells whether there is no room for one more layer.
func (l *Layers) full() bool { return l.Bytes() > l.memory }

// Bytes is what the layers take, with those of a plan that passes them.
func (l *Layers) Bytes() int64 {
	return int64(2*len(l.Forward)+len(l.backward)+l.beside+3*len(l.crossings)) * l.layerBytes()
}

// layerBytes is what a layer takes.
func (l *Layers) layerBytes() int64 { return int64(len(l.Ever.rows)) * 8 }

// seen tells whether a layer equals an earlier one, so that the layers go round in a circle.
func (l *Layers) seen(r *Pairs) bool {
	for _, o := range l.Forward {
		if r.equal(o) {
			return true
		}
	}
	return false
}

// Endless tells whether the layers go round in a circle, and none of them, nor one before the circle, holds a goal state.
func (l *Layers) Endless() bool {
	if l.repeats && l.goals == 0 {
		l.goals = -1
		if slices.ContainsFunc(l.Forward, l.HoldsGoal) {
			l.goals = 1
		}
	}
	return l.goals < 0
}

// Left is the states from which the goal is reached by exactly k moves.
func (l *Layers) Left(ctx context.Context, k int) (*Pairs, error) {
	for len(l.backward) <= k {
		if l.full() {
			return nil, cnf.ErrMemory
		}
		before, err := l.before(ctx, l.Ever, l.backward[len(l.backward)-1])
		if err != nil {
			return nil, err
		}
		l.keepSpent(before, 0, len(l.backward))
		l.backward = append(l.backward, before)
	}
	return l.backward[k], nil
}

// Plan is the states of all plans of exactly t moves, by step; nil if there is no such plan.
func (l *Layers) Plan(ctx context.Context, t int) ([]*Pairs, error) {
	if l.Parallel {
		return l.planInSteps(ctx, t)
	}
	l.nextPlan()
	at := make([]*Pairs, t+1)
	for i := range at {
		forward, err := l.Layer(ctx, i)
		if err != nil {
			return nil, err
		}
		backward, err := l.Left(ctx, t-i)
		if err != nil {
			return nil, err
		}
		at[i] = forward.Clone()
		at[i].Intersect(backward)
		if !at[i].prune() {
			return nil, nil
		}
	}
	return l.Sweep(ctx, at, func(int) MoveSet { return l.singles() })
}

// NoGoalTogether is the reason why there is no plan where HoldsGoal of Ever tells that there is no goal state.
const NoGoalTogether = "no goal state consists of values that can occur together"

// HoldsGoal tells whether a layer may hold a goal state.
func (l *Layers) HoldsGoal(r *Pairs) bool {
	g := r.Clone()
	return g.keep(&l.p.Goal) && g.prune()
}

// keepSpent leaves out the states that no plan passes, since the moves before cost more, or those that are left.
func (l *Layers) keepSpent(r *Pairs, before, left int) {
	if l.p.Spent < 0 {
		return
	}
	most := l.p.size(l.p.Spent) - 1
	for sum := range most + 1 {
		if f := l.p.Fact(l.p.Spent, sum); r.Alive(f) && (int64(sum) < l.Least(before) || int64(sum) > int64(most)-l.Least(left)) {
			r.kill(f)
		}
	}
	r.prune()
}
