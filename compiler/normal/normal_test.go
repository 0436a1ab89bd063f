package normal_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/compiler/normal"
	"github.com/pzc-lang/pzc/compiler/task"
)

// follow walks at random through a task and its form. In each state the moves of both must lead to the same images at
// the same costs, but for moves that change nothing, and goal, dead ends and heuristics must agree.
func follow(t require.TestingT, f *normal.Form, from *task.Task, rnd *rand.Rand, steps int) {
	successors := func(t *task.Task, state []int64, of func([]int64) []int64) (out []string, next [][]int64) {
		for m := range t.Moves {
			if after, cost, ok := t.Apply(state, m); ok {
				next = append(next, after)
				if to := of(after); !slices.Equal(to, of(state)) {
					out = append(out, fmt.Sprint(to, cost))
				}
			}
		}
		slices.Sort(out)
		return slices.Compact(out), next
	}
	same := func(state []int64) []int64 { return state }
	state := from.Init
	require.Equal(t, f.Task.Init, f.Image(state))
	for range steps {
		to := f.Image(state)
		want, next := successors(from, state, f.Image)
		got, _ := successors(f.Task, to, same)
		require.Equal(t, want, got, "after %v, that is %v", state, to)
		require.Equal(t, from.Pool.Eval(from.Goal, state), f.Task.Pool.Eval(f.Task.Goal, to))
		require.Equal(t, from.Pool.Eval(from.Dead, state), f.Task.Pool.Eval(f.Task.Dead, to))
		for i, h := range from.Heuristics {
			if h.Value != task.None {
				require.Equal(t, from.Pool.Eval(h.Value, state), f.Task.Pool.Eval(f.Task.Heuristics[i].Value, to), h.Name)
			}
		}
		if len(next) == 0 {
			return
		}
		state = next[rnd.IntN(len(next))]
	}
}

// plans walks at random through a form, and turns the walk into one of the task.
func plans(t require.TestingT, f *normal.Form, from *task.Task, rnd *rand.Rand) {
	state, cost := f.Task.Init, int64(0)
	var moves []int
	for range 20 {
		var can []int
		for m := range f.Task.Moves {
			if _, _, ok := f.Task.Apply(state, m); ok {
				can = append(can, m)
			}
		}
		if len(can) == 0 {
			break
		}
		m := can[rnd.IntN(len(can))]
		next, c, _ := f.Task.Apply(state, m)
		state, cost, moves = next, cost+c, append(moves, m)
	}
	back, err := f.Plan(moves)
	require.NoError(t, err)
	require.Len(t, back, len(moves))
	first := from.Init
	for _, m := range back {
		next, c, ok := from.Apply(first, m)
		require.True(t, ok)
		first, cost = next, cost-c
	}
	require.Zero(t, cost)
	require.Equal(t, f.Task.Pool.Eval(f.Task.Goal, state), from.Pool.Eval(from.Goal, first))
}

func TestRandomTasks(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		from := sattest.RandomPuzzle(rt).Task
		if from.HasFree() || len(from.Moves) == 0 || !inside(from) {
			return
		}
		rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
		for _, f := range normal.Forms(from) {
			follow(rt, f, from, rnd, 15)
			plans(rt, f, from, rnd)
		}
	})
}

// inside reports whether no reachable state has a value outside its domain, as in tasks that were grounded.
func inside(t *task.Task) bool {
	seen := map[string]bool{}
	todo := [][]int64{t.Init}
	for len(todo) > 0 {
		state := todo[0]
		todo = todo[1:]
		for v, x := range state {
			if t.Vars[v].Place(x) < 0 {
				return false
			}
		}
		for m := range t.Moves {
			if next, _, ok := t.Apply(state, m); ok && !seen[fmt.Sprint(next)] {
				seen[fmt.Sprint(next)] = true
				todo = append(todo, next)
			}
		}
	}
	return true
}

func TestRandomTokens(t *testing.T) { followed(t, tokens) }

func TestRandomFlags(t *testing.T) { followed(t, flags) }

func TestRandomLines(t *testing.T) { followed(t, lines) }

// followed follows the forms of puzzles that are drawn.
func followed(t *testing.T, draw func(*rand.Rand) *task.Task) {
	t.Helper()
	rapid.Check(t, func(rt *rapid.T) {
		rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
		from := draw(rnd)
		require.True(rt, inside(from))
		for v := range from.Vars { // names need not say anything
			if seed := rnd.IntN(8); seed == 0 {
				from.Vars[v].Name = "v"
			} else if seed == 1 {
				from.Vars[v].Names = slices.Repeat([]string{"x"}, len(from.Vars[v].Names))
			}
		}
		for _, f := range normal.Forms(from) {
			follow(rt, f, from, rnd, 25)
			plans(rt, f, from, rnd)
		}
	})
}

// flags returns a puzzle in which tokens move on places, and some are held. A Boolean says for each place and token
// whether the token lies there, and one for each token whether it is held, or has left. Some moves keep at most one
// token on a place, or leave each token one place, and some do not.
func flags(rnd *rand.Rand) *task.Task {
	places, many := 2+rnd.IntN(3), 2+rnd.IntN(2)
	b := sattest.NewBuilder("flags")
	p := b.Pool
	number := func(e task.Expr) int { return int(p.Node(e).N) }
	array := func(name string, init func(i, k int) int64) (out [][]task.Expr) { // by token
		a := task.Array{Name: name}
		for i := range many {
			var of []task.Expr
			for k := range places {
				index := fmt.Sprintf("%s[%d, %d]", name, k, i)
				if name != "on" {
					index = fmt.Sprintf("%s[%d]", name, i)
				}
				if name == "on" || k == 0 {
					e := p.Bool(init(i, k) != 0)
					if rnd.IntN(12) > 0 || init(i, k) != 0 {
						e = p.Var(b.Variable(index, init(i, k), 0, 1))
					}
					of = append(of, e)
				}
			}
			out, a.Elems = append(out, of), append(a.Elems, of...)
		}
		b.Arrays = append(b.Arrays, a)
		return out
	}
	where := rnd.Perm(max(places, many))
	on := array("on", func(i, k int) int64 { return min(1, max(0, int64(1-(where[i]-k)*(where[i]-k)))) })
	held := array("held", func(i, _ int) int64 {
		if where[i] < places {
			return 0
		}
		return 1
	})
	sets := func(guard task.Expr, name string, pairs ...task.Expr) { // a variable, and its value
		var effects []task.Effect
		for k := 0; k < len(pairs); k += 2 {
			if p.Node(pairs[k]).Op != task.OpVar {
				return
			}
			effects = append(effects, sattest.Set(number(pairs[k]), pairs[k+1]))
		}
		slices.SortFunc(effects, func(a, b task.Effect) int { return a.Var - b.Var })
		b.Move(name, guard, slices.CompactFunc(effects, func(a, b task.Effect) bool { return a.Var == b.Var })...)
	}
	careless := rnd.IntN(3) == 0
	for i := range many {
		for k := range places {
			to := rnd.IntN(places)
			free := []task.Expr{on[i][k]}
			for other := range many {
				if !careless {
					free = append(free, p.Not(on[other][to]))
				}
			}
			sets(p.And(free...), fmt.Sprint("go ", i, k), on[i][k], task.False, on[i][to], task.True)
			if rnd.IntN(2) == 0 {
				sets(on[i][k], fmt.Sprint("take ", i, k), on[i][k], task.False, held[i][0], task.True)
				sets(p.And(append(free[1:], held[i][0])...), fmt.Sprint("put ", i, k),
					held[i][0], task.False, on[i][to], task.True)
			}
			if other := rnd.IntN(many); rnd.IntN(3) == 0 && other != i {
				sets(p.And(on[i][k], on[other][to]), fmt.Sprint("swap ", i, k), on[i][k], task.False, on[i][to], task.True,
					on[other][to], task.False, on[other][k], task.True)
			}
		}
	}
	if a, c := rnd.IntN(places), rnd.IntN(places); a != c { // what lies on two places is exchanged
		var pairs []task.Expr
		for i := range many {
			pairs = append(pairs, on[i][a], on[i][c], on[i][c], on[i][a])
		}
		sets(task.True, "exchange", pairs...)
	}
	var count []task.Expr
	for i := range many {
		b.Goal = p.And(b.Goal, p.Or(on[i][rnd.IntN(places)], held[i][0]))
		count = append(count, on[i][0])
	}
	b.Goal = p.And(b.Goal, p.Le(p.Add(count...), p.Const(1)))
	return b.Finish()
}

// lines returns a puzzle in which tokens move on a board. Two variables of a token are its row and its column. Some
// moves write one of them, some both, and some those of another token.
func lines(rnd *rand.Rand) *task.Task {
	rows, cols, many := 2+rnd.IntN(2), 2+rnd.IntN(3), 1+rnd.IntN(3)
	b := sattest.NewBuilder("lines")
	p := b.Pool
	where := rnd.Perm(rows * cols)
	array := func(name string, n int, init func(i int) int) (vars []int) {
		a := task.Array{Name: name}
		for i := range many {
			v := b.Variable(fmt.Sprintf("%s[%d]", name, i), int64(init(i)), sattest.UpTo(int64(n))...)
			vars, a.Elems = append(vars, v), append(a.Elems, p.Var(v))
		}
		b.Arrays = append(b.Arrays, a)
		return vars
	}
	row := array("row", rows, func(i int) int { return where[i] / cols })
	col := array("col", cols, func(i int) int { return where[i] % cols })
	heavy := rnd.IntN(2) == 0 // tokens do not meet
	for i := range many {
		to := [2]task.Expr{p.Var(row[i]), p.Var(col[i])}
		in := task.True
		if d := int64(2*rnd.IntN(2) - 1); rnd.IntN(2) == 0 {
			to[0] = p.Add(to[0], p.Const(d))
			in = p.And(p.Le(p.Const(0), to[0]), p.Lt(to[0], p.Const(int64(rows))))
		} else {
			to[1] = p.Mod(p.Add(to[1], p.Const(d+int64(cols))), p.Const(int64(cols)))
		}
		if rnd.IntN(3) == 0 && rows == cols { // a turn of the board
			to[0], to[1] = to[1], to[0]
		}
		for k := range many {
			if heavy && k != i {
				in = p.And(in, p.Not(p.And(p.Eq(to[0], p.Var(row[k])), p.Eq(to[1], p.Var(col[k])))))
			}
		}
		effects := []task.Effect{sattest.Set(row[i], to[0]), sattest.Set(col[i], to[1])}
		if rnd.IntN(3) == 0 {
			effects[0].Cond = p.Eq(p.Var(col[i]), p.Const(0))
		}
		b.Move(fmt.Sprint("go ", i), in, effects[rnd.IntN(2):]...)
		if k := rnd.IntN(many); k > i {
			b.Move(fmt.Sprint("swap ", i), p.Lt(p.Abs(p.Sub(p.Var(row[i]), p.Var(row[k]))), p.Const(2)),
				sattest.Set(row[i], p.Var(row[k])), sattest.Set(row[k], p.Var(row[i])),
				sattest.Set(col[i], p.Var(col[k])), sattest.Set(col[k], p.Var(col[i])))
		}
	}
	b.Goal = p.Le(p.Var(row[0]), p.Var(col[many-1]))
	return b.Finish()
}

// tokens returns a puzzle in which tokens move on a graph, in a form that is drawn. The variables say where each one
// is, or what lies on each place.
func tokens(rnd *rand.Rand) *task.Task {
	places := 3 + rnd.IntN(4)
	many := 2 + rnd.IntN(places-2)
	b := sattest.NewBuilder("tokens")
	p := b.Pool
	next := make([]int64, places) // of each place, along a cycle that is drawn
	for i, k := range rnd.Perm(places) {
		next[i] = int64(k)
	}
	where := rnd.Perm(places)
	vars := func(name string, n int, values []int64, init func(i int) int64) (out []task.Expr) {
		a := task.Array{Name: name}
		for i := range n {
			v := b.Variable(fmt.Sprintf("%s[%d]", name, i), init(i), values...)
			out = append(out, p.Var(v))
		}
		a.Elems = out
		b.Arrays = append(b.Arrays, a)
		return out
	}
	number := func(e task.Expr) int { return int(p.Node(e).N) }
	all := func(n int, f func(i int) task.Expr) []task.Expr {
		var out []task.Expr
		for i := range n {
			out = append(out, f(i))
		}
		return out
	}
	target := rnd.Perm(places)
	if rnd.IntN(2) == 0 { // where each token is
		at := vars("at", many, sattest.UpTo(int64(places)), func(i int) int64 { return int64(where[i]) })
		for i := range many {
			to := p.Select(at[i], all(places, func(k int) task.Expr { return p.Const(next[k]) })...)
			free := p.And(all(many, func(k int) task.Expr { return p.Or(p.Bool(k == i), p.Not(p.Eq(at[k], to))) })...)
			b.Move(fmt.Sprint("go ", i), free, sattest.Set(number(at[i]), to))
			if other := rnd.IntN(many); other != i {
				b.Move(fmt.Sprint("swap ", i), p.Eq(p.Const(next[0]), at[i]),
					sattest.Set(min(number(at[i]), number(at[other])), at[max(i, other)]),
					sattest.Set(max(number(at[i]), number(at[other])), at[min(i, other)]))
			}
		}
		b.Goal = p.And(all(many, func(i int) task.Expr {
			return p.Or(p.Eq(at[i], p.Const(int64(target[i]))), p.Eq(at[i], p.Const(int64(target[0]))))
		})...)
		return b.Finish()
	}
	on := vars("on", places, sattest.UpTo(int64(many)), func(i int) int64 { return int64(where[i]) % int64(many) })
	if rnd.IntN(2) == 0 { // the token 0 is found
		b.Arrays[0].Distinct = many == places
		at := p.Find(p.Const(0), on...)
		to := p.Select(at, all(places, func(k int) task.Expr { return p.Const(next[k]) })...)
		var effects []task.Effect
		for k := range places {
			here, there := p.Eq(at, p.Const(int64(k))), p.Eq(to, p.Const(int64(k)))
			effects = append(effects, task.Effect{
				Var: number(on[k]), Cond: p.Or(here, there), Value: p.Ite(there, p.Const(0), p.Select(to, on...)),
			})
		}
		b.Move("go", p.Le(p.Const(0), at), effects...)
	}
	for k := range places {
		b.Move(fmt.Sprint("turn ", k), p.Not(p.Eq(on[k], p.Const(int64(rnd.IntN(many))))),
			sattest.Set(min(number(on[k]), number(on[next[k]])), on[max(k, int(next[k]))]),
			sattest.Set(max(number(on[k]), number(on[next[k]])), on[min(k, int(next[k]))]))
	}
	b.Goal = p.And(all(places, func(k int) task.Expr { return p.Le(on[k], p.Const(int64(target[k]))) })...)
	return b.Finish()
}
