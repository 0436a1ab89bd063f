// Package breadthfirst visits a space breadth first. Breadth-first search and the exploration of whole spaces use it.
//
// Set is the set of the states that were seen: a hashSet or, if there are few packed or ranked states, a BitSet.
// Different parts of a Set may be marked at the same time. The queue is the list of the states in the order in which
// they were seen.
package breadthfirst

import (
	"fmt"

	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/internal/text"
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
	sp      *space.Space // the space of the run, or a coarse space
	coarse  *space.Coarse
	roots   []uint64 // states of sp
	set     Set
	queue   queue
	workers []*worker
	tables  int64 // bytes of the moves of a coarse space
	// Layers of at least shareFrom states are shared by the threads.
	shareFrom int
	name      string
	toGoal    bool // the search ends at a goal and returns the path there
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
)

// New returns a search in a coarse space, or in the space of the run if c is nil, and a description of the set of
// states seen.
func New(r *job.Job, c *space.Coarse, toGoal bool) (search *Search, how string) {
	w := plainSearch(r, c)
	w.toGoal = toGoal
	w.set, how = NewSet(r, w.sp)
	if c != nil {
		how += fmt.Sprintf(", after the numbers of %s that moves change apart", text.Plural(int64(c.Coarsened), "part"))
	}
	w.queue = newQueue(w.sp.Layout)
	if toGoal {
		w.name = "bfs"
	}
	w.addWorkers(r.Cores())
	return w, how
}

// plainSearch returns a search that keeps no states.
func plainSearch(r *job.Job, c *space.Coarse) *Search {
	w := &Search{
		Job: r, sp: r.Space, roots: r.Roots.States, name: "explore", shareFrom: sharedLayer,
	}
	if c != nil {
		w.coarse, w.sp, w.roots, w.tables = c, c.Space, c.Roots, c.Bytes()
	}
	return w
}

// addWorkers makes a worker for each thread.
func (search *Search) addWorkers(threads int) {
	for range threads {
		b := newWorker(search.sp)
		search.Fold(b.x)
		search.workers = append(search.workers, b)
	}
}

func (search *Search) rootCount() int { return len(search.roots) / search.sp.Layout.Words }

func (search *Search) root(i int) []uint64 {
	n := search.sp.Layout.Words
	return search.roots[i*n : i*n+n]
}

// Start adds the roots. It returns the number of the first goal among them, or -1.
func (search *Search) Start() int {
	at, fresh := make([]uint64, 1), make([]bool, 1)
	for i := range search.rootCount() {
		st := search.root(i)
		fresh[0] = false
		search.set.locate(st, at)
		search.set.mark(st, at, fresh, 0, 1)
		if !fresh[0] {
			continue
		}
		goal := search.add(st, 0)
		search.starts = search.queue.len()
		if goal {
			return search.queue.len() - 1
		}
	}
	return -1
}

// add appends a new state to the queue. It returns true if the state is a goal and the search ends there.
func (search *Search) add(st []uint64, parent int) bool {
	if search.toGoal && search.queue.len()%parentEvery == 0 {
		search.parents = append(search.parents, uint32(parent))
	}
	search.queue.push(st)
	if !search.sp.IsGoal(st, search.workers[0].x.Child) {
		return false
	}
	search.Goals++
	return search.toGoal
}

// Layer expands the states from … to-1, which are at the given depth. It returns the number of the first goal that it
// finds, or -1.
func (search *Search) Layer(depth, from, to int) int {
	search.set.layer(depth + 1)
	for from < to && !search.Over(search.name, search.needs) {
		if !search.toGoal {
			search.queue.dropStates(from)
		}
		used := search.workers
		n := sharedStates * len(used)
		if to-from < search.shareFrom || len(used) == 1 {
			used, n = used[:1], aloneStates
		}
		n = min(n, to-from)
		search.generate(used, from, n)
		search.mark(used)
		search.set.settle()
		for _, b := range used {
			if goal := search.collect(b, from); goal >= 0 {
				return goal
			}
			from += len(b.ends)
		}
	}
	return -1
}

// generate divides the n states from number from on among the workers.
func (search *Search) generate(workers []*worker, from, n int) {
	job.Together(len(workers), func(i int) {
		lo, hi := i*n/len(workers), (i+1)*n/len(workers)
		workers[i].generate(&search.queue, from+lo, hi-lo, search.set)
	})
}

func (search *Search) mark(workers []*worker) {
	parts := len(workers)
	job.Together(parts, func(part int) {
		for _, b := range workers {
			search.set.mark(b.kids, b.at, b.fresh, uint64(part), uint64(parts))
		}
	})
}

// collect appends the new states among the successors of the states from number from on. It returns the number of the
// first goal, or -1.
func (search *Search) collect(b *worker, from int) int {
	words := search.sp.Layout.Words
	kid := 0
	for i, end := range b.ends {
		search.Counts.Expanded++
		search.Counts.Generated += int64(end) - int64(kid)
		search.Work += int64(end) - int64(kid) + 1
		search.Expander.Deaths += int64(b.deaths[i])
		search.expanded = from + i
		if kid == int(end) {
			search.Stuck++
		}
		for ; kid < int(end); kid++ {
			if !b.fresh[kid] {
				search.Counts.Duplicates++
				continue
			}
			if search.add(b.kids[kid*words:kid*words+words], from+i) {
				return search.queue.len() - 1
			}
		}
	}
	return -1
}

// Search expands layer after layer until it finds a goal, and returns the path to the goal. before is the number of
// moves before the roots. The path has at most maxMoves moves; if maxMoves is negative, there is no bound.
func (search *Search) Search(before, maxMoves int) job.Outcome {
	goal, depth := search.Start(), 0
	for from := 0; goal < 0 && from < search.Len(); depth++ {
		to := search.Len()
		search.Lower = job.Times(int64(before+depth+1), search.Space.MinCost)
		search.Phase.Level, search.Phase.At = "depth", int64(before+depth)
		if depth == maxMoves {
			search.Cut = true
			break
		}
		if goal = search.Layer(depth, from, to); search.Stop != "" || search.GaveUp {
			break
		}
		search.Counts.MaxFrontier = max(search.Counts.MaxFrontier, int64(search.Len()-to))
		from = to
	}
	search.Account()
	if goal < 0 {
		return job.Outcome{}
	}
	return search.outcome(goal)
}

// State writes state i, in the order in which they were seen, into st. States before the current layer may be dropped.
func (search *Search) State(i int, st []uint64) { search.queue.at(i, st) }

// Len returns the number of states seen.
func (search *Search) Len() int { return search.queue.len() }

// outcome returns the path to a state of the queue. The parent of a state is the first state that has it as a
// successor. It lies between the stored parents of earlier and later states.
func (search *Search) outcome(id int) job.Outcome {
	o := job.Outcome{Found: true}
	st := make([]uint64, search.sp.Layout.Words)
	for search.queue.at(id, st); id >= search.starts; search.queue.at(id, st) {
		id = search.parent(id, st, &o)
	}
	for !store.Equal(search.root(o.Root), st) {
		o.Root++
	}
	for i, j := 0, len(o.Moves)-1; i < j; i, j = i+1, j-1 {
		o.Moves[i], o.Moves[j] = o.Moves[j], o.Moves[i]
	}
	return o
}

// parent finds the parent of state number id, which is st, and appends the move to the outcome.
func (search *Search) parent(id int, st []uint64, o *job.Outcome) int {
	from := make([]uint64, len(st))
	x := search.workers[0].x
	for p := int(search.parents[id/parentEvery]); p <= search.expanded; p++ {
		search.queue.at(p, from)
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
func (search *Search) Account() {
	search.Took(search.bytes(), 0)
	search.Counts.BytesPerState = float64(search.bytes()) / float64(max(1, search.queue.len()))
}

// needs returns the bytes of the search, plus those of another round in which all successors are new.
func (search *Search) needs() int64 {
	n := search.bytes()
	for _, b := range search.workers {
		n += 3 * int64(StateBytes(search.sp.Layout)) * int64(cap(b.at))
	}
	return n
}

// bytes returns the bytes of the search.
func (search *Search) bytes() int64 {
	if search.queue.len() >= store.MostStates {
		return store.NoRoom
	}
	return search.set.bytes() + search.queue.bytes() + 4*int64(cap(search.parents)) + search.tables + search.workerBytes()
}

func (search *Search) workerBytes() (n int64) {
	for _, b := range search.workers {
		n += 8*int64(cap(b.parents)+cap(b.kids)+cap(b.at)) + 8*int64(cap(b.ends)) + int64(cap(b.fresh))
	}
	return n
}
