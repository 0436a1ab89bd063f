package search

// astar is A* (Hart, Nilsson, Raphael, A Formal Basis for the Heuristic Determination of Minimum Cost Paths, 1968). States are
// opened again, so that the plan is a cheapest one for every heuristic that does not overestimate, consistent or not.
func (r *run) astar() outcome { return r.bestFirst(rank{name: "astar", g: 1, h: 1, reopen: true}) }

// ucs is uniform-cost search (Dijkstra, A Note on Two Problems in Connexion with Graphs, 1959): A* without a heuristic.
func (r *run) ucs() outcome { return r.bestFirst(rank{name: "ucs", g: 1, h: 1, reopen: true}) }
