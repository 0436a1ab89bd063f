package search

// greedy is pure heuristic search (Doran, Michie, Experiments with the Graph Traverser Program, 1966): it expands the state that
// looks nearest to a goal, whatever it cost to get there. It often finds a plan soon, and promises nothing about its cost.
func (r *run) greedy() outcome { return r.bestFirst(rank{name: "greedy", h: 1}) }
