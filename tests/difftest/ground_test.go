package difftest

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics/verify"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
)

// Printing a model and reading it again gives the same tree, so that printing twice gives the same text.
func TestFormatAndParse(t *testing.T) {
	property(t, func(rt *rapid.T) {
		text := anyModel(rt, writeModel, 2000)
		once, diags := dsl.Format("random.pz", []byte(text))
		located(rt, diags)
		if diags.HasErrors() {
			return
		}
		twice, diags := dsl.Format("random.pz", once)
		require.False(rt, diags.HasErrors(), "%v\n%s", diags, once)
		require.Equal(rt, string(once), string(twice))
		before, diags := dsl.Parse("random.pz", []byte(text))
		require.False(rt, diags.HasErrors())
		after, diags := dsl.Parse("random.pz", once)
		require.False(rt, diags.HasErrors())
		require.True(rt, dsl.Equal(before, after), "%s", once)
	})
}

// agreement compares a ground task with an explored space.
type agreement struct {
	*space
	rt   *rapid.T
	m    *model.Model
	task *task.Task
	says *verify.Estimates
}

// refusals are the codes with which grounding refuses a random model.
var refusals = []string{"writes-twice", "impossible-move"}

func TestGroundAgrees(t *testing.T) {
	property(t, func(rt *rapid.T) {
		text := anyModel(rt, writeModel, 300)
		m := load(rt, text)
		if m == nil {
			return
		}
		g, diags := ground.Task(context.Background(), m, ground.Options{})
		located(rt, diags)
		for _, d := range diags {
			require.True(rt, d.Severity != diag.Error || slices.Contains(refusals, d.Code), "%s", d)
		}
		s := exploreModel(rt, m, 300)
		if diags.HasErrors() || s == nil {
			return
		}
		a := &agreement{s, rt, m, g, verify.NewEstimates(s.x, nil)}
		a.starts()
		for i := range s.states {
			a.state(i)
		}
		a.facts()
	})
}

// starts compares the initial states: those of the semantics, all assignments that it accepts, and the task's.
func (a *agreement) starts() {
	var accepted, ground []string
	assignments(a.m, func(state []int64) {
		if a.x.CheckInitial(state) == nil {
			accepted = append(accepted, key(state))
		}
	})
	choices(a.task, func(state []int64) {
		if a.task.Pool.Eval(a.task.InitCond, state) != 0 {
			ground = append(ground, key(a.task.ModelState(state)))
		}
	})
	var listed []string
	for _, st := range a.states[:a.space.starts] {
		listed = append(listed, key(st))
	}
	slices.Sort(accepted)
	slices.Sort(ground)
	slices.Sort(listed)
	require.Equal(a.rt, accepted, listed, "initial states: accepted one by one, listed")
	if a.task.Facts.Unsolvable == "" {
		require.Equal(a.rt, listed, ground, "initial states: of the semantics, of the task")
	}
}

// assignments visits all states that keep to the types.
func assignments(m *model.Model, visit func(state []int64)) {
	state := make([]int64, m.StateSize)
	var choose func(i int)
	choose = func(i int) {
		if i == len(state) {
			visit(state)
			return
		}
		array, _ := m.ArrayAt(i)
		for _, v := range m.Data[array.ID].Domain.Elems {
			state[i] = v.N
			choose(i + 1)
		}
	}
	choose(0)
}

// choices visits all values of a task's free variables.
func choices(t *task.Task, visit func(state []int64)) {
	state := slices.Clone(t.Init)
	var choose func(v int)
	choose = func(v int) {
		switch {
		case v == len(state):
			visit(state)
		case !t.Free[v]:
			choose(v + 1)
		default:
			for _, x := range t.Vars[v].Values {
				state[v] = x
				choose(v + 1)
			}
		}
	}
	choose(0)
}

// code is a state as the task writes it.
func (a *agreement) code(state []int64) []int64 {
	out := make([]int64, len(a.task.Vars))
	for v := range a.task.Vars {
		out[v] = state[a.task.Vars[v].State]
		require.GreaterOrEqual(a.rt, a.task.Vars[v].Place(out[v]), 0, "%s is %d, which was removed",
			a.task.Vars[v].Name,
			out[v])
	}
	require.Equal(a.rt, state, a.task.ModelState(out), "a static element has changed")
	return out
}

func (a *agreement) state(i int) {
	if a.task.Facts.Unsolvable != "" && len(a.task.Moves) == 0 {
		return // nothing was kept
	}
	state := a.states[i]
	c := a.code(state)
	p := a.task.Pool
	require.Equal(a.rt, a.goal[i], p.Eval(a.task.Goal, c) != 0, "goal in %v", state)
	require.Equal(a.rt, a.x.Dead(state), p.Eval(a.task.Dead, c) != 0, "dead in %v", state)
	for k, h := range a.m.Heuristics {
		if h.Simplifies() { // backends solve simpler puzzles, see TestSimplerPuzzlesAgree
			continue
		}
		want, err := a.says.Of(h, state)
		require.NoError(a.rt, err)
		require.Equal(a.rt, want, p.Eval(a.task.Heuristics[k].Value, c), "heuristic %s in %v", h.Name, state)
	}
	for _, arr := range a.task.Arrays {
		seen := map[int64]bool{}
		for _, e := range arr.Elems {
			require.False(a.rt, arr.Distinct && seen[p.Eval(e, c)], "%s is not distinct in %v", arr.Name, state)
			seen[p.Eval(e, c)] = true
		}
	}
	var want, got []step
	for _, mv := range a.x.Instances() {
		if next, cost, refusal := a.x.Apply(state, mv); refusal == nil {
			want = append(want, step{a.x.Format(mv), a.number[key(next)], cost})
			key, ok := a.x.OrderKey(state, mv)
			if n := a.move(a.x.Format(mv)); ok && n >= 0 {
				require.Equal(a.rt, key, p.Eval(a.task.Moves[n].Order, c), "order of %s in %v", a.x.Format(mv), state)
			} else if n >= 0 && mv.Decl.Order != nil {
				require.Equal(a.rt, int64(1)<<62, p.Eval(a.task.Moves[n].Order, c), "order of %s in %v",
					a.x.Format(mv), state)
			}
		}
	}
	for k := range a.task.Moves {
		if next, cost, ok := a.task.Apply(c, k); ok {
			to, known := a.number[key(a.task.ModelState(next))]
			require.True(a.rt, known, "%s leads from %v to %v, which cannot be reached", a.task.Moves[k].Name, state,
				next)
			got = append(got, step{a.task.Moves[k].Name, to, cost})
		}
	}
	require.Equal(a.rt, want, got, "moves in %v", state)
}

func (a *agreement) move(name string) int {
	return slices.IndexFunc(a.task.Moves, func(m task.Move) bool { return m.Name == name })
}

// facts checks what the compiler claims to have proved.
func (a *agreement) facts() {
	f := &a.task.Facts
	if f.Unsolvable != "" {
		require.Equal(a.rt, int64(none), a.best(), "there is a plan, though %s", f.Unsolvable)
	}
	for _, steps := range a.steps {
		for _, e := range steps {
			require.True(a.rt, f.MinCost <= e.cost && e.cost <= f.MaxCost, "cost %d of %s, bounds %d and %d", e.cost,
				e.name,
				f.MinCost, f.MaxCost)
			require.True(a.rt, !f.UnitCost || e.cost == 1, "cost %d of %s", e.cost, e.name)
		}
	}
}
