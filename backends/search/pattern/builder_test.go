package pattern

import (
	"context"
	"testing"

	"github.com/pzc-lang/pzc/backends/search/estimate"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/compiler/task"
)

// folded are the least distances over the states that agree on the kept variables.
func folded(r *searchtest.Reference, kept []int) func(s []int64) int64 {
	project := func(s []int64) string {
		var out []int64
		for _, v := range kept {
			out = append(out, s[v])
		}
		return searchtest.Key(out)
	}
	least := map[string]int64{}
	rest := r.Distances()
	for k, s := range r.States {
		d, ok := rest[k]
		if old, seen := least[project(s)]; ok && (!seen || d < old) {
			least[project(s)] = d
		}
	}
	return func(s []int64) int64 {
		if d, ok := least[project(s)]; ok {
			return d
		}
		return task.Unreachable
	}
}

// TestTables compares tables with distances found by exhaustion, in tasks that are their own simpler puzzles.
func TestTables(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomPlain(rt)
		if rapid.Bool().Draw(rt, "general") {
			tk = searchtest.RandomTask(rt, false)
		}
		ref := searchtest.Explore(tk)
		if len(ref.States) > 300 {
			return
		}
		fold := searchtest.SomeVars(rt, tk, 2)
		if len(fold) == len(tk.Vars) {
			fold = nil
		}
		e := searchtest.OwnAbstraction(tk, fold)
		sp := space.New(context.Background(), tk, true)
		require.NoError(rt, newBuilder(context.Background()).need(sp, e))
		want := folded(ref, tk.Abstractions[0].Kept())
		ev, st := sp.NewEvaluator(), make([]uint64, sp.Layout.Words)
		i := sp.Program.Compile(e)
		for _, s := range ref.Sorted() {
			require.True(rt, sp.Layout.Pack(s, st))
			ev.Load(st)
			require.Equal(rt, want(s), ev.Eval(i), "%v", s)
		}
	})
}

// TestTableTooLarge: memory is bounded, and the error says what was too large.
func TestTableTooLarge(t *testing.T) {
	tk := searchtest.Tiles(3, 4, searchtest.Span(12)...)
	e := searchtest.OwnAbstraction(tk, nil)
	sp := space.New(context.Background(), tk, true)
	builder := newBuilder(context.Background())
	builder.Memory = 1 << 20
	err := builder.need(sp, e)
	require.ErrorContains(t, err, "itself has more than")
	require.ErrorContains(t, err, "[Memory]")

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	builder.Ctx, builder.Memory = ctx, backends.DefaultMemory
	require.ErrorIs(t, builder.need(sp, e), estimate.ErrStopped)
}

// TestTotal compares tables over all combinations of values with distances found by exhaustion.
func TestTotal(t *testing.T) {
	built := 0
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomPlain(rt)
		if rapid.Bool().Draw(rt, "general") {
			tk = searchtest.RandomTask(rt, false)
		}
		fold := searchtest.SomeVars(rt, tk, 2)
		if len(fold) == len(tk.Vars) {
			fold = nil
		}
		searchtest.OwnAbstraction(tk, fold)
		builder := newBuilder(context.Background())
		builder.threads = rapid.IntRange(1, 3).Draw(rt, "threads")
		b, ok := builder.newTotal(&tk.Abstractions[0])
		if !ok {
			return
		}
		built++
		for v := range tk.Free {
			tk.Free[v] = true
		}
		tk.InitCond = task.True
		ref := searchtest.Explore(tk)
		if len(ref.States) > 300 {
			return
		}
		table, err := b.build()
		require.NoError(rt, err)
		kept := tk.Abstractions[0].Kept()
		want := folded(ref, kept)
		for _, s := range ref.Sorted() {
			var codes []int64
			for _, v := range kept {
				codes = append(codes, s[v])
			}
			require.Equal(rt, want(s), table.Of(codes, nil), "%v", s)
		}
	})
	t.Logf("%d built", built)
	require.Positive(t, built)
}

// places is the part of the sliding-tile puzzle that some tiles see: their places and that of the hole, which the table
// folds.
func places(rows, cols int, cost int64, tiles ...int64) *task.Abstraction {
	b := searchtest.NewBuilder("places")
	p, n := b.Pool, rows*cols
	var at, home []task.Expr
	for i, t := range append(tiles, 0) {
		at = append(at, b.Variable("place", int64(i), searchtest.Span(n)...))
		if t != 0 {
			home = append(home, b.Is(at[i], t-1))
		}
	}
	hole := len(tiles)
	for from := range n {
		for to := range n {
			if abs(from/cols-to/cols)+abs(from%cols-to%cols) != 1 {
				continue
			}
			effects := []task.Effect{}
			var moved []task.Expr
			for i := range tiles {
				effects = append(effects, task.Effect{Var: i, Cond: b.Is(at[i], int64(from)), Value: p.Const(int64(to))})
				moved = append(moved, p.Mul(p.Const(cost*int64(i+1)), b.Is(at[i], int64(from))))
			}
			b.Move("slide", b.Is(at[hole], int64(to)), 1, append(effects, b.Set(hole, p.Const(int64(from))))...)
			b.Moves[len(b.Moves)-1].Cost = p.Add(moved...)
		}
	}
	b.Goal = p.And(home...)
	b.Arrays = []task.Array{{Name: "places", Elems: at, Distinct: true}}
	return &task.Abstraction{Name: "places", Task: b.Finish(), Fold: []int{hole}}
}

// TestTableSums compares the sums with the value of the expression, and this with the tables.
func TestTableSums(t *testing.T) {
	tk := searchtest.Named(searchtest.Tiles(3, 3, searchtest.Span(9)...))
	p := tk.Pool
	first, second := withPattern(t, tk, true, 1, 2, 3, 4), withPattern(t, tk, true, 5, 6, 7, 8)
	manhattan := tk.Heuristics[1].Value
	e := p.Max(p.Add(first, second, p.Const(0)), manhattan, p.Add(p.Mul(p.Const(2), first), p.Const(-3)))
	sp := space.New(t.Context(), tk, true)
	require.NoError(t, newBuilder(t.Context()).need(sp, e))
	sums, ok := sp.Program.TableSums(e)
	require.True(t, ok)
	require.Len(t, sums, 3)
	i, ev := sp.Program.Compile(e), sp.NewEvaluator()
	x, st := space.NewExpander(sp), make([]uint64, sp.Layout.Words)
	require.True(t, sp.Layout.Pack([]int64{1, 2, 3, 4, 5, 6, 7, 8, 0}, st))
	ev.Load(st)
	require.Zero(t, max(0, ev.Eval(i)))
	unary := func(s *space.Sum) (total int64) {
		total = s.Base
		for v, terms := range s.Unary {
			total += terms[sp.Layout.Get(st, int(v))]
		}
		return total
	}
	for k := range 500 {
		h := int64(-1 << 40)
		for _, s := range sums {
			total := unary(s.Linear)
			for _, part := range s.Parts {
				total += part.Coef * part.Costs.Entries.At(uint64(unary(part.Keys[0].Sum)))
			}
			h = max(h, total)
		}
		ev.Load(st)
		require.Equal(t, h, ev.Eval(i))
		require.GreaterOrEqual(t, ev.Eval(i), ev.Eval(sp.Program.Compile(manhattan)))
		x.Expand(st)
		copy(st, x.State(k*7%len(x.Kids)))
	}
}

// TestPlaces: the methods to build a table agree on places of tiles, whatever their costs.
func TestPlaces(t *testing.T) {
	for _, cost := range []int64{0, 1, 3, 40, 600} {
		a := places(3, 3, cost, 1, 2, 5)
		w := newBuilder(context.Background())
		w.threads = 2
		b, ok := w.newTotal(a)
		require.True(t, ok)
		require.Equal(t, cost > 0, b.regions != nil, "a move of a tile that costs nothing does not end a region")
		all, err := b.build()
		require.NoError(t, err)
		some, err := w.reachable(a)
		require.NoError(t, err)
		for x := range int64(9) {
			for y := range int64(9) {
				for z := range int64(9) {
					if x != y && y != z && x != z {
						codes := []int64{x, y, z}
						require.Equal(t, some.Of(codes, make([]uint64, 1)), all.Of(codes, nil))
					}
				}
			}
		}
	}
}

// TestPlacesOfGraphs compares tables with distances found by exhaustion, where tiles slide along the edges of a graph,
// at costs of their own. Some edges are one way, and some tiles cannot use some.
func TestPlacesOfGraphs(t *testing.T) {
	built := 0
	rapid.Check(t, func(rt *rapid.T) {
		b := searchtest.NewBuilder("graph")
		p, n, tiles := b.Pool, rapid.IntRange(3, 6).Draw(rt, "places"), rapid.IntRange(1, 2).Draw(rt, "tiles")
		draw := func(most int, what string) int64 { return int64(rapid.IntRange(0, most).Draw(rt, what)) }
		var at, home []task.Expr
		for i := range tiles + 1 {
			at = append(at, b.Variable("place", int64(i), searchtest.Span(n)...))
		}
		for i := range tiles {
			home = append(home, b.Is(at[i], draw(n-1, "home")))
		}
		odd := rapid.IntRange(0, 3).Draw(rt, "odd") == 3
		for range rapid.IntRange(n, 3*n).Draw(rt, "moves") {
			from, to := draw(n-1, "from"), draw(n-1, "to")
			guard, cost := b.Is(at[tiles], to), p.Const(0)
			effects := []task.Effect{b.Set(tiles, p.Const(from))}
			for i := range tiles {
				moved, goal := b.Is(at[i], from), to
				if odd {
					goal = draw(n-1, "goal")
				}
				effects = append(effects, task.Effect{Var: i, Cond: moved, Value: p.Const(goal)})
				cost = p.Add(cost, p.Mul(p.Const(1+draw(4, "cost")), moved))
				if draw(20, "bars") == 20 {
					guard = p.And(guard, p.Not(b.Is(at[i], draw(n-1, "barred"))))
				}
			}
			b.Move("slide", guard, 1, effects...)
			b.Moves[len(b.Moves)-1].Cost = cost
		}
		b.Goal = p.And(home...)
		b.Arrays = []task.Array{{Name: "places", Elems: at, Distinct: true}}
		a := &task.Abstraction{Name: "graph", Task: b.Finish(), Fold: []int{tiles}}
		w := newBuilder(context.Background())
		w.threads = rapid.IntRange(1, 2).Draw(rt, "threads")
		x, ok := w.newTotal(a)
		if !ok || x.regions == nil {
			return
		}
		table, err := x.build()
		require.NoError(rt, err)
		tk := a.Task
		for v := range tk.Free {
			tk.Free[v] = true
			for u := range v {
				tk.InitCond = p.And(tk.InitCond, p.Not(p.Eq(at[u], at[v])))
			}
		}
		ref := searchtest.Explore(tk)
		for _, s := range ref.Sorted() {
			if p.Eval(tk.InitCond, s) == 0 {
				return // the array does not keep its promise
			}
		}
		built++
		want := folded(ref, a.Kept())
		for _, s := range ref.Sorted() {
			require.Equal(rt, want(s), table.Of(s[:tiles], nil), "%v", s)
		}
	})
	t.Logf("%d built", built)
	require.Positive(t, built)
}

// TestTotalWidens: entries get wider twice while the table is built.
func TestTotalWidens(t *testing.T) {
	a := places(2, 17, 4000, 1)
	w := newBuilder(context.Background())
	b, ok := w.newTotal(a)
	require.True(t, ok)
	table, err := b.build()
	require.NoError(t, err)
	for x := range int64(34) {
		require.Equal(t, 4000*(x/17+x%17), table.Of([]int64{x}, nil))
	}
	require.Equal(t, 4, table.Entries.Width())

	w.Memory = 4 * b.n
	_, err = b.build()
	require.ErrorContains(t, err, "[Memory]")
}

// newBuilder returns a builder with one thread, which keeps no tables.
func newBuilder(ctx context.Context) *builder {
	return makeBuilder(&estimate.Limits{Ctx: ctx, Memory: backends.DefaultMemory / 2}, backends.Options{Threads: 1})
}

func abs(n int) int { return max(n, -n) }

// withPattern adds the pattern of some tiles to a sliding-tile puzzle: the hole is tracked, and folded.
func withPattern(t require.TestingT, tk *task.Task, strict bool, own ...int64) task.Expr {
	a, args, err := task.Pattern(context.Background(), tk, 0, own, []int64{0}, strict)
	require.NoError(t, err)
	require.NotEmpty(t, a.Task.Arrays)
	a.Fold = []int{0} // the least value
	tk.Abstractions = append(tk.Abstractions, a)
	return tk.Pool.Cost(len(tk.Abstractions)-1, args[1:]...)
}
