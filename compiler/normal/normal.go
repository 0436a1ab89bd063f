// Package normal gives a task with moves one form, whatever the model looked like: moves with constant places, no
// variable that others determine, and the variables in which moves read and write least.
package normal

// How it works, for the maintainer. Of is the list of the steps. Each step makes a task of a task.
//
//  1. product.go makes one variable of a row and a column.
//  2. split.go divides a move by the value of an expression that decides what it writes.
//  3. facts.go guesses what holds in all reachable states, from a few of them. proof.go proves it by induction over the
//     moves (Helmert, Concise finite-domain representations for PDDL planning tasks, 2009). A fact is "variable v has
//     value x". What is proved: a fact never holds, two facts are one, or at most one of some facts holds, or exactly
//     one. family.go lists sets of Booleans of which at most one may hold.
//  4. view.go and family.go choose sets of facts that become the variables. regroup.go writes the task in these
//     variables, by rewrite.go.
//  5. join.go makes one move of moves that differ only in a value that they demand and carry.
//  6. alike.go makes one value of values that nothing reads apart.
//
// The way back is a replay: each state of a step's first task has one image, and each move of the new task stands for
// some moves of the first one. In the state at hand one of these leads to the next image.

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// Form is the normal form of a task.
type Form struct {
	Task  *task.Task // the task itself if it is in normal form
	steps []*step
}

// step is a task made of another one.
type step struct {
	from, to *task.Task
	image    []task.Expr // by variable of to: its value, over from; nil: the same
	moves    [][]int     // by move of to: the moves of from for which it stands
}

// Bounds on the work.
const (
	fewBits      = 18      // size of a state; smaller tasks are solved sooner than changed
	mostWork     = 1 << 19 // facts, times moves
	mostNodes    = 1 << 18 // size of the pool
	mostProducts = 2       // pairs of arrays whose elements become one
	mostParts    = 1 << 12 // parts of all moves, or twice the moves if these are more
)

// Of returns the normal form of a task. Tasks that are small or too large, that have no single start, or whose model
// names sequences of moves, symmetries or simpler puzzles, stay as they are.
func Of(ctx context.Context, t *task.Task) *Form {
	best := &Form{Task: t}
	if !admits(t) {
		return best
	}
	least := weight(t)
	for _, f := range forms(ctx, t, mostProducts) {
		fewer := len(f.Task.Vars) < len(best.Task.Vars)
		single := named(f.Task) && !named(best.Task) // heuristics see one state
		if w := weight(f.Task); w < least/2 || single && w <= least ||
			fewer && w*size(f.Task) <= least*size(best.Task) {
			best, least = f, w
		}
	}
	return best
}

// size returns the size of a state in bits.
func size(t *task.Task) (n float64) {
	for v := range t.Vars {
		n += math.Log2(float64(len(t.Vars[v].Values)))
	}
	return n
}

// forms lists the forms of a task, and of tasks in which up to some pairs of variables are one.
func forms(ctx context.Context, t *task.Task, pairs int) (out []*Form) {
	for _, s := range products(t, pairs) {
		for _, f := range forms(ctx, s.to, pairs-1) {
			f.steps = slices.Insert(f.steps, 0, s)
			out = append(out, f)
		}
	}
	return append(out, written(ctx, t)...)
}

// written lists the forms of a task: with its variables or with groups of Booleans, and with the values of each array
// as variables.
func written(ctx context.Context, t *task.Task) (out []*Form) {
	start := func(pairs bool) (f *Form, k *facts) {
		f = &Form{Task: t}
		if f.add(split(t, pairs)); small(f.Task) {
			k = factsOf(f.Task)
			if w := living(k); w != nil {
				f.add(regroup(k, w))
				k = factsOf(f.Task)
			}
		}
		return f, k
	}
	add := func(f *Form, k *facts, w *view, groups bool) {
		f = &Form{Task: f.Task, steps: slices.Clone(f.steps)}
		if w != nil {
			f.add(regroup(k, w))
		}
		if small(f.Task) {
			out = append(out, f.finish(ctx, groups))
		}
	}
	f, k := start(false)
	if k == nil {
		return nil
	}
	for _, w := range groupViews(k) {
		add(f, k, w, true)
	}
	if len(out) == 0 {
		add(f, k, nil, true)
	}
	if weight(out[0].Task) <= lightest {
		return out
	}
	k = nil
	for i := range t.Arrays {
		if vars := elements(t, &t.Arrays[i]); len(vars) > 1 && differ(t, vars) {
			if k == nil {
				if f, k = start(true); k == nil {
					break
				}
			}
			if w := inverse(k, t.Arrays[i].Name); w != nil {
				add(f, k, w, false)
			}
		}
	}
	return out
}

// differ reports whether no two of some variables are equal at the start.
func differ(t *task.Task, vars []int) bool {
	seen := map[int64]bool{}
	return !slices.ContainsFunc(vars, func(v int) bool {
		known := seen[t.Init[v]]
		seen[t.Init[v]] = true
		return known
	})
}

// lightest is a weight up to which no other variables are sought.
const lightest = 32

// admits reports whether a task is to have a normal form.
func admits(t *task.Task) bool {
	return len(t.Moves) > 0 && size(t) > fewBits && !t.HasFree() && t.InitCond == task.True && t.Facts.Unsolvable == "" &&
		len(t.Symmetries)+len(t.Prunings)+len(t.Abstractions) == 0 && small(t)
}

// small reports whether the facts of a task can be proved in little time.
func small(t *task.Task) bool {
	facts := 0
	for v := range t.Vars {
		if facts += len(t.Vars[v].Values); !t.Pool.Tabulable(v) {
			return false
		}
	}
	return facts*len(t.Moves) <= mostWork && t.Pool.Size() <= mostNodes
}

// Solved returns the task of the form.
func (f *Form) Solved() *task.Task { return f.Task }

// Plan returns the plan of the first task for which a plan of the normal form stands.
func (f *Form) Plan(moves []int) ([]int, error) {
	var err error
	for _, s := range slices.Backward(f.steps) {
		if moves, err = s.back(moves); err != nil {
			return nil, err
		}
	}
	return moves, nil
}

// back returns the plan of the first task of a step.
func (s *step) back(moves []int) ([]int, error) {
	state, image := s.from.Init, s.to.Init
	out := make([]int, 0, len(moves))
	for k, m := range moves {
		next, _, ok := s.to.Apply(image, m)
		if !ok {
			return nil, fmt.Errorf("move %d of a plan in normal form, %s, cannot be made", k+1, s.to.Moves[m].Name)
		}
		found := false
		for _, c := range s.moves[m] {
			if after, _, ok := s.from.Apply(state, c); ok && slices.Equal(s.imageOf(after), next) {
				state, image, found = after, next, true
				out = append(out, c)
				break
			}
		}
		if !found {
			return nil, fmt.Errorf("move %d of a plan in normal form, %s, stands for no move", k+1, s.to.Moves[m].Name)
		}
	}
	return out, nil
}

// imageOf returns the state of the new task for a state of the first one.
func (s *step) imageOf(state []int64) []int64 {
	if s.image == nil {
		return state
	}
	return lists.Map(s.image, func(e task.Expr) int64 { return s.from.Pool.Eval(e, state) })
}

// add adds a step.
func (f *Form) add(s *step) {
	f.steps = append(f.steps, s)
	f.Task = s.to
}

// rounds bounds how often the steps are repeated.
const rounds = 3

// finish takes the steps that follow a division of moves, and says what the arrays are. groups says whether groups of
// facts may become variables.
func (f *Form) finish(ctx context.Context, groups bool) *Form {
	var k *facts
	known := func() *facts {
		if k == nil || k.t != f.Task {
			k = factsOf(f.Task)
		}
		return k
	}
	for range rounds {
		before := len(f.steps)
		if all := groupViews(known()); groups && len(all) > 0 {
			f.add(regroup(k, all[0]))
		}
		for _, choose := range []func(*facts) *view{fewest, living} {
			if w := choose(known()); w != nil {
				f.add(regroup(k, w))
			}
		}
		for _, change := range []func(*facts) *step{join, alike, filled, stated} {
			if s := change(known()); s != nil {
				f.add(s)
			}
		}
		if len(f.steps) == before || ctx.Err() != nil {
			break
		}
	}
	f.describe(known())
	return f
}

// describe sets the facts of the task that follow from what is proved.
func (f *Form) describe(k *facts) {
	t := *f.Task
	t.Arrays = slices.Clone(t.Arrays)
	for i := range t.Arrays {
		a := &t.Arrays[i]
		vars := elements(&t, a)
		values := valuesOf(&t, vars)
		proved := 0
		for _, g := range k.groups {
			if g.key.array == i {
				proved++
			}
		}
		if len(vars) == len(a.Elems) && len(vars) > 1 && proved == len(values) {
			a.Distinct = true
			a.Permutation = len(values) == len(vars)
		}
	}
	t.BoundCosts()
	f.Task = &t
	if n := len(f.steps); n > 0 {
		f.steps[n-1].to = &t
	}
}

// weight measures what the moves of a task read and write: the average size of the tables of a move, and of a
// condition of the goal. An expression without a table counts by its parts, and so does a condition that has fewer.
func weight(t *task.Task) float64 {
	const most = 1 << 12
	reads := task.NewReads(t.Pool)
	parts := map[task.Expr]float64{}
	var count func(e task.Expr) float64
	count = func(e task.Expr) float64 {
		n, ok := parts[e]
		if !ok {
			n = 1
			for _, a := range t.Pool.Node(e).Args {
				n = min(n+count(a), most*most)
			}
			parts[e] = n
		}
		return n
	}
	table := func(e task.Expr) float64 {
		size := 1.0
		if t.Pool.Node(e).Op == task.OpVar {
			return size
		}
		for _, v := range reads.Of(e) {
			if size *= float64(len(t.Vars[v].Values)); size > most {
				return count(e)
			}
		}
		return size
	}
	sum := 0.0
	for m := range t.Moves {
		for _, c := range t.Pool.Conjuncts(t.Moves[m].Guard) {
			if len(reads.Of(c)) > 1 {
				sum += min(table(c), count(c))
			} else {
				sum++
			}
		}
		for i := range t.Moves[m].Effects {
			sum += table(t.Moves[m].Effects[i].Cond) * table(t.Moves[m].Effects[i].Value)
		}
	}
	sum /= float64(max(len(t.Moves), 1))
	conds, goal := t.Pool.Conjuncts(t.Goal), 0.0
	for _, c := range conds {
		goal += min(table(c), count(c))
	}
	return sum + goal/float64(max(len(conds), 1))
}
