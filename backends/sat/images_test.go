package sat

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// equalThings draws a task with things that do the same, one after another or two at once, and a place that they share.
// Some of its symmetries are false: the start, the goal, a cost or a move tells the things apart.
func equalThings(rt *rapid.T) *sattest.Generator {
	g := &sattest.Generator{Builder: sattest.NewBuilder("things"), T: rt}
	things, values := 2+g.UpTo(1, "things"), int64(2+g.UpTo(1, "values"))
	for k := range things {
		init := int64(0)
		if g.UpTo(9, "begins elsewhere") == 0 {
			init = 1
		}
		g.Variable(fmt.Sprintf("thing[%d]", k), init, sattest.UpTo(values)...)
	}
	shared := g.Variable("shared", 0, sattest.UpTo(3)...)
	p := g.Pool
	moves := 1 + g.UpTo(2, "moves")
	for m := range moves {
		from, to := int64(g.UpTo(int(values)-1, "from")), int64(g.UpTo(int(values)-1, "to"))
		before, after := int64(g.UpTo(2, "shared before")), int64(g.UpTo(2, "shared after"))
		cost := p.Const(int64(g.UpTo(2, "cost")))
		if g.UpTo(1, "cost by the shared place") == 0 {
			cost = p.Add(cost, p.Var(shared))
		}
		for k := range things {
			if g.UpTo(14, "cannot") == 0 {
				continue
			}
			guard := p.And(g.Is(k, from), g.Is(shared, before))
			if g.UpTo(14, "only beside another") == 0 {
				guard = p.And(guard, g.Is((k+1)%things, from))
			}
			g.Move(fmt.Sprintf("m%d(%d)", m, k), guard, sattest.Set(k, p.Const(to)),
				sattest.Set(shared, p.Const(after)))
			g.Moves[len(g.Moves)-1].Cost = cost
		}
	}
	g.Move("turn", task.True, sattest.Set(shared, p.Mod(p.Add(p.Var(shared), p.Const(1)), p.Const(3))))
	goal := []task.Expr{g.Is(shared, int64(g.UpTo(2, "goal")))}
	wanted := int64(g.UpTo(int(values)-1, "wanted"))
	for k := range things {
		if g.UpTo(9, "unwanted") > 0 {
			goal = append(goal, g.Is(k, wanted))
		}
	}
	g.Goal = p.And(goal...)
	for k := range things {
		for o := range k {
			g.Symmetries = append(g.Symmetries,
				task.Symmetry{
					Name: "exchange", Guard: task.True,
					Effects: []task.Effect{sattest.Set(o, p.Var(k)), sattest.Set(k, p.Var(o))},
				})
		}
	}
	return g
}

// renamedThings draws a task in which two of four values mean the same in all things, as it is in the image of each
// move. Some of that is false.
func renamedThings(rt *rapid.T) *sattest.Generator {
	g := &sattest.Generator{Builder: sattest.NewBuilder("renamed"), T: rt}
	p := g.Pool
	things, codes := 1+g.UpTo(2, "things"), []int64{0, 1, 2, 3}
	if g.UpTo(2, "gaps") == 0 {
		codes = []int64{-3, 1, 2, 7}
	}
	first, a, b, last := codes[0], codes[1], codes[2], codes[3]
	image := map[int64]int64{first: first, a: b, b: a, last: last}
	for k := range things {
		init := first
		if g.UpTo(19, "begins elsewhere") == 0 {
			init = a
		}
		g.Variable(fmt.Sprintf("thing[%d]", k), init, codes...)
	}
	turned := func(v int) task.Expr {
		return p.Ite(g.Is(v, a), p.Const(b), p.Ite(g.Is(v, b), p.Const(a), p.Var(v)))
	}
	goal := []task.Expr{}
	for k := range things {
		goal = append(goal, g.Is(k, last))
	}
	if g.UpTo(9, "another goal") == 0 {
		goal[0] = g.Is(0, a)
	}
	g.Goal = p.And(goal...)
	for m := range 2 + g.UpTo(4, "moves") {
		k, from, to := g.UpTo(things-1, "thing"), codes[g.UpTo(3, "from")], codes[g.UpTo(3, "to")]
		guard, cost := g.Is(k, from), p.Const(int64(g.UpTo(2, "cost")))
		other := g.UpTo(things-1, "other")
		switch g.UpTo(5, "other thing") {
		case 0:
			guard = p.And(guard, p.Not(p.Eq(p.Var(k), p.Var(other))))
		case 1:
			guard = p.And(guard, p.Not(g.Is(other, to)))
		case 2:
			cost = p.Ite(p.Eq(p.Var(other), p.Const(from)), cost, p.Const(1))
		}
		effect := sattest.Set(k, p.Const(to))
		if g.UpTo(5, "both turn") == 0 {
			effect.Value = p.Ite(p.Eq(p.Var(other), p.Const(from)), p.Const(to), p.Var(k))
		}
		g.Move(fmt.Sprint("m", m), guard, effect)
		g.Moves[len(g.Moves)-1].Cost = cost
		if g.UpTo(19, "has no image") == 0 || image[from] == from && image[to] == to &&
			g.UpTo(3, "is its own image") > 0 {
			continue
		}
		memo := map[task.Expr]task.Expr{}
		effect.Value = p.Rebuild(effect.Value, turned, memo)
		effect.Value = p.Ite(p.Eq(effect.Value, p.Const(a)), p.Const(b),
			p.Ite(p.Eq(effect.Value, p.Const(b)), p.Const(a), effect.Value))
		g.Move(fmt.Sprint("image", m), p.Rebuild(guard, turned, memo), effect)
		g.Moves[len(g.Moves)-1].Cost = p.Rebuild(cost, turned, memo)
	}
	y := task.Symmetry{Name: "rename", Guard: task.True}
	for k := range things {
		y.Effects = append(y.Effects, sattest.Set(k, turned(k)))
	}
	g.Symmetries = append(g.Symmetries, y)
	if things > 1 {
		y := task.Symmetry{Name: "rename and exchange", Guard: task.True, Effects: slices.Clone(y.Effects)}
		y.Effects[0], y.Effects[1] = sattest.Set(0, turned(1)), sattest.Set(1, turned(0))
		g.Symmetries = append(g.Symmetries, y)
	}
	return g
}

// TestImagesHideNoPlan compares with exhaustive search what is found where plans have images.
func TestImagesHideNoPlan(t *testing.T) {
	for name, draw := range map[string]func(*rapid.T) *sattest.Generator{
		"equal":   equalThings,
		"renamed": renamedThings,
	} {
		t.Run(name, func(t *testing.T) { hideNoPlan(t, draw) })
	}
}

func hideNoPlan(t *testing.T, draw func(*rapid.T) *sattest.Generator) {
	used := 0
	rapid.Check(t, func(rt *rapid.T) {
		g := draw(rt)
		used += len(reduced.Automorphisms(g.Task))
		o := backends.Options{MinHorizon: max(0, g.UpTo(5, "at least")-3)}
		want := sattest.CheapestFrom(g.Task, o.MinHorizon)
		r, err := runOf(g, o).report(context.Background())
		require.NoError(rt, err)
		require.Empty(rt, r.ReliesOn)
		require.Equal(rt, want >= 0, r.Status == backends.Solved, r.Reason)
		if r.Status == backends.Solved {
			require.GreaterOrEqual(rt, r.Plans[0].Cost, want)
		}
		if r.Optimal {
			require.Equal(rt, want, r.Plans[0].Cost)
		}
	})
	require.Positive(t, used)
}
