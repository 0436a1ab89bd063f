package search

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/technique"
)

// anytimeAlgorithm describes anytime search. It runs other algorithms, see solver.anytime.
var anytimeAlgorithm = Algorithm{
	Name: "anytime", Finds: Improving,
	Expands: "as `greedy`, `wastar` and feature-space search in turn, then as `wastar` with W = 5, 3, 2, then as `auto`",
	Keeps:   "within the limit of memory", Suits: "a plan soon, and better ones while time lasts", Guided: true,
}

// anytime finds a plan soon, then better ones (Richter, Westphal, The LAMA Planner: Guiding Cost-Based Anytime
// Planning with Landmarks, 2010, section 3.3). The first pass is greedy search, the next ones are weighted A* with
// falling weights. Each pass begins anew and drops paths that do not lead to a cheaper plan than the best one so
// far. The heuristic of these passes is ff, which may overestimate, so an admissible heuristic decides what is
// dropped. Some puzzles are solved much sooner by the one than by the other heuristic, so until there is a better
// plan the passes alternate between them, each with twice as many states as before. Where goals are packed, width
// searches are among them (features.go). The heuristic that found the last plan begins. The last pass is auto. It
// proves that the best plan is a cheapest one, or finds a cheaper one.
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
	guides := []estimate.Estimate{guide}
	if bound.Name != guide.Name {
		guides = append(guides, bound)
	}
	for _, w := range []int64{0, 5, 3, 2} {
		var turns []guided
		for _, g := range guides {
			turn := guided{guide: g, weight: w, states: firstStates}
			if w == 0 && g.Name != guide.Name {
				turn.weight = 5
			}
			turns = append(turns, turn)
		}
		if w == 0 && s.hooks.packed != nil {
			turns = append(s.hooks.packed(s.run, bound), turns...)
		}
		found, ended := s.inTurn(turns, bound)
		if ended {
			return s.better()
		}
		by := found.guide
		if w == 0 {
			s.res.Heuristic = by.Name
		}
		if found.other != nil {
			by = bound
		}
		others := slices.DeleteFunc(guides, func(g estimate.Estimate) bool { return g.Name == by.Name })
		guides = append([]estimate.Estimate{by}, others...)
	}
	if !guides[0].Trusted {
		s.o.Heuristic = "" // else auto keeps to it
	}
	kept, best := s.kept, s.best
	o := s.folded(s.auto)
	s.foldBack()
	s.kept, s.best = kept, best
	s.keep(o)
	return s.better()
}

// inTurn searches by several heuristics in turn until there is a better plan. It returns the one that found it, or the
// first one if all searches filled the memory. ended is as for pass.
func (s *solver) inTurn(turns []guided, bound estimate.Estimate) (by guided, ended bool) {
	by, before := turns[0], s.best
	defer func() {
		s.waiting = 0
		s.fix()
	}()
	for len(turns) > 0 {
		p := turns[0]
		turns = turns[1:]
		if len(turns) == 0 {
			p.states = 0 // the other one has filled the memory
		}
		if s.pass(p, bound) {
			return by, true
		}
		switch {
		case s.best < before:
			return p, false
		case s.GaveUp:
			if p.guide.Name == bound.Name && p.states == firstStates {
				m, err := s.Maker.Named("matching")
				if err == nil && m.Name != bound.Name && !s.Without.Has(technique.Matching) {
					turns = append(turns, guided{guide: m, weight: 3, states: firstStates})
				}
				s.fix()
			}
			p.states *= 2
			turns = append(turns, p)
		}
	}
	return by, false
}

// guides returns the heuristic that finds plans soon, and an admissible one.
func (s *solver) guides() (guide, bound estimate.Estimate) {
	guide, bound = s.Heuristic, s.Heuristic
	if s.o.Heuristic == "" {
		if ff, err := s.Maker.Named("ff"); err == nil && !s.Without.Has(technique.FF) {
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

// firstStates is the number of states that the first pass expands before the other heuristic is tried.
const firstStates = 1 << 14

// pass searches for a plan that is cheaper than the best one so far. It returns true if nothing is left to do: the best
// plan is a cheapest one, there is no plan, or the time is over. A pass that fills the memory ends without a plan.
func (s *solver) pass(p guided, bound estimate.Estimate) (ended bool) {
	k := rank{name: "wastar", g: 1, h: p.weight, reopen: true}
	if p.weight == 0 {
		k = rank{name: "greedy", h: 1}
	}
	if p.other != nil {
		k.name = p.other.name()
	}
	if s.Heuristic = p.guide; !p.guide.Trusted {
		s.bounding = bound
	}
	defer func() { s.Heuristic, s.bounding = bound, estimate.Blind }()
	lower, before := s.Lower, s.best
	s.foldUp()
	defer s.foldBack()
	s.Budget, s.GaveUp, s.Check = 0, false, s.Work+job.CheckEvery
	if p.states > 0 {
		s.Budget, s.GiveUp = s.Counts.Expanded+p.states, func() bool { return true }
	}
	var o job.Outcome
	switch {
	case p.other != nil:
		s.waiting = 0
		s.fix()
		o = p.other.goOn()
	case p.weight == 0 && p.guide.Preferred != nil && s.hooks.soon != nil && !s.Without.Has(technique.Deferred):
		o = s.hooks.soon(s.run)
	default:
		o = s.bestFirst(k)
	}
	if !s.Heuristic.Trusted || p.other != nil {
		s.Lower = lower
	}
	if s.keep(o); o.Found && s.best == before {
		s.foldBack()
		s.neverFold()
		if p.other != nil {
			p.other.forget()
		}
		return s.Stop != "" && !s.Full || s.pass(p, bound)
	}
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
	case s.GaveUp:
		s.met, s.Own = nil, 0
		if p.other != nil {
			s.waiting = p.other.bytes()
			s.fix()
		}
		return false
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
