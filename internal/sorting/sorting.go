// Package sorting sorts in little code: slices.SortStableFunc is compiled anew for each type, which makes the compiler
// of the page larger. Where many short slices are sorted, as for each state of a search, slices.SortStableFunc is
// faster.
package sorting

import "sort"

// Stable sorts s by compare and keeps the order of equal elements. It allocates a closure.
func Stable[E any](s []E, compare func(a, b E) int) {
	sort.SliceStable(s, func(i, j int) bool { return compare(s[i], s[j]) < 0 })
}
