package search

import "github.com/pzc-lang/pzc/backends/search/job"

// idastarAlgorithm describes IDA*.
var idastarAlgorithm = Algorithm{
	Name: "idastar", Expands: "depth first below a bound on f, which grows", Finds: Cheapest, Keeps: onlyPath,
	Suits:  "good heuristics, and few states with several paths to them",
	Guided: true, Function: "IDAStar", run: (*run).idastar,
}

func (r *run) idastar() job.Outcome { return r.depthFirst("idastar").Deepen() }
