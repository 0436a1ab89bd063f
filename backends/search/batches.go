//go:build !js

package search

import (
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/space"
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
	ids    []uint32
	states []uint64
	parts  [batchParts]successors
	ripe   []ripe
}

// successors holds the successors of a part of a batch, in order.
type successors struct {
	ends   []int32 // by state: the number of successors up to its last one
	kids   []space.Kid
	states []uint64
}

// ripe is a state that is to be opened.
type ripe struct {
	id          uint32
	fresh, goal bool
	g, h        int64
}

func (t *batch) empty() bool { return len(t.ids) == 0 }

// crew is the threads of a search. The first works in the goroutine of the search.
type crew struct {
	*bestFirst
	f         int64 // the rank of the last batch
	members   []*member
	task      atomic.Pointer[parted]
	now, last *batch
}

// parted is a task of several steps, in parts that are each done by one thread.
type parted struct {
	do           func(m *member, part, from, to int)
	steps, parts int
	taken        atomic.Int64 // number of parts that were taken
	undone       sync.WaitGroup
}

// member is a thread.
type member struct {
	x    *space.Expander
	h    estimate.Estimate
	wake chan struct{}
}

// alone returns the number of expanded states and the work from which threads share the search.
func (b *bestFirst) alone() (states, work int64) {
	if b.Cores() == 1 || b.Heuristic.Guide != nil && b.Heuristic.Another == nil {
		return math.MaxInt64, 0
	}
	return b.Counts.Expanded + min(b.batchAfter, leastBatch*batchShare), b.Work + b.batchAfter
}

// share goes on in several threads.
func (b *bestFirst) share() job.Outcome {
	defer processor.All(b.Ctx)()
	c := &crew{bestFirst: b, now: &batch{}, last: &batch{}}
	c.members = append(c.members, &member{x: b.Expander, h: b.Heuristic})
	for len(c.members) < b.Cores() {
		m := b.member()
		c.members = append(c.members, m)
		go c.serve(m)
	}
	c.run()
	for _, m := range c.members[1:] {
		close(m.wake)
		b.Expander.Deaths += m.x.Deaths
	}
	return b.finish()
}

// member returns the tools of another thread.
func (b *bestFirst) member() *member {
	x := space.NewExpander(b.Space)
	if b.Folder != nil {
		b.Folder.Another().Serve(x)
	}
	b.corral(x)
	return &member{x, b.Heuristic.ForAnother(), make(chan struct{}, 1)}
}

// run works until the search ends. No batch is under way then.
func (c *crew) run() {
	bytes := c.bytes
	for end := false; ; {
		if end = end || c.Over(c.rank.name, bytes); !end {
			end = c.fill()
		}
		if end && c.last.empty() {
			return
		}
		c.divide(len(c.now.ids), c.expand, c.insert)
		c.divide(len(c.last.ripe), c.rate, func() {})
		for _, r := range c.last.ripe {
			c.add(r.id, r.g, r.h, r.fresh, r.goal)
		}
		c.now, c.last = c.last, c.now
		c.now.ids, c.now.states, c.now.ripe = c.now.ids[:0], c.now.states[:0], c.now.ripe[:0]
	}
}

// fill moves open states of equal rank into the next batch. It returns true if the search is to end.
func (c *crew) fill() (end bool) {
	c.Counts.MaxFrontier = max(c.Counts.MaxFrontier, c.open.Len())
	for size := c.size(); len(c.now.ids) < size; {
		f, h, id, ok := c.open.Pop()
		waits := !c.now.empty() || !c.last.empty() // successors of states of rank c.f are missing
		if !ok {
			return !waits
		}
		move := *c.t.move.At(id)
		if move&expandedMark != 0 {
			continue
		}
		goal := move&goalMark != 0 || h > 0 && c.Space.IsGoal(c.t.State(id), c.Expander.Child)
		ends := goal || c.best != job.NoCost && c.best*c.rank.g <= f
		if ends || waits && f != c.f {
			c.open.Push(f, h, id)
			if ends && !waits && goal {
				c.found(id)
			}
			return ends && !waits
		}
		if c.f = f; c.rank.g > 0 {
			c.Lower = max(c.Lower, (f+c.rank.h-1)/c.rank.h)
		}
		*c.t.move.At(id) |= expandedMark
		c.now.ids, c.now.states = append(c.now.ids, id), append(c.now.states, c.t.State(id)...)
	}
	return false
}

// size returns the number of states of the next batch.
func (c *crew) size() int {
	return int(max(leastBatch, min(mostBatch, (c.Counts.Expanded-c.begun)/batchShare, batchWork/c.price())))
}

// price returns about the work for a state.
func (c *crew) price() int64 {
	return (1 + c.Counts.Generated/max(1, c.Counts.Expanded)) * (1 + c.Heuristic.Effort)
}

// divide does a task of n steps. The thread of the search does other work first. A thread that wakes late, because the
// machine is busy, finds no part left, and nobody waits for it.
func (c *crew) divide(n int, do func(m *member, part, from, to int), other func()) {
	t := &parted{do: do, steps: n, parts: min(n, batchParts)}
	t.undone.Add(t.parts)
	if int64(n)*c.price() > aloneWork {
		c.task.Store(t)
		for _, m := range c.members[1:min(len(c.members), t.parts+1)] {
			select {
			case m.wake <- struct{}{}:
			default: // it has not woken since the last time
			}
		}
	}
	other()
	t.work(c.members[0])
	t.undone.Wait()
}

// serve is the work of a thread other than the first.
func (c *crew) serve(m *member) {
	for ok := true; ok; {
		for i := 0; i < spins && len(m.wake) == 0; i++ { // waking up would take longer than most waits
			runtime.Gosched()
		}
		if _, ok = <-m.wake; ok {
			c.task.Load().work(m)
		}
	}
}

func (t *parted) work(m *member) {
	for i := int(t.taken.Add(1)) - 1; i < t.parts; i = int(t.taken.Add(1)) - 1 {
		t.do(m, i, i*t.steps/t.parts, (i+1)*t.steps/t.parts)
		t.undone.Done()
	}
}

// expand generates the successors of a part of the next batch.
func (c *crew) expand(m *member, part, from, to int) {
	p, w := &c.now.parts[part], c.Space.Layout.Words
	p.ends, p.kids, p.states = p.ends[:0], p.kids[:0], p.states[:0]
	for i := from; i < to; i++ {
		m.x.Expand(c.now.states[i*w : i*w+w])
		p.kids, p.states = append(p.kids, m.x.Kids...), append(p.states, m.x.States...)
		p.ends = append(p.ends, int32(len(p.kids)))
	}
}

// insert puts the successors of the last batch into the closed list. Like with a single thread, the first successor of
// the first state comes last, so that it comes on top of the stack.
func (c *crew) insert() {
	i, w := len(c.last.ids), c.Space.Layout.Words
	for part := min(i, batchParts) - 1; part >= 0; part-- {
		p := &c.last.parts[part]
		c.t.Ahead(p.states)
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
				g := *c.cost.At(id) + kid.Cost
				to, fresh, better := c.put(p.states[k*w:k*w+w], id, kid.Move, g)
				if better {
					c.last.ripe = append(c.last.ripe, ripe{id: to, g: g, fresh: fresh})
				} else if to == *c.t.parent.At(id) {
					c.returns++
				}
			}
			k++
		}
	}
}

// rate estimates states that are to be opened.
func (c *crew) rate(m *member, _, from, to int) {
	for i := from; i < to; i++ {
		r := &c.last.ripe[i]
		st := c.t.State(r.id)
		r.h = m.h.Of(st, m.x.Child)
		r.goal = r.h == 0 && c.Space.IsGoal(st, m.x.Child)
	}
}
