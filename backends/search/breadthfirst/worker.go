package breadthfirst

import (
	"math"
	"math/bits"

	"github.com/pzc-lang/pzc/backends/search/prune"
	"github.com/pzc-lang/pzc/backends/search/space"
)

// worker generates the successors of a block of states, state after state, on one thread.
type worker struct {
	x       *space.Expander
	parents []uint64
	paths   []uint8 // by parent, see shortcuts
	kids    []uint64
	after   []uint8 // by successor: its path; empty if all are 0
	ends    []int32 // by parent: the number of successors of all parents up to it
	deaths  []int32 // by parent: number of successors dropped because of the promise `dead`
	known   []int32 // by parent: number of successors omitted because they were seen before
	at      []uint64
	fresh   []bool
}

func newWorker(sp *space.Space) *worker { return &worker{x: space.NewExpander(sp)} }

// generate generates the successors of n states from number i on, and finds their places in the set.
func (b *worker) generate(t *queue, i, n int, set Set, short *shortcuts) {
	b.read(t, i, n)
	b.expandAll(short)
	b.at = sized(b.at, len(b.kids)/b.x.Space.Layout.Words)
	b.fresh = sized(b.fresh, len(b.at))
	clear(b.fresh)
	set.locate(b.kids, b.at)
}

// expandAll generates the successors of the states that were read.
func (b *worker) expandAll(short *shortcuts) {
	w, n := b.x.Space.Layout.Words, len(b.paths)
	b.kids, b.after = b.kids[:0], b.after[:0]
	b.ends, b.deaths, b.known = sized(b.ends, n), sized(b.deaths, n), sized(b.known, n)
	if b.x.Space.Plain && b.x.Fold == nil {
		b.plain(short)
	} else {
		b.any(w, short)
	}
}

// read reads n states from number i on.
func (b *worker) read(t *queue, i, n int) {
	w := b.x.Space.Layout.Words
	b.parents, b.paths = sized(b.parents, n*w), sized(b.paths, n)
	for k := range n {
		t.at(i+k, b.parents[k*w:k*w+w])
		b.paths[k] = t.pathTo(i + k)
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
func (b *worker) any(w int, short *shortcuts) {
	for i, path := range b.paths {
		before := b.x.Deaths
		b.x.Only = short.row(path)
		b.x.Expand(b.parents[i*w : i*w+w])
		b.kids = append(b.kids, b.x.States...)
		for k := 0; k < len(b.x.Kids) && !short.none; k++ {
			b.after = append(b.after, short.after(path, int(b.x.Kids[k].Move)))
		}
		b.ends[i], b.deaths[i], b.known[i] = int32(len(b.kids)/w), int32(b.x.Deaths-before), 0
	}
	b.x.Only = nil
}

// plain generates successors in a plain space: states have one word, rows decide which moves are applicable, and tables
// give their effects.
func (b *worker) plain(short *shortcuts) {
	ix := &b.x.Space.Rows
	for i, s := range b.parents {
		path, known := b.paths[i], 0
		row := short.row(path)
		if ix.Words == 1 {
			set := ix.One1(s)
			known = bits.OnesCount64(set &^ row[0])
			b.make(s, path, 0, set&row[0], short)
		} else {
			for _, w := range ix.Candidates(b.parents[i : i+1]) {
				if set := ix.Word1(s, int(w)); set != 0 {
					known += bits.OnesCount64(set &^ row[w])
					b.make(s, path, int(w)*64, set&row[w], short)
				}
			}
		}
		b.ends[i], b.deaths[i], b.known[i] = int32(len(b.kids)), 0, int32(known)
	}
}

// make makes the moves of a set, whose numbers begin with first.
func (b *worker) make(s uint64, path uint8, first int, set uint64, short *shortcuts) {
	moves := b.x.Space.Moves
	for ; set != 0; set &= set - 1 {
		m := first + bits.TrailingZeros64(set)
		b.kids = append(b.kids, moves[m].Apply1(s))
		if !short.none {
			b.after = append(b.after, short.after(path, m))
		}
	}
}

// shortcuts determines which moves breadth-first search can omit in a state, given the moves by which the state was
// first reached. An omitted move leads to a state that fewer moves reach, so the state was seen before. The path is the
// state of the pruning automaton after the last moves. It is stored in a byte with each waiting state. Path 0 omits no
// move, so it may replace any other path.
type shortcuts struct {
	none  bool // there is only path 0, which omits no move
	moves int
	words int
	rows  []uint64 // by path: the set of moves to be made
	next  []uint8  // by path and move: the path after it
}

// newShortcuts makes the table of a pruning automaton. If the automaton is nil, the table omits no move.
func newShortcuts(sp *space.Space, p *prune.Automaton) *shortcuts {
	moves := len(sp.Moves)
	k := &shortcuts{none: p == nil, moves: moves, words: sp.Rows.Words}
	paths := 1
	if p != nil {
		paths = min(p.States(), math.MaxUint8+1)
	}
	k.next = make([]uint8, paths*moves)
	for path := range paths {
		row := p.Row(int32(path))
		if row == nil {
			row = sp.Rows.All
		}
		k.rows = append(k.rows, row...)
		for m := range moves {
			if to := p.After(int32(path), int32(m)); to != prune.Cut && to < int32(paths) {
				k.next[path*moves+m] = uint8(to)
			}
		}
	}
	return k
}

// row returns the set of moves to be made after a path.
func (k *shortcuts) row(path uint8) []uint64 {
	return k.rows[int(path)*k.words : (int(path)+1)*k.words]
}

// after returns the path after a move.
func (k *shortcuts) after(path uint8, move int) uint8 { return k.next[int(path)*k.moves+move] }
