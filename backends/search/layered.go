package search

import (
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/compiler/task"
)

// layers holds, for each n, the states that are reachable by exactly n moves, each with its cheapest way. This is
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
	dear   bool  // a way was dropped because it costs more than task.MaxCost
}

func (r *run) newLayers(lo int) *layers {
	return &layers{
		r: r, t: newTree(r.Space.Layout.Words), lo: lo, best: store.NewClosed(r.Space.Layout.Words),
		most: job.NoCost, early: job.NoCost, atGoal: job.NoCost,
	}
}

func (y *layers) bytes() int64 {
	return y.t.bytes() + y.best.Bytes() + y.cost.Bytes() + y.least.Bytes()
}

// build makes the layers 0 to hi, or fewer if one is empty or the search is stopped. It reports whether a path could
// continue.
func (y *layers) build(hi int) (open bool) {
	r := y.r
	y.first = []int{0}
	for i := range r.RootCount() {
		y.reach(r.Root(i), noParent, int32(i), 0, 0)
	}
	for depth := 0; ; depth++ {
		from, to := y.first[depth], y.t.Len()
		y.first = append(y.first, to)
		y.test(depth, from, to)
		r.Counts.MaxFrontier = max(r.Counts.MaxFrontier, int64(to-from))
		if from == to || y.most != job.NoCost && (y.atGoal <= y.most || to > y.states) {
			return false
		}
		if depth == hi {
			return y.couldGoOn(from, to)
		}
		r.Counts.Horizon = depth
		y.t.Forget()
		for id := from; id < to; id++ {
			if r.Over("layered", y.bytes) {
				return true
			}
			g := *y.cost.At(uint32(id))
			if depth >= y.lo && g >= y.atGoal {
				continue
			}
			r.Expand(y.t.State(uint32(id)))
			for k := range r.Expander.Kids {
				y.reach(r.Expander.State(k), uint32(id), r.Expander.Kids[k].Move, g+r.Expander.Kids[k].Cost, depth+1)
			}
		}
	}
}

// couldGoOn reports whether a longer path may give a cheaper plan.
func (y *layers) couldGoOn(from, to int) bool {
	for id := from; id < to; id++ {
		if *y.cost.At(uint32(id)) < y.atGoal {
			return true
		}
	}
	return false
}

func (y *layers) reach(st []uint64, parent uint32, move int32, g int64, depth int) {
	if g > task.MaxCost {
		y.dear = true
		return
	}
	if depth >= y.lo {
		id, fresh := y.best.Put(st)
		switch {
		case fresh:
			y.least.Push(g)
		case *y.least.At(id) <= g:
			y.r.Counts.Duplicates++
			return
		default:
			*y.least.At(id) = g
		}
	}
	if y.most != job.NoCost && (g > y.most || y.r.Heuristic.Of(st, y.r.Expander.Child) > y.most-g) {
		return
	}
	id, fresh := y.t.Put(st)
	switch {
	case fresh:
		y.t.link(parent, move)
		y.cost.Push(g)
	case g < *y.cost.At(id):
		y.t.relink(id, parent, move)
		*y.cost.At(id) = g
	default:
		y.r.Counts.Duplicates++
	}
}

// test records the cheapest goal of a layer.
func (y *layers) test(depth, from, to int) {
	for id := from; id < to; id++ {
		g := *y.cost.At(uint32(id))
		if depth < y.lo {
			if g < y.early && y.r.Space.IsGoal(y.t.State(uint32(id)), y.r.Expander.Child) {
				y.early = g
			}
		} else if g < y.atGoal && y.r.Space.IsGoal(y.t.State(uint32(id)), y.r.Expander.Child) {
			y.atGoal, y.goal = g, uint32(id)
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
		r.noteDear(y)
		return job.Outcome{}, open || y.dear || y.early != job.NoCost
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
	r.noteDear(y)
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

// noteDear records that states were dropped because of their cost.
func (r *run) noteDear(y *layers) {
	if y.dear {
		r.Cut, r.mostTotal, r.maxCost = true, task.MaxCost, task.MaxCost
	}
}
