package semantics

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/diag"
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
