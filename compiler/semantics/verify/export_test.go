package verify

import "github.com/pzc-lang/pzc/compiler/semantics"

// LimitedEstimates is NewEstimates with a greatest number of states of a simpler puzzle.
func LimitedEstimates(x *semantics.Machine, states int) *Estimates { return newEstimates(x, states) }

// Equivalent reports whether two states are in one class. known is false if the class has more than largest states.
func Equivalent(x *semantics.Machine, a, b []int64, largest int) (same, known bool) {
	c := newClasses(x, largest)
	i, known := c.of(a)
	j, _ := c.of(b)
	return i == j, known
}
