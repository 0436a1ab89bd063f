// Package layers computes upper bounds on the states after exactly t moves, and on the states of the plans of exactly t
// moves. A set of states is described by the pairs of values that occur in it (h² of planning). The layers refute
// many horizons without a solver, and make the formulas of the others smaller.
//
// Values are numbered: the values of a variable are places 0, 1, …, and a fact is a variable with one of its places.
// The package knows moves and conditions only as tables over places (System); package reduced makes them from a task.
//
// No plan of that length contains a state outside the layer. Errors are those of the context, and cnf.ErrMemory if the
// layers do not fit into their memory limit.
package layers

import (
	"context"
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/technique"
)

// Layers are the states that are reachable by exactly t moves (forward layers). A layer is an upper bound: it may hold
// states that are not reachable, but all reachable states are in it. This is h² of planning (Haslum and Geffner,
// "Admissible heuristics for optimal planning", 2000), computed for each number of moves.
type Layers struct {
	p       *System
	tr      *transition
	Dead    []bool // by operation: it is applicable in no reachable state
	Ever    *Pairs // all reachable states
	Forward []*Pairs
	Goal    *Pairs // the goal states among Ever
	memory  int64  // limit in bytes
	beside  int    // layers that the caller made of these, see Made
	repeats bool   // the last forward layer equals an earlier one
	// 1: a forward layer holds a goal state; −1: the layers repeat and none holds one; 0: not known
	goals    int
	Parallel bool // a forward layer is the result of any number of moves that do not interfere
}

// System is the input of layers: states, operations and conditions.
type System struct {
	Shape
	Ops      []Op
	Init     Condition
	Always   Condition
	Goal     Condition
	Distinct []Condition // true in each reachable state
	Without  technique.Set
}

// New computes all states that are reachable by any number of moves. The layers hold at most the given number of bytes.
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

// settle computes Dead and the goal states, after Ever is known.
func (l *Layers) settle() {
	l.Dead = make([]bool, len(l.p.Ops))
	for i := range l.p.Ops {
		l.Dead[i] = !l.Possible(&l.p.Ops[i])
	}
	l.Goal = l.Ever.Clone()
	l.Goal.keep(&l.p.Goal)
}

// Possible reports whether an operation is applicable in a reachable state and leads to a reachable state.
func (l *Layers) Possible(o *Op) bool { return l.tr.enter(o, l.Ever, l.Ever) }

// Made counts another layer that the caller made of these, for the memory limit.
func (l *Layers) Made() { l.beside++ }

// portions is the number of parts into which the operations are divided, see reach.
const portions = 16

// reach adds to Ever all states that operations lead to, until nothing is new. It follows the operations in portions.
// Each portion uses the new states of the portions before (as in the Gauss–Seidel method), and is skipped if no state
// is new since its last turn.
func (l *Layers) reach(ctx context.Context, first *Pairs) error {
	fresh := make([]*Pairs, min(portions, max(len(l.p.Ops), 1))) // by portion: what is new since its last turn
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

// after adds the results of operations in reachable states. It follows only the operations that concern fresh.
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

// keepAlways removes the states that violate the condition of all states.
func (l *Layers) keepAlways(after *Pairs) {
	after.dirty = true // the union of images may have facts without partners
	after.keep(&l.p.Always)
	after.prune()
}

// next is the result of one operation in the states of from.
func (l *Layers) next(ctx context.Context, from *Pairs) (*Pairs, error) {
	after := newPairs(&l.p.Shape)
	for i := range l.p.Ops {
		if i%64 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if o := &l.p.Ops[i]; !l.Dead[i] && l.tr.enter(o, from, nil) {
			l.tr.leave(o, after)
		}
	}
	l.keepAlways(after)
	return after, nil
}

// Layer is the states after exactly t moves.
func (l *Layers) Layer(ctx context.Context, t int) (*Pairs, error) {
	for len(l.Forward) <= t {
		if l.full() {
			return nil, cnf.ErrMemory
		}
		next, err := l.next(ctx, l.Forward[len(l.Forward)-1])
		if err != nil {
			return nil, err
		}
		if l.Parallel {
			next = l.several(l.Forward[len(l.Forward)-1], next)
		}
		l.repeats = l.repeats || l.seen(next)
		l.Forward = append(l.Forward, next)
	}
	return l.Forward[t], nil
}

// several returns the states after any number of moves that do not interfere, in the states of last. next is the states
// after one move.
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

// planInSteps is Plan for steps of several moves. It uses only forward layers.
func (l *Layers) planInSteps(ctx context.Context, t int) ([]*Pairs, error) {
	last, err := l.Layer(ctx, t)
	if err != nil || !l.HoldsGoal(last) {
		return nil, err
	}
	return l.Forward[:t+1], nil
}

// full reports whether there is no room for another layer.
func (l *Layers) full() bool { return l.Bytes() > l.memory }

// Bytes returns the memory of all layers, together with the layers of a plan.
func (l *Layers) Bytes() int64 {
	return int64(2*len(l.Forward)+l.beside) * int64(len(l.Ever.rows)) * 8
}

// seen reports whether a layer equals an earlier one. Then the layers repeat.
func (l *Layers) seen(r *Pairs) bool {
	return slices.ContainsFunc(l.Forward, func(o *Pairs) bool { return r.equal(o) })
}

// Endless reports whether the layers repeat and none of them holds a goal state. Then there is no plan.
func (l *Layers) Endless() bool {
	if l.repeats && l.goals == 0 {
		l.goals = -1
		if slices.ContainsFunc(l.Forward, l.HoldsGoal) {
			l.goals = 1
		}
	}
	return l.goals < 0
}

// Plan lists the states of all plans of exactly t moves: one set for each number of moves from 0 to t. It is nil if
// there is no such plan.
func (l *Layers) Plan(ctx context.Context, t int) ([]*Pairs, error) {
	if l.Parallel {
		return l.planInSteps(ctx, t)
	}
	at := make([]*Pairs, t+1)
	for i := range at {
		forward, err := l.Layer(ctx, i)
		if err != nil {
			return nil, err
		}
		at[i] = forward.Clone()
	}
	if at[t].Intersect(l.Goal); !at[t].prune() {
		return nil, nil
	}
	return l.Sweep(ctx, at, func(int) MoveSet { return l.singles() })
}

// NoGoalTogether is the reason why there is no plan if HoldsGoal(Ever) is false.
const NoGoalTogether = "no goal state consists of values that can occur together"

// HoldsGoal reports whether a layer may hold a goal state.
func (l *Layers) HoldsGoal(r *Pairs) bool {
	g := r.Clone()
	return g.keep(&l.p.Goal) && g.prune()
}
