package search

import "math/bits"

// turns are the moves of a puzzle in which all moves can always be made, such as the turns of a cube, and each bit that
// a move writes depends on one piece of the state. For each value of a piece, a row holds the bits that it contributes
// to the next state, by move. The next state is the union of the rows of all pieces.
type turns struct {
	moves  int
	pieces []turned
}

type turned struct {
	shift uint
	mask  uint64
	rows  []uint64 // by value and move
}

const (
	turnedBits  = 13
	turnedBytes = 1 << 20 // of a piece
)

// newTurns is nil if the puzzle does not have this form.
func newTurns(w *Wide) *turns {
	var whole []uint64 // bits that must be in one piece
	for m := range w.Moves {
		if c := &w.Moves[m].If; c.Mask != 0 || len(c.Tests) > 0 {
			return nil
		}
		for _, t := range w.Moves[m].Tables {
			whole = append(whole, t.Index.mask())
		}
	}
	t := &turns{moves: len(w.Moves)}
	most := min(turnedBits, bits.Len(uint(turnedBytes/(8*max(1, t.moves))))-1)
	for at := 0; at < w.Bits; {
		width := uncut(whole, at, min(most, w.Bits-at))
		if width == 0 {
			return nil
		}
		p := turned{shift: uint(at), mask: 1<<width - 1}
		for v := range p.mask + 1 {
			for m := range w.Moves {
				next := w.Moves[m].apply(v << p.shift)
				if at > 0 { // bits that are the same for all values stand in the rows of the first piece
					next ^= w.Moves[m].apply(0)
				}
				p.rows = append(p.rows, next)
			}
		}
		t.pieces = append(t.pieces, p)
		at += width
	}
	return t
}

// uncut is the greatest width of a piece, from a bit on, that contains all or nothing of each set in whole; 0 if there
// is none.
func uncut(whole []uint64, at, most int) int {
	for width := most; width > 0; width-- {
		inside, cut := uint64(1)<<(at+width)-1, false
		for _, mask := range whole {
			cut = cut || mask>>at<<at&inside != 0 && mask&^inside != 0
		}
		if !cut {
			return width
		}
	}
	return 0
}

// expand appends the states that moves lead to from s.
func (t *turns) expand(s uint64, to []uint64) []uint64 {
	for i := range t.pieces {
		p := &t.pieces[i]
		at := int(s>>(p.shift&63)&p.mask) * t.moves
		row := p.rows[at : at+t.moves]
		if i == 0 {
			to = append(to, row...)
			continue
		}
		kids := to[len(to)-t.moves:]
		for m := range kids {
			kids[m] ^= row[m]
		}
	}
	return to
}
