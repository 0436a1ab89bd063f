package breadthfirst

import (
	"math/bits"
	"sync/atomic"

	"github.com/pzc-lang/pzc/backends/search/space"
)

// A Product that has visited a space can visit it again, as a Search can.

// Undoable is Search.Undoable. Distances need no moves that undo others if each column has one column before each move.
func (p *Product) Undoable() (undoable, proved bool) { return p.back.push != nil, true }

// Form is Search.Form.
func (p *Product) Form() *space.Space { return p.c.Space }

// Fine is Search.Fine.
func (p *Product) Fine(st, buffer []uint64) []uint64 {
	p.c.Fine(st[0], buffer)
	return buffer
}

// Roots is Search.Roots.
func (p *Product) Roots() []uint64 { return p.c.Roots }

// Numbers is Search.Numbers.
func (p *Product) Numbers() Numbers { return p }

// Count implements Numbers.
func (p *Product) Count() int64 { return int64(len(p.rows.states) * p.words * 64) }

// Number implements Numbers.
func (p *Product) Number(states, at []uint64) {
	for i, st := range states {
		at[i] = p.number(st)
	}
}

// List implements Numbers.
func (p *Product) List(from, to int64, states, at []uint64) (longer, numbers []uint64) {
	return p.list(p.first.seen, from, to, states, at)
}

// list is List for the states of a set.
func (p *Product) list(set []uint64, from, to int64, states, at []uint64) (longer, numbers []uint64) {
	for i := from; i < to; i++ {
		word := set[i>>6] >> (i & 63)
		if word == 0 {
			i |= 63
			continue
		}
		if i += int64(bits.TrailingZeros64(word)); i < to {
			row := int(i>>6) / p.words
			at, states = append(at, uint64(i)), append(states, p.rows.states[row]|p.columns.states[int(i)-row*64*p.words])
		}
	}
	return states, at
}

// GoalStates is Search.GoalStates.
func (p *Product) GoalStates() (states []uint64) {
	if p.goals != nil {
		states, _ = p.list(p.goals, 0, p.Count(), nil, nil)
		return states
	}
	for r, goal := range p.rows.goal {
		if !goal {
			continue
		}
		for k, column := range p.columns.states {
			if p.columns.goal[k] && p.bits(p.first.seen, r)[k>>6]>>(k&63)&1 != 0 {
				states = append(states, p.rows.states[r]|column)
			}
		}
	}
	return states
}

// Distances is Search.Distances.
func (p *Product) Distances(from []uint64) []uint16 {
	moves := make([]uint16, p.Count())
	mark := uint16(1)
	// The bits of the first search are no longer needed, except for those that it has seen.
	f := flood{
		Product: p, by: &p.back, against: &p.forth, within: p.first.seen, left: p.first.states(),
		seen: make([]uint64, len(p.first.seen)), now: p.first.now, next: p.first.next,
		some: p.first.some, more: p.first.more, touched: p.first.touched,
		found: func(r int, fresh []uint64) {
			for w, set := range fresh {
				for ; set != 0; set &= set - 1 {
					moves[(r*p.words+w)<<6+bits.TrailingZeros64(set)] = mark
				}
			}
		},
	}
	clear(f.now)
	clear(f.next)
	clear(f.some)
	clear(f.more)
	for _, st := range from {
		moves[p.number(st)] = mark
		f.begin(p.number(st))
	}
	for f.layer > 0 {
		mark++
		p.Work += f.layer
		if f.step(); mark > MostMoves || p.over() {
			return nil
		}
	}
	return moves
}

// Again is Search.Again. The states of a layer come in the order of their numbers.
func (p *Product) Again(do func(st []uint64, depth int) bool) {
	f := p.newFlood(&p.forth, &p.back)
	for _, st := range p.c.Roots {
		f.begin(p.number(st))
	}
	var st [1]uint64
	for depth := 0; f.layer > 0 && p.Ctx.Err() == nil; depth++ {
		for r, some := range f.some {
			for w := 0; some && w < p.words; w++ {
				for set := f.now[r*p.words+w]; set != 0; set &= set - 1 {
					st[0] = p.rows.states[r] | p.columns.states[w<<6+bits.TrailingZeros64(set)]
					if !do(st[:], depth) {
						return
					}
				}
			}
		}
		f.step()
	}
}

// Scan is Search.Scan. A block is a row.
func (p *Product) Scan(kids bool, do func(core int, b *Block)) {
	cores := atomic.Int64{}
	p.each(func() func(r int) {
		core, b := int(cores.Add(1))-1, &Block{}
		return func(r int) {
			first := int64(r * p.words * 64)
			b.From, b.Ends, b.Kids = first, b.Ends[:0], b.Kids[:0]
			b.States, b.At = p.List(first, first+int64(p.words*64), b.States[:0], b.At[:0])
			for i := 0; kids && i < len(b.At); i++ {
				column := int64(b.At[i]) - first
				for _, w := range p.back.into(r) {
					if to := int(p.forth.push[w.move][column]); to < len(p.columns.states) {
						b.Kids = append(b.Kids, uint64(int(w.row)*p.words*64+to))
					}
				}
				b.Ends = append(b.Ends, int32(len(b.Kids)))
			}
			if len(b.At) > 0 {
				do(core, b)
			}
		}
	})
}
