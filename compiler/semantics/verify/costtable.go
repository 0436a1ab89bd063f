package verify

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/lists"
)

// puzzle is a simpler puzzle whose states a costTable explores.
type puzzle interface {
	successors(state []int64, yield func(next []int64, cost int64) error) error
	goal(state []int64) (bool, error)
}

// costTable holds the exact cost from each explored state to a goal. A query explores all states that are reachable
// from its state. So all successors of explored states are explored, and their costs are final. After an error the
// table must not be used.
type costTable struct {
	p      puzzle
	name   string // for errors
	limit  int
	ended  func() bool // whether the work has to end; nil: never
	number map[string]int
	states [][]int64
	back   [][]lists.Open // for each state: the edges that lead to it, with their costs
	dist   []int64        // -1: no goal is reachable
	buf    []byte
}

func newCostTable(p puzzle, name string, limit int) *costTable {
	return &costTable{p: p, name: name, limit: limit, number: map[string]int{}}
}

// unreachable is the cost of a state of a simpler puzzle that has no plan. Then the state of the puzzle has no plan
// either. It is greater than all costs in a table, and small enough to be multiplied.
const unreachable int64 = 1 << 47

// mostTabled is the greatest cost in a table.
const mostTabled = 1<<32 - 2

// sum adds costs. All sums beyond model.MaxCost become the same, greater number.
func sum(a, b int64) int64 { return min(a+b, model.MaxCost+1) }

// cost returns the exact cost from a state to a goal.
func (t *costTable) cost(state []int64) (int64, error) {
	i, seen := t.number[t.key(state)]
	if !seen {
		i = len(t.states)
		err := t.explore(state)
		if t.ended != nil && t.ended() { // the last results may be wrong
			err = errEnded
		}
		if errors.Is(err, errEnded) { // a later query begins again
			t.number, t.states, t.back, t.dist = map[string]int{}, nil, nil, nil
		}
		if err != nil {
			return 0, err
		}
	}
	if t.dist[i] < 0 {
		return unreachable, nil
	}
	return t.dist[i], nil
}

func (t *costTable) key(state []int64) string {
	t.buf = t.buf[:0]
	for _, v := range state {
		t.buf = binary.AppendVarint(t.buf, v)
	}
	return string(t.buf)
}

// errEnded says that the work was ended before a table was complete.
var errEnded = errors.New("the work was ended")

func (t *costTable) add(state []int64) (int, error) {
	key := t.key(state)
	i, seen := t.number[key]
	if seen {
		return i, nil
	}
	i = len(t.states)
	if i >= t.limit {
		return 0, fmt.Errorf("%s: %w of %d", t.name, errTooManyStates, t.limit)
	}
	t.number[key] = i
	t.states = append(t.states, append([]int64(nil), state...))
	t.back, t.dist = append(t.back, nil), append(t.dist, -1)
	return i, nil
}

// explore visits all new states that are reachable from a state, and computes their costs backwards from the goals
// (Dijkstra 1959).
func (t *costTable) explore(state []int64) error {
	first := len(t.states)
	if _, err := t.add(state); err != nil {
		return err
	}
	var open lists.Frontier
	for i := first; i < len(t.states); i++ {
		if i%64 == 0 && t.ended != nil && t.ended() {
			return errEnded
		}
		goal, err := t.p.goal(t.states[i])
		if err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
		if goal {
			open.Add(0, i)
		}
		err = t.p.successors(t.states[i], func(next []int64, cost int64) error {
			to, err := t.add(next)
			if err != nil {
				return err
			}
			if to < first {
				if t.dist[to] >= 0 {
					open.Add(t.dist[to]+cost, i)
				}
				return nil
			}
			t.back[to] = append(t.back[to], lists.Open{Cost: cost, Node: i})
			return nil
		})
		if err != nil {
			return err
		}
	}
	for e, ok := open.Next(); ok; e, ok = open.Next() {
		if t.dist[e.Node] >= 0 {
			continue
		}
		if e.Cost > mostTabled {
			return fmt.Errorf("%s has costs of %d and more, too large for a table", t.name, int64(mostTabled+1))
		}
		t.dist[e.Node] = e.Cost
		for _, b := range t.back[e.Node] {
			if t.dist[b.Node] < 0 {
				open.Add(e.Cost+b.Cost, b.Node)
			}
		}
	}
	return nil
}
