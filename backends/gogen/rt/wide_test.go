package search

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// word is a state that is a word.
type word uint64

func (w word) Hash() uint64 { return uint64(w) * 0x9e3779b97f4a7c15 }

// problemOf is the puzzle of a Wide for the plain algorithms.
func problemOf(w *Wide, start uint64) *Problem[word, word] {
	expand := w.Expander()
	return &Problem[word, word]{
		Starts: []word{word(start)},
		Successors: func(s *word, steps []Step[word]) []Step[word] {
			allowed := slices.DeleteFunc(slices.Clone(w.Moves),
				func(m WordMove) bool { return !m.If.holds(uint64(*s)) })
			for i, next := range expand(uint64(*s)) {
				steps = append(steps, Step[word]{Move: allowed[i].Number, Cost: 1, Next: word(next)})
			}
			return steps
		},
		Goal: func(s *word) bool { return w.Goal.holds(uint64(*s)) }, EqualCosts: true,
		Pack:   func(s *word) word { return *s },
		Unpack: func(k word) word { return k },
	}
}

// bitsOf returns a puzzle on n bits. Move i flips bit i if the bit below is set and, unless free is true, all bits
// below that one are clear (the Chinese rings). With parts, every bit is a part of its own, and the moves are free.
func bitsOf(n int, free, parts bool) *Wide {
	w := &Wide{Bits: n, Goal: WordIf{Mask: 1<<n - 1, Want: 1<<n - 1}}
	for i := range n {
		m := WordMove{Number: i, Keep: 1<<n - 1, Turn: 1 << i}
		if !free && i > 0 {
			m.If = WordIf{Mask: 1<<i - 1, Want: 1 << (i - 1)}
		}
		w.Moves = append(w.Moves, m)
		if parts {
			w.Parts = append(w.Parts, 1<<i)
		}
	}
	return w
}

// TestWide compares breadth-first search by rows, by turns, by parts and with a hash table with the plain one.
func TestWide(t *testing.T) {
	same := func(s *word) uint64 { return uint64(*s) }
	for name, w := range map[string]*Wide{
		"rows": bitsOf(10, false, false), "turns": bitsOf(10, true, false), "parts": bitsOf(10, true,
			true), "many bits": bitsOf(12, false, false),
	} {
		t.Run(name, func(t *testing.T) {
			if name == "many bits" { // the states lie high in a word of which more than 28 bits count
				for i := range w.Moves {
					m := &w.Moves[i]
					m.If.Mask, m.If.Want, m.Keep, m.Turn = m.If.Mask<<40, m.If.Want<<40, m.Keep<<40, m.Turn<<40
				}
				w.Goal = WordIf{Mask: w.Goal.Mask << 40, Want: w.Goal.Want << 40}
				w.Bits += 40
			}
			p := problemOf(w, 0)
			want, got := BreadthFirst(context.Background(), p, Options{}), BreadthFirstWide(context.Background(), p, w,
				same, Options{})
			want.Stats.Elapsed, got.Stats.Elapsed = 0, 0
			assert.Equal(t, want, got)
			layers, _ := Layers(context.Background(), p, Options{})
			fast, complete := LayersWide(context.Background(), p, w, same, Options{})
			assert.True(t, complete)
			assert.Equal(t, layers, fast)
			_, complete = LayersWide(context.Background(), p, w, same, Options{MaxStates: 3})
			assert.False(t, complete, "the memory for three states of the plain search is not enough")
			ctx, stop := context.WithCancel(context.Background())
			stop()
			big := bitsOf(20, true, false)
			r := BreadthFirstWide(ctx, problemOf(big, 0), big, same, Options{})
			assert.Equal(t, Unknown, r.Status)
		})
	}
}

// TestHashWords adds words to a table until it grew often; zero is a word like others.
func TestHashWords(t *testing.T) {
	h, seen := &hashWords{}, map[uint64]bool{}
	words, fresh := make([]uint64, 500), make([]bool, 500)
	s := uint64(1)
	for range 40 {
		for i := range words {
			s = s*6364136223846793005 + 1442695040888963407
			words[i] = bits.RotateLeft64(s, 20) % 30_000
		}
		h.mark(words, fresh)
		for i, w := range words {
			assert.Equal(t, !seen[w], fresh[i])
			seen[w] = true
		}
	}
}

// randomParts draws a puzzle of two to four parts of three bits. A move changes each part by a table, which may lead
// from two values to one, or leaves it as it is, and may forbid some of its values.
func randomParts(rnd *rand.Rand) *Wide {
	n := 2 + rnd.IntN(3)
	w := &Wide{Bits: 3 * n}
	for i := range n {
		w.Parts = append(w.Parts, 7<<(3*i))
	}
	for m := range 1 + rnd.IntN(4) {
		move := WordMove{Number: m, Keep: 1<<w.Bits - 1}
		for i := range n {
			index := WordIndex{{Shift: uint(3 * i), Mask: 7}}
			if rnd.IntN(3) > 0 {
				move.Keep &^= 7 << (3 * i)
				to := make([]uint64, 8)
				for v, k := range rnd.Perm(8) {
					to[v] = uint64(k) << (3 * i)
				}
				to[rnd.IntN(8)] = to[rnd.IntN(8)]
				move.Tables = append(move.Tables, WordTable{index, to})
			}
			if rnd.IntN(3) == 0 {
				move.If.Tests = append(move.If.Tests, WordTest{index, []uint64{rnd.Uint64() | 0x11}})
			}
		}
		w.Moves = append(w.Moves, move)
	}
	return w
}

// TestProduct compares the layers of puzzles with parts with those of the plain search.
func TestProduct(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	same := func(s *word) uint64 { return uint64(*s) }
	deep := 0
	for range 300 {
		w := randomParts(rnd)
		p := problemOf(w, rnd.Uint64N(1<<w.Bits))
		for range rnd.IntN(3) {
			p.Starts = append(p.Starts, word(rnd.Uint64N(1<<w.Bits)))
		}
		want, _ := Layers(t.Context(), p, Options{})
		got, complete := LayersWide(t.Context(), p, w, same, Options{})
		require.True(t, complete)
		require.Equal(t, want, got)
		deep = max(deep, len(want))
	}
	assert.Greater(t, deep, 10)
	w := bitsOf(24, true, true)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	layers, complete := LayersWide(ctx, problemOf(w, 0), w, same, Options{})
	assert.False(t, complete)
	assert.Less(t, len(layers), 25)
	require.Nil(t, newProduct(w, []uint64{0}, 1<<10))
	assert.NotNil(t, newProduct(w, []uint64{0}, 1<<30))
}

// Where no state may be the start, nothing is found and nothing counted.
func TestWideWithoutStarts(t *testing.T) {
	same := func(s *word) uint64 { return uint64(*s) }
	for name, w := range map[string]*Wide{
		"rows": bitsOf(10, false, false), "turns": bitsOf(10, true, false),
		"parts": bitsOf(10, true, true),
	} {
		p := problemOf(w, 0)
		p.Starts = nil
		layers, complete := LayersWide(t.Context(), p, w, same, Options{})
		assert.Empty(t, layers, name)
		assert.True(t, complete, name)
		assert.Equal(t, Unsolvable, BreadthFirstWide(t.Context(), p, w, same, Options{}).Status, name)
	}
}
