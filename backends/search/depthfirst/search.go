// Package depthfirst holds the searches that keep no states but their path: IDA* and backtracking.
//
// If the task allows it, both go along lists: a successor list holds the moves that may follow a last move (lists.go,
// fill.go). Then idastar.go has IDA* and backtrack.go backtracking. batch.go searches small subtrees by batches and
// threads.go divides long passes among threads. The functions of each shape of states are written by a template
// (visit.go.tmpl). Other tasks, and searches that often come back to a state of their path, have the general search of
// deepening.go.
//
// MoveLists are successor lists as numbers of moves, for generated programs.
package depthfirst

import (
	"math"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/prune"
)

// Search is a job whose plans are searched depth first.
type Search struct {
	*job.Job
	Name    string      // of the algorithm, in progress reports
	MaxCost int64       // no plan costs more; math.MaxInt64: no limit
	General bool        // the search does not go by successor lists
	Passed  func() bool // called between the passes of IDA*; returns true if the search must end; nil: none

	prune     *prune.Automaton
	pruneMade bool
	shares    bool // tests: threads share all passes, not only long ones
}

// pruning returns the automaton of redundant sequences of moves; nil if there are none, or if the search is still too
// short. A search may start the automaton in the middle of a path, as if the path began there.
func (s *Search) pruning() *prune.Automaton {
	if s.LeaveOut && !s.pruneMade && s.Counts.Expanded >= s.PruneAfter {
		s.pruneMade = true
		s.prune = prune.New(s.Ctx, s.Space)
	}
	return s.prune
}

// Promises returns the names of the promises of the model by which the search has left out moves.
func (s *Search) Promises() []string {
	if s.prune == nil {
		return nil
	}
	return s.prune.Promises
}

// Deepen runs IDA* with the heuristic of the job. It uses the fastest implementation that the task allows.
func (s *Search) Deepen() job.Outcome {
	if !s.General {
		if d, ok := s.newIDAStar(); ok {
			return s.deepen(d.pass)
		}
	}
	return s.deepen(s.newDeepening().within)
}

// Backtrack is depth-first search without a bound on f. It returns the first plan that costs at most MaxCost.
func (s *Search) Backtrack() job.Outcome {
	if !s.General {
		if c, ok := s.newBacktracker(); ok {
			return c.search()
		}
	}
	next, o := s.newDeepening().within(s.MaxCost)
	s.Cut = s.Cut || next != math.MaxInt64
	return o
}

// ByLists reports whether Deepen goes by successor lists, and whether it then updates the estimate with each move.
// finds is the number of states that each estimate looks up in tables.
func (s *Search) ByLists() (lists, updates bool, finds float64) {
	d, ok := s.newIDAStar()
	if !ok {
		return false, false, 0
	}
	updates, finds = d.updates()
	return true, updates, finds
}

// deepen runs one pass after another, each with the smallest f beyond the last bound.
func (s *Search) deepen(pass func(bound int64) (next int64, o job.Outcome)) job.Outcome {
	bound := int64(math.MaxInt64)
	for i := range s.RootCount() {
		bound = min(bound, job.RankOf(s.RootCost(i), s.Heuristic.Of(s.Root(i), s.Expander.Child)))
		if s.Estimated("idastar") {
			return job.Outcome{}
		}
	}
	bound = max(bound, s.Lower)
	for {
		if bound >= estimate.Hopeless {
			return job.Outcome{}
		}
		if bound > s.MaxCost {
			s.Cut = true
			return job.Outcome{}
		}
		s.Lower = max(s.Lower, bound)
		if s.GaveUp = s.Passed != nil && s.Passed(); s.GaveUp {
			return job.Outcome{}
		}
		s.Phase.Level, s.Phase.At = "bound", bound
		before := s.Counts.Expanded
		next, o := pass(bound)
		s.Counts.Iterations = append(s.Counts.Iterations, backends.Iteration{Bound: bound, Nodes: s.Counts.Expanded - before})
		if o.Found || s.Stop != "" || s.GaveUp {
			return o
		}
		bound = next
	}
}

// open generates the successors of a state of the path. A successor counts as generated when the search enters it, so
// the counts are the same for all implementations of depth-first search.
func (s *Search) open(st []uint64) {
	s.Expander.Expand(st)
	s.Counts.Expanded++
	s.Work += (int64(len(s.Expander.Kids)) + 1) * (1 + s.Heuristic.Effort)
}
