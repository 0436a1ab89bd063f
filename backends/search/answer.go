package search

import (
	"fmt"
	"math"

	"github.com/pzc-lang/pzc/backends"
)

const (
	// firstStates is how many states A* expands before auto considers to go on without memory.
	firstStates = 1 << 20
	// fewDuplicates is the share of successors, per cent, that were known states beside the one just left, up to which a
	// search that forgets states is thought to be no worse.
	fewDuplicates = 20
	// deepStates is how many states IDA* may then expand before it is thought that there is no plan.
	deepStates = 1 << 28
)

// one finds one plan, the cheapest if the algorithm and its heuristic can promise that.
func (s *solver) one() error {
	if err := s.bounds(); err != nil || s.res.Reason != "" {
		return err
	}
	if s.maxMoves >= 0 && !s.sp.equalCosts() {
		s.byLayers(s.before, s.before+s.maxMoves)
		return nil
	}
	if err := s.guide(); err != nil {
		return err
	}
	a, _ := algorithmNamed(s.res.Algorithm)
	s.exact = a.exact(s)
	s.fixed = s.sp.bytes()
	o := s.folded(func() outcome {
		if a.folds {
			s.foldUp()
		}
		return a.run(s)
	})
	if s.err != nil {
		return s.err
	}
	s.conclude(o)
	return nil
}

// bounds turns the bounds on the length of plans into what the algorithms know.
func (s *solver) bounds() error {
	if s.o.MaxHorizon != nil {
		s.maxMoves = *s.o.MaxHorizon - s.o.MinHorizon
		if s.sp.equalCosts() {
			s.maxCost = int64(*s.o.MaxHorizon) * s.sp.maxCost
		}
	}
	if s.o.MinHorizon == 0 || s.maxMoves >= 0 && !s.sp.equalCosts() {
		s.before = s.o.MinHorizon
		return nil
	}
	early, ok := s.advance(s.o.MinHorizon)
	s.early = early
	if !ok {
		s.res.Algorithm = "layered"
		s.conclude(outcome{})
	}
	return nil
}

// guide settles algorithm and heuristic.
func (s *solver) guide() error {
	s.res.Algorithm = s.o.Algorithm
	if a, _ := algorithmNamed(or(s.o.Algorithm, "auto")); !a.guided {
		return nil
	}
	if s.o.Heuristic != "" {
		s.h = s.asked
		s.res.Choice = "as asked for"
		if s.res.Algorithm = s.o.Algorithm; s.res.Algorithm == "" || s.res.Algorithm == "auto" {
			s.res.Algorithm = "astar"
			s.res.Choice = "A*, because a heuristic was asked for"
		}
		return nil
	}
	s.h = s.bestEstimate()
	if s.o.Algorithm != "" && s.o.Algorithm != "auto" {
		s.res.Choice = fmt.Sprintf("%s is the strongest admissible heuristic on a sample of states", s.h.name)
		return nil
	}
	s.res.Algorithm = "auto"
	h := int64(0)
	for i := range s.rootCount() {
		h = max(h, s.h.of(s.root(i), s.x.child))
	}
	switch {
	case h > s.sp.minCost:
		s.res.Choice = fmt.Sprintf("A*: %s, the strongest admissible heuristic, says %d at the start", s.h.name, h)
	case s.sp.minCost == s.sp.maxCost:
		s.res.Algorithm, s.h = "bfs", blind
		s.res.Choice = "breadth-first: all moves cost the same and no heuristic says anything"
	default:
		s.res.Algorithm, s.h = "ucs", blind
		s.res.Choice = "uniform cost: no heuristic says anything"
	}
	return nil
}

// auto runs A*, and IDA* after it where that promises to be faster: where there are few values of f, and states are seldom met
// on two ways. As IDA* may never see the end of a space without goals, A* comes back after a while and fills the memory.
func (s *solver) auto() outcome {
	if s.sp.minCost == 0 || s.sp.maxCost > 4*s.sp.minCost {
		return s.remembering(0)
	}
	o := s.remembering(firstStates)
	if s.gaveUp {
		o = s.deepening(s.stats.Expanded + deepStates)
		if s.gaveUp {
			s.res.Choice += fmt.Sprintf("; after %s A* again, in case there is no plan", s.states())
			o = s.remembering(0)
		}
	}
	if s.full && s.knownShare() <= fewDuplicates {
		s.res.Choice += "; IDA* when the memory was full"
		o = s.deepening(0)
	}
	return o
}

// remembering is A*; after so many expansions, unless 0, it may give up.
func (s *solver) remembering(budget int64) outcome {
	s.res.Algorithm = "astar"
	s.foldUp()
	s.gaveUp, s.budget = false, budget
	s.giveUp = func() bool {
		share := s.knownShare()
		s.res.Choice += fmt.Sprintf("; after %s, %d %% of the successors were known: ", s.states(), share)
		if share > fewDuplicates {
			s.res.Choice += "it goes on"
			return false
		}
		s.res.Choice += "IDA*, which needs no memory, goes on"
		return true
	}
	return s.astar()
}

func (s *solver) deepening(budget int64) outcome {
	s.res.Algorithm = "idastar"
	s.foldBack()
	s.gaveUp, s.full, s.stop, s.budget = false, false, "", budget
	s.giveUp = func() bool { return true }
	return s.idastar()
}

// knownShare is the share of the successors, per cent and without the ways back, that led to states known before.
func (s *solver) knownShare() int64 {
	return 100 * (s.stats.Duplicates - s.returns) / max(1, s.stats.Generated-s.returns)
}

// byLayers answers questions about plans of lo to hi moves.
func (s *solver) byLayers(lo, hi int) {
	s.res.Algorithm = "layered"
	s.res.Choice = "states by number of moves, because the length of the plan is bounded"
	o, open := s.layered(lo, hi)
	s.exact = !open
	s.cut = !o.found && open
	if s.cut && lo == 0 {
		s.lower = int64(hi+1) * s.sp.minCost
	}
	s.conclude(o)
}

// conclude turns what was found into the result.
func (s *solver) conclude(o outcome) {
	if !s.h.silent() || s.res.Algorithm == "astar" || s.res.Algorithm == "idastar" {
		s.res.Heuristic = s.h.name
	}
	if !s.h.trusted {
		s.lower = 0
	}
	s.res.LowerBound = min(s.lower, s.early)
	if o.found {
		s.conclusion(s.plan(o.root, o.moves))
		return
	}
	switch {
	case s.stop != "":
		s.fail(backends.Unknown, s.stop+s.bound())
	case s.cut || s.early != noCost:
		s.fail(backends.Unknown, s.outOfReach()+s.bound())
	default:
		s.res.LowerBound = 0
		s.fail(backends.Unsolvable, fmt.Sprintf("no goal is among the states that can be reached (%s expanded)", s.states()))
		s.res.Proof = backends.ProofExhausted
		s.relyOn(s.stats.DeadEnds > 0)
	}
}

// conclusion judges a plan: whether it is a cheapest one, and if not, whether a limit kept the search from going on.
func (s *solver) conclusion(p backends.Plan) {
	s.res.Status, s.res.Plans = backends.Solved, []backends.Plan{p}
	s.res.LowerBound = min(s.res.LowerBound, p.Cost)
	whole := s.exact && s.stop == ""
	s.res.Optimal = s.h.trusted && s.early >= p.Cost && (whole || s.res.LowerBound == p.Cost)
	switch {
	case s.res.Optimal:
		s.res.LowerBound = p.Cost
		s.relyOn(true)
	case s.stop != "":
		s.fail(backends.Unknown, s.stop+s.bound())
	}
}

// bound is the end of a sentence about an undecided task.
func (s *solver) bound() string {
	if s.res.LowerBound <= 0 || s.res.LowerBound == math.MaxInt64 {
		return ""
	}
	return fmt.Sprintf("; every plan costs at least %d", s.res.LowerBound)
}

func (s *solver) outOfReach() string {
	switch {
	case s.o.Horizon != nil:
		return fmt.Sprintf("there is no plan of exactly %s", count(int64(*s.o.Horizon), "move"))
	case s.o.MaxHorizon != nil && s.o.MinHorizon > 0:
		return fmt.Sprintf("there is no plan of %d to %s", s.o.MinHorizon, count(int64(*s.o.MaxHorizon), "move"))
	case s.o.MaxHorizon != nil:
		return fmt.Sprintf("there is no plan of at most %s", count(int64(*s.o.MaxHorizon), "move"))
	}
	return fmt.Sprintf("there is no plan of at least %s", count(int64(s.o.MinHorizon), "move"))
}

// relyOn lists the promises that the answer rests on: dead if it cut anything, and those of the heuristic if they matter.
func (s *solver) relyOn(heuristic bool) {
	if s.x.deaths > 0 {
		s.res.ReliesOn = append(s.res.ReliesOn, "dead")
	}
	if s.symmetries != nil {
		for k, name := range s.symmetries.names {
			if s.symmetries.used[k].Load() {
				s.res.ReliesOn = append(s.res.ReliesOn, "symmetry "+name)
			}
		}
	}
	if s.prune != nil {
		s.res.ReliesOn = append(s.res.ReliesOn, s.prune.promises...)
	}
	if heuristic && !s.h.silent() {
		s.res.ReliesOn = append(s.res.ReliesOn, s.h.promises...)
	}
}

// all lists all cheapest plans, or all of an exact length.
func (s *solver) all() error {
	if s.o.Horizon != nil {
		s.res.Algorithm = "layered"
		s.res.Choice = "states by number of moves, because the length of the plan is given"
		plans, complete, open := s.allOfLength(*s.o.Horizon, s.o.Limit)
		s.cut = open
		s.listed(plans, complete)
		return nil
	}
	if s.o.MaxHorizon != nil && !s.sp.equalCosts() {
		return fmt.Errorf("the search backend cannot list all plans of at most %d moves where moves differ in cost", *s.o.MaxHorizon)
	}
	if err := s.bounds(); err != nil {
		return err
	}
	if err := s.guide(); err != nil {
		return err
	}
	if !s.h.trusted {
		return fmt.Errorf("heuristic %s is not admissible: all optimal plans cannot be found with it", s.h.name)
	}
	if s.h.silent() {
		s.h = blind
	}
	s.res.Algorithm = "ucs"
	if !s.h.silent() {
		s.res.Algorithm = "astar"
	}
	s.res.Choice = "best first until everything open costs more than the best plan, then depth first along optimal moves"
	s.exact = true
	plans, complete := s.allPlans(s.o.Limit)
	s.listed(plans, complete)
	return nil
}

func (s *solver) listed(plans []backends.Plan, complete bool) {
	if len(plans) == 0 {
		s.conclude(outcome{})
		return
	}
	if !s.h.silent() {
		s.res.Heuristic = s.h.name
	}
	s.res.Status, s.res.Plans, s.res.Complete, s.res.Reason = backends.Solved, plans, complete, s.stop
	if s.exact {
		s.res.Optimal, s.res.LowerBound = true, plans[0].Cost
		s.relyOn(true)
	}
}
