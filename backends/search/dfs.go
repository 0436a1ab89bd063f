package search

import (
	"math"

	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/store"
)

// dfsAlgorithm describes depth-first search.
var dfsAlgorithm = Algorithm{
	Name: "dfs", Expands: "the newest state", Finds: AnyPlan, Keeps: "N at worst",
	Suits: "spaces without dead ends", Function: "DepthFirst", folds: true, run: (*run).dfs,
}

// dfs is depth-first search with a closed list. It expands each state once, the newest first, and finds some plan,
// seldom a short one (Tarjan, Depth-First Search and Linear Graph Algorithms, 1972). If the cost of plans is bounded, a
// state that is reached again at less cost is expanded again, because more of its successors may be within the bound.
type dfs struct {
	*run
	t    *tree
	cost store.Pages[int64] // by state; kept only if the cost of plans is bounded
	open store.Pages[opening]
}

// opening is an applicable move that was not made yet, or the number of a root. The successor is generated when the
// search enters it. Storing the successors on the stack would take most of the memory.
type opening struct {
	cost   int64
	parent uint32
	move   int32
}

func (r *run) dfs() job.Outcome {
	r.foldStates()
	d := &dfs{run: r, t: newTree(r.Space.Layout.Words)}
	for i := r.RootCount() - 1; i >= 0; i-- {
		d.push(opening{cost: r.RootCost(i), parent: noParent, move: int32(i)})
	}
	st := make([]uint64, r.Space.Layout.Words)
	for d.open.Len() > 0 && !r.Over("dfs", d.bytes) {
		o := *d.open.Pop()
		d.make(o, st)
		id, enter := d.enter(st, o)
		if !enter {
			continue
		}
		if r.Space.IsGoal(st, r.Expander.Child) {
			return r.closeTree(d.t, d.t.outcome(id))
		}
		d.spread(st, id, o.cost)
	}
	r.Took(d.bytes(), 0)
	return r.closeTree(d.t, job.Outcome{})
}

func (d *dfs) bounded() bool { return d.maxCost != math.MaxInt64 }

func (d *dfs) push(o opening) {
	if o.cost > d.maxCost {
		d.Cut = true
		return
	}
	d.open.Push(o)
	d.Counts.MaxFrontier = max(d.Counts.MaxFrontier, int64(d.open.Len()))
}

// make writes the state to be entered into st.
func (d *dfs) make(o opening, st []uint64) {
	if o.parent == noParent {
		copy(st, d.Root(int(o.move)))
		return
	}
	d.Expander.Follow(d.t.State(o.parent), int(o.move))
	copy(st, d.Expander.Next)
}

// enter returns the number of the state, and false if the search need not expand the state.
func (d *dfs) enter(st []uint64, o opening) (id uint32, ok bool) {
	id, fresh := d.t.Put(st)
	switch {
	case fresh:
		d.t.link(o.parent, o.move)
		if d.bounded() {
			d.cost.Push(o.cost)
		}
	case d.bounded() && o.cost < *d.cost.At(id):
		d.t.relink(id, o.parent, o.move)
		*d.cost.At(id) = o.cost
		d.Counts.Reopened++
	default:
		d.Counts.Duplicates++
		return id, false
	}
	return id, true
}

// spread pushes the successors of a state on the stack, the first on top.
func (d *dfs) spread(st []uint64, id uint32, cost int64) {
	d.Expand(st)
	if len(d.Expander.Kids) == 0 {
		d.Counts.DeadEnds++
	}
	for k := len(d.Expander.Kids) - 1; k >= 0; k-- {
		kid := &d.Expander.Kids[k]
		d.push(opening{cost: cost + kid.Cost, parent: id, move: kid.Move})
	}
}

func (d *dfs) bytes() int64 {
	return d.t.bytes() + d.cost.Bytes() + d.open.Bytes()
}
