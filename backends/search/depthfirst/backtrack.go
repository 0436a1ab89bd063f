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
	f     *successorLists[W]
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
	case s.Space.Layout.Words <= MaxWords:
		return backtrackerOf[wide](s)
	}
	return nil, false
}

func backtrackerOf[W state](s *Search) (*backtracker[W], bool) {
	f, ok := newSuccessorLists[W](s.Space, nil, false, nil)
	if !ok || !f.rises() {
		return nil, false
	}
	return &backtracker[W]{Search: s, f: f, goal: newGoalTest[W](s.Job)}, true
}

// rises reports whether every move changes the sum of the place numbers of some array in the same direction.
func (f *successorLists[W]) rises() bool {
	for _, a := range f.sp.Task.Arrays {
		places := map[int32][]int64{}
		for _, e := range a.Elems {
			if n := f.sp.Task.Pool.Node(e); n.Op == task.OpVar {
				for p := range f.sp.Layout.Vars[n.N].Values {
					places[int32(n.N)] = append(places[int32(n.N)], int64(p))
				}
			}
		}
		up, down := true, true
		for i := range f.variants {
			if v := &f.variants[i]; !v.refuted {
				lo, hi := f.change(&v.made, places)
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
func (f *successorLists[W]) change(mv *space.Move, unary map[int32][]int64) (lo, hi int64) {
	b := newDeltas(f.sp, mv, unary)
	lo, hi = b.constant, b.constant
	widen := func(least, most int64) { lo, hi = lo+least, hi+most }
	for i := range mv.Tables {
		least, most := int64(math.MaxInt64), int64(math.MinInt64)
		f.sp.Layout.Each(mv.Tables[i].Vars, f.sp.Program.Scratch.State, func(k uint64) {
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
func (c *backtracker[W]) search() job.Outcome {
	c.f.adopt(c.pruning())
	for i := range c.RootCount() {
		e := c.descend(i)
		c.settle()
		if e == found {
			return job.Outcome{Found: true, Root: i, Moves: forwards(c.plan)}
		}
		if e == broken {
			break
		}
	}
	return job.Outcome{}
}

// descend searches from a root. The general expander generates the successors of the root.
func (c *backtracker[W]) descend(i int) ending {
	st := c.Root(i)
	if c.Space.IsGoal(st, c.Expander.Child) {
		return found
	}
	c.open(st)
	if len(c.Expander.Kids) == 0 {
		c.stuck++
	}
	c.span, c.left = checkEvery, checkEvery
	for k := range c.Expander.Kids {
		kid := c.Expander.Kids[k]
		if e := c.f.do.backtrack(c, fromWords[W](c.Expander.State(k)), c.f.after(kid.Move, st)); e != nothing {
			if e == found {
				c.Counts.Backtracks -= int64(len(c.plan))
				c.Counts.Generated++ // the goal
				c.plan = append(c.plan, kid.Move)
			}
			return e
		}
	}
	return nothing
}

// settle adds the counts to those of the run.
func (c *backtracker[W]) settle() {
	n := c.span - c.left
	c.Counts.Expanded += n
	c.Counts.Generated += n
	c.Counts.Backtracks += n
	c.Counts.DeadEnds += c.stuck
	c.Work += 2 * n
	c.span, c.stuck = c.left, 0
}

func (c *backtracker[W]) check() ending {
	c.settle()
	c.span, c.left = checkEvery, checkEvery
	c.f.adopt(c.pruning())
	if c.Over(c.Name, func() int64 { return 0 }) {
		return broken
	}
	return nothing
}

// back adds a move to the plan on the way up.
func (c *backtracker[W]) back(e ending, move int32) ending {
	if e == found {
		c.plan = append(c.plan, move)
	}
	return e
}
