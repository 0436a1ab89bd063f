package search

import "math/bits"

// brood is the successors of a block of states, state after state.
type brood struct {
	x       *expander
	parents []uint64
	kids    []uint64
	ends    []int32 // by parent: how many successors it and those before it have
	deaths  []int32 // by parent, likewise: successors dropped because of the promise `dead`
	at      []uint64
	fresh   []bool
}

func newBrood(sp *space) *brood { return &brood{x: newExpander(sp)} }

// hatch makes the successors of n states from number i on, by turns unless they are nil, and finds their places in the set.
func (b *brood) hatch(t *trail, i, n int, set seen, moves *turnRows) {
	w := b.x.sp.l.words
	b.parents = sized(b.parents, n*w)
	for k := range n {
		t.at(i+k, b.parents[k*w:k*w+w])
	}
	b.kids, b.ends, b.deaths = b.kids[:0], b.ends[:0], b.deaths[:0]
	switch {
	case b.x.fold != nil:
		b.any(w)
	case moves != nil:
		b.turn(moves)
	case b.x.sp.plain:
		b.plain()
	default:
		b.any(w)
	}
	b.at = sized(b.at, len(b.kids)/w)
	b.fresh = sized(b.fresh, len(b.at))
	clear(b.fresh)
	set.locate(b.kids, b.at)
}

// sized is a slice of n elements whose values do not matter, s if it has room.
func sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}

// any makes successors of every kind.
func (b *brood) any(w int) {
	for i := 0; i < len(b.parents); i += w {
		before := b.x.deaths
		b.x.expand(b.parents[i : i+w])
		b.kids = append(b.kids, b.x.states...)
		b.ends = append(b.ends, int32(len(b.kids)/w))
		b.deaths = append(b.deaths, int32(b.x.deaths-before))
	}
}

// plain makes successors where the rows decide which moves there are and tables where they lead, in states of one word.
func (b *brood) plain() {
	sp := b.x.sp
	ix := &sp.rows
	for i, s := range b.parents {
		st := b.parents[i : i+1]
		if ix.words == 1 {
			for set := ix.one(st); set != 0; set &= set - 1 {
				b.kids = append(b.kids, sp.moves[bits.TrailingZeros64(set)].apply1(s))
			}
		} else {
			for _, w := range ix.candidates(st) {
				for set := ix.word(st, int(w)); set != 0; set &= set - 1 {
					b.kids = append(b.kids, sp.moves[int(w)*64+bits.TrailingZeros64(set)].apply1(s))
				}
			}
		}
		b.ends = append(b.ends, int32(len(b.kids)))
		b.deaths = append(b.deaths, 0)
	}
}

// word is one word of the candidates.
func (ix *rowIndex) word(st []uint64, w int) uint64 {
	set := ix.all[w]
	for c := range ix.chunks {
		row := ix.chunks[c].row(st, ix.words)
		if set &= row[w]; set == 0 {
			break
		}
	}
	return set
}

// turnRows are moves that can always be made and that only move values about: for every few bits of a state a row of what these
// bits contribute to each successor.
type turnRows struct {
	moves  int
	chunks []turnChunk
}

type turnChunk struct {
	shift uint
	mask  uint64
	rows  []uint64 // by value and move
}

const (
	turnBits  = 9
	turnBytes = 1 << 19 // of all rows, so that they stay in the cache
)

// turn makes successors by turns.
func (b *brood) turn(t *turnRows) {
	for _, s := range b.parents {
		n := len(b.kids)
		for range t.moves {
			b.kids = append(b.kids, 0)
		}
		kids := b.kids[n:]
		for c := range t.chunks {
			k := &t.chunks[c]
			row := k.rows[int(s>>(k.shift&63)&k.mask)*t.moves:]
			row = row[:len(kids)]
			for m, x := range row {
				kids[m] |= x
			}
		}
		b.ends = append(b.ends, int32(len(b.kids)))
		b.deaths = append(b.deaths, 0)
	}
}

// newTurnRows is the moves of a plain space as turns; nil if they are none.
func newTurnRows(sp *space) *turnRows {
	if !sp.plain || len(sp.rows.chunks) > 0 {
		return nil
	}
	t := &turnRows{moves: len(sp.moves)}
	var at, end uint // the fields from bit at to bit end are a chunk
	for v := range sp.l.fields {
		f := &sp.l.fields[v]
		if f.bits > turnBits {
			return nil
		}
		if f.shift+f.bits-at > turnBits {
			t.chunks = append(t.chunks, turnChunk{shift: at, mask: 1<<(end-at) - 1})
			at = f.shift
		}
		end = f.shift + f.bits
	}
	t.chunks = append(t.chunks, turnChunk{shift: at, mask: 1<<(end-at) - 1})
	total := 0
	for c := range t.chunks {
		total += 8 * t.moves * int(t.chunks[c].mask+1)
	}
	if total > turnBytes {
		return nil
	}
	for c := range t.chunks {
		if !t.fill(sp, &t.chunks[c], c == 0) {
			return nil
		}
	}
	return t
}

// fill makes the rows of a chunk; false if a table reads beyond a chunk.
func (t *turnRows) fill(sp *space, c *turnChunk, first bool) bool {
	c.rows = make([]uint64, t.moves*int(c.mask+1))
	reach := c.mask << c.shift
	for m := range sp.moves {
		mv := &sp.moves[m]
		for k := range mv.tables {
			if g := mv.tables[k].at.reach(); g&reach != 0 && g&^reach != 0 {
				return false
			}
		}
		for value := range c.mask + 1 {
			s := value << c.shift
			x := s &^ mv.clear
			if first {
				x |= mv.set
			}
			for k := range mv.tables {
				if at := &mv.tables[k].at; at.reach()&reach != 0 {
					x |= mv.tables[k].bits[at.index1(s)]
				}
			}
			c.rows[int(value)*t.moves+m] = x
		}
	}
	return true
}

// reach is the bits of a state of one word that the index is made of.
func (g *gather) reach() uint64 {
	r := g.first.mask << g.first.shift
	for _, p := range g.rest {
		r |= p.mask << p.shift
	}
	return r
}
