package breadthfirst

import (
	"slices"
	"sync/atomic"

	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
)

// A search that has visited a whole space can visit the states again. The set of states seen numbers the states. Scan
// visits the set and generates successors again, which takes less time than storing them. It visits the states in the
// order of their numbers. Then successors of neighbouring states often have neighbouring numbers, and data kept by
// number are in the cache. Distances runs a second search from other states.

// Numbers numbers all states seen.
func (search *Search) Numbers() Numbers { return search.set.(Numbers) }

// GoalStates returns all goals seen, in the form of the search.
func (search *Search) GoalStates() []uint64 {
	words := search.sp.Layout.Words
	found := make([][]uint64, search.Cores())
	evs := make([]*space.Evaluator, search.Cores())
	for i := range evs {
		evs[i] = search.sp.NewEvaluator()
	}
	search.Scan(false, func(core int, b *Block) {
		for k := 0; k < len(b.States); k += words {
			if st := b.States[k : k+words]; search.sp.IsGoal(st, evs[core]) {
				found[core] = append(found[core], st...)
			}
		}
	})
	return slices.Concat(found...)
}

// Undoable reports whether every move can be undone. If proved is false, this was only tested along some random walks.
func (search *Search) Undoable() (undoable, proved bool) {
	if search.coarse != nil && search.coarse.Undoable() {
		return true, true
	}
	return search.undoable(), false
}

// undoable reports whether, along some random walks, every move could be undone by one move.
func (search *Search) undoable() bool {
	if search.rootCount() == 0 {
		return false
	}
	walk, back := space.NewWalk(search.sp), space.NewExpander(search.sp)
	st, before := slices.Clone(search.root(0)), make([]uint64, search.sp.Layout.Words)
	for range estimate.SampleWalks * estimate.SampleSteps {
		copy(before, st)
		if !walk.Step(st) {
			break
		}
		back.Expand(st)
		undone := false
		for k := range back.Kids {
			undone = undone || store.Equal(back.State(k), before)
		}
		if !undone {
			return false
		}
	}
	return true
}

// Form returns the space of the search: the space of the run, or a coarse space.
func (search *Search) Form() *space.Space { return search.sp }

// Fine returns the state in the space of the run that a state of the search stands for: the state itself, or buffer.
func (search *Search) Fine(st, buffer []uint64) []uint64 {
	if search.coarse == nil {
		return st
	}
	search.coarse.Fine(st[0], buffer)
	return buffer
}

// Roots returns the initial states in the form of the search.
func (search *Search) Roots() []uint64 { return search.roots }

// Distances returns for each state that the search has seen 1 + the number of moves from there to the nearest state in
// from, 0 if there is no path. These states are given in the form of the search. Distances returns nil if it was
// stopped, if it reached a state that the search has not seen, or if a distance exceeds MostMoves.
func (search *Search) Distances(from []uint64) []uint16 {
	d := newDistances(search.set.(places))
	second := search.again(from, d)
	second.Start()
	for depth, from := 0, 0; from < second.Len(); depth++ {
		to := second.Len()
		if second.Layer(depth, from, to); search.Stop != "" || d.Outside || depth > MostMoves {
			return nil
		}
		from = to
	}
	return d.Moves
}

// Again calls do with all states in the order in which the search has met them, until do returns false.
func (search *Search) Again(do func(st []uint64, depth int) bool) {
	set, _ := NewSet(search.Job, search.sp)
	second := search.again(search.roots, set)
	second.Start()
	st := make([]uint64, search.sp.Layout.Words)
	for depth, from := 0, 0; from < second.Len() && search.Stop == ""; depth++ {
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
func (search *Search) again(roots []uint64, set Set) *Search {
	return &Search{
		Job: search.Job, sp: search.sp, roots: roots, name: search.name, set: set, queue: newQueue(search.sp.Layout),
		tables: search.tables, shareFrom: search.shareFrom, workers: search.workers,
	}
}

// Bytes returns the memory of the search.
func (search *Search) Bytes() int64 { return search.bytes() }

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
func (search *Search) Scan(kids bool, do func(core int, b *Block)) {
	set := search.Numbers()
	words, all := search.sp.Layout.Words, set.Count()
	var next atomic.Int64
	job.Together(len(search.workers), func(core int) {
		b, block := search.workers[core], &Block{}
		for search.Ctx.Err() == nil {
			if block.From = next.Add(scanNumbers) - scanNumbers; block.From >= all {
				return
			}
			to := min(block.From+scanNumbers, all)
			block.States, block.At = set.List(block.From, to, block.States[:0], block.At[:0])
			if kids {
				b.parents = block.States
				b.expandAll()
				block.Ends, block.Kids = b.ends, sized(block.Kids, len(b.kids)/words)
				set.Number(b.kids, block.Kids)
			}
			do(core, block)
		}
	})
}

// Cores returns the number of cores that Scan works on.
func (search *Search) Cores() int { return len(search.workers) }
