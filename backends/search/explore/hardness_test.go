package explore

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
)

const comesBack = "each other plan comes back to the states of the cheapest ones"

// written is a cheapest plan: its states, one more than its moves.
type written struct {
	states [][]int64
	moves  []int
}

// writtenPlans lists the cheapest plans that repeat no state, at most limit + 1.
func writtenPlans(r *searchtest.Reference, limit int) (all []written) {
	var walk func(w written, cost int64)
	walk = func(w written, cost int64) {
		s := w.states[len(w.states)-1]
		if len(all) > limit || cost > r.Best {
			return
		}
		if cost == r.Best && r.Goal(s) {
			all = append(all, w)
		}
		for m := range r.T.Moves {
			next, c, ok := r.T.Apply(s, m)
			if ok && !slices.ContainsFunc(w.states, func(s []int64) bool { return slices.Equal(s, next) }) {
				walk(written{append(slices.Clip(w.states), next), append(slices.Clip(w.moves), m)}, cost+c)
			}
		}
	}
	for _, s := range r.Starts {
		walk(written{states: [][]int64{s}}, 0)
	}
	return all
}

// exchanged reports whether two plans differ in the order of two moves in a row, with the same states elsewhere.
func exchanged(a, b written) bool {
	if len(a.moves) != len(b.moves) {
		return false
	}
	var other []int
	for i := range a.states {
		if !slices.Equal(a.states[i], b.states[i]) {
			other = append(other, i)
		}
	}
	for i := 1; i < len(a.moves); i++ {
		if a.moves[i-1] == b.moves[i] && a.moves[i] == b.moves[i-1] && (len(other) == 0 || slices.Equal(other, []int{i})) {
			rest := slices.Concat(a.moves[:i-1], a.moves[i+1:])
			return slices.Equal(rest, slices.Concat(b.moves[:i-1], b.moves[i+1:]))
		}
	}
	return false
}

// classesOf counts the plans up to exchanges.
func classesOf(all []written) int64 {
	class := make([]int, len(all))
	for i := range class {
		class[i] = i
	}
	for again := true; again; {
		again = false
		for i := range all {
			for j := range all {
				if class[j] < class[i] && exchanged(all[i], all[j]) {
					class[i], again = class[j], true
				}
			}
		}
	}
	slices.Sort(class)
	return int64(len(slices.Compact(class)))
}

// leastOf returns the least value of a function over some plans.
func leastOf(all []written, of func(w written) int64) int64 {
	least := int64(math.MaxInt64)
	for _, w := range all {
		least = min(least, of(w))
	}
	return least
}

func changes(a, b []int64) (vars []int) {
	for v := range a {
		if a[v] != b[v] {
			vars = append(vars, v)
		}
	}
	return vars
}

// switchesOf counts the changes of the moved piece. common are the variables that all moves change.
func switchesOf(w written, common []int) (n int64) {
	var last []int
	for i := range w.moves {
		piece := changes(w.states[i], w.states[i+1])
		piece = slices.DeleteFunc(piece, func(v int) bool { return slices.Contains(common, v) })
		if i > 0 && !slices.ContainsFunc(piece, func(v int) bool { return slices.Contains(last, v) }) {
			n++
		}
		last = piece
	}
	return n
}

// depthFrom returns 1 + the greatest number of moves from a state to a new one.
func depthFrom(r *searchtest.Reference, s []int64) (depth int64) {
	seen := map[string]bool{searchtest.Key(s): true}
	for layer := [][]int64{s}; len(layer) > 0; depth++ {
		var next [][]int64
		for _, s := range layer {
			for m := range r.T.Moves {
				if to, _, ok := r.T.Apply(s, m); ok && !seen[searchtest.Key(to)] {
					seen[searchtest.Key(to)] = true
					next = append(next, to)
				}
			}
		}
		layer = next
	}
	return depth
}

// secondOf returns the cost of the second-best plan: rest counts the ways that come to no state on cheapest plans but a
// goal.
func secondOf(r *searchtest.Reference, rest map[string]int64, on map[string][]int64) int64 {
	beside := map[string]int64{}
	for k, s := range r.States {
		if r.Goal(s) {
			beside[k] = 0
		}
	}
	for again := true; again; {
		again = false
		for k, s := range r.States {
			for m := range r.T.Moves {
				next, c, ok := r.T.Apply(s, m)
				after, reaches := beside[searchtest.Key(next)]
				if old, known := beside[k]; on[k] == nil && ok && reaches && (!known || c+after < old) {
					beside[k], again = c+after, true
				}
			}
		}
	}
	best := int64(job.NoCost)
	for _, s := range r.Starts {
		if n, ok := beside[searchtest.Key(s)]; ok && on[searchtest.Key(s)] == nil {
			best = min(best, n)
		}
	}
	for k, s := range on {
		for m := range r.T.Moves {
			next, c, ok := r.T.Apply(s, m)
			if !ok || r.Goal(s) || on[searchtest.Key(next)] != nil && (!r.Goal(next) || c <= rest[k]) {
				continue
			}
			if n, reaches := beside[searchtest.Key(next)]; reaches {
				best = min(best, r.Best-rest[k]+c+n)
			}
		}
	}
	return best
}

// TestHardnessAgainstReference compares the measures with plain computations over all cheapest plans of random tasks.
func TestHardnessAgainstReference(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tk := randomTask(rt)
		r := searchtest.Explore(tk)
		v, err := TakeSurvey(t.Context(), tk, SurveyOptions{Hardness: true})
		require.NoError(rt, err)
		if len(r.States) == 0 || r.Best == job.NoCost {
			require.Nil(rt, v.Hardness)
			return
		}
		h := v.Hardness
		if v.Plans == nil {
			require.NotEmpty(rt, h.Plans.Reason)
			return
		}
		const limit = 60
		all := writtenPlans(r, limit)
		if len(all) > limit {
			return
		}
		rest := restsOf(r)
		on, common := map[string][]int64{}, []int(nil)
		for k, w := range all {
			for _, s := range w.states {
				on[searchtest.Key(s)] = s
			}
			for i := range w.moves {
				now := changes(w.states[i], w.states[i+1])
				if k == 0 && i == 0 {
					common = now
				}
				common = slices.DeleteFunc(common, func(v int) bool { return !slices.Contains(now, v) })
			}
		}
		require.Equal(rt, Known{N: classesOf(all)}, h.Plans)
		require.Equal(rt, Known{N: leastOf(all, func(w written) int64 { return switchesOf(w, common) })}, h.Switches)
		require.Equal(rt, Known{N: leastOf(all, func(w written) (n int64) {
			for _, s := range w.states[:len(w.moves)] {
				winning := 0
				for m := range tk.Moves {
					if next, _, ok := tk.Apply(s, m); ok && rest[searchtest.Key(next)] != job.NoCost {
						winning++
					}
				}
				if winning == 1 {
					n++
				}
			}
			return n
		})}, h.Forced)
		require.Equal(rt, Known{N: leastOf(all, func(w written) (depth int64) {
			for _, s := range w.states[:len(w.moves)] {
				for m := range tk.Moves {
					if next, _, ok := tk.Apply(s, m); ok && rest[searchtest.Key(next)] == job.NoCost {
						depth = max(depth, depthFrom(r, next))
					}
				}
			}
			return depth
		})}, h.TrapDepth)
		if second := secondOf(r, rest, on); second == job.NoCost {
			require.NotEmpty(rt, h.SecondBest.Reason)
		} else {
			require.Equal(rt, Known{N: second}, h.SecondBest)
		}
		for i := range tk.Heuristics {
			x := &tk.Heuristics[i]
			if x.Name != h.Heuristic {
				continue
			}
			value := func(s []int64) int64 { return max(0, tk.Pool.Eval(x.Value, s)) }
			require.Equal(rt, Known{N: leastOf(all, func(w written) (n int64) {
				for i := range w.moves {
					if value(w.states[i+1]) > value(w.states[i]) {
						n++
					}
				}
				return n
			})}, h.Counterintuitive)
		}
	})
}

// TestHardnessOfTiles knows the 8-puzzle: the 40 cheapest plans share no exchange of moves, as each moves the hole.
func TestHardnessOfTiles(t *testing.T) {
	v, err := TakeSurvey(t.Context(), searchtest.Tiles(3, 3, 8, 6, 7, 2, 5, 4, 3, 0, 1), SurveyOptions{Hardness: true})
	require.NoError(t, err)
	require.Equal(t, "manhattan", v.Hardness.Heuristic)
	require.Equal(t, Known{N: 40}, v.Hardness.Plans)
	require.Equal(t, Known{Reason: comesBack}, v.Hardness.SecondBest)
	require.Zero(t, v.Hardness.TrapDepth)
	require.Zero(t, v.Hardness.Forced)
}

// TestPlansThatCommute has two counters: each order of their moves is a plan, and all are one.
func TestPlansThatCommute(t *testing.T) {
	b := searchtest.NewBuilder("counters")
	for i, most := range []int64{3, 4} {
		x := b.Variable(string(rune('a'+i)), 0, searchtest.Span(int(most)+1)...)
		b.Move("up"+string(rune('a'+i)), b.Pool.Lt(x, b.Pool.Const(most)), 1, b.Set(i, b.Pool.Add(x, b.Pool.Const(1))))
		b.Goal = b.Pool.And(b.Goal, b.Is(x, most))
	}
	v, err := TakeSurvey(t.Context(), b.Finish(), SurveyOptions{Hardness: true})
	require.NoError(t, err)
	require.Equal(t, "35", v.Plans.String())
	require.Equal(t, Known{N: 1}, v.Hardness.Plans)
	require.Equal(t, Known{N: 1}, v.Hardness.Switches)
	require.Equal(t, Known{Reason: comesBack}, v.Hardness.SecondBest)
}
