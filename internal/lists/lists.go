// Package lists makes lists and sets of lists.
package lists

import "slices"

// Map returns what a function returns for each element; nil for no elements.
func Map[S, T any](list []S, f func(S) T) (out []T) {
	if len(list) > 0 {
		out = make([]T, len(list))
	}
	for i, x := range list {
		out[i] = f(x)
	}
	return out
}

// Filter returns the elements for which a function returns true; nil if there are none.
func Filter[T any](list []T, keep func(T) bool) (out []T) {
	for _, x := range list {
		if keep(x) {
			out = append(out, x)
		}
	}
	return out
}

// First returns the first element for which a function returns true, nil if there is none.
func First[T any](list []*T, is func(*T) bool) *T {
	if i := slices.IndexFunc(list, is); i >= 0 {
		return list[i]
	}
	return nil
}

// Set returns the set of the elements.
func Set[T comparable](list []T) map[T]bool {
	set := make(map[T]bool, len(list))
	for _, x := range list {
		set[x] = true
	}
	return set
}
