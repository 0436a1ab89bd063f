package search

import (
	"fmt"

	"github.com/pzc-lang/pzc/backends/search/amount"
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
func (r *run) bfs() outcome {
	roots := r.roots.states
	if r.x.Fold != nil {
		roots = r.unfolded
	}
	c := space.NewCoarse(r.ctx, r.sp, roots)
	if c != nil {
		r.foldBack() // its states are made much faster than representatives
	}
	w, how := r.newWave(c, seenAny, true)
	r.note("the states seen are kept as " + how)
	return r.breadthFirst(w)
}

func (r *run) breadthFirst(w *wave) outcome {
	goal, depth := w.begin(), 0
	for from := 0; goal < 0 && from < w.trail.Len(); depth++ {
		to := w.trail.Len()
		r.lower = times(int64(r.before+depth+1), r.sp.MinCost)
		r.phase.level, r.phase.at = "depth", int64(r.before+depth)
		if depth == r.maxMoves {
			r.cut = true
			break
		}
		if goal = w.layer(depth, from, to); r.stop != "" || r.gaveUp {
			break
		}
		r.stats.MaxFrontier = max(r.stats.MaxFrontier, int64(w.trail.Len()-to))
		from = to
	}
	w.account()
	switch {
	case goal < 0:
	case w.depths == nil:
		return w.outcome(goal)
	default:
		st := make([]uint64, w.sp.Layout.Words)
		w.trail.At(goal, st)
		if o, ok := w.wayBack(st, depth); ok {
			return o
		}
		r.stop = fmt.Sprintf("a goal is %s away, but not all moves can be undone, and there is not the memory to keep "+
			"the way to it",
			amount.Of(int64(depth), "move"))
	}
	return outcome{}
}

// closeTree records the final numbers of a search that kept its states.
func (r *run) closeTree(t *tree, o outcome) outcome {
	r.took(t.bytes(), t.Len())
	return o
}
