package search

import (
	"github.com/pzc-lang/pzc/backends/search/breadthfirst"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/space"
)

// bfsAlgorithm describes breadth-first search.
var bfsAlgorithm = Algorithm{
	Name: "bfs", Expands: "the state with the fewest moves behind it", Finds: FewestMoves,
	Keeps: "N, or b^d; a bit or a few bytes a state", Suits: "small or shallow spaces without a good heuristic",
	Function: "BreadthFirst", folds: true, run: (*run).bfs,
}

// bfs is breadth-first search. It finds a plan of the fewest moves (Moore, The shortest path through a maze, 1959). The
// goal is tested when a state is generated, so the last layer is never expanded.
func (r *run) bfs() job.Outcome {
	c := space.NewCoarse(r.Ctx, r.Space, r.Roots.States)
	if r.foldStates(); c != nil {
		r.foldBack() // generating states is much faster than computing representatives
	}
	w, how := breadthfirst.New(&r.Job, c, true)
	r.note("the states seen are kept as " + how)
	return w.Search(r.before, r.maxMoves)
}

// closeTree records the statistics of a search that kept its states.
func (r *run) closeTree(t *tree, o job.Outcome) job.Outcome {
	r.Took(t.bytes(), t.Len())
	return o
}
