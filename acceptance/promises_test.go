package acceptance_test

import (
	"container/heap"
	"fmt"
	"math"
	"math/rand/v2"
	"path"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/models"
	"github.com/pzc-lang/pzc/semantics"
	"github.com/pzc-lang/pzc/task"
)

// graph is all that can be reached from the start of a task, with the exact cost from each state to a goal.
type graph struct {
	states [][]int64
	into   [][]edge // by state: where moves come from
	left   []int64  // math.MaxInt64: no goal can be reached
}

type edge struct {
	from int
	cost int64
}

// explore is nil if there are more states than most.
func explore(t *task.Task, most int) *graph {
	g := &graph{states: [][]int64{t.Init}, into: [][]edge{nil}}
	number := map[string]int{fmt.Sprint(t.Init): 0}
	for i := 0; i < len(g.states); i++ {
		for m := range t.Moves {
			next, cost, ok := t.Apply(g.states[i], m)
			if !ok {
				continue
			}
			key := fmt.Sprint(next)
			k, known := number[key]
			if !known {
				k = len(g.states)
				number[key] = k
				g.states, g.into = append(g.states, next), append(g.into, nil)
			}
			g.into[k] = append(g.into[k], edge{i, cost})
		}
		if len(g.states) > most {
			return nil
		}
	}
	g.measure(t)
	return g
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

// What the library promises, checked on every state of its smaller instances: admissible heuristics never say too much, and from a
// dead state no goal can be reached.
func TestLibraryKeepsItsPromises(t *testing.T) {
	most := 3000 // states
	if *slow {
		most = 200_000
	}
	checked := 0
	for _, name := range files(t, models.FS()) {
		program, diags := compiler.Load(models.FS(), name)
		require.Empty(t, diags)
		for _, instance := range append([]*model.Instance{nil}, program.Instances...) {
			tk := taskOf(t, program, instance, nil)
			if tk.HasFree() || len(tk.Moves) == 0 {
				continue
			}
			if g := explore(tk, most); g != nil {
				checked++
				t.Run(path.Join(name, tk.Instance), func(t *testing.T) { promises(t, tk, g) })
			}
		}
	}
	t.Logf("%d instances", checked)
	assert.Greater(t, checked, 30)
}

func taskOf(t *testing.T, program *model.Program, instance *model.Instance, given map[string]semantics.Binding) *task.Task {
	t.Helper()
	m, diags := semantics.Build(program, instance, given)
	require.False(t, diags.HasErrors(), "%v", diags)
	tk, diags := compiler.Ground(t.Context(), m, compiler.GroundOptions{})
	require.False(t, diags.HasErrors(), "%v", diags)
	return tk
}

func promises(t *testing.T, tk *task.Task, g *graph) {
	t.Helper()
	for i, s := range g.states {
		if g.left[i] == math.MaxInt64 {
			continue
		}
		require.Zero(t, tk.Pool.Eval(tk.Dead, s), "%v is no dead end: a goal is %d away", s, g.left[i])
		for _, h := range tk.Heuristics {
			if h.Admissible && h.Missing == "" {
				require.LessOrEqual(t, tk.Pool.Eval(h.Value, s), g.left[i], "%s in %v", h.Name, s)
			}
		}
	}
}

// linear_conflict counts the fewest tiles to take out of a line, which is what is left of the longest ordered part.
func TestLinearConflictIsExact(t *testing.T) {
	program, diags := compiler.Load(models.FS(), taquin)
	require.Empty(t, diags)
	for _, size := range [][2]int{{2, 3}, {3, 3}, {2, 6}, {4, 4}, {3, 5}} {
		rows, cols := size[0], size[1]
		random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // boards, no secrets
		for range 40 {
			board := random.Perm(rows * cols)
			var given []int64
			text := fmt.Sprint(board)
			for _, tile := range board {
				given = append(given, int64(tile))
			}
			m, diags := semantics.Build(program, nil, jsonBindings(t, params{"rows": rows, "cols": cols, "start": given}))
			require.False(t, diags.HasErrors(), "%v", diags)
			machine := semantics.NewMachine(m)
			for _, h := range program.Heuristics {
				if h.Name != "linear_conflict" {
					continue
				}
				got, err := machine.Heuristic(h, given)
				require.NoError(t, err)
				assert.Equal(t, int64(linearConflict(board, rows, cols)), got, "%d×%d %s", rows, cols, text)
			}
		}
	}
}

// linearConflict is Manhattan plus two for each tile that must leave its line, by the longest increasing subsequence.
func linearConflict(board []int, rows, cols int) int {
	total := 0
	for at, tile := range board {
		if home := tile - 1; tile != 0 {
			total += abs(at/cols-home/cols) + abs(at%cols-home%cols)
		}
	}
	for r := range rows {
		var seats []int
		for c := range cols {
			if tile := board[r*cols+c]; tile != 0 && (tile-1)/cols == r {
				seats = append(seats, (tile-1)%cols)
			}
		}
		total += 2 * (len(seats) - longestIncreasing(seats))
	}
	for c := range cols {
		var seats []int
		for r := range rows {
			if tile := board[r*cols+c]; tile != 0 && (tile-1)%cols == c {
				seats = append(seats, (tile-1)/cols)
			}
		}
		total += 2 * (len(seats) - longestIncreasing(seats))
	}
	return total
}

func longestIncreasing(list []int) int {
	longest := 0
	ends := make([]int, len(list)) // length of the longest that ends here
	for i := range list {
		ends[i] = 1
		for k := range i {
			if list[k] < list[i] {
				ends[i] = max(ends[i], ends[k]+1)
			}
		}
		longest = max(longest, ends[i])
	}
	return longest
}

func abs(n int) int { return max(n, -n) }
