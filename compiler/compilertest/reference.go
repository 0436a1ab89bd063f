package compilertest

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/lists"
)

// Answer is the result of exhaustive search. Unless Complete is true, nothing is proved.
type Answer struct {
	Complete bool
	Solvable bool
	Cost     int64 // of an optimal plan; without moves the best value of the objective
	Plan     []semantics.Move
	Start    []int64
	States   int // the number of states that were reached
}

// Solve finds an optimal plan by uniform-cost search (Dijkstra 1959), or proves that there is none. It keeps all
// states. It is meant for small puzzles and for tests of other solvers. limit is the greatest number of states (0: no
// limit).
func Solve(ctx context.Context, m *model.Model, limit int) (Answer, error) {
	x := semantics.NewMachine(m)
	if len(m.Moves) == 0 {
		best, value, n, err := bests(ctx, x, true)
		return Answer{Complete: err == nil, Solvable: n > 0, Start: best, Cost: value, States: int(min(n, 1))}, err
	}
	s := newSpace(x)
	if err := s.begin(ctx, limit); err != nil {
		return Answer{States: len(s.nodes)}, err
	}
	for {
		i, ok := s.pop()
		if !ok {
			return Answer{Complete: true, States: len(s.nodes)}, nil
		}
		if s.x.Goal(s.nodes[i].state) {
			if s.nodes[i].cost > model.MaxCost {
				return Answer{States: len(s.nodes)}, errTotal
			}
			a := Answer{Complete: true, Solvable: true, Cost: s.nodes[i].cost, States: len(s.nodes)}
			a.Plan, a.Start = s.path(i)
			return a, nil
		}
		if err := s.expand(ctx, i, limit); err != nil {
			return Answer{States: len(s.nodes)}, err
		}
	}
}

// ErrTooManyStates means that the search has more states than the limit.
var ErrTooManyStates = errors.New("more states than the limit")

// errTotal says that every plan costs more than can be added exactly.
var errTotal = fmt.Errorf("every plan costs more than %d (2^53)", model.MaxCost)

// Count returns the number of solutions. For a puzzle without moves this is the number of initial states that satisfy
// the goal; if there is an objective, only the best of them count. For a puzzle with moves it is the number of optimal
// plans without repeated states.
func Count(ctx context.Context, m *model.Model, limit int) (int64, error) {
	x := semantics.NewMachine(m)
	if len(m.Moves) == 0 {
		_, _, n, err := bests(ctx, x, false)
		return n, err
	}
	s := newSpace(x)
	if err := s.exhaust(ctx, limit); err != nil {
		return 0, err
	}
	return s.countPlans(ctx)
}

// Reachable lists all reachable states, initial states first, in the order of their costs.
func Reachable(ctx context.Context, m *model.Model, limit int) ([][]int64, error) {
	s := newSpace(semantics.NewMachine(m))
	err := s.exhaust(ctx, limit)
	states := make([][]int64, len(s.nodes))
	for i := range s.nodes {
		states[i] = s.nodes[i].state
	}
	return states, err
}

// space is the part of a state space that was explored.
type space struct {
	x      *semantics.Machine
	nodes  []node
	number map[string]int
	open   lists.Frontier
	buf    []byte
	next   []int64
	moves  []semantics.Move
}

type node struct {
	state  []int64
	cost   int64
	parent int // -1 for an initial state
	move   int // index in space.moves
	closed bool
}

func newSpace(x *semantics.Machine) *space {
	return &space{
		x: x, number: map[string]int{}, next: make([]int64, x.Model().StateSize), moves: x.Instances(),
	}
}

func (s *space) begin(ctx context.Context, limit int) error {
	if err := s.x.CheckInstances(); err != nil {
		return err
	}
	starts, _, err := s.x.InitialStates(ctx, 0)
	if err != nil {
		return err
	}
	for _, st := range starts {
		if err := s.reach(st, 0, -1, -1, limit); err != nil {
			return err
		}
	}
	return nil
}

// key writes an encoding of a state to buf. Different states have different encodings.
func (s *space) key(state []int64) {
	s.buf = s.buf[:0]
	for _, v := range state {
		s.buf = binary.AppendVarint(s.buf, v)
	}
}

// reach adds a state at a cost, unless the state was reached before at no greater cost.
func (s *space) reach(state []int64, cost int64, parent, move, limit int) error {
	s.key(state)
	i, seen := s.number[string(s.buf)]
	switch {
	case !seen:
		if limit > 0 && len(s.nodes) >= limit {
			return fmt.Errorf("%w of %d", ErrTooManyStates, limit)
		}
		i = len(s.nodes)
		s.number[string(s.buf)] = i
		s.nodes = append(s.nodes, node{append([]int64(nil), state...), cost, parent, move, false})
	case cost >= s.nodes[i].cost:
		return nil
	default:
		s.nodes[i].cost, s.nodes[i].parent, s.nodes[i].move = cost, parent, move
	}
	s.open.Add(cost, i)
	return nil
}

// pop removes the open state of least cost.
func (s *space) pop() (int, bool) {
	for e, ok := s.open.Next(); ok; e, ok = s.open.Next() {
		if n := &s.nodes[e.Node]; !n.closed && n.cost == e.Cost {
			n.closed = true
			return e.Node, true
		}
	}
	return 0, false
}

func (s *space) expand(ctx context.Context, i, limit int) error {
	if i%256 == 0 && ctx.Err() != nil {
		return fmt.Errorf("exhaustive search: %w", ctx.Err())
	}
	state, cost := s.nodes[i].state, s.nodes[i].cost
	for k, mv := range s.moves {
		c, ok := s.x.Make(state, mv, s.next)
		if !ok {
			continue
		}
		if err := s.reach(s.next, min(cost+c, model.MaxCost+1), i, k, limit); err != nil {
			return err
		}
	}
	return nil
}

// exhaust visits all reachable states.
func (s *space) exhaust(ctx context.Context, limit int) error {
	if err := s.begin(ctx, limit); err != nil {
		return err
	}
	for {
		i, ok := s.pop()
		if !ok {
			return nil
		}
		if err := s.expand(ctx, i, limit); err != nil {
			return err
		}
	}
}

// path returns a cheapest plan to a state, and its initial state.
func (s *space) path(i int) ([]semantics.Move, []int64) {
	var back []semantics.Move
	for s.nodes[i].parent >= 0 {
		back = append(back, s.moves[s.nodes[i].move])
		i = s.nodes[i].parent
	}
	plan := make([]semantics.Move, len(back))
	for k, mv := range back {
		plan[len(back)-1-k] = mv
	}
	return plan, s.nodes[i].state
}

// countPlans counts the optimal plans without repeated states, in a space that was exhausted. All their states lie on
// edges between states at least cost.
func (s *space) countPlans(ctx context.Context) (int64, error) {
	best, found := int64(0), false
	goal := make([]bool, len(s.nodes))
	for i := range s.nodes {
		if s.x.Goal(s.nodes[i].state) && (!found || s.nodes[i].cost <= best) {
			goal[i] = true
			best, found = s.nodes[i].cost, true
		}
	}
	switch {
	case !found:
		return 0, nil
	case best > model.MaxCost:
		return 0, errTotal
	}
	c := &counting{
		s: s, goal: goal, best: best, memo: make([]int64, len(s.nodes)), onPath: make([]bool, len(s.nodes)),
	}
	c.edges = make([][]edge, len(s.nodes))
	for i := range s.nodes {
		c.memo[i] = -1
		if err := c.tight(ctx, i); err != nil {
			return 0, err
		}
	}
	total := int64(0)
	for i := range s.nodes {
		if s.nodes[i].parent < 0 {
			n, err := c.from(ctx, i)
			if err != nil {
				return 0, err
			}
			total += n
		}
	}
	return total, nil
}

type counting struct {
	s      *space
	goal   []bool
	best   int64
	edges  [][]edge
	free   bool // an edge has cost 0: paths must be enumerated
	memo   []int64
	onPath []bool
	walked int
}

// edge leads to a node. moves is the number of moves that lead there.
type edge struct {
	to    int
	moves int64
}

// tight finds the edges from node i that belong to cheapest paths.
func (c *counting) tight(ctx context.Context, i int) error {
	s := c.s
	if i%256 == 0 && ctx.Err() != nil {
		return fmt.Errorf("counting plans: %w", ctx.Err())
	}
	from := s.nodes[i]
	for _, mv := range s.moves {
		cost, ok := s.x.Make(from.state, mv, s.next)
		if !ok || from.cost+cost > c.best {
			continue
		}
		s.key(s.next)
		to := s.number[string(s.buf)]
		if to == i || s.nodes[to].cost != from.cost+cost {
			continue
		}
		c.free = c.free || cost == 0
		if last := len(c.edges[i]) - 1; last >= 0 && c.edges[i][last].to == to {
			c.edges[i][last].moves++
			continue
		}
		c.edges[i] = append(c.edges[i], edge{to, 1})
	}
	return nil
}

// from returns the number of plans from node i to a goal of least cost.
func (c *counting) from(ctx context.Context, i int) (int64, error) {
	if !c.free && c.memo[i] >= 0 {
		return c.memo[i], nil
	}
	if c.walked++; c.walked%4096 == 0 && ctx.Err() != nil {
		return 0, fmt.Errorf("counting plans: %w", ctx.Err())
	}
	n := int64(0)
	if c.goal[i] && c.s.nodes[i].cost == c.best {
		n = 1
	}
	c.onPath[i] = true
	for _, e := range c.edges[i] {
		if c.onPath[e.to] {
			continue
		}
		k, err := c.from(ctx, e.to)
		if err != nil {
			return 0, err
		}
		n += k * e.moves
	}
	c.onPath[i] = false
	c.memo[i] = n
	return n, nil
}

// bests visits the solutions of a puzzle without moves, and returns the first best solution and the number of best
// solutions. Without an objective all solutions are equally good; then bests ends after the first solution if first is
// set.
func bests(ctx context.Context, x *semantics.Machine, first bool) (best []int64, value, n int64, err error) {
	judge := semantics.NewMachine(x.Model()) // the search uses the evaluator of x
	err = x.Choose(ctx, x.Model().Goals, func(s []int64) bool {
		v, _ := judge.Objective(s)
		switch o := x.Model().Objective; {
		case n == 0 || o != nil && o.Better(v, value):
			best, value, n = s, v, 1
		case v == value:
			n++
		}
		return !first || x.Model().Objective != nil
	})
	return best, value, n, err
}
