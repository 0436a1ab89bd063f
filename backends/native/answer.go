package native

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends"
	rt "github.com/pzc-lang/pzc/backends/gogen/rt"
)

// answer is what a program writes with -json.
type answer struct {
	Status  rt.Status `json:"status"`
	Reason  string    `json:"reason"`
	Optimal bool      `json:"optimal"`
	Cost    int64     `json:"cost"`
	Plan    []struct {
		Move string `json:"move"`
	} `json:"plan"`
	Stats rt.Stats `json:"stats"`
	Start []int    `json:"start"` // numbers of the chosen values
}

// exits maps statuses of answers to exit statuses.
var exits = map[rt.Status]int{rt.Solved: 0, rt.Unsolvable: 1, rt.Unknown: 3}

// read reads the answer of a program. An answer that is not whole, or does not go with the exit status, is an error.
func read(out []byte, status int, complaint string) (*answer, error) {
	a := &answer{}
	if err := json.Unmarshal(out, a); err != nil {
		return nil, fmt.Errorf("the program that was built ended with status %d and without an answer (%s)", status,
			complaint)
	}
	if want, ok := exits[a.Status]; !ok || status != want {
		return nil, fmt.Errorf("the program that was built says %q, which is not what its exit status %d means (%s)",
			a.Status, status, complaint)
	}
	if a.Status == rt.Unsolvable && a.found() || a.Status != rt.Solved && a.Optimal {
		return nil, errors.New("the program that was built contradicts itself")
	}
	return a, nil
}

// found reports whether there is a plan.
func (a *answer) found() bool { return a.Status == rt.Solved || len(a.Plan) > 0 }

// result returns the answer of the program as a Result.
func (w *way) result(a *answer) (*backends.Result, error) {
	r := &backends.Result{
		Status: backends.Status(a.Status), Reason: a.Reason, Optimal: a.Optimal, Algorithm: w.algorithm, Engine: Name,
		Choice: w.choice,
		Stats: backends.Stats{
			Expanded: int64(a.Stats.Expanded), Generated: int64(a.Stats.Generated),
			DeadEnds:   int64(a.Stats.DeadEnds + a.Stats.Dead),
			Duplicates: int64(a.Stats.Duplicates), Backtracks: int64(a.Stats.Backtracks), MaxFrontier: int64(a.Stats.Frontier),
		},
	}
	exact := w.algorithm == "astar" || w.algorithm == "idastar"
	if w.model != nil || exact {
		r.Heuristic = w.heuristic
	}
	if a.found() {
		plan, err := w.plan(a)
		if err != nil {
			return nil, err
		}
		r.Plans = []backends.Plan{*plan}
	}
	switch {
	case r.Status == backends.Unknown && (w.model == nil || w.model.Admissible):
		r.LowerBound = int64(a.Stats.Bound)
	case r.Status == backends.Unsolvable:
		r.Proof = backends.ProofExhausted
		r.Reason = fmt.Sprintf("no goal is among the states that can be reached (%d expanded)", a.Stats.Expanded)
		r.ReliesOn = w.promises(a, a.Stats.DeadEnds > 0)
	case r.Optimal:
		r.LowerBound = a.Cost
		r.ReliesOn = w.promises(a, true)
	case r.Status == backends.Solved && exact: // the program says that the plan refutes the heuristic
		r.ReliesOn = w.promises(a, true)
	}
	return r, nil
}

// promises lists the promises that an answer relies on.
func (w *way) promises(a *answer, heuristic bool) (all []string) {
	if a.Stats.Dead > 0 {
		all = append(all, "dead")
	}
	if h := w.model; heuristic && h != nil && h.Admissible && !h.Proved {
		all = append(all, "admissible "+h.Name)
	}
	return all
}

// plan finds the moves and the start of the plan in the task.
func (w *way) plan(a *answer) (*backends.Plan, error) {
	p := &backends.Plan{Start: slices.Clone(w.t.Init), Cost: a.Cost}
	number := make(map[string]int, len(w.t.Moves))
	for i := range w.t.Moves {
		number[w.t.Moves[i].Name] = i
	}
	for _, step := range a.Plan {
		m, ok := number[step.Move]
		if !ok {
			return nil, fmt.Errorf("the program that was built makes a move that there is not, %q", step.Move)
		}
		p.Moves = append(p.Moves, m)
	}
	n := 0
	for i, free := range w.t.Free {
		if !free {
			continue
		}
		if n >= len(a.Start) || a.Start[n] < 0 || a.Start[n] >= len(w.t.Vars[i].Values) {
			return nil, errors.New("the program that was built chooses values that there are not")
		}
		p.Start[i] = w.t.Vars[i].Values[a.Start[n]]
		n++
	}
	if n != len(a.Start) {
		return nil, errors.New("the program that was built chooses values that there are not")
	}
	return p, nil
}
