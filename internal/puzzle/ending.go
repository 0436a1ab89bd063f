package puzzle

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/room"
)

// Await runs work in a goroutine, and returns when the work is done or the context ends. It reports whether the work is
// done. Work that is not done continues in its goroutine, so the variables that it writes must not be read, and its
// steps are not counted.
func Await(ctx context.Context, work func()) bool {
	done := make(chan string, 1)
	go func() {
		room.Stack()
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
		Severity: diag.Error, Code: semantics.CodeStopped,
		Msg: "computing the data of the model was interrupted: " + context.Cause(ctx).Error(),
	}}
}

// because joins the reason why the work was ended and the facts that the backend knew.
func because(cause error, known string) string {
	why := cause.Error()
	if errors.Is(cause, context.DeadlineExceeded) {
		why = "the time limit was reached"
	}
	known = strings.TrimPrefix(strings.TrimPrefix(known, backends.ReasonEnded), why)
	if known = strings.TrimPrefix(known, "; "); known != "" {
		why += "; " + known
	}
	return why
}

// ended adds to a reason what ended the work, if the context has ended.
func ended(ctx context.Context, reason string) string {
	if cause := context.Cause(ctx); cause != nil && reason != "" {
		return because(cause, reason)
	}
	return reason
}
