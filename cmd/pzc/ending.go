package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// errInterrupted is the reason why a context ended if that is Ctrl-C.
var errInterrupted = errors.New("interrupted")

// cut reports why work ended without an answer, and returns the Exit for the reason.
func (e *env) cut(ctx context.Context) error {
	cause := context.Cause(ctx)
	help := ""
	if r := (*reached)(nil); errors.As(cause, &r) {
		help = "; " + r.flag + " allows more, and a smaller puzzle needs less"
	}
	fmt.Fprintf(e.stderr, "pzc: %s%s\n", cause, help)
	if errors.Is(cause, errInterrupted) {
		return exit(exitInterrupted)
	}
	return exit(exitUndecided)
}

// within does work that does not look at the context, and returns when the context ends even if the work goes on; the
// error is then that of Cut.
func (e *env) within(ctx context.Context, work func()) error {
	if !puzzle.Await(ctx, work) {
		return e.cut(ctx)
	}
	return nil
}

// shown returns the error of a command that printed states of z: err, or that of Cut if the states could not be
// computed in time.
func (e *env) shown(ctx context.Context, z *puzzle.Puzzle, err error) error {
	if z.CutShort() {
		return e.cut(ctx)
	}
	return err
}

// noAnswer returns the error of a command that got no puzzle to solve. If a limit is the reason and answers are JSON,
// it writes one that says so.
func (e *env) noAnswer(ctx context.Context, err error) error {
	if ctx.Err() == nil || !e.json() {
		return err
	}
	return errors.Join(e.writeJSON(map[string]any{"status": backends.Unknown, "reason": context.Cause(ctx).Error()}), err)
}

// usualPatience is the time that work may take, after its context has ended, to end and to show its results.
const usualPatience = 15 * time.Second

// insist ends the process if work goes on for too long after its context has ended.
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

// interrupt ends the work when Ctrl-C comes, and pzc when it comes again. A Ctrl-C that comes after this work ends the
// work that follows.
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
