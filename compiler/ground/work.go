package ground

import (
	"context"
	"slices"

	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/internal/room"
	"github.com/pzc-lang/pzc/semantics"
	"github.com/pzc-lang/pzc/task"
)

// work is the shared state of grounding.
type work struct {
	ctx      context.Context
	maxNodes int                  // most size of the pool, see task.Pool.Size
	sem      *semantics.Evaluator // computes expressions that do not depend on the state
	pool     *pool
	diags    diag.List
	at       diag.Span // the current declaration
	stopped  bool      // an error makes further work useless

	said  map[finding]bool
	ticks int
}

// finding identifies a finding that was reported.
type finding struct {
	span diag.Span
	code string
}

// newWork returns the work of a grounding that ends with a context.
func newWork(ctx context.Context, sem *semantics.Evaluator, maxNodes int) *work {
	sem.Within(ctx)
	sem.ReportRange()
	return &work{ctx: ctx, maxNodes: maxNodes, sem: sem, said: map[finding]bool{}}
}

// aside returns work on the same pool with another evaluator, whose findings are not reported.
func (w *work) aside(sem *semantics.Evaluator) *work {
	sem.Within(w.ctx)
	return &work{ctx: w.ctx, maxNodes: w.maxNodes, sem: sem, pool: w.pool, said: map[finding]bool{}}
}

// newPool returns an empty pool that keeps to the limit of memory.
func (w *work) newPool(domain func(v int) []int64) *pool {
	p := task.NewPool(domain)
	p.Room = func(bytes int64) bool { return room.For(w.ctx, bytes) }
	return over(p)
}

// halted reports whether grounding must stop. It checks the limits at some of its calls.
func (w *work) halted() bool {
	if w.stopped {
		return true
	}
	if w.pool.Size() > w.maxNodes {
		w.tooLarge()
	}
	if w.ticks++; w.ticks&1023 == 1 || w.pool.Full() {
		w.stopIfEnded()
	}
	return w.stopped
}

// stopIfEnded ends the work if its time is over, or if a set or table was too large to be listed: the reference
// evaluator treats such a set as undefined, so results that depend on it are wrong.
func (w *work) stopIfEnded() {
	if p := w.sem.Problem(); p != nil {
		w.errorOnce(p.Span, p.Code, p.Msg, p.Help)
		w.stopped = true
	}
	if room.Ended(w.ctx) {
		w.errorOnce(diag.Span{}, codeStopped, "grounding was interrupted: "+context.Cause(w.ctx).Error(), "")
		w.stopped = true
	}
}

// grown returns a list with room for one more value. If there is no memory, ok is false and the work ends.
func grown[T any](w *work, list []T) (out []T, ok bool) {
	if out, ok = room.Grow(w.ctx, list); !ok {
		w.stopIfEnded()
	}
	return out, ok
}

// tooLarge reports that the expressions exceed their limit.
func (w *work) tooLarge() {
	w.errorOnce(w.at, codeTooLarge,
		"the ground task is too large: its conditions have more than "+diag.Thousands(w.maxNodes)+" parts",
		"make the types smaller, or say less with one condition")
	w.stopped = true
}

// errorOnce reports an error, at most once for each place and code.
func (w *work) errorOnce(span diag.Span, code, msg, help string) {
	if w.said[finding{span, code}] {
		return
	}
	w.said[finding{span, code}] = true
	w.diags.Errorf(span, code, "%s", msg).Help = help
}

// errors lists the errors, without warnings, in the order of the text.
func (w *work) errors() diag.List {
	return slices.DeleteFunc(w.diags.Sorted(), func(d *diag.Diagnostic) bool { return d.Severity != diag.Error })
}
