package depthfirst

import (
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/internal/processor"
)

// A long pass is split into subtrees, in the order in which a single thread meets them. Threads take the subtrees in
// this order. The main thread adds up their reports in the same order, up to the first subtree with a plan. So the plan
// and the counts do not depend on the number of threads (after Rao, Kumar and Ramesh, A Parallel Implementation of
// Iterative-Deepening-A*, 1987).

// tree is a subtree for a thread.
type tree[W state] struct {
	subtree[W]
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

// share searches below the successors of a root, which the expander has generated, in several threads. It returns false
// if the pass is probably short, or if a move does not update the estimate.
func (ida *idaStar[W]) share(root []uint64, g int64) (end ending, shared bool) {
	ok, _ := ida.updates()
	if !ok || !ida.search.shares && (ida.Counts.Expanded < shareAfter || ida.Without.Has(technique.Shared)) {
		return nothing, false
	}
	return ida.divide(root, g), true
}

func (ida *idaStar[W]) divide(root []uint64, g int64) ending {
	defer processor.All(ida.Ctx)()
	trees, rest := ida.split(root, g)
	reports, done := make([]report, len(trees)), make([]chan struct{}, len(trees))
	for i := range done {
		done[i] = make(chan struct{})
	}
	var taken, last atomic.Int64 // number of subtrees taken; number of the last subtree that can matter
	last.Store(int64(len(trees)) - 1)
	sampled, repeated, begin := ida.sampled, ida.repeated, ida.extent
	var pause sync.RWMutex // the threads wait while the main thread checks the limits, which may take long
	var threads sync.WaitGroup
	defer threads.Wait()
	for range ida.Cores() {
		w := ida.thread()
		threads.Go(func() {
			for i := taken.Add(1) - 1; i <= last.Load(); i = taken.Add(1) - 1 {
				w.GiveUp = func() bool {
					pause.RLock()
					defer pause.RUnlock()
					w.Budget = w.Counts.Expanded + 1 // the budget is checked again
					return i > last.Load()
				}
				reports[i] = w.below(&trees[i].subtree, sampled, repeated, begin)
				for at := last.Load(); reports[i].end == found && i < at && !last.CompareAndSwap(at, i); {
					at = last.Load()
				}
				close(done[i])
			}
		})
	}
	for i := range trees {
		ida.absorb(trees[i].before)
		<-done[i]
		r := &reports[i]
		ida.absorb(r.tally)
		ida.extent = r.extent
		ida.wary = ida.wary || r.wary
		if r.end == found {
			ida.backwards = append(r.plan, backwards(trees[i].moves)...)
			return found
		}
		pause.Lock()
		over := ida.Over(ida.search.Name, ida.bytes)
		pause.Unlock()
		if ida.Stop == "" {
			ida.Stop = r.stop
		}
		if over || r.end == broken || ida.often() {
			last.Store(-1)
			return broken
		}
	}
	ida.absorb(rest)
	return nothing
}

// thread returns an idaStar for a thread. It searches subtrees of d and has its own counts.
func (ida *idaStar[W]) thread() *idaStar[W] {
	w, r := *ida, *ida.Job
	r.Expander, r.Progress, r.LeaveOut, r.Budget = space.NewExpander(ida.Space), nil, false, 0
	r.Limit = nil // the main thread counts the work of all
	w.Job, w.search = &r, &Search{Job: &r, Name: ida.search.Name}
	w.general, w.goal = nil, newGoalTest[W](&r)
	w.path, w.seen, w.st, w.sums = nil, map[W]struct{}{}, make([]uint64, len(ida.st)), ida.sums.another()
	w.passage = passage{bound: ida.bound}
	w.small = w.newBatches()
	w.take()
	return &w
}

// below searches a subtree.
func (ida *idaStar[W]) below(t *subtree[W], sampled, repeated int64, e extent) report {
	ida.sampled, ida.repeated, ida.wary, ida.extent = sampled, repeated, false, e
	ida.Work, ida.Check, ida.Budget = 0, 0, 1
	ida.every = firstTreeCheck
	ida.span, ida.left = ida.every, ida.every
	ida.reserve(len(t.path))
	end := ida.start(t)
	r := report{end: end, extent: ida.extent, plan: slices.Clone(ida.backwards), stop: ida.Stop, wary: ida.wary}
	r.tally = ida.take()
	r.tally.sampled -= sampled
	r.tally.repeated -= repeated
	return r
}

// split makes subtrees. rest holds the counts of a single thread after the last subtree.
func (ida *idaStar[W]) split(root []uint64, g int64) (trees []tree[W], rest tally) {
	w, want := ida.thread(), min(max(ida.Counts.Expanded/treeStates, fewTrees), mostTrees)
	w.left, w.narrow = treeLevels, 0
	w.reserve(0)
	w.span, w.left = math.MaxInt64, math.MaxInt64 // it never checks the limits
	for k, kid := range ida.Expander.Kids {
		if t, ok := w.enter(ida.Expander.State(k), g, kid.Cost, ida.lists.after(kid.Move, root)); ok {
			t.path = []W{fromWords[W](root)}
			trees = append(trees, tree[W]{t, []int32{kid.Move}, w.take()})
		}
	}
	rest = w.take()
	for level := 1; level < treeLevels && len(trees) > 0 && int64(len(trees)) < want; level++ {
		var next []tree[W]
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
func (ida *idaStar[W]) deeper(t *tree[W], trees []tree[W]) []tree[W] {
	left, alone := ida.left, t.subtree
	alone.to = &successorList[W]{plain: true}
	if ida.start(&alone) == found {
		t.before = ida.take()
		return append(trees, *t)
	}
	if ida.left == left { // it was cut off
		return trees
	}
	for i := range t.to.branches {
		b := &t.to.branches[i]
		if !ida.lists.do.holds(b, t.state) {
			continue
		}
		next, spent := ida.lists.do.apply(b, t.state)
		slack := t.slack - spent
		if ida.evaluates {
			slack = t.slack + spent
		} else if slack < 0 {
			ida.cutOff(slack)
			continue
		}
		trees = append(trees, tree[W]{
			subtree: subtree[W]{state: next, slack: slack, to: b.to, path: append(slices.Clip(t.path), t.state)},
			moves:   append(slices.Clip(t.moves), b.move), before: ida.take(),
		})
	}
	return trees
}

// take returns the counts and resets them.
func (ida *idaStar[W]) take() tally {
	ida.settle()
	t := tally{
		counts: ida.Counts, work: ida.Work, deaths: ida.Expander.Deaths, sampled: ida.sampled, repeated: ida.repeated,
		excess: ida.excess, next: ida.next,
	}
	ida.Counts, ida.Work, ida.Expander.Deaths, ida.sampled, ida.repeated = backends.Stats{}, 0, 0, 0, 0
	ida.excess, ida.next = math.MinInt64, math.MaxInt64
	return t
}

// absorb adds counts.
func (ida *idaStar[W]) absorb(t tally) {
	ida.Counts.Expanded += t.counts.Expanded
	ida.Counts.Generated += t.counts.Generated
	ida.Counts.Backtracks += t.counts.Backtracks
	ida.Counts.DeadEnds += t.counts.DeadEnds
	ida.Work += t.work
	ida.Expander.Deaths += t.deaths
	ida.sampled += t.sampled
	ida.repeated += t.repeated
	ida.excess, ida.next = max(ida.excess, t.excess), min(ida.next, t.next)
}

// backwards returns moves in the order of the way back.
func backwards(moves []int32) []int32 {
	out := slices.Clone(moves)
	slices.Reverse(out)
	return out
}
