package sat

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/encode"
	"github.com/pzc-lang/pzc/backends/sat/technique"
	"github.com/pzc-lang/pzc/task"
)

// estimate is a lower bound on the number of moves of all plans: the value of an admissible heuristic of the model at
// the start, divided by the greatest cost of a move.
type estimate struct {
	moves     int64
	heuristic string
	promise   string // the promise that it is admissible; "" if that is proved
}

// estimated is the greatest estimate of the model's heuristics. Of equal ones, it prefers one that is proved.
func (r *run) estimated() (best estimate) {
	t := r.Task
	if t.HasFree() || r.MaxCost == 0 || r.O.Encoding == encode.Textbook || r.O.Horizon != nil ||
		r.Lim.Without.Has(technique.Estimate) {
		return estimate{}
	}
	for i := range t.Heuristics {
		h := &t.Heuristics[i]
		if !h.Admissible || h.Value == task.None || len(t.Pool.Costs(h.Value)) > 0 {
			continue // only search has tables of the costs of simpler puzzles
		}
		moves := (t.Pool.Eval(h.Value, t.Init) + r.MaxCost - 1) / r.MaxCost
		if moves > best.moves || moves == best.moves && h.Proved && best.promise != "" {
			best = estimate{moves: moves, heuristic: h.Name}
			if !h.Proved {
				best.promise = "admissible " + h.Name
			}
		}
	}
	return best
}

// tooShort tells whether the estimate excludes plans of t moves. It records the promise that this relies on.
func (r *run) tooShort(t int) bool {
	e := &r.estimate
	if int64(t) >= e.moves {
		return false
	}
	if e.promise != "" && !slices.Contains(r.Result.ReliesOn, e.promise) {
		r.Result.ReliesOn = append(r.Result.ReliesOn, e.promise)
	}
	if !r.skipped {
		r.skipped = true
		r.Result.Choice += fmt.Sprintf("; none below %d, as the heuristic %s says of the start", e.moves, e.heuristic)
	}
	return true
}
