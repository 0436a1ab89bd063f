package verify

import (
	"context"
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/lists"
)

// graph holds the reachable states and the moves between them.
type graph struct {
	x        *semantics.Machine
	moves    []semantics.Move
	key      keyer
	number   map[string]int32
	states   [][]int64 // in the order of the number of moves that lead to them
	parent   []int32   // for each state: the state before it, or -1 for an initial state
	by       []int32   // for each state: the move from its parent
	first    []int32   // for each state: the index of its first edge; one more entry at the end
	all      []link
	left     []int64 // for each state: the cost to the nearest goal; -1 if no goal is reachable
	next     []int32 // for each state: the first edge of a cheapest path to a goal, or -1
	complete bool
}

// link is a move from one state to another.
type link struct {
	to, move int32
	cost     int64
}

// lookedAfter is the number of values of states that are computed between two looks at the context.
const lookedAfter = 1 << 22

// newGraph visits states breadth first, at most l.States, and computes the cost from each state to a goal. If it
// returns an error, the graph is empty.
func newGraph(ctx context.Context, x *semantics.Machine, l Limits) (*graph, error) {
	g := &graph{x: x, moves: x.Instances(), key: newKeyer(x.Model()), number: map[string]int32{}}
	if err := x.CheckInstances(); err != nil {
		return g, err
	}
	starts, err := g.starts(ctx, l.States)
	if err != nil {
		g.complete = false
		return g, err
	}
	var buf []byte
	add := func(state []int64, parent, by int32) (int32, bool) {
		buf = g.key.append(buf[:0], state)
		i, seen := g.number[string(buf)]
		if seen {
			return i, true
		}
		if len(g.states) >= l.States {
			g.complete = false
			return -1, false
		}
		i = int32(len(g.states))
		g.number[string(buf)] = i
		g.states = append(g.states, slices.Clone(state))
		g.parent, g.by = append(g.parent, parent), append(g.by, by)
		return i, true
	}
	for _, s := range slices.Concat(starts, l.Along) {
		add(s, -1, -1)
	}
	next, work := make([]int64, x.Model().StateSize), 0
	for i := 0; i < len(g.states) && ctx.Err() == nil; i++ {
		g.first = append(g.first, int32(len(g.all)))
		for k, mv := range g.moves {
			if work += len(next); work > lookedAfter {
				if work = 0; ctx.Err() != nil {
					break
				}
			}
			cost, ok := x.Make(g.states[i], mv, next)
			if !ok {
				continue
			}
			if to, ok := add(next, int32(i), int32(k)); ok {
				g.all = append(g.all, link{to, int32(k), cost})
			}
		}
	}
	for len(g.first) <= len(g.states) {
		g.first = append(g.first, int32(len(g.all)))
	}
	if ctx.Err() != nil {
		g.complete = false
	}
	g.backwards()
	return g, nil
}

// starts lists the initial states. If the puzzle has no moves, it lists only the solutions, because promises about
// assignments concern solutions only.
func (g *graph) starts(ctx context.Context, limit int) (states [][]int64, err error) {
	var wanted []model.Formula
	if len(g.x.Model().Moves) == 0 {
		wanted = g.x.Model().Goals
	}
	g.complete = true
	err = g.x.Choose(ctx, wanted, func(s []int64) bool {
		g.complete = len(states) < limit
		if g.complete {
			states = append(states, s)
		}
		return g.complete
	})
	return states, err
}

// legal lists the moves from a state. The state need not be reachable.
func (g *graph) legal(state []int64) []semantics.Made {
	i, known := g.number[string(g.key.append(nil, state))]
	if !known || !g.complete {
		return g.x.Legal(state)
	}
	return lists.Map(g.edges(int(i)), func(e link) semantics.Made {
		return semantics.Made{Move: g.moves[e.move], Cost: e.cost, State: g.states[e.to]}
	})
}

// edges lists the moves from a state.
func (g *graph) edges(i int) []link { return g.all[g.first[i]:g.first[i+1]] }

// backwards computes the cost from each state to the nearest goal (Dijkstra 1959).
func (g *graph) backwards() {
	n := len(g.states)
	g.left, g.next = make([]int64, n), make([]int32, n)
	from := make([]int32, len(g.all)) // for each edge: its first state
	begin := make([]int32, n+1)       // for each state: where its incoming edges begin in into
	for i := range n {
		g.left[i], g.next[i] = -1, -1
		for k := g.first[i]; k < g.first[i+1]; k++ {
			from[k] = int32(i)
			begin[g.all[k].to+1]++
		}
	}
	for i := range n {
		begin[i+1] += begin[i]
	}
	into := make([]int32, len(g.all))
	fill := slices.Clone(begin)
	for k := range g.all {
		to := g.all[k].to
		into[fill[to]] = int32(k)
		fill[to]++
	}
	var open lists.Frontier
	best := make([]int64, n)
	for i := range n {
		if best[i] = -1; g.x.Goal(g.states[i]) {
			best[i] = 0
			open.Add(0, i)
		}
	}
	for e, ok := open.Next(); ok; e, ok = open.Next() {
		if g.left[e.Node] >= 0 {
			continue
		}
		g.left[e.Node] = e.Cost
		for _, k := range into[begin[e.Node]:begin[e.Node+1]] {
			i, cost := from[k], sum(e.Cost, g.all[k].cost)
			if g.left[i] < 0 && (best[i] < 0 || cost < best[i]) {
				best[i], g.next[i] = cost, k
				open.Add(cost, int(i))
			}
		}
	}
}

// way returns a shortest sequence of moves from an initial state to state i, and the initial state.
func (g *graph) way(i int) (start []int64, way []semantics.Move) {
	for ; g.parent[i] >= 0; i = int(g.parent[i]) {
		way = append(way, g.moves[g.by[i]])
	}
	slices.Reverse(way)
	return g.states[i], way
}

// rest returns a cheapest sequence of moves from state i to a goal.
func (g *graph) rest(i int) []semantics.Move {
	rest := []semantics.Move{}
	for g.next[i] >= 0 {
		e := g.all[g.next[i]]
		rest = append(rest, g.moves[e.move])
		i = int(e.to)
	}
	return rest
}

// sum adds costs. All sums beyond model.MaxCost become the same, greater number.
func sum(a, b int64) int64 { return min(a+b, model.MaxCost+1) }
