package search

import "github.com/pzc-lang/pzc/backends/search/job"

// astarAlgorithm describes A*.
var astarAlgorithm = Algorithm{
	Name: "astar", Expands: "smallest f = g + h", Finds: Cheapest, Keeps: "all states with f below the cost of the plan",
	Suits: "the standard, as long as the states fit the memory", Guided: true, Function: "AStar",
	folds: true, run: (*run).astar,
}

// astar is A* (Hart, Nilsson, Raphael, A Formal Basis for the Heuristic Determination of Minimum Cost Paths, 1968).
// States are opened again, so that the plan is a cheapest one for every admissible heuristic, consistent or not.
func (r *run) astar() job.Outcome { return r.bestFirst(rank{name: "astar", g: 1, h: 1, reopen: true}) }

// ucsAlgorithm describes uniform-cost search.
var ucsAlgorithm = Algorithm{
	Name: "ucs", Expands: "the cheapest, by the cost g so far", Finds: Cheapest, Keeps: "N",
	Suits: "moves that differ in cost", Function: "UniformCost", folds: true, run: (*run).ucs,
}

// ucs is uniform-cost search (Dijkstra, A Note on Two Problems in Connexion with Graphs, 1959): A* without a heuristic.
func (r *run) ucs() job.Outcome { return r.bestFirst(rank{name: "ucs", g: 1, h: 1, reopen: true}) }
