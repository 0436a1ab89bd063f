package native

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/gogen"
	rt "github.com/pzc-lang/pzc/backends/gogen/rt"
	"github.com/pzc-lang/pzc/backends/search"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/mention"
)

// way is an algorithm with its heuristic.
type way struct {
	t         *task.Task
	algorithm string
	heuristic string
	model     *task.Heuristic // nil: blind
	choice    string
}

// named returns the heuristic that the options name, if any.
func named(o backends.Options) string {
	if o.Heuristic == "auto" {
		return ""
	}
	return o.Heuristic
}

// choose chooses algorithm and heuristic. missing holds the reasons why heuristics are not in the program.
func choose(ctx context.Context, t *task.Task, o backends.Options, missing map[string]string) (w *way, err error) {
	w = &way{t: t, algorithm: o.Algorithm, heuristic: named(o), choice: "as asked for"}
	a, known := search.AlgorithmNamed(cmp.Or(w.algorithm, "auto"))
	has, auto := search.Names(search.Generated()), a.Name == "auto"
	if !known {
		return nil, &backends.UnknownError{What: "algorithm", Name: w.algorithm, Known: append([]string{"auto"}, has...)}
	}
	if !auto && a.Function == "" {
		return nil, fmt.Errorf("the native engine has no algorithm %s; it has %s", a.Name, strings.Join(has, ", "))
	}
	if err := a.Check(o); err != nil {
		return nil, err
	}
	if a.Guided && w.heuristic == "" {
		w.heuristic = search.Strongest(ctx, t, o, func(h *task.Heuristic) bool {
			return missing[h.Name] == "" && len(t.Pool.Costs(h.Value)) == 0
		})
		w.choice = w.heuristic + " is the strongest heuristic that the native engine has at hand"
	}
	if err := w.find(missing); err != nil {
		return nil, err
	}
	if auto {
		w.algorithm = "astar"
		if f := t.Facts; !w.blind() && f.MinCost > 0 && f.MaxCost <= 4*f.MinCost { // otherwise IDA* needs many passes
			w.algorithm = gogen.Auto
		}
		if w.blind() && o.Heuristic != "blind" {
			w.algorithm = "ucs"
			if t.Facts.MinCost == t.Facts.MaxCost {
				w.algorithm = "bfs"
			}
			w.choice = w.algorithm + ", because no heuristic that the native engine has says anything"
		}
	}
	if len(t.Symmetries) > 0 && !o.NoSymmetry {
		w.choice += "; the native engine keeps states apart that are equivalent by symmetry"
	}
	return w, nil
}

// find looks the heuristic up.
func (w *way) find(missing map[string]string) error {
	if w.heuristic == "" || w.heuristic == "blind" {
		w.heuristic = "blind"
		return nil
	}
	for i := range w.t.Heuristics {
		h := &w.t.Heuristics[i]
		switch {
		case h.Name != w.heuristic:
		case h.Missing != "":
			return fmt.Errorf("heuristic %s cannot be used: %s", h.Name, h.Missing)
		case missing[h.Name] != "":
			return fmt.Errorf("the native engine has no heuristic %s: %s cannot be written in Go yet; leave out %s", h.Name,
				missing[h.Name], mention.With(mention.Engine, Name))
		default:
			w.model = h
			return nil
		}
	}
	return fmt.Errorf("the native engine has no heuristic %s, only those that the model states as expressions; "+
		"leave out %s", w.heuristic, mention.With(mention.Engine, Name))
}

// blind reports whether there is no heuristic.
func (w *way) blind() bool { return w.model == nil }

// trusted reports whether the heuristic counts as admissible.
func (w *way) trusted() bool {
	return w.blind() || w.model.Admissible
}

// promises returns the promises of the model that the heuristic relies on.
func (w *way) promises() []string {
	if w.model == nil || !w.model.Admissible || w.model.Proved {
		return nil
	}
	return []string{"admissible " + w.model.Name}
}

// result returns the answer of the program as a Result.
func (w *way) result(a *answer) *backends.Result {
	if w.algorithm == gogen.Auto {
		if w.algorithm = w.doing(a.Stats); a.Stats.Deepened {
			w.choice += "; A* began and met few states on two ways, so IDA* went on"
		}
	}
	r := &backends.Result{
		Status: backends.Status(a.Status), Reason: a.Reason, Optimal: a.Optimal, Algorithm: w.algorithm, Engine: Name,
		Choice: w.choice,
		Stats: backends.Stats{
			Expanded: int64(a.Stats.Expanded), Generated: int64(a.Stats.Generated),
			DeadEnds:   int64(a.Stats.DeadEnds + a.Stats.Dead),
			Duplicates: int64(a.Stats.Duplicates), Backtracks: int64(a.Stats.Backtracks), MaxFrontier: int64(a.Stats.Frontier),
		},
	}
	if !w.blind() || w.algorithm == "astar" || w.algorithm == "idastar" {
		r.Heuristic = w.heuristic
	}
	if a.Found {
		r.Plans = []backends.Plan{{Start: a.start, Moves: a.moves, Cost: int64(a.Cost)}}
	}
	if w.trusted() && r.Status == backends.Unknown {
		r.LowerBound = int64(a.Stats.Bound)
	}
	switch {
	case r.Status == backends.Unsolvable:
		r.Proof = backends.ProofExhausted
		r.Reason = fmt.Sprintf("no goal is among the states that can be reached (%d expanded)", a.Stats.Expanded)
		w.relyOn(r, a.Stats, a.Stats.DeadEnds > 0)
	case r.Optimal:
		r.LowerBound = int64(a.Cost)
		w.relyOn(r, a.Stats, true)
	}
	return r
}

// relyOn lists the promises that an answer relies on.
func (w *way) relyOn(r *backends.Result, st rt.Stats, heuristic bool) {
	if st.Dead > 0 {
		r.ReliesOn = append(r.ReliesOn, "dead")
	}
	if heuristic {
		r.ReliesOn = append(r.ReliesOn, w.promises()...)
	}
}
