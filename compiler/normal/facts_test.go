package normal_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/compiler/normal"
	"github.com/pzc-lang/pzc/compiler/task"
)

// holding walks at random, and compares what is proved with each state. It returns the number of facts that are other
// ones, and of sets of which one holds.
func holding(t require.TestingT, from *task.Task, rnd *rand.Rand, steps int) (same, sets int) {
	first, one := normal.Facts(from)
	state := from.Init
	for range steps {
		fact, earlier := 0, map[int]bool{}
		for v := range from.Vars {
			for _, x := range from.Vars[v].Values {
				holds := state[v] == x
				if fact < len(first) && first[fact] != fact {
					require.Equal(t, earlier[first[fact]], holds, "fact %d of %s in %v", fact, from.Vars[v].Name, state)
				}
				earlier[fact] = holds
				fact++
			}
		}
		for _, set := range one {
			sum := int64(0)
			for _, v := range set {
				sum += state[v]
			}
			require.EqualValues(t, 1, sum, "%v in %v", set, state)
		}
		var next [][]int64
		for m := range from.Moves {
			if after, _, ok := from.Apply(state, m); ok {
				next = append(next, after)
			}
		}
		if len(next) == 0 {
			break
		}
		state = next[rnd.IntN(len(next))]
	}
	for fact, f := range first {
		if f != fact {
			same++
		}
	}
	return same, len(one)
}

func TestFacts(t *testing.T) {
	same, sets := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
		from := sattest.RandomPuzzle(rt).Task
		switch rapid.IntRange(0, 2).Draw(rt, "kind") {
		case 0:
			from = tokens(rnd)
		case 1:
			from = marked(rnd)
		}
		if len(from.Moves) > 0 && !from.HasFree() && inside(from) {
			s, n := holding(rt, from, rnd, 40)
			same, sets = same+s, sets+n
		}
	})
	require.Positive(t, same)
	require.Positive(t, sets)
}

// marked returns a puzzle in which a marker walks: a Boolean for each place, the place itself, and perhaps a move that
// breaks what these have in common.
func marked(rnd *rand.Rand) *task.Task {
	places := 3 + rnd.IntN(3)
	b := sattest.NewBuilder("marked")
	p := b.Pool
	on, elems := make([]int, places), make([]task.Expr, places)
	for k := range places {
		elems[k] = p.Var(b.Variable(fmt.Sprintf("on[%d]", k), int64(0), 0, 1))
		on[k] = int(p.Node(elems[k]).N)
	}
	b.Init[on[0]] = 1
	b.Arrays = append(b.Arrays, task.Array{Name: "on", Elems: elems})
	at := b.Variable("at", 0, sattest.UpTo(int64(places))...)
	for k := range places {
		to := rnd.IntN(places)
		guard := p.Var(on[k])
		if rnd.IntN(3) == 0 {
			guard = p.Eq(p.Var(at), p.Const(int64(k)))
		}
		if to == k {
			continue
		}
		x, y := min(k, to), max(k, to)
		b.Move(fmt.Sprint("go ", k), guard, sattest.Set(on[x], p.Bool(to == x)), sattest.Set(on[y], p.Bool(to == y)),
			sattest.Set(at, p.Const(int64(to))))
	}
	if rnd.IntN(4) == 0 {
		b.Move("more", task.True, sattest.Set(on[rnd.IntN(places)], task.True))
	}
	b.Goal = p.Var(on[places-1])
	return b.Finish()
}
