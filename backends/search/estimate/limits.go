package estimate

import (
	"context"
	"errors"
)

// Limits are the time and the memory that the preparation of heuristics may take, and what it has taken. They are for
// one goroutine.
type Limits struct {
	Ctx    context.Context // ends when the granted time is over
	Memory int64           // limit for tables and their building
	Easy   bool            // only small tables are built
	Used   int64           // by tables, and by what is counted with them
	held   int64           // by tables under construction
	most   int64           // the most of both since Lend was called
	// pause waits for more time and a new context. It returns false if there will be no more time. nil: there is no
	// pause.
	pause func() bool
}

// ErrStopped is the error if the context ends before a table is built.
var ErrStopped = errors.New("stopped while a table of exact costs was built")

// Bytes returns the memory of the tables, also of those under construction.
func (l *Limits) Bytes() int64 { return l.Used + l.held }

// Easily allows only small tables until done is called.
func (l *Limits) Easily() (done func()) {
	was := l.Easy
	l.Easy = true
	return func() { l.Easy = was }
}

// Lend gives other limits until done is called. When the context ends, pause is called, which waits for more time.
func (l *Limits) Lend(ctx context.Context, memory int64, pause func() bool) (done func()) {
	was, had := l.Ctx, l.Memory
	l.most = l.Bytes()
	l.Ctx, l.Memory, l.pause = ctx, memory, pause
	return func() { l.Ctx, l.Memory, l.pause = was, had, nil }
}

// Rest is called regularly while a table is built. When the granted time is over, Rest waits for more. It returns
// ErrStopped if there will be no more time.
func (l *Limits) Rest() error {
	if l.Ctx.Err() == nil || l.pause != nil && !l.Easy && l.pause() {
		return nil
	}
	return ErrStopped
}

// Most returns the most memory of tables, also of those under construction, since Lend was called.
func (l *Limits) Most() int64 { return max(l.most, l.Bytes()) }

// Take records the current memory of a table under construction. It returns false if there is not enough memory.
func (l *Limits) Take(share *int64, now int64) bool {
	l.held += now - *share
	*share = now
	if l.Bytes() > l.Memory {
		return false
	}
	l.most = l.Most()
	return true
}
