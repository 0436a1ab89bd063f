package search

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/compiler/task"
)

var foldingAlgorithms = []string{"anytime", "bfs", "ucs", "astar", "greedy", "dfs", "auto"}

// agreeWithSymmetry compares searches with and without symmetries with exploration, and returns how many answers rest
// on one.
func agreeWithSymmetry(t require.TestingT, tk *task.Task) (relied int) {
	ref := searchtest.Explore(tk)
	for _, a := range foldingAlgorithms {
		for _, off := range []bool{false, true} {
			res := solve(t, tk, backends.Options{Algorithm: a, NoSymmetry: off})
			require.Equal(t, ref.Best == job.NoCost, res.Status == backends.Unsolvable, "%s: %s", a, res.Reason)
			if res.Status == backends.Unsolvable {
				continue
			}
			require.Equal(t, backends.Solved, res.Status, "%s: %s", a, res.Reason)
			if res.Optimal {
				require.Equal(t, ref.Best, res.Plans[0].Cost, "%s: %s", a, res.Choice)
			}
			if a == "bfs" {
				require.Len(t, res.Plans[0].Moves, ref.Fewest)
			}
			require.True(t, res.Optimal || a == "bfs" || a == "greedy" || a == "dfs", a)
			require.False(t, off && slices.ContainsFunc(res.ReliesOn, isSymmetry))
			if slices.ContainsFunc(res.ReliesOn, isSymmetry) {
				relied++
			}
		}
	}
	return relied
}

func isSymmetry(promise string) bool { return len(promise) > 8 && promise[:8] == "symmetry" }

// classes divides the states that are reachable into those that moves, costs and the goal do not tell apart (the
// coarsest bisimulation).
func classesOf(r *searchtest.Reference) map[string]int {
	class := map[string]int{}
	for k, s := range r.States {
		if r.Goal(s) {
			class[k] = 1
		} else {
			class[k] = 0
		}
	}
	for count := 0; ; {
		index := map[string]int{}
		next := map[string]int{}
		for _, k := range sortedKeys(r.States) {
			s := r.States[k]
			var out []string
			for m := range r.T.Moves {
				if to, c, ok := r.T.Apply(s, m); ok {
					out = append(out, fmt.Sprint(c, " ", class[searchtest.Key(to)]))
				}
			}
			slices.Sort(out)
			sign := fmt.Sprint(class[k], slices.Compact(out))
			if _, ok := index[sign]; !ok {
				index[sign] = len(index)
			}
			next[k] = index[sign]
		}
		class = next
		if len(index) == count {
			return class
		}
		count = len(index)
	}
}

func sortedKeys(states map[string][]int64) []string {
	var keys []string
	for k := range states {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// TestRandomEquivalences declares some states of a random task equivalent that are so.
func TestRandomEquivalences(t *testing.T) {
	relied := 0
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomPlain(rt)
		if rapid.IntRange(0, 2).Draw(rt, "any operators") == 0 {
			tk = searchtest.RandomTask(rt, rapid.Bool().Draw(rt, "wide"))
		}
		ref := searchtest.Explore(tk)
		class := classesOf(ref)
		keys := sortedKeys(ref.States)
		if len(keys) < 2 || len(keys) > 200 {
			return
		}
		for range rapid.IntRange(1, 12).Draw(rt, "instances") {
			from := rapid.SampledFrom(keys).Draw(rt, "state")
			var same []string
			for _, k := range keys {
				if k != from && class[k] == class[from] {
					same = append(same, k)
				}
			}
			if same != nil {
				to := rapid.SampledFrom(same).Draw(rt, "equivalent")
				tk.Symmetries = append(tk.Symmetries,
					instanceOf(tk, ref.States[from], ref.States[to], rapid.IntRange(0, 1).Draw(rt, "name")))
			}
		}
		relied += agreeWithSymmetry(rt, tk)
	})
	if !testing.Short() { // make quick draws few puzzles
		require.Positive(t, relied)
	}
}

// instanceOf leads from one state to another, and is not to be applied elsewhere.
func instanceOf(tk *task.Task, from, to []int64, name int) task.Symmetry {
	p := tk.Pool
	var guard []task.Expr
	s := task.Symmetry{Name: fmt.Sprint("s", name)}
	for v := range from {
		guard = append(guard, p.Eq(p.Var(v), p.Const(from[v])))
		if from[v] != to[v] {
			s.Effects = append(s.Effects, task.Effect{Var: v, Cond: task.True, Value: p.Const(to[v])})
		}
	}
	s.Guard = p.And(guard...)
	return s
}

// copies is several copies of a random puzzle side by side, with a budget of moves that they share; any two may be
// exchanged.
func copies(rt *rapid.T, n int) *task.Task {
	b := searchtest.NewBuilder("copies")
	p := b.Pool
	vars, size := rapid.IntRange(1, 2).Draw(rt, "variables"), rapid.IntRange(2, 3).Draw(rt, "values")
	budget := b.Variable("budget", int64(rapid.IntRange(2, 8).Draw(rt, "budget")), searchtest.Span(9)...)
	at := make([][]task.Expr, n)
	number := func(i, v int) int { return 1 + v*n + i }
	init := make([]int64, n*vars)
	for i := range init {
		init[i] = int64(rapid.IntRange(0, size-1).Draw(rt, "initial"))
	}
	for v := range vars { // the copies are interleaved
		for i := range n {
			at[i] = append(at[i], b.Variable(fmt.Sprintf("x%d%d", i, v), init[v*n+i], searchtest.Span(size)...))
		}
	}
	value := func(what string) int64 { return int64(rapid.IntRange(0, size-1).Draw(rt, what)) }
	var goal []task.Expr
	want := value("goal")
	for i := range n {
		goal = append(goal, b.Is(at[i][vars-1], want))
	}
	b.Goal = p.And(goal...)
	for m := range rapid.IntRange(1, 4).Draw(rt, "moves") {
		when, whenVar := value("when"), rapid.IntRange(0, vars-1).Draw(rt, "guarded")
		cost := int64(rapid.IntRange(1, 2).Draw(rt, "cost"))
		to, toVar, step := value("to"), rapid.IntRange(0, vars-1).Draw(rt, "written"), rapid.Bool().Draw(rt, "step")
		for i := range n {
			x := p.Const(to)
			if step {
				x = p.Mod(p.Add(at[i][toVar], p.Const(1)), p.Const(int64(size)))
			}
			b.Move(fmt.Sprintf("m%d(%d)", m, i), p.And(b.Is(at[i][whenVar], when), p.Le(p.Const(cost), budget)), cost,
				b.Set(0, p.Sub(budget, p.Const(cost))), b.Set(number(i, toVar), x))
		}
	}
	for i := range n {
		for j := i + 1; j < n; j++ {
			s := task.Symmetry{Name: "exchange", Guard: task.True}
			for v := range vars {
				s.Effects = append(s.Effects, b.Set(number(i, v), at[j][v]), b.Set(number(j, v), at[i][v]))
			}
			slices.SortFunc(s.Effects, func(a, b task.Effect) int { return a.Var - b.Var })
			b.Symmetries = append(b.Symmetries, s)
		}
	}
	return b.Finish()
}

// TestEqualCopies exchanges equal parts: few make a group, of many the order is looked for downhill.
func TestEqualCopies(t *testing.T) {
	relied := 0
	rapid.Check(t, func(rt *rapid.T) {
		relied += agreeWithSymmetry(rt, copies(rt, rapid.IntRange(2, 3).Draw(rt, "copies")))
	})
	if !testing.Short() { // make quick draws few puzzles
		require.Positive(t, relied)
	}
}

// The representatives are exact where the instances are a group or all exchanges: as many states are left as there are
// classes.
func TestRepresentatives(t *testing.T) {
	for _, n := range []int{2, 3, 4, 5, 6} {
		b := searchtest.NewBuilder("counters")
		p := b.Pool
		var goal []task.Expr
		for i := range n {
			x := b.Variable(fmt.Sprintf("x%d", i), 0, searchtest.Span(4)...)
			b.Move(fmt.Sprintf("up(%d)", i), p.Lt(x, p.Const(3)), 1, b.Set(i, p.Add(x, p.Const(1))))
			goal = append(goal, b.Is(x, 3))
		}
		b.Goal = p.And(goal...)
		for i := range n {
			for j := i + 1; j < n; j++ {
				b.Symmetries = append(b.Symmetries, task.Symmetry{Name: "exchange", Guard: task.True, Effects: []task.Effect{
					b.Set(i, p.Var(j)), b.Set(j, p.Var(i)),
				}})
			}
		}
		res := solve(t, b.Finish(), backends.Options{Algorithm: "ucs"})
		require.Equal(t, int64(3*n), res.Plans[0].Cost)
		require.Equal(t, []string{"symmetry exchange"}, res.ReliesOn)
		classes := int64((n + 1) * (n + 2) * (n + 3) / 6) // multisets of n out of 4
		require.LessOrEqual(t, res.Stats.Expanded, classes, "%d counters", n)
	}
}

// TestRepresentativesOfBoth: with a group and a descent that writes other variables, as many states are left as there
// are classes.
func TestRepresentativesOfBoth(t *testing.T) {
	for first := range 2 { // the variable of the descent comes first or last
		b := searchtest.NewBuilder("counters and an idler")
		p := b.Pool
		const n = 3
		idler := 0
		if first == 0 {
			b.Variable("idler", 0, searchtest.Span(4)...)
		} else {
			idler = n
		}
		var goal []task.Expr
		var counters []int
		for i := range n {
			v := len(b.Vars)
			x := b.Variable(fmt.Sprintf("x%d", i), 0, searchtest.Span(4)...)
			b.Move(fmt.Sprintf("up(%d)", i), p.Lt(x, p.Const(3)), 1, b.Set(v, p.Add(x, p.Const(1))))
			counters, goal = append(counters, v), append(goal, b.Is(x, 3))
		}
		if first == 1 {
			b.Variable("idler", 0, searchtest.Span(4)...)
		}
		w := p.Var(idler)
		b.Move("on", task.True, 1, b.Set(idler, p.Mod(p.Add(w, p.Const(1)), p.Const(4))))
		b.Goal = p.And(goal...)
		for i, v := range counters {
			for _, u := range counters[i+1:] {
				b.Symmetries = append(b.Symmetries, task.Symmetry{Name: "exchange", Guard: task.True, Effects: []task.Effect{
					b.Set(v, p.Var(u)), b.Set(u, p.Var(v)),
				}})
			}
		}
		for k := range int64(4) {
			b.Symmetries = append(b.Symmetries, task.Symmetry{
				Name: "rest", Guard: p.Eq(p.Mod(w, p.Const(2)), p.Const(k%2)), Effects: []task.Effect{b.Set(idler, p.Const(k))},
			})
		}
		res := solve(t, b.Finish(), backends.Options{Algorithm: "ucs"})
		require.Equal(t, int64(3*n), res.Plans[0].Cost)
		require.LessOrEqual(t, res.Stats.Expanded, int64(2*20)) // multisets of 3 out of 4, and the parity
	}
}

// A symmetry that does not hold may hide all plans, and is named then; a plan that cannot be walked is looked for
// again.
func TestWrongSymmetryIsNamed(t *testing.T) {
	b := searchtest.NewBuilder("wrong")
	p := b.Pool
	x := b.Variable("x", 0, searchtest.Span(10)...)
	b.Goal = b.Is(x, 9)
	b.Move("up", p.Lt(x, p.Const(9)), 1, b.Set(0, p.Add(x, p.Const(1))))
	b.Symmetries = []task.Symmetry{{Name: "jump", Guard: b.Is(x, 3), Effects: []task.Effect{b.Set(0, p.Const(1))}}}
	res := solve(t, b.Finish(), backends.Options{Algorithm: "ucs"})
	require.Equal(t, backends.Unsolvable, res.Status,
		"it says that 3 is as good as 1, so that nothing beyond is looked at")
	require.Equal(t, []string{"symmetry jump"}, res.ReliesOn)
}

func TestPlanIsLookedForAgain(t *testing.T) {
	b := searchtest.NewBuilder("wrong")
	p := b.Pool
	x := b.Variable("x", 9, searchtest.Span(10)...)
	b.Goal = b.Is(x, 0)
	b.Move("down", p.Lt(p.Const(0), x), 1, b.Set(0, p.Sub(x, p.Const(1))))
	b.Symmetries = []task.Symmetry{{Name: "jump", Guard: b.Is(x, 5), Effects: []task.Effect{b.Set(0, p.Const(1))}}}
	for _, a := range foldingAlgorithms {
		res := solve(t, b.Finish(), backends.Options{Algorithm: a})
		if res.Status == backends.Unsolvable {
			require.Contains(t, []string{"ucs", "astar", "greedy"}, a, "they keep the states themselves")
			require.Equal(t, []string{"symmetry jump"}, res.ReliesOn)
			continue
		}
		require.Len(t, res.Plans[0].Moves, 9, "%s: 5 is not as good as 1", a)
		require.Empty(t, res.ReliesOn)
		if a == "bfs" || a == "dfs" {
			require.Contains(t, res.Choice, "the plan could not be carried back through the symmetries")
		}
	}
}
