package search

import (
	"math"

	"github.com/pzc-lang/pzc/backends/search/heuristic"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/prune"
)

// packing is the name under which width search is shown.
const packing = "packing"

// width is best-first width search (Lipovetzky, Geffner, Best-First Width Search: Exploration and Exploitation in
// Classical Planning, 2017) in a puzzle whose goals are packed, see prune.Packer. The novelty of a state is the size of
// the smallest set of atoms that no state of its class had before: 1, 2, or more. States that are new rank first. Then
//
//   - with cells, states are of one class, and in one open list, if they agree in the number of packed goals and in the
//     number of components. The lists are used in turn. The least matching of tokens with goals ranks first.
//   - Otherwise, states are of one class if the same goals are packed. There is one open list. The most packed goals
//     rank first, then the least cost of packing one more.
type width struct {
	*bestFirst
	packer prune.Packer
	cells  bool
	work   heuristic.Assignment
	lists  []*openList
	of     map[[2]int]*openList
	turn   int
	seen   map[uint64][]uint64 // by class: the pairs of atoms
	words  int                 // in seen
}

const (
	mostSeen = 1 << 23 // words of seen; beyond, all sets of atoms are new again
	noMatch  = 1 << 10 // the estimate of a state without a matching
)

func (r *run) width(p prune.Packer, cells bool) job.Outcome {
	// Under a limit of cost, a cheaper path to an expanded state may lead to a plan where the first one did not.
	w := &width{
		bestFirst: r.newBestFirst(rank{name: "width", h: 1, reopen: r.maxCost < math.MaxInt64}), packer: p, cells: cells,
		of: map[[2]int]*openList{}, seen: map[uint64][]uint64{},
	}
	defer r.corral(r.Expander)()
	for i := r.RootCount() - 1; i >= 0; i-- {
		w.reach(r.Root(i), node{noParent, int32(i), r.RootCost(i)})
	}
	return w.drain(w.bytes, w.next, w.expand)
}

// next takes a state out of the open list whose turn it is.
func (w *width) next() (id uint32, ok bool) {
	for range w.lists {
		l := w.lists[w.turn%len(w.lists)]
		w.turn++
		if _, _, id, ok = l.pop(); ok {
			return id, true
		}
	}
	return 0, false
}

func (w *width) expand(id uint32) {
	g := w.closed.g(id)
	w.closed.setExpanded(id)
	w.Expand(w.closed.State(id))
	for k := len(w.Expander.Kids) - 1; k >= 0; k-- {
		kid := &w.Expander.Kids[k]
		w.reach(w.Expander.State(k), node{id, kid.Move, g + kid.Cost})
	}
}

// reach records a path to a state, and opens the state unless it is pruned.
func (w *width) reach(st []uint64, n node) {
	id, fresh, better := w.closed.put(st, n, &w.Counts)
	if !better {
		return
	}
	goal := w.evaluator.goal(st)
	if w.admits(id, n.g, w.evaluator.estimate(st, n.g), fresh, goal) && !goal {
		w.enqueue(id, st)
	}
}

// enqueue puts a state into its open list.
func (w *width) enqueue(id uint32, st []uint64) {
	p := w.packer.Rate(st)
	if w.cells {
		h := min(w.work.LeastCost(p.Costs), noMatch)
		w.list([2]int{p.Missing, p.Parts}).Push(w.novelty(uint64(p.Missing)<<16|uint64(p.Parts), &p), h, id)
		return
	}
	w.list([2]int{}).Push(w.novelty(p.Done, &p)<<8|int64(p.Missing), min(p.Near, noMatch), id)
}

// list returns the open list of a cell.
func (w *width) list(cell [2]int) *openList {
	l := w.of[cell]
	if l == nil {
		l = &openList{rank: w.open.rank}
		w.of[cell], w.lists = l, append(w.lists, l)
	}
	return l
}

// novelty returns the novelty of a state, less 1, and records its atoms.
func (w *width) novelty(class uint64, p *prune.Packing) int64 {
	seen, size := w.seen[class], 2*p.Nodes
	if seen == nil {
		if seen = make([]uint64, (size*size+63)/64); w.words > mostSeen {
			clear(w.seen)
			w.words = 0
		}
		w.seen[class] = seen
		w.words += len(seen)
	}
	least := int64(2)
	for k, a := range p.Atoms {
		for _, b := range p.Atoms[:k+1] {
			i, size := int(b)*size+int(a), int64(1)
			if seen[i>>6]>>(i&63)&1 != 0 {
				continue
			}
			if seen[i>>6] |= 1 << (i & 63); a == b {
				size = 0
			}
			least = min(least, size)
		}
	}
	return least
}

func (w *width) bytes() int64 {
	n := w.bestFirst.bytes() + w.packer.Bytes() + 8*int64(w.words)
	for _, l := range w.lists {
		n += l.Bytes()
	}
	return n
}
