package command

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/backends"
)

// ErrInterrupted is the reason why a context ended if that is Ctrl-C.
var ErrInterrupted = errors.New("interrupted")

// Cut reports why work ended without an answer, and returns the Exit for the reason.
func (e *Env) Cut(ctx context.Context) error {
	cause := context.Cause(ctx)
	help := ""
	if r := (*reached)(nil); errors.As(cause, &r) {
		help = "; " + r.flag + " allows more, and a smaller puzzle needs less"
	}
	fmt.Fprintf(e.Stderr, "pzc: %s%s\n", cause, help)
	if errors.Is(cause, ErrInterrupted) {
		return Exit(Interrupted)
	}
	return Exit(Undecided)
}

// Within does work that does not look at the context, and returns when the context ends even if the work goes on; the
// error is then that of Cut.
func (e *Env) Within(ctx context.Context, work func()) error {
	if !pzc.Await(ctx, work) {
		return e.Cut(ctx)
	}
	return nil
}

// Shown returns the error of a command that printed states of z: err, or that of Cut if the states could not be
// computed in time.
func (e *Env) Shown(ctx context.Context, z *pzc.Puzzle, err error) error {
	if z.CutShort() {
		return e.Cut(ctx)
	}
	return err
}

// NoAnswer returns the error of a command that got no puzzle to solve. If a limit is the reason and answers are JSON,
// it writes one that says so.
func (e *Env) NoAnswer(ctx context.Context, err error) error {
	if ctx.Err() == nil || !e.JSON() {
		return err
	}
	return errors.Join(e.WriteJSON(map[string]any{"status": backends.Unknown, "reason": context.Cause(ctx).Error()}), err)
}

// usualPatience is the time that work may take, after its context has ended, to end and to show its results.
const usualPatience = 15 * time.Second

// insist ends the process if work goes on for too long after its context has ended.
func (e *Env) insist(ctx context.Context, done <-chan struct{}) {
	select {
	case <-done:
		return
	case <-ctx.Done():
	}
	select {
	case <-done:
	case <-time.After(e.Patience):
		e.answering.breakOff(func() { e.Quit(e.Fail(e.Cut(ctx))) })
	}
}

// interrupt ends the work when Ctrl-C comes, and pzc when it comes again. A Ctrl-C that comes after this work ends the
// work that follows.
func interrupt(e *Env, end context.CancelCauseFunc, done <-chan struct{}) {
	for {
		select {
		case <-done:
			return
		case <-e.Signals:
			e.interrupted.Store(true)
			end(ErrInterrupted)
		}
		select {
		case <-done:
			return
		case <-e.Signals:
			e.Quit(Interrupted)
		}
	}
}
