package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"sync"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/room"
	"github.com/pzc-lang/pzc/internal/text"
)

// limits are the flags that bound the work of a command.
type limits struct {
	Timeout time.Duration `type:"duration" placeholder:"30s" help:"Stop after this time (30s, 5m) with what is known so far."`
	Memory  int64         `type:"bytes" placeholder:"4GiB" help:"Use at most this amount of memory (4GiB, 500MB); half of what the machine has, and at most 8GiB, unless given."`
	Sandbox bool          `help:"For an untrusted model: run no other program and write no file. The default limits are then a minute and 1GiB."`
}

// workFlag is the flag that limits counted work.
type workFlag struct {
	Work steps `job:"" placeholder:"N" help:"Stop after N steps, on one core and with 1GiB of memory unless --memory is given. A step is a successor that a search makes, a clause that is written, a conclusion that a solver draws, or an expression that is evaluated. The answer is the same on every machine, if memory suffices."`
}

// steps is a flag of counted work; 0: no limit.
type steps int64

// UnmarshalText reads the value of the flag.
func (s *steps) UnmarshalText(text []byte) error {
	n, err := strconv.ParseInt(string(text), 10, 64)
	if *s = steps(n); err != nil || n < 1 {
		return fmt.Errorf("%q is not a number of steps; write a whole number, 1 or more", text)
	}
	return nil
}

// limit returns the limit of work, nil if there is none, and sets the limit of memory that goes with it.
func (w workFlag) limit(l *limits) *backends.Work {
	if w.Work == 0 {
		return nil
	}
	l.Memory = cmp.Or(l.Memory, sandboxMemory)
	return &backends.Work{Most: int64(w.Work)}
}

// within returns a context that ends with the limit of work, and the limit; nil if there is none.
func (w workFlag) within(ctx context.Context) (context.Context, *backends.Work, context.CancelFunc) {
	if w.Work == 0 {
		return ctx, nil, func() {}
	}
	return (*backends.Work)(nil).Within(ctx, int64(w.Work))
}

// The limits of a sandbox without --timeout and --memory.
const (
	sandboxTime   = time.Minute
	sandboxMemory = 1 << 30
)

// timeLimit returns the limit of time, 0 for none.
func (l limits) timeLimit() time.Duration {
	if l.Timeout == 0 && l.Sandbox {
		return sandboxTime
	}
	return l.Timeout
}

// each returns a context that ends at the time limit, for one of several pieces of work.
func (l limits) each(ctx context.Context) (context.Context, context.CancelFunc) {
	if limit := l.timeLimit(); limit > 0 {
		return context.WithTimeout(ctx, limit)
	}
	return context.WithCancel(ctx)
}

// mostMemory is the greatest limit of memory unless one is given.
const mostMemory = 8 << 30

// memoryLimit returns the limit of memory in bytes.
func (l limits) memoryLimit() int64 {
	switch {
	case l.Memory > 0:
		return l.Memory
	case l.Sandbox:
		return sandboxMemory
	}
	if machine, known := room.Machine(); known {
		return min(machine/2, mostMemory)
	}
	return backends.DefaultMemory
}

// keepsFiles refuses to write files in a sandbox.
func (l limits) keepsFiles(writes bool) error {
	if l.Sandbox && writes {
		return errors.New("--sandbox writes no file; leave out the flags that name one to be written")
	}
	return nil
}

// start makes the context of a piece of work, which ends at the limits and with Ctrl-C. A second Ctrl-C ends pzc at
// once. Call stop when the work is done.
func (l limits) start(e *env) (ctx context.Context, stop func()) {
	t := l.timeLimit()
	if t == 0 {
		return l.startUntil(e, time.Time{}, nil)
	}
	return l.startUntil(e, time.Now().Add(t), &reached{"the time limit of " + t.String(), "--timeout"})
}

// startUntil is start with another limit of time. late is the reason that the context gets at that time; nil: there is
// no limit of time.
func (l limits) startUntil(e *env, last time.Time, late *reached) (ctx context.Context, stop func()) {
	e.sandbox = l.Sandbox
	ctx, end, unheed := e.heeding()
	cancel := func() {}
	if late != nil {
		ctx, cancel = context.WithDeadlineCause(ctx, last, late)
	}
	ctx = room.Within(ctx, l.memoryLimit(), func() { end(l.full()) })
	done := make(chan struct{})
	go l.guardMemory(e, end, done)
	go e.insist(ctx, done)
	return ctx, func() {
		close(done)
		cancel()
		unheed()
	}
}

// heeding makes a context that ends with Ctrl-C, or when end is called. Call stop when the work is done.
func (e *env) heeding() (ctx context.Context, end context.CancelCauseFunc, stop func()) {
	ctx, end = context.WithCancelCause(cmp.Or(e.whole, context.Background()))
	if e.listen != nil {
		e.listen(e.signals)
	}
	if e.interrupted.Load() {
		end(errInterrupted)
	}
	done := make(chan struct{})
	var listening sync.WaitGroup
	listening.Go(func() { interrupt(e, end, done) })
	return ctx, end, func() {
		close(done)
		listening.Wait() // the next piece of work has a listener of its own
		end(nil)
	}
}

// reached is the reason why a context ended if that is a limit: the limit, and the flag that sets it.
type reached struct{ what, flag string }

func (r *reached) Error() string { return r.what + wasReached }

const wasReached = " was reached"

// full returns the reason if memory is used up.
func (l limits) full() error {
	return &reached{"the memory limit of " + text.Bytes(l.memoryLimit()), "--memory"}
}

// While the process is small, the collector lets garbage grow to three times the memory in use. Otherwise a puzzle that
// is solved in a tenth of a second would spend a fifth of that time on collecting.
const (
	smallProcess = 32 << 20 // bytes
	smallGarbage = 300      // per cent
	usualGarbage = 100
)

// leastSlack is the number of bytes that ending the work may take beyond any limit.
const leastSlack = 6 << 20

// farBeyond reports whether work that was ended goes on taking memory. Where it is known, memory counts only when it is
// written to, because a solver that makes a table in one piece must not cost the answer.
func farBeyond(limit, used int64) bool {
	most := limit + max(limit/10, leastSlack)
	if used <= most {
		return false
	}
	if resident, known := room.Resident(); known {
		return resident > most
	}
	return used > limit+limit/3
}

// guardMemory holds the limit of memory for all that backends do not account for. Near the limit the collector works
// harder; beyond the limit the work is ended; if it still takes memory, the process is ended.
func (l limits) guardMemory(e *env, end context.CancelCauseFunc, done <-chan struct{}) {
	limit := l.memoryLimit()
	debug.SetMemoryLimit(limit)
	small := os.Getenv("GOGC") == ""
	if small {
		debug.SetGCPercent(smallGarbage)
	}
	far, near := 10*time.Millisecond, time.Millisecond
	tick, pace := time.NewTicker(far), far
	defer tick.Stop()
	for {
		select {
		case <-done:
			return
		case <-tick.C:
		}
		used := room.Held()
		if small && used > smallProcess {
			small = false
			debug.SetGCPercent(usualGarbage)
		}
		now := far
		if used > limit-limit/4 {
			now = near
		}
		if now != pace {
			pace = now
			tick.Reset(pace)
		}
		if used > limit+limit/20 {
			end(l.full())
		}
		if farBeyond(limit, used) {
			e.answering.breakOff(func() {
				fmt.Fprintf(e.stderr, "pzc: error: the memory limit of %s was reached;"+
					" --memory allows more, and a smaller puzzle needs less\n", text.Bytes(limit))
				e.quit(exitUndecided)
			})
		}
	}
}

// sandboxLines is how many times the time limit all pieces of work for one file may take together in a sandbox. The
// stranger who wrote the file chooses how many instances and expectations there are.
const sandboxLines = 10

// budget bounds several pieces of work together. Each piece also has its own limits.
type budget struct {
	limits
	total time.Duration // of all pieces; 0: no bound
	end   time.Time     // if total is not 0
}

// fileBudget returns the budget for all work for one file, which begins now.
func (l limits) fileBudget() budget {
	b := budget{limits: l}
	if l.Sandbox {
		b.total = sandboxLines * l.timeLimit()
		b.end = time.Now().Add(b.total)
	}
	return b
}

// start is limits.start for a piece of work that also ends with the budget.
func (b budget) start(e *env) (ctx context.Context, stop func()) {
	if b.total == 0 || time.Until(b.end) >= b.timeLimit() {
		return b.limits.start(e)
	}
	return b.startUntil(e, b.end, b.used())
}

// used is the reason why work ends, or is not begun, when the budget is over.
func (b budget) used() *reached {
	return &reached{"the time limit of " + b.total.String() + " for all of a file", "--timeout"}
}

// over reports whether the budget is used up.
func (b budget) over() bool { return b.total > 0 && !time.Now().Before(b.end) }
