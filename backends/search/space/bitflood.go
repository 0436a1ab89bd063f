package space

import (
	"math/bits"

	"github.com/pzc-lang/pzc/backends/search/packed"
)

// Board is a graph on which each node is free always, never, or by one bit of the state. Sets of nodes are bit sets:
// fill collects the free nodes run by run, and adds all new neighbours of a node at once.
type Board struct {
	always []uint64 // a bit for each node
	runs   []bitRun
	next   []uint64 // by node: its neighbours, len(always) words
	reads  []uint64 // by word of the state: the bits that say which nodes are free
	nodeOf []int32  // by bit: its node; nil: a bit has several nodes, or a node is no neighbour of a neighbour
	plan   *floodPlan
}

// bitRun is a run of consecutive nodes whose freedom is given by consecutive bits in a word of the state. A node is
// free if its bit differs from flip.
type bitRun struct {
	word, to   int
	shift, up  uint
	mask, flip uint64
}

// board returns nil if some node depends on more than one bit, or if the board is so large that lists of neighbours are
// shorter.
func (p *program) board(plan *floodPlan) *Board {
	words := (len(plan.next) + 63) / 64
	if words > maxFloodWords {
		return nil
	}
	b := &Board{always: make([]uint64, words), next: make([]uint64, words*len(plan.next))}
	for c, i := range plan.free {
		for _, d := range plan.next[c] {
			b.next[c*words+int(d>>6)] |= 1 << (d & 63)
		}
		if !b.free(&p.code[i], c) {
			return nil
		}
	}
	b.index(plan, p.layout.Words)
	return b
}

// maxFloodWords bounds the boards: a set of nodes takes at most this number of words.
const maxFloodWords = 8

// free records the bit that decides whether a node is free. It returns false if one bit does not decide it.
func (b *Board) free(in *inst, node int) bool {
	var no, yes int64 // value by the bit
	switch {
	case in.op == opConst:
		if in.n != 0 {
			b.always[node>>6] |= 1 << (node & 63)
		}
		return true
	case in.op == opField && in.at.First.Mask == 1:
		no, yes = in.n, in.n+1
	case in.op == opTable && len(in.table) == 2 && len(in.at.Rest) == 0:
		no, yes = int64(in.table[0]), int64(in.table[1])
	default:
		return false
	}
	switch {
	case (no != 0) == (yes != 0):
		return b.free(&inst{op: opConst, n: yes}, node)
	case yes != 0:
		b.bit(in.at.First, node, 0)
	default:
		b.bit(in.at.First, node, 1)
	}
	return true
}

// bit adds a node to the last run or to a new one.
func (b *Board) bit(at packed.Pick, node int, flip uint64) {
	if n := len(b.runs); n > 0 {
		r := &b.runs[n-1]
		width := uint(bits.Len64(r.mask))
		if r.word == at.Word && r.shift+width == at.Shift && r.to == node>>6 && r.up+width == uint(node&63) &&
			r.flip&1 == flip {
			r.mask |= 1 << width
			r.flip |= flip << width
			return
		}
	}
	b.runs = append(b.runs, bitRun{
		word: at.Word, to: node >> 6, shift: at.Shift, up: uint(node & 63), mask: 1,
		flip: flip,
	})
}

// Free writes the free nodes of a state.
func (b *Board) Free(st, free []uint64) {
	copy(free, b.always)
	for i := range b.runs {
		r := &b.runs[i]
		free[r.to] |= (st[r.word]>>(r.shift&63)&r.mask ^ r.flip) << (r.up & 63)
	}
}

// fill adds the reachable nodes to component. Together with free, these are then the free nodes, and the start.
func (b *Board) fill(st []uint64, from int32, component, free []uint64) {
	b.Free(st, free)
	component[from>>6] = 1 << (from & 63)
	if len(free) == 1 {
		component[0] = b.fill1(component[0], free[0])
	} else {
		b.spread(uint64(from), component, free)
	}
}

// fill1 is fill for boards of one word.
func (b *Board) fill1(reached, free uint64) uint64 {
	for open := reached; open != 0; {
		c := bits.TrailingZeros64(open)
		fresh := b.next[c] & free &^ reached
		reached |= fresh
		open = open&(open-1) | fresh
	}
	return reached
}

// spread is fill for boards of several words. free loses the nodes that are reached; open holds the nodes whose
// neighbours are still to be taken.
func (b *Board) spread(from uint64, component, free []uint64) {
	var open [maxFloodWords]uint64
	open[from>>6] = 1 << (from & 63)
	words := len(free)
	free[from>>6] &^= 1 << (from & 63)
	for w := 0; w < words; {
		if open[w] == 0 {
			w++
			continue
		}
		c := w<<6 + bits.TrailingZeros64(open[w])
		open[w] &= open[w] - 1
		least := w
		for k, near := range b.next[c*words : c*words+words] {
			if fresh := near & free[k]; fresh != 0 {
				free[k] &^= fresh
				component[k] |= fresh
				open[k] |= fresh
				least = min(least, k)
			}
		}
		w = least
	}
}
