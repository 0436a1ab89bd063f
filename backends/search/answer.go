package search

import (
	"errors"
	"fmt"
	"math"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/mention"
	"github.com/pzc-lang/pzc/internal/text"
)

// solver is one call of Solve.
type solver struct {
	*run
	res   *backends.Result
	asked estimate.Estimate // the heuristic that the caller asks for
	early int64             // cost of the cheapest plan that is too short, job.NoCost if none was seen
	exact bool              // the algorithm finds cheapest plans if the heuristic is admissible
	// waiting is the bytes of a search that waits while others run.
	waiting int64

	chooser
}

func (s *solver) solve() error {
	s.early = job.NoCost
	t := s.Space.Task
	// If the context has ended, the space may be incomplete, and no heuristic is made.
	if s.o.Heuristic = or(s.o.Heuristic, ""); s.o.Heuristic != "" && s.Ctx.Err() == nil {
		var err error
		if s.asked, err = s.Maker.Named(s.o.Heuristic); err != nil && s.Ctx.Err() == nil {
			return err
		}
	}
	if s.Ctx.Err() != nil {
		s.Stop = "stopped before the search began"
		s.conclude(job.Outcome{})
		return nil
	}
	if len(t.Moves) == 0 {
		return s.assignments()
	}
	s.Begin()
	switch {
	case s.Stop != "":
		s.conclude(job.Outcome{})
		return nil
	case s.RootCount() == 0:
		s.fail(backends.Unsolvable, s.noStart())
		s.res.Proof = backends.ProofExhausted
		s.relyOn(false)
		return nil
	case s.o.All:
		return s.all()
	case s.o.Horizon != nil:
		s.byLayers(*s.o.Horizon, *s.o.Horizon)
		return nil
	}
	return s.one()
}

// assignments solves a task without moves.
func (s *solver) assignments() error {
	s.res.Algorithm = "backtrack"
	s.choice = "backtracking: the puzzle has no moves"
	if s.o.Horizon != nil && *s.o.Horizon > 0 || s.o.MinHorizon > 0 {
		s.fail(backends.Unknown, "the puzzle has no moves, so that no plan has this length")
		s.res.Complete = s.o.Count
		return nil
	}
	if s.o.On != nil {
		return errors.New("the search backend tells assignments apart by all their values; " +
			mention.Project + " or an answer goes with " + mention.With(mention.Backend, "constraint") +
			" or " + mention.With(mention.Backend, "sat"))
	}
	if s.o.Count {
		s.countAssignments()
		return nil
	}
	limit := 1
	if s.o.All {
		limit = s.o.Limit
	}
	complete := true
	bytes := int64(0)
	s.Assign([]task.Expr{s.Space.Task.InitCond, s.Space.Task.Goal}, func(st []uint64) bool {
		if limit > 0 && len(s.res.Plans) == limit {
			complete = false
			return false
		}
		plan := backends.Plan{Start: s.Space.Layout.Unpack(st)}
		if s.o.Found != nil {
			made, more := s.o.Found(plan)
			plan.Made = made
			bytes += more
		}
		s.res.Plans = append(s.res.Plans, plan)
		if bytes += plan.Bytes(); bytes > s.Memory {
			s.Stop = fmt.Sprintf("the memory limit of %s was reached after %s", text.Bytes(s.Memory),
				text.Plural(int64(len(s.res.Plans)), "solution"))
		}
		return s.Stop == "" && (s.o.All || len(s.res.Plans) < limit)
	})
	s.Took(bytes, 0)
	switch {
	case len(s.res.Plans) > 0:
		s.res.Status, s.res.Optimal = backends.Solved, true
		s.res.Complete = s.o.All && complete && s.Stop == ""
		s.res.Reason = s.Stop
	case s.Stop != "":
		s.fail(backends.Unknown, s.Stop)
	default:
		s.noAssignment()
	}
	return nil
}

func (s *solver) noAssignment() {
	s.fail(backends.Unsolvable, fmt.Sprintf("no assignment satisfies the conditions (%s tried)",
		text.Plural(s.Counts.Generated, "value")))
	s.res.Proof = backends.ProofExhausted
}

func (s *solver) fail(status backends.Status, reason string) {
	s.res.Status, s.res.Reason = status, reason
}

// one finds one plan: a cheapest one if the algorithm and its heuristic promise that.
func (s *solver) one() error {
	if err := s.bounds(); err != nil || s.res.Reason != "" {
		return err
	}
	if s.maxMoves >= 0 && !s.Space.EqualCosts() {
		s.byLayers(s.before, s.before+s.maxMoves)
		return nil
	}
	if err := s.guide(); err != nil {
		return err
	}
	a, _ := AlgorithmNamed(s.res.Algorithm)
	s.exact = a.exact(s.run)
	s.fix()
	o := s.folded(func() job.Outcome {
		if a.folds {
			s.foldUp()
		}
		switch a.Name {
		case autoAlgorithm.Name:
			return s.auto()
		case anytimeAlgorithm.Name:
			return s.anytime()
		}
		return a.run(s.run)
	})
	if s.err != nil {
		return s.err
	}
	if s.exact && s.Space.MinCost == 0 && o.Found && s.Stop == "" && s.Heuristic.Trusted {
		if a.Keeps == onlyPath || s.Roots.Cost != nil {
			s.note(fewerMoves)
		} else {
			o = s.fewest(o)
		}
	}
	s.conclude(o)
	return nil
}

// fix records the memory of what was made for the search, such as tables, and of a search that waits.
func (s *solver) fix() { s.Fixed = s.Space.Bytes() + s.Maker.Bytes() + s.waiting }

// bounds turns the options about the length of plans into the bounds that the algorithms read.
func (s *solver) bounds() error {
	if s.o.MaxHorizon != nil {
		s.maxMoves = *s.o.MaxHorizon - s.o.MinHorizon
		if s.Space.EqualCosts() {
			s.maxCost = min(s.mostTotal, job.Times(int64(*s.o.MaxHorizon), s.Space.MaxCost))
		}
	}
	if s.o.MinHorizon == 0 || s.maxMoves >= 0 && !s.Space.EqualCosts() {
		s.before = s.o.MinHorizon
		return nil
	}
	early, ok := s.advance(s.o.MinHorizon)
	s.early = early
	if !ok {
		s.res.Algorithm = "layered"
		s.conclude(job.Outcome{})
	}
	return nil
}

// guide chooses the algorithm and the heuristic.
func (s *solver) guide() error {
	s.res.Algorithm = s.o.Algorithm
	if a, _ := AlgorithmNamed(or(s.o.Algorithm, "auto")); !a.Guided {
		return nil
	}
	if s.o.Heuristic != "" {
		s.Heuristic = s.asked
		if s.res.Algorithm = or(s.o.Algorithm, "auto"); s.res.Algorithm != "auto" {
			s.choice = "as asked for"
		}
		return nil
	}
	s.Heuristic = s.Maker.Best(s.Ctx, s.Roots.States)
	if s.res.Algorithm = or(s.o.Algorithm, "auto"); s.res.Algorithm != "auto" {
		s.choice = fmt.Sprintf("%s is the strongest admissible heuristic on a sample of states", s.Heuristic.Name)
	}
	return nil
}

// byLayers answers questions about plans of lo to hi moves.
func (s *solver) byLayers(lo, hi int) {
	s.res.Algorithm = "layered"
	s.choice = "states by number of moves, because the length of the plan is bounded"
	o, open := s.layered(lo, hi)
	s.exact = !open
	s.Cut = !o.Found && open
	if s.Cut && lo == 0 {
		s.Lower = job.Times(int64(hi+1), s.Space.MinCost)
	}
	s.conclude(o)
}

// conclude turns the outcome of an algorithm into the result.
func (s *solver) conclude(o job.Outcome) {
	if s.res.Heuristic == "" &&
		(!s.Heuristic.Silent() || s.res.Algorithm == "astar" || s.res.Algorithm == "idastar") {
		s.res.Heuristic = s.Heuristic.Name
	}
	if !s.Heuristic.Trusted {
		s.Lower = 0
	}
	s.res.LowerBound = min(s.Lower, s.early)
	if s.res.LowerBound != math.MaxInt64 {
		s.res.LowerBound = min(s.res.LowerBound, task.MaxCost)
	}
	if o.Found {
		s.conclusion(s.plan(o.Root, o.Moves))
		return
	}
	switch {
	case s.Stop != "":
		s.fail(backends.Unknown, s.Stop+s.bound())
	case s.Cut && s.maxCost == s.mostTotal && s.mostTotal != math.MaxInt64:
		s.fail(backends.Unknown, backends.ReasonTotal(s.mostTotal)+s.bound())
	case s.Cut || s.early != job.NoCost:
		s.fail(backends.Unknown, s.outOfReach()+s.bound())
	default:
		s.res.LowerBound = 0
		s.fail(backends.Unsolvable, fmt.Sprintf("no goal is among the states that can be reached (%s expanded)",
			s.ExpandedStates()))
		s.res.Proof = backends.ProofExhausted
		s.relyOn(s.Counts.DeadEnds > 0)
	}
}

// conclusion decides whether a plan is a cheapest one, and if not, whether a limit ended the search.
func (s *solver) conclusion(p backends.Plan) {
	if p.Cost > task.MaxCost {
		s.fail(backends.Unknown, backends.ReasonTotal(task.MaxCost)+s.bound())
		return
	}
	s.res.Status, s.res.Plans = backends.Solved, []backends.Plan{p}
	s.res.LowerBound = min(s.res.LowerBound, p.Cost)
	whole := s.exact && s.Stop == ""
	s.res.Optimal = s.Heuristic.Trusted && s.early >= p.Cost && (whole || s.res.LowerBound == p.Cost)
	switch {
	case s.res.Optimal:
		s.res.LowerBound = p.Cost
		s.relyOn(true)
	case s.Stop != "":
		s.fail(backends.Unknown, s.Stop+s.bound())
	}
}

// bound returns the end of a sentence about an undecided task.
func (s *solver) bound() string {
	if s.res.LowerBound <= 0 || s.res.LowerBound == math.MaxInt64 {
		return ""
	}
	return fmt.Sprintf("; every plan costs at least %d", s.res.LowerBound)
}

func (s *solver) outOfReach() string {
	switch {
	case s.o.Horizon != nil:
		return fmt.Sprintf("there is no plan of exactly %s", text.Plural(int64(*s.o.Horizon), "move"))
	case s.o.MaxHorizon != nil && s.o.MinHorizon > 0:
		return fmt.Sprintf("there is no plan of %d to %s", s.o.MinHorizon, text.Plural(int64(*s.o.MaxHorizon), "move"))
	case s.o.MaxHorizon != nil:
		return fmt.Sprintf("there is no plan of at most %s", text.Plural(int64(*s.o.MaxHorizon), "move"))
	}
	return fmt.Sprintf("there is no plan of at least %s", text.Plural(int64(s.o.MinHorizon), "move"))
}

// relyOn lists the promises that the answer relies on: `dead` if it cut a state, and the promises of the heuristic if
// the answer depends on them.
func (s *solver) relyOn(heuristic bool) {
	if s.Expander.Deaths > 0 {
		s.res.ReliesOn = append(s.res.ReliesOn, "dead")
	}
	if s.symmetries != nil {
		for _, name := range s.symmetries.Relied() {
			s.res.ReliesOn = append(s.res.ReliesOn, "symmetry "+name)
		}
	}
	s.res.ReliesOn = append(s.res.ReliesOn, s.deep.Promises()...)
	if heuristic && !s.Heuristic.Silent() {
		s.res.ReliesOn = append(s.res.ReliesOn, s.Heuristic.Promises...)
	}
}

// all lists all cheapest plans, or all plans of an exact length.
func (s *solver) all() error {
	if s.o.Horizon != nil {
		s.res.Algorithm = "layered"
		s.choice = "states by number of moves, because the length of the plan is given"
		l, open := s.allOfLength(*s.o.Horizon, s.o.Limit, s.o.Count)
		s.Cut = open
		s.listed(l)
		return nil
	}
	if s.o.MaxHorizon != nil && !s.Space.EqualCosts() {
		return fmt.Errorf("the search backend cannot list all plans of at most %s where moves differ in cost",
			text.Count(*s.o.MaxHorizon, "move"))
	}
	if err := s.bounds(); err != nil {
		return err
	}
	if err := s.guide(); err != nil {
		return err
	}
	if !s.Heuristic.Trusted {
		return fmt.Errorf("heuristic %s is not admissible: all optimal plans cannot be found with it", s.Heuristic.Name)
	}
	if s.Heuristic.Silent() {
		s.Heuristic = estimate.Blind
	}
	s.res.Algorithm = "ucs"
	if !s.Heuristic.Silent() {
		s.res.Algorithm = "astar"
	}
	s.choice = "best first until everything open costs more than the best plan, then depth first along optimal moves"
	s.exact = true
	s.listed(s.allPlans(s.o.Limit, s.o.Count))
	return nil
}

// listed sets the result to all plans, or to their number.
func (s *solver) listed(l *lister) {
	if l == nil || len(l.plans) == 0 && (l.total == nil || l.total.Sign() == 0) {
		s.conclude(job.Outcome{})
		s.res.Complete = s.o.Count && l != nil && s.Stop == "" // there are none of this length
		return
	}
	if !s.Heuristic.Silent() {
		s.res.Heuristic = s.Heuristic.Name
	}
	if l.total != nil {
		s.counted(l.total, s.Stop == "")
	} else {
		s.res.Status, s.res.Plans, s.res.Complete, s.res.Reason = backends.Solved, l.plans, !l.full && s.Stop == "", s.Stop
	}
	if s.exact {
		s.res.Optimal, s.res.LowerBound = true, l.best
		s.relyOn(true)
	}
}
