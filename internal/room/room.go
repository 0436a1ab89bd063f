// Package room keeps work within a limit of memory. What it looks at is what the process holds, so that nobody must count; those who are
// about to take much at once ask before they do.
package room

import (
	"context"
	"math"
	"runtime/debug"
	"runtime/metrics"
	"unsafe"
)

// Large is the number of bytes from which on it is worth asking.
const Large = 1 << 20

type key struct{}

type limit struct {
	bytes int64
	full  func() // ends the work
}

// Within is a context whose work is to keep a limit. full is called when it cannot; it should end the context.
func Within(ctx context.Context, bytes int64, full func()) context.Context {
	return context.WithValue(ctx, key{}, &limit{bytes, full})
}

// For tells whether so many bytes more fit into the limit of a context, if it has one; if not, the work is ended. Where they
// do not, what nobody uses any more is given back first, and that takes time: ask for small amounts together.
func For(ctx context.Context, bytes int64) bool {
	l, ok := ctx.Value(key{}).(*limit)
	if !ok || Held()+bytes <= l.bytes {
		return true
	}
	if debug.FreeOSMemory(); Held()+bytes <= l.bytes {
		return true
	}
	l.full()
	return false
}

// Ended tells whether a context ended, or what the process holds is beyond its limit: the collector's reserve, a twentieth, aside.
func Ended(ctx context.Context) bool {
	if ctx.Err() != nil {
		return true
	}
	l, ok := ctx.Value(key{}).(*limit)
	if !ok || Held() <= l.bytes+l.bytes/20 {
		return false
	}
	l.full()
	return true
}

// Grow is a list to which a value can be appended without it being copied to twice its size unasked; false if there is no room.
func Grow[T any](ctx context.Context, list []T) ([]T, bool) {
	var one T
	size := int64(unsafe.Sizeof(one))
	more := int64(cap(list)/4 + 1)
	if len(list) < cap(list) || more*size < Large/4 {
		return list, true
	}
	if !For(ctx, (int64(cap(list))+more)*size) {
		return list, false
	}
	out := make([]T, len(list), cap(list)+int(more))
	copy(out, list)
	return out, true
}

// Held is how many bytes of memory the process holds.
func Held() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sample)
	return int64(min(sample[0].Value.Uint64()-sample[1].Value.Uint64(), math.MaxInt64))
}
