package sat

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/compiler/task"
)

// The parity of the number of lights that are on never changes, which no pair of lights shows. The number of states
// ends the search, and then there is no long plan either.
func TestStatesEndTheSearch(t *testing.T) {
	for _, least := range []int{0, 2} {
		r, err := Backend{}.Solve(t.Context(), sattest.PairsOfLights(3, 0), backends.Options{MinHorizon: least})
		require.NoError(t, err)
		require.Equal(t, backends.Unsolvable, r.Status)
	}
	r := solve(t, sattest.PairsOfLights(3, 1))
	require.Equal(t, backends.Solved, r.Status)
	require.Len(t, r.Plans[0].Moves, 1)
}

// Each path of 2 moves from the start passes a state twice. Paths from other states lead to the goal.
func TestNoPlanOfAnyLength(t *testing.T) {
	b := sattest.NewBuilder("two places")
	p := b.Pool
	at := b.Variable("at", 0, sattest.UpTo(13)...)
	b.Move("there", b.Is(at, 0), sattest.Set(at, p.Const(1)))
	b.Move("back", b.Is(at, 1), sattest.Set(at, p.Const(0)))
	b.Move("on", p.And(p.Lt(p.Const(1), p.Var(at)), p.Lt(p.Var(at), p.Const(12))),
		sattest.Set(at, p.Add(p.Var(at), p.Const(1))))
	b.Goal = b.Is(at, 12)
	r, err := Backend{}.Solve(t.Context(), b.Task,
		backends.Options{MinHorizon: 3, Without: []string{technique.Layers.Name()}})
	require.NoError(t, err)
	require.Equal(t, backends.Unsolvable, r.Status)
	require.Equal(t, backends.ProofUnsat, r.Proof)
	require.Equal(t, "no plan has fewer than 5 moves, and none has 5 or more", r.Reason)
}

// Of three lights in a row two change places, so that never all are on or off; each pair may be. What leads to all of
// them on ends some moves before that: the last of the steps of a way that only begins where all are on.
func TestNothingLeadsToAGoal(t *testing.T) {
	way := func(steps int64) *task.Task {
		b := sattest.NewBuilder("way")
		p := b.Pool
		lights := []int{b.Variable("a", 0, 0, 1), b.Variable("b", 1, 0, 1), b.Variable("c", 1, 0, 1)}
		at := b.Variable("at", 0, sattest.UpTo(steps+2)...)
		all := task.True
		for i, v := range lights {
			all = p.And(all, b.Is(v, 1))
			for _, w := range lights[:i] {
				b.Move("exchange", p.And(b.Is(at, 0), p.Not(p.Eq(p.Var(v), p.Var(w)))), sattest.Set(v, p.Var(w)),
					sattest.Set(w, p.Var(v)))
			}
		}
		for k := range steps {
			b.Move("step", p.And(all, b.Is(at, k)), sattest.Set(at, p.Const(k+1)))
		}
		b.Goal = p.And(all, b.Is(at, steps))
		return b.Task
	}
	for steps, want := range []string{
		"the start is not a goal state, and no move leads from a reachable state into a goal state",
		"no plan has fewer than 8 moves, and no 2 moves lead from a state that can be reached to a goal",
	} {
		r := solve(t, way(int64(steps)))
		require.Equal(t, backends.Unsolvable, r.Status)
		require.Equal(t, backends.ProofUnsat, r.Proof)
		require.Equal(t, want, r.Reason)
	}
}

// What says that the states of the paths differ may be more than the paths themselves.
func TestInductionKeepsToTheMemory(t *testing.T) {
	run := func(memory int64) error {
		r := newRun(sattest.PairsOfLights(3, 0), backends.Options{})
		require.NoError(t, r.prepare(t.Context()))
		r.o.Memory = memory + r.lay.Bytes()
		_, err := r.noPathInto(t.Context(), 4)
		return err
	}
	require.NoError(t, run(backends.DefaultMemory))

	paths := func() int64 {
		r := newRun(sattest.PairsOfLights(3, 0), backends.Options{})
		require.NoError(t, r.prepare(t.Context()))
		a := r.newQuery(t.Context(), 4)
		a.e.At = slices.Repeat([]*layers.Pairs{r.lay.Ever}, 5)
		a.e.Unstarted = true
		a.e.Extend(4)
		require.NoError(t, a.e.F.Err())
		return a.e.F.Bytes()
	}()
	require.ErrorIs(t, run(4*(paths+paths/8)), cnf.ErrMemory)
	require.ErrorIs(t, run(paths), cnf.ErrMemory)
	require.NoError(t, givenUp(cnf.ErrMemory))
}

// longestPath is the length of the longest path into a goal state that passes no state twice.
func longestPath(t *task.Task) int {
	before := map[string][]string{}
	goals := map[string]bool{}
	sattest.EachState(t, func(state []int64) {
		if t.Pool.Eval(t.Always, state) == 0 {
			return
		}
		goals[fmt.Sprint(state)] = t.Pool.Eval(t.Goal, state) != 0
		for m := range t.Moves {
			if next, _, ok := t.Apply(state, m); ok {
				before[fmt.Sprint(next)] = append(before[fmt.Sprint(next)], fmt.Sprint(state))
			}
		}
	})
	onPath := map[string]bool{}
	var walk func(state string) int
	walk = func(state string) int {
		longest := 0
		onPath[state] = true
		for _, s := range before[state] {
			if !onPath[s] {
				longest = max(longest, 1+walk(s))
			}
		}
		onPath[state] = false
		return longest
	}
	longest := -1
	for s, goal := range goals {
		if goal {
			longest = max(longest, walk(s))
		}
	}
	return longest
}

func TestPathsIntoGoalsAreFound(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := sattest.NewGenerator(rt, true)
		if states := len(searchtest.Starts(g.Task)); states > 12 {
			return
		}
		g.DrawMoves(false)
		g.Goal = g.Boolean(1)
		if g.UpTo(2, "always") == 0 {
			g.Always = g.Boolean(1)
			g.InitCond = g.Always
		}
		r := runOf(g, backends.Options{})
		ctx := context.Background()
		require.NoError(rt, r.prepare(ctx))
		k := 1 + g.UpTo(6, "moves")
		none, err := r.noPathInto(ctx, k)
		require.NoError(rt, err)
		if r.lay == nil || !none {
			require.Equal(rt, longestPath(g.Task) < k, none)
		}
	})
}
