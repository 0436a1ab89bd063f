package search

import (
	"context"
	"fmt"
	"math/bits"
	"sync"
)

// In many puzzles values only change places: tiles, pancakes, the pieces of a cube. In a simpler puzzle only some of
// the values are distinguished. Its states are the places of these values. Their costs are found by searching backwards
// from the goal. The table of costs is a pattern database.

// Carry is a move. It can be made where certain values stand at certain places. It carries the values of some places to
// other places.
type Carry struct {
	Wants []Stand
	Ways  []Way
	Cost  int
}

// Stand says that a value stands at a place.
type Stand struct{ Value, Place int }

// Way carries a value from one place to another.
type Way struct{ From, To int }

// Pattern is a simpler puzzle with the table of its costs.
type Pattern struct {
	Name   string
	Own    []int // values that are distinguished
	Others []int // values that are distinguished too, but whose moves cost nothing, such as a hole
	// moves of other values cost nothing, so the costs of disjoint patterns may be added (Korf and Felner, 2002)
	Only   bool
	Forget bool  // the table holds the least cost over all places of Others
	Goal   []int // by place: the value that belongs there
	Moves  []Carry

	once  sync.Once
	err   error
	place []place // the values that are looked up
	one   []uint8 // by state: the cost plus 1; 0: no plan
	two   []uint16
}

// place says where a state holds the place of a value.
type place struct {
	value int
	shift uint
}

// Cost is the exact cost of a state; at is the place of each value.
func (p *Pattern) Cost(at []int) int {
	if p.Build(context.Background(), unlimited) != nil {
		return 0
	}
	state := 0
	for _, x := range p.place {
		state |= at[x.value] << (x.shift & 63)
	}
	var cost int
	if p.one != nil {
		cost = int(p.one[state])
	} else {
		cost = int(p.two[state])
	}
	if cost == 0 {
		return Unreachable
	}
	return cost - 1
}

// Build computes the costs, or reads them from a file.
func (p *Pattern) Build(ctx context.Context, l Limits) error {
	p.once.Do(func() {
		if p.load(l.Folder) {
			return
		}
		var full bool
		if p.one, full, p.err = sweep[uint8](ctx, p, l); full {
			p.two, full, p.err = sweep[uint16](ctx, p, l)
		}
		if full {
			p.err = fmt.Errorf("%s: its costs are too large for a table", p.Name)
		}
		if p.err == nil {
			p.save(l.Folder)
		}
	})
	return p.err
}

// width is the number of bits of a place in a state. The places of Others are the lowest bits.
func (p *Pattern) width() uint { return uint(bits.Len(uint(len(p.Goal) - 1))) }

func (p *Pattern) apart() []int { return append(append([]int{}, p.Others...), p.Own...) }

// kept returns the values that are looked up, and the number of lowest bits of a state that are forgotten.
func (p *Pattern) kept() (list []place, forgotten uint) {
	values := p.apart()
	if p.Forget {
		values, forgotten = p.Own, p.width()*uint(len(p.Others))
	}
	for i, v := range values {
		list = append(list, place{v, uint(i) * p.width()})
	}
	return list, forgotten
}

// sweep computes the costs of all states, in the order of cost. full: a cost may be too large for the type of the
// entries.
func sweep[T uint8 | uint16](ctx context.Context, p *Pattern, l Limits) (table []T, full bool, err error) {
	width, moves := p.width()*uint(len(p.apart())), p.backwards()
	if size := bits.Len64(uint64(^T(0))) / 8 << width; width > widestState || size+size/2 > l.Bytes {
		return nil, false, fmt.Errorf("%s has 2^%d states: the table of their costs takes too much memory", p.Name,
			width)
	}
	most := 0
	for _, c := range p.Moves {
		most = max(most, c.Cost)
	}
	if most >= int(^T(0)) {
		return nil, true, nil
	}
	cost := make([]T, 1<<width)
	open := make([][]uint32, most+1) // by cost modulo its length: states to expand
	goal := p.goal()
	cost[goal], open[0] = 1, []uint32{goal}
	for level, left := 0, 1; left > 0; level++ {
		if level+most >= int(^T(0)) {
			return nil, true, nil
		}
		list := &open[level%len(open)]
		for i := 0; i < len(*list); i++ { // moves of cost 0 append to the list
			if i%lookEvery == 0 && ctx.Err() != nil {
				return nil, false, fmt.Errorf("%s: the table of its costs was not finished", p.Name)
			}
			state := (*list)[i]
			left--
			if int(cost[state]) != level+1 {
				continue // it was reached at a lower cost
			}
			for _, m := range moves.by[state&moves.mask] {
				before, price, ok := m.apply(state)
				if !ok {
					continue
				}
				if old := cost[before]; old == 0 || int(old) > level+price+1 {
					cost[before] = T(level + price + 1)
					to := &open[(level+price)%len(open)]
					*to = append(*to, before)
					left++
				}
			}
		}
		*list = (*list)[:0]
	}
	return fold(p, cost), false, nil
}

// fold keeps the least cost over the bits that are forgotten.
func fold[T uint8 | uint16](p *Pattern, cost []T) []T {
	var forgotten uint
	if p.place, forgotten = p.kept(); forgotten == 0 {
		return cost
	}
	out := make([]T, len(cost)>>forgotten)
	for i, c := range cost {
		if k := i >> forgotten; c != 0 && (out[k] == 0 || c < out[k]) {
			out[k] = c
		}
	}
	return out
}

// goal is the state in which each value is at its place in the goal.
func (p *Pattern) goal() (state uint32) {
	for i, v := range p.apart() {
		for place, value := range p.Goal {
			if value == v {
				state |= uint32(place) << (uint(i) * p.width())
			}
		}
	}
	return state
}

// backwards are the reversed moves, by the lowest bits of a state: the moves that can have led to such a state.
type backwards struct {
	mask uint32
	by   [][]*back
}

// back is a reversed move: tables from bits of a state to the same bits before the move.
type back struct {
	parts []backPart
	price [4]int // by the values that moved: bit 0 for Own, bit 1 for Others
}

type backPart struct {
	shift  uint
	mask   uint32
	before []uint32
}

// Flags of an entry, above the bits of the state.
const (
	impossible  = 1 << 31 // the move does not lead there
	movedShift  = 29      // which values moved
	widestState = 28
	widestPart  = 12
)

// apply returns the state before the move, and the cost of the move.
func (m *back) apply(state uint32) (before uint32, price int, ok bool) {
	for i := range m.parts {
		p := &m.parts[i]
		before |= p.before[state>>(p.shift&31)&p.mask]
	}
	return before & (1<<widestState - 1), m.price[before>>movedShift&3], before&impossible == 0
}

// backwards reverses the moves.
func (p *Pattern) backwards() backwards {
	out := backwards{by: make([][]*back, 1)}
	for i := range p.Moves {
		m := p.turn(&p.Moves[i])
		low := &m.parts[0]
		if i == 0 {
			out.mask, out.by = low.mask, make([][]*back, low.mask+1)
		}
		for bits := range low.before {
			if low.before[bits]&impossible == 0 {
				out.by[bits] = append(out.by[bits], m)
			}
		}
	}
	return out
}

// turn reverses a move.
func (p *Pattern) turn(c *Carry) *back {
	from := make([]int, len(p.Goal)) // by place: the place from which the move carries its value
	for i := range from {
		from[i] = i
	}
	for _, w := range c.Ways {
		from[w.To] = w.From
	}
	m := &back{price: [4]int{c.Cost, c.Cost, 0, c.Cost}}
	if p.Only {
		m.price[0] = 0
	}
	values := p.apart()
	digit := p.width()
	per := max(1, widestPart/int(digit))
	for i := 0; i < len(values); i += per {
		part := backPart{shift: uint(i) * digit, before: []uint32{0}}
		for k, v := range values[i:min(i+per, len(values))] {
			part.extend(p.turned(c, from, v, i+k < len(p.Others)), uint(k)*digit)
		}
		for b := range part.before {
			moved := part.before[b] & (3 << movedShift)
			rest := part.before[b] &^ (impossible | 3<<movedShift)
			part.before[b] = part.before[b]&impossible | moved | rest<<part.shift
		}
		part.mask = uint32(len(part.before) - 1)
		m.parts = append(m.parts, part)
	}
	return m
}

// turned returns, by the place of a value after a move, its place before the move.
func (p *Pattern) turned(c *Carry, from []int, value int, other bool) []uint32 {
	out := make([]uint32, 1<<p.width())
	for at := range out {
		if at >= len(from) {
			out[at] = impossible
			continue
		}
		before := from[at]
		out[at] = uint32(before)
		for _, w := range c.Wants {
			if (w.Value == value) != (w.Place == before) {
				out[at] |= impossible
			}
		}
		switch {
		case before == at:
		case other:
			out[at] |= 2 << movedShift
		default:
			out[at] |= 1 << movedShift
		}
	}
	return out
}

// extend joins a table with a table for the bits above.
func (b *backPart) extend(above []uint32, shift uint) {
	var out []uint32
	const flags = impossible | 3<<movedShift
	for _, a := range above {
		for _, x := range b.before {
			out = append(out, (a|x)&flags|x&^flags|a&^flags<<shift)
		}
	}
	b.before = out
}
