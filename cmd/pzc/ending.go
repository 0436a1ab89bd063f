package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// errInterrupted is the reason why a context ended if that is Ctrl-C.
var errInterrupted = errors.New("interrupted")

// cut reports why work ended without an answer, and returns the error that ends the command.
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
// error is then that of cut.
func (e *env) within(ctx context.Context, work func()) error {
	if !puzzle.Await(ctx, work) {
		return e.cut(ctx)
	}
	return nil
}

// shown returns the error of a command that printed states of z: err, or that of cut if the states could not be
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

// The exit status.
const (
	exitOK          = 0
	exitNo          = 1   // proved to have no solution, or a test failed
	exitWrong       = 2   // the command line or the model is wrong
	exitUndecided   = 3   // a limit was reached
	exitFault       = 70  // a mistake of pzc
	exitInterrupted = 130 // Ctrl-C
)

// exit is the error of a command that has printed all there is to print. It sets the exit status.
type exit int

func (x exit) Error() string { return fmt.Sprintf("exit status %d", int(x)) }

// status returns the error that sets the exit status, nil for OK.
func status(code int) error {
	if code == exitOK {
		return nil
	}
	return exit(code)
}

// worst returns the worst exit status of some results.
func worst[T any](all []T, of func(T) int) int {
	codes := lists.Map(all, of)
	for _, code := range []int{exitNo, exitWrong, exitUndecided} {
		if slices.Contains(codes, code) {
			return code
		}
	}
	return exitOK
}

// fail prints an error, unless it is an exit, and returns the exit status.
func (e *env) fail(err error) int {
	var code exit
	var fault *puzzle.Fault
	var limit *backends.LimitError
	var diags diag.List
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &code):
		return int(code)
	case errors.As(err, &fault):
		return e.fault(fault.Error() + "\n" + fault.Report)
	case errors.As(err, &diags):
		e.printFindings(diags, nil)
	case errors.As(err, &limit):
		fmt.Fprintf(e.stderr, "pzc: %s\n", shownLines(err))
		return exitUndecided
	default:
		fmt.Fprintf(e.stderr, "pzc: error: %s\n", shownLines(err))
	}
	return exitWrong
}

// shownLines returns the text of an error as it can be printed: the error may quote a file.
func shownLines(err error) string {
	lines := strings.Split(inFlags(err.Error()), "\n")
	for i, l := range lines {
		lines[i] = diag.Shown(l)
	}
	return strings.Join(lines, "\n")
}

// fault prints the report of a mistake of pzc itself, and returns the exit status.
func (e *env) fault(report string) int {
	fmt.Fprintf(e.stderr, "pzc: %s\n\nThis is a mistake of pzc (version %s), not of the model."+
		" Please report the text above with the model and the command line.\n",
		strings.TrimRight(report, "\n"), e.version)
	return exitFault
}
