// Package room keeps work within a memory limit: room is the memory that is left. It measures the memory of the whole
// process, so nobody has to count. Code that is about to allocate much at once asks For first.
//
// It also tells who limits counted work how much was done (Counted), and limits time (Timed).
package room

import (
	"context"
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"unsafe"
)

// Large is the number of bytes from which on asking is worth while.
const Large = 1 << 20

type key struct{}

type limit struct {
	bytes int64
	full  func() // called when the limit is exceeded
}

// Within returns a context with a memory limit. full is called when the limit is exceeded; it should end the context.
func Within(ctx context.Context, bytes int64, full func()) context.Context {
	return context.WithValue(ctx, key{}, &limit{bytes, full})
}

// For reports whether the given number of bytes fits into the limit of a context. Without a limit it returns true. If
// the bytes do not fit, For first returns unused memory to the system, which takes time, so ask for small amounts
// together. If they still do not fit, For calls full and returns false.
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

// Ended reports whether a context ended or the process exceeds the memory limit by more than a twentieth. The twentieth
// is a reserve for the garbage collector.
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

// Grow returns a list with room for at least one more value. A long list grows by a quarter, because append would
// double it. Grow returns false if the memory limit does not allow the copy.
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

type counted struct{}

// Counted returns a context that tells spent of steps that are made within it. A nil spent is told of none.
func Counted(ctx context.Context, spent func(steps int64)) context.Context {
	return context.WithValue(ctx, counted{}, spent)
}

// Spend counts steps that are made within a context.
func Spend(ctx context.Context, steps int64) {
	if spent, _ := ctx.Value(counted{}).(func(int64)); spent != nil {
		spent(steps)
	}
}

// Stack grows the stack of the goroutine to 32 KiB at once. A stack that grows by itself doubles each time, and reads
// the tables of all functions on it: more than 1 MiB of pages of the program that nothing else touches.
//
//go:noinline
func Stack() {
	var frame [24 << 10]byte
	runtime.KeepAlive(&frame)
}

// Held returns the number of bytes of memory that the process holds.
func Held() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sample)
	return int64(min(sample[0].Value.Uint64()-sample[1].Value.Uint64(), math.MaxInt64))
}
