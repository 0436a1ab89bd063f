package prune

import (
	"math/bits"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/space"
)

// Packer rates the states of a Sokoban-like puzzle by how far the goals are packed. A token on a goal is packed if it
// may stay there: every other goal can still get a token, in some order, while the packed tokens stay. (The order of
// goals and the components are features of FESS: Shoham, Schaeffer, The FESS Algorithm: A Feature Based Approach to
// Single-Agent Search, 2020.) The ratings guide a search and prove nothing. A Packer is for one goroutine.
type Packer interface {
	Rate(st []uint64) packing
	MovesFrom(node int32) []uint64 // the set of moves that carry a token from a node
	To(move int32) int32           // the node to which a move carries a token
	Bytes() int64
}

// packing is the rating of a state.
type packing struct {
	Missing int // number of goals that are not packed
	Parts   int // number of components of the free nodes
	// Costs holds the cost of carrying each token that is not packed to each missing goal, past the packed tokens only,
	// or far. It is valid until the next call of Rate.
	Costs [][]int64
}

// far is the cost of carrying a token to where it cannot come.
const far = 1 << 55

const (
	mostParts   = 4       // components beside a token that are distinguished
	mostPacking = 1 << 26 // bytes of all tables
	noWay       = 1<<16 - 1
)

// NewPacker returns nil if the puzzle is not Sokoban-like. The tokens of a state show where tokens come from.
func NewPacker(sp *space.Space, st []uint64) Packer {
	s := survey{sp: sp, pool: sp.Task.Pool, walker: -1}
	if !s.survey() || len(s.goals) > 64 {
		return nil
	}
	switch n := s.board.Nodes(); {
	case n <= 64:
		return newPacker(newSokoban[[1]uint64](&s), st)
	case n <= 128:
		return newPacker(newSokoban[[2]uint64](&s), st)
	case n <= 256:
		return newPacker(newSokoban[[4]uint64](&s), st)
	}
	return nil
}

type packer[S nodes] struct {
	placed[S]
	places []int32 // by goal: its node
	number []int32 // by node: its goal; -1: none
	tables map[uint64]*packTable
	packs  map[uint64]bool // by set of goals: whether they may be packed
	order  []int           // in which the goals can be packed
	loners uint64          // goals that cannot be packed last, whatever is packed before
	shown  S               // the tokens of the state shown
	start  int32           // the node of its walker
	from   [][]uint64      // by node: the moves that carry a token from there
	to     []int32         // by move: the node to which it carries a token
	into   [][]push        // by node: the moves that carry a token there; push.to is where it comes from
	// What comes has met and divided in its last run, number past.
	past    int32
	met     []int32 // by node and component
	divided []int32 // by node
	alone   packTable
	queue   []int32
	out     packing
}

// packTable holds the costs of carrying one token if some goals are packed.
type packTable struct {
	part []uint8  // by nodes of the token and of the walker: the component of the walker
	cost []uint16 // by node of the token, component of the walker, and goal; noWay: none
}

func newPacker[S nodes](y *sokoban[S], st []uint64) Packer {
	p := &packer[S]{placed: newPlaced(y), tables: map[uint64]*packTable{}, packs: map[uint64]bool{}}
	size := len(y.near)
	p.to, p.into = make([]int32, 64*p.words), make([][]push, size)
	p.met, p.divided, p.alone.part = make([]int32, size*mostParts), make([]int32, size), make([]uint8, size*size)
	for n := range int32(len(y.near)) {
		set := make([]uint64, p.words)
		for _, m := range y.moves[y.first[n]:y.first[n+1]] {
			set[m.move>>6] |= 1 << (m.move & 63)
			p.to[m.move] = m.to
			p.into[m.to] = append(p.into[m.to], push{n, m.stand, m.move})
		}
		p.from = append(p.from, set)
		p.number = append(p.number, -1)
		if has(&y.goals, n) {
			p.number[n] = int32(len(p.places))
			p.places = append(p.places, n)
		}
	}
	p.read(st)
	count := 0
	for i := 0; i < len(p.tokens); i++ {
		count += bits.OnesCount64(p.tokens[i])
	}
	if p.shown, p.start = p.tokens, p.at(st); p.start < 0 || count < len(p.places) {
		return nil
	}
	for g := range p.places {
		p.order = append(p.order, g)
	}
	var last []int
	p.loners, last = p.unpack(0)
	p.order = slices.DeleteFunc(p.order, func(g int) bool { return slices.Contains(last, g) })
	slices.Reverse(last)
	p.order = append(p.order, last...)
	return p
}

// at returns the node of the walker, or -1.
func (p *packer[S]) at(st []uint64) int32 {
	return p.walker.node[st[p.walker.word]>>p.walker.shift&p.walker.mask]
}

// unpack begins with all goals packed and takes one goal after another away, if a token comes to it past the others. It
// keeps some goals. It returns the goals that are left, and the others in order. Taking a goal away makes more ways
// free, so the choice does not matter.
func (p *packer[S]) unpack(keep uint64) (left uint64, taken []int) {
	left = 1<<len(p.places) - 1
	for again := true; again; {
		again = false
		for _, g := range slices.Backward(p.order) {
			if bit := uint64(1) << g; left&^keep&bit != 0 && p.comes(left&^bit, g) {
				left &^= bit
				taken, again = append(taken, g), true
			}
		}
	}
	return left, taken
}

// packable reports whether all other goals can be packed after some goals.
func (p *packer[S]) packable(done uint64) bool {
	ok, known := p.packs[done]
	if known {
		return ok
	}
	keep := done | p.loners
	if ok = !slices.ContainsFunc(p.order, func(g int) bool { return keep>>g&1 == 0 && !p.comes(done, g) }); ok {
		left, _ := p.unpack(keep)
		ok = left == keep
	}
	p.packs[done] = ok
	return ok
}

// comes reports whether some token comes to a goal past packed goals. It goes back from the goal, by breadth-first
// search over pairs of a node and a component of the walker.
func (p *packer[S]) comes(done uint64, g int) bool {
	p.past++
	goal, queue := p.places[g], p.queue[:0]
	for part := range int32(mostParts) {
		queue = append(queue, goal*mostParts+part)
		p.met[goal*mostParts+part] = p.past
	}
	found := false
	for k := 0; k < len(queue) && !found; k++ {
		n, part := queue[k]/mostParts, uint8(queue[k]%mostParts)
		row := p.partsOf(done, n)
		if found = has(&p.shown, n) && row[p.start] == part; found {
			break
		}
		for _, m := range p.into[n] {
			if own := p.number[m.to]; own >= 0 && done>>own&1 != 0 || row[m.to] != part {
				continue
			}
			before := p.partsOf(done, m.to)[m.stand]
			if before == mostParts {
				continue
			}
			if at := m.to*mostParts + int32(before); p.met[at] != p.past {
				p.met[at] = p.past
				queue = append(queue, at)
			}
		}
	}
	p.queue = queue
	return found
}

// partsOf returns the components of the walker if a token is on a node, past packed goals.
func (p *packer[S]) partsOf(done uint64, n int32) []uint8 {
	row := p.alone.part[int(n)*len(p.number):][:len(p.number)]
	if p.divided[n] != p.past {
		p.divided[n] = p.past
		for i := range row {
			row[i] = mostParts
		}
		p.divide(&p.alone, done, n)
	}
	return row
}

// costOf returns the cost of carrying a token from a node to a goal.
func (p *packer[S]) costOf(t *packTable, token, walker int32, g int) int64 {
	part := t.part[int(token)*len(p.number)+int(walker)]
	if part < mostParts {
		if cost := t.cost[(int(token)*mostParts+int(part))*len(p.places)+g]; cost != noWay {
			return int64(cost)
		}
	}
	return far
}

// table returns the table of a set of packed goals.
func (p *packer[S]) table(done uint64) *packTable {
	if t := p.tables[done]; t != nil {
		return t
	}
	if p.Bytes() > mostPacking {
		clear(p.tables)
	}
	size := len(p.number)
	live := p.sokoban.live
	for g, n := range p.places {
		if done>>g&1 != 0 {
			live[n>>6] &^= 1 << (n & 63)
		}
	}
	t := &packTable{
		part: slices.Repeat([]uint8{mostParts}, size*size),
		cost: slices.Repeat([]uint16{noWay}, size*mostParts*len(p.places)),
	}
	p.each(&live, func(n int32, m *push) { // each node of a move once
		if m == &p.moves[p.first[n]] {
			p.divide(t, done, n)
		}
	})
	for g, n := range p.places {
		if done>>g&1 == 0 && t.part[int(n)*size] == mostParts {
			p.divide(t, done, n) // no move leaves the goal
		}
	}
	var steps []carry
	p.each(&live, func(n int32, m *push) {
		a, b := t.part[int(n)*size+int(m.stand)], t.part[int(m.to)*size+int(n)]
		if has(&live, m.to) && a < mostParts && b < mostParts {
			steps = append(steps, carry{n*mostParts + int32(a), m.to*mostParts + int32(b)})
		}
	})
	p.measure(t, done, steps)
	p.tables[done] = t
	return t
}

// carry is a move of a token between pairs of a node and a component of the walker.
type carry struct{ from, to int32 }

// divide numbers the components of the walker if a token is on a node.
func (p *packer[S]) divide(t *packTable, done uint64, token int32) {
	free := p.all
	free[token>>6] &^= 1 << (token & 63)
	for g, n := range p.places {
		if done>>g&1 != 0 {
			free[n>>6] &^= 1 << (n & 63)
		}
	}
	row := t.part[int(token)*len(p.number):][:len(p.number)]
	p.components(free, mostParts, func(k int, nodes S) {
		for i := 0; i < len(nodes); i++ {
			for set := nodes[i]; set != 0; set &= set - 1 {
				row[i<<6+bits.TrailingZeros64(set)] = uint8(k)
			}
		}
	})
}

// components calls do for the first components of some nodes. It returns their number.
func (p *packer[S]) components(free S, most int, do func(k int, nodes S)) (k int) {
	rest := free
	for i := 0; i < len(rest) && k < most; {
		if rest[i] == 0 {
			i++
			continue
		}
		var start S
		start[i] = rest[i] & -rest[i]
		nodes, _ := p.flood(free, start, start)
		for j := 0; j < len(rest); j++ {
			rest[j] &^= nodes[j]
		}
		do(k, nodes)
		k++
	}
	return k
}

// measure fills in the costs, by breadth-first search backwards from each missing goal.
func (p *packer[S]) measure(t *packTable, done uint64, steps []carry) {
	first := make([]int32, len(p.number)*mostParts+1)
	for _, s := range steps {
		first[s.to+1]++
	}
	for i := 1; i < len(first); i++ {
		first[i] += first[i-1]
	}
	from, next := make([]int32, len(steps)), slices.Clone(first)
	for _, s := range steps {
		from[next[s.to]] = s.from
		next[s.to]++
	}
	var queue []int32
	for g, n := range p.places {
		if done>>g&1 != 0 {
			continue
		}
		cost := func(at int32) *uint16 { return &t.cost[int(at)*len(p.places)+g] }
		queue = queue[:0]
		for part := range int32(mostParts) {
			queue = append(queue, n*mostParts+part)
			*cost(n*mostParts + part) = 0
		}
		for k := 0; k < len(queue); k++ {
			for _, f := range from[first[queue[k]]:first[queue[k]+1]] {
				if *cost(f) == noWay {
					*cost(f) = *cost(queue[k]) + 1
					queue = append(queue, f)
				}
			}
		}
	}
}

func (p *packer[S]) Rate(st []uint64) packing {
	p.read(st)
	var on uint64
	for g, n := range p.places {
		if has(&p.tokens, n) {
			on |= 1 << g
		}
	}
	done := on
	if !p.packable(on) {
		done = 0
		for _, g := range p.order {
			if bit := uint64(1) << g; on&bit != 0 && p.packable(done|bit) {
				done |= bit
			}
		}
	}
	p.out.Missing = len(p.places) - bits.OnesCount64(done)
	p.out.Parts = p.components(p.free, len(p.number), func(int, S) {})
	p.carries(done, max(0, p.at(st)))
	return p.out
}

// carries fills in Costs.
func (p *packer[S]) carries(done uint64, at int32) {
	t, costs := p.table(done), slices.Grow(p.out.Costs[:0], len(p.places))
	for g := range p.places {
		if done>>g&1 != 0 {
			continue
		}
		k := len(costs)
		costs = costs[:k+1]
		row := costs[k][:0]
		for i := 0; i < len(p.tokens); i++ {
			for set := p.tokens[i]; set != 0; set &= set - 1 {
				n := int32(i<<6 + bits.TrailingZeros64(set))
				if own := p.number[n]; own < 0 || done>>own&1 == 0 {
					row = append(row, p.costOf(t, n, at, g))
				}
			}
		}
		costs[k] = row
	}
	p.out.Costs = costs
}

func (p *packer[S]) MovesFrom(node int32) []uint64 { return p.from[node] }
func (p *packer[S]) To(move int32) int32           { return p.to[move] }

// Bytes returns the approximate memory of the tables.
func (p *packer[S]) Bytes() int64 {
	size := int64(len(p.number))
	return int64(len(p.tables))*size*(size+2*mostParts*int64(len(p.places))) + 32*int64(len(p.packs))
}
