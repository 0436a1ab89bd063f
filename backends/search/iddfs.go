package search

import "github.com/pzc-lang/pzc/backends/search/estimate"

// iddfsAlgorithm describes iterative deepening.
var iddfsAlgorithm = Algorithm{
	Name: "iddfs", Expands: "depth first below a bound on the cost, which grows", Finds: Cheapest, Keeps: "the path",
	Suits: "to teach; IDA* without a heuristic", Function: "IterativeDeepening", run: (*run).iddfs,
}

// iddfs is depth-first search with a growing bound on the cost of the plan and no heuristic (Korf, Depth-First
// Iterative-Deepening: An Optimal Admissible Tree Search, 1985): IDA* with an estimate that is always 0. It finds a cheapest
// plan in no more memory than one path takes.
func (r *run) iddfs() outcome {
	r.h = estimate.Blind
	return r.deepenBest("iddfs")
}
