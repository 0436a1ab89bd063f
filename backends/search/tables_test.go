package search

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/task"
)

// asOwnAbstraction makes tk a simpler puzzle of itself, of which the table forgets some variables.
func asOwnAbstraction(tk *task.Task, fold []int) task.Expr {
	simpler := *tk
	a := task.Abstraction{Name: "itself", Task: &simpler, Fold: fold}
	var args []task.Expr
	for _, v := range keptVars(&a) {
		args = append(args, tk.Pool.Var(v))
	}
	tk.Abstractions = append(tk.Abstractions, a)
	return tk.Pool.Cost(len(tk.Abstractions)-1, args...)
}

func someVars(t *rapid.T, tk *task.Task, share int) (out []int) {
	for v := range tk.Vars {
		if rapid.IntRange(0, share).Draw(t, "chosen") == 0 {
			out = append(out, v)
		}
	}
	return out
}

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
		fold := someVars(rt, tk, 2)
		if len(fold) == len(tk.Vars) {
			fold = nil
		}
		e := asOwnAbstraction(tk, fold)
		sp := space.New(context.Background(), tk, true)
		require.NoError(rt, newWorkshop(context.Background()).need(sp, e))
		want := folded(ref, keptVars(&tk.Abstractions[0]))
		ev, st := sp.NewEvaluator(), make([]uint64, sp.Layout.Words)
		i := sp.Program.Compile(e)
		for _, s := range ref.Sorted() {
			require.True(rt, sp.Layout.Pack(s, st))
			ev.Load(st)
			require.Equal(rt, want(s), ev.Eval(i), "%v", s)
		}
	})
}

// TestSearchWithTables finds plans with estimates that are exact, or exact but for what was forgotten.
func TestSearchWithTables(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomPlain(rt)
		fold := someVars(rt, tk, 2)
		if len(fold) == len(tk.Vars) {
			fold = nil
		}
		tk.Heuristics = []task.Heuristic{{Name: "exact", Admissible: true, Value: asOwnAbstraction(tk, fold)}}
		ref := searchtest.Explore(tk)
		for _, a := range []string{"", "astar", "idastar"} {
			if a == "idastar" && len(ref.States) > 25 {
				continue
			}
			res := solve(rt, tk, backends.Options{Algorithm: a, Heuristic: "exact"})
			require.Equal(rt, ref.Best != noCost, res.Status == backends.Solved)
			if ref.Best != noCost {
				require.Equal(rt, ref.Best, res.Plans[0].Cost, a)
				require.True(rt, res.Optimal)
			}
		}
	})
}

// TestTableTooLarge: memory is bounded, and the error says what was too large.
func TestTableTooLarge(t *testing.T) {
	tk := searchtest.Tiles(3, 4, searchtest.Span(12)...)
	e := asOwnAbstraction(tk, nil)
	sp := space.New(context.Background(), tk, true)
	shop := newWorkshop(context.Background())
	shop.memory = 1 << 20
	err := shop.need(sp, e)
	require.ErrorContains(t, err, "itself has more than")
	require.ErrorContains(t, err, "[Memory]")

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	shop.ctx, shop.memory = ctx, backends.DefaultMemory
	require.ErrorIs(t, shop.need(sp, e), errStopped)
}

// TestTotal compares tables over all combinations of values with distances found by exhaustion.
func TestTotal(t *testing.T) {
	built := 0
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomPlain(rt)
		if rapid.Bool().Draw(rt, "general") {
			tk = searchtest.RandomTask(rt, false)
		}
		fold := someVars(rt, tk, 2)
		if len(fold) == len(tk.Vars) {
			fold = nil
		}
		asOwnAbstraction(tk, fold)
		shop := newWorkshop(context.Background())
		shop.threads = rapid.IntRange(1, 3).Draw(rt, "threads")
		b, ok := shop.newTotal(&tk.Abstractions[0])
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
		kept := keptVars(&tk.Abstractions[0])
		want := folded(ref, kept)
		for _, s := range ref.Sorted() {
			var codes []int64
			for _, v := range kept {
				codes = append(codes, s[v])
			}
			require.Equal(rt, want(s), table.Of(codes, nil), "%v", s)
		}
	})
	require.Positive(t, built)
}

// places is the part of the sliding-tile puzzle that some tiles see: their places and that of the hole, which the table folds.
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
				moved = append(moved, p.Mul(p.Const(cost), b.Is(at[i], int64(from))))
			}
			b.Move("slide", b.Is(at[hole], int64(to)), 1, append(effects, b.Set(hole, p.Const(int64(from))))...)
			b.Moves[len(b.Moves)-1].Cost = p.Add(moved...)
		}
	}
	b.Goal = p.And(home...)
	b.Arrays = []task.Array{{Name: "places", Elems: at, Distinct: true}}
	return &task.Abstraction{Name: "places", Task: b.Finish(), Fold: []int{hole}}
}

// named gives all values names.
func named(tk *task.Task) *task.Task {
	for v := range tk.Vars {
		for _, x := range tk.Vars[v].Values {
			tk.Vars[v].Names = append(tk.Vars[v].Names, fmt.Sprint(x))
		}
	}
	return tk
}

// withPattern adds the pattern of some tiles to a sliding-tile puzzle: the hole is tracked, and folded.
func withPattern(t require.TestingT, tk *task.Task, strict bool, own ...int64) task.Expr {
	a, args, err := task.Pattern(context.Background(), tk, 0, own, []int64{0}, strict)
	require.NoError(t, err)
	require.NotEmpty(t, a.Task.Arrays)
	a.Fold = []int{0} // the least value
	tk.Abstractions = append(tk.Abstractions, a)
	return tk.Pool.Cost(len(tk.Abstractions)-1, args[1:]...)
}

// TestTableSums compares the sums with the value of the expression, and this with the tables.
func TestTableSums(t *testing.T) {
	tk := named(searchtest.Tiles(3, 3, searchtest.Span(9)...))
	p := tk.Pool
	first, second := withPattern(t, tk, true, 1, 2, 3, 4), withPattern(t, tk, true, 5, 6, 7, 8)
	manhattan := tk.Heuristics[1].Value
	e := p.Max(p.Add(first, second, p.Const(0)), manhattan, p.Add(p.Mul(p.Const(2), first), p.Const(-3)))
	sp := space.New(t.Context(), tk, true)
	require.NoError(t, newWorkshop(t.Context()).need(sp, e))
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

// TestPlaces: both ways to build a table agree on places of tiles, whatever their costs.
func TestPlaces(t *testing.T) {
	for _, cost := range []int64{0, 1, 3, 40, 1300} {
		a := places(3, 3, cost, 1, 2, 5)
		w := newWorkshop(context.Background())
		w.threads = 2
		b, ok := w.newTotal(a)
		require.True(t, ok)
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

// TestTotalWidens: entries get wider twice while the table is built.
func TestTotalWidens(t *testing.T) {
	a := places(2, 17, 4000, 1)
	w := newWorkshop(context.Background())
	b, ok := w.newTotal(a)
	require.True(t, ok)
	table, err := b.build()
	require.NoError(t, err)
	for x := range int64(34) {
		require.Equal(t, 4000*(x/17+x%17), table.Of([]int64{x}, nil))
	}
	require.Equal(t, 4, table.Entries.Width())

	w.memory = 4 * b.n
	_, err = b.build()
	require.ErrorContains(t, err, "[Memory]")
}

// numberedOf is the same table with its states numbered; those of cost 0 are left out, which says the same.
func numberedOf(t *store.Costs) *store.Costs {
	out := &store.Costs{Name: t.Name, Kept: t.Kept, States: store.NewClosed(t.Kept.Words)}
	n := t.Entries.Len()
	out.Entries = store.NewEntries(n, 1<<40)
	st := make([]uint64, t.Kept.Words)
	for i := range n {
		clear(st)
		for v := range t.Kept.Vars {
			t.Kept.Put(st, v, i/int(t.Stride[v])%len(t.Kept.Vars[v].Values))
		}
		if c := t.Entries.At(uint64(i)); c != 0 {
			id, _ := out.States.Put(st)
			out.Entries.Set(uint64(id), c)
		}
	}
	return out
}

// TestNumberedTables: it makes no difference whether the entries of a table are addressed directly or by a number that is looked for,
// neither to the evaluator nor to the searches that carry keys along.
func TestNumberedTables(t *testing.T) {
	carried := 0
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomPlain(rt)
		fold := someVars(rt, tk, 2)
		if len(fold) == len(tk.Vars) {
			fold = nil
		}
		exact := asOwnAbstraction(tk, fold)
		value := tk.Pool.Max(exact, tk.Pool.Add(exact, tk.Pool.Const(-2)))
		tk.Heuristics = []task.Heuristic{{Name: "exact", Admissible: true, Value: value}}
		ref := searchtest.Explore(tk)
		for _, algorithm := range []string{"astar", "idastar"} {
			if algorithm == "idastar" && len(ref.States) > 25 {
				continue
			}
			o := backends.Options{Algorithm: algorithm, Heuristic: "exact"}
			plain := space.New(context.Background(), tk, true)
			require.NoError(rt, newWorkshop(context.Background()).need(plain, exact))
			s := &solver{run: newRun(context.Background(), tk, o), o: o, res: &backends.Result{Status: backends.Unsolvable}}
			s.sp.Tables[0] = numberedOf(plain.Tables[0])
			i, k := plain.Program.Compile(exact), s.sp.Program.Compile(exact)
			sums, ok := s.sp.Program.TableSums(exact)
			require.True(rt, ok)
			require.NotNil(rt, sums[0].Parts[0].Costs.States)
			one, other, st := plain.NewEvaluator(), s.sp.NewEvaluator(), make([]uint64, plain.Layout.Words)
			for _, state := range ref.Sorted() {
				require.True(rt, plain.Layout.Pack(state, st))
				one.Load(st)
				other.Load(st)
				require.Equal(rt, one.Eval(i), other.Eval(k), "%v", state)
			}
			require.NoError(rt, s.solve())
			if d, ok := s.newDive("idastar"); ok {
				if _, finds := d.carries(); finds > 0 {
					carried++
				}
			}
			require.Equal(rt, ref.Best != noCost, s.res.Status == backends.Solved)
			if ref.Best != noCost {
				require.Equal(rt, ref.Best, s.res.Plans[0].Cost, algorithm)
			}
		}
	})
	require.Positive(t, carried)
}
