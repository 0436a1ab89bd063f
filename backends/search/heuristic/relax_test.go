package heuristic

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/librarytest"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/compiler/task"
)

// TestRelaxed compares the relaxed heuristics with exact distances in all states of random tasks.
func TestRelaxed(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomPlain(rt)
		switch rapid.IntRange(0, 2).Draw(rt, "kind") {
		case 0:
			tk = searchtest.RandomTask(rt, false)
		case 1:
			tk = searchtest.RandomTask(rt, true)
		}
		ref := searchtest.Explore(tk)
		if len(ref.States) > 60 {
			return
		}
		sp := space.New(context.Background(), tk, true)
		b := newView(context.Background(), sp)
		b.few = rapid.SampledFrom([]int{1, 8, viewTable}).Draw(rt, "few")
		r, err := b.relax()
		if err != nil {
			require.NotEmpty(rt, b.maybe)
			return
		}
		checkRelaxed(rt, ref, sp, r)
	})
}

func checkRelaxed(t require.TestingT, ref *searchtest.Reference, sp *space.Space, r *relaxation) {
	rest := ref.Distances()
	hmax := newExplorer(r)
	add, planner, cut := newExplorer(r), newFF(newExplorer(r)), newLMCut(newExplorer(r))
	st := make([]uint64, sp.Layout.Words)
	for _, s := range ref.Sorted() {
		require.True(t, sp.Layout.Pack(s, st))
		h := hmax.max(st, false)
		c, f, a := cut.of(st), planner.of(st), add.add(st)
		d, alive := rest[searchtest.Key(s)]
		if alive {
			require.LessOrEqual(t, h, d, "hmax in %v", s)
			require.LessOrEqual(t, c, d, "lmcut in %v", s)
			require.Less(t, f, estimate.Hopeless, "ff in %v", s)
		}
		for name, x := range map[string]int64{"lmcut": c, "ff": f, "add": a} {
			require.Equal(t, h >= estimate.Hopeless, x >= estimate.Hopeless, "hopeless by %s in %v", name, s)
		}
		if ref.Goal(s) {
			require.Zero(t, max(h, c, f, a))
		}
		require.GreaterOrEqual(t, a, h)
		require.GreaterOrEqual(t, c, h)
		if f < estimate.Hopeless {
			require.GreaterOrEqual(t, f, h)
			checkRelaxedPlan(t, planner, st, f)
			acts := slices.ContainsFunc(planner.plan, func(i int32) bool { return r.action[i] >= 0 })
			require.Equal(t, acts, len(planner.preferred(nil)) > 0, "a relaxed plan begins with a move, in %v", s)
		}
		for m := range ref.T.Moves { // h_max is consistent
			if next, cost, ok := ref.T.Apply(s, m); ok && h < estimate.Hopeless {
				require.True(t, sp.Layout.Pack(next, st))
				require.LessOrEqual(t, h, cost+hmax.max(st, false), "hmax from %v by %s", s, ref.T.Moves[m].Name)
			}
		}
	}
}

// checkRelaxedPlan makes the operators of the last relaxed plan.
func checkRelaxedPlan(t require.TestingT, f *ff, st []uint64, want int64) {
	is := map[int32]bool{truthAtom: true}
	for v, first := range f.r.first {
		is[first+int32(f.r.layout.Get(st, v))] = true
	}
	actions := map[int32]bool{}
	var total int64
	left := append([]int32(nil), f.plan...)
	for progress := true; progress; {
		progress = false
		var later []int32
		for _, i := range left {
			ready := true
			for _, p := range f.r.pre.of(i) {
				ready = ready && is[p]
			}
			if !ready {
				later = append(later, i)
				continue
			}
			progress = true
			for _, a := range f.r.add.of(i) {
				is[a] = true
			}
			if a := f.r.action[i]; a >= 0 && !actions[a] {
				actions[a] = true
				total += f.r.cost[i]
			}
		}
		left = later
	}
	require.Empty(t, left)
	require.True(t, is[f.r.goal])
	require.Equal(t, want, total)
}

// TestNecessaryConditions takes expressions apart, some variables fixed, and looks whether the condition for the value
// that they have in a state can be derived from the state.
func TestNecessaryConditions(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomTask(rt, rapid.Bool().Draw(rt, "wide"))
		g := searchtest.Expressions{T: rt, B: &searchtest.Builder{Task: tk}}
		e := g.Number(3)
		if rapid.Bool().Draw(rt, "boolean") {
			e = g.Boolean(3)
		}
		s := searchtest.RandomState(rt, tk)
		sp := space.New(context.Background(), tk, true)
		b := newView(context.Background(), sp)
		b.few = rapid.SampledFrom([]int{1, 8, viewTable}).Draw(rt, "few")
		var env []space.Fixing
		for v := range tk.Vars {
			if rapid.Bool().Draw(rt, "fixed") {
				env = append(env, space.Fixing{Var: int32(v), Place: sp.Layout.Place(v, s[v])})
			}
		}
		b.enter(env)
		now := tk.Pool.Eval(e, s)
		l := b.takes(e, now)
		require.NoError(rt, b.err)
		require.NotEqual(rt, impossible, l)
		if l == certain {
			return
		}
		b.out.goal = l
		r := b.finish()
		st := make([]uint64, sp.Layout.Words)
		require.True(rt, sp.Layout.Pack(s, st))
		require.Zero(rt, newExplorer(r).max(st, false))
	})
}

// TestCostQueue pushes costs from both sides of the bound between buckets and heap, none smaller than what was popped.
func TestCostQueue(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var q costQueue
		for range 2 {
			var open []int64
			var last int64
			for range 50 {
				if rapid.Bool().Draw(rt, "push") {
					last := last + rapid.Int64Range(0, maxBuckets/4).Draw(rt, "more")
					q.push(last, int32(len(open)))
					open = append(open, last)
					continue
				}
				value, _, ok := q.pop()
				require.Equal(rt, len(open) > 0, ok)
				if ok {
					require.Equal(rt, slices.Min(open), value)
					open = slices.Delete(open, slices.Index(open, value), slices.Index(open, value)+1)
					last = value
				}
			}
			q.clear()
		}
	})
}

func BenchmarkRelaxed(b *testing.B) {
	tk := searchtest.Tiles(3, 3, 8, 6, 7, 2, 5, 4, 3, 0, 1)
	sp := space.New(context.Background(), tk, true)
	st := make([]uint64, sp.Layout.Words)
	require.True(b, sp.Layout.Pack(tk.Init, st))
	r, err := newRelaxation(b.Context(), sp)
	require.NoError(b, err)
	for _, a := range []relaxedKind{hmaxKind, addKind, ffKind, lmcutKind} {
		e := r.estimate(a)
		b.Run(a.Name, func(b *testing.B) {
			for b.Loop() {
				e.Guide(st)
			}
		})
	}
}

// Effects that depend on more than is split into cases are added one by one: by tokens, too, none is forgotten.
func TestRelaxedEffectsOfManyVariables(t *testing.T) {
	for _, conditional := range []bool{false, true} {
		b := searchtest.NewBuilder("many")
		p := b.Pool
		var all []task.Expr
		for range 8 {
			all = append(all, b.Variable("v", 0, searchtest.Span(5)...))
		}
		b.Variable("x", 0, 0, 1)
		sum := p.Add(all...)
		for v := range 2 {
			b.Move("more", p.Lt(all[v], p.Const(4)), 1, b.Set(v, p.Add(all[v], task.True)))
		}
		e := b.Set(8, p.Mod(sum, p.Const(2)))
		if conditional {
			e = task.Effect{Var: 8, Cond: p.Lt(p.Const(4), sum), Value: task.True}
		}
		b.Move("take", task.True, 1, e)
		b.Goal = b.Is(b.At(8), 1)
		tk := b.Finish()
		sp := space.New(context.Background(), tk, true)
		r, err := newView(context.Background(), sp).relax()
		require.NoError(t, err)
		checkRelaxed(t, searchtest.Explore(tk), sp, r)
		estimates, st := []estimate.Estimate(nil), make([]uint64, sp.Layout.Words)
		for _, k := range []relaxedKind{hmaxKind, addKind, ffKind, lmcutKind} {
			estimates = append(estimates, r.estimate(k))
		}
		m, err := Matching(context.Background(), sp)
		require.NoError(t, err)
		require.True(t, sp.Layout.Pack(tk.Init, st))
		for _, e := range append(estimates, m) {
			require.Less(t, e.Of(st, sp.NewEvaluator()), estimate.Hopeless, e.Name)
		}
	}
}

// TestPairs compares the heuristic with exact costs in all states of random tasks, where it can be made.
func TestPairs(t *testing.T) {
	made := 0
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomCrates(rt)
		x, ok := librarytest.Exhaust(tk, 500)
		if !ok {
			return
		}
		e, err := Pairs(context.Background(), x.Space)
		if err != nil {
			return
		}
		made++
		ev := x.Space.NewEvaluator()
		for id := range x.States.Len() {
			st := x.States.State(uint32(id))
			h := e.Of(st, ev)
			require.LessOrEqual(rt, h, x.Rest[id], "state %v", x.Space.Layout.Unpack(st))
		}
	})
	t.Logf("made %d times", made)
	require.Positive(t, made)
}
