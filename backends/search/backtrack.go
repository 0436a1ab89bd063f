package search

import (
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/job"
)

// backtrackAlgorithm describes backtracking.
var backtrackAlgorithm = Algorithm{
	Name: "backtrack", Expands: "depth first, states forgotten when they are left", Finds: AnyPlan, Keeps: onlyPath,
	Suits:    "tours, fillings, solitaires: puzzles whose space is almost a tree",
	Function: "Backtrack", run: (*run).backtrack,
}

// backtrack is plain depth-first search without a closed list (Golomb and Baumert, Backtrack Programming, 1965). It
// suits puzzles whose states are seldom reached on two ways: tours, packings, solitaires. It uses order keys and the
// promise `dead`, and returns the first plan. Backtracks counts the moves taken back. DeadEnds counts the states
// without an applicable move.
func (r *run) backtrack() job.Outcome {
	r.Heuristic = estimate.Blind
	return r.depthFirst("backtrack").Backtrack()
}
