package search

import "math/bits"

// Wide is a puzzle whose states are words and whose moves are described by numbers, for searches that keep all states.
// Applicable moves and their results are looked up for many bits at once.
type Wide struct {
	Bits  int // the bits of a state
	Goal  WordIf
	Moves []WordMove
	// Parts are sets of bits that moves change independently of other bits; nil: there are none. The states of a part
	// are few, so they are numbered. Then a state is the numbers of its parts, which take far fewer bits, and a move is
	// one lookup for each part (Kociemba, Close to God's Algorithm, Cubism for Fun 28, 1992).
	Parts []uint64
}

// WordIf holds where s & Mask == Want and all tests hold.
type WordIf struct {
	Mask, Want uint64
	Tests      []WordTest
}

// WordTest holds where the bit of Allowed at the index is set.
type WordTest struct {
	Index   WordIndex
	Allowed []uint64
}

// WordIndex is a number made of bits of a state: the sum of its picks.
type WordIndex []WordPick

// WordPick is s >> Shift & Mask << Up.
type WordPick struct {
	Shift uint
	Mask  uint64
	Up    uint
}

// WordMove can be made where its condition holds. It leads to (s & Keep | Set | copied bits | looked up bits) ^ Turn.
type WordMove struct {
	Number    int
	If        WordIf
	Keep, Set uint64
	Turn      uint64
	Copies    []WordCopy
	Tables    []WordTable
}

// WordCopy is s & Mask << Up.
type WordCopy struct {
	Mask uint64
	Up   int
}

// WordTable maps an index to bits.
type WordTable struct {
	Index WordIndex
	Bits  []uint64
}

func (x WordIndex) of(s uint64) (n uint64) {
	for i := range x {
		p := &x[i]
		n |= s >> (p.Shift & 63) & p.Mask << (p.Up & 63)
	}
	return n
}

// mask is the bits that an index reads.
func (x WordIndex) mask() (mask uint64) {
	for _, p := range x {
		mask |= p.Mask << p.Shift
	}
	return mask
}

func (t *WordTest) holds(s uint64) bool {
	i := t.Index.of(s)
	return t.Allowed[i>>6]>>(i&63)&1 != 0
}

func (c *WordIf) holds(s uint64) bool {
	if s&c.Mask != c.Want {
		return false
	}
	for i := range c.Tests {
		if !c.Tests[i].holds(s) {
			return false
		}
	}
	return true
}

// in is the part of a condition that concerns some of the bits.
func (c *WordIf) in(mask uint64) WordIf {
	out := WordIf{Mask: c.Mask & mask, Want: c.Want & mask}
	for _, t := range c.Tests {
		if t.Index.mask()&^mask == 0 {
			out.Tests = append(out.Tests, t)
		}
	}
	return out
}

// apply is the state that a move leads to.
func (m *WordMove) apply(s uint64) uint64 {
	next := s&m.Keep | m.Set
	for i := range m.Tables {
		t := &m.Tables[i]
		next |= t.Bits[t.Index.of(s)]
	}
	for _, c := range m.Copies {
		if c.Up >= 0 {
			next |= s & c.Mask << (c.Up & 63)
		} else {
			next |= s & c.Mask >> (-c.Up & 63)
		}
	}
	return next ^ m.Turn
}

// rows tell which moves a state allows. For each piece of the state and each value of the piece, a row has a bit for
// each move that this value does not forbid. The allowed moves are the intersection of the rows, without the moves that
// fail a test that no single piece decides.
type rows struct {
	words  int // of a row
	pieces []piece
	all    []uint64
	rest   [][]WordTest // by move
}

type piece struct {
	shift uint
	mask  uint64
	rows  []uint64
}

const (
	pieceBits = 10
	rowsBytes = 1 << 18 // of a piece
)

func newRows(w *Wide) *rows {
	r := &rows{words: (len(w.Moves) + 63) / 64, rest: make([][]WordTest, len(w.Moves))}
	width := min(pieceBits, bits.Len(uint(rowsBytes/(8*max(1, r.words))))-1)
	r.all = make([]uint64, r.words)
	answered := make([]int, len(w.Moves))
	for m := range w.Moves {
		r.all[m>>6] |= 1 << (m & 63)
	}
	for at := 0; at < w.Bits; at += width {
		p := piece{shift: uint(at), mask: 1<<min(width, w.Bits-at) - 1}
		asked := false
		conditions := make([]WordIf, len(w.Moves))
		for m := range w.Moves {
			conditions[m] = w.Moves[m].If.in(p.mask << p.shift)
			answered[m] += len(conditions[m].Tests)
			asked = asked || conditions[m].Mask != 0 || len(conditions[m].Tests) > 0
		}
		if asked {
			p.fill(conditions, r.words)
			r.pieces = append(r.pieces, p)
		}
	}
	for m := range w.Moves {
		if tests := w.Moves[m].If.Tests; answered[m] < len(tests) {
			r.rest[m] = tests
		}
	}
	return r
}

func (p *piece) fill(conditions []WordIf, words int) {
	p.rows = make([]uint64, words*int(p.mask+1))
	for v := range p.mask + 1 {
		for m := range conditions {
			if conditions[m].holds(v << p.shift) {
				p.rows[int(v)*words+m>>6] |= 1 << (m & 63)
			}
		}
	}
}

// expand appends the states that moves lead to from s.
func (r *rows) expand(w *Wide, s uint64, to []uint64) []uint64 {
	for word := range r.words {
		set := r.all[word]
		for i := range r.pieces {
			p := &r.pieces[i]
			set &= p.rows[int(s>>(p.shift&63)&p.mask)*r.words+word]
		}
		for ; set != 0; set &= set - 1 {
			m := word<<6 | bits.TrailingZeros64(set)
			if r.rest[m] == nil || w.Moves[m].If.holds(s) {
				to = append(to, w.Moves[m].apply(s))
			}
		}
	}
	return to
}

// coarse is the puzzle whose states are the numbers of the parts, with its starts; nil if there are no parts, or no
// starts.
func (w *Wide) coarse(starts []uint64) (*Wide, []uint64) {
	if w.Parts == nil || len(starts) == 0 {
		return nil, nil
	}
	c := &Wide{Moves: make([]WordMove, len(w.Moves))}
	for m := range c.Moves {
		c.Moves[m].Number = w.Moves[m].Number
		c.Moves[m].Keep = ^uint64(0)
	}
	numbers := make([]uint64, len(starts))
	for _, mask := range w.Parts {
		p := walk(w, mask, starts)
		shift, width := uint(c.Bits), bits.Len(uint(len(p.states)-1))
		c.Bits += width
		index := WordIndex{{Shift: shift, Mask: 1<<width - 1}}
		for m := range w.Moves {
			p.lead(&c.Moves[m], m, index)
		}
		goal := w.Goal.in(mask)
		allowed := make([]uint64, len(p.states)/64+1)
		for i, s := range p.states {
			if goal.holds(s) {
				allowed[i>>6] |= 1 << (i & 63)
			}
		}
		c.Goal.Tests = append(c.Goal.Tests, WordTest{index, allowed})
		for i, s := range starts {
			numbers[i] |= uint64(p.number[s&mask]) << shift
		}
	}
	return c, numbers
}

// part is the values of some bits of a state, numbered as they are met.
type part struct {
	states []uint64
	number map[uint64]int
	next   [][]int // by move and state: the state that it leads to, -1 if it cannot be made
}

// walk finds the states of a part.
func walk(w *Wide, mask uint64, starts []uint64) *part {
	p := &part{number: map[uint64]int{}, next: make([][]int, len(w.Moves))}
	for _, s := range starts {
		p.take(s & mask)
	}
	for i := 0; i < len(p.states); i++ {
		for m := range w.Moves {
			to := -1
			if c := w.Moves[m].If.in(mask); c.holds(p.states[i]) {
				to = p.take(w.Moves[m].apply(p.states[i]) & mask)
			}
			p.next[m] = append(p.next[m], to)
		}
	}
	return p
}

func (p *part) take(s uint64) int {
	i, ok := p.number[s]
	if !ok {
		i = len(p.states)
		p.number[s] = i
		p.states = append(p.states, s)
	}
	return i
}

// lead adds to a move its effect on a part.
func (p *part) lead(move *WordMove, m int, index WordIndex) {
	to := WordTable{Index: index, Bits: make([]uint64, index[0].Mask+1)}
	allowed := make([]uint64, index[0].Mask>>6+1)
	always, idle := true, true
	for i, n := range p.next[m] {
		if n < 0 {
			always = false
			continue
		}
		allowed[i>>6] |= 1 << (i & 63)
		to.Bits[i] = uint64(n) << index[0].Shift
		idle = idle && n == i
	}
	if !always {
		move.If.Tests = append(move.If.Tests, WordTest{index, allowed})
	}
	if !idle {
		move.Keep &^= index.mask()
		move.Tables = append(move.Tables, to)
	}
}

// Expander lists the states that the moves lead to from a state, in order.
func (w *Wide) Expander() func(s uint64) []uint64 {
	if t := newTurns(w); t != nil {
		return func(s uint64) []uint64 { return t.expand(s, nil) }
	}
	r := newRows(w)
	return func(s uint64) []uint64 { return r.expand(w, s, nil) }
}

// IsGoal tells whether a state is a goal.
func (w *Wide) IsGoal(s uint64) bool { return w.Goal.holds(s) }
