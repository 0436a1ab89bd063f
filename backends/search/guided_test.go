package search

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/heuristic"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/pattern"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/compiler/task"
)

// TestHeuristics finds cheapest plans with the admissible heuristics, and plans with the others.
func TestHeuristics(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomPlain(rt)
		ref := searchtest.Explore(tk)
		for _, a := range Heuristics() {
			if slices.Contains(pattern.Kinds[:], a) || a.Name == "pairs" { // refused for most of these puzzles
				continue
			}
			res := solve(rt, tk, backends.Options{Algorithm: "astar", Heuristic: a.Name})
			require.Equal(rt, ref.Best != job.NoCost, res.Status == backends.Solved, a.Name)
			if ref.Best != job.NoCost && a.Admissible {
				require.True(rt, res.Optimal)
				require.Equal(rt, ref.Best, res.Plans[0].Cost, a.Name)
			}
		}
	})
}

// TestPairedCrates finds cheapest plans with pairs, where the heuristic can be made, and what auto chooses among all.
func TestPairedCrates(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomCrates(rt)
		_, err := heuristic.Pairs(t.Context(), space.New(t.Context(), tk, true))
		if err != nil {
			return
		}
		ref := searchtest.Explore(tk)
		for _, o := range []backends.Options{
			{Algorithm: "astar", Heuristic: "pairs"}, {Algorithm: "idastar", Heuristic: "pairs"}, {},
		} {
			res := solve(rt, tk, o)
			require.Equal(rt, ref.Best != job.NoCost, res.Status == backends.Solved, o)
			if ref.Best != job.NoCost {
				require.True(rt, res.Optimal)
				require.Equal(rt, ref.Best, res.Plans[0].Cost, o)
			}
		}
	})
}

// TestRelaxedOnTiles: the hardest 8-puzzle board, 31 moves from the goal.
func TestRelaxedOnTiles(t *testing.T) {
	if testing.Short() {
		t.Skip("one long search, on one thread")
	}
	tk := searchtest.Tiles(3, 3, 8, 6, 7, 2, 5, 4, 3, 0, 1)
	res := solve(t, tk, backends.Options{Algorithm: "astar", Heuristic: "lmcut"})
	require.EqualValues(t, 31, res.Plans[0].Cost)
	blind := solve(t, tk, backends.Options{Algorithm: "ucs", NoSymmetry: true})
	require.Less(t, res.Stats.Expanded, blind.Stats.Expanded/10)
}

// patient is a context that ends after a number of calls of Err.
type patient struct {
	context.Context
	asked int
}

func (p *patient) Err() error {
	if p.asked--; p.asked < 0 {
		return context.Canceled
	}
	return nil
}

// TestRelaxedStops: the slower the heuristic, the fewer states between two looks at the context.
func TestRelaxedStops(t *testing.T) {
	tk := searchtest.Tiles(4, 4, 14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3)
	res, err := Backend{}.Solve(&patient{t.Context(), 100}, tk, backends.Options{Algorithm: "astar", Heuristic: "lmcut"})
	require.NoError(t, err)
	require.Equal(t, backends.Unknown, res.Status)
	require.Less(t, res.Stats.Expanded, int64(1000))
}

// TestGuidedByItself solves a model without heuristics. A search that lasts finds one: matching, or patterns where they
// are ready in time.
func TestGuidedByItself(t *testing.T) {
	tk := searchtest.Tiles(3, 3, 8, 6, 7, 2, 5, 4, 3, 0, 1)
	tk.Heuristics = nil
	res := solveAt(t, pace{review: 1000, states: 1 << 40, deep: 1 << 40, dear: 1}, tk, backends.Options{})
	require.Regexp(t, "(matching|patterns), which says", res.Choice)
	require.True(t, res.Optimal)
	require.EqualValues(t, 31, res.Plans[0].Cost)
}

func TestMatchingSearch(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomCarrying(rt)
		want := solve(rt, tk, backends.Options{Algorithm: "ucs"})
		if sp := space.New(context.Background(), tk, true); len(sp.Task.Moves) > 0 {
			if _, err := heuristic.Matching(context.Background(), sp); err != nil {
				return
			}
		}
		for _, a := range []string{"astar", "auto"} {
			got := solve(rt, tk, backends.Options{Algorithm: a, Heuristic: "matching"})
			require.Equal(rt, want.Status, got.Status)
			if want.Status == backends.Solved {
				require.True(rt, got.Optimal)
				require.Equal(rt, want.Plans[0].Cost, got.Plans[0].Cost)
			}
		}
	})
}

// TestSearchWithTables finds plans with estimates that are exact, or exact but for what was forgotten.
func TestSearchWithTables(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomPlain(rt)
		fold := searchtest.SomeVars(rt, tk, 2)
		if len(fold) == len(tk.Vars) {
			fold = nil
		}
		tk.Heuristics = []task.Heuristic{{Name: "exact", Admissible: true, Value: searchtest.OwnAbstraction(tk, fold)}}
		ref := searchtest.Explore(tk)
		for _, a := range []string{"", "astar", "idastar"} {
			if a == "idastar" && len(ref.States) > 25 {
				continue
			}
			res := solve(rt, tk, backends.Options{Algorithm: a, Heuristic: "exact"})
			require.Equal(rt, ref.Best != job.NoCost, res.Status == backends.Solved)
			if ref.Best != job.NoCost {
				require.Equal(rt, ref.Best, res.Plans[0].Cost, a)
				require.True(rt, res.Optimal)
			}
		}
	})
}

// numberedOf is the same table with its states numbered; those of cost 0 are left out, which says the same.
func numberedOf(t *store.Costs) *store.Costs {
	out := &store.Costs{Kept: t.Kept, States: store.NewClosed(t.Kept.Words)}
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

// TestNumberedTables: the entries of a table may be addressed directly, or by a number that is looked for. This makes
// no difference to the evaluator and to the searches that update keys with each move.
func TestNumberedTables(t *testing.T) {
	carried := 0
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomPlain(rt)
		fold := searchtest.SomeVars(rt, tk, 2)
		if len(fold) == len(tk.Vars) {
			fold = nil
		}
		exact := searchtest.OwnAbstraction(tk, fold)
		value := tk.Pool.Max(exact, tk.Pool.Add(exact, tk.Pool.Const(-2)))
		tk.Heuristics = []task.Heuristic{{Name: "exact", Admissible: true, Value: value}}
		ref := searchtest.Explore(tk)
		for _, algorithm := range []string{"astar", "idastar"} {
			if algorithm == "idastar" && len(ref.States) > 25 {
				continue
			}
			o := backends.Options{Algorithm: algorithm, Heuristic: "exact"}
			plain := space.New(context.Background(), tk, true)
			require.NoError(rt, NewJob(context.Background(), tk, o).Maker.Need(plain, exact))
			s := &solver{run: newRun(context.Background(), tk, o), res: &backends.Result{Status: backends.Unsolvable}}
			s.Space.Tables[0] = numberedOf(plain.Tables[0])
			i, k := plain.Program.Compile(exact), s.Space.Program.Compile(exact)
			sums, ok := s.Space.Program.TableSums(exact)
			require.True(rt, ok)
			require.NotNil(rt, sums[0].Parts[0].Costs.States)
			one, other, st := plain.NewEvaluator(), s.Space.NewEvaluator(), make([]uint64, plain.Layout.Words)
			for _, state := range ref.Sorted() {
				require.True(rt, plain.Layout.Pack(state, st))
				one.Load(st)
				other.Load(st)
				require.Equal(rt, one.Eval(i), other.Eval(k), "%v", state)
			}
			require.NoError(rt, s.solve())
			if _, _, finds := s.depthFirst("idastar").ByLists(); finds > 0 {
				carried++
			}
			require.Equal(rt, ref.Best != job.NoCost, s.res.Status == backends.Solved)
			if ref.Best != job.NoCost {
				require.Equal(rt, ref.Best, s.res.Plans[0].Cost, algorithm)
			}
		}
	})
	require.Positive(t, carried)
}

// TestPatternSearch: plans are cheapest with the default choices of tables.
func TestPatternSearch(t *testing.T) {
	chosen := 0
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomPermutation(rt)
		if rapid.Bool().Draw(rt, "any operators") {
			tk = searchtest.Named(searchtest.RandomTask(rt, false))
		}
		ref := searchtest.Explore(tk)
		z := rapid.SampledFrom([]pattern.Size{pattern.Large, pattern.Small}).Draw(rt, "size")
		if len(ref.States) > 300 {
			return
		}
		if _, err := newRun(context.Background(), tk, backends.Options{}).Maker.Named(z.Name()); err != nil {
			return
		}
		chosen++
		res := solve(rt, tk, backends.Options{
			Algorithm: rapid.SampledFrom([]string{"astar", "auto"}).Draw(rt, "algorithm"),
			Heuristic: z.Name(),
		})
		require.Equal(rt, ref.Best != job.NoCost, res.Status == backends.Solved)
		if ref.Best != job.NoCost {
			require.Equal(rt, ref.Best, res.Plans[0].Cost)
			require.True(rt, res.Optimal)
		}
	})
	require.Positive(t, chosen)
}
