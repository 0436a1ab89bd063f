// Package lists makes lists and sets of lists.
package lists

import (
	"container/heap"
	"slices"
)

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

// Root returns the element that stands for the class of an element, and halves the path to it (Tarjan and van Leeuwen
// 1984). up has another element of its class for each element, or the element itself.
func Root[T int | int32](up []T, i T) T {
	for up[i] != i {
		up[i] = up[up[i]]
		i = up[i]
	}
	return i
}

// Open is an open node of Dijkstra's algorithm.
type Open struct {
	Cost int64
	Node int
}

// Frontier is a queue of open nodes: the least cost first, among equal costs the smallest number.
type Frontier struct{ all opens }

// Add adds a node.
func (f *Frontier) Add(cost int64, node int) { heap.Push(&f.all, Open{cost, node}) }

// Next takes the first node out. ok is false if there is none.
func (f *Frontier) Next() (first Open, ok bool) {
	if len(f.all) == 0 {
		return first, false
	}
	first, ok = heap.Pop(&f.all).(Open)
	return first, ok
}

type opens []Open

func (o opens) Len() int      { return len(o) }
func (o opens) Swap(i, j int) { o[i], o[j] = o[j], o[i] }
func (o opens) Less(i, j int) bool {
	return o[i].Cost < o[j].Cost || o[i].Cost == o[j].Cost && o[i].Node < o[j].Node
}
func (o *opens) Push(x any) { *o = append(*o, x.(Open)) }
func (o *opens) Pop() any   { old := *o; x := old[len(old)-1]; *o = old[:len(old)-1]; return x }
