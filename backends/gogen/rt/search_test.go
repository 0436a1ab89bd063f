package search

import (
	"context"
	"testing"
	"time"
)

// A state is a number from 0 to 99. Steps of 1, 7 and 10 forwards cost 1, 3 and 5; from an even number one may also go
// back to 0.
type spot int

func (s spot) Hash() uint64 { return uint64(s) % 7 } // a poor one, so that places are taken

func spots(goal spot) *Problem[spot, spot] {
	return &Problem[spot, spot]{
		Starts: []spot{0},
		Successors: func(s *spot, steps []Step[spot]) []Step[spot] {
			for i, d := range []spot{1, 7, 10} {
				if *s+d < 100 {
					steps = append(steps, Step[spot]{Move: i, Cost: []int{1, 3, 5}[i], Next: *s + d})
				}
			}
			if *s%2 == 0 {
				steps = append(steps, Step[spot]{Move: 3, Cost: 0, Next: 0})
			}
			return steps
		},
		Goal:   func(s *spot) bool { return *s == goal },
		Pack:   func(s *spot) spot { return *s },
		Unpack: func(k spot) spot { return k },
	}
}

// least are the costs and lengths of cheapest and shortest ways to n, found by filling in a table.
func least(n int) (cost, length int) {
	costs, lengths := make([]int, n+1), make([]int, n+1)
	for i := 1; i <= n; i++ {
		costs[i], lengths[i] = 1<<30, 1<<30
		for k, d := range []int{1, 7, 10} {
			if i >= d {
				costs[i] = min(costs[i], costs[i-d]+[]int{1, 3, 5}[k])
				lengths[i] = min(lengths[i], lengths[i-d]+1)
			}
		}
	}
	return costs[n], lengths[n]
}

func TestPlans(t *testing.T) {
	ctx := context.Background()
	for goal := range 60 {
		cost, length := least(goal)
		p := spots(spot(goal))
		h := func(s *spot) int { return max(goal-int(*s), 0) * 3 / 10 }
		for name, r := range map[string]Result[spot]{
			"astar":   AStar(ctx, p, h, Options{Admissible: true}),
			"ucs":     UniformCost(ctx, p, Options{}),
			"idastar": IDAStar(ctx, p, h, Options{Admissible: true}),
			"bfs":     BreadthFirst(ctx, p, Options{}),
			"greedy":  Greedy(ctx, p, h, Options{}),
			"wastar":  WeightedAStar(ctx, p, h, Options{}),
			"iddfs":   IterativeDeepening(ctx, p, Options{}),
			"dfs":     DepthFirst(ctx, p, Options{}),
			"back":    Backtrack(ctx, p, Options{}),
		} {
			at, sum := 0, 0
			for _, m := range r.Moves {
				at, sum = at+[]int{1, 7, 10, -at}[m], sum+[]int{1, 3, 5, 0}[m]
			}
			if r.Status != Solved || at != goal || sum != r.Cost {
				t.Fatalf("%s to %d: %+v leads to %d for %d", name, goal, r, at, sum)
			}
			if r.Optimal && r.Cost != cost {
				t.Errorf("%s to %d costs %d, not %d", name, goal, r.Cost, cost)
			}
			if name == "bfs" && len(r.Moves) != length {
				t.Errorf("bfs to %d takes %d moves, not %d", goal, len(r.Moves), length)
			}
			if name == "wastar" && r.Cost > 2*cost {
				t.Errorf("wastar to %d costs %d, more than twice %d", goal, r.Cost, cost)
			}
		}
	}
}

func TestNoPlan(t *testing.T) {
	ctx := context.Background()
	p := spots(1000)
	for name, r := range map[string]Result[spot]{
		"astar": AStar(ctx, p, Blind[spot], Options{}), "bfs": BreadthFirst(ctx, p, Options{}), "greedy": Greedy(ctx,
			p, Blind[spot], Options{}),
	} {
		if r.Status != Unsolvable {
			t.Errorf("%s: %s", name, r.Status)
		}
	}
	if r := BreadthFirst(ctx, p, Options{MaxStates: 10}); r.Status != Unknown || r.Stats.Kept > 13 {
		t.Errorf("with room for 10 states: %+v", r)
	}
	p.Dead = func(s *spot) bool { return true }
	if r := AStar(ctx, p, Blind[spot], Options{}); r.Status != Unsolvable || r.Stats.Expanded != 0 {
		t.Errorf("all dead: %+v", r)
	}
}

// Costs are added up to MostCost; what costs more is neither a plan nor a proof that there is none.
func TestTooDear(t *testing.T) {
	ctx := context.Background()
	for each, want := range map[int]Status{MostCost / 10: Solved, MostCost/10 + 1: Unknown, MostCost: Unknown} {
		p := spots(10)
		p.Successors = func(s *spot, steps []Step[spot]) []Step[spot] {
			if *s == 10 {
				return steps
			}
			return append(steps, Step[spot]{Cost: each, Next: *s + 1})
		}
		for name, r := range map[string]Result[spot]{
			"astar":   AStar(ctx, p, Blind[spot], Options{Admissible: true}),
			"greedy":  Greedy(ctx, p, Blind[spot], Options{}),
			"wastar":  WeightedAStar(ctx, p, Blind[spot], Options{Weight: 2}),
			"bfs":     BreadthFirst(ctx, p, Options{}),
			"idastar": IDAStar(ctx, p, Blind[spot], Options{Admissible: true}),
			"dfs":     DepthFirst(ctx, p, Options{}),
			"back":    Backtrack(ctx, p, Options{}),
		} {
			if r.Status != want || want == Solved && r.Cost != 10*each {
				t.Errorf("%s, moves of cost %d: %s, cost %d; want %s", name, each, r.Status, r.Cost, want)
			}
		}
	}
}

// An endless search ends when it is told to.
func TestEnd(t *testing.T) {
	ctx, stop := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer stop()
	p := spots(-1)
	p.Successors = func(s *spot, steps []Step[spot]) []Step[spot] {
		return append(steps, Step[spot]{Next: *s + 1, Cost: 1})
	}
	if r := BreadthFirst(ctx, p, Options{}); r.Status != Unknown {
		t.Errorf("bfs: %+v", r)
	}
}

func TestLayers(t *testing.T) {
	layers, complete := Layers(context.Background(), spots(-1), Options{})
	sum := 0
	for _, n := range layers {
		sum += n
	}
	if !complete || layers[0] != 1 || layers[1] != 3 || sum != 100 {
		t.Errorf("%v %t", layers, complete)
	}
}

// Four colours for the countries of a ring with a hub: an even ring can do with three colours, an odd one needs four.
func TestSolutions(t *testing.T) {
	for ring := 3; ring < 9; ring++ {
		for colours := 2; colours <= 4; colours++ {
			type state [10]int
			a := &Assignment[state]{}
			for i := range ring + 1 {
				a.Places = append(a.Places, Place[state]{Values: colours, Set: func(s *state, v int) { s[i] = v }})
			}
			differ := func(i, j int) {
				a.Constraints = append(a.Constraints,
					Constraint[state]{Places: []int{i, j}, Holds: func(s *state) bool { return s[i] != s[j] }})
			}
			for i := range ring {
				differ(i, (i+1)%ring)
				differ(i, ring)
			}
			found := 0
			complete, _ := Solutions(context.Background(), a, Options{}, func(*state) bool { found++; return true })
			k := colours - 1 // left for the ring: the chromatic polynomial of a cycle is (k-1)^n + (-1)^n (k-1)
			power, sign := 1, 1
			for range ring {
				power, sign = power*(k-1), -sign
			}
			if want := colours * (power + sign*(k-1)); found != want || !complete {
				t.Errorf("ring of %d, %d colours: %d, not %d", ring, colours, found, want)
			}
		}
	}
}

// Two places take different values out of many.
func TestManyValues(t *testing.T) {
	type pair [2]int
	for _, n := range []int{1, 63, 64, 65, 128, 200} {
		a := &Assignment[pair]{Constraints: []Constraint[pair]{{
			Places: []int{0, 1},
			Holds:  func(s *pair) bool { return s[0] != s[1] },
		}}}
		for i := range 2 {
			a.Places = append(a.Places, Place[pair]{Values: n, Set: func(s *pair, v int) { s[i] = v }})
		}
		seen := map[pair]bool{}
		complete, _ := Solutions(context.Background(), a, Options{},
			func(s *pair) bool { seen[*s] = true; return true })
		if !complete || len(seen) != n*(n-1) {
			t.Errorf("%d values: %d pairs", n, len(seen))
		}
	}
}

func TestSortSteps(t *testing.T) {
	steps := []Step[spot]{{Move: 0}, {Move: 1}, {Move: 2}, {Move: 3}}
	SortSteps(steps, []int{5, OrderKey(-1 << 63), 5, -1})
	for i, want := range []int{3, 0, 2, 1} {
		if steps[i].Move != want {
			t.Errorf("%+v", steps)
		}
	}
}

func TestBoard(t *testing.T) {
	if got := Board([]string{"1", "é", "3", ""}, 2); got != "1é\n3 \n" {
		t.Errorf("%q", got)
	}
	if got := Board([]string{"10", "1"}, 2); got != "10  1\n" {
		t.Errorf("%q", got)
	}
}
