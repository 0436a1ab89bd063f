package sat

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/encode"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// hands has two counters and a hand. The hand chooses, at a cost, which counter counts. A gate shuts as soon as both
// counters are 1.
func hands(cost int64) *sattest.Builder {
	b := sattest.NewBuilder("hands")
	x, hand, y, gate := b.Variable("x", 0, 0, 1, 2), b.Variable("hand", 0, 0, 1), b.Variable("y", 0, 0, 1, 2),
		b.Variable("gate", 1, 0, 1)
	p := b.Pool
	for i, v := range []int{x, y} {
		below := p.Lt(p.Var(v), p.Const(2))
		shut := task.Effect{Var: gate, Cond: p.Eq(p.Add(p.Var(x), p.Var(y)), p.Const(1)), Value: task.False}
		b.Move(fmt.Sprintf("count(%d)", i), p.And(b.Is(hand, int64(i)), b.Is(gate, 1), below),
			sattest.Set(v, p.Add(p.Var(v), task.True)), shut)
	}
	b.Move("open", task.True, sattest.Set(gate, task.True))
	b.Move("change", b.Is(gate, 1), sattest.Set(hand, p.Sub(task.True, p.Var(hand))))
	b.Moves[3].Cost = p.Const(cost)
	b.Facts.UnitCost = false
	b.Goal = p.And(b.Is(x, 2), b.Is(y, 2))
	return b
}

func TestWhatCostsNothingIsLeftOut(t *testing.T) {
	for cost := range int64(3) {
		x := hands(cost)
		r := newRun(x.Task, backends.Options{})
		answer, err := r.report(context.Background())
		require.NoError(t, err)
		require.True(t, answer.Optimal)
		require.Equal(t, cheapest(x.Task), answer.Plans[0].Cost)
		require.Equal(t, cost == 0, len(r.back) == 1)
		_, err = reduced.Replay(x.Task, &answer.Plans[0]) // it is a plan of the task with the hand
		require.NoError(t, err)
	}
}

func TestWhatMovesAreCountedIsNotLeftOut(t *testing.T) {
	seven := 7
	for _, o := range []backends.Options{
		{Horizon: &seven},
		{MinHorizon: 1},
		{MaxHorizon: &seven},
		{All: true},
		{Parallel: true},
		{Encoding: encode.Textbook},
	} {
		r := newRun(hands(0).Task, o)
		_, err := r.report(context.Background())
		require.NoError(t, err)
		require.Empty(t, r.back)
	}
}

func TestWhatMattersIsNotLeftOut(t *testing.T) {
	const hand, gate = 1, 3
	leftOutOf := func(change func(b *sattest.Builder)) *reduced.LeftOut {
		b := hands(0)
		change(b)
		l, _ := reduced.LeaveOut(b.Task, hand, 100)
		return l
	}
	require.NotNil(t, leftOutOf(func(*sattest.Builder) {}))
	for what, change := range map[string]func(b *sattest.Builder){
		"the goal reads it": func(b *sattest.Builder) { b.Goal = b.Pool.And(b.Goal, b.Is(hand, 0)) },
		"always reads it": func(b *sattest.Builder) {
			b.Always = b.Pool.Or(b.Is(hand, 0),
				b.Is(gate, 1))
		},
		"the start reads it":             func(b *sattest.Builder) { b.InitCond = b.Is(hand, 0) },
		"changes need what moves do not": func(b *sattest.Builder) { b.Moves[3].Guard = b.Is(gate, 0) },
		"changes go one way":             func(b *sattest.Builder) { b.Moves[3].Effects[0].Value = task.True },
		"changes change more": func(b *sattest.Builder) {
			b.Moves[3].Effects = append(b.Moves[3].Effects, sattest.Set(gate, task.False))
		},
		"changes cost at times":  func(b *sattest.Builder) { b.Moves[3].Cost = b.Pool.Var(gate) },
		"changes depend on more": func(b *sattest.Builder) { b.Moves[3].Effects[0].Cond = b.Is(0, 0) },
		"a move may not be made": func(b *sattest.Builder) {
			b.Moves[2].Effects = []task.Effect{sattest.Set(hand, b.Pool.Var(0)), sattest.Set(gate, task.True)}
		},
	} {
		require.Nil(t, leftOutOf(change), what)
	}
}

// TestPlansWithFreeMovesAreOptimal draws puzzles in which moves of cost 0 change one variable alone, mostly wherever
// the others are made.
func TestPlansWithFreeMovesAreOptimal(t *testing.T) {
	drawn, taken := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		drawn++
		g := sattest.NewGenerator(rt, false)
		if len(g.Vars) == 1 {
			g.Variable("more", 0, 0, 1, 2)
		}
		g.DrawMoves(rapid.Bool().Draw(rt, "costs"))
		v := g.UpTo(len(g.Vars)-1, "free to change")
		other := (v + 1 + g.UpTo(len(g.Vars)-2, "beside")) % len(g.Vars)
		open := task.True
		if g.UpTo(1, "conditional") == 0 {
			open = g.Is(other, g.Vars[other].Values[0])
			for m := range g.Moves {
				if g.UpTo(9, "elsewhere") > 0 {
					g.Moves[m].Guard = g.Pool.And(g.Moves[m].Guard, open)
				}
			}
		}
		for i, k := range g.Vars[v].Values {
			if g.UpTo(19, "missing") == 0 {
				continue
			}
			from := task.True
			if g.UpTo(2, "in turn") == 0 {
				from = g.Is(v, g.Vars[v].Values[(i+1)%len(g.Vars[v].Values)])
			}
			g.Move(fmt.Sprintf("free%d", k), g.Pool.And(from, open), sattest.Set(v, g.Pool.Const(k)))
			g.Moves[len(g.Moves)-1].Cost = task.False
		}
		g.Goal = g.Is(other, g.Vars[other].Values[g.UpTo(len(g.Vars[other].Values)-1, "wanted")])
		if g.UpTo(3, "goal") == 0 {
			g.Goal = g.Boolean(1)
		}
		if g.UpTo(3, "always") == 0 {
			g.Always = g.Boolean(1)
			g.InitCond = g.Always
		}
		want, r := cheapest(g.Task), runOf(g, backends.Options{})
		answer, err := r.report(context.Background())
		require.NoError(rt, err)
		taken += len(r.back)
		if want < 0 {
			require.Equal(rt, backends.Unsolvable, answer.Status, answer.Reason)
			return
		}
		require.Equal(rt, backends.Solved, answer.Status, answer.Reason)
		require.GreaterOrEqual(rt, answer.Plans[0].Cost, want)
		if answer.Optimal {
			require.Equal(rt, want, answer.Plans[0].Cost)
		}
		_, err = reduced.Replay(g.Task, &answer.Plans[0])
		require.NoError(rt, err)
	})
	require.True(t, taken > 0 || drawn < 200, "no draw had such moves")
}
