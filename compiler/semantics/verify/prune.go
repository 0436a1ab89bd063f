package verify

import (
	"fmt"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/lists"
)

// prunes checks each pruning by itself, then all together: without the forbidden sequences, each state must be
// reachable at the same cost. The second check also finds prunings that justify each other in a circle.
func (v *verifier) prunes(limit int) {
	m := v.x.Model()
	if len(m.Prunes) == 0 || !v.g.complete {
		return
	}
	free := v.cheapest(nil, limit)
	for _, p := range m.Prunes {
		v.pruned(p, []*model.Prune{p}, free, limit)
	}
	if len(m.Prunes) > 1 {
		v.pruned(allPrunes{}, m.Prunes, free, limit)
	}
}

// pruned compares the least cost of each state with its least cost by plans without forbidden sequences.
func (v *verifier) pruned(what any, ps []*model.Prune, free *forward, limit int) {
	if v.ctx.Err() != nil {
		return
	}
	left := v.cheapest(ps, 8*limit)
	if left.cut {
		v.claims[what].Open = fmt.Sprintf("states and the moves before them are more than %d", 8*limit)
		return
	}
	for i := range v.g.states {
		if v.ctx.Err() == nil && left.cost[i] != free.cost[i] {
			v.forbidden(what, ps, i, free, left.cost[i])
			return
		}
	}
}

// forbidden records that the pruning loses state i.
func (v *verifier) forbidden(what any, ps []*model.Prune, i int, free *forward, left int64) {
	start, way := free.way(i)
	text := "all cheapest ways to a state are forbidden, and "
	if left < 0 {
		text += "there is no other"
	} else {
		text += fmt.Sprintf("any other costs %d, not %d", left, free.cost[i])
	}
	for n := range way {
		for _, p := range ps {
			if v.x.PruneMatches(p, way[:n+1]) {
				made := make([]semantics.Made, len(p.Steps))
				for k := range made {
					made[k].Move = way[n+1-len(p.Steps)+k]
				}
				text += ": here " + v.c.names(made) + " is"
				v.at = -1
				v.breach(what, p.Span, text+": "+v.c.describe(v.g.states[i]))
				v.claims[what].Fault.Start, v.claims[what].Fault.Way = start, way
				return
			}
		}
	}
}

// forward is the least cost of each state from the initial states.
type forward struct {
	g     *graph
	cost  []int64 // for each state: the least cost, -1 if the state is not reached
	nodes []passage
	best  []int32 // for each state: its cheapest node
	cut   bool    // there were too many nodes
}

// passage is a state with the last moves before it.
type passage struct {
	state, parent, by int32
	cost              int64
	last              string // the moves, four bytes each
	closed            bool
}

// cheapest searches by cost (Dijkstra 1959) and leaves out forbidden sequences. A state has one node for each sequence
// of last moves with which a forbidden sequence may begin.
func (v *verifier) cheapest(ps []*model.Prune, limit int) *forward {
	g := v.g
	f := &forward{g: g, cost: make([]int64, len(g.states)), best: make([]int32, len(g.states))}
	type key struct {
		state int32
		last  string
	}
	number := map[key]int32{}
	var open lists.Frontier
	reach := func(p passage) {
		k := key{p.state, p.last}
		i, seen := number[k]
		switch {
		case !seen:
			i = int32(len(f.nodes))
			number[k] = i
			f.nodes = append(f.nodes, p)
		case p.cost >= f.nodes[i].cost:
			return
		default:
			f.nodes[i].cost, f.nodes[i].parent, f.nodes[i].by = p.cost, p.parent, p.by
		}
		open.Add(p.cost, int(i))
	}
	for i := range g.states {
		if f.cost[i] = -1; g.parent[i] < 0 {
			reach(passage{state: int32(i), parent: -1, by: -1})
		}
	}
	for n := 0; ; n++ {
		if f.cut = len(f.nodes) > limit; f.cut || n%1024 == 0 && v.ctx.Err() != nil {
			break
		}
		e, more := open.Next()
		if !more {
			break
		}
		p := f.nodes[e.Node]
		if p.closed || p.cost != e.Cost {
			continue
		}
		f.nodes[e.Node].closed = true
		if f.cost[p.state] < 0 {
			f.cost[p.state], f.best[p.state] = p.cost, int32(e.Node)
		}
		for _, l := range g.edges(int(p.state)) {
			if last, ok := v.after(ps, p.last, l.move); ok {
				reach(passage{state: l.to, parent: int32(e.Node), by: l.move, cost: sum(p.cost, l.cost), last: last})
			}
		}
	}
	return f
}

// after returns the last moves that must be remembered after a further move. It returns false if a forbidden sequence
// ends with this move.
func (v *verifier) after(ps []*model.Prune, last string, move int32) (string, bool) {
	if len(ps) == 0 {
		return "", true
	}
	last += string([]byte{byte(move), byte(move >> 8), byte(move >> 16), byte(move >> 24)})
	moves := make([]semantics.Move, len(last)/4)
	for i := range moves {
		b := last[4*i:]
		moves[i] = v.g.moves[int32(b[0])|int32(b[1])<<8|int32(b[2])<<16|int32(b[3])<<24]
	}
	keep := 0
	for _, p := range ps {
		if v.x.PruneMatches(p, moves) {
			return "", false
		}
		for n := min(len(moves), len(p.Steps)-1); n > keep; n-- {
			if beginsWith(p, moves[len(moves)-n:]) {
				keep = n
			}
		}
	}
	return last[len(last)-4*keep:], true
}

// beginsWith reports whether a forbidden sequence may begin with moves of these declarations.
func beginsWith(p *model.Prune, moves []semantics.Move) bool {
	for i := range moves {
		if p.Steps[i].Move != moves[i].Decl {
			return false
		}
	}
	return true
}

// way returns a cheapest path to a state, and its initial state.
func (f *forward) way(i int) (start []int64, way []semantics.Move) {
	at := f.best[i]
	n := 0
	for k := at; f.nodes[k].parent >= 0; k = f.nodes[k].parent {
		n++
	}
	way = make([]semantics.Move, n)
	for ; f.nodes[at].parent >= 0; at = f.nodes[at].parent {
		n--
		way[n] = f.g.moves[f.nodes[at].by]
	}
	return f.g.states[f.nodes[at].state], way
}
