package constraint

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/constraint/cdcl"
	"github.com/pzc-lang/pzc/internal/lists"
)

// arc states that X is less than Y where When holds.
type arc struct {
	X, Y intVar
	When cdcl.Lit
}

// order is the constraint that the arcs that hold make no cycle. The sums behind the arcs imply this, but a sum finds a
// cycle only after the bounds have risen around it until they contradict each other.
type order struct {
	arcs  []arc
	out   [][]int32 // by variable: the arcs that begin there
	in    [][]int32 // by variable: the arcs that end there
	side  []uint8   // by variable: unseen, after or before; see walk
	over  []int32   // by variable: the arc over which walk came
	met   []intVar  // the variables that walk came to
	close []int32   // arcs that would close a cycle
}

// ordered is an order that is woken when one arc begins to hold.
type ordered struct {
	*order
	arc int32
}

// The sides of the arc that begins to hold.
const (
	unseen = iota
	after
	before
)

// order excludes cycles. If an arc begins to hold, the arcs that would close a cycle with it are made false. order is
// called when all other constraints are stated.
func (s *store) order(arcs []arc) {
	if len(arcs) > 0 && s.Sat.Assume() {
		s.Sat.Root()
	}
	arcs = slices.DeleteFunc(arcs, func(a arc) bool { return s.Sat.Value(a.When) < 0 })
	if !slices.ContainsFunc(arcs, func(a arc) bool { return a.When != cdcl.True }) {
		return
	}
	n := len(s.vars)
	c := &order{
		arcs: arcs, out: make([][]int32, n), in: make([][]int32, n), side: make([]uint8, n), over: make([]int32, n),
	}
	for i, a := range arcs {
		c.out[a.X], c.in[a.Y] = append(c.out[a.X], int32(i)), append(c.in[a.Y], int32(i))
		s.onTrue(a.When, s.post(ordered{c, int32(i)}, soon))
	}
	s.enter(c)
}

func (c ordered) propagate(s *store, id int32) bool {
	a := c.arcs[c.arc]
	if s.Sat.Value(a.When) <= 0 {
		return true
	}
	here := s.Sat.Here()
	c.walk(s, a.Y, after, here)
	if c.side[a.X] == after {
		lits := c.path(a.Y, a.X, append(s.scratch[:0], a.When))
		c.forget()
		return s.Sat.Fail(lits...)
	}
	from := len(c.met)
	c.walk(s, a.X, before, here)
	c.close = c.close[:0]
	for _, x := range c.met[from:] {
		for _, i := range c.in[x] {
			if c.side[c.arcs[i].X] == after && s.Sat.Value(c.arcs[i].When) == 0 {
				c.close = append(c.close, i)
			}
		}
	}
	c.forget()
	for _, i := range c.close {
		if !s.Sat.ImplyBy(c.arcs[i].When.Not(), id, i) {
			return false
		}
	}
	return true
}

// walk marks what is after x by arcs that held at a place of the trail, or before x.
func (c *order) walk(s *store, x intVar, side uint8, place int32) {
	c.side[x] = side
	c.met = append(c.met, x)
	for k := len(c.met) - 1; k < len(c.met); k++ {
		arcs := c.out[c.met[k]]
		if side == before {
			arcs = c.in[c.met[k]]
		}
		for _, i := range arcs {
			a := c.arcs[i]
			y := a.Y
			if side == before {
				y = a.X
			}
			if c.side[y] == unseen && s.Sat.Value(a.When) > 0 && s.Sat.Place(a.When) < place {
				c.side[y], c.over[y] = side, i
				c.met = append(c.met, y)
			}
		}
	}
}

// path appends the literals of the arcs over which the walk came from x to y.
func (c *order) path(x, y intVar, lits []cdcl.Lit) []cdcl.Lit {
	for ; y != x; y = c.arcs[c.over[y]].X {
		lits = append(lits, c.arcs[c.over[y]].When)
	}
	return lits
}

func (c *order) forget() {
	for _, x := range c.met {
		c.side[x] = unseen
	}
	c.met = c.met[:0]
}

// explain names the arcs from the end of an arc to its beginning.
func (c ordered) explain(s *store, _ cdcl.Lit, arc int32, _ int64, place int32, out []cdcl.Lit) []cdcl.Lit {
	a := c.arcs[arc]
	c.walk(s, a.Y, after, place)
	out = c.path(a.Y, a.X, out)
	c.forget()
	return out
}

// entered is the constraint that an arc that holds ends at each of some variables. Because there are no cycles, a path
// of arcs leads to each of them from another variable.
type entered struct {
	*order
	must []bool // by variable
}

// enter finds the variables at which an arc must end. For these it makes a propagator.
func (s *store) enter(c *order) {
	e := entered{c, make([]bool, len(c.in))}
	for y, in := range c.in {
		lits := lists.Map(in, func(i int32) cdcl.Lit { return c.arcs[i].When.Not() })
		if e.must[y] = len(lits) > 1 && !s.Sat.Assume(lits...); !s.Sat.Root() {
			return
		}
	}
	if !slices.Contains(e.must, true) {
		return
	}
	id := s.post(e, last)
	for _, a := range c.arcs {
		s.onTrue(a.When.Not(), id)
	}
}

// propagate fails if no path can lead to one of the variables any more. The arcs do not hold that end at it, or at
// another variable from which there may still be a path to it, and begin elsewhere.
func (c entered) propagate(s *store, _ int32) bool {
	for x, must := range c.must {
		if !must && len(c.out[x]) > 0 {
			c.spread(s, intVar(x), c.out)
		}
	}
	for x, must := range c.must {
		if !must || c.side[x] != unseen {
			continue
		}
		c.forget()
		c.spread(s, intVar(x), c.in)
		s.scratch = s.scratch[:0]
		for _, y := range c.met {
			for _, i := range c.in[y] {
				if a := c.arcs[i]; c.side[a.X] == unseen {
					s.scratch = append(s.scratch, a.When.Not())
				}
			}
		}
		c.forget()
		return s.Sat.Fail(s.scratch...)
	}
	c.forget()
	return true
}

// spread marks what is connected with x by arcs that may hold.
func (c *order) spread(s *store, x intVar, arcs [][]int32) {
	if c.side[x] != unseen {
		return
	}
	c.side[x] = after
	c.met = append(c.met, x)
	for k := len(c.met) - 1; k < len(c.met); k++ {
		for _, i := range arcs[c.met[k]] {
			a := c.arcs[i]
			if s.Sat.Value(a.When) < 0 {
				continue
			}
			for _, y := range [2]intVar{a.X, a.Y} {
				if c.side[y] == unseen {
					c.side[y] = after
					c.met = append(c.met, y)
				}
			}
		}
	}
}

func (c entered) explain(*store, cdcl.Lit, int32, int64, int32, []cdcl.Lit) []cdcl.Lit {
	panic("integer: entered says its reasons at once")
}
