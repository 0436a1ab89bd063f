package store

import "unsafe"

// Pages is a list that grows without being copied. Elements keep their addresses.
type Pages[T any] struct {
	p [][]T
	n int
}

const (
	pageBits = 13
	pageSize = 1 << pageBits
)

// At points to element i.
func (p *Pages[T]) At(i uint32) *T { return &p.p[i>>pageBits][i&(pageSize-1)] }

// Get is At for lists that may have more than 2^32 elements.
func (p *Pages[T]) Get(i int64) *T { return &p.p[i>>pageBits][i&(pageSize-1)] }

// Push appends an element.
func (p *Pages[T]) Push(x T) {
	if p.n>>pageBits == len(p.p) {
		p.p = append(p.p, make([]T, pageSize))
	}
	p.p[p.n>>pageBits][p.n&(pageSize-1)] = x
	p.n++
}

// Pop removes the last element. The pointer is valid until the next Push.
func (p *Pages[T]) Pop() *T {
	p.n--
	return p.Get(int64(p.n))
}

// Len returns the number of elements.
func (p *Pages[T]) Len() int { return p.n }

// Bytes returns the memory of the pages.
func (p *Pages[T]) Bytes() int64 {
	var x T
	return int64(len(p.p)) * pageSize * int64(unsafe.Sizeof(x))
}
