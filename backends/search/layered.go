package search

import (
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/compiler/task"
)

// layers holds, for each n, the states that are reachable by exactly n moves, each with its cheapest path. This is
// dynamic programming over (n, state). It answers questions about the length of plans, which a closed list cannot
// answer.
type layers struct {
	r     *run
	t     *tree
	cost  store.Pages[int64]
	first []int // number of the first state of each layer

	// From layer lo on, a state is kept only if its cost is less than in all earlier layers from lo on.
	lo    int
	best  *store.Closed
	least store.Pages[int64]

	// With most, the layers end with the first goal of at most this cost, or when there are more than states states.
	most   int64 // job.NoCost: no bound
	states int

	early  int64 // least cost of a goal before layer lo
	goal   uint32
	atGoal int64 // least cost of a goal from layer lo on
	costly bool  // a path was dropped because it costs more than task.MaxCost
}

func (r *run) newLayers(lo int) *layers {
	return &layers{
		r: r, t: newTree(r.Space.Layout.Words), lo: lo, best: store.NewClosed(r.Space.Layout.Words),
		most: job.NoCost, early: job.NoCost, atGoal: job.NoCost,
	}
}

func (l *layers) bytes() int64 {
	return l.t.bytes() + l.best.Bytes() + l.cost.Bytes() + l.least.Bytes()
}

// build makes the layers 0 to hi, or fewer if one is empty or the search is stopped. It reports whether a path could
// continue.
func (l *layers) build(hi int) (open bool) {
	r := l.r
	l.first = []int{0}
	for i := range r.RootCount() {
		l.reach(r.Root(i), noParent, int32(i), 0, 0)
	}
	for depth := 0; ; depth++ {
		from, to := l.first[depth], l.t.Len()
		l.first = append(l.first, to)
		l.test(depth, from, to)
		r.Counts.MaxFrontier = max(r.Counts.MaxFrontier, int64(to-from))
		if from == to || l.most != job.NoCost && (l.atGoal <= l.most || to > l.states) {
			return false
		}
		if depth == hi {
			return l.couldGoOn(from, to)
		}
		r.Counts.Horizon = depth
		l.t.Forget()
		for id := from; id < to; id++ {
			if r.Over("layered", l.bytes) {
				return true
			}
			g := *l.cost.At(uint32(id))
			if depth >= l.lo && g >= l.atGoal {
				continue
			}
			r.Expand(l.t.State(uint32(id)))
			for k := range r.Expander.Kids {
				l.reach(r.Expander.State(k), uint32(id), r.Expander.Kids[k].Move, g+r.Expander.Kids[k].Cost, depth+1)
			}
		}
	}
}

// couldGoOn reports whether a longer path may give a cheaper plan.
func (l *layers) couldGoOn(from, to int) bool {
	for id := from; id < to; id++ {
		if *l.cost.At(uint32(id)) < l.atGoal {
			return true
		}
	}
	return false
}

func (l *layers) reach(st []uint64, parent uint32, move int32, g int64, depth int) {
	if g > task.MaxCost {
		l.costly = true
		return
	}
	if depth >= l.lo {
		id, fresh := l.best.Put(st)
		switch {
		case fresh:
			l.least.Push(g)
		case *l.least.At(id) <= g:
			l.r.Counts.Duplicates++
			return
		default:
			*l.least.At(id) = g
		}
	}
	if l.most != job.NoCost && (g > l.most || l.r.Heuristic.Of(st, l.r.Expander.Child) > l.most-g) {
		return
	}
	id, fresh := l.t.Put(st)
	switch {
	case fresh:
		l.t.link(parent, move)
		l.cost.Push(g)
	case g < *l.cost.At(id):
		l.t.relink(id, parent, move)
		*l.cost.At(id) = g
	default:
		l.r.Counts.Duplicates++
	}
}

// test records the cheapest goal of a layer.
func (l *layers) test(depth, from, to int) {
	for id := from; id < to; id++ {
		g := *l.cost.At(uint32(id))
		if depth < l.lo {
			if g < l.early && l.r.Space.IsGoal(l.t.State(uint32(id)), l.r.Expander.Child) {
				l.early = g
			}
		} else if g < l.atGoal && l.r.Space.IsGoal(l.t.State(uint32(id)), l.r.Expander.Child) {
			l.atGoal, l.goal = g, uint32(id)
		}
	}
}

// layered finds the cheapest plan of lo to hi moves. open reports whether a longer or shorter path may give a cheaper
// plan, or the only plan.
func (r *run) layered(lo, hi int) (o job.Outcome, open bool) {
	y := r.newLayers(lo)
	open = y.build(hi)
	r.closeTree(y.t, o)
	r.Took(y.bytes(), 0)
	if y.atGoal == job.NoCost {
		r.noteCostly(y)
		return job.Outcome{}, open || y.costly || y.early != job.NoCost
	}
	return y.t.outcome(y.goal), open && y.atGoal > job.Times(int64(hi+1), r.Space.MinCost) || y.early < y.atGoal
}

// fewerMoves says that moves of cost 0 may be needless.
const fewerMoves = "plans of the same cost may have fewer moves"

// fewest returns the plan with the fewest moves among those that cost as much as a cheapest plan. It is for puzzles in
// which moves may cost nothing, so that a cheapest plan may have needless moves. When it meets a million states more
// than the search has expanded, it gives up, says so in the choice, and returns the plan as it is.
func (r *run) fewest(o job.Outcome) job.Outcome {
	y := r.newLayers(0)
	y.most, y.states = r.cost(r.Root(o.Root), o.Moves), int(r.Counts.Expanded)+1<<20
	counts := r.Counts // are those of the algorithm
	y.build(len(o.Moves) - 1)
	r.Counts = counts
	r.Took(y.bytes(), 0)
	switch {
	case y.atGoal <= y.most:
		return y.t.outcome(y.goal)
	case r.Stop != "" || y.t.Len() > y.states:
		r.Stop = ""
		r.note(fewerMoves)
	}
	return o
}

// advance sets the roots to the states of layer n, for plans of at least n moves. early is the cost of the cheapest
// shorter plan. ok is false if no path has n moves.
func (r *run) advance(n int) (early int64, ok bool) {
	y := r.newLayers(n)
	y.build(n)
	r.noteCostly(y)
	if r.Stop != "" || len(y.first) < n+2 || y.first[n] == y.first[n+1] {
		return y.early, false
	}
	old := *r
	var next job.Roots
	for id := y.first[n]; id < y.first[n+1]; id++ {
		next.States = append(next.States, y.t.State(uint32(id))...)
		next.Cost = append(next.Cost, *y.cost.At(uint32(id)))
	}
	next.Prefix = func(i int) ([]uint64, []int) {
		o := y.t.outcome(uint32(y.first[n] + i))
		return old.Root(o.Root), o.Moves
	}
	r.Roots, r.before = next, n
	return y.early, true
}

// noteCostly records that states were dropped because of their cost.
func (r *run) noteCostly(y *layers) {
	if y.costly {
		r.Cut, r.mostTotal, r.maxCost = true, task.MaxCost, task.MaxCost
	}
}
