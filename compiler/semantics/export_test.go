package semantics

import (
	"context"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/diag"
)

// BuildWithin is Build with smaller limits: the elements of a set, and the steps for one array, type or grid.
func BuildWithin(p *model.Program, maxSet int, maxSteps int64) (*model.Model, diag.List) {
	b := newBuilder(p, nil)
	b.ev.maxSet, b.steps = maxSet, maxSteps
	return b.finish()
}

// LimitTables sets the greatest number of states of a simpler puzzle.
func (x *Machine) LimitTables(states int) { x.tables.limit = states }

// Equivalent reports whether two states are in one class. known is false if the class has more than largest states.
func Equivalent(x *Machine, a, b []int64, largest int) (same, known bool) {
	c := newClasses(x, largest)
	i, known := c.of(a)
	j, _ := c.of(b)
	return i == j, known
}

// CanMake reports whether a move is applicable in a state.
func (x *Machine) CanMake(state []int64, mv Move) bool {
	_, ok := x.attempt(state, mv, make([]int64, len(state)))
	return ok
}

// GoalRefusal returns the first goal condition that a state violates and why, or nil if the state is a goal.
func (x *Machine) GoalRefusal(state []int64) *Refusal {
	return x.formulas(x.m.Goals, state, RuleGoal, x.goalSentence())
}

// Reachable lists all reachable states, initial states first, in the order of their costs.
func Reachable(ctx context.Context, m *model.Model, limit int) ([][]int64, error) {
	s := newSpace(NewMachine(m))
	err := s.exhaust(ctx, limit)
	states := make([][]int64, len(s.nodes))
	for i := range s.nodes {
		states[i] = s.nodes[i].state
	}
	return states, err
}

// ViewFill returns the names of the colours of the cells, for each line of View; nil for a line of text.
func (x *Machine) ViewFill(state []int64) [][]string {
	var out [][]string
	for _, b := range x.Boards(state) {
		if b.Line {
			out = append(out, make([][]string, len(b.Lines()))...)
			continue
		}
		for r := range b.Rows {
			out = append(out, b.Fill[r*b.Cols:(r+1)*b.Cols])
		}
	}
	return out
}
