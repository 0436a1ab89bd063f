package room

import (
	"context"
	"time"
)

// Timed returns a context that ends after a time, with a cause. The context looks at the clock itself whenever it is
// asked, because WebAssembly has one thread: no timer can fire while it works.
func Timed(ctx context.Context, d time.Duration, late error) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	last := time.Now().Add(d)
	ctx, stop := context.WithDeadlineCause(ctx, last, late)
	return &timed{ctx, cancel, last, late}, func() { stop(); cancel(nil) }
}

type timed struct {
	context.Context
	cancel context.CancelCauseFunc
	last   time.Time
	late   error
}

func (t *timed) Err() error {
	if err := t.Context.Err(); err != nil {
		return err
	}
	if !time.Now().Before(t.last) {
		t.cancel(t.late)
	}
	return t.Context.Err()
}
