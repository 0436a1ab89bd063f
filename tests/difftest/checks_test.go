package difftest

// The tests that generated packages get.

// censusTest is the test that such a package gets.
const censusTest = `package PACKAGE

import (
	"context"
	"encoding/json"
	"os"
	"reflect"
	"testing"

	"oracle/PACKAGE/search"
)

func TestCensus(t *testing.T) {
	type census struct {
		Layers       []int
		Moves, Goals int
	}
	var want, got census
	text, err := os.ReadFile("oracle.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	COUNT
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%+v, should be %+v", got, want)
	}
}
`

const countSolutions = `ctx, stop := context.WithCancel(context.Background())
	defer stop()
	long := func(st search.Stats) {
		if st.Expanded > 100_000 {
			stop()
		}
	}
	complete, _ := search.Solutions(ctx, Assignment(), search.Options{Progress: long}, func(s *State) bool {
		got.Goals++
		for i, c := range Assignment().Constraints {
			if !c.Holds(s) {
				t.Fatalf("constraint %d does not hold:\n%s", i, s.String())
			}
		}
		return true
	})
	if want.Layers = nil; !complete && got.Goals <= want.Goals {
		t.Skip("there are too many values to try")
	}`

const countStates = `_, _ = context.Background, search.Options{}
	seen := map[Key]bool{}
	layer := Starts()
	for _, s := range layer {
		if seen[s.Pack()] {
			t.Fatal("a start occurs twice")
		}
		seen[s.Pack()] = true
	}
	for len(layer) > 0 {
		got.Layers = append(got.Layers, len(layer))
		var next []State
		for _, s := range layer {
			if s.Goal() {
				got.Goals++
			}
			for _, step := range s.Successors(nil) {
				got.Moves++
				if k := step.Next.Pack(); !seen[k] {
					seen[k] = true
					next = append(next, step.Next)
				}
			}
		}
		layer = next
	}`

// oracleTest is the test that a generated package gets.
const oracleTest = `package PACKAGE

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"oracle/PACKAGE/search"
)

// What the model expects of the instance is what the algorithms find, if they find it by few states.
func expected(t *testing.T, cost int, unsolvable bool) {
	p, o := Problem(), search.Options{MaxStates: 200_000, Admissible: true}
	within := func(run func(context.Context) search.Result[State]) search.Result[State] {
		ctx, stop := context.WithCancel(context.Background())
		defer stop()
		o.Progress = func(st search.Stats) {
			if st.Expanded > 1_000_000 {
				stop()
			}
		}
		return run(ctx)
	}
	answers := map[string]search.Result[State]{
		"backtrack": within(func(ctx context.Context) search.Result[State] { return search.Backtrack(ctx, p, o) }),
	}
	for _, h := range Heuristics {
		if h.Admissible {
			answers["astar, "+h.Name] = within(func(ctx context.Context) search.Result[State] {
				return search.AStar(ctx, p, h.Estimate, o)
			})
			answers["idastar, "+h.Name] = within(func(ctx context.Context) search.Result[State] {
				return search.IDAStar(ctx, p, h.Estimate, o)
			})
		}
	}
	for name, r := range answers {
		if r.Status == search.Unsolvable && cost >= 0 {
			t.Errorf("%s finds no plan, of cost %d", name, cost)
		}
		if r.Status == search.Solved &&
			(unsolvable || cost >= 0 && r.Cost < cost || r.Optimal && cost >= 0 && r.Cost != cost) {
			t.Errorf("%s finds a plan of cost %d, not %d (unsolvable: %t)", name, r.Cost, cost, unsolvable)
		}
		if r.Status != search.Unknown {
			t.Logf("%s: %s, cost %d, %d states", name, r.Status, r.Cost, r.Stats.Expanded)
		}
	}
}

func TestOracle(t *testing.T) {
	var want struct {
		Cost       int
		Unsolvable bool
		Starts     int
		States []struct {
			Goal, Dead, Expanded bool
			View                 string
			Estimates            map[string]int
			Steps                []struct {
				Move, Label string
				Cost, To    int
			}
		}
	}
	text, err := os.ReadFile("oracle.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	if want.Cost >= 0 || want.Unsolvable {
		expected(t, want.Cost, want.Unsolvable)
	}
	states, number := Starts(), map[Key]int{}
	if len(states) != want.Starts {
		t.Fatalf("%d starts, not %d", len(states), want.Starts)
	}
	for i := range states {
		number[states[i].Pack()] = i
	}
	for i := 0; i < len(states); i++ {
		if i >= len(want.States) {
			t.Fatalf("there are more than %d states", i)
		}
		s, w := states[i], want.States[i]
		if u := s.Pack().Unpack(); u != s {
			t.Fatalf("state %d: packed and unpacked it is %+v, not %+v", i, u, s)
		}
		if s.Goal() != w.Goal {
			t.Fatalf("state %d: goal %t, not %t\n%s", i, s.Goal(), w.Goal, s.String())
		}
		if DEAD {
			t.Fatalf("state %d: dead, not %t\n%s", i, w.Dead, s.String())
		}
		if view := strings.TrimSuffix(s.String(), "\n"); VIEWS && view != w.View {
			t.Fatalf("state %d is shown as\n%s\nnot\n%s", i, view, w.View)
		}
		for _, h := range Heuristics {
			if v, ok := w.Estimates[h.Name]; ok && v != h.Estimate(&s) {
				t.Fatalf("state %d: %s is %d, not %d\n%s", i, h.Name, h.Estimate(&s), v, s.String())
			}
		}
		if !w.Expanded {
			continue
		}
		steps := s.Successors(nil)
		for k, step := range steps {
			if k >= len(w.Steps) {
				t.Fatalf("state %d: %s can be made\n%s", i, MoveName(step.Move), s.String())
			}
			to, ok := number[step.Next.Pack()]
			if !ok {
				to = len(states)
				states = append(states, step.Next)
				number[step.Next.Pack()] = to
			}
			v := w.Steps[k]
			if MoveName(step.Move) != v.Move || step.Cost != v.Cost || to != v.To || s.Label(step.Move) != v.Label {
				t.Fatalf("state %d: %s %q costs %d and leads to %d; should be %s %q, %d, %d\n%s", i,
					MoveName(step.Move), s.Label(step.Move), step.Cost, to, v.Move, v.Label, v.Cost, v.To, s.String())
			}
		}
		if len(steps) < len(w.Steps) {
			t.Fatalf("state %d: %s cannot be made\n%s", i, w.Steps[len(steps)].Move, s.String())
		}
	}
}
`
