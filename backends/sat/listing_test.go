package sat

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
)

// TestShortestPlansAreFoundAmongListedStates: a formula over the states of the shortest plans alone has a model, also
// where variables are fused. Its plan is replayed when it is read.
func TestShortestPlansAreFoundAmongListedStates(t *testing.T) {
	found, fused := 0, 0
	check := func(rt require.TestingT, r *run) {
		require.NoError(rt, r.prepare(t.Context()))
		require.NoError(rt, r.list(t.Context(), 0))
		if listedBy(r).known == nil || listedBy(r).known.moves < 0 || r.lay == nil {
			return
		}
		moves := int(listedBy(r).known.moves)
		at := r.onShortest(moves)
		require.Len(rt, at, moves+1)
		require.Nil(rt, r.onShortest(moves+1))
		for _, st := range listedBy(r).known.states {
			require.Equal(rt, st, r.p.View.Codes(r.p.View.Places(st)))
		}
		a, err := r.query(t.Context(), moves, at)
		require.NoError(rt, err)
		model, err := a.solve(t.Context())
		require.NoError(rt, err)
		require.True(rt, model)
		plan, _, err := a.plan()
		require.NoError(rt, err)
		require.Len(rt, plan.Moves, moves)
		if found++; len(r.p.Task.Vars) < len(r.task.Vars) {
			fused++
		}
	}
	check(t, newRun(block(), backends.Options{}))
	rapid.Check(t, func(rt *rapid.T) { check(rt, runOf(sattest.RandomPuzzle(rt), backends.Options{})) })
	if !testing.Short() { // make quick draws few puzzles
		require.Greater(t, found, 1)
		require.Positive(t, fused)
	}
}

// TestAListEndsAFormula: when the states are listed before a formula is written, the list decides the horizon, or the
// formula is written anew with the states of the shortest plans.
func TestAListEndsAFormula(t *testing.T) {
	open := func(on int, large int64, moves int) (*run, *query) {
		r := newRun(sattest.PairsOfLights(3, on), backends.Options{})
		listedBy(r).large = large
		require.NoError(t, r.prepare(t.Context()))
		a, err := r.openBesideList(t.Context(), moves)
		require.NoError(t, err)
		return r, a
	}
	r, a := open(0, largeFormula, 4)
	require.Nil(t, listedBy(r).known)
	require.NotNil(t, a)

	r, a = open(0, 0, 4)
	require.True(t, r.noneListed())
	require.Equal(t, backends.Unsolvable, r.result.Status)
	require.Nil(t, a)

	r, a = open(1, 0, 1)
	require.EqualValues(t, 1, listedBy(r).known.moves)
	found, err := a.solve(t.Context())
	require.NoError(t, err)
	require.True(t, found)
}

// TestManyClausesListMoreStates: a puzzle with too many states for the first list is listed when formulas are large.
func TestManyClausesListMoreStates(t *testing.T) {
	b := sattest.NewBuilder("wheels")
	for i := range 3 {
		v := b.Variable(string(rune('a'+i)), 0, sattest.UpTo(20)...)
		b.Move("turn", b.Pool.Lt(b.Pool.Var(v), b.Pool.Const(19)), sattest.Set(v, b.Pool.Add(b.Pool.Var(v), b.Pool.Const(1))))
	}
	b.Goal = b.Pool.And(b.Is(0, 19), b.Is(1, 19), b.Is(2, 19))
	r := newRun(b.Task, backends.Options{})
	require.NoError(t, r.list(t.Context(), 0))
	require.Nil(t, listedBy(r).known)
	require.NoError(t, r.list(t.Context(), 1<<18))
	require.EqualValues(t, 57, listedBy(r).known.moves)
	require.Len(t, listedBy(r).known.states, 8000)
}

func listedBy(r *run) *listed { return r.stateLister.(*listed) }
