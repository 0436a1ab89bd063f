// Package breadthfirst visits a space breadth first. Breadth-first search and the exploration of whole spaces use it.
//
// Set is the set of the states that were seen: a hashSet or, if there are few packed states, a BitSet or a depthSet. A
// ranker numbers the states for these two. The queue is the list of the states in the order in which they were seen.
// Pages need no list, and may lie in a file. Different parts of a Set may be marked at the same time.
package breadthfirst

import (
	"fmt"

	"github.com/pzc-lang/pzc/backends/search/amount"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
)

// Search visits a space breadth first, layer after layer, in rounds of a number of states. A round has three steps: it
// generates the successors of all its states, marks them in the set of states seen, and appends the new ones to the
// queue.
//
// Several threads can share the first two steps. Each generates the successors of a part of the states. Then each marks
// all successors that belong to its part of the set, in the order of a single thread. So the number of threads changes
// only the time.
type Search struct {
	*job.Job
	sp           *space.Space // the space of the run, or a coarse space
	coarse       *space.Coarse
	roots        []uint64 // states of sp
	set          Set
	depths       *depthSet // the set of states seen, if the path to a goal is found by depths
	queue        queue
	workers      []*worker
	permutations *permutationRows // nil: the moves are not permutations
	tables       int64            // bytes of permutations, and of the moves of a coarse space
	short        *shortcuts
	// seekAfter is the number of states after which the search looks for shortcuts.
	seekAfter int64
	// Layers of at least shareFrom states are shared by the threads. Layers of at least tablesFrom states use tables
	// that pay only for many states.
	shareFrom, tablesFrom int
	tablesMade            bool
	name                  string
	toGoal                bool // the search ends at a goal and returns the path there
	// parents holds the parent of every parentEvery-th state. Parents are expanded in order, so the parents of the states
	// in between lie in between.
	parents  []uint32
	starts   int // number of roots, which are the first states of the queue
	expanded int // number of the last state expanded

	Goals, Stuck int64 // number of goals, and of states without an applicable move
}

const (
	parentEvery  = 64
	aloneStates  = 1 << 8  // states that one thread expands in a round
	sharedStates = 1 << 11 // states that each of several threads expands in a round
	sharedLayer  = 1 << 13
	manyStates   = 1 << 11
)

// New returns a search in a coarse space, or in the space of the run if c is nil, and a description of the set of
// states seen. Unless kind is SeenAny, this kind of set is tried first.
func New(r *job.Job, c *space.Coarse, kind SeenKind, toGoal bool) (*Search, string) {
	w := plainSearch(r, c)
	w.toGoal = toGoal
	how := w.newSeen(kind, c != nil && c.Undoable())
	if c != nil {
		how += fmt.Sprintf(", after the numbers of %s that moves change apart", amount.Of(int64(c.Coarsened), "part"))
	}
	w.queue, w.short = newQueue(w.sp.Layout), newShortcuts(w.sp, nil)
	if toGoal {
		w.name = "bfs"
	}
	w.seekAfter = w.seekFrom()
	w.depths, _ = w.set.(*depthSet)
	w.addWorkers(r.Cores())
	return w, how
}

// plainSearch returns a search that keeps no states.
func plainSearch(r *job.Job, c *space.Coarse) *Search {
	w := &Search{
		Job: r, sp: r.Space, roots: r.Roots.States, name: "explore", shareFrom: sharedLayer, tablesFrom: manyStates,
	}
	if c != nil {
		w.coarse, w.sp, w.roots, w.tables = c, c.Space, c.Roots, c.Bytes()
	}
	return w
}

// addWorkers makes a worker for each thread.
func (w *Search) addWorkers(threads int) {
	for range threads {
		b := newWorker(w.sp)
		if w.Folder != nil {
			w.Folder.Another().Serve(b.x)
		}
		w.workers = append(w.workers, b)
	}
}

func (w *Search) rootCount() int { return len(w.roots) / w.sp.Layout.Words }

func (w *Search) root(i int) []uint64 { n := w.sp.Layout.Words; return w.roots[i*n : i*n+n] }

// Start adds the roots. It returns the number of the first goal among them, or -1.
func (w *Search) Start() int {
	at, fresh := make([]uint64, 1), make([]bool, 1)
	for i := range w.rootCount() {
		st := w.root(i)
		fresh[0] = false
		w.set.locate(st, at)
		w.set.mark(st, at, fresh, 0, 1)
		if !fresh[0] {
			continue
		}
		goal := w.add(st, 0, 0)
		w.starts = w.queue.len()
		if goal {
			return w.queue.len() - 1
		}
	}
	return -1
}

// add appends a new state to the queue. It returns true if the state is a goal and the search ends there.
func (w *Search) add(st []uint64, parent int, path uint8) bool {
	if w.toGoal && w.depths == nil && w.queue.len()%parentEvery == 0 {
		w.parents = append(w.parents, uint32(parent))
	}
	w.queue.push(st, path)
	if !w.sp.IsGoal(st, w.workers[0].x.Child) {
		return false
	}
	w.Goals++
	return w.toGoal
}

// Layer expands the states from … to-1, which are at the given depth. It returns the number of the first goal that it
// finds, or -1.
func (w *Search) Layer(depth, from, to int) int {
	w.set.layer(depth + 1)
	if !w.tablesMade && to-from >= w.tablesFrom {
		w.tablesMade = true
		w.permutations = newPermutationRows(w.sp)
		w.tables += w.permutations.bytes()
		w.set.makeTables()
	}
	w.findShortcuts()
	for from < to && !w.Over(w.name, w.needs) {
		w.shed(from)
		used := w.workers
		n := sharedStates * len(used)
		if to-from < w.shareFrom || len(used) == 1 {
			used, n = used[:1], aloneStates
		}
		n = min(n, to-from)
		w.generate(used, from, n)
		w.mark(used)
		w.set.settle()
		for _, b := range used {
			if goal := w.collect(b, from); goal >= 0 {
				return goal
			}
			from += len(b.ends)
		}
	}
	return -1
}

// shed releases memory of the states before number i, which are expanded.
func (w *Search) shed(i int) {
	w.queue.dropPaths(i)
	if w.depths != nil || !w.toGoal {
		w.queue.dropStates(i)
	}
}

// generate divides the n states from number from on among the workers.
func (w *Search) generate(workers []*worker, from, n int) {
	job.Together(len(workers), func(i int) {
		lo, hi := i*n/len(workers), (i+1)*n/len(workers)
		workers[i].generate(&w.queue, from+lo, hi-lo, w.set, w.permutations, w.short)
	})
}

func (w *Search) mark(workers []*worker) {
	parts := len(workers)
	job.Together(parts, func(part int) {
		for _, b := range workers {
			w.set.mark(b.kids, b.at, b.fresh, uint64(part), uint64(parts))
		}
	})
}

// collect appends the new states among the successors of the states from number from on. It returns the number of the
// first goal, or -1.
func (w *Search) collect(b *worker, from int) int {
	words := w.sp.Layout.Words
	kid := 0
	for i, end := range b.ends {
		w.Counts.Expanded++
		known := int64(b.known[i])
		w.Counts.Generated += int64(end) - int64(kid) + known
		w.Counts.Duplicates += known
		w.Work += int64(end) - int64(kid) + 1
		w.Expander.Deaths += int64(b.deaths[i])
		w.expanded = from + i
		if kid == int(end) && known == 0 {
			w.Stuck++
		}
		for ; kid < int(end); kid++ {
			if !b.fresh[kid] {
				w.Counts.Duplicates++
				continue
			}
			st := b.kids[kid*words : kid*words+words]
			path := uint8(0)
			if len(b.after) > 0 {
				path = b.after[kid]
			}
			if w.add(st, from+i, path) {
				return w.queue.len() - 1
			}
		}
	}
	return -1
}

// Search expands layer after layer until it finds a goal, and returns the path to the goal. before is the number of
// moves before the roots. The path has at most maxMoves moves; if maxMoves is negative, there is no bound.
func (w *Search) Search(before, maxMoves int) job.Outcome {
	goal, depth := w.Start(), 0
	for from := 0; goal < 0 && from < w.Len(); depth++ {
		to := w.Len()
		w.Lower = job.Times(int64(before+depth+1), w.Space.MinCost)
		w.Phase.Level, w.Phase.At = "depth", int64(before+depth)
		if depth == maxMoves {
			w.Cut = true
			break
		}
		if goal = w.Layer(depth, from, to); w.Stop != "" || w.GaveUp {
			break
		}
		w.Counts.MaxFrontier = max(w.Counts.MaxFrontier, int64(w.Len()-to))
		from = to
	}
	w.Account()
	if goal < 0 {
		return job.Outcome{}
	}
	o, ok := w.path(goal, depth)
	if !ok {
		w.Stop = fmt.Sprintf("a goal is %s away, but not all moves can be undone, and there is not the memory to keep "+
			"the path to it", amount.Of(int64(depth), "move"))
	}
	return o
}

// State writes state i, in the order in which they were seen, into st. States before the current layer may be dropped.
func (w *Search) State(i int, st []uint64) { w.queue.at(i, st) }

// Len returns the number of states seen.
func (w *Search) Len() int { return w.queue.len() }

// path returns the path to a state of the queue at the given depth. It returns false if some move cannot be undone and
// there is no memory to store the path.
func (w *Search) path(goal, depth int) (o job.Outcome, ok bool) {
	if w.depths == nil {
		return w.outcome(goal), true
	}
	st := make([]uint64, w.sp.Layout.Words)
	w.queue.at(goal, st)
	return w.tracePath(st, depth)
}

// outcome returns the path to a state of the queue. The parent of a state is the first state that has it as a
// successor. It lies between the stored parents of earlier and later states.
func (w *Search) outcome(id int) job.Outcome {
	o := job.Outcome{Found: true}
	st := make([]uint64, w.sp.Layout.Words)
	for w.queue.at(id, st); id >= w.starts; w.queue.at(id, st) {
		id = w.parent(id, st, &o)
	}
	for !store.Equal(w.root(o.Root), st) {
		o.Root++
	}
	for i, j := 0, len(o.Moves)-1; i < j; i, j = i+1, j-1 {
		o.Moves[i], o.Moves[j] = o.Moves[j], o.Moves[i]
	}
	return o
}

// parent finds the parent of state number id, which is st, and appends the move to the outcome.
func (w *Search) parent(id int, st []uint64, o *job.Outcome) int {
	from := make([]uint64, len(st))
	x := w.workers[0].x
	for p := int(w.parents[id/parentEvery]); p <= w.expanded; p++ {
		w.queue.at(p, from)
		x.Expand(from)
		for k := range x.Kids {
			if store.Equal(x.State(k), st) {
				o.Moves = append(o.Moves, int(x.Kids[k].Move))
				return p
			}
		}
	}
	panic("search: a state has no path to it")
}

// Account records the statistics.
func (w *Search) Account() {
	w.Took(w.bytes(), 0)
	w.Counts.BytesPerState = float64(w.bytes()) / float64(max(1, w.queue.len()))
}

// needs returns the bytes of the search, plus those of another round in which all successors are new.
func (w *Search) needs() int64 {
	n := w.bytes()
	for _, b := range w.workers {
		n += 3 * int64(StateBytes(w.sp.Layout)) * int64(cap(b.at))
	}
	return n
}

// bytes returns the bytes of the search.
func (w *Search) bytes() int64 {
	if w.queue.len() >= store.MostStates {
		return store.NoRoom
	}
	return w.set.bytes() + w.queue.bytes() + 4*int64(cap(w.parents)) + w.tables + w.workerBytes()
}

func (w *Search) workerBytes() (n int64) {
	for _, b := range w.workers {
		n += 8*int64(cap(b.parents)+cap(b.kids)+cap(b.at)) + 12*int64(cap(b.ends)) +
			int64(cap(b.paths)+cap(b.after)+cap(b.fresh))
	}
	return n
}
