package sat

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/task"
)

// equalThings draws a task with things that do the same, one after another or two at once, and a place that they share. Some
// of its symmetries are false: the start, the goal, a cost or a move tells the things apart.
func equalThings(rt *rapid.T) *generator {
	g := &generator{newBuilder("things"), rt}
	things, values := 2+g.upTo(1, "things"), int64(2+g.upTo(1, "values"))
	for k := range things {
		init := int64(0)
		if g.upTo(9, "begins elsewhere") == 0 {
			init = 1
		}
		g.variable(fmt.Sprintf("thing[%d]", k), init, upTo(values)...)
	}
	shared := g.variable("shared", 0, upTo(3)...)
	p := g.Pool
	moves := 1 + g.upTo(2, "moves")
	for m := range moves {
		from, to := int64(g.upTo(int(values)-1, "from")), int64(g.upTo(int(values)-1, "to"))
		before, after := int64(g.upTo(2, "shared before")), int64(g.upTo(2, "shared after"))
		cost := p.Const(int64(g.upTo(2, "cost")))
		if g.upTo(1, "cost by the shared place") == 0 {
			cost = p.Add(cost, p.Var(shared))
		}
		for k := range things {
			if g.upTo(14, "cannot") == 0 {
				continue
			}
			guard := p.And(g.is(k, from), g.is(shared, before))
			if g.upTo(14, "only beside another") == 0 {
				guard = p.And(guard, g.is((k+1)%things, from))
			}
			g.move(fmt.Sprintf("m%d(%d)", m, k), guard, set(k, p.Const(to)), set(shared, p.Const(after)))
			g.Moves[len(g.Moves)-1].Cost = cost
		}
	}
	g.move("turn", task.True, set(shared, p.Mod(p.Add(p.Var(shared), p.Const(1)), p.Const(3))))
	goal := []task.Expr{g.is(shared, int64(g.upTo(2, "goal")))}
	wanted := int64(g.upTo(int(values)-1, "wanted"))
	for k := range things {
		if g.upTo(9, "unwanted") > 0 {
			goal = append(goal, g.is(k, wanted))
		}
	}
	g.Goal = p.And(goal...)
	for k := range things {
		for o := range k {
			g.Symmetries = append(g.Symmetries, task.Symmetry{Name: "exchange", Guard: task.True, Effects: []task.Effect{set(o, p.Var(k)), set(k, p.Var(o))}})
		}
	}
	return g
}

// TestExchangesHideNoPlan compares with exhaustive search what is found where plans have images.
func TestExchangesHideNoPlan(t *testing.T) {
	used := 0
	rapid.Check(t, func(rt *rapid.T) {
		g := equalThings(rt)
		used += len(exchanges(g.Task))
		o := backends.Options{MinHorizon: max(0, g.upTo(5, "at least")-3)}
		want := cheapestFrom(g.Task, o.MinHorizon)
		r, err := g.run(o).report(context.Background())
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

// Balls are carried from room to room, one at a time; all that a symmetry must keep is changed once.
func TestExchangesAreProved(t *testing.T) {
	carried := func() *builder {
		b := newBuilder("balls")
		for range 3 {
			b.variable("ball", 0, 0, 1)
		}
		b.variable("room", 0, 0, 1)
		b.Goal = task.True
		for k := range 3 {
			for _, to := range []int64{0, 1} {
				b.move("carry", b.Pool.And(b.is(k, 1-to), b.is(3, 1-to)), set(k, b.Pool.Const(to)), set(3, b.Pool.Const(to)))
			}
			b.Goal = b.Pool.And(b.Goal, b.is(k, 1))
		}
		for _, pair := range [][2]int{{0, 1}, {1, 2}} {
			b.Symmetries = append(b.Symmetries, task.Symmetry{Name: "exchange", Guard: task.True, Effects: []task.Effect{
				set(pair[0], b.Pool.Var(pair[1])), set(pair[1], b.Pool.Var(pair[0])),
			}})
		}
		return b
	}
	require.Equal(t, []exchange{{1, 0, 2, 3}, {0, 2, 1, 3}}, exchanges(carried().Task))
	for name, change := range map[string]func(b *builder){
		"a start":    func(b *builder) { b.Init[0] = 1 },
		"a free one": func(b *builder) { b.Free[0] = true },
		"values":     func(b *builder) { b.Vars[0].Values = []int64{0, 1, 2} },
		"a goal":     func(b *builder) { b.Goal = b.Pool.And(b.is(1, 1), b.is(2, 1)) },
		"always":     func(b *builder) { b.Always = b.Pool.Or(b.is(0, 0), b.is(3, 1)) },
		"a cost":     func(b *builder) { b.Moves[0].Cost = b.Pool.Const(2) },
		"a guard":    func(b *builder) { b.Moves[0].Guard = b.Pool.And(b.Moves[0].Guard, b.is(1, 0)) },
		"an effect":  func(b *builder) { b.Moves[0].Effects = b.Moves[0].Effects[:1] },
		"a move":     func(b *builder) { b.Moves = b.Moves[1:] },
		"no other":   func(b *builder) { b.Symmetries[0].Effects = b.Symmetries[0].Effects[:1] },
	} {
		b := carried()
		change(b)
		found := exchanges(b.Task)
		require.NotContains(t, found, exchange{1, 0, 2, 3}, name)
	}
}
