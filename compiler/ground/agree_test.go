package ground_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/semantics/verify"
	"github.com/pzc-lang/pzc/compiler/task"
)

// agreement compares a ground task with the reference semantics, state by state.
type agreement struct {
	t      require.TestingT
	m      *model.Model
	x      *semantics.Machine
	says   *verify.Estimates // of x
	task   *task.Task
	number map[string]int // of the task's moves
	goals  int
}

func newAgreement(t require.TestingT, m *model.Model, g *task.Task) *agreement {
	x := semantics.NewMachine(m)
	return &agreement{t: t, m: m, x: x, says: verify.NewEstimates(x, nil), task: g, number: map[string]int{}}
}

// agree checks that a model's ground task and the reference semantics say the same of every reachable state, up to
// limit states. It compares which moves can be made, where they lead, what they cost, their order, goal, dead,
// heuristics. It returns the number of states seen.
func agree(t require.TestingT, m *model.Model, limit int) int {
	g, diags := ground.Task(context.Background(), m, ground.Options{})
	require.False(t, diags.HasErrors(), "%v", diags)
	a := newAgreement(t, m, g)
	a.names()
	starts, complete, err := a.x.InitialStates(context.Background(), limit)
	require.NoError(t, err)
	a.starts(starts, complete)
	seen := map[string]bool{}
	queue := slices.Clone(starts)
	for _, s := range starts {
		seen[fmt.Sprint(s)] = true
	}
	exhausted := complete
	states := 0
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		states++
		for _, next := range a.state(s) {
			if key := fmt.Sprint(next); !seen[key] {
				if len(seen) >= limit {
					exhausted = false
					continue
				}
				seen[key] = true
				queue = append(queue, next)
			}
		}
	}
	if g.Facts.Unsolvable != "" {
		require.Zero(t, a.goals, "there is a goal state, though: %s", g.Facts.Unsolvable)
	}
	if exhausted && len(starts) == 0 && !a.x.Model().HasChoice() {
		require.NotEmpty(t, g.Facts.Unsolvable, "there is no start")
	}
	return states
}

// names checks that the task's moves are some of the model's, in the same order.
func (a *agreement) names() {
	for i := range a.task.Moves {
		mv := &a.task.Moves[i]
		a.number[mv.Name] = i
		cost := a.task.Pool.Node(mv.Cost) // also where the guard does not hold: backends compute it before they ask
		require.True(a.t, 0 <= cost.Lo && cost.Hi <= 1<<31, "the cost of %s is one of %d..%d", mv.Name, cost.Lo, cost.Hi)
	}
	require.Len(a.t, a.number, len(a.task.Moves), "two moves have one name")
	last := -1
	for _, mv := range a.x.Instances() {
		if i, ok := a.number[a.x.Format(mv)]; ok {
			require.Equal(a.t, last+1, i, "%s is out of order", a.x.Format(mv))
			last = i
		}
	}
	require.Equal(a.t, len(a.task.Moves)-1, last)
}

// starts checks the initial states.
func (a *agreement) starts(starts [][]int64, complete bool) {
	total := 1
	for v := range a.task.Vars {
		if a.task.Free[v] {
			total = min(total*len(a.task.Vars[v].Values), 1<<20)
		}
	}
	for _, s := range starts {
		require.Equal(a.t, int64(1), a.task.Pool.Eval(a.task.InitCond, a.code(s)), "start %v is refused", s)
	}
	if !complete || total > 20_000 {
		return
	}
	count := 0
	state := slices.Clone(a.task.Init)
	var choose func(v int)
	choose = func(v int) {
		switch {
		case v == len(state):
			if a.task.Pool.Eval(a.task.InitCond, state) != 0 {
				count++
			}
		case !a.task.Free[v]:
			choose(v + 1)
		default:
			for _, x := range a.task.Vars[v].Values {
				state[v] = x
				choose(v + 1)
			}
		}
	}
	choose(0)
	require.Equal(a.t, len(starts), count, "number of initial states")
}

// code is a state of the model as one of the task.
func (a *agreement) code(s []int64) []int64 {
	out := make([]int64, len(a.task.Vars))
	for v := range a.task.Vars {
		out[v] = s[a.task.Vars[v].State]
		require.GreaterOrEqual(a.t, a.task.Vars[v].Place(out[v]), 0, "%s is %d, which was removed", a.task.Vars[v].Name,
			out[v])
	}
	require.Equal(a.t, s, a.task.ModelState(out), "a static element has changed")
	return out
}

// state compares everything in one state and returns the successors.
func (a *agreement) state(s []int64) [][]int64 {
	c := a.code(s)
	p := a.task.Pool
	where := func() string { return fmt.Sprintf("in %v", s) }
	goal := a.x.Goal(s)
	if goal {
		a.goals++
	}
	require.Equal(a.t, goal, p.Eval(a.task.Goal, c) != 0, "goal %s", where())
	require.Equal(a.t, a.x.Dead(s), p.Eval(a.task.Dead, c) != 0, "dead %s", where())
	for i, h := range a.m.Heuristics {
		th := a.task.Heuristics[i]
		require.Equal(a.t, h.Name, th.Name)
		if th.Missing == "" && !readsCost(p, th.Value) { // simpler puzzles have tests of their own
			want, err := a.says.Of(h, s)
			require.NoError(a.t, err)
			require.Equal(a.t, want, p.Eval(th.Value, c), "heuristic %s %s", h.Name, where())
		}
	}
	for _, arr := range a.task.Arrays {
		if arr.Distinct {
			seen := map[int64]bool{}
			for _, e := range arr.Elems {
				require.False(a.t, seen[p.Eval(e, c)], "%s is not distinct %s", arr.Name, where())
				seen[p.Eval(e, c)] = true
			}
		}
	}
	a.symmetries(s, c)
	var out [][]int64
	for _, mv := range a.x.Instances() {
		if next := a.move(s, c, mv); next != nil {
			out = append(out, next)
		}
	}
	return out
}

// move compares one move in a state; nil if it cannot be made.
func (a *agreement) move(s, c []int64, mv semantics.Move) []int64 {
	name := a.x.Format(mv)
	next, cost, refusal := a.x.Apply(s, mv)
	i, ok := a.number[name]
	if !ok {
		require.NotNil(a.t, refusal, "%s was removed but can be made in %v", name, s)
		return nil
	}
	got, gotCost, can := a.task.Apply(c, i)
	if refusal != nil {
		require.False(a.t, can, "%s in %v: %s", name, s, refusal)
		return nil
	}
	require.True(a.t, can, "%s can be made in %v", name, s)
	require.Equal(a.t, next, a.task.ModelState(got), "%s in %v", name, s)
	require.Equal(a.t, cost, gotCost, "cost of %s in %v", name, s)
	f := &a.task.Facts
	require.True(a.t, f.MinCost <= cost && cost <= f.MaxCost, "cost %d", cost)
	if key, ok := a.x.OrderKey(s, mv); ok {
		require.Equal(a.t, key, a.task.Pool.Eval(a.task.Moves[i].Order, c), "order of %s in %v", name, s)
	}
	return next
}

// One instance of each model of the library.
func TestGroundAgreesOnTheLibrary(t *testing.T) { agreeOnLibrary(t, 0, 1) }

// More instances.
func TestLongGroundAgreesOnTheLibrary(t *testing.T) { agreeOnLibrary(t, 1, 6) }

// agreeOnLibrary takes the instances of each model from a number on, and to a number; 0 are the model's own parameters.
func agreeOnLibrary(t *testing.T, from, to int) {
	t.Helper()
	for _, p := range library(t) {
		instances := append([]*model.Instance{nil}, p.Instances...)
		for _, inst := range instances[min(from, len(instances)):min(to, len(instances))] {
			name := p.Puzzle
			if inst != nil {
				name += "/" + inst.Name
			}
			t.Run(name, func(t *testing.T) {
				m, diags := semantics.Build(p, inst, nil)
				if m == nil {
					t.Skip("no such instance: ", diags)
				}
				states := agree(t, m, 20)
				t.Logf("%d states", states)
			})
		}
	}
}

// library is all models of the library.
func library(t *testing.T) (out []*model.Program) {
	t.Helper()
	for _, file := range compilertest.LibraryFiles(t) {
		out = append(out, compilertest.Load(t, file))
	}
	return out
}

// A heuristic that is added to the finished task means what it means in the model.
func TestGroundHeuristic(t *testing.T) {
	for _, p := range library(t) {
		m, _ := semantics.Build(p, nil, nil)
		if m == nil || len(m.Heuristics) == 0 {
			continue
		}
		g, diags := ground.Task(context.Background(), m, ground.Options{})
		require.Empty(t, diags)
		own := g.Heuristics
		g.Heuristics = nil
		for i, h := range m.Heuristics {
			require.NoError(t, ground.AddHeuristic(g, m, h))
			if !readsCost(g.Pool, own[i].Value) { // a simpler puzzle is made again
				require.Equal(t, own[i], g.Heuristics[i], "%s: %s", p.Name, h.Name)
			}
		}
	}
}
