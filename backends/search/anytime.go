package search

import (
	"fmt"

	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/job"
)

// anytimeAlgorithm describes anytime search. It runs other algorithms, see solver.anytime.
var anytimeAlgorithm = Algorithm{
	Name: "anytime", Expands: "as `greedy`, then as `wastar` with W = 5, 3, 2, then as `auto`", Finds: Improving,
	Keeps: "within the limit of memory", Suits: "a plan soon, and better ones while time lasts", Guided: true,
}

// anytime finds a plan soon, then better ones (Richter, Westphal, The LAMA Planner: Guiding Cost-Based Anytime Planning
// with Landmarks, 2010, section 3.3). The first pass is greedy search, the next ones are weighted A* with falling
// weights. Each pass begins anew and drops paths that do not lead to a cheaper plan than the best one so far. The
// heuristic of these passes is ff, which may overestimate, so an admissible heuristic decides what is dropped. The last
// pass is auto. It proves that the best plan is a cheapest one, or finds a cheaper one.
func (s *solver) anytime() job.Outcome {
	guide, bound := s.guides()
	s.res.Heuristic = guide.Name
	s.chooser = newChooser(s.pace) // keeps the best plan
	for i := range s.RootCount() {
		h := s.RootCost(i) + bound.Of(s.Root(i), s.Expander.Child)
		if i == 0 || h < s.Lower {
			s.Lower = h
		}
	}
	for _, w := range []int64{0, 5, 3, 2} {
		k := rank{name: "wastar", g: 1, h: w, reopen: true}
		if w == 0 {
			k = rank{name: "greedy", h: 1}
		}
		if s.Heuristic = guide; !guide.Trusted {
			s.bounding = bound
		}
		ended := s.pass(k)
		s.Heuristic, s.bounding = bound, estimate.Blind
		if ended {
			return s.better()
		}
	}
	if !guide.Trusted {
		s.o.Heuristic = "" // else auto keeps to it
	}
	kept, best := s.kept, s.best
	o := s.folded(s.auto)
	s.foldBack()
	s.kept, s.best = kept, best
	s.keep(o)
	return s.better()
}

// guides returns the heuristic that finds plans soon, and an admissible one.
func (s *solver) guides() (guide, bound estimate.Estimate) {
	guide, bound = s.Heuristic, s.Heuristic
	if s.o.Heuristic == "" {
		if ff, err := s.Maker.Named("ff"); err == nil {
			guide = ff
		}
	} else if !guide.Trusted {
		bound = s.Maker.Best(s.Ctx, s.Roots.States)
	}
	if !guide.Trusted {
		guide.Effort += bound.Effort
	}
	s.fix()
	return guide, bound
}

// pass searches for a plan that is cheaper than the best one so far. It returns true if nothing is left to do: the best
// plan is a cheapest one, there is no plan, or the time is over. A pass that fills the memory ends without a plan.
func (s *solver) pass(k rank) (ended bool) {
	lower, before := s.Lower, s.best
	s.foldUp()
	o := s.bestFirst(k)
	if !s.Heuristic.Trusted {
		s.Lower = lower
	}
	if s.keep(o); o.Found && s.best == before {
		s.foldBack()
		s.neverFold()
		return s.Stop != "" && !s.Full || s.pass(k)
	}
	s.foldBack()
	if s.best < before {
		s.maxCost = s.best - 1
		s.note(fmt.Sprintf("%s with %s: cost %d after %s", k.said(), s.Heuristic.Name, s.best, s.ExpandedStates()))
		s.Improved("anytime", s.best)
	}
	switch {
	case s.Full:
		s.note(k.said() + " filled the memory")
		s.Stop, s.Full, s.met, s.Own = "", false, nil, 0
		return false
	case s.Stop != "":
		return true
	}
	return !o.Found || s.Lower >= s.best // all cheaper plans were excluded
}

// said names a pass for people.
func (k rank) said() string {
	if k.g == 0 {
		return k.name
	}
	return fmt.Sprintf("weight %d", k.h)
}

// better returns the best plan, at the end of the work. If a limit ended the work, the plan is an answer all the same.
func (s *solver) better() job.Outcome {
	s.res.Algorithm, s.exact = anytimeAlgorithm.Name, s.Stop == ""
	switch {
	case !s.kept.Found:
	case s.exact:
		s.Lower = s.best
	default:
		s.note(s.Stop)
		s.Stop = ""
	}
	return s.kept
}
