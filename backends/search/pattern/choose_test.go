package pattern

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/backends/search/space"
)

// admissibleOn compares an estimate with all exact distances of a task.
func admissibleOn(rt require.TestingT, ref *searchtest.Reference, sp *space.Space, e *estimate.Estimate) (total int64) {
	rest := ref.Distances()
	st, ev := make([]uint64, sp.Layout.Words), sp.NewEvaluator()
	for _, s := range ref.Sorted() {
		require.True(rt, sp.Layout.Pack(s, st))
		h := e.Of(st, ev)
		if d, alive := rest[searchtest.Key(s)]; alive {
			require.LessOrEqual(rt, h, d, "%v", s)
			total += h
		}
	}
	return total
}

// TestPatterns: the default choice of tables never overestimates, and search with it finds cheapest plans.
func TestPatterns(t *testing.T) {
	chosen := 0
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomPermutation(rt)
		switch rapid.IntRange(0, 3).Draw(rt, "kind") {
		case 0:
			tk = searchtest.Named(searchtest.RandomPlain(rt))
		case 1:
			tk = searchtest.Named(searchtest.RandomTask(rt, false))
		}
		ref := searchtest.Explore(tk)
		if len(ref.States) > 300 {
			return
		}
		sp := space.New(context.Background(), tk, true)
		z := rapid.SampledFrom([]Size{Large, Small, huge}).Draw(rt, "size")
		e, err := newChooser(sp, newBuilder(context.Background())).estimate(z)
		if err != nil {
			return
		}
		chosen++
		admissibleOn(rt, ref, sp, &e)
	})
	require.Positive(t, chosen, "no task was given patterns")
}

// TestPatternsOfTiles: the tiles of a board are dealt out, and the sum of the tables is more than the sum of the
// distances.
func TestPatternsOfTiles(t *testing.T) {
	tk := searchtest.Named(searchtest.Tiles(3, 3, 8, 6, 7, 2, 5, 4, 3, 0, 1))
	exact := searchtest.OwnAbstraction(tk, nil)
	before := tk.Pool.Len()
	sp := space.New(t.Context(), tk, true)
	builder := newBuilder(t.Context())
	m := newChooser(sp, builder)
	require.NoError(t, builder.need(sp, exact))
	e, err := m.estimate(Large)
	require.NoError(t, err)
	require.Len(t, m.made[Large].sums, 2, "a board and its mirror image")
	require.Len(t, m.made[Large].sums[0], 2)
	require.Len(t, e.Sums, 2)
	require.Len(t, e.Sums[0].Parts, 2)
	require.Equal(t, before, tk.Pool.Len(), "the task is not touched")
	manhattan := estimate.Estimate{Inst: sp.Program.Compile(tk.Heuristics[1].Value)}
	x, ev, st := space.NewExpander(sp), sp.NewEvaluator(), make([]uint64, sp.Layout.Words)
	require.True(t, sp.Layout.Pack(tk.Init, st))
	least := sp.Program.Compile(exact)
	var sums [2]int64
	for k := range 2000 {
		ev.Load(st)
		d := ev.Eval(least)
		for i, h := range []*estimate.Estimate{&e, &manhattan} {
			require.LessOrEqual(t, h.Of(st, ev), d)
			sums[i] += h.Of(st, ev)
		}
		x.Expand(st)
		copy(st, x.State(k*k%7%len(x.Kids)))
	}
	require.Greater(t, sums[0], sums[1])
}

// TestPatternsObserveLimits: a choice that takes too much memory or time is none, and leaves nothing behind.
func TestPatternsObserveLimits(t *testing.T) {
	tk := searchtest.Tiles(4, 4, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 14, 0)
	for _, stopped := range []bool{false, true} {
		ctx, cancel := context.WithCancel(t.Context())
		sp := space.New(context.Background(), tk, true)
		m := newChooser(sp, newBuilder(ctx))
		if stopped {
			cancel()
		} else {
			m.builder.Lend(ctx, 1<<12, nil)
		}
		_, err := m.estimate(Large)
		if stopped {
			require.ErrorIs(t, err, estimate.ErrStopped)
		} else {
			require.ErrorContains(t, err, "more than the 4 KiB that [Memory] leaves for them")
		}
		require.Len(t, sp.Task.Abstractions, len(tk.Abstractions))
		require.Len(t, sp.Tables, len(tk.Abstractions))
		require.Zero(t, m.builder.Used)
		ready, states := m.ready(Large)
		require.False(t, ready)
		require.Negative(t, states)
		cancel()
	}
}

// TestPatternsOfHeavyTiles: where tile t costs t, tiles of about the same cost are in one pattern, because a tile
// hinders another at the cost of the cheaper one.
func TestPatternsOfHeavyTiles(t *testing.T) {
	groups := func(heavy bool) (out [][]int64) {
		tk := searchtest.Tiles(4, 4, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 14, 0)
		if heavy {
			searchtest.Weigh(tk)
		}
		sp := space.New(t.Context(), tk, true)
		b := newChooser(sp, newBuilder(t.Context())).newPermuted(0)
		b.choice = &chosen{size: Large}
		for _, own := range b.deal(6) {
			out = append(out, slices.Sorted(slices.Values(own)))
		}
		return out
	}
	require.Equal(t, [][]int64{{3, 4, 7, 8, 11, 12}, {1, 2, 5, 6, 9, 10}, {13, 14, 15}}, groups(false))
	require.Equal(t, [][]int64{{10, 11, 12, 13, 14, 15}, {4, 5, 6, 7, 8, 9}, {1, 2, 3}}, groups(true))
}
