package task

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// builder makes tasks by hand.
type builder struct{ *Task }

func newBuilder() *builder {
	b := &builder{&Task{InitCond: True, Goal: True, Always: True, Dead: False}}
	b.Pool = NewPool(func(v int) []int64 { return b.Vars[v].Values })
	return b
}

func (b *builder) variable(name string, init int64, values ...int64) Expr {
	v := Var{Name: name, Values: values, State: len(b.Vars)}
	for _, x := range values {
		v.Names = append(v.Names, fmt.Sprint(x))
	}
	b.Vars, b.Init, b.Free = append(b.Vars, v), append(b.Init, init), append(b.Free, false)
	return b.Pool.Var(len(b.Vars) - 1)
}

func (b *builder) is(x Expr, n int64) Expr { return b.Pool.Eq(x, b.Pool.Const(n)) }

func (b *builder) move(name string, guard Expr, cost Expr, effects ...Effect) {
	b.Moves = append(b.Moves, Move{Name: name, Guard: guard, Effects: effects, Cost: cost, Order: None})
}

func set(v int, value Expr) Effect { return Effect{Var: v, Cond: True, Value: value} }

func upTo(n int64) []int64 {
	out := make([]int64, n)
	for i := range out {
		out[i] = int64(i)
	}
	return out
}

// slidingTiles returns the taquin. If heavy, a move costs the number of the tile.
func slidingTiles(rows, cols int, heavy bool, start ...int64) *Task {
	b := newBuilder()
	n := rows * cols
	var board, goal []Expr
	for c := range n {
		board = append(board, b.variable(fmt.Sprintf("board[(%d, %d)]", c/cols, c%cols), start[c], upTo(int64(n))...))
	}
	b.Arrays = []Array{{Name: "board", Elems: board, Distinct: true, Permutation: true}}
	for from := range n {
		for to := range n {
			dr, dc := from/cols-to/cols, from%cols-to%cols
			if dr*dr+dc*dc != 1 {
				continue
			}
			cost := b.Pool.Const(1)
			if heavy {
				cost = board[from]
			}
			b.move(fmt.Sprintf("slide(%d, %d)", from, to), b.is(board[to], 0), cost,
				set(from, b.Pool.Const(0)), set(to, board[from]))
		}
		goal = append(goal, b.is(board[from], int64((from+1)%n)))
	}
	b.Goal = b.Pool.And(goal...)
	return b.Task
}

// graph is the reachable states of a task, with their moves.
type graph struct {
	t      *Task
	number map[string]int
	states [][]int64
	edges  [][]edge
}

type edge struct {
	to   int
	cost int64
}

func (g *graph) add(s []int64) int {
	key := fmt.Sprint(s)
	if i, ok := g.number[key]; ok {
		return i
	}
	g.number[key] = len(g.states)
	g.states = append(g.states, s)
	return len(g.states) - 1
}

func explored(t *testing.T, tk *Task, starts ...[]int64) *graph {
	g := &graph{t: tk, number: map[string]int{}}
	for _, s := range starts {
		g.add(s)
	}
	for i := 0; i < len(g.states); i++ {
		g.edges = append(g.edges, nil)
		for m := range tk.Moves {
			next, cost, ok := tk.Apply(g.states[i], m)
			if !ok {
				continue
			}
			for v, x := range next {
				require.GreaterOrEqual(t, tk.Vars[v].Place(x), 0,
					"%s writes %d to %s", tk.Moves[m].Name, x, tk.Vars[v].Name)
			}
			require.GreaterOrEqual(t, cost, int64(0))
			k := g.add(next)
			g.edges[i] = append(g.edges[i], edge{k, cost})
		}
	}
	return g
}

// costs returns the cost from each state to a goal, Unreachable without a plan.
func (g *graph) costs() []int64 {
	dist := make([]int64, len(g.states))
	for i, s := range g.states {
		dist[i] = Unreachable
		if g.t.Pool.Eval(g.t.Goal, s) != 0 {
			dist[i] = 0
		}
	}
	for changed := true; changed; {
		changed = false
		for i := range g.states {
			for _, e := range g.edges[i] {
				if d := dist[e.to] + e.cost; d < dist[i] {
					dist[i], changed = d, true
				}
			}
		}
	}
	return dist
}

// checkAbstraction compares an abstraction with all states of its puzzle that are reachable from the given ones. It
// returns the estimates and the exact costs.
func checkAbstraction(
	t *testing.T, tk *Task, a Abstraction, image []Expr, starts ...[]int64,
) (estimates, exact []int64) {
	t.Helper()
	g := explored(t, tk, starts...)
	imageOf := func(s []int64) []int64 {
		out := make([]int64, len(image))
		for i, e := range image {
			out[i] = tk.Pool.Eval(e, s)
			require.GreaterOrEqual(t, a.Task.Vars[i].Place(out[i]), 0, "%s is %d", a.Task.Vars[i].Name, out[i])
		}
		return out
	}
	images := make([][]int64, len(starts))
	for i, s := range starts {
		images[i] = imageOf(s)
	}
	h := explored(t, a.Task, images...)
	abstract := h.costs()
	exact = g.costs()
	estimates = make([]int64, len(exact))
	require.True(t, slices.Equal(a.Task.Init, imageOf(tk.Init)))
	one := len(a.Task.Moves) > 0
	for i := range a.Task.Moves {
		n := a.Task.Pool.Node(a.Task.Moves[i].Cost)
		one = one && n.Lo == 1 && n.Hi == 1
		require.LessOrEqual(t, a.Task.Facts.MinCost, max(0, n.Lo))
		require.GreaterOrEqual(t, a.Task.Facts.MaxCost, n.Hi)
	}
	require.Equal(t, one, a.Task.Facts.UnitCost, "all moves cost 1")
	for i, s := range g.states {
		from := imageOf(s)
		k, ok := h.number[fmt.Sprint(from)]
		require.True(t, ok, "the image of a reachable state is not reached: %v", from)
		if tk.Pool.Eval(tk.Goal, s) != 0 {
			require.NotZero(t, a.Task.Pool.Eval(a.Task.Goal, from), "goal %v", s)
		}
		for _, e := range g.edges[i] {
			to := imageOf(g.states[e.to])
			require.True(t, slices.Equal(from, to) || slices.ContainsFunc(h.edges[k], func(f edge) bool {
				return f.cost <= e.cost && slices.Equal(h.states[f.to], to)
			}), "no abstract move from %v to %v of cost %d (%v to %v)", from, to, e.cost, s, g.states[e.to])
		}
		estimates[i] = abstract[k]
		require.LessOrEqual(t, abstract[k], exact[i])
	}
	return estimates, exact
}

func TestPatternOfTiles(t *testing.T) {
	for _, heavy := range []bool{false, true} {
		tk := slidingTiles(2, 3, heavy, 4, 5, 0, 1, 2, 3)
		for _, c := range []struct{ own, tracked []int64 }{
			{[]int64{1, 2, 3, 4, 5}, []int64{0}},
			{[]int64{1, 4}, []int64{0}},
			{[]int64{1, 4}, nil},
			{[]int64{0, 3}, nil},
			{[]int64{5}, []int64{2, 3}},
		} {
			for _, strict := range []bool{false, true} {
				a, image, err := Pattern(context.Background(), tk, 0, c.own, c.tracked, strict)
				require.NoError(t, err)
				assert.LessOrEqual(t, len(a.Task.Moves), len(tk.Moves), a.Name)
				estimates, exact := checkAbstraction(t, tk, a, image, tk.Init)
				if len(c.own)+len(c.tracked) == 6 {
					assert.Equal(t, exact, estimates)
				}
			}
		}
	}
	tiles := slidingTiles(2, 3, false, 4, 5, 0, 1, 2, 3)
	a, _, err := Pattern(context.Background(), tiles, 0, []int64{1, 2}, []int64{0}, true)
	require.NoError(t, err)
	assert.Equal(t, "pattern(board, {1, 2}, {0})", a.Name)
	assert.Equal(t, "find(board, 0)", a.Task.Vars[0].Name)
	for _, mv := range a.Task.Moves {
		assert.Equal(t, []int{0}, a.Task.Pool.Vars(mv.Guard), "the guard reads the hole alone")
		for _, e := range mv.Effects {
			assert.LessOrEqual(t, len(a.Task.Pool.Vars(e.Value)), 1, "a place depends on itself")
		}
	}
}

// If effects and costs depend on more hidden values than can be tried, the abstract move may write any value that is
// possible.
func TestProjectOfWideVariables(t *testing.T) {
	b := newBuilder()
	p := b.Pool
	wide := b.variable("wide", 0, upTo(10_000)...)
	k := b.variable("k", 0, 0, 1, 2, 5)
	b.move("read", p.Not(b.is(k, 2)), p.Add(p.Const(3), wide),
		Effect{1, p.Lt(wide, p.Const(2)), p.Mod(wide, p.Const(2))})
	dear := b.variable("dear", 0, 0, 1)
	flag := b.variable("flag", 0, 0, 1)
	b.Moves[0].Effects = append(b.Moves[0].Effects, set(3, p.Not(flag)))
	b.move("leave", b.is(k, 1), p.Add(p.Const(2), dear), set(1, p.Ite(b.is(wide, 5), p.Const(5), p.Const(2))))
	b.move("count", p.Lt(wide, p.Const(9)), p.Const(1), set(0, p.Add(wide, p.Const(1))))
	b.Goal = b.is(k, 5)
	a, image, err := Project(context.Background(), b.Task, []int{1, 3})
	require.NoError(t, err)
	estimates, exact := checkAbstraction(t, b.Task, a, image, b.Init)
	assert.Equal(t, int64(5), estimates[0])
	assert.Equal(t, int64(5+4+2), exact[0])
}

// The condition that keeps a value inside its domain may be hidden.
func TestProjectStaysInside(t *testing.T) {
	b := newBuilder()
	k, h := b.variable("k", 0, 0, 1, 2), b.variable("h", 1, 0, 1, 2)
	guard := b.Pool.And(b.Pool.Lt(b.Pool.Add(k, h), b.Pool.Const(3)), b.Pool.Not(b.is(h, 0)))
	b.move("up", guard, b.Pool.Const(1), set(0, b.Pool.Add(k, b.Pool.Const(1))))
	b.move("less", True, b.Pool.Const(1), set(1, b.Pool.Const(0)))
	b.Goal = b.is(k, 2)
	a, image, err := Project(context.Background(), b.Task, []int{0})
	require.NoError(t, err)
	checkAbstraction(t, b.Task, a, image, b.Init)
}
