package constraint

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/compiler/task"
)

// walk is an order of things that is sought: which things may stand at each place, and which may follow each thing.
type walk struct {
	*rand.Rand
	n     int
	at    [][]bool // by place and thing
	after [][]bool
}

func drawWalk(seed uint64) *walk {
	w := &walk{Rand: rand.New(rand.NewPCG(seed, 59)), n: 8 + int(seed%2)}
	for range w.n {
		var at, after []bool
		for range w.n {
			at, after = append(at, w.IntN(12) > 0), append(after, w.IntN(8) < 3)
		}
		w.at, w.after = append(w.at, at), append(w.after, after)
	}
	for range w.IntN(3) { // a place with one thing
		k := w.IntN(w.n)
		w.at[w.IntN(w.n)] = slices.Concat(make([]bool, k), []bool{true}, make([]bool, w.n-k-1))
	}
	return w
}

// count returns the number of orders.
func (w *walk) count(place, last int, used []bool) (n int64) {
	if place == w.n {
		return 1
	}
	for k := range w.n {
		if !used[k] && w.at[place][k] && (place == 0 || w.after[last][k]) {
			used[k] = true
			n += w.count(place+1, k, used)
			used[k] = false
		}
	}
	return n
}

// truths returns a task for the orders with a Boolean for each place and thing.
func (w *walk) truths() *task.Task {
	t := &task.Task{Always: task.True, Dead: task.False, InitCond: task.True}
	t.Pool = task.NewPool(func(v int) []int64 { return t.Vars[v].Values })
	p := t.Pool
	var said []task.Expr
	is := make([][]task.Expr, w.n)
	for i := range w.n {
		for k := range w.n {
			is[i] = append(is[i], task.False)
			if w.at[i][k] {
				t.Vars = append(t.Vars, task.Var{Name: fmt.Sprint(i, k), Values: []int64{0, 1}, Names: make([]string, 2)})
				t.Init, t.Free = append(t.Init, 0), append(t.Free, true)
				is[i][k] = p.Var(len(t.Vars) - 1)
			}
		}
	}
	for i := range w.n {
		var things []task.Expr
		for k := range w.n {
			things = append(things, is[k][i])
			var before []task.Expr
			for j := range w.n {
				if i > 0 && w.after[j][k] {
					before = append(before, is[i-1][j])
				}
			}
			if i > 0 {
				said = append(said, p.Or(append(before, p.Not(is[i][k]))...))
			}
		}
		said = append(said, p.Eq(p.Add(is[i]...), p.Const(1)), p.Eq(p.Add(things...), p.Const(1)))
	}
	t.Goal = p.And(said...)
	return t
}

// write returns a task for the orders: by the thing at each place, or by the place of each thing.
func (w *walk) write(places bool) *task.Task {
	t := &task.Task{Always: task.True, Dead: task.False}
	t.Pool = task.NewPool(func(v int) []int64 { return t.Vars[v].Values })
	p := t.Pool
	all := make([]int64, w.n)
	for i := range all {
		all[i] = int64(i)
	}
	var xs, said []task.Expr
	for i := range w.n {
		may := func(k int) bool { return places && w.at[k][i] || !places && w.at[i][k] }
		only, several := -1, false
		for k := range w.n {
			if may(k) {
				several, only = only >= 0, k
			}
		}
		if only >= 0 && !several && w.IntN(2) == 0 {
			xs = append(xs, p.Const(int64(only)))
			continue
		}
		v := len(t.Vars)
		t.Vars = append(t.Vars, task.Var{Name: fmt.Sprint("x", i), Values: all, Names: make([]string, w.n)})
		t.Init, t.Free = append(t.Init, 0), append(t.Free, true)
		xs = append(xs, p.Var(v))
		for k := range w.n {
			if !may(k) {
				said = append(said, p.Not(p.Eq(p.Var(v), p.Const(int64(k)))))
			}
		}
	}
	if w.IntN(2) == 0 {
		said = append(said, p.Distinct(xs...))
	} else {
		for i, x := range xs {
			for _, y := range xs[:i] {
				said = append(said, p.Not(p.Eq(x, y)))
			}
		}
	}
	step := int64(1)
	if w.IntN(2) == 0 {
		step = -1
	}
	for i := range w.n {
		var some []task.Expr
		switch {
		case places:
			end := int64(w.n-1) * (1 + step) / 2
			some = append(some, p.Eq(xs[i], p.Const(end)))
			for j := range w.n {
				if i != j && (step > 0 && w.after[i][j] || step < 0 && w.after[j][i]) {
					some = append(some, p.Eq(xs[j], p.Add(xs[i], p.Const(step))))
				}
			}
		case i == 0:
			continue
		default:
			for a := range w.n {
				for b := range w.n {
					if w.after[a][b] {
						some = append(some, p.And(p.Eq(xs[i-1], p.Const(int64(a))), p.Eq(xs[i], p.Const(int64(b)))))
					}
				}
			}
		}
		said = append(said, p.Or(some...))
	}
	t.InitCond, t.Goal = task.True, p.And(said...)
	return t
}

// A tour has as many orders in each form, with the views that are made for it and without.
func TestTours(t *testing.T) {
	rewritten := map[string]int{}
	for seed := range uint64(150) {
		w := drawWalk(seed)
		n := w.count(0, 0, make([]bool, w.n))
		for form, tk := range map[string]*task.Task{
			"things": w.write(false), "places": w.write(true), "truths": w.truths(),
		} {
			for _, without := range []technique.Set{nil, {"globals"}} {
				r, err := Backend{}.Solve(context.Background(), tk, backends.Options{Count: true, Without: without})
				require.NoError(t, err)
				if n == 0 {
					require.Equal(t, backends.Unsolvable, r.Status, "seed %d, %s, without %v", seed, form, without)
					continue
				}
				require.Equal(t, n, r.Count.Int64(), "seed %d, %s, without %v", seed, form, without)
			}
			if tk.HasFree() && n > 0 {
				r := &run{ctx: context.Background(), task: tk, result: &backends.Result{}}
				require.NoError(t, r.build(1<<40))
				if len(r.posed.more) > 0 {
					rewritten[form]++
				}
			}
		}
	}
	for _, form := range []string{"things", "places", "truths"} {
		require.Greater(t, rewritten[form], 30, form)
	}
}

// A variable may be 0 or 1 by what a variable declared after it is: x = 1 - y, for each order of the variables.
func TestDeterminedByLater(t *testing.T) {
	for _, order := range [][]int{{0, 1, 2}, {1, 0, 2}, {2, 1, 0}} {
		tk := &task.Task{Always: task.True, Dead: task.False, InitCond: task.True}
		tk.Pool = task.NewPool(func(v int) []int64 { return tk.Vars[v].Values })
		for i := range 3 {
			tk.Vars = append(tk.Vars, task.Var{Name: fmt.Sprintf("x[%d]", i), Values: []int64{0, 1, 2}, State: i})
			tk.Init, tk.Free = append(tk.Init, 0), append(tk.Free, true)
		}
		p := tk.Pool
		x, y, z := p.Var(order[0]), p.Var(order[1]), p.Var(order[2])
		tk.Goal = p.And(p.Lt(x, y), p.Distinct(x, y, z), p.Eq(p.Add(x, y), p.Const(1)))
		r, err := Backend{}.Solve(context.Background(), tk, backends.Options{Count: true})
		require.NoError(t, err)
		require.Equal(t, backends.Solved, r.Status, "%v", order)
		require.Equal(t, int64(1), r.Count.Int64(), "%v", order)
	}
}
