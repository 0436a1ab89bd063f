package semantics

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/diag"
)

// BuildWithin is Build with smaller limits: elements of a set, and steps to compute one thing.
func BuildWithin(p *model.Program, maxSet int, maxSteps int64) (*model.Model, diag.List) {
	b := newBuilder(p, nil)
	b.ev.maxSet, b.steps = maxSet, maxSteps
	return b.finish()
}

// LimitTables bounds the states of one simpler puzzle.
func (x *Machine) LimitTables(states int) { x.tables.limit = states }

// Equivalent tells whether two states are of one class; known is false if that is too large.
func Equivalent(x *Machine, a, b []int64, largest int) (same, known bool) {
	c := newClasses(x, largest)
	i, known := c.of(a)
	j, _ := c.of(b)
	return i == j, known
}
