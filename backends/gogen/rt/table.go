package search

import (
	"context"
	"fmt"
	"math"
	"sync"
	"unsafe"
)

// The exact cost of a simpler puzzle is an admissible heuristic if each move of the puzzle is a move of the simpler
// puzzle that costs no more, or changes nothing there (Culberson and Schaeffer, Pattern Databases, 1998). All costs are
// computed at once and kept in a table.

// Costs is a table of exact costs.
type Costs interface {
	// Build computes the costs, unless that was done before. If Build is not called, the first cost that is read
	// computes them.
	Build(ctx context.Context, l Limits) error
}

// Limits are limits for tables.
type Limits struct {
	Bytes  int    // most memory of a table while it is computed
	Folder string // where large tables are kept; "": nowhere
}

// unlimited is for tables that are computed by their first use.
var unlimited = Limits{Bytes: math.MaxInt}

// After computes the costs that a heuristic needs, and then searches.
func After[S any](ctx context.Context, needs []Costs, l Limits, run func() Result[S]) Result[S] {
	for _, c := range needs {
		if err := c.Build(ctx, l); err != nil {
			return Result[S]{Status: Unknown, Reason: err.Error()}
		}
	}
	return run()
}

// Table has the exact costs of a simpler puzzle in all states that can be reached from its starts.
type Table[S any, K Key] struct {
	Name    string
	Problem func() *Problem[S, K]

	once   sync.Once
	err    error
	pack   func(*S) K
	states *graph[K]
	cost   []int // by number of a state; Unreachable: no plan
}

// Cost is the exact cost from a state. It is 0 for a state that cannot be reached, because nothing is known about it.
func (t *Table[S, K]) Cost(s *S) int {
	if t.Build(context.Background(), unlimited) != nil {
		return 0
	}
	if i := t.states.table[t.states.find(t.pack(s))]; i > 0 {
		return t.cost[i-1]
	}
	return 0
}

// Build numbers the reachable states and lists the moves between them, and then searches backwards from the goals.
func (t *Table[S, K]) Build(ctx context.Context, l Limits) error {
	t.once.Do(func() {
		b := builder[S, K]{Problem: t.Problem(), name: t.Name, ctx: ctx, limits: l, states: newGraph[K]()}
		t.pack, t.states = b.Pack, b.states
		if t.err = b.forward(); t.err == nil {
			t.cost, t.err = b.backward()
		}
	})
	return t.err
}

// builder is a table under construction.
type builder[S any, K Key] struct {
	*Problem[S, K]
	name   string
	ctx    context.Context
	limits Limits
	states *graph[K]
	edges  []edge // by state, in the order of the numbers
	first  []int  // by state: its first edge; and one more
}

// edge is a move of a simpler puzzle.
type edge struct {
	to   int32 // state
	cost uint32
}

// forward numbers the states and lists the edges.
func (b *builder[S, K]) forward() error {
	for i := range b.Starts {
		if err := b.check(i); err != nil {
			return err
		}
		b.states.add(b.Pack(&b.Starts[i]), -1, -1, 0)
	}
	var steps []Step[S]
	for at := 0; at < len(b.states.nodes); at++ {
		if err := b.check(at); err != nil {
			return err
		}
		b.first = append(b.first, len(b.edges))
		s := b.Unpack(b.states.nodes[at].key)
		steps = b.Successors(&s, steps[:0])
		for i := range steps {
			if steps[i].Cost >= math.MaxUint32 {
				return b.tooDear()
			}
			to, _ := b.states.add(b.Pack(&steps[i].Next), at, steps[i].Move, 0)
			b.edges = append(b.edges, edge{int32(to), uint32(steps[i].Cost)})
		}
	}
	b.first = append(b.first, len(b.edges))
	return nil
}

func (b *builder[S, K]) tooDear() error {
	return fmt.Errorf("%s has costs of %d and more, too large for a table", b.name, uint32(math.MaxUint32))
}

// check tests now and then whether the work has to end.
func (b *builder[S, K]) check(at int) error {
	if at%lookEvery != 0 {
		return nil
	}
	if b.ctx.Err() != nil {
		return fmt.Errorf("%s: the table of its costs was not finished", b.name)
	}
	if size := len(b.states.nodes)*bytesEach[K]() + 3*len(b.edges)*int(unsafe.Sizeof(edge{})); size > b.limits.Bytes ||
		len(b.states.nodes) >= mostNodes {
		return fmt.Errorf("%s has more than %d states: the table of their costs takes too much memory", b.name,
			len(b.states.nodes))
	}
	return nil
}

// backward finds the costs, from the goals on (Dijkstra, 1959).
func (b *builder[S, K]) backward() ([]int, error) {
	start, from := b.reversed()
	cost := make([]int, len(b.states.nodes))
	var open heap
	for i := range cost {
		cost[i] = Unreachable
		if s := b.Unpack(b.states.nodes[i].key); b.Goal(&s) {
			cost[i] = 0
			open.push(entry{node: i})
		}
	}
	for done := 1; len(open) > 0; done++ {
		if err := b.check(done); err != nil {
			return nil, err
		}
		e := open.pop()
		if cost[e.node] != e.rank {
			continue // it was reached at a lower cost
		}
		for _, back := range from[start[e.node]:start[e.node+1]] {
			c := e.rank + int(back.cost)
			if c >= math.MaxUint32 {
				return nil, b.tooDear()
			}
			if c < cost[back.to] {
				cost[back.to] = c
				open.push(entry{rank: c, node: int(back.to)})
			}
		}
	}
	return cost, nil
}

// reversed lists by state the edges that lead to it, each with the state that it comes from.
func (b *builder[S, K]) reversed() (start []int, from []edge) {
	start, from = make([]int, len(b.first)+1), make([]edge, len(b.edges))
	for _, e := range b.edges {
		start[e.to+2]++
	}
	for i := 1; i < len(start); i++ {
		start[i] += start[i-1]
	}
	for s := range len(b.first) - 1 {
		for _, e := range b.edges[b.first[s]:b.first[s+1]] {
			at := &start[e.to+1]
			from[*at] = edge{int32(s), e.cost}
			*at++
		}
	}
	return start, from
}
