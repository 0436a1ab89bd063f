package acceptance_test

import (
	"fmt"
	"path"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/compiler/task/tasktest"
	"github.com/pzc-lang/pzc/models"
)

// What the library promises, checked on every state of its smaller instances: admissible heuristics never say too much,
// and from a dead state no goal is reachable.
func TestLongLibraryKeepsItsPromises(t *testing.T) { libraryKeepsItsPromises(t, 3000) }

func TestHoursLibraryKeepsItsPromises(t *testing.T) { libraryKeepsItsPromises(t, 200_000) }

// libraryKeepsItsPromises checks the instances with at most `most` states.
func libraryKeepsItsPromises(t *testing.T, most int) {
	t.Helper()
	checked := 0
	for _, name := range files(t, models.FS()) {
		program, diags := check.Load(models.FS(), name)
		require.Empty(t, diags)
		if len(program.Moves) == 0 {
			continue
		}
		for _, instance := range append([]*model.Instance{nil}, program.Instances...) {
			tk := taskOf(t, program, instance, nil)
			if tk.HasFree() {
				continue
			}
			if g := tasktest.Explored(tk, most); g != nil {
				checked++
				t.Run(path.Join(name, tk.Instance), func(t *testing.T) { promises(t, tk, g, most) })
			}
		}
	}
	t.Logf("%d instances", checked)
	assert.Greater(t, checked, 30)
}

func taskOf(t *testing.T, program *model.Program, instance *model.Instance,
	given map[string]semantics.Binding,
) *task.Task {
	t.Helper()
	m, diags := semantics.Build(program, instance, given)
	require.False(t, diags.HasErrors(), "%v", diags)
	tk, diags := ground.Task(t.Context(), m, ground.Options{})
	require.False(t, diags.HasErrors(), "%v", diags)
	return tk
}

// promises looks at each state: admissible heuristics, dead ends, and symmetries, which lead to a state that costs the
// same.
func promises(t *testing.T, tk *task.Task, g *tasktest.Graph, most int) {
	t.Helper()
	large := tasktest.SolveSimpler(t, tk, most)
	for i, s := range g.States {
		for _, y := range tk.Symmetries {
			if k, ok := g.Number(image(tk, y, s)); ok {
				require.Equal(t, g.Left[i], g.Left[k], "%s of %v", y.Name, s)
			}
		}
		if g.Left[i] < task.Unreachable {
			require.Zero(t, tk.Pool.Eval(tk.Dead, s), "%v is no dead end: a goal is %d away", s, g.Left[i])
		}
		for _, h := range tk.Heuristics {
			if h.Admissible && h.Missing == "" {
				require.LessOrEqual(t, min(tk.Pool.Eval(h.Value, s), task.Unreachable), g.Left[i], "%s in %v", h.Name, s)
			}
		}
	}
	if *large {
		t.Log("a simpler puzzle is too large to be exhausted here")
	}
}

// image is the state that a symmetry makes, or nil where its guard does not hold.
func image(tk *task.Task, y task.Symmetry, s []int64) []int64 {
	if tk.Pool.Eval(y.Guard, s) == 0 {
		return nil
	}
	out := append([]int64(nil), s...)
	for _, e := range y.Effects {
		if tk.Pool.Eval(e.Cond, s) != 0 {
			out[e.Var] = tk.Pool.Eval(e.Value, s)
		}
	}
	return out
}

// Puzzles that are too large to be exhausted: all that lies near the goal, from where their moves can be undone.
func TestLargePuzzlesKeepTheirPromises(t *testing.T) { largePuzzlesKeepTheirPromises(t, 500) }

func TestLongLargePuzzlesKeepTheirPromises(t *testing.T) { largePuzzlesKeepTheirPromises(t, 2000) }

func TestHoursLargePuzzlesKeepTheirPromises(t *testing.T) { largePuzzlesKeepTheirPromises(t, 100_000) }

// largePuzzlesKeepTheirPromises checks `most` states of each puzzle.
func largePuzzlesKeepTheirPromises(t *testing.T, most int) {
	t.Helper()
	fifteen := params{"rows": 4, "cols": 4, "start": append(holeFirst(16)[1:], 0)}
	for _, x := range []struct {
		file string
		p    params
	}{
		{stickers, params{"faces": []string{"U", "R", "F"}}},
		{stickers, params{"faces": []string{"U", "R", "F"}, "halves": false}},
		{cubies, nil},
		{cubies, params{"halves": false}},
		{cubies, params{"faces": []string{"U", "R", "F", "D", "L", "B"}}},
		{"pancakes.pz", params{"n": 12, "heap": holeFirst(13)[1:]}},
		{"pancakes.pz", params{"n": 8, "heap": holeFirst(9)[1:], "burnt": true}},
		{"topspin.pz", params{"tokens": 12, "start": holeFirst(13)[1:]}},
		{"topspin.pz", params{"tokens": 11, "start": holeFirst(12)[1:], "counting": "by_steps"}},
		{taquin, fifteen},
	} {
		t.Run(fmt.Sprint(x), func(t *testing.T) {
			program, diags := check.Load(models.FS(), x.file)
			require.Empty(t, diags)
			tk := taskOf(t, program, nil, jsonBindings(t, x.p))
			promises(t, tk, near(t, tk, most), 25_000)
		})
	}
}

// near returns the states around a start that is a goal, in the order of their distance, at most `most` of them. All
// moves cost 1.
func near(t *testing.T, tk *task.Task, most int) *tasktest.Graph {
	t.Helper()
	require.NotZero(t, tk.Pool.Eval(tk.Goal, tk.Init))
	require.True(t, tk.Facts.UnitCost)
	g := tasktest.NewGraph(tk)
	g.Left[0] = 0
	for i := 0; len(g.States) < most; i++ {
		for m := range tk.Moves {
			if next, _, ok := tk.Apply(g.States[i], m); ok {
				if k, fresh := g.Add(next); fresh {
					require.Zero(t, tk.Pool.Eval(tk.Goal, next), "there is another goal")
					g.Left[k] = g.Left[i] + 1
				}
			}
		}
	}
	return g
}
