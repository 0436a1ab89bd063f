package pzc

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/semantics"
)

// Await does work and waits for it no longer than the context lasts: what does not look at it often enough is left behind, and what it makes
// must not be looked at then. It tells whether the work was done.
func Await(ctx context.Context, work func()) bool {
	done := make(chan string, 1)
	go func() {
		defer func() {
			fault := ""
			if r := recover(); r != nil {
				fault = fmt.Sprintf("%v\n%s", r, debug.Stack())
			}
			done <- fault
		}()
		work()
	}()
	select {
	case fault := <-done:
		if fault != "" {
			panic(fault)
		}
		return true
	case <-ctx.Done():
		return false
	}
}

// stoppedBuilding says that the context ended before there was a puzzle.
func stoppedBuilding(ctx context.Context) diag.List {
	return diag.List{{
		Severity: diag.Error, Code: semantics.CodeStopped, Msg: "computing the data of the model was interrupted: " + context.Cause(ctx).Error(),
	}}
}

// grace is how long what was found may be checked and shown when the context has ended.
const grace = 100 * time.Millisecond

// afterwards is the context under which what was found is checked and shown: it ends a moment after another, and has no limit of memory of its
// own, as that may be what ended the search.
func afterwards(ctx context.Context) (after context.Context, stop func()) {
	after, end := context.WithCancelCause(context.Background())
	unhook := context.AfterFunc(ctx, func() {
		select {
		case <-after.Done():
		case <-time.After(grace):
			end(context.Cause(ctx))
		}
	})
	return after, func() {
		unhook()
		end(nil)
	}
}

// because joins the reason why the work was ended with what the backend knew then.
func because(cause error, known string) string {
	why := cause.Error()
	if errors.Is(cause, context.DeadlineExceeded) {
		why = "the time limit was reached"
	}
	if known = strings.TrimPrefix(strings.TrimPrefix(known, backends.ReasonEnded), "; "); known != "" {
		why += "; " + known
	}
	return why
}

// ended says in a reason what ended the work, if anything did.
func ended(ctx context.Context, reason string) string {
	if cause := context.Cause(ctx); cause != nil && reason != "" {
		return because(cause, reason)
	}
	return reason
}
