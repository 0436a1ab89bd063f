package prune

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends/search/librarytest"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/compiler/task"
)

// reachPruned explores like explore, but leaves out what the automaton cuts: least costs and fewest moves by state.
func reachPruned(t *task.Task, starts [][]int64, p *Automaton) (cost map[string]int64, moves map[string]int) {
	type node struct {
		state []int64
		last  int32
	}
	cost, moves = map[string]int64{}, map[string]int{}
	at := func(n node) string { return fmt.Sprint(n.last, searchtest.Key(n.state)) }
	bestCost, bestMoves := map[string]int64{}, map[string]int{}
	var queue []node
	reach := func(n node, c int64, d int) {
		k := at(n)
		oldCost, seen := bestCost[k]
		if oldMoves := bestMoves[k]; seen && oldCost <= c && oldMoves <= d {
			return
		} else if seen {
			c, d = min(c, oldCost), min(d, oldMoves)
		}
		bestCost[k], bestMoves[k] = c, d
		s := searchtest.Key(n.state)
		if old, ok := cost[s]; !ok || c < old {
			cost[s] = c
		}
		if old, ok := moves[s]; !ok || d < old {
			moves[s] = d
		}
		queue = append(queue, n)
	}
	for _, s := range starts {
		reach(node{s, 0}, 0, 0)
	}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		for m := range t.Moves {
			to := p.After(n.last, int32(m))
			if to == Cut {
				continue
			}
			if next, c, ok := t.Apply(n.state, m); ok {
				reach(node{next, to}, bestCost[at(n)]+c, bestMoves[at(n)]+1)
			}
		}
	}
	return cost, moves
}

// TestPruningKeepsDistances: without the redundant sequences each state is still reached as cheaply, and in as few
// moves.
func TestPruningKeepsDistances(t *testing.T) {
	cuts := 0
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomPlain(rt)
		if rapid.IntRange(0, 2).Draw(rt, "any operators") == 0 {
			tk = searchtest.RandomTask(rt, false)
		}
		ref := searchtest.Explore(tk)
		sp := space.New(context.Background(), tk, true)
		for _, mode := range []preference{lowerNumbers, higherNumbers, cheaper} {
			words := redundant(context.Background(), sp, mode)
			p := build(len(tk.Moves), words, nil)
			if p == nil {
				continue
			}
			cuts++
			cost, moves := reachPruned(tk, ref.Starts, p)
			require.Equal(rt, ref.Cost, cost, "%v without %v", mode, words)
			require.Equal(rt, ref.Moves, moves, "%v without %v", mode, words)
		}
	})
	require.Positive(t, cuts)
}

// TestTrustedPrunings: what holds together in some order of its own gets into no circle with what a cheaper sequence
// replaces.
func TestTrustedPrunings(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomPlain(rt)
		ref := searchtest.Explore(tk)
		sp := space.New(context.Background(), tk, true)
		words := redundant(context.Background(), sp, cheaper)
		for _, w := range redundant(context.Background(), sp,
			rapid.SampledFrom([]preference{lowerNumbers, higherNumbers}).Draw(rt, "order")) {
			if rapid.Bool().Draw(rt, "declared") {
				words = append(words, w)
			}
		}
		if p := build(len(tk.Moves), words, nil); p != nil {
			cost, _ := reachPruned(tk, ref.Starts, p)
			require.Equal(rt, ref.Cost, cost, "without %v", words)
		}
	})
}

// TestAutomatonCutsSequences compares the automaton with a plain search for the sequences.
func TestAutomatonCutsSequences(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		moves := rapid.IntRange(1, 4).Draw(rt, "moves")
		move := rapid.Int32Range(0, int32(moves-1))
		words := rapid.SliceOfN(rapid.SliceOfN(move, 1, 4), 1, 5).Draw(rt, "words")
		p := build(moves, words, nil)
		path := []int32{}
		last := int32(0)
		for _, m := range rapid.SliceOfN(move, 0, 30).Draw(rt, "path") {
			ends := false
			for _, w := range words {
				ends = ends || endsWith(append(path[:len(path):len(path)], m), w)
			}
			to := p.After(last, m)
			require.Equal(rt, ends, to == Cut, "%v then %d without %v", path, m, words)
			require.Equal(rt, !ends, p.Row(last)[0]>>m&1 != 0)
			if to != Cut {
				path, last = append(path, m), to
			}
		}
	})
}

func endsWith(path, w []int32) bool {
	if len(path) < len(w) {
		return false
	}
	for i := range w {
		if path[len(path)-len(w)+i] != w[i] {
			return false
		}
	}
	return true
}

// branching is the mean number of moves that the automaton leaves, in the long run, where all moves can always be made.
func (p *Automaton) branching() float64 {
	n := p.states()
	weight := make([]float64, n)
	weight[0] = 1
	growth := 0.0
	for range 200 {
		next := make([]float64, n)
		growth = 0
		for s, w := range weight {
			for m := range p.moves {
				if to := p.After(int32(s), int32(m)); to != Cut {
					next[to] += w
					growth += w
				}
			}
		}
		for s := range next {
			next[s] /= growth
		}
		weight = next
	}
	return growth
}

// The sliding tiles: only the move back is redundant.
func TestPruningOfTiles(t *testing.T) {
	tk := searchtest.Tiles(3, 3, 8, 6, 7, 2, 5, 4, 3, 0, 1)
	words := redundant(context.Background(), space.New(context.Background(), tk, true), lowerNumbers)
	require.Len(t, words, len(tk.Moves))
	for _, w := range words {
		require.Len(t, w, 2)
		require.Equal(t, tk.Moves[w[0]].Effects[0].Var, tk.Moves[w[1]].Effects[1].Var)
	}
}

// Two turns of one face are one, and turns of faces that have nothing in common can be exchanged: the same as in the
// cube.
func TestPruningOfTurns(t *testing.T) {
	start := []int64{1, 2, 3, 0, 5, 6, 7, 4, 8}
	tk := searchtest.Turns(9, start, searchtest.Span(9), []int{4, 4}, [][]int{{0, 1, 2, 3}}, [][]int{{4, 5, 6, 7}})
	sp := space.New(context.Background(), tk, true)
	p := New(context.Background(), sp)
	require.Empty(t, p.Promises)
	require.Equal(t, 6, bits.OnesCount64(p.Row(0)[0]))
	require.Equal(t, 3, bits.OnesCount64(p.Row(p.After(0, 0))[0]),
		"after a turn of the first face only the second is left")
	require.Zero(t, bits.OnesCount64(p.Row(p.After(0, 3))[0]), "after a turn of the second face nothing is left")
}

// What is declared is taken on trust where it is not found redundant, and only then.
func TestDeclaredPrunings(t *testing.T) {
	start := []int64{1, 2, 3, 0, 5, 6, 7, 4, 8}
	two := func() *task.Task {
		return searchtest.Turns(9, start, searchtest.Span(9), []int{4, 4}, [][]int{{0, 1, 2, 3}}, [][]int{{4, 5, 6, 7}})
	}
	var up, down, odd [][]int32
	for a := range int32(3) {
		for b := int32(3); b < 6; b++ {
			up, down = append(up, []int32{a, b}), append(down, []int32{b, a})
		}
	}
	odd = append(odd, up[0], down[1])
	for name, sequences := range map[string][][]int32{"up": up, "down": down, "odd": odd} {
		tk := two()
		tk.Prunings = []task.Pruning{{Name: "prune 1", Sequences: sequences}}
		p := New(context.Background(), space.New(context.Background(), tk, true))
		require.Equal(t, name == "odd", p.Promises != nil, name)
		for _, s := range sequences {
			require.Equal(t, int32(Cut), p.After(p.After(0, s[0]), s[1]), name)
		}
	}
}

// TestDifferentValues: what is known of a state does not hold one value twice where an array holds no value twice.
func TestDifferentValues(t *testing.T) {
	tk, in := searchtest.Arrays()
	c := newComposer(space.New(t.Context(), tk, true), 1000)
	for u := range int32(len(in)) {
		for v := range int32(len(in)) {
			if u == v {
				continue
			}
			differ := in[u] != 0 && in[u] == in[v]
			_, ok := c.learnValue([]known{{u, 3}}, known{v, 3})
			require.Equal(t, !differ, ok, "%d and %d are 3", u, v)
			ks, ok := c.learnValue([]known{{u, 3}}, known{v, 4})
			require.True(t, ok, "%d is 3 and %d is 4", u, v)
			require.Len(t, ks, 2)
			_, ok = c.learnValue(ks, known{v, 3})
			require.False(t, ok)
		}
	}
}

// The faces of the 2×2×2 cube: after another turn 13.3 of the 18 turns are left, and two more turns are known to be
// redundant where a pair turns the whole cube.
func TestPruningOfTheCube(t *testing.T) {
	face := [][]int{{0, 1, 3, 2}, {4, 5, 7, 6}, {8, 9, 11, 10}, {12, 13, 15, 14}, {16, 17, 19, 18}, {20, 21, 23, 22}}
	side := [][]int{
		{5, 4, 9, 8, 17, 16, 21, 20},
		{1, 3, 22, 20, 13, 15, 9, 11},
		{2, 3, 4, 6, 13, 12, 19, 17},
		{10, 11, 6, 7, 22, 23, 18, 19},
		{0, 2, 8, 10, 12, 14, 23, 21},
		{1, 0, 16, 18, 14, 15, 7, 5},
	}
	var cycles [][][]int
	for f := range face {
		s := side[f]
		cycles = append(cycles, [][]int{face[f], {s[0], s[2], s[4], s[6]}, {s[1], s[3], s[5], s[7]}})
	}
	tk := searchtest.Turns(24, searchtest.Span(24), searchtest.Span(24), []int{4, 4, 4, 4, 4, 4}, cycles...)
	p := New(context.Background(), space.New(context.Background(), tk, true))
	require.Equal(t, 18, p.moves)
	require.InDelta(t, 11.83, p.branching(), 0.01)
	pairs := slices.DeleteFunc(redundant(context.Background(), space.New(context.Background(), tk, true), lowerNumbers),
		func(s []int32) bool {
			return len(s) > 2
		})
	require.InDelta(t, 13.35, build(18, pairs, nil).branching(), 0.01)
}

// TestLibraryPrunings: what is left out changes no distance in a puzzle of each model of the library.
func TestLibraryPrunings(t *testing.T) { libraryPrunings(t, 1, 1000) }

// TestLongLibraryPrunings takes all instances, and larger ones.
func TestLongLibraryPrunings(t *testing.T) { libraryPrunings(t, math.MaxInt, 40000) }

func libraryPrunings(t *testing.T, n, most int) {
	t.Helper()
	librarytest.EachTask(t, n, func(t *testing.T, tk *task.Task) {
		if len(tk.Symmetries)+len(tk.Prunings) == 0 || tk.Facts.Unsolvable != "" || tk.HasFree() || len(tk.Moves) > 200 {
			t.Skip("nothing is promised, or too much")
		}
		x, ok := librarytest.Exhaust(tk, most)
		if !ok {
			t.Skip("too many states")
		}
		if p := New(context.Background(), x.Space); p != nil {
			t.Logf("%d moves, %d states, branching %.2f, trusted %v", p.moves, p.states(), p.branching(), p.Promises)
			samePruned(t, x, p)
		}
	})
}

// samePruned checks that each state is reached at the same cost without what the pruning cuts.
func samePruned(t *testing.T, x *librarytest.Exhausted, p *Automaton) {
	none := &Automaton{
		moves: p.moves, words: p.words, next: make([]int32, p.moves), allowed: slices.Repeat([]uint64{^uint64(0)}, p.words),
	}
	require.Equal(t, costs(x, none), costs(x, p))
}

// costs is the least cost of each state from the first one (Dijkstra over states and last moves).
func costs(x *librarytest.Exhausted, p *Automaton) []int64 {
	w := x.Space.Layout.Words
	nodes := store.NewClosed(w + 1)
	var cost []int64
	var open store.Queue
	reach := func(st []uint64, last int32, g int64) {
		id, fresh := nodes.Put(append(slices.Clone(st), uint64(last)))
		if fresh {
			cost = append(cost, math.MaxInt64)
		}
		if g < cost[id] {
			cost[id] = g
			open.Push(g, 0, id)
		}
	}
	best := slices.Repeat([]int64{math.MaxInt64}, x.States.Len())
	reach(x.States.State(0), 0, 0)
	e := space.NewExpander(x.Space)
	for {
		g, _, id, ok := open.Pop()
		if !ok {
			return best
		}
		if g > cost[id] {
			continue
		}
		node := slices.Clone(nodes.State(id))
		st, last := node[:w], int32(node[w])
		n, _ := x.States.Find(st)
		best[n] = min(best[n], g)
		e.Only = p.Row(last)
		e.Expand(st)
		for k, kid := range e.Kids {
			reach(e.State(k), p.After(last, kid.Move), g+kid.Cost)
		}
	}
}
