package breadthfirst

import (
	"math/bits"

	"github.com/pzc-lang/pzc/backends/search/space"
)

// worker generates the successors of a block of states, state after state, on one thread.
type worker struct {
	x       *space.Expander
	parents []uint64
	kids    []uint64
	ends    []int32 // by parent: the number of successors of all parents up to it
	deaths  []int32 // by parent: number of successors dropped because of the promise `dead`
	at      []uint64
	fresh   []bool
}

func newWorker(sp *space.Space) *worker { return &worker{x: space.NewExpander(sp)} }

// generate generates the successors of n states from number i on, and finds their places in the set.
func (b *worker) generate(t *queue, i, n int, set Set) {
	b.read(t, i, n)
	b.expandAll()
	b.at = sized(b.at, len(b.kids)/b.x.Space.Layout.Words)
	b.fresh = sized(b.fresh, len(b.at))
	clear(b.fresh)
	set.locate(b.kids, b.at)
}

// expandAll generates the successors of the states that were read.
func (b *worker) expandAll() {
	w := b.x.Space.Layout.Words
	n := len(b.parents) / w
	b.kids, b.ends, b.deaths = b.kids[:0], sized(b.ends, n), sized(b.deaths, n)
	if b.x.Space.Plain && b.x.Fold == nil {
		b.plain()
	} else {
		b.any(w)
	}
}

// read reads n states from number i on.
func (b *worker) read(t *queue, i, n int) {
	w := b.x.Space.Layout.Words
	b.parents = sized(b.parents, n*w)
	for k := range n {
		t.at(i+k, b.parents[k*w:k*w+w])
	}
}

// sized returns a slice of n elements whose values do not matter. It is s if s has room.
func sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}

// any generates successors in any space.
func (b *worker) any(w int) {
	for i := range b.ends {
		before := b.x.Deaths
		b.x.Expand(b.parents[i*w : i*w+w])
		b.kids = append(b.kids, b.x.States...)
		b.ends[i], b.deaths[i] = int32(len(b.kids)/w), int32(b.x.Deaths-before)
	}
}

// plain generates successors in a plain space: states have one word, rows decide which moves are applicable, and tables
// give their effects.
func (b *worker) plain() {
	ix := &b.x.Space.Rows
	for i, s := range b.parents {
		if ix.Words == 1 {
			b.make(s, 0, ix.One1(s))
		} else {
			for _, w := range ix.Candidates(b.parents[i : i+1]) {
				b.make(s, int(w)*64, ix.Word1(s, int(w)))
			}
		}
		b.ends[i], b.deaths[i] = int32(len(b.kids)), 0
	}
}

// make makes the moves of a set, whose numbers begin with first.
func (b *worker) make(s uint64, first int, set uint64) {
	moves := b.x.Space.Moves
	for ; set != 0; set &= set - 1 {
		b.kids = append(b.kids, moves[first+bits.TrailingZeros64(set)].Apply1(s))
	}
}
