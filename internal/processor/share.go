package processor

import (
	"context"
	"sync/atomic"
	"time"
)

// Two workers may share the processor. While the first works on all cores, a second one would slow it down by a third
// on two cores. So the second then rests for most of the time. The contexts of the two say who is who; with any other
// context, All does nothing and Rests is false.

// share is the number of calls of All by the first worker that are not done.
type share struct{ all atomic.Int32 }

type firstKey struct{}

type secondKey struct{}

// Shared returns contexts for two workers that work at once.
func Shared(ctx context.Context) (first, second context.Context) {
	s := &share{}
	return context.WithValue(ctx, firstKey{}, s), context.WithValue(ctx, secondKey{}, s)
}

// All says that the worker of the context works on all cores until done is called.
func All(ctx context.Context) (done func()) {
	s, ok := ctx.Value(firstKey{}).(*share)
	if !ok {
		return func() {}
	}
	s.all.Add(1)
	return func() { s.all.Add(-1) }
}

// Rests reports whether the worker of the context should rest for most of the time.
func Rests(ctx context.Context) bool {
	s, ok := ctx.Value(secondKey{}).(*share)
	return ok && s.all.Load() > 0
}

// restsFor is how many times as long as it has worked the second worker rests, but no longer than longest, so that it
// works on soon when the first has done.
const (
	restsFor = 7
	longest  = 100 * time.Millisecond
)

// Rest returns when the worker has rested, after it has worked for some time, or when its context ends.
func Rest(ctx context.Context, worked time.Duration) {
	timer := time.NewTimer(min(restsFor*worked, longest))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
