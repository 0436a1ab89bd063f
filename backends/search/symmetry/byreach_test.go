package symmetry

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/compiler/task"
)

// warehouse is a board that is its own mirror image. A man walks over the cells without crates.
func warehouse(rnd *rand.Rand, rows, cols int, mirrored bool) *task.Task {
	b := searchtest.NewBuilder("sokoban")
	p := b.Pool
	image := func(c int) int { return c - c%cols + cols - 1 - c%cols }
	var free, crate, where []task.Expr
	var g task.Graph
	var floor []int32
	walls := make([]bool, rows*cols)
	for c := range walls {
		if walls[c] = rnd.IntN(5) == 0; image(c) < c && mirrored {
			walls[c] = walls[image(c)]
		}
	}
	man := b.Variable("man", 0, searchtest.Span(rows*cols)...)
	for c, wall := range walls {
		where = append(where, p.Const(int64(image(c))))
		crate, free = append(crate, task.False), append(free, task.False)
		g.Next = append(g.Next, nil)
		if wall {
			continue
		}
		floor = append(floor, int32(c))
		crate[c] = b.Variable("crate", 0, 0, 1)
		free[c] = p.Not(crate[c])
		for _, d := range []int{c - 1, c - cols} {
			if d >= 0 && !walls[d] && (d == c-cols || c%cols > 0) {
				g.Next[c], g.Next[d] = append(g.Next[c], int32(d)), append(g.Next[d], int32(c))
			}
		}
	}
	p.Graphs = []task.Graph{g}
	for _, c := range floor {
		b.Symmetries = append(b.Symmetries, task.Symmetry{
			Name: "stroll", Guard: p.Reach(0, man, p.Const(int64(c)), free),
			Effects: []task.Effect{{Var: 0, Cond: task.True, Value: p.Const(int64(c))}},
		})
	}
	if mirrored {
		mirror := task.Symmetry{Name: "mirror", Guard: task.True, Effects: []task.Effect{
			{Var: 0, Cond: task.True, Value: p.Select(man, where...)},
		}}
		for v, c := range floor {
			mirror.Effects = append(mirror.Effects, task.Effect{Var: v + 1, Cond: task.True, Value: crate[image(int(c))]})
		}
		b.Symmetries = append(b.Symmetries, mirror)
	}
	b.Goal = task.False
	return b.Task
}

// TestRoams compares with descents.
func TestRoams(t *testing.T) {
	for seed := range uint64(60) {
		rnd := rand.New(rand.NewPCG(seed, 3))
		tk := warehouse(rnd, 4+rnd.IntN(7), 4+rnd.IntN(7), seed%3 > 0)
		sp := space.New(context.Background(), tk, true)
		st := make([]uint64, sp.Layout.Words)
		y, plain := New(sp, st), New(sp, st)
		require.NotNil(t, y.byReach)
		require.Len(t, y.group, 1+int(space.ToInt(seed%3 > 0)))
		plain.byReach = nil
		fast, slow := NewFolder(y), NewFolder(plain)
		x := space.NewExpander(sp)
		fast.Serve(x)
		for range 100 {
			for range 3 {
				v := rnd.IntN(len(tk.Vars))
				sp.Layout.Put(st, v, rnd.IntN(len(tk.Vars[v].Values)))
			}
			x.Parent.Load(st)
			x.Parent.Flood(y.byReach.flood, nil)
			v := 1 + rnd.IntN(len(tk.Vars)-1)
			sp.Layout.Put(st, v, rnd.IntN(2))
			a, b := slices.Clone(st), slices.Clone(st)
			x.Fold(a)
			slow.Fold(b)
			require.Equal(t, b, a)
			require.Subset(t, plain.Relied(), y.Relied())
		}
	}
}
