package search

import (
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/internal/processor"
)

// A long best-first search on several threads expands the open states in batches of equal rank. All threads generate
// the successors of a batch; meanwhile one thread puts those of the batch before into the closed list, in order. Then
// all threads estimate the states that are new. So the plan and the counts depend neither on the time nor on the number
// of threads, if there are at least two (after Felner, Kraus and Korf, KBFS: K-Best-First Search, 2003).
//
// The plan is a cheapest one as with a single thread: a search ends only if no open state ranks before its plan. A
// batch costs more states in the last layer alone, where a single thread would go straight to a goal.

const (
	batchAfter = 1 << 19 // the work of a search before it makes batches
	mostBatch  = 1 << 9  // states of a batch
	leastBatch = 1 << 4
	batchShare = 1 << 7  // a batch is at most this part of the states expanded
	batchWork  = 1 << 15 // about the work of a batch
	batchParts = 1 << 5  // number of parts into which threads divide a batch
	spins      = 1 << 9
	aloneWork  = 1 << 9 // a batch of less work is not divided
)

// batch is some states of equal rank, and their successors.
type batch struct {
	ids     []uint32
	states  []uint64
	parts   [batchParts]successors
	reached []reached
}

// successors holds the successors of a part of a batch, in order.
type successors struct {
	ends   []int32 // by state: the number of successors up to its last one
	kids   []space.Kid
	states []uint64
}

// reached is a state that is to be opened.
type reached struct {
	id          uint32
	fresh, goal bool
	g, h        int64
}

func (t *batch) empty() bool { return len(t.ids) == 0 }

// threads goes on with a search in several threads. The first works in the goroutine of the search.
type threads struct {
	*bestFirst
	at        popped // where the search ended, if it was not interrupted
	all       []*thread
	task      atomic.Pointer[dividedTask]
	now, last *batch
}

// dividedTask is a task of several steps, in parts that are each done by one thread.
type dividedTask struct {
	do           func(own *thread, part, from, to int)
	steps, parts int
	taken        atomic.Int64 // number of parts that were taken
	undone       sync.WaitGroup
}

// thread is what one thread works with.
type thread struct {
	successors *space.Expander
	evaluator  evaluator
	wake       chan struct{}
}

// batches makes threads share a search after some work.
type batches struct{ after int64 }

func (a batches) alone(b *bestFirst) (states, work int64) {
	if b.Cores() == 1 || b.Without.Has(technique.Shared) || b.Heuristic.Guide != nil && b.Heuristic.Another == nil {
		return math.MaxInt64, 0
	}
	return b.Counts.Expanded + min(a.after, leastBatch*batchShare), b.Work + a.after
}

func (batches) goOn(b *bestFirst) job.Outcome {
	defer processor.All(b.Ctx)()
	c := &threads{bestFirst: b, now: &batch{}, last: &batch{}}
	c.all = append(c.all, &thread{successors: b.Expander, evaluator: b.evaluator})
	for len(c.all) < b.Cores() {
		own := b.thread()
		c.all = append(c.all, own)
		go c.serve(own)
	}
	c.run()
	for _, own := range c.all[1:] {
		close(own.wake)
		b.Expander.Deaths += own.successors.Deaths
	}
	return b.end(c.at)
}

// thread returns what another thread works with.
func (b *bestFirst) thread() *thread {
	x := space.NewExpander(b.Space)
	b.corral(x)
	e := b.evaluator
	e.heuristic, e.scratch = b.Heuristic.ForAnother(), x.Child
	return &thread{x, e, make(chan struct{}, 1)}
}

// run works until the search ends. No batch is under way then.
func (c *threads) run() {
	bytes := c.bytes
	for end := false; ; {
		if end = end || c.Over(c.open.rank.name, bytes); !end {
			end = c.fill()
		}
		if end && c.last.empty() {
			return
		}
		c.divide(len(c.now.ids), c.expand, c.insert)
		c.divide(len(c.last.reached), c.rate, func() {})
		for _, r := range c.last.reached {
			if c.admits(r.id, r.g, r.h, r.fresh, r.goal) {
				c.open.push(r.g, r.h, r.id)
			}
		}
		c.now, c.last = c.last, c.now
		c.now.ids, c.now.states, c.now.reached = c.now.ids[:0], c.now.states[:0], c.now.reached[:0]
	}
}

// fill moves open states of equal rank into the next batch. It returns true if the search is to end.
func (c *threads) fill() (end bool) {
	for size := c.size(); len(c.now.ids) < size; {
		s, ok := c.next()
		waits := !c.now.empty() || !c.last.empty() // successors of states of rank c.f are missing
		switch {
		case waits && (!ok || s.ends):
			return false
		case !ok || s.ends:
			c.at = s
			return true
		case waits && s.f != c.f:
			c.open.Push(s.f, s.h, s.id)
			return false
		}
		c.f, c.Lower = s.f, max(c.Lower, c.open.rank.leastCost(s.f))
		c.closed.setExpanded(s.id)
		c.now.ids, c.now.states = append(c.now.ids, s.id), append(c.now.states, c.closed.State(s.id)...)
	}
	return false
}

// size returns the number of states of the next batch.
func (c *threads) size() int {
	return int(max(leastBatch, min(mostBatch, (c.Counts.Expanded-c.began)/batchShare, batchWork/c.price())))
}

// price returns about the work for a state.
func (c *threads) price() int64 {
	return (1 + c.Counts.Generated/max(1, c.Counts.Expanded)) * (1 + c.Heuristic.Effort)
}

// divide does a task of n steps. The thread of the search does other work first. A thread that wakes late, because the
// machine is busy, finds no part left, and nobody waits for it.
func (c *threads) divide(n int, do func(own *thread, part, from, to int), other func()) {
	t := &dividedTask{do: do, steps: n, parts: min(n, batchParts)}
	t.undone.Add(t.parts)
	if int64(n)*c.price() > aloneWork {
		c.task.Store(t)
		for _, own := range c.all[1:min(len(c.all), t.parts+1)] {
			select {
			case own.wake <- struct{}{}:
			default: // it has not woken since the last time
			}
		}
	}
	other()
	t.work(c.all[0])
	t.undone.Wait()
}

// serve is the work of a thread other than the first.
func (c *threads) serve(own *thread) {
	for ok := true; ok; {
		for i := 0; i < spins && len(own.wake) == 0; i++ { // waking up would take longer than most waits
			runtime.Gosched()
		}
		if _, ok = <-own.wake; ok {
			c.task.Load().work(own)
		}
	}
}

func (t *dividedTask) work(own *thread) {
	for i := int(t.taken.Add(1)) - 1; i < t.parts; i = int(t.taken.Add(1)) - 1 {
		t.do(own, i, i*t.steps/t.parts, (i+1)*t.steps/t.parts)
		t.undone.Done()
	}
}

// expand generates the successors of a part of the next batch.
func (c *threads) expand(own *thread, part, from, to int) {
	p, w := &c.now.parts[part], c.Space.Layout.Words
	p.ends, p.kids, p.states = p.ends[:0], p.kids[:0], p.states[:0]
	for i := from; i < to; i++ {
		own.successors.Expand(c.now.states[i*w : i*w+w])
		p.kids, p.states = append(p.kids, own.successors.Kids...), append(p.states, own.successors.States...)
		p.ends = append(p.ends, int32(len(p.kids)))
	}
}

// insert puts the successors of the last batch into the closed list. Like with a single thread, the first successor of
// the first state comes last, so that it comes on top of the stack.
func (c *threads) insert() {
	i, w := len(c.last.ids), c.Space.Layout.Words
	for part := min(i, batchParts) - 1; part >= 0; part-- {
		p := &c.last.parts[part]
		c.closed.ahead(p.states)
		k := len(p.kids)
		c.Counts.Expanded += int64(len(p.ends))
		c.Counts.Generated += int64(k)
		c.Work += int64(k+len(p.ends)) * (1 + c.Heuristic.Effort)
		for s := len(p.ends) - 1; s >= 0; s-- {
			i--
			id, first := c.last.ids[i], 0
			if s > 0 {
				first = int(p.ends[s-1])
			}
			for k--; k >= first; k-- {
				kid := &p.kids[k]
				g := c.closed.g(id) + kid.Cost
				to, fresh, better := c.closed.put(p.states[k*w:k*w+w], node{id, kid.Move, g}, &c.Counts)
				if better {
					c.last.reached = append(c.last.reached, reached{id: to, g: g, fresh: fresh})
				} else if c.closed.parentOf(id) == to {
					c.returns++
				}
			}
			k++
		}
	}
}

// rate estimates states that are to be opened.
func (c *threads) rate(own *thread, _, from, to int) {
	for i := from; i < to; i++ {
		r := &c.last.reached[i]
		st := c.closed.State(r.id)
		r.h = own.evaluator.estimate(st, r.g)
		r.goal = r.h == 0 && own.evaluator.goal(st)
	}
}
