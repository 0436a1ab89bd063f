package difftest

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Both engines do the same, and count the same. Where programs search depth first in place, they do as interp does by
// successor lists. Otherwise they do as interp does when depth-first searches look for each state on their path.

// oracleRun is what interp says of an algorithm and a heuristic.
type oracleRun struct {
	Algorithm, Heuristic string
	Plain, Fast          oracleAnswer
}

type oracleAnswer struct {
	Status  string
	Optimal bool
	Cost    int64
	Plan    []string
	Counts  [6]int64 // expanded, generated, duplicates, backtracks, dead ends, frontier
}

// runStates is how many states such a search may expand.
const runStates = 20_000

// runs solves a task in all ways that generated programs know too. What takes long is left out.
func runs(t *task.Task, missing map[string]string) (all []oracleRun) {
	if t.Facts.Unsolvable != "" {
		return nil
	}
	for _, a := range search.Generated() {
		name, heuristics := a.Name, []string{""}
		if a.Guided {
			heuristics = []string{"blind"}
			for _, h := range t.Heuristics {
				if h.Missing == "" && missing[h.Name] == "" {
					heuristics = append(heuristics, h.Name)
				}
			}
		}
		for _, h := range heuristics {
			if plain, ok := interpRun(t, name, h, true); ok {
				if fast, ok := interpRun(t, name, h, false); ok {
					all = append(all, oracleRun{name, cmp.Or(h, "blind"), plain, fast})
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b oracleRun) int {
		return cmp.Or(cmp.Compare(a.Algorithm, b.Algorithm), cmp.Compare(a.Heuristic, b.Heuristic))
	})
	return all
}

// interpRun is what interp says, in the general way or by successor lists; false if that takes long.
func interpRun(t *task.Task, algorithm, heuristic string, general bool) (run oracleAnswer, ok bool) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	r, err := search.Backend{General: general}.Solve(ctx, t, backends.Options{
		Algorithm: algorithm, Heuristic: heuristic, NoSymmetry: true, NoPrune: true, Threads: 1,
		Progress: func(p backends.Progress) {
			if p.Done > runStates {
				stop()
			}
		},
	})
	if err != nil || r.Status == backends.Unknown || r.Stats.Expanded > runStates {
		return oracleAnswer{}, false
	}
	run = oracleAnswer{Status: string(r.Status), Optimal: r.Optimal, Plan: []string{}, Counts: counts(&r.Stats)}
	for _, p := range r.Plans {
		run.Cost = p.Cost
		for _, m := range p.Moves {
			run.Plan = append(run.Plan, t.Moves[m].Name)
		}
	}
	return run, true
}

func counts(st *backends.Stats) [6]int64 {
	return [6]int64{st.Expanded, st.Generated, st.Duplicates, st.Backtracks, st.DeadEnds, st.MaxFrontier}
}

// runCases returns the cases of the algorithms in a test of a generated package. An algorithm that does not promise a
// cheapest plan may look at its bound in interp alone.
func runCases() string {
	var b strings.Builder
	for _, a := range search.Generated() {
		arguments := "ctx, p, o"
		if a.Guided {
			arguments = "ctx, p, h, o"
		}
		fmt.Fprintf(&b, "case %q:\n\t\t\tr, looks = search.%s(%s), %t\n\t\t", a.Name, a.Function, arguments,
			a.Finds != search.Cheapest)
	}
	return b.String()
}

// runsTest is the test that a generated package gets.
const runsTest = `package PACKAGE

import (
	"context"
	"encoding/json"
	"os"
	"reflect"
	"testing"

	"oracle/PACKAGE/search"
)

type answer struct {
	Status  string
	Optimal bool
	Cost    int
	Counts  [6]int
	Plan    []string
}

// looks: the algorithm may miss a bound that interp sees.
func (w answer) compare(t *testing.T, name string, looks bool, r search.Result[State]) {
	plan := []string{}
	for _, m := range r.Moves {
		plan = append(plan, MoveName(m))
	}
	// Only interp claims what follows from its bound, and a plan that costs nothing is always a cheapest one.
	known := r.Optimal == w.Optimal || r.Optimal && w.Cost == 0 || w.Optimal && looks
	if string(r.Status) != w.Status || !known || r.Cost != w.Cost || !reflect.DeepEqual(plan, w.Plan) {
		t.Errorf("%s: %s, optimal %t, cost %d, %v; interp says %s, %t, %d, %v",
			name, r.Status, r.Optimal, r.Cost, plan, w.Status, w.Optimal, w.Cost, w.Plan)
	}
	st := r.Stats
	counts := [6]int{st.Expanded, st.Generated, st.Duplicates, st.Backtracks, st.DeadEnds + st.Dead, st.Frontier}
	if counts != w.Counts {
		t.Errorf("%s: counts %v; interp says %v", name, counts, w.Counts)
	}
}

func TestRuns(t *testing.T) {
	var want struct {
		Runs []struct {
			Algorithm, Heuristic string
			Plain, Fast          answer
		}
	}
	text, err := os.ReadFile("oracle.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	for _, w := range want.Runs {
		ctx, p, o := context.Background(), Problem(), search.Options{MaxStates: 1_000_000}
		h := search.Blind[State]
		there := false
		for _, x := range Heuristics {
			if x.Name == w.Heuristic {
				h, o.Admissible, o.Heuristic, there = x.Estimate, x.Admissible, x.Name, true
			}
		}
		if !there {
			t.Fatalf("no heuristic %s", w.Heuristic)
		}
		looks := false
		run := func() (r search.Result[State]) {
			switch w.Algorithm {
			CASES
			default:
				t.Fatalf("no algorithm %s", w.Algorithm)
			}
			return r
		}
		name := w.Algorithm + ", " + w.Heuristic
		if in := p.InPlace; in != nil {
			switch {
			case w.Algorithm == "backtrack" && in.Rises:
				w.Fast.Counts[4] = 0 // it does not look whether no move was left
				w.Fast.compare(t, "in place, "+name, looks, run())
			case (w.Algorithm == "idastar" || w.Algorithm == "iddfs") && in.Deepens:
				w.Fast.compare(t, "in place, "+name, looks, run())
			}
		}
		p.InPlace = nil
		w.Plain.compare(t, name, looks, run())
	}
}
`
