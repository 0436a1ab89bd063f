package depthfirst

import (
	"math"

	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/compiler/task"
)

// backtracker is backtracking by successor lists. It runs on tasks in which no path repeats a state, because every move
// changes the sum of some array in the same direction. Examples: squares visited, pegs left.
type backtracker[W state] struct {
	*Search
	lists *successorLists[W]
	goal  goalTest[W]
	plan  []int32 // backwards
	left  int64   // states until the next check of the limits
	span  int64   // the value of left when the counts were settled
	stuck int64   // number of states without a move
}

// backtracking is a backtracker for states of any number of words.
type backtracking interface{ search() job.Outcome }

// newBacktracker returns a backtracker, and false if the task does not have the form that a backtracker needs.
func (s *Search) newBacktracker() (backtracking, bool) {
	switch {
	case s.MaxCost != math.MaxInt64 || s.Space.Forbids():
	case s.Space.Layout.Words == 1:
		return backtrackerOf[uint64](s)
	case s.Space.Layout.Words <= maxWords:
		return backtrackerOf[wide](s)
	}
	return nil, false
}

func backtrackerOf[W state](s *Search) (*backtracker[W], bool) {
	f, ok := newSuccessorLists[W](s.Space, nil, false, nil)
	if !ok || !f.rises() {
		return nil, false
	}
	return &backtracker[W]{Search: s, lists: f, goal: newGoalTest[W](s.Job)}, true
}

// rises reports whether every move changes the sum of the place numbers of some array in the same direction.
func (lists *successorLists[W]) rises() bool {
	for _, a := range lists.sp.Task.Arrays {
		places := map[int32][]int64{}
		for _, e := range a.Elems {
			if n := lists.sp.Task.Pool.Node(e); n.Op == task.OpVar {
				for p := range lists.sp.Layout.Vars[n.N].Values {
					places[int32(n.N)] = append(places[int32(n.N)], int64(p))
				}
			}
		}
		up, down := true, true
		for i := range lists.variants {
			if v := &lists.variants[i]; !v.refuted {
				lo, hi := lists.change(&v.made, places)
				up, down = up && lo > 0, down && hi < 0
			}
		}
		if up || down {
			return true
		}
	}
	return false
}

// change returns bounds of the change of a sum of terms of one variable by a move.
func (lists *successorLists[W]) change(mv *space.Move, unary map[int32][]int64) (lo, hi int64) {
	b := newDeltas(lists.sp, mv, unary)
	lo, hi = b.constant, b.constant
	widen := func(least, most int64) { lo, hi = lo+least, hi+most }
	for i := range mv.Tables {
		least, most := int64(math.MaxInt64), int64(math.MinInt64)
		lists.sp.Layout.Each(mv.Tables[i].Vars, lists.sp.Program.Scratch.State, func(k uint64) {
			d := b.ofTable(&mv.Tables[i], k)
			least, most = min(least, d), max(most, d)
		})
		widen(least, most)
	}
	for _, t := range b.leftovers() {
		least, most := int64(math.MaxInt64), int64(math.MinInt64)
		for _, rise := range t.rises {
			least, most = min(least, rise), max(most, rise)
		}
		widen(least, most)
	}
	return lo, hi
}

// search tries the roots one after another.
func (back *backtracker[W]) search() job.Outcome {
	back.lists.adopt(back.pruning())
	for i := range back.RootCount() {
		e := back.descend(i)
		back.settle()
		if e == found {
			return job.Outcome{Found: true, Root: i, Moves: forwards(back.plan)}
		}
		if e == broken {
			break
		}
	}
	return job.Outcome{}
}

// descend searches from a root. The general expander generates the successors of the root.
func (back *backtracker[W]) descend(i int) ending {
	st := back.Root(i)
	if back.Space.IsGoal(st, back.Expander.Child) {
		return found
	}
	back.open(st)
	if len(back.Expander.Kids) == 0 {
		back.stuck++
	}
	back.span, back.left = checkEvery, checkEvery
	for k := range back.Expander.Kids {
		kid := back.Expander.Kids[k]
		to := back.lists.after(kid.Move, st)
		if e := back.lists.do.backtrack(back, fromWords[W](back.Expander.State(k)), to); e != nothing {
			if e == found {
				back.Counts.Backtracks -= int64(len(back.plan))
				back.Counts.Generated++ // the goal
				back.plan = append(back.plan, kid.Move)
			}
			return e
		}
	}
	return nothing
}

// settle adds the counts to those of the run.
func (back *backtracker[W]) settle() {
	n := back.span - back.left
	back.Counts.Expanded += n
	back.Counts.Generated += n
	back.Counts.Backtracks += n
	back.Counts.DeadEnds += back.stuck
	back.Work += 2 * n
	back.span, back.stuck = back.left, 0
}

func (back *backtracker[W]) check() ending {
	back.settle()
	back.span, back.left = checkEvery, checkEvery
	back.lists.adopt(back.pruning())
	if back.Over(back.Name, func() int64 { return 0 }) {
		return broken
	}
	return nothing
}

// back adds a move to the plan on the way up.
func (back *backtracker[W]) back(e ending, move int32) ending {
	if e == found {
		back.plan = append(back.plan, move)
	}
	return e
}
