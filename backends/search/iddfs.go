package search

import (
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/job"
)

// iddfsAlgorithm describes iterative deepening.
var iddfsAlgorithm = Algorithm{
	Name: "iddfs", Expands: "depth first below a bound on the cost, which grows", Finds: Cheapest, Keeps: onlyPath,
	Suits: "to teach; IDA* without a heuristic", Function: "IterativeDeepening", run: (*run).iddfs,
}

// iddfs is IDA* with an estimate that is always 0: depth-first search with a growing bound on the cost of the plan
// (Korf, Depth-First Iterative-Deepening: An Optimal Admissible Tree Search, 1985). It finds a cheapest plan in the
// memory of one path.
func (r *run) iddfs() job.Outcome {
	r.Heuristic = estimate.Blind
	return r.depthFirst("iddfs").Deepen()
}
