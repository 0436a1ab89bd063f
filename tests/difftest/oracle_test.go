package difftest

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/semantics/verify"
	"github.com/pzc-lang/pzc/compiler/semantics/view"
)

// oracle is what the semantics says of a puzzle.
type oracle struct {
	States     []oracleState
	Starts     int
	Cost       int64 // that the model expects, -1 if it says nothing
	Unsolvable bool  // as the model expects
	Runs       []oracleRun
}

type oracleState struct {
	Goal, Dead bool
	View       string
	Estimates  map[string]int64
	Expanded   bool
	Steps      []oracleStep
}

type oracleStep struct {
	Move, Label string
	Cost        int64
	To          int
}

// consult asks the semantics about the first states of a puzzle; nil if it has no single initial state.
func consult(m *model.Model, limit int) *oracle {
	x := semantics.NewMachine(m)
	starts, complete, err := x.InitialStates(context.Background(), 100)
	if err != nil || !complete || x.Model().HasChoice() {
		return nil
	}
	o := &oracle{Starts: len(starts), Cost: -1}
	expects := m.Expects
	if m.Instance != nil {
		expects = m.Instance.Expects
	}
	for _, e := range expects {
		switch e.Kind {
		case model.ExpectCost:
			o.Cost = e.Number
		case model.ExpectUnsolvable:
			o.Unsolvable = true
		case model.ExpectSolvable, model.ExpectSolutions, model.ExpectBest:
		}
	}
	var states [][]int64
	estimates, number := verify.NewEstimates(x, nil), map[string]int{}
	add := func(s []int64) int {
		i, ok := number[key(s)]
		if !ok {
			i = len(states)
			number[key(s)] = i
			states = append(states, s)
		}
		return i
	}
	for _, s := range starts {
		add(s)
	}
	for i := 0; i < len(states); i++ {
		s := states[i]
		st := oracleState{
			Goal: x.Goal(s), Dead: x.Dead(s), View: strings.Join(view.Lines(x, s), "\n"), Estimates: map[string]int64{},
			Expanded: i < limit,
		}
		for _, h := range m.Heuristics {
			if v, err := estimates.Of(h, s); err == nil {
				st.Estimates[h.Name] = v
			}
		}
		if st.Expanded {
			st.Steps = steps(x, s, add)
		}
		o.States = append(o.States, st)
	}
	return o
}

// steps are the moves that can be made, sorted as tree searches try them.
func steps(x *semantics.Machine, s []int64, add func([]int64) int) []oracleStep {
	type keyed struct {
		oracleStep
		next []int64
		key  int64
	}
	var all []keyed
	for _, mv := range x.Instances() {
		next, cost, refusal := x.Apply(s, mv)
		if refusal != nil {
			continue
		}
		k := keyed{oracleStep{Move: x.Format(mv), Label: x.Label(s, mv), Cost: cost}, next, 0}
		if mv.Decl.Order != nil {
			if v, ok := x.OrderKey(s, mv); ok {
				k.key = v
			} else {
				k.key = math.MaxInt64
			}
		}
		all = append(all, k)
	}
	slices.SortStableFunc(all, func(a, b keyed) int { return cmp.Compare(a.key, b.key) })
	var out []oracleStep
	for _, k := range all {
		k.To = add(k.next)
		out = append(out, k.oracleStep)
	}
	return out
}

// census is what the semantics says of a puzzle whose initial values are chosen, in whatever order they come. Without
// moves it is the number of solutions; else the states by their distance from a start, the moves that can be made, and
// the goals.
type census struct {
	Layers       []int
	Moves, Goals int
	Runs         []oracleRun `json:",omitempty"`
}

// count takes such a census; nil if there are more states than the limit.
func count(m *model.Model, limit int) *census {
	x := semantics.NewMachine(m)
	layer, complete, err := x.InitialStates(context.Background(), limit)
	if err != nil || !complete {
		return nil
	}
	c := &census{}
	seen := map[string]bool{}
	for _, s := range layer {
		seen[key(s)] = true
	}
	for len(layer) > 0 {
		c.Layers = append(c.Layers, len(layer))
		var next [][]int64
		for _, s := range layer {
			if x.Goal(s) {
				c.Goals++
			}
			c.Moves += len(steps(x, s, func(t []int64) int {
				if !seen[key(t)] {
					seen[key(t)] = true
					next = append(next, t)
				}
				return 0
			}))
		}
		if layer = next; len(seen) > limit {
			return nil
		}
	}
	return c
}
