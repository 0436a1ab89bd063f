package sat

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// symmetric draws a task whose goal an exchange of variables, a mirror of values, or both leave as it is.
func symmetric(t *rapid.T) *sattest.Generator {
	g := &sattest.Generator{Builder: sattest.NewBuilder("symmetric"), T: t}
	g.Pool.Graphs = []task.Graph{{Next: [][]int32{{1, 4}, {0, 2}, {1, 3}, {2, 4, 0}, {3, 0}}}}
	n, top := 2+g.UpTo(2, "variables"), int64(1+g.UpTo(2, "values"))
	for range n {
		g.Choice("v", sattest.UpTo(top+1)...)
	}
	p := g.Pool
	goal := g.Boolean(3)
	for range 1 + g.UpTo(1, "symmetries") {
		mirrored, shift := g.UpTo(1, "mirrored") == 0, g.UpTo(1, "exchanged")
		image := make([]task.Expr, n)
		for v := range image {
			image[v] = p.Var(v)
			if v < 2 && shift == 1 {
				image[v] = p.Var(1 - v)
			}
			if mirrored {
				image[v] = p.Sub(p.Const(top), image[v])
			}
		}
		y := task.Symmetry{Name: "image", Guard: task.True}
		for v, x := range image {
			y.Effects = append(y.Effects, task.Effect{Var: v, Cond: task.True, Value: x})
		}
		if g.UpTo(2, "guarded") == 0 { // what holds always holds there, too
			y.Guard = g.Boolean(1)
		}
		g.Symmetries = append(g.Symmetries, y)
	}
	for range 4 { // the closure under both symmetries, which commute
		for _, y := range g.Symmetries {
			image := func(v int) task.Expr { return y.Effects[v].Value }
			goal = p.And(goal, p.Rebuild(goal, image, map[task.Expr]task.Expr{}))
		}
	}
	g.Goal = goal
	return g
}

func TestSymmetriesHideNoPuzzle(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := symmetric(rt)
		want := len(projected(g, nil))
		for _, o := range []backends.Options{{}, {NoSymmetry: true}} {
			r, err := runOf(g, o).report(context.Background())
			require.NoError(rt, err)
			require.Equal(rt, want > 0, r.Status == backends.Solved)
			if o.NoSymmetry {
				require.Empty(rt, r.ReliesOn)
			}
		}
		r, err := runOf(g, backends.Options{All: true}).report(context.Background())
		require.NoError(rt, err)
		require.Len(rt, r.Plans, want)
	})
}

// Five pigeons do not find a hole each among four; holes can be exchanged.
func TestSymmetryIsNamed(t *testing.T) {
	b := sattest.NewBuilder("pigeons")
	p := b.Pool
	var holes []task.Expr
	for range 5 {
		holes = append(holes, p.Var(b.Choice("hole", sattest.UpTo(4)...)))
	}
	b.Goal = p.Distinct(holes...)
	for a := range int64(3) {
		y := task.Symmetry{Name: "exchange", Guard: task.True}
		for v := range holes {
			x := p.Var(v)
			other := p.Ite(p.Eq(x, p.Const(a)), p.Const(a+1), p.Ite(p.Eq(x, p.Const(a+1)), p.Const(a), x))
			y.Effects = append(y.Effects, task.Effect{Var: v, Cond: task.True, Value: other})
		}
		b.Symmetries = append(b.Symmetries, y)
	}
	r, err := Backend{}.Solve(context.Background(), b.Task, backends.Options{})
	require.NoError(t, err)
	require.Equal(t, backends.Unsolvable, r.Status)
	require.Equal(t, []string{"symmetry exchange"}, r.ReliesOn)
	r, err = Backend{}.Solve(context.Background(), b.Task, backends.Options{NoSymmetry: true})
	require.NoError(t, err)
	require.Empty(t, r.ReliesOn)
}
