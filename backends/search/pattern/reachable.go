package pattern

import (
	"fmt"
	"math"

	"github.com/pzc-lang/pzc/backends/search/estimate"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/assign"
	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/text"
)

// reachability computes the costs of all states of an abstraction at once. It numbers the reachable states, stores
// their moves as edges, and follows the edges backwards from the goals (Dijkstra 1959).
type reachability struct {
	w     *builder
	a     *task.Abstraction
	sp    *space.Space
	x     *space.Expander
	seen  *store.Closed
	first []uint32 // by state: number of its first edge; one more at the end
	to    store.Pages[uint32]
	price store.Pages[uint32] // by edge: its cost
	work  int
	share int64 // of the memory
}

// reachable builds a table over the states that are reachable from the initial states.
func (w *builder) reachable(a *task.Abstraction) (*store.Costs, error) {
	sp := space.New(w.Ctx, a.Task, true)
	b := &reachability{w: w, a: a, sp: sp, x: space.NewExpander(sp)}
	defer func() { w.Take(&b.share, 0) }()
	if w.Ctx.Err() != nil {
		return nil, estimate.ErrStopped
	}
	b.seen = store.NewClosed(b.sp.Layout.Words)
	if err := b.forward(); err != nil {
		return nil, err
	}
	cost, most, err := b.backward()
	if err != nil {
		return nil, err
	}
	return b.table(cost, most), nil
}

// forward numbers the states and lists the edges.
func (b *reachability) forward() error {
	if assign.Each(b.sp, []task.Expr{b.a.Task.InitCond}, &backends.Stats{}, assign.Until(b.w.Ctx), func(st []uint64) bool {
		b.seen.Put(st)
		return b.check(false) == nil
	}) {
		return estimate.ErrStopped
	}
	for id := 0; id < b.seen.Len(); id++ {
		b.first = append(b.first, uint32(b.to.Len()))
		b.x.Expand(b.seen.State(uint32(id)))
		for k := range b.x.Kids {
			to, _ := b.seen.Put(b.x.State(k))
			b.to.Push(to)
			b.price.Push(uint32(min(b.x.Kids[k].Cost, math.MaxUint32)))
		}
		if err := b.check(false); err != nil {
			return err
		}
	}
	b.first = append(b.first, uint32(b.to.Len()))
	return b.check(true)
}

// check tests the limits after every 2^14 calls, or at once if now is set.
func (b *reachability) check(now bool) error {
	const every = 1 << 14
	if b.work++; b.work%every != 0 && !now {
		return nil
	}
	if err := b.w.Rest(); err != nil {
		return err
	}
	// Edges are kept once forwards and once backwards, and there are three numbers for each state.
	bytes := b.seen.Bytes() + 16*int64(b.to.Len()) + 16*int64(b.seen.Len())
	if !b.w.Take(&b.share, bytes) || b.w.Easy && b.seen.Len() > easyStates || b.to.Len() >= math.MaxUint32-1<<13 {
		b.w.Take(&b.share, 0)
		return b.w.tooLarge(b.a.Name, "more than "+text.Plural(int64(b.seen.Len()), "state"), bytes)
	}
	b.w.say(backends.Progress{Doing: "table " + b.a.Name, Done: int64(b.seen.Len()), Unit: "state"})
	return nil
}

// backward returns the cost of each state, and the greatest finite cost. The cost of a state without a plan is
// MaxUint32.
func (b *reachability) backward() (cost []uint32, most int64, err error) {
	n := b.seen.Len()
	start, from := b.reversed()
	cost = make([]uint32, n)
	var open store.Queue
	for id := range n {
		cost[id] = math.MaxUint32
		if b.sp.IsGoal(b.seen.State(uint32(id)), b.x.Child) {
			cost[id] = 0
			open.Push(0, 0, uint32(id))
		}
	}
	for {
		d, _, id, ok := open.Pop()
		if !ok {
			return cost, most, nil
		}
		if int64(cost[id]) != d {
			continue
		}
		most = d
		for k := start[id]; k < start[id+1]; k++ {
			e := from[k]
			next := d + int64(*b.price.At(e.edge))
			switch {
			case next >= math.MaxUint32:
				return nil, 0, fmt.Errorf("%s has costs of %d and more, too large for a table", b.a.Name, uint32(math.MaxUint32))
			case next < int64(cost[e.state]):
				cost[e.state] = uint32(next)
				open.Push(next, 0, e.state)
			}
		}
		if err := b.check(false); err != nil {
			return nil, 0, err
		}
	}
}

// source is an edge seen from its end.
type source struct{ state, edge uint32 }

// reversed lists by state the edges that lead to it.
func (b *reachability) reversed() (start []uint32, from []source) {
	n := b.seen.Len()
	start, from = make([]uint32, n+2), make([]source, b.to.Len())
	for e := range b.to.Len() {
		start[*b.to.At(uint32(e))+2]++
	}
	for i := range n {
		start[i+1] += start[i]
	}
	for id := range n {
		for e := b.first[id]; e < b.first[id+1]; e++ {
			at := &start[*b.to.At(e)+1]
			from[*at] = source{uint32(id), e}
			*at++
		}
	}
	return start, from
}

// table makes the table: for each combination of the kept variables the least cost over the others.
func (b *reachability) table(cost []uint32, most int64) *store.Costs {
	vars, kept := b.a.Task.Vars, b.a.Kept()
	t := &store.Costs{Kept: packed.NewLayout(pickVars(vars, kept)), States: b.seen}
	number := make([]uint32, len(cost))
	if len(kept) < len(vars) {
		t.States = store.NewClosed(t.Kept.Words)
	}
	st := make([]uint64, t.Kept.Words)
	for id := range number {
		number[id] = uint32(id)
		if len(kept) < len(vars) {
			for i, v := range kept {
				t.Kept.Put(st, i, b.sp.Layout.Get(b.seen.State(uint32(id)), v))
			}
			number[id], _ = t.States.Put(st)
		}
	}
	t.Entries = store.NewEntries(t.States.Len(), most)
	for id, c := range cost {
		if i := uint64(number[id]); int64(c) < t.Entries.At(i) && c != math.MaxUint32 {
			t.Entries.Set(i, int64(c))
		}
	}
	t.Direct()
	return t
}
