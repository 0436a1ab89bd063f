package explore

import (
	"math"
	"math/big"
	"slices"
	"sync/atomic"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/breadthfirst"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
)

// A network takes tens of bytes for each state and move. If moves can be undone and all cost the same, a large space is
// surveyed without a network. The survey uses the set of states that the exploration has seen, and generates successors
// again where it needs them.
//
// A breadth-first search from the goals computes the distances. They are exact if each move can be undone. If this is
// not proved, all distances d are checked: d = 0 in goals; elsewhere the least d of the successors is d - 1; and a
// state without a distance has no successor with a distance. By induction over d, only the exact distances satisfy
// these conditions.

// anewFrom is the least number of states for which the survey is tried without a network. A diameter would take too
// long for this number.
const anewFrom = 1 << 15

// visited is a space that was visited and can be visited again.
type visited interface {
	Form() *space.Space
	Fine(st, buffer []uint64) []uint64
	Roots() []uint64
	Numbers() breadthfirst.Numbers
	GoalStates() []uint64
	Undoable() (undoable, proved bool)
	Distances(from []uint64) []uint16
	Scan(kids bool, do func(core int, b *breadthfirst.Block))
	Again(do func(st []uint64, depth int) bool)
	Cores() int
	Bytes() int64
}

// anew is a survey without a network.
type anew struct {
	*survey
	w    visited
	rest []uint16 // by number of the state: 1 + the number of moves to a goal; 0 if no goal is reachable
}

// fitsAnew reports whether the survey is tried without a network.
func (survey *survey) fitsAnew(w visited) bool {
	if w == nil || survey.States() < anewFrom || survey.o.Diameter || survey.o.Hardness || !survey.Space.EqualCosts() ||
		len(survey.Layers) > breadthfirst.MostMoves {
		return false
	}
	a := &anew{survey: survey, w: w}
	undoable, _ := w.Undoable()
	return undoable && a.bytes() <= survey.Memory
}

// takeAnew makes the survey without a network. It returns false if this is not possible.
func (survey *survey) takeAnew(e *explorationOf) (ok bool, err error) {
	a := &anew{survey: survey, w: e.visited}
	survey.say(backends.Progress{Doing: "distances to the goal"})
	survey.Phase = job.Phase{Of: survey.States()}
	if a.rest = a.w.Distances(a.w.GoalStates()); a.rest == nil {
		return false, nil
	}
	a.distances()
	stuck := int64(0)
	for i := range survey.Layers {
		stuck += survey.Layers[i].Stuck
	}
	if _, proved := a.w.Undoable(); (!proved || stuck > 0 || a.Hopeless > 0) && !a.check() {
		return false, nil
	}
	last := survey.Layers[len(survey.Layers)-1]
	survey.Farthest = Extreme{Distance{last.Distance * survey.Space.MinCost, last.States}, a.codes(e.last)}
	if survey.o.Each != nil {
		a.w.Again(func(st []uint64, _ int) bool {
			if d := a.cost(a.rest[a.number(st)]); d != job.NoCost {
				survey.o.Each(a.codes(st), d)
			}
			return true
		})
	}
	if a.countPlans(); survey.Ctx.Err() != nil {
		survey.Stop = "stopped after " + survey.ExpandedStates()
		return false, nil
	}
	survey.Surveyed = true
	survey.noDiameter()
	return a.compare()
}

// bytes returns the greatest memory of the survey: the states that the exploration has kept; the waiting states of a
// second exploration; distances and values.
func (a *anew) bytes() int64 {
	waiting := 2 * a.Counts.MaxFrontier * int64(breadthfirst.StateBytes(a.w.Form().Layout))
	return a.Fixed + a.w.Bytes() + waiting + 2*a.w.Numbers().Count()*int64(1+len(a.o.Heuristics))
}

// number returns the number of a state.
func (a *anew) number(st []uint64) uint64 {
	var at [1]uint64
	a.w.Numbers().Number(st, at[:])
	return at[0]
}

// codes returns the values of the variables in a state of the search.
func (a *anew) codes(st []uint64) []int64 {
	return a.Space.Layout.Unpack(a.w.Fine(st, make([]uint64, a.Space.Layout.Words)))
}

// cost returns the cost that an element of rest encodes.
func (a *anew) cost(rest uint16) int64 {
	if rest == 0 {
		return job.NoCost
	}
	return int64(rest-1) * a.Space.MinCost
}

// check checks the distances, counts the dead ends and finds the earliest trap. It returns false if the distances are
// wrong.
func (a *anew) check() bool {
	var wrong, trap atomic.Bool
	var ends atomic.Int64
	a.w.Scan(true, func(_ int, b *breadthfirst.Block) {
		from := int32(0)
		for k, at := range b.At {
			d, kids := a.rest[at], b.Kids[from:b.Ends[k]]
			least := uint16(math.MaxUint16) // the least distance of a successor; MaxUint16: none
			for _, kid := range kids {
				least = min(least, a.rest[kid]-1)
				if d != 0 && a.rest[kid] == 0 {
					trap.Store(true)
				}
			}
			switch {
			case d == 0 && least != math.MaxUint16, d > 1 && least != d-2:
				wrong.Store(true)
			case d != 1 && len(kids) == 0:
				ends.Add(1)
			}
			from = b.Ends[k]
		}
	})
	if wrong.Load() || a.Ctx.Err() != nil {
		return false
	}
	if a.DeadEnds = ends.Load(); trap.Load() {
		a.findTrap()
	}
	return true
}

// findTrap describes the earliest move into a state from which no goal is reachable.
func (a *anew) findTrap() {
	x := space.NewExpander(a.w.Form())
	a.w.Again(func(st []uint64, depth int) bool {
		if a.rest[a.number(st)] == 0 {
			return true
		}
		x.Expand(st)
		for k := range x.Kids {
			if a.rest[a.number(x.State(k))] == 0 {
				a.Trap = &trap{Move: int(x.Kids[k].Move), Before: depth, State: a.codes(st)}
				return false
			}
		}
		return true
	})
}

// distances counts states by their distance.
func (a *anew) distances() {
	by := make([]int64, math.MaxUint16+1)
	for _, d := range a.rest {
		by[d]++
	}
	a.Hopeless = a.States()
	for d := 1; d < len(by); d++ {
		if by[d] > 0 {
			a.Distances = append(a.Distances, Distance{a.cost(uint16(d)), by[d]})
			a.Hopeless -= by[d]
		}
	}
	for i := range a.Layers {
		a.Goals += a.Layers[i].Goals
	}
	a.Optimal = -1
	a.roots(func(_ []uint64, rest uint16) {
		if d := a.cost(rest); d != job.NoCost && (a.Optimal < 0 || d < a.Optimal) {
			a.Optimal = d
		}
	})
	if n := len(a.Distances); n > 0 {
		a.Hardest.Distance = a.Distances[n-1]
		number := int64(slices.IndexFunc(a.rest, func(d uint16) bool { return a.cost(d) == a.Hardest.Distance.Distance }))
		st, _ := a.w.Numbers().List(number, number+1, nil, nil)
		a.Hardest.Example = a.codes(st)
	}
}

// roots calls do with each initial state.
func (a *anew) roots(do func(st []uint64, rest uint16)) {
	roots, words := a.w.Roots(), a.w.Form().Layout.Words
	for k := 0; k < len(roots); k += words {
		st := roots[k : k+words]
		do(st, a.rest[a.number(st)])
	}
}

// layer holds states and the number of paths to each.
type layer struct {
	*store.Closed
	paths []*big.Int
}

func (a *anew) newLayer() *layer { return &layer{Closed: store.NewClosed(a.w.Form().Layout.Words)} }

func (l *layer) add(st []uint64, paths *big.Int) {
	id, fresh := l.Put(st)
	if fresh {
		l.paths = append(l.paths, new(big.Int))
	}
	l.paths[id].Add(l.paths[id], paths)
}

// countPlans counts the cheapest plans, as the survey with a network does. Tight moves form no cycles, because each
// move costs something.
func (a *anew) countPlans() {
	a.Plans = new(big.Int)
	if a.Optimal < 0 {
		return
	}
	now, one := a.newLayer(), big.NewInt(1)
	a.roots(func(st []uint64, rest uint16) {
		if _, known := now.Find(st); a.cost(rest) == a.Optimal && !known {
			now.add(st, one)
		}
	})
	x := space.NewExpander(a.w.Form())
	for rest := uint16(a.Optimal/a.Space.MinCost) + 1; rest > 1; rest-- {
		next := a.newLayer()
		for id, n := range now.paths {
			if x.Expand(now.State(uint32(id))); id%job.CheckEvery == 0 && a.Ctx.Err() != nil {
				return
			}
			for k := range x.Kids {
				if a.rest[a.number(x.State(k))] == rest-1 {
					next.add(x.State(k), n)
				}
			}
		}
		now = next
	}
	for _, n := range now.paths {
		a.Plans.Add(a.Plans, n)
	}
}
