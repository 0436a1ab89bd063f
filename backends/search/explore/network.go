package explore

import (
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
)

// network holds all reachable states, numbered in the order of breadth-first search, with all moves between them.
// Unlike a graph, a network is made when its size is known. So a move takes four bytes, and no array grows.
type network struct {
	*store.Closed
	first []uint32 // by state: the number of its first move; one more element at the end
	to    []uint32 // by move: where it leads
	cost  []int64  // by move; nil if all moves cost the same
	each  int64    // the cost of each move if cost is nil
	layer []uint32 // by number of moves from the start: the first state that is farther away
	goals []bool
}

// networkBytes returns the greatest number of bytes that a network and the tables about its states take.
func networkBytes(sp *space.Space, states, moves int64) int64 {
	const state = 2*4 + 2*8 + 1 + 24 + 8 // arrays by state; slots and open lists; values of a heuristic
	move := int64(2 * 4)
	if !sp.EqualCosts() {
		move += 2 * 8
	}
	return states*(state+8*int64(sp.Layout.Words)) + moves*move
}

// newNetwork makes the network of the given numbers of states and moves. It returns nil if the run must end first.
func newNetwork(r *job.Job, states, moves int64) *network {
	n := &network{Closed: store.NewClosedFor(r.Space.Layout.Words, states), each: r.Space.MinCost}
	n.first, n.to, n.goals = make([]uint32, 0, states+1), make([]uint32, 0, moves), make([]bool, 0, states)
	if !r.Space.EqualCosts() {
		n.cost = make([]int64, 0, moves)
	}
	for i := range r.RootCount() {
		n.Put(r.Root(i))
	}
	r.Phase = job.Phase{From: r.Counts.Expanded, Of: states}
	bytes := func() int64 { return networkBytes(r.Space, states, moves) }
	for id := uint32(0); int(id) < n.Len(); id++ {
		if len(n.layer) == 0 || id == n.layer[len(n.layer)-1] {
			n.layer = append(n.layer, uint32(n.Len()))
		}
		if r.Over("moves between states", bytes) {
			return nil
		}
		r.Expand(n.State(id))
		n.goals = append(n.goals, r.Space.IsGoal(n.State(id), r.Expander.Child))
		n.first = append(n.first, uint32(len(n.to)))
		n.Ahead(r.Expander.States)
		for k := range r.Expander.Kids {
			to, _ := n.Put(r.Expander.State(k))
			n.to = append(n.to, to)
			if n.cost != nil {
				n.cost = append(n.cost, r.Expander.Kids[k].Cost)
			}
		}
	}
	n.first = append(n.first, uint32(len(n.to)))
	return n
}

// out returns the numbers of the moves of a state: from first to end-1.
func (n *network) out(id uint32) (from, to uint32) { return n.first[id], n.first[id+1] }

func (n *network) costOf(move uint32) int64 {
	if n.cost == nil {
		return n.each
	}
	return n.cost[move]
}

// depth returns the fewest moves from a start to a state.
func (n *network) depth(id uint32) int {
	lo, hi := 0, len(n.layer)
	for lo < hi {
		if mid := (lo + hi) / 2; n.layer[mid] <= id {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// reversed returns the network with all moves reversed. It has no states of its own.
func (n *network) reversed() *network {
	states := len(n.first) - 1
	b := &network{first: make([]uint32, states+2), to: make([]uint32, len(n.to)), each: n.each}
	if n.cost != nil {
		b.cost = make([]int64, len(n.to))
	}
	for _, to := range n.to {
		b.first[to+2]++
	}
	for i := 1; i < len(b.first); i++ {
		b.first[i] += b.first[i-1]
	}
	for id := range uint32(states) {
		for m, end := n.out(id); m < end; m++ {
			at := &b.first[n.to[m]+1]
			b.to[*at] = id
			if b.cost != nil {
				b.cost[*at] = n.cost[m]
			}
			*at++
		}
	}
	b.first = b.first[:states+1]
	return b
}

// walker computes least costs in a network from some states to all others, repeatedly.
type walker struct {
	n    *network
	dist []int64 // by state; job.NoCost for unreachable states
	line []uint32
	open store.Queue
}

func (n *network) newWalker() *walker {
	w := &walker{n: n, dist: make([]int64, len(n.first)-1)}
	for i := range w.dist {
		w.dist[i] = job.NoCost
	}
	return w
}

// from computes the costs from the given states to all reachable states: breadth first, or by Dijkstra's algorithm if
// costs differ.
func (w *walker) from(ids ...uint32) {
	for _, id := range ids {
		w.dist[id] = 0
	}
	if w.n.cost == nil {
		w.inLine(ids)
		return
	}
	for _, id := range ids {
		w.open.Push(0, 0, id)
	}
	for {
		g, _, id, ok := w.open.Pop()
		if !ok {
			return
		}
		if g != w.dist[id] {
			continue
		}
		for m, end := w.n.out(id); m < end; m++ {
			if d := g + w.n.cost[m]; d < w.dist[w.n.to[m]] {
				w.dist[w.n.to[m]] = d
				w.open.Push(d, 0, w.n.to[m])
			}
		}
	}
}

func (w *walker) inLine(ids []uint32) {
	w.line = append(w.line[:0], ids...)
	for i := 0; i < len(w.line); i++ {
		id := w.line[i]
		d := w.dist[id] + w.n.each
		for m, end := w.n.out(id); m < end; m++ {
			if to := w.n.to[m]; w.dist[to] == job.NoCost {
				w.dist[to] = d
				w.line = append(w.line, to)
			}
		}
	}
}
