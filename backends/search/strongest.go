package search

import (
	"context"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/task"
)

// Strongest is the admissible heuristic of the model that says most on a sample of states, among those that may be had at once and fit;
// "blind" if none says anything.
func Strongest(ctx context.Context, t *task.Task, fits func(*task.Heuristic) bool) string {
	r := newRun(ctx, t, backends.Options{})
	s := &solver{run: r, res: &backends.Result{}}
	if ctx.Err() != nil {
		return blind.name
	}
	s.begin()
	s.sp.shop.easy = true
	best, most := blind.name, int64(0)
	for i := range t.Heuristics {
		h := &t.Heuristics[i]
		if !h.Admissible || !fits(h) {
			continue
		}
		e, err := s.sp.modelHeuristic(h)
		if err != nil {
			continue
		}
		if sum := sum64(s.valuesOf([]estimate{e})[0]); sum > most {
			best, most = h.Name, sum
		}
	}
	return best
}
