package search

import (
	"fmt"
	"math"
	"time"

	"github.com/pzc-lang/pzc/backends/search/breadthfirst"
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/internal/processor"
	"github.com/pzc-lang/pzc/internal/text"
)

// auto begins with the algorithm that needs the least preparation: breadth-first search if every heuristic is 0, else
// A*. Each time the search has grown by a quarter, auto reviews the states met and may change the algorithm or the
// heuristic. It changes to a stronger heuristic if the preparation takes less work than was done so far and is expected
// to save more than it costs. If few states were reached on two ways, A* and IDA* take turns until one of them proves
// more than the other. Result.Choice lists the steps.

// autoAlgorithm describes auto. It runs other algorithms, see solver.auto.
var autoAlgorithm = Algorithm{
	Name: "auto", Expands: "see below", Finds: Cheapest, Keeps: "within the limit of memory",
	Suits: "the default: it runs the others", Guided: true,
}

// pace holds the thresholds at which auto changes the algorithm or the heuristic.
type pace struct {
	review int64         // expansions until the first review
	states int64         // expansions of A* before IDA* is considered
	deep   int64         // the work before A* is tried again although IDA* proves more and more
	dear   int64         // the factor for the prices of heuristics, in per cent
	least  time.Duration // time that all preparations together may always take
}

var usual = pace{
	review: 1 << 14, states: 1 << 16, deep: 1 << 25, dear: 100, least: 200 * time.Millisecond,
}

// fewDuplicates is the highest share of duplicates, in per cent of the successors, at which auto tries IDA*. The state
// just left does not count as a duplicate.
const fewDuplicates = 20

// chooser is the state of auto.
type chooser struct {
	pace      pace
	algorithm string  // the algorithm that runs
	next      string  // the algorithm that runs next
	spent     int64   // the work of the legs before, see done
	from      int64   // Job.Work when this leg began
	rate      float64 // the work of this leg for each unit of Job.Work
	tried     map[string]bool
	cramped   map[string]bool          // candidates for which A* left too little memory
	resting   map[string]*preparation  // candidates that are not ready yet
	lost      map[string]time.Duration // by candidate: a time that was too short to prepare it
	prepared  time.Duration            // by all preparations
	paid      int64                    // the prices of all preparations
	since     watch                    // when the search began
	atStart   int64                    // the estimate of the start
	turn      turn
	began     mark
	// The states on which candidates are compared, and the costs of the ways to them if A* met them.
	drawn      [][]uint64
	drawnCosts []int64
	kept       job.Outcome // the cheapest plan found, of cost best
	best       int64
}

// turn is the turn of A* or IDA*, which take turns: one is tried while the other one has most of the time. A* waits
// while IDA* works, and goes on where it was. IDA* begins anew with the greatest proved bound. A trial takes a quarter
// of the work so far, and the first one as much as that. While all states have the f of the start, A* is a depth-first
// search, and the first trial takes seven times the work so far. The other one then has three times the work so far,
// unless the trial has proved a greater bound. IDA* that proves more has seven times the work so far.
type turn struct {
	until   int64 // the work of the search when it ends; 0: IDA* has not been tried
	lower   int64 // the bound that was proved before
	idastar bool  // IDA* has most of the time
}

// mark holds values of the counters.
type mark struct{ expanded, generated, duplicates, returns int64 }

func (s *solver) auto() job.Outcome {
	if s.pace == (pace{}) {
		s.pace = usual
	}
	s.chooser = newChooser(s.pace)
	s.deep.Passed, s.resumed = func() bool { return s.changeTurns(true) }, nil
	defer s.abandon()
	for s.algorithm = s.cheapest(); ; s.algorithm = s.next {
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
		pace: p, tried: map[string]bool{}, cramped: map[string]bool{},
		resting: map[string]*preparation{}, lost: map[string]time.Duration{}, best: job.NoCost, since: startWatch(),
	}
}

// refuge chooses the algorithm that follows when A* has filled the memory. The states of A* are forgotten. It returns
// false if no algorithm can follow.
func (s *solver) refuge() bool {
	if !s.Full || s.algorithm != "astar" {
		return false
	}
	s.drawn = nil
	s.sample() // before the states are forgotten
	s.met, s.running, s.Own = nil, nil, 0
	clear(s.cramped)
	switch {
	case s.fine() && s.knownShare() <= fewDuplicates:
		s.note("IDA* when the memory was full")
		s.next, s.turn = "idastar", turn{until: math.MaxInt64, idastar: true}
		return true
	case s.Heuristic.Trusted && s.upgrade(math.MaxInt64-1):
		s.note("A* again when the memory was full")
		s.next = "astar"
		return true
	}
	return false
}

// cheapest returns the first algorithm.
func (s *solver) cheapest() string {
	h := int64(0)
	for i := range s.RootCount() {
		h = max(h, s.Heuristic.Of(s.Root(i), s.Expander.Child))
		if s.Estimated("auto") {
			break
		}
	}
	switch s.atStart = h; {
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

// leg runs the algorithm until it ends, or until another algorithm is to replace it.
func (s *solver) leg() job.Outcome {
	s.res.Algorithm = s.algorithm
	s.began = mark{s.Counts.Expanded, s.Counts.Generated, s.Counts.Duplicates, s.returns}
	s.GaveUp, s.Full, s.Stop, s.met, s.running = false, false, "", nil, nil
	if s.waiting = 0; s.resumed != nil && s.algorithm == "idastar" {
		s.waiting = s.resumed.bytes()
	}
	s.Budget, s.GiveUp, s.Check = s.Counts.Expanded+s.pace.review, s.review, s.Work
	s.fix()
	s.spent, s.from, s.rate = s.done(), s.Work, s.perWork()
	a, _ := AlgorithmNamed(s.algorithm)
	if a.folds {
		s.foldUp()
	} else {
		s.foldBack()
	}
	return a.run(s.run)
}

// review is called during the search. It returns true if another algorithm is to replace the current one.
func (s *solver) review() bool {
	done := s.Counts.Expanded - s.began.expanded
	looked := s.algorithm != "idastar" && s.look()
	if looked {
		s.next = s.algorithm
	} else if done < s.pace.review {
		s.Budget = s.began.expanded + s.pace.review
		return false
	}
	switch {
	case s.tried["bfs"] && s.algorithm == "bfs":
		return looked
	case s.algorithm == "astar" && done >= 4*s.pace.review && s.Heuristic.Trusted && !s.tried["bfs"] && s.few():
		s.note(fmt.Sprintf("after %s breadth-first, because there are no more than %s", s.ExpandedStates(),
			text.Plural(fewStates, "state")))
		s.next, s.Heuristic, s.tried["bfs"] = "bfs", estimate.Blind, true
		return true
	}
	s.drawn = nil
	if s.Heuristic.Trusted && s.upgrade(s.done()) {
		if s.next = s.algorithm; s.algorithm != "idastar" || s.Heuristic.Guide != nil {
			s.next, s.turn = "astar", turn{}
		}
		s.resumed = nil
		return true
	}
	if looked || s.changeTurns(false) {
		return true
	}
	s.fix()
	s.Budget = s.Counts.Expanded + max(1, done/4)
	return false
}

// changeTurns ends the turn of A* or IDA* if its time is over. It returns true if the other one follows. passed: IDA*
// is between two passes.
func (s *solver) changeTurns(passed bool) bool {
	done, idastar := int64(s.searched().Seconds()*perSecond), s.algorithm == "idastar"
	if done < s.turn.until || !idastar && s.algorithm != "astar" {
		return false
	}
	before := s.turn
	s.turn = turn{until: 4 * done, lower: s.Lower, idastar: idastar}
	trial, most := idastar != before.idastar, before.until > 0 && s.Lower > before.lower
	switch {
	case trial && !most:
		s.turn.idastar = !idastar
	case trial, idastar && most && !(passed && done >= s.pace.deep):
		if idastar { // a pass may take several times as long as the one before
			s.turn.until *= 2
		}
		return false
	case !idastar && (s.Counts.Expanded-s.began.expanded < s.pace.states || !s.forgets()):
		s.turn = before
		return false
	case before.until == 0 && s.Lower > s.atStart:
		s.turn.until = 2 * done
	case before.until == 0:
		s.turn.until = 8 * done
	default:
		s.turn.until = done + done/4
	}
	switch {
	case idastar:
		s.note(fmt.Sprintf("after %s A* again, in case there is no plan or IDA* takes longer", s.ExpandedStates()))
		s.next = "astar"
		return true
	case trial:
		s.note(fmt.Sprintf("after %s IDA* goes on, because A* takes longer", s.ExpandedStates()))
	default:
		s.note(fmt.Sprintf("after %s, %d %% of the successors were known: IDA*, which needs no memory, is tried",
			s.ExpandedStates(), s.knownShare()))
	}
	s.next, s.resumed = "idastar", s.running
	return true
}

// fewStates is the number of states that breadth-first search expands in about the time that A* takes to start.
const fewStates = 1 << 21

// few reports whether all moves cost the same and there are few packed states. Then breadth-first search keeps one bit
// for each packed state.
func (s *solver) few() bool {
	if s.o.Heuristic != "" || s.Space.MinCost != s.Space.MaxCost {
		return false
	}
	set, _ := breadthfirst.NewSet(&s.Job, s.Space)
	bits, ok := set.(*breadthfirst.BitSet)
	return ok && bits.States() <= fewStates
}

// perSecond is an estimate of the successors that a search generates in a second. The unit of prices is one successor.
const perSecond = 1e7

// done returns the work of the search so far, in successors. It is counted: a time would decide otherwise on a busy
// machine.
func (s *solver) done() int64 { return s.spent + int64(float64(max(0, s.Work-s.from))*s.rate) }

// searched returns about the time that the search has taken, without preparations: what its work should take, or what
// was measured if that is more. If work is counted, nothing is measured.
func (s *solver) searched() time.Duration {
	counted := timeOf(s.done())
	if s.Limit != nil {
		return counted
	}
	return max(counted, s.since.past()-s.prepared)
}

func timeOf(work int64) time.Duration {
	return time.Duration(float64(work) / perSecond * float64(time.Second))
}

// The work for each unit of Job.Work, measured on sliding tiles, Sokoban and the library. A long A* makes 3,000 to
// 5,000 units in a millisecond, whatever the puzzle; IDA* by successor lists makes 200,000 on each core.
const (
	perKept    = 3.0      // searches that keep states in a closed list, which waits for memory
	perUpdated = 1.0 / 40 // IDA* by successor lists, if moves update the estimate
	perWord    = 0.5      // others
)

// perWork returns the work for each unit of Job.Work in this leg.
func (s *solver) perWork() float64 {
	switch s.algorithm {
	case "astar", "ucs":
		return perKept
	case "idastar":
		if _, updates, _ := s.depthFirst("idastar").ByLists(); updates {
			return perUpdated
		}
	}
	return perWord
}

// watch is a time by the clock and by the processor.
type watch struct {
	clock     time.Time
	processor time.Duration
}

func startWatch() watch { return watch{time.Now(), processor.Time()} }

// past returns the time since then by the clock, or by the processor if that is less: on a busy machine, a process may
// wait for most of the time.
func (w watch) past() time.Duration { return min(time.Since(w.clock), processor.Time()-w.processor) }

// forgets reports whether IDA* is to replace A*. IDA* does not use corrals.
func (s *solver) forgets() bool {
	return s.corrals == nil && s.fine() && s.knownShare() <= fewDuplicates
}

// fine reports whether IDA* needs few passes, because costs differ by little.
func (s *solver) fine() bool { return s.Space.MinCost > 0 && s.Space.MaxCost <= 4*s.Space.MinCost }

// knownShare returns the share of duplicates among the successors of this leg, in per cent. Moves back to the state
// just left do not count.
func (s *solver) knownShare() int64 {
	back := s.returns - s.began.returns
	return 100 * (s.Counts.Duplicates - s.began.duplicates - back) / max(1, s.Counts.Generated-s.began.generated-back)
}

// keep stores the plan of an algorithm that did not end.
func (s *solver) keep(o job.Outcome) {
	if !o.Found {
		return
	}
	if s.Folder != nil {
		moves, ok := s.carried(o)
		if !ok {
			return
		}
		o.Moves = moves
	}
	at := s.Roots.States
	if s.Folder != nil {
		at = s.unfolded
	}
	w := s.Space.Layout.Words
	if c := s.cost(at[o.Root*w:o.Root*w+w], o.Moves) + s.RootCost(o.Root); c < s.best {
		s.kept, s.best = o, c
	}
}
