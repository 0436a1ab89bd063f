package search

import (
	"math"
	"sort"
)

// OrderKey is the key for sorting. An undefined key comes last.
func OrderKey(key int) int {
	if key == math.MinInt {
		return math.MaxInt
	}
	return key
}

// SortSteps sorts steps by their keys; equal keys leave them in order.
func SortSteps[S any](steps []Step[S], keys []int) { sort.Stable(byKey[S]{steps, keys}) }

type byKey[S any] struct {
	steps []Step[S]
	keys  []int
}

func (b byKey[S]) Len() int           { return len(b.keys) }
func (b byKey[S]) Less(i, j int) bool { return b.keys[i] < b.keys[j] }
func (b byKey[S]) Swap(i, j int) {
	b.steps[i], b.steps[j] = b.steps[j], b.steps[i]
	b.keys[i], b.keys[j] = b.keys[j], b.keys[i]
}
