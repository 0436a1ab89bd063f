package store

import "unsafe"

// Pages is a list that grows without being copied.
type Pages[T any] struct {
	p [][]T
	n int
}

const (
	pageBits = 13
	pageSize = 1 << pageBits
)

func (p *Pages[T]) At(i uint32) *T { return &p.p[i>>pageBits][i&(pageSize-1)] }

// Get is at for lists of more than 2^32 elements.
func (p *Pages[T]) Get(i int64) *T { return &p.p[i>>pageBits][i&(pageSize-1)] }

func (p *Pages[T]) Push(x T) {
	if p.n>>pageBits == len(p.p) {
		p.p = append(p.p, make([]T, pageSize))
	}
	p.p[p.n>>pageBits][p.n&(pageSize-1)] = x
	p.n++
}

// Pop takes the last one away; what it points to is good until the next push.
func (p *Pages[T]) Pop() *T {
	p.n--
	return p.At(uint32(p.n))
}

func (p *Pages[T]) Len() int { return p.n }

// Bytes is what the pages take.
func (p *Pages[T]) Bytes() int64 {
	var x T
	return int64(len(p.p)) * pageSize * int64(unsafe.Sizeof(x))
}
