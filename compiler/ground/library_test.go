package ground_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/compiler/task/tasktest"
)

// abstracted is an abstraction with the image of a state.
type abstracted struct {
	a     task.Abstraction
	image []task.Expr
}

// someAbstractions are projections on each array, and patterns with some values of it.
func someAbstractions(t *testing.T, tk *task.Task, rnd *rand.Rand) (out []abstracted) {
	add := func(a task.Abstraction, image []task.Expr, err error) {
		require.NoError(t, err)
		if len(a.Task.Vars) > 0 {
			out = append(out, abstracted{a, image})
		}
	}
	for i, arr := range tk.Arrays {
		var vars []int
		values := map[int64]bool{}
		for _, e := range arr.Elems {
			if n := tk.Pool.Node(e); n.Op == task.OpVar {
				vars = append(vars, int(n.N))
				for _, x := range tk.Vars[n.N].Values {
					values[x] = true
				}
			}
		}
		if len(vars) == 0 {
			continue
		}
		slices.Sort(vars)
		add(task.Project(t.Context(), tk, vars))
		var own, tracked []int64
		for _, x := range sortedKeys(values) {
			switch rnd.IntN(4) {
			case 0:
				own = append(own, x)
			case 1:
				tracked = append(tracked, x)
			}
		}
		add(task.Pattern(t.Context(), tk, i, own, tracked, rnd.IntN(2) == 0))
	}
	return out
}

func sortedKeys(m map[int64]bool) (out []int64) {
	for x := range m {
		out = append(out, x)
	}
	slices.Sort(out)
	return out
}

func (x *abstracted) of(t *testing.T, tk *task.Task, s []int64) []int64 {
	out := make([]int64, len(x.image))
	for i, e := range x.image {
		out[i] = tk.Pool.Eval(e, s)
		require.GreaterOrEqual(t, x.a.Task.Vars[i].Place(out[i]), 0, "%s: %s is %d", x.a.Name, x.a.Task.Vars[i].Name, out[i])
	}
	return out
}

// covers tells whether the abstract puzzle has a move between two images that costs no more.
func (x *abstracted) covers(from, to []int64, cost int64) bool {
	if slices.Equal(from, to) {
		return true
	}
	for m := range x.a.Task.Moves {
		if next, c, ok := x.a.Task.Apply(from, m); ok && c <= cost && slices.Equal(next, to) {
			return true
		}
	}
	return false
}

// On walks through the puzzles of the library each move maps to a move of the simpler puzzles, and goals map to goals;
// where a puzzle is small, no exact cost of a simpler one overestimates.
func TestAbstractionsOfTheLibrary(t *testing.T) {
	for _, p := range library(t) {
		m, _ := semantics.Build(p, nil, nil)
		if m == nil || len(m.Moves) == 0 {
			continue
		}
		t.Run(p.Puzzle, func(t *testing.T) {
			tk := taskOf(t, m)
			if tk.HasFree() {
				t.Skip("the start is the solver's to choose")
			}
			rnd := rand.New(rand.NewPCG(1, 2))
			all := someAbstractions(t, tk, rnd)
			for range 3 {
				s := tk.Init
				for range 12 {
					next, cost, ok := randomMove(tk, s, rnd)
					if !ok {
						break
					}
					for i := range all {
						from, to := all[i].of(t, tk, s), all[i].of(t, tk, next)
						require.True(t, all[i].covers(from, to, cost), "%s: no move from %v to %v (%v to %v)", all[i].a.Name, from, to, s,
							next)
						if tk.Pool.Eval(tk.Goal, next) != 0 {
							require.NotZero(t, all[i].a.Task.Pool.Eval(all[i].a.Task.Goal, to))
						}
					}
					s = next
				}
			}
			if g := tasktest.Explored(tk, 400); g != nil {
				for i := range all {
					compareCosts(t, g, &all[i])
				}
			}
		})
	}
}

func compareCosts(t *testing.T, g *tasktest.Graph, x *abstracted) {
	h := tasktest.Explored(x.a.Task, 5000)
	if h == nil {
		return
	}
	for i, s := range g.States {
		k, ok := h.Number(x.of(t, g.Task, s))
		require.True(t, ok, "%s: the image of %v is not reached", x.a.Name, s)
		require.LessOrEqual(t, h.Left[k], g.Left[i], "%s in %v", x.a.Name, s)
	}
}

// Walking distance of the 15-puzzle has 24,964 states, one way and the other.
func TestWalkingDistance(t *testing.T) {
	for _, p := range library(t) {
		if p.Puzzle != "Taquin" {
			continue
		}
		k := slices.IndexFunc(p.Instances, func(i *model.Instance) bool { return i.Name == "fifteen" })
		m, diags := semantics.Build(p, p.Instances[k], nil)
		require.False(t, diags.HasErrors())
		tk := taskOf(t, m)
		for _, a := range tk.Abstractions[:2] {
			require.Len(t, tasktest.Explored(a.Task, 1_000_000).States, 24_964, a.Name)
		}
	}
}

func randomMove(tk *task.Task, s []int64, rnd *rand.Rand) ([]int64, int64, bool) {
	first := rnd.IntN(len(tk.Moves))
	for i := range tk.Moves {
		if next, cost, ok := tk.Apply(s, (first+i)%len(tk.Moves)); ok {
			return next, cost, true
		}
	}
	return nil, 0, false
}
