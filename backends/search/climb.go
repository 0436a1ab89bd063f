package search

import (
	"math"

	"github.com/pzc-lang/pzc/task"
)

// climb is backtracking along forks, for tasks in which no state comes again on a path because the values of some array, added up,
// change in the same direction with every move: squares visited, pegs left.
type climb struct {
	*run
	f     *follow
	goal  goalTest
	plan  []int32 // backwards
	left  int64   // states until the next look
	span  int64   // what left was when the counts were settled
	stuck int64   // states from which no move was left
}

// newClimb is false if the task has not the shape.
func (r *run) newClimb() (*climb, bool) {
	if r.maxCost != math.MaxInt64 || r.sp.forbids() {
		return nil, false
	}
	f, ok := newFollow(r.sp, nil, false, nil)
	if !ok || !f.rises() {
		return nil, false
	}
	return &climb{run: r, f: f, goal: r.goalTest()}, true
}

// rises tells whether the places of some array's elements, added up, change in the same direction with every move.
func (f *follow) rises() bool {
	for _, a := range f.sp.t.Arrays {
		places := map[int32][]int64{}
		for _, e := range a.Elems {
			if n := f.sp.t.Pool.Node(e); n.Op == task.OpVar {
				for p := range f.sp.l.vars[n.N].Values {
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

// change bounds by how much a move changes a sum of terms of one variable.
func (f *follow) change(mv *move, unary map[int32][]int64) (lo, hi int64) {
	b := newDeltas(f.sp, mv, unary)
	lo, hi = b.constant, b.constant
	widen := func(least, most int64) { lo, hi = lo+least, hi+most }
	for i := range mv.tables {
		least, most := int64(math.MaxInt64), int64(math.MinInt64)
		f.sp.l.each(mv.tables[i].vars, f.sp.p.scratch.st, func(k uint64) {
			d := b.ofTable(&mv.tables[i], k)
			least, most = min(least, d), max(most, d)
		})
		widen(least, most)
	}
	for _, t := range b.leftovers() {
		least, most := int64(math.MaxInt64), int64(math.MinInt64)
		for _, e := range t.entries {
			least, most = min(least, int64(e.rise)), max(most, int64(e.rise))
		}
		widen(least, most)
	}
	return lo, hi
}

// search tries the roots one after another.
func (c *climb) search() outcome {
	c.f.adopt(c.pruning())
	for i := range c.rootCount() {
		e := c.descend(i)
		c.settle()
		if e == found {
			return outcome{found: true, root: i, moves: forwards(c.plan)}
		}
		if e == broken {
			break
		}
	}
	return outcome{}
}

// descend searches from a root, whose successors the general expander makes.
func (c *climb) descend(i int) ending {
	st := c.root(i)
	if c.sp.isGoal(st, c.x.child) {
		return found
	}
	c.open(st)
	if len(c.x.kids) == 0 {
		c.stuck++
	}
	c.span, c.left = lookEvery, lookEvery
	for k := range c.x.kids {
		kid := c.x.kids[k]
		if e := c.visit(c.x.state(k)[0], c.f.after(kid.move, st[0])); e != nothing {
			if e == found {
				c.stats.Backtracks -= int64(len(c.plan))
				c.stats.Generated++ // the goal
				c.plan = append(c.plan, kid.move)
			}
			return e
		}
	}
	return nothing
}

// settle hands the counts over.
func (c *climb) settle() {
	n := c.span - c.left
	c.stats.Expanded += n
	c.stats.Generated += n
	c.stats.Backtracks += n
	c.stats.DeadEnds += c.stuck
	c.work += 2 * n
	c.span, c.stuck = c.left, 0
}

func (c *climb) look() ending {
	c.settle()
	c.span, c.left = lookEvery, lookEvery
	c.f.adopt(c.pruning())
	if c.over("backtrack", func() int64 { return 0 }) {
		return broken
	}
	return nothing
}

// visit searches below s.
func (c *climb) visit(s uint64, at *fork) ending {
	if c.goal.holds(s) {
		c.plan = c.plan[:0]
		return found
	}
	if c.left--; c.left < 0 {
		c.left = 0
		if e := c.look(); e != nothing {
			return e
		}
		c.left--
	}
	stuck := int64(1)
	for i := range at.early {
		st := &at.early[i]
		if s&st.mask == st.want && (at.plain || st.holds(s)) {
			stuck = 0
			next, _, _ := st.apply(s)
			if e := c.visit(next, st.to); e != nothing {
				return c.back(e, st)
			}
		}
	}
	for i := len(at.last) - at.few; i < len(at.last); i++ {
		st := &at.last[i&3]
		if s&st.mask == st.want && (at.plain || st.holds(s)) {
			stuck = 0
			next, _, _ := st.apply(s)
			if e := c.visit(next, st.to); e != nothing {
				return c.back(e, st)
			}
		}
	}
	c.stuck += stuck
	return nothing
}

// back adds a move to the plan on the way up.
func (c *climb) back(e ending, st *branch) ending {
	if e == found {
		c.plan = append(c.plan, st.move)
	}
	return e
}
