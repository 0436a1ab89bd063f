package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/alecthomas/kong"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/room"
	"github.com/pzc-lang/pzc/internal/text"
)

// limits are the flags that bound a command's work.
type limits struct {
	Timeout time.Duration `type:"duration" placeholder:"30s" help:"Stop after this time (30s, 5m) with what is known so far."`
	Memory  int64         `type:"bytes" placeholder:"4GiB" help:"Use at most so much memory (4GiB, 500MB); 4GiB unless given."`
	Sandbox bool          `help:"For the model of a stranger: run no other program, write no file; a minute and 1GiB unless given."`
}

// What a sandbox allows where --timeout and --memory say nothing.
const (
	sandboxTime   = time.Minute
	sandboxMemory = 1 << 30
)

// keepsFiles keeps a sandbox's promise to write none.
func (l limits) keepsFiles(writes bool) error {
	if l.Sandbox && writes {
		return errors.New("--sandbox writes no file; leave out the flags that name one to be written")
	}
	return nil
}

// The reasons for which work is ended before its end.
var errInterrupted = errors.New("interrupted")

// reached is the reason when a limit ends the work.
type reached struct{ what, flag string }

func (r *reached) Error() string { return r.what + " was reached" }

// start makes the context under which a command works: it ends at the limits, and with Ctrl-C. A second Ctrl-C ends pzc at once.
func (l limits) start(e *env) (ctx context.Context, stop func()) {
	t := l.timeout()
	if t == 0 {
		return l.startUntil(e, time.Time{}, nil)
	}
	return l.startUntil(e, time.Now().Add(t), &reached{"the time limit of " + t.String(), "--timeout"})
}

// startUntil is start with another limit of time: late is the reason when it ends the work, nil for none.
func (l limits) startUntil(e *env, last time.Time, late *reached) (ctx context.Context, stop func()) {
	e.sandbox = l.Sandbox
	ctx, end := context.WithCancelCause(context.Background())
	cancel := func() {}
	if late != nil {
		ctx, cancel = context.WithDeadlineCause(ctx, last, late)
	}
	ctx = room.Within(ctx, l.memory(), func() { end(l.full()) })
	done := make(chan struct{})
	if e.listen != nil {
		e.listen(e.signals)
	}
	if e.interrupted.Load() {
		end(errInterrupted)
	}
	var listening sync.WaitGroup
	listening.Go(func() { interrupt(e, end, done) })
	go l.guardMemory(e, end, done)
	go e.insist(ctx, done)
	return ctx, func() {
		close(done)
		listening.Wait() // the next piece of work has a listener of its own
		cancel()
		end(nil)
	}
}

// cut says why work was ended that has no answer to show.
func (e *env) cut(ctx context.Context) error {
	cause := context.Cause(ctx)
	mend := ""
	if r := (*reached)(nil); errors.As(cause, &r) {
		mend = "; " + r.flag + " allows more, and a smaller puzzle needs less"
	}
	fmt.Fprintf(e.stderr, "pzc: %s%s\n", cause, mend)
	if errors.Is(cause, errInterrupted) {
		return exit(exitInterrupted)
	}
	return exit(exitUndecided)
}

// within does work that does not look at the context, and waits for it no longer than that lasts: then the error is what the command
// returns. Work that is left behind ends with pzc.
func (e *env) within(ctx context.Context, work func()) error {
	if !pzc.Await(ctx, work) {
		return e.cut(ctx)
	}
	return nil
}

// shown is the error of a command that showed states. Where there was no time to compute what they look like, nothing more was written.
func (e *env) shown(ctx context.Context, z *pzc.Puzzle, err error) error {
	if z.CutShort() {
		return e.cut(ctx)
	}
	return err
}

// noAnswer returns the error of a command that got no puzzle to solve. If that is for want of time, programs get an answer that says so.
func (e *env) noAnswer(ctx context.Context, err error) error {
	if ctx.Err() == nil || !e.json() {
		return err
	}
	return errors.Join(e.writeJSON(map[string]any{"status": backends.Unknown, "reason": context.Cause(ctx).Error()}), err)
}

// usualPatience is how long work may take to end after its context has ended, and to show what is known by then.
const usualPatience = 15 * time.Second

// insist is the net below all that looks at the context: where work does not end, pzc does.
func (e *env) insist(ctx context.Context, done <-chan struct{}) {
	select {
	case <-done:
		return
	case <-ctx.Done():
	}
	select {
	case <-done:
	case <-time.After(e.patience):
		e.answering.breakOff(func() { e.quit(e.fail(e.cut(ctx))) })
	}
}

// interrupt ends the work when Ctrl-C comes, and pzc when it comes again. A Ctrl-C that comes when this work is over ends what follows.
func interrupt(e *env, end context.CancelCauseFunc, done <-chan struct{}) {
	for {
		select {
		case <-done:
			return
		case <-e.signals:
			e.interrupted.Store(true)
			end(errInterrupted)
		}
		select {
		case <-done:
			return
		case <-e.signals:
			e.quit(exitInterrupted)
		}
	}
}

// timeout is the limit of time, 0 for none.
func (l limits) timeout() time.Duration {
	if l.Timeout == 0 && l.Sandbox {
		return sandboxTime
	}
	return l.Timeout
}

// memory is the limit in bytes.
func (l limits) memory() int64 {
	switch {
	case l.Memory > 0:
		return l.Memory
	case l.Sandbox:
		return sandboxMemory
	default:
		return backends.DefaultMemory
	}
}

// full is the reason when memory ends the work.
func (l limits) full() error {
	return &reached{"the memory limit of " + text.Bytes(l.memory()), "--memory"}
}

// As long as the process is small the collector lets garbage grow to some times what is in use: a puzzle that is solved in a tenth of a
// second would spend a fifth of it on collecting otherwise.
const (
	smallProcess = 32 << 20
	smallGarbage = 300 // per cent
	usualGarbage = 100
)

// leastSlack is what the end of the work may take beyond the limit, however small that is.
const leastSlack = 6 << 20

// farBeyond tells whether work that was ended goes on taking memory. What it takes in one piece counts when it is written to, where that is known:
// a solver that is about to make a table must not cost the answer.
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

// guardMemory is the net below the accounts that backends keep: the collector works harder near the limit, work is ended where that
// does not help, and if it does not end then, pzc does.
func (l limits) guardMemory(e *env, end context.CancelCauseFunc, done <-chan struct{}) {
	limit := l.memory()
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
				fmt.Fprintf(e.stderr, "pzc: error: the memory limit of %s was reached; --memory allows more, and a smaller puzzle needs less\n", text.Bytes(limit))
				e.quit(exitUndecided)
			})
		}
	}
}

// durationMapper reads a time: 30s, 5m, 1h30m; a plain number means seconds.
type durationMapper struct{}

// Decode implements kong.Mapper.
func (durationMapper) Decode(ctx *kong.DecodeContext, target reflect.Value) error {
	var text string
	if err := ctx.Scan.PopValueInto("duration", &text); err != nil {
		return err
	}
	d, err := time.ParseDuration(text)
	if seconds, notNumber := strconv.ParseFloat(text, 64); notNumber == nil && seconds < 1e9 {
		d, err = time.Duration(seconds*float64(time.Second)), nil
	}
	if err != nil || d <= 0 {
		return fmt.Errorf("%q is no time; write 30s, 5m or 1h30m", text)
	}
	target.SetInt(int64(d))
	return nil
}

// bytesMapper reads a size: 4GiB, 500MB; a plain number means bytes.
type bytesMapper struct{}

// units are tried in this order: the longer suffixes first.
var units = []struct {
	suffix string
	bytes  float64
}{
	{"kib", 1 << 10},
	{"mib", 1 << 20},
	{"gib", 1 << 30},
	{"tib", 1 << 40},
	{"kb", 1e3},
	{"mb", 1e6},
	{"gb", 1e9},
	{"tb", 1e12},
	{"k", 1 << 10},
	{"m", 1 << 20},
	{"g", 1 << 30},
	{"t", 1 << 40},
	{"b", 1},
	{"", 1},
}

// Decode implements kong.Mapper.
func (bytesMapper) Decode(ctx *kong.DecodeContext, target reflect.Value) error {
	var text string
	if err := ctx.Scan.PopValueInto("size", &text); err != nil {
		return err
	}
	n, ok := parseBytes(text)
	if !ok {
		return fmt.Errorf("%q is no amount of memory; write 4GiB or 500MB", text)
	}
	target.SetInt(n)
	return nil
}

// leastMemory is what pzc needs for itself.
const leastMemory = 16 << 20

func parseBytes(text string) (n int64, ok bool) {
	lower := strings.ToLower(strings.TrimSpace(text))
	for _, u := range units {
		number, found := strings.CutSuffix(lower, u.suffix)
		if !found {
			continue
		}
		x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || !(x > 0) || x*u.bytes >= 1<<62 {
			return 0, false
		}
		return max(int64(x*u.bytes), leastMemory), true
	}
	return 0, false
}
