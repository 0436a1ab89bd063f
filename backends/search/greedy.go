package search

import "github.com/pzc-lang/pzc/backends/search/job"

// greedyAlgorithm describes greedy best-first search.
var greedyAlgorithm = Algorithm{
	Name: "greedy", Expands: "smallest h", Finds: AnyPlan, Keeps: "least of the best-first searches",
	Suits: "any plan at all", Guided: true, Function: "Greedy", folds: true, run: (*run).greedy,
}

// greedy is pure heuristic search (Doran, Michie, Experiments with the Graph Traverser Program, 1966). It expands the
// state with the least estimate and ignores the cost so far. It often finds a plan soon.
func (r *run) greedy() job.Outcome { return r.bestFirst(rank{name: "greedy", h: 1}) }
