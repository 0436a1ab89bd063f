package search

import "math"

// Key is a packed state. Equal states have equal keys, and Hash spreads them over all numbers.
type Key interface {
	comparable
	Hash() uint64
}

// node is a state that was reached, with its parent and the move between.
type node[K Key] struct {
	key    K
	parent int32 // -1: a start
	move   int32
	cost   int  // from the start
	closed bool // its successors were made
}

// graph holds the states that were reached, each once. table holds the number of each node plus one, at the place given
// by the hash, or at the next free place if that is taken (open addressing: Peterson, 1957).
type graph[K Key] struct {
	nodes []node[K]
	table []int32
}

// mostNodes bounds the nodes, because their numbers have 32 bits.
const mostNodes = math.MaxInt32 / 2

func newGraph[K Key]() *graph[K] { return &graph[K]{table: make([]int32, 1<<10)} }

// add adds a state and returns its number; false if the state is there already.
func (g *graph[K]) add(key K, parent, move, cost int) (int, bool) {
	if 4*len(g.nodes) >= 3*len(g.table) {
		g.grow()
	}
	at := g.find(key)
	if i := g.table[at]; i > 0 {
		return int(i) - 1, false
	}
	i := len(g.nodes)
	g.table[at] = int32(i) + 1
	g.nodes = append(g.nodes, node[K]{key: key, parent: int32(parent), move: int32(move), cost: cost})
	return i, true
}

// find is the place of a state in the table, or the free place where it belongs.
func (g *graph[K]) find(key K) uint64 {
	mask := uint64(len(g.table) - 1)
	at := key.Hash() & mask
	for i := g.table[at]; i > 0 && g.nodes[i-1].key != key; i = g.table[at] {
		at = (at + 1) & mask
	}
	return at
}

// grow doubles the table.
func (g *graph[K]) grow() {
	g.table = make([]int32, 2*len(g.table))
	for i := range g.nodes {
		g.table[g.find(g.nodes[i].key)] = int32(i) + 1
	}
}

// plan goes back from a state to the start. It returns the number of the start and the moves.
func (g *graph[K]) plan(at int) (start int, moves []int) {
	for g.nodes[at].parent >= 0 {
		moves = append(moves, int(g.nodes[at].move))
		at = int(g.nodes[at].parent)
	}
	for i, j := 0, len(moves)-1; i < j; i, j = i+1, j-1 {
		moves[i], moves[j] = moves[j], moves[i]
	}
	return at, moves
}

// set is a set of keys, by open addressing: a key lies at the place given by its hash, or at the next free place. The
// zero key stands for a free place, so it is not kept there.
type set[K Key] struct {
	keys []K
	size int
	zero bool // it is in the set

	there []K // by key that addAll adds: what lies at its place
}

func newSet[K Key]() *set[K] { return &set[K]{keys: make([]K, 1<<10)} }

// add adds a key; false if it is there already.
func (s *set[K]) add(key K) bool {
	var free K
	if key == free {
		fresh := !s.zero
		s.zero = true
		return fresh
	}
	mask := uint64(len(s.keys) - 1)
	at := key.Hash() & mask
	for ; s.keys[at] != free; at = (at + 1) & mask {
		if s.keys[at] == key {
			return false
		}
	}
	s.keys[at] = key
	if s.size++; 4*s.size >= 3*len(s.keys) {
		s.grow()
	}
	return true
}

// addAll adds keys, and appends those to fresh that were not there.
func (s *set[K]) addAll(keys, fresh []K) []K {
	mask := uint64(len(s.keys) - 1)
	s.there = s.there[:0]
	for _, key := range keys { // no read waits for another one
		s.there = append(s.there, s.keys[key.Hash()&mask])
	}
	var free K
	for i, key := range keys {
		if (key == free || s.there[i] != key) && s.add(key) {
			fresh = append(fresh, key)
		}
	}
	return fresh
}

// grow doubles the places.
func (s *set[K]) grow() {
	var free K
	old := s.keys
	s.keys, s.size = make([]K, 2*len(old)), 0
	for _, key := range old {
		if key != free {
			s.add(key)
		}
	}
}
