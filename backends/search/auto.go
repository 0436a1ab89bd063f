package search

import (
	"fmt"
	"math"
	"time"

	"github.com/pzc-lang/pzc/backends/search/amount"
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/backends/search/wave"
)

// auto begins with what costs least: breadth-first search if no heuristic says anything, else A*. Each time the search
// is a quarter longer than at the last look, auto looks at what it has seen, and may go on in another way. It changes
// to a stronger heuristic if that can be had for less work than was done so far and promises to save more than it
// costs. It changes to IDA* if few states were met on two ways. Result.Choice lists the steps.

// autoAlgorithm describes auto. It runs others, see solver.auto.
var autoAlgorithm = Algorithm{
	Name: "auto", Expands: "see below", Finds: Cheapest, Keeps: "within the limit of memory",
	Suits: "the default: it runs the others", Guided: true,
}

// pace says how soon auto changes its way.
type pace struct {
	review int64         // expansions until the first look
	states int64         // expansions of A* before IDA* is considered, which needs no memory
	deep   int64         // expansions of IDA* after which there is probably no plan
	dear   int64         // the prices of heuristics, in per cent
	least  time.Duration // the preparation of a candidate may always take this long
}

var usual = pace{
	review: 1 << 14, states: 1 << 16, deep: 1 << 28, dear: 100, least: 500 * time.Millisecond,
}

// fewDuplicates is a share of successors in per cent: those that were known states, other than the state just left. Up
// to this share, a search that forgets states is thought to be no worse.
const fewDuplicates = 20

// chooser is the state of auto.
type chooser struct {
	pace     pace
	way      string // the algorithm that runs
	next     string // the algorithm that runs next
	start    time.Time
	prepared time.Duration // the time of all preparations
	tried    map[string]bool
	cramped  map[string]bool          // candidates for which A* left too little memory
	resting  map[string]*preparation  // candidates that are not ready yet
	lost     map[string]time.Duration // by candidate: a time that was not long enough to prepare it
	returned bool                     // to A*, in case there is no plan
	began    mark
	// The states on which candidates are compared, and the costs of the ways to them if A* met them.
	drawn      [][]uint64
	drawnCosts []int64
	kept       job.Outcome // the cheapest plan found, of cost best
	best       int64
}

// mark holds values of the counters.
type mark struct{ expanded, generated, duplicates, returns int64 }

func (s *solver) auto() job.Outcome {
	if s.pace == (pace{}) {
		s.pace = usual
	}
	s.chooser = newChooser(s.pace)
	defer s.abandon()
	for s.way = s.cheapest(); ; s.way = s.next {
		o := s.leg()
		if !s.GaveUp && s.Stop == "" {
			return o
		}
		s.keep(o)
		if !s.GaveUp && !s.refuge() {
			s.foldBack() // the plan in kept is one of the states themselves
			return s.kept
		}
	}
}

func newChooser(p pace) chooser {
	return chooser{
		pace: p, start: time.Now(), tried: map[string]bool{}, cramped: map[string]bool{}, resting: map[string]*preparation{},
		lost: map[string]time.Duration{}, best: job.NoCost,
	}
}

// refuge chooses how to go on when A* has filled the memory and its states are forgotten. It returns false if there is
// no way.
func (s *solver) refuge() bool {
	if !s.Full || s.way != "astar" {
		return false
	}
	s.drawn = nil
	s.sample() // before the states are forgotten
	s.met, s.Own = nil, 0
	clear(s.cramped)
	switch {
	case s.fine() && s.knownShare() <= fewDuplicates:
		s.note("IDA* when the memory was full")
		s.next, s.returned = "idastar", true
		return true
	case s.Heuristic.Trusted && s.upgrade(math.MaxInt64-1):
		s.note("A* anew when the memory was full")
		s.next = "astar"
		return true
	}
	return false
}

// cheapest returns the algorithm to begin with.
func (s *solver) cheapest() string {
	h := int64(0)
	for i := range s.RootCount() {
		h = max(h, s.Heuristic.Of(s.Root(i), s.Expander.Child))
		if s.Estimated("auto") {
			break
		}
	}
	switch {
	case s.o.Heuristic != "":
		s.note("A*, because a heuristic was asked for")
		return "astar"
	case h > s.Space.MinCost:
		s.note(fmt.Sprintf("A*: %s, the strongest admissible heuristic, says %s at the start", s.Heuristic.Name,
			estimated(h)))
		return "astar"
	}
	s.Heuristic = estimate.Blind
	if s.Space.MinCost == s.Space.MaxCost {
		s.note("breadth-first: all moves cost the same and no heuristic says anything")
		return "bfs"
	}
	s.note("uniform cost: no heuristic says anything")
	return "ucs"
}

func estimated(h int64) string {
	if h >= estimate.Hopeless {
		return "that there is no plan"
	}
	return fmt.Sprint(h)
}

// leg runs the algorithm way until it ends or gives way to another.
func (s *solver) leg() job.Outcome {
	s.res.Algorithm = s.way
	s.began = mark{s.Counts.Expanded, s.Counts.Generated, s.Counts.Duplicates, s.returns}
	s.GaveUp, s.Full, s.Stop, s.met = false, false, "", nil
	s.Budget, s.GiveUp, s.Check = s.Counts.Expanded+s.pace.review, s.look, s.Work
	s.Fixed = s.Space.Bytes() + s.Maker.Bytes()
	a, _ := AlgorithmNamed(s.way)
	if a.folds {
		s.foldUp()
	} else {
		s.foldBack()
	}
	return a.run(s.run)
}

// look is called now and then. It returns true if the algorithm is to give way to another.
func (s *solver) look() bool {
	done := s.Counts.Expanded - s.began.expanded
	switch {
	case s.tried["bfs"] && s.way == "bfs":
		return false
	case s.way == "astar" && done >= 4*s.pace.review && s.Heuristic.Trusted && !s.tried["bfs"] && s.few():
		s.note(fmt.Sprintf("after %s breadth-first, because there are no more than %s", s.ExpandedStates(),
			amount.Of(fewStates, "state")))
		s.next, s.Heuristic, s.tried["bfs"] = "bfs", estimate.Blind, true
		return true
	}
	s.drawn = nil
	if s.Heuristic.Trusted && s.upgrade(s.done()) {
		if s.next = s.way; s.way != "idastar" || s.Heuristic.Guide != nil {
			s.next = "astar"
		}
		return true
	}
	switch {
	case s.way == "idastar" && done >= s.pace.deep && !s.returned:
		s.note(fmt.Sprintf("after %s A* again, in case there is no plan", s.ExpandedStates()))
		s.next, s.returned = "astar", true
		return true
	case s.way == "astar" && done >= s.pace.states && s.forgets():
		s.note(fmt.Sprintf("after %s, %d %% of the successors were known: IDA*, which needs no memory, goes on",
			s.ExpandedStates(),
			s.knownShare()))
		s.next = "idastar"
		return true
	}
	s.Fixed = s.Space.Bytes() + s.Maker.Bytes()
	s.Budget = s.Counts.Expanded + max(1, done/4)
	return false
}

// fewStates is the number of states that breadth-first search expands in the time in which A* has just begun.
const fewStates = 1 << 21

// few reports whether all moves cost the same and there are few packed states, each with a bit of its own in
// breadth-first search.
func (s *solver) few() bool {
	if s.o.Heuristic != "" || s.Space.MinCost != s.Space.MaxCost {
		return false
	}
	set, _ := wave.NewSet(&s.Job, s.Space, wave.SeenAny)
	bits, ok := set.(*store.BitSet)
	return ok && bits.States() <= fewStates
}

// perSecond is about the number of successors that a search makes in a second. Prices are counted in successors.
const perSecond = 1e7

// searched returns the time that auto has taken, without preparations.
func (s *solver) searched() time.Duration { return time.Since(s.start) - s.prepared }

// done returns the price that the time of the search so far could pay.
func (s *solver) done() int64 { return int64(s.searched().Seconds() * perSecond) }

// forgets reports whether A* is to give way to IDA*.
func (s *solver) forgets() bool {
	return !s.returned && s.fine() && s.knownShare() <= fewDuplicates
}

// fine reports whether IDA* needs few passes, because costs differ by little.
func (s *solver) fine() bool { return s.Space.MinCost > 0 && s.Space.MaxCost <= 4*s.Space.MinCost }

// knownShare returns the share of the successors of this leg, in per cent and without the ways back, that were known
// states.
func (s *solver) knownShare() int64 {
	back := s.returns - s.began.returns
	return 100 * (s.Counts.Duplicates - s.began.duplicates - back) / max(1, s.Counts.Generated-s.began.generated-back)
}

// keep stores the plan of an algorithm that did not end.
func (s *solver) keep(o job.Outcome) {
	if !o.Found {
		return
	}
	if s.Expander.Fold != nil {
		moves, ok := s.walk(o)
		if !ok {
			return
		}
		o.Moves = moves
	}
	at := s.Roots.States
	if s.Expander.Fold != nil {
		at = s.unfolded
	}
	w := s.Space.Layout.Words
	if c := s.cost(at[o.Root*w:o.Root*w+w], o.Moves) + s.RootCost(o.Root); c < s.best {
		s.kept, s.best = o, c
	}
}
