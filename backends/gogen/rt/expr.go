package search

// Functions for operators that Go does not have. They have a result for all arguments. Where the operation is
// undefined, the program does not use the result.

// Bit is 1 for true and 0 for false.
func Bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Choose is a where the condition holds, else b.
func Choose(cond bool, a, b int) int {
	if cond {
		return a
	}
	return b
}

// At is the element with an index, 0 without one.
func At(index int, elements ...int) int {
	if index < 0 || index >= len(elements) {
		return 0
	}
	return elements[index]
}

// PlaceOf is the first place of a value, -1 without one.
func PlaceOf(value int, elements ...int) int {
	for i, e := range elements {
		if e == value {
			return i
		}
	}
	return -1
}

// Distinct tells whether no two values are equal.
func Distinct(values ...int) bool {
	for i, v := range values {
		if PlaceOf(v, values[:i]...) >= 0 {
			return false
		}
	}
	return true
}

// Mod is the nonnegative remainder.
func Mod(a, b int) int {
	if b == 0 {
		return 0
	}
	r := a % b
	if r < 0 {
		r += max(b, -b)
	}
	return r
}

// Div is the quotient that belongs to the remainder of Mod.
func Div(a, b int) int {
	if b == 0 {
		return 0
	}
	return (a - Mod(a, b)) / b
}

// Abs is the absolute value.
func Abs(n int) int { return max(n, -n) }

// HashOf spreads lists of numbers over all numbers (as Key.Hash does).
func HashOf(values []int) (h uint64) {
	for _, v := range values {
		h = (h ^ uint64(v)) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return h ^ h>>32
}
