// Package searchtree records a search: each generated state, in order, with g, h and what became of the state.
//
// The algorithms here are plain versions for teaching. They expand the same states in the same order as package search
// does without pruning, without symmetries, and without the fast form of iterative deepening.
package searchtree

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search"
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/text"
)

// fate says what became of a generated state.
type fate string

// The fates.
const (
	open      fate = "open"      // generated, and not expanded before the end
	expanded  fate = "expanded"  // its successors were generated
	goal      fate = "goal"      // the end of the plan that was found
	duplicate fate = "duplicate" // the state was known, on a way at least as cheap; or it is on the current path
	replaced  fate = "replaced"  // a cheaper way to the state was found before it was expanded
	beyond    fate = "pruned"    // f is beyond the bound
	deadEnd   fate = "dead end"  // the heuristic knows that no goal is reachable
)

// Node is a state that was generated.
type Node struct {
	Parent int // its number; -1 for a start
	Move   int // -1 for a start
	Depth  int
	G, H   int64
	State  []int64 // the codes of the variables
	Born   int     // the number of states that were expanded before it was generated
	Order  int     // the number of its expansion, from 1; 0 if it was not expanded
	Pass   int     // of iterative deepening, from 1; else 0
	Fate   fate
}

// Tree is the nodes of a search in the order in which they were generated.
type Tree struct {
	Algorithm, Heuristic string
	Nodes                []Node
	Expanded             int
	Found                int    // the number of the goal; -1 if none was found
	Cut                  string // why the search was ended early
}

// Algorithms lists the algorithms that can be written down.
func Algorithms() []string {
	return []string{"bfs", "dfs", "iddfs", "ucs", "astar", "greedy", "idastar", "backtrack"}
}

// Grow searches a task, and stops when the tree has limit nodes. An empty heuristic is blind. An error says which
// algorithm or heuristic there is not.
func Grow(ctx context.Context, t *task.Task, algorithm, heuristic string, limit int) (*Tree, error) {
	if !slices.Contains(Algorithms(), algorithm) {
		return nil, &backends.UnknownError{What: "algorithm with a tree", Name: algorithm, Known: Algorithms()}
	}
	if len(t.Moves) == 0 {
		return nil, errors.New("a search tree shows moves, and the puzzle has none")
	}
	r := search.NewJob(ctx, t, backends.Options{Threads: 1, NoPrune: true, NoSymmetry: true})
	g := &grower{Job: &r, limit: limit, t: &Tree{Algorithm: algorithm, Heuristic: "blind", Found: -1}}
	informed := slices.Contains([]string{"astar", "greedy", "idastar"}, algorithm)
	if heuristic != "" && heuristic != "blind" && informed {
		e, err := r.Maker.Named(heuristic)
		if err != nil {
			return nil, err
		}
		r.Heuristic, g.t.Heuristic = e, heuristic
	}
	r.Begin()
	switch algorithm {
	case "bfs":
		g.breadthFirst()
	case "dfs":
		g.depthFirst()
	case "astar", "ucs":
		g.bestFirst(1, true)
	case "greedy":
		g.bestFirst(0, false)
	case "backtrack":
		g.within(math.MaxInt64, 0)
	default:
		g.deepen()
	}
	return g.t, nil
}

// grower is a search at work.
type grower struct {
	*job.Job
	t     *Tree
	limit int
	path  [][]uint64
}

// add writes a state down.
func (g *grower) add(st []uint64, parent, move int, cost int64, pass int) int {
	n := Node{
		Parent: parent, Move: move, G: cost, Pass: pass, Fate: open, Born: g.t.Expanded, State: g.Space.Layout.Unpack(st),
	}
	if parent >= 0 {
		n.Depth = g.t.Nodes[parent].Depth + 1
	}
	n.H = g.Heuristic.Of(st, g.Expander.Child)
	g.t.Nodes = append(g.t.Nodes, n)
	return len(g.t.Nodes) - 1
}

// over reports whether the search must end.
func (g *grower) over() bool {
	switch {
	case g.t.Cut != "":
	case g.Ctx.Err() != nil:
		g.t.Cut = context.Cause(g.Ctx).Error()
	case len(g.t.Nodes) >= g.limit:
		g.t.Cut = "the tree has " + text.Count(g.limit, "node")
	}
	return g.t.Cut != ""
}

// expand makes the successors of a state.
func (g *grower) expand(n int, st []uint64) {
	g.t.Expanded++
	g.t.Nodes[n].Order, g.t.Nodes[n].Fate = g.t.Expanded, expanded
	g.Expander.Expand(st)
}

// goal tests a state, and ends the search there if it is a goal.
func (g *grower) goal(n int, st []uint64) bool {
	if !g.Space.IsGoal(st, g.Expander.Child) {
		return false
	}
	g.t.Nodes[n].Fate, g.t.Found = goal, n
	return true
}

// breadthFirst tests states when they are generated.
func (g *grower) breadthFirst() {
	seen := store.NewClosed(g.Space.Layout.Words)
	var queue []int
	meet := func(st []uint64, parent, move int, cost int64) bool {
		n := g.add(st, parent, move, cost, 0)
		if _, fresh := seen.Put(st); !fresh {
			g.t.Nodes[n].Fate = duplicate
			return false
		}
		queue = append(queue, n)
		return g.goal(n, st)
	}
	for i := range g.RootCount() {
		if meet(g.Root(i), -1, -1, 0) {
			return
		}
	}
	for at := uint32(0); len(queue) > 0 && !g.over(); at++ {
		n := queue[0]
		queue = queue[1:]
		g.expand(n, slices.Clone(seen.State(at)))
		for k, kid := range g.Expander.Kids {
			if meet(g.Expander.State(k), n, int(kid.Move), g.t.Nodes[n].G+kid.Cost) {
				return
			}
		}
	}
}

// depthFirst enters each state once, the newest first.
func (g *grower) depthFirst() {
	type opening struct {
		node int
		st   []uint64
	}
	seen := store.NewClosed(g.Space.Layout.Words)
	var open []opening
	for i := g.RootCount() - 1; i >= 0; i-- {
		open = append(open, opening{g.add(g.Root(i), -1, -1, g.RootCost(i), 0), g.Root(i)})
	}
	for len(open) > 0 && !g.over() {
		o := open[len(open)-1]
		open = open[:len(open)-1]
		if _, fresh := seen.Put(o.st); !fresh {
			g.t.Nodes[o.node].Fate = duplicate
			continue
		}
		if g.goal(o.node, o.st) {
			return
		}
		g.expand(o.node, o.st)
		first := len(open)
		for k, kid := range g.Expander.Kids {
			n := g.add(g.Expander.State(k), o.node, int(kid.Move), g.t.Nodes[o.node].G+kid.Cost, 0)
			open = append(open, opening{n, slices.Clone(g.Expander.State(k))})
		}
		slices.Reverse(open[first:]) // the first on top
	}
}

// bestFirst expands the open state with the smallest weight · g + h. reopen follows cheaper ways to expanded states.
func (g *grower) bestFirst(weight int64, reopen bool) {
	b := &best{grower: g, weight: weight, reopen: reopen, known: store.NewClosed(g.Space.Layout.Words), least: job.NoCost}
	for i := g.RootCount() - 1; i >= 0; i-- {
		b.reach(g.Root(i), -1, -1, g.RootCost(i))
	}
	for !g.over() {
		f, h, id, ok := b.open.Pop()
		if !ok {
			break
		}
		n := b.node[id]
		if b.closed[id] {
			continue
		}
		if b.goals[id] || h > 0 && g.Space.IsGoal(b.known.State(id), g.Expander.Child) {
			b.found(id)
			break
		}
		b.closed[id] = true
		cost := g.t.Nodes[n].G
		g.expand(n, slices.Clone(b.known.State(id)))
		kids, states := slices.Clone(g.Expander.Kids), slices.Clone(g.Expander.States)
		w := g.Space.Layout.Words
		for k := len(kids) - 1; k >= 0; k-- {
			b.reach(states[k*w:(k+1)*w], n, int(kids[k].Move), cost+kids[k].Cost)
		}
		if b.least != job.NoCost && b.least*weight <= f {
			break
		}
	}
	if b.least != job.NoCost {
		g.t.Found = b.end
		g.t.Nodes[b.end].Fate = goal
	}
}

// best is a best-first search.
type best struct {
	*grower
	weight int64
	reopen bool
	known  *store.Closed
	open   store.Queue
	node   []int // by state: the node of the cheapest way
	closed []bool
	goals  []bool
	least  int64 // the cost of the cheapest plan
	end    int   // its last node
}

// reach records a way to a state.
func (b *best) reach(st []uint64, parent, move int, cost int64) {
	n := b.add(st, parent, move, cost, 0)
	id, fresh := b.known.Put(st)
	if fresh {
		b.node, b.closed, b.goals = append(b.node, n), append(b.closed, false), append(b.goals, false)
	} else {
		before := b.node[id]
		if b.t.Nodes[before].G <= cost || b.closed[id] && !b.reopen {
			b.t.Nodes[n].Fate = duplicate
			return
		}
		if !b.closed[id] {
			b.t.Nodes[before].Fate = replaced
		}
		b.node[id], b.closed[id] = n, false
	}
	h := b.t.Nodes[n].H
	switch {
	case h >= estimate.Hopeless:
		b.t.Nodes[n].Fate = deadEnd
		return
	case h == 0 && b.Space.IsGoal(st, b.Expander.Child):
		b.goals[id] = true
		b.found(id)
	case cost+h >= b.least && b.Heuristic.Trusted:
		b.t.Nodes[n].Fate = beyond
		return
	}
	b.open.Push(cost*b.weight+h, h, id)
}

func (b *best) found(id uint32) {
	if n := b.node[id]; b.t.Nodes[n].G < b.least {
		b.least, b.end = b.t.Nodes[n].G, n
	}
}

// deepen searches with growing bounds on f.
func (g *grower) deepen() {
	bound := int64(math.MaxInt64)
	for i := range g.RootCount() {
		bound = min(bound, job.RankOf(g.RootCost(i), g.Heuristic.Of(g.Root(i), g.Expander.Child)))
	}
	for pass := 1; bound < estimate.Hopeless && !g.over() && g.t.Found < 0; pass++ {
		bound = g.within(bound, pass)
	}
}

// within is one depth-first search within a bound. It returns the smallest f beyond the bound.
func (g *grower) within(bound int64, pass int) (next int64) {
	next = math.MaxInt64
	for i := range g.RootCount() {
		root := slices.Clone(g.Root(i))
		if g.visit(root, g.add(root, -1, -1, g.RootCost(i), pass), bound, &next) {
			break
		}
	}
	return next
}

// visit searches below a state. It returns true if the search is over.
func (g *grower) visit(st []uint64, n int, bound int64, next *int64) bool {
	at := &g.t.Nodes[n]
	if slices.ContainsFunc(g.path, func(on []uint64) bool { return store.Equal(on, st) }) {
		at.Fate = duplicate
		return false
	}
	if at.H >= estimate.Hopeless {
		at.Fate = deadEnd
		return false
	}
	if f := job.RankOf(at.G, at.H); f > bound {
		*next = min(*next, f)
		at.Fate = beyond
		return false
	}
	if g.goal(n, st) || g.over() {
		return true
	}
	g.expand(n, st)
	cost, pass := g.t.Nodes[n].G, g.t.Nodes[n].Pass
	kids, states := slices.Clone(g.Expander.Kids), slices.Clone(g.Expander.States)
	w := g.Space.Layout.Words
	g.path = append(g.path, st)
	for k, kid := range kids {
		to := states[k*w : (k+1)*w]
		if g.visit(to, g.add(to, n, int(kid.Move), cost+kid.Cost, pass), bound, next) {
			return true
		}
	}
	g.path = g.path[:len(g.path)-1]
	return false
}
