package depthfirst

import (
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/internal/processor"
)

// A long pass is split into subtrees, in the order in which a single thread meets them. Threads take the subtrees in
// this order. The main thread adds up their reports in the same order, up to the first subtree with a plan. So the plan
// and the counts do not depend on the number of threads (after Rao, Kumar and Ramesh, A Parallel Implementation of
// Iterative-Deepening-A*, 1987).

// subtree is a part of a pass: a state and all paths from it.
type subtree[W state] struct {
	state  W
	slack  int64 // the argument of visit; if the estimate is evaluated, the cost of the way to the state
	to     *successorList[W]
	path   []W     // the states before, from the root on
	moves  []int32 // the moves from the root on
	before tally   // the counts of a single thread between the previous subtree and this one
}

// tally is a part of the counts of a pass.
type tally struct {
	counts            backends.Stats
	work, deaths      int64
	sampled, repeated int64
	excess, next      int64
}

// report is the result of a thread for a subtree.
type report struct {
	end   ending
	tally tally
	plan  []int32 // backwards
	stop  string
	wary  bool
	extent
}

const (
	shareAfter = 1 << 18 // states that a search expands before it splits passes
	treeStates = 1 << 16 // number of states expanded so far for each subtree
	fewTrees   = 1 << 8
	mostTrees  = 1 << 14
	treeLevels = 1 << 6 // subtrees begin above this depth

	firstTreeCheck = 1 << 10
)

// shares reports whether threads may share the pass: the pass is probably long, and each move updates the estimate.
func (d *idaStar[W]) shares() bool {
	ok, _ := d.updates()
	return ok && (d.search.shares || d.Counts.Expanded >= shareAfter)
}

// share searches below the successors of a root, which the expander has generated, in several threads.
func (d *idaStar[W]) share(root []uint64, g int64) ending {
	defer processor.All(d.Ctx)()
	trees, rest := d.split(root, g)
	reports, done := make([]report, len(trees)), make([]chan struct{}, len(trees))
	for i := range done {
		done[i] = make(chan struct{})
	}
	var taken, last atomic.Int64 // number of subtrees taken; number of the last subtree that can matter
	last.Store(int64(len(trees)) - 1)
	sampled, repeated, begin := d.sampled, d.repeated, d.extent
	var pause sync.RWMutex // the threads wait while the main thread checks the limits, which may take long
	var threads sync.WaitGroup
	defer threads.Wait()
	for range d.Cores() {
		w := d.thread()
		threads.Go(func() {
			for i := taken.Add(1) - 1; i <= last.Load(); i = taken.Add(1) - 1 {
				w.GiveUp = func() bool {
					pause.RLock()
					defer pause.RUnlock()
					w.Budget = w.Counts.Expanded + 1 // the budget is checked again
					return i > last.Load()
				}
				reports[i] = w.below(&trees[i], sampled, repeated, begin)
				for at := last.Load(); reports[i].end == found && i < at && !last.CompareAndSwap(at, i); {
					at = last.Load()
				}
				close(done[i])
			}
		})
	}
	for i := range trees {
		d.absorb(trees[i].before)
		<-done[i]
		r := &reports[i]
		d.absorb(r.tally)
		d.extent = r.extent
		d.wary = d.wary || r.wary
		if r.end == found {
			d.backwards = append(r.plan, backwards(trees[i].moves)...)
			return found
		}
		pause.Lock()
		over := d.Over(d.search.Name, d.bytes)
		pause.Unlock()
		if d.Stop == "" {
			d.Stop = r.stop
		}
		if over || r.end == broken || d.often() {
			last.Store(-1)
			return broken
		}
	}
	d.absorb(rest)
	return nothing
}

// thread returns an idaStar for a thread. It searches subtrees of d and has its own counts.
func (d *idaStar[W]) thread() *idaStar[W] {
	w, r := *d, *d.Job
	r.Expander, r.Progress, r.LeaveOut, r.Budget = space.NewExpander(d.Space), nil, false, 0
	w.Job, w.search = &r, &Search{Job: &r, Name: d.search.Name}
	w.general, w.goal = nil, newGoalTest[W](&r)
	w.path, w.seen, w.st, w.sums = nil, map[W]struct{}{}, make([]uint64, len(d.st)), d.sums.another()
	w.passage = passage{bound: d.bound}
	w.batch = batch[W]{extent: d.extent}
	w.take()
	return &w
}

// below searches a subtree.
func (d *idaStar[W]) below(t *subtree[W], sampled, repeated int64, e extent) report {
	d.sampled, d.repeated, d.wary, d.extent = sampled, repeated, false, e
	d.Work, d.Check, d.Budget = 0, 0, 1
	d.every = firstTreeCheck
	d.span, d.left = d.every, d.every
	d.reserve(len(t.path))
	end := d.start(t)
	r := report{end: end, extent: d.extent, plan: slices.Clone(d.backwards), stop: d.Stop, wary: d.wary}
	r.tally = d.take()
	r.tally.sampled -= sampled
	r.tally.repeated -= repeated
	return r
}

// start searches a subtree, if there is slack for its path.
func (d *idaStar[W]) start(t *subtree[W]) ending {
	depth := copy(d.path, t.path)
	if d.evaluates {
		words := wordsOf(t.state)
		d.sums.fill(d.Space, d.f.scales, words[:], depth)
		return d.f.do.evaluate(d, t.state, t.slack, t.to, depth)
	}
	d.goalAt = -1
	switch {
	case !d.f.do.visit(d, t.state, t.slack, t.to, depth):
		return nothing
	case d.goalAt < 0:
		return broken
	}
	d.retrace(depth)
	return found
}

// retrace makes the plan, from the path that visit found, from a depth on.
func (d *idaStar[W]) retrace(depth int) {
	d.backwards = d.backwards[:0]
	for i := d.goalAt - 1; i >= depth; i-- {
		words := wordsOf(d.path[i])
		d.Expander.Expand(words[:len(d.st)])
		best := -1
		for k, kid := range d.Expander.Kids {
			if fromWords[W](d.Expander.State(k)) == d.path[i+1] && (best < 0 || kid.Cost < d.Expander.Kids[best].Cost) {
				best = k
			}
		}
		d.backwards = append(d.backwards, d.Expander.Kids[best].Move)
	}
}

// split makes subtrees. rest holds the counts of a single thread after the last subtree.
func (d *idaStar[W]) split(root []uint64, g int64) (trees []subtree[W], rest tally) {
	w, want := d.thread(), min(max(d.Counts.Expanded/treeStates, fewTrees), mostTrees)
	w.left, w.narrow = treeLevels, 0
	w.reserve(0)
	w.span, w.left = math.MaxInt64, math.MaxInt64 // it never checks the limits
	for k, kid := range d.Expander.Kids {
		if t, ok := w.enter(d.Expander.State(k), g, kid.Cost, d.f.after(kid.Move, root)); ok {
			t.path, t.moves = []W{fromWords[W](root)}, []int32{kid.Move}
			t.before = w.take()
			trees = append(trees, t)
		}
	}
	rest = w.take()
	for level := 1; level < treeLevels && len(trees) > 0 && int64(len(trees)) < want; level++ {
		var next []subtree[W]
		for i := range trees {
			w.absorb(trees[i].before)
			next = w.deeper(&trees[i], next)
		}
		w.absorb(rest)
		trees, rest = next, w.take()
	}
	return trees, rest
}

// deeper appends the subtrees below the state of a subtree, or the subtree itself if the state is a goal.
func (d *idaStar[W]) deeper(t *subtree[W], trees []subtree[W]) []subtree[W] {
	left, alone := d.left, *t
	alone.to = &successorList[W]{plain: true}
	if d.start(&alone) == found {
		t.before = d.take()
		return append(trees, *t)
	}
	if d.left == left { // it was cut off
		return trees
	}
	for b := range t.to.branches() {
		if !d.f.do.holds(b, t.state) {
			continue
		}
		next, spent := d.f.do.apply(b, t.state)
		slack := t.slack - spent
		if d.evaluates {
			slack = t.slack + spent
		} else if slack < 0 {
			d.cutOff(slack)
			continue
		}
		trees = append(trees, subtree[W]{
			state: next, slack: slack, to: b.to, before: d.take(),
			path: append(slices.Clip(t.path), t.state), moves: append(slices.Clip(t.moves), b.move),
		})
	}
	return trees
}

// take returns the counts and resets them.
func (d *idaStar[W]) take() tally {
	d.settle()
	t := tally{
		counts: d.Counts, work: d.Work, deaths: d.Expander.Deaths, sampled: d.sampled, repeated: d.repeated,
		excess: d.excess, next: d.next,
	}
	d.Counts, d.Work, d.Expander.Deaths, d.sampled, d.repeated = backends.Stats{}, 0, 0, 0, 0
	d.excess, d.next = math.MinInt64, math.MaxInt64
	return t
}

// absorb adds counts.
func (d *idaStar[W]) absorb(t tally) {
	d.Counts.Expanded += t.counts.Expanded
	d.Counts.Generated += t.counts.Generated
	d.Counts.Backtracks += t.counts.Backtracks
	d.Counts.DeadEnds += t.counts.DeadEnds
	d.Work += t.work
	d.Expander.Deaths += t.deaths
	d.sampled += t.sampled
	d.repeated += t.repeated
	d.excess, d.next = max(d.excess, t.excess), min(d.next, t.next)
}

// backwards returns moves in the order of the way back.
func backwards(moves []int32) []int32 {
	out := slices.Clone(moves)
	slices.Reverse(out)
	return out
}
