package verify

import "github.com/pzc-lang/pzc/compiler/semantics"

// Equivalent reports whether two states are in one class. known is false if the class has more than largest states.
func Equivalent(x *semantics.Machine, a, b []int64, largest int) (same, known bool) {
	c := newClasses(x, largest)
	i, known := c.of(a)
	j, _ := c.of(b)
	return i == j, known
}
