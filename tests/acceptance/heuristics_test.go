package acceptance_test

import (
	"container/heap"
	"fmt"
	"math"
	"path"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/models"
)

// graph is all that can be reached from the start of a task, with the exact cost from each state to a goal.
type graph struct {
	states [][]int64
	number map[string]int // of a state
	into   [][]edge       // by state: where moves come from
	left   []int64        // math.MaxInt64: no goal is reachable
}

type edge struct {
	from int
	cost int64
}

// explore is nil if there are more states than most.
func explore(t *task.Task, most int) *graph {
	g := &graph{number: map[string]int{}}
	g.add(t.Init)
	for i := 0; i < len(g.states); i++ {
		for m := range t.Moves {
			if next, cost, ok := t.Apply(g.states[i], m); ok {
				k := g.add(next)
				g.into[k] = append(g.into[k], edge{i, cost})
			}
		}
		if len(g.states) > most {
			return nil
		}
	}
	g.measure(t)
	return g
}

func (g *graph) add(s []int64) int {
	key := fmt.Sprint(s)
	k, known := g.number[key]
	if !known {
		k = len(g.states)
		g.number[key] = k
		g.states, g.into = append(g.states, s), append(g.into, nil)
	}
	return k
}

// open is the frontier of Dijkstra's algorithm.
type open []edge

func (o open) Len() int           { return len(o) }
func (o open) Less(i, j int) bool { return o[i].cost < o[j].cost }
func (o open) Swap(i, j int)      { o[i], o[j] = o[j], o[i] }
func (o *open) Push(x any)        { *o = append(*o, x.(edge)) }
func (o *open) Pop() any {
	last := (*o)[len(*o)-1]
	*o = (*o)[:len(*o)-1]
	return last
}

// measure goes back from the goals.
func (g *graph) measure(t *task.Task) {
	g.left = make([]int64, len(g.states))
	var frontier open
	for i, s := range g.states {
		g.left[i] = math.MaxInt64
		if t.Pool.Eval(t.Goal, s) != 0 {
			g.left[i] = 0
			frontier = append(frontier, edge{i, 0})
		}
	}
	for len(frontier) > 0 {
		at := heap.Pop(&frontier).(edge)
		if at.cost > g.left[at.from] {
			continue
		}
		for _, e := range g.into[at.from] {
			if cost := at.cost + e.cost; cost < g.left[e.from] {
				g.left[e.from] = cost
				heap.Push(&frontier, edge{e.from, cost})
			}
		}
	}
}

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
			if g := explore(tk, most); g != nil {
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

// costs gives the exact costs of simpler puzzles by exhausting them; a heuristic that needs one of more than most
// states is passed over.
func costs(tk *task.Task, most int) (large *bool) {
	large = new(bool)
	graphs := make([]*graph, len(tk.Abstractions))
	tried := make([]bool, len(tk.Abstractions))
	tk.Pool.CostOf = func(i int, codes []int64) int64 {
		a := tk.Abstractions[i].Task
		if !tried[i] {
			tried[i], graphs[i] = true, explore(a, most)
		}
		for v, x := range codes {
			if a.Vars[v].Place(x) < 0 {
				return 0
			}
		}
		if graphs[i] == nil {
			*large = true
			return 0
		}
		if left := graphs[i].left[graphs[i].number[fmt.Sprint(codes)]]; left < math.MaxInt64 {
			return left
		}
		return task.Unreachable
	}
	return large
}

// promises looks at each state: admissible heuristics, dead ends, and symmetries, which lead to a state that costs the
// same.
func promises(t *testing.T, tk *task.Task, g *graph, most int) {
	t.Helper()
	large := costs(tk, most)
	for i, s := range g.states {
		for _, y := range tk.Symmetries {
			if k, ok := g.number[fmt.Sprint(image(tk, y, s))]; ok {
				require.Equal(t, g.left[i], g.left[k], "%s of %v", y.Name, s)
			}
		}
		if g.left[i] < math.MaxInt64 {
			require.Zero(t, tk.Pool.Eval(tk.Dead, s), "%v is no dead end: a goal is %d away", s, g.left[i])
		}
		for _, h := range tk.Heuristics {
			if h.Admissible && h.Missing == "" {
				require.LessOrEqual(t, min(tk.Pool.Eval(h.Value, s), task.Unreachable), g.left[i], "%s in %v", h.Name, s)
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
func near(t *testing.T, tk *task.Task, most int) *graph {
	t.Helper()
	require.NotZero(t, tk.Pool.Eval(tk.Goal, tk.Init))
	require.True(t, tk.Facts.UnitCost)
	g := &graph{number: map[string]int{}, left: []int64{0}}
	g.add(tk.Init)
	for i := 0; len(g.states) < most; i++ {
		for m := range tk.Moves {
			if next, _, ok := tk.Apply(g.states[i], m); ok {
				if k := g.add(next); k == len(g.left) {
					require.Zero(t, tk.Pool.Eval(tk.Goal, next), "there is another goal")
					g.left = append(g.left, g.left[i]+1)
				}
			}
		}
	}
	return g
}
