package breadthfirst

import (
	"slices"
	"sync/atomic"

	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/space"
)

// A search that has visited a whole space can visit the states again. The set of states seen numbers the states. Scan
// visits the set and generates successors again, which takes less time than storing them. It visits the states in the
// order of their numbers. Then successors of neighbouring states often have neighbouring numbers, and data kept by
// number are in the cache. Distances runs a second search from other states.

// Numbers numbers all states seen.
func (w *Search) Numbers() Numbers { return w.set.(Numbers) }

// GoalStates returns all goals seen, in the form of the search.
func (w *Search) GoalStates() []uint64 {
	words := w.sp.Layout.Words
	found := make([][]uint64, w.Cores())
	evs := make([]*space.Evaluator, w.Cores())
	for i := range evs {
		evs[i] = w.sp.NewEvaluator()
	}
	w.Scan(false, func(core int, b *Block) {
		for k := 0; k < len(b.States); k += words {
			if st := b.States[k : k+words]; w.sp.IsGoal(st, evs[core]) {
				found[core] = append(found[core], st...)
			}
		}
	})
	return slices.Concat(found...)
}

// Undoable reports whether every move can be undone. If proved is false, this was only tested along some random walks.
func (w *Search) Undoable() (undoable, proved bool) {
	if w.coarse != nil && w.coarse.Undoable() {
		return true, true
	}
	return w.undoable(), false
}

// Form returns the space of the search: the space of the run, or a coarse space.
func (w *Search) Form() *space.Space { return w.sp }

// Fine returns the state in the space of the run that a state of the search stands for: the state itself, or buffer.
func (w *Search) Fine(st, buffer []uint64) []uint64 {
	if w.coarse == nil {
		return st
	}
	w.coarse.Fine(st[0], buffer)
	return buffer
}

// Roots returns the initial states in the form of the search.
func (w *Search) Roots() []uint64 { return w.roots }

// Distances returns for each state that the search has seen 1 + the number of moves from there to the nearest state in
// from, 0 if there is no path. These states are given in the form of the search. Distances returns nil if it was
// stopped, if it reached a state that the search has not seen, or if a distance exceeds MostMoves.
func (w *Search) Distances(from []uint64) []uint16 {
	d := newDistances(w.set.(Places))
	second := w.again(from, d)
	second.Start()
	for depth, from := 0, 0; from < second.Len(); depth++ {
		to := second.Len()
		if second.Layer(depth, from, to); w.Stop != "" || d.Outside || depth > MostMoves {
			return nil
		}
		from = to
	}
	return d.Moves
}

// Again calls do with all states in the order in which the search has met them, until do returns false.
func (w *Search) Again(do func(st []uint64, depth int) bool) {
	set, _ := NewSet(w.Job, w.sp, SeenAny)
	second := w.again(w.roots, set)
	second.Start()
	st := make([]uint64, w.sp.Layout.Words)
	for depth, from := 0, 0; from < second.Len() && w.Stop == ""; depth++ {
		to := second.Len()
		for i := from; i < to; i++ {
			if second.queue.at(i, st); !do(st, depth) {
				return
			}
		}
		second.Layer(depth, from, to)
		from = to
	}
}

// again returns another search over the same states.
func (w *Search) again(roots []uint64, set Set) *Search {
	return &Search{
		Job: w.Job, sp: w.sp, roots: roots, name: w.name, set: set, queue: newQueue(w.sp.Layout),
		short: w.short, seekAfter: w.seekAfter, permutations: w.permutations, tables: w.tables, tablesMade: w.tablesMade,
		shareFrom: w.shareFrom, tablesFrom: w.tablesFrom, workers: w.workers,
	}
}

// Bytes returns the memory of the search.
func (w *Search) Bytes() int64 { return w.bytes() }

// Block holds states and, if wanted, their successors.
type Block struct {
	From   int64    // the first number of the block
	States []uint64 // the states, one after another
	At     []uint64 // by state: its number in the set
	Ends   []int32  // by state: the end of its successors in Kids
	Kids   []uint64 // by successor: its number in the set
}

// scanNumbers is the range of numbers of a block.
const scanNumbers = 1 << 12

// Scan calls do with all states, block after block, on several cores at the same time. With kids, blocks have the
// successors too. Scan ends early if the context ends.
func (w *Search) Scan(kids bool, do func(core int, b *Block)) {
	set, none := w.Numbers(), newShortcuts(w.sp, nil)
	words, all := w.sp.Layout.Words, set.Count()
	var next atomic.Int64
	job.Together(len(w.workers), func(core int) {
		b, block := w.workers[core], &Block{}
		for w.Ctx.Err() == nil {
			if block.From = next.Add(scanNumbers) - scanNumbers; block.From >= all {
				return
			}
			to := min(block.From+scanNumbers, all)
			block.States, block.At = set.List(block.From, to, block.States[:0], block.At[:0])
			if kids {
				b.parents, b.paths = block.States, sized(b.paths, len(block.At))
				clear(b.paths)
				b.expandAll(w.permutations, none)
				block.Ends, block.Kids = b.ends, sized(block.Kids, len(b.kids)/words)
				set.Number(b.kids, block.Kids)
			}
			do(core, block)
		}
	})
}

// Cores returns the number of cores that Scan works on.
func (w *Search) Cores() int { return len(w.workers) }
