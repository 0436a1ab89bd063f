package reduced

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Balls are carried from room to room, one at a time; all that a symmetry must keep is changed once.
func TestAutomorphismsAreProved(t *testing.T) {
	carried := func() *sattest.Builder {
		b := sattest.NewBuilder("balls")
		for range 3 {
			b.Variable("ball", 0, 0, 1)
		}
		b.Variable("room", 0, 0, 1)
		b.Goal = task.True
		for k := range 3 {
			for _, to := range []int64{0, 1} {
				b.Move("carry", b.Pool.And(b.Is(k, 1-to), b.Is(3, 1-to)), sattest.Set(k, b.Pool.Const(to)),
					sattest.Set(3, b.Pool.Const(to)))
			}
			b.Goal = b.Pool.And(b.Goal, b.Is(k, 1))
		}
		for _, pair := range [][2]int{{0, 1}, {1, 2}} {
			b.Symmetries = append(b.Symmetries,
				task.Symmetry{Name: "exchange", Guard: task.True, Effects: []task.Effect{
					sattest.Set(pair[0], b.Pool.Var(pair[1])), sattest.Set(pair[1], b.Pool.Var(pair[0])),
				}})
		}
		return b
	}
	from := func(b *sattest.Builder) (out [][]int) {
		for _, x := range Automorphisms(b.Task) {
			out = append(out, x.From)
		}
		return out
	}
	require.Equal(t, [][]int{{1, 0, 2, 3}, {0, 2, 1, 3}, {2, 0, 1, 3}, {1, 2, 0, 3}, {2, 1, 0, 3}}, from(carried()))
	for name, change := range map[string]func(b *sattest.Builder){
		"a start":    func(b *sattest.Builder) { b.Init[0] = 1 },
		"a free one": func(b *sattest.Builder) { b.Free[0] = true },
		"values":     func(b *sattest.Builder) { b.Vars[0].Values = []int64{0, 1, 2} },
		"a goal":     func(b *sattest.Builder) { b.Goal = b.Pool.And(b.Is(1, 1), b.Is(2, 1)) },
		"always":     func(b *sattest.Builder) { b.Always = b.Pool.Or(b.Is(0, 0), b.Is(3, 1)) },
		"a cost":     func(b *sattest.Builder) { b.Moves[0].Cost = b.Pool.Const(2) },
		"a guard":    func(b *sattest.Builder) { b.Moves[0].Guard = b.Pool.And(b.Moves[0].Guard, b.Is(1, 0)) },
		"an effect":  func(b *sattest.Builder) { b.Moves[0].Effects = b.Moves[0].Effects[:1] },
		"a move":     func(b *sattest.Builder) { b.Moves = b.Moves[1:] },
		"no other":   func(b *sattest.Builder) { b.Symmetries[0].Effects = b.Symmetries[0].Effects[:1] },
	} {
		b := carried()
		change(b)
		require.NotContains(t, from(b), []int{1, 0, 2, 3}, name)
	}
}

// A man goes through one of two doors to the other side of a wall; all that a symmetry must keep is changed once.
func TestRenamedValuesAreProved(t *testing.T) {
	const here, left, right, there = 0, 1, 2, 3
	doors := func() *sattest.Builder {
		b := sattest.NewBuilder("doors")
		p := b.Pool
		man, dog := b.Variable("man", here, sattest.UpTo(4)...), b.Variable("dog", here, sattest.UpTo(4)...)
		for _, door := range []int64{left, right} {
			for _, who := range []int{man, dog} {
				b.Move("enter", p.And(b.Is(who, here), p.Not(b.Is(1-who, door))), sattest.Set(who, p.Const(door)))
				b.Move("leave", b.Is(who, door), sattest.Set(who, p.Const(there)))
				b.Moves[len(b.Moves)-1].Cost = p.Ite(p.Eq(p.Var(man), p.Var(dog)), p.Const(2), p.Const(1))
			}
		}
		b.Goal = p.And(b.Is(man, there), b.Is(dog, there))
		other := func(v int) task.Effect {
			return sattest.Set(v, p.Select(p.Var(v), p.Const(here), p.Const(right), p.Const(left), p.Const(there)))
		}
		b.Symmetries = []task.Symmetry{{
			Name: "doors", Guard: task.True,
			Effects: []task.Effect{other(man), other(dog)},
		}}
		return b
	}
	require.Equal(t, []*Automorphism{{From: []int{0, 1}, as: [][]int{{0, 2, 1, 3}, {0, 2, 1, 3}}}},
		Automorphisms(doors().Task))
	for name, change := range map[string]func(b *sattest.Builder){
		"a start":   func(b *sattest.Builder) { b.Init[0] = left },
		"a goal":    func(b *sattest.Builder) { b.Goal = b.Pool.Or(b.Goal, b.Is(0, left)) },
		"always":    func(b *sattest.Builder) { b.Always = b.Pool.Not(b.Pool.And(b.Is(0, left), b.Is(1, here))) },
		"a cost":    func(b *sattest.Builder) { b.Moves[1].Cost = b.Pool.Const(1) },
		"a guard":   func(b *sattest.Builder) { b.Moves[0].Guard = b.Is(0, here) },
		"an effect": func(b *sattest.Builder) { b.Moves[0].Effects[0].Value = b.Pool.Const(right) },
		"a move":    func(b *sattest.Builder) { b.Moves = b.Moves[1:] },
		"one alone": func(b *sattest.Builder) { b.Symmetries[0].Effects = b.Symmetries[0].Effects[1:] },
		"two as one": func(b *sattest.Builder) {
			b.Symmetries[0].Effects[0].Value = b.Pool.Select(b.Pool.Var(0), b.Pool.Const(here), b.Pool.Const(right),
				b.Pool.Const(right), b.Pool.Const(there))
		},
	} {
		b := doors()
		change(b)
		require.Empty(t, Automorphisms(b.Task), name)
	}
}
