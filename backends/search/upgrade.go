package search

import (
	"fmt"
	"math"
	"slices"

	"github.com/pzc-lang/pzc/task"
)

// candidate is a heuristic that auto may change to. Its price is about how many successors could be made instead of getting it ready.
type candidate struct {
	name  string
	price int64
	ready func() (estimate, error)
}

const (
	mostGain = 16 // moves, that a candidate is credited with in a state
	faster   = 4  // breadth-first makes so many times more successors, for want of a heuristic and of costs
)

// candidates are heuristics that were too dear to begin with.
func (s *solver) candidates() []candidate {
	if s.o.Heuristic != "" {
		return nil
	}
	var all []candidate
	for i := range s.sp.t.Heuristics {
		h := &s.sp.t.Heuristics[i]
		if h.Admissible && s.sp.heavy(h) {
			all = append(all, candidate{h.Name, s.pace.tables, func() (estimate, error) { return s.sp.modelHeuristic(h) }})
		}
	}
	for _, name := range []string{"matching", "lmcut"} {
		all = append(all, candidate{name, s.pace.relax, func() (estimate, error) { return s.sp.named(name) }})
	}
	return all
}

// upgrade gets candidates ready that cost no more than was done so far, and takes the first that promises to pay.
func (s *solver) upgrade(done int64) bool {
	for _, c := range s.candidates() {
		if s.tried[c.name] || c.price > done || s.ctx.Err() != nil {
			continue
		}
		s.tried[c.name] = true
		e, err := c.ready()
		if err != nil {
			continue
		}
		more := s.advantage(&e)
		gain := math.Pow(s.branching(), more)
		effort := float64(1+s.h.effort+e.effort) / float64(1+s.h.effort)
		if s.way == "bfs" {
			effort *= faster
		}
		if gain < 2*effort {
			continue
		}
		s.note(fmt.Sprintf("after %s A* with %s, which says %.1f more on a sample of states", s.states(), e.name, more))
		s.h = s.sp.greater(s.h, e)
		return true
	}
	return false
}

// advantage is by how many moves the candidate says more than the heuristic in use, on average.
func (s *solver) advantage(e *estimate) float64 {
	values := s.valuesOf([]estimate{s.h, *e})
	sum, cost := 0.0, max(1, float64(s.sp.minCost+s.sp.maxCost)/2)
	for i, old := range values[0] {
		if old < hopeless {
			sum += min(mostGain, float64(max(0, values[1][i]-old))/cost)
		}
	}
	return sum / float64(max(1, len(values[0])))
}

// branching is how many new states a state led to so far.
func (s *solver) branching() float64 {
	fresh := s.stats.Generated - s.stats.Duplicates
	return max(1.2, float64(fresh)/float64(max(1, s.stats.Expanded)))
}

// heavy tells whether a heuristic of the model needs tables that were not built because they are large.
func (sp *space) heavy(h *task.Heuristic) bool {
	if h.Missing != "" || h.Value == task.None {
		return false
	}
	return slices.ContainsFunc(costsIn(sp.t.Pool, h.Value), func(i int) bool { return sp.shop.tables[i] == nil })
}

// greater is the greater of two estimates. Where both are sums of entries of tables or of terms of one variable, so is it.
func (sp *space) greater(a, b estimate) estimate {
	if a.silent() {
		return b
	}
	out := estimate{
		inst: -1, name: "max(" + a.name + ", " + b.name + ")", trusted: a.trusted && b.trusted,
		promises: append(slices.Clone(a.promises), b.promises...), effort: a.effort + b.effort,
	}
	if a.guide == nil && b.guide == nil {
		out.inst = sp.p.add(inst{op: opMax, args: []int32{a.inst, b.inst}})
		if x, y := a.asSums(), b.asSums(); x != nil && y != nil {
			out.sums = append(slices.Clone(x), y...)
		}
		return out
	}
	ev := newEvaluator(sp.p)
	out.guide = func(st []uint64) int64 { return max(a.of(st, ev), b.of(st, ev)) }
	return out
}

// asSums is the estimate as sums of tables; nil if it has another shape.
func (h *estimate) asSums() []tableSum {
	if l := h.linear; len(h.sums) == 0 && l != nil && l.div == 1 && l.mul == 1 {
		return []tableSum{{linear: l.sum}}
	}
	return h.sums
}
