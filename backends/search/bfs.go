package search

import (
	"fmt"

	"github.com/pzc-lang/pzc/backends/search/amount"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/space"
)

// bfsAlgorithm describes breadth-first search.
var bfsAlgorithm = Algorithm{
	Name: "bfs", Expands: "the state with the fewest moves behind it", Finds: FewestMoves,
	Keeps: "N, or b^d; a bit or a few bytes a state", Suits: "small or shallow spaces without a good heuristic",
	Function: "BreadthFirst", folds: true, run: (*run).bfs,
}

// bfs is breadth-first search. It finds a plan of the fewest moves (Moore, The shortest path through a maze, 1959). A
// state is tested when it is generated, so the last layer is never expanded.
func (r *run) bfs() job.Outcome {
	roots := r.Roots.States
	if r.Expander.Fold != nil {
		roots = r.unfolded
	}
	c := space.NewCoarse(r.Ctx, r.Space, roots)
	if c != nil {
		r.foldBack() // its states are made much faster than representatives
	}
	w, how := newWave(&r.Job, c, seenAny, true)
	r.note("the states seen are kept as " + how)
	return r.breadthFirst(w)
}

func (r *run) breadthFirst(w *wave) job.Outcome {
	goal, depth := w.start(), 0
	for from := 0; goal < 0 && from < w.len(); depth++ {
		to := w.len()
		r.Lower = times(int64(r.before+depth+1), r.Space.MinCost)
		r.Phase.Level, r.Phase.At = "depth", int64(r.before+depth)
		if depth == r.maxMoves {
			r.Cut = true
			break
		}
		if goal = w.layer(depth, from, to); r.Stop != "" || r.GaveUp {
			break
		}
		r.Counts.MaxFrontier = max(r.Counts.MaxFrontier, int64(w.len()-to))
		from = to
	}
	w.account()
	switch {
	case goal < 0:
	default:
		if o, ok := w.way(goal, depth); ok {
			return o
		}
		r.Stop = fmt.Sprintf("a goal is %s away, but not all moves can be undone, and there is not the memory to keep "+
			"the way to it",
			amount.Of(int64(depth), "move"))
	}
	return job.Outcome{}
}

// closeTree records the final numbers of a search that kept its states.
func (r *run) closeTree(t *tree, o job.Outcome) job.Outcome {
	r.Took(t.bytes(), t.Len())
	return o
}
