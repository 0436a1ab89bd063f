package search

import "unsafe"

// pages is a list that grows without being copied.
type pages[T any] struct {
	p [][]T
	n int
}

const (
	pageBits = 13
	pageSize = 1 << pageBits
)

func (p *pages[T]) at(i uint32) *T { return &p.p[i>>pageBits][i&(pageSize-1)] }

// get is at for lists of more than 2^32 elements.
func (p *pages[T]) get(i int64) *T { return &p.p[i>>pageBits][i&(pageSize-1)] }

func (p *pages[T]) push(x T) {
	if p.n>>pageBits == len(p.p) {
		p.p = append(p.p, make([]T, pageSize))
	}
	p.p[p.n>>pageBits][p.n&(pageSize-1)] = x
	p.n++
}

// pop takes the last one away; what it points to is good until the next push.
func (p *pages[T]) pop() *T {
	p.n--
	return p.at(uint32(p.n))
}

func (p *pages[T]) len() int { return p.n }

// bytes is what the pages take.
func (p *pages[T]) bytes() int64 {
	var x T
	return int64(len(p.p)) * pageSize * int64(unsafe.Sizeof(x))
}
