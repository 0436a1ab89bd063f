package search

import (
	"math/big"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/compiler/task"
)

// graph is the explored part of the state space, with all moves between its states.
type graph struct {
	t     *tree
	first store.Pages[int64] // by state: the number of its first edge, -1 if the state was not expanded
	count store.Pages[int32]
	edges store.Pages[edge]
	rest  []int64 // by state: least cost to a goal, job.NoCost if there is no path
	goals []bool
}

type edge struct {
	to   uint32
	move int32
	cost int64
}

func (g *graph) bytes() int64 {
	return g.t.bytes() + g.first.Bytes() + g.count.Bytes() + g.edges.Bytes() + 9*int64(len(g.rest))
}

// expand records the edges of a state and numbers its successors. It calls seen for each successor.
func (g *graph) expand(r *run, id uint32, seen func(to uint32, e edge, fresh bool)) {
	r.Expand(g.t.State(id))
	*g.first.At(id) = int64(g.edges.Len())
	*g.count.At(id) = int32(len(r.Expander.Kids))
	for k := range r.Expander.Kids {
		kid := &r.Expander.Kids[k]
		to, fresh := g.put(r.Expander.State(k), id, kid.Move)
		if !fresh {
			r.Counts.Duplicates++
		}
		e := edge{to, kid.Move, kid.Cost}
		g.edges.Push(e)
		seen(to, e, fresh)
	}
}

func (g *graph) put(st []uint64, parent uint32, move int32) (uint32, bool) {
	id, fresh := g.t.Put(st)
	if fresh {
		g.t.link(parent, move)
		g.first.Push(-1)
		g.count.Push(0)
	}
	return id, fresh
}

// out calls do for the edges of a state, in the order of the moves, until do returns false.
func (g *graph) out(id uint32, do func(e edge) bool) {
	from := *g.first.At(id)
	for k := int64(0); from >= 0 && k < int64(*g.count.At(id)); k++ {
		if !do(*g.edges.Get(from + k)) {
			return
		}
	}
}

// explore expands every state that a cheapest plan may contain, best first, until all open states cost more. It returns
// the cost of the cheapest plans, or job.NoCost if there is no plan.
func (r *run) explore(g *graph) int64 {
	var cost store.Pages[int64]
	var open store.Queue
	best := int64(job.NoCost)
	bytes := func() int64 { return g.bytes() + cost.Bytes() + open.Bytes() }
	reach := func(id uint32, fresh bool, c int64) {
		if fresh {
			cost.Push(c)
		} else if *cost.At(id) <= c {
			return
		}
		*cost.At(id) = c
		h := r.Heuristic.Of(g.t.State(id), r.Expander.Child)
		switch f := c + h; {
		case f > r.maxCost:
			r.Cut = true
		case f <= best:
			open.Push(f, h, id)
		}
	}
	for i := range r.RootCount() {
		id, fresh := g.put(r.Root(i), noParent, int32(i))
		reach(id, fresh, 0)
	}
	for {
		f, h, id, ok := open.Pop()
		if !ok || f > best {
			return best
		}
		if *cost.At(id) != f-h {
			continue
		}
		r.Lower = max(r.Lower, f)
		if r.Over("all", bytes) {
			return best
		}
		if c := f - h; c < best && r.Space.IsGoal(g.t.State(id), r.Expander.Child) {
			best = c
		}
		again := *g.first.At(id) >= 0
		relax := func(to uint32, e edge, fresh bool) { reach(to, fresh, f-h+e.cost) }
		if again {
			r.Counts.Reopened++
			g.out(id, func(e edge) bool { relax(e.to, e, false); return true })
			continue
		}
		g.expand(r, id, relax)
	}
}

// distances computes for each state the least cost to a goal within the graph, by Dijkstra's algorithm on reversed
// edges.
func (g *graph) distances(r *run) {
	n := g.t.Len()
	start := make([]int64, n+1)
	each := func(do func(from uint32, e edge)) {
		for id := range uint32(n) {
			g.out(id, func(e edge) bool { do(id, e); return true })
		}
	}
	each(func(_ uint32, e edge) { start[e.to+1]++ })
	for i := range n {
		start[i+1] += start[i]
	}
	type back struct {
		from uint32
		cost int64
	}
	reversed := make([]back, g.edges.Len())
	fill := append([]int64(nil), start...)
	each(func(from uint32, e edge) {
		reversed[fill[e.to]] = back{from, e.cost}
		fill[e.to]++
	})
	g.rest, g.goals = make([]int64, n), make([]bool, n)
	var open store.Queue
	for id := range uint32(n) {
		g.rest[id] = job.NoCost
		if g.goals[id] = r.Space.IsGoal(g.t.State(id), r.Expander.Child); g.goals[id] {
			g.rest[id] = 0
			open.Push(0, 0, id)
		}
	}
	for {
		c, _, id, ok := open.Pop()
		if !ok {
			return
		}
		if c != g.rest[id] {
			continue
		}
		for _, b := range reversed[start[id]:start[id+1]] {
			if d := job.Sum(c, b.cost); d < g.rest[b.from] {
				g.rest[b.from] = d
				open.Push(d, 0, b.from)
			}
		}
	}
}

// lister lists plans by depth-first search along edges that can still lead to a goal.
type lister struct {
	*run
	g      *graph
	length int // the exact number of moves, then plans may repeat states; -1: cheapest plans that repeat no state
	best   int64
	onPath []bool
	start  []int64
	moves  []int
	plans  []backends.Plan
	limit  int
	bytes  int64
	full   bool // the limit was reached

	total    *big.Int   // the number of plans; nil if plans are listed, not counted
	numbers  []*big.Int // by state: number of plans from there
	circular bool       // a cheapest plan may repeat a state by moves of cost 0
}

// allPlans lists or counts the cheapest plans that repeat no state. It returns nil if there is no plan or if the search
// was stopped.
func (r *run) allPlans(limit int, count bool) *lister {
	g := &graph{t: newTree(r.Space.Layout.Words)}
	best := r.explore(g)
	r.closeTree(g.t, job.Outcome{})
	if best == job.NoCost || r.Stop != "" {
		return nil
	}
	g.distances(r)
	r.Took(g.bytes(), 0)
	l := newLister(r, g, limit, count)
	l.best, l.length = best, -1
	l.all(func(root int) (uint32, bool) {
		id, _ := g.t.Find(r.Root(root))
		return id, g.rest[id] == best
	})
	return l
}

func newLister(r *run, g *graph, limit int, count bool) *lister {
	l := &lister{run: r, g: g, onPath: make([]bool, len(g.rest)), limit: limit}
	if count {
		l.total, l.numbers = new(big.Int), make([]*big.Int, len(g.rest))
	}
	return l
}

// all lists or counts the plans from the roots.
func (l *lister) all(state func(root int) (id uint32, leads bool)) {
	if l.total != nil {
		for i := range l.RootCount() {
			if id, leads := state(i); leads {
				l.total.Add(l.total, l.number(id))
			}
		}
		if !l.circular {
			return
		}
		l.total.SetInt64(0)
	}
	for i := range l.RootCount() {
		if id, leads := state(i); leads && !l.list(i, id) {
			return
		}
	}
}

// list lists the plans from a root. It returns false if the listing must end.
func (l *lister) list(root int, id uint32) bool {
	l.start = l.Space.Layout.Unpack(l.Root(root))
	return l.from(id, 0)
}

// from lists the plans that continue from state id, reached at the given cost. It returns false if the listing must
// end.
func (l *lister) from(id uint32, cost int64) bool {
	if l.Over("all", func() int64 { return l.g.bytes() + l.bytes }) {
		return false
	}
	l.Work++
	if l.ends(id, cost) && !l.emit(cost) {
		return false
	}
	l.onPath[id] = true
	more := true
	l.g.out(id, func(e edge) bool {
		if !l.leads(e, cost) {
			return true
		}
		l.moves = append(l.moves, int(e.move))
		more = l.from(e.to, job.Sum(cost, e.cost))
		l.moves = l.moves[:len(l.moves)-1]
		return more
	})
	l.onPath[id] = false
	return more
}

// ends reports whether a plan may end in state id.
func (l *lister) ends(id uint32, cost int64) bool {
	if l.length >= 0 {
		return len(l.moves) == l.length
	}
	return cost == l.best && l.g.goals[id]
}

// leads reports whether a plan that is wanted can continue along an edge.
func (l *lister) leads(e edge, cost int64) bool {
	rest := l.g.rest[e.to]
	if rest == job.NoCost || l.length >= 0 {
		return rest != job.NoCost
	}
	return cost+e.cost+rest <= l.best && !l.onPath[e.to]
}

func (l *lister) emit(cost int64) bool {
	if l.total != nil {
		l.total.Add(l.total, one)
		return l.limit == 0 || l.total.Cmp(big.NewInt(int64(l.limit))) < 0
	}
	if cost > task.MaxCost {
		l.Stop = backends.ReasonTotal(task.MaxCost)
		return false
	}
	if l.limit > 0 && len(l.plans) == l.limit {
		l.full = true
		return false
	}
	plan := backends.Plan{Start: l.start, Moves: append([]int(nil), l.moves...), Cost: cost}
	if l.found != nil {
		made, bytes := l.found(plan)
		plan.Made = made
		l.bytes += bytes
	}
	l.bytes += plan.Bytes()
	l.plans = append(l.plans, plan)
	return true
}

// allOfLength lists or counts all plans of exactly n moves, which may repeat states. l is nil if the search was
// stopped. open reports whether there may be plans of other lengths.
func (r *run) allOfLength(n, limit int, count bool) (l *lister, open bool) {
	g := &graph{t: newTree(r.Space.Layout.Words)}
	for i := range r.RootCount() {
		g.put(r.Root(i), noParent, int32(i))
	}
	from := 0
	early := false
	for range n {
		to := g.t.Len()
		g.t.Forget()
		for id := from; id < to; id++ {
			early = early || r.Space.IsGoal(g.t.State(uint32(id)), r.Expander.Child)
			if r.Over("layered", g.bytes) {
				return nil, true
			}
			g.expand(r, uint32(id), func(uint32, edge, bool) {})
		}
		from = to
	}
	r.closeTree(g.t, job.Outcome{})
	g.rest = make([]int64, g.t.Len())
	for id := len(g.rest) - 1; id >= 0; id-- {
		g.rest[id] = job.NoCost
		if id >= from && r.Space.IsGoal(g.t.State(uint32(id)), r.Expander.Child) {
			g.rest[id] = 0
		}
		g.out(uint32(id), func(e edge) bool {
			g.rest[id] = min(g.rest[id], g.rest[e.to])
			return true
		})
	}
	l = newLister(r, g, limit, count)
	l.length = n
	l.all(func(root int) (uint32, bool) { return uint32(root), g.rest[root] == 0 })
	return l, early || from < g.t.Len()
}
