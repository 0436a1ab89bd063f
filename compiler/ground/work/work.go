// Package work has what all steps of grounding share. These are the pool of expressions with what is remembered about
// them (pool.go), values for which a condition holds (cases.go), the limits of time and memory, and the findings
// (work.go).
package work

import (
	"context"
	"slices"

	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/room"
)

// Work is the shared state of grounding.
type Work struct {
	Ctx     context.Context
	Sem     *semantics.Evaluator // computes expressions that do not depend on the state
	Pool    *Pool
	Diags   diag.List
	At      diag.Span // the current declaration
	Stopped bool      // an error makes further work useless

	maxNodes int // greatest size of the pool, see task.Pool.Size
	said     map[finding]bool
	ticks    int
}

// finding identifies a finding that was reported.
type finding struct {
	span diag.Span
	code string
}

// New returns the work of a grounding that ends with a context.
func New(ctx context.Context, sem *semantics.Evaluator, maxNodes int) *Work {
	sem.Within(ctx)
	sem.ReportRange()
	return &Work{Ctx: ctx, maxNodes: maxNodes, Sem: sem, said: map[finding]bool{}}
}

// Aside returns work on the same pool with another evaluator, whose findings are not reported.
func (w *Work) Aside(sem *semantics.Evaluator) *Work {
	sem.Within(w.Ctx)
	return &Work{Ctx: w.Ctx, maxNodes: w.maxNodes, Sem: sem, Pool: w.Pool, said: map[finding]bool{}}
}

// NewPool returns an empty pool that keeps to the limit of memory.
func (w *Work) NewPool(domain func(v int) []int64) *Pool {
	p := task.NewPool(domain)
	p.Room = func(bytes int64) bool { return room.For(w.Ctx, bytes) }
	return Over(p)
}

// Halted reports whether grounding must stop. It checks the limits at some of its calls.
func (w *Work) Halted() bool {
	if w.Stopped {
		return true
	}
	if w.Pool.Size() > w.maxNodes {
		w.tooLarge()
	}
	if w.ticks++; w.ticks&1023 == 1 || w.Pool.Full() {
		w.StopIfEnded()
	}
	return w.Stopped
}

// StopIfEnded ends the work if its time is over, or if a set or table was too large to be listed. The reference
// evaluator treats such a set as undefined, so results that depend on it are wrong.
func (w *Work) StopIfEnded() {
	if p := w.Sem.Problem(); p != nil {
		w.ErrorOnce(p.Span, p.Code, p.Msg, p.Help)
		w.Stopped = true
	}
	if room.Ended(w.Ctx) {
		w.ErrorOnce(diag.Span{}, codeStopped, "grounding was interrupted: "+context.Cause(w.Ctx).Error(), "")
		w.Stopped = true
	}
}

// Fits reports whether there is memory. If there is none, the work ends.
func (w *Work) Fits(bytes int64) bool {
	ok := room.For(w.Ctx, bytes)
	if !ok {
		w.StopIfEnded()
	}
	return ok
}

// Grown returns a list with room for one more value. If there is no memory, ok is false and the work ends.
func Grown[T any](w *Work, list []T) (out []T, ok bool) {
	if out, ok = room.Grow(w.Ctx, list); !ok {
		w.StopIfEnded()
	}
	return out, ok
}

// tooLarge reports that the expressions exceed their limit.
func (w *Work) tooLarge() {
	w.ErrorOnce(w.At, codeTooLarge,
		"the ground task is too large: its conditions have more than "+diag.Thousands(w.maxNodes)+" parts",
		"make the types smaller, or say less with one condition")
	w.Stopped = true
}

// ErrorOnce reports an error, at most once for each place and code.
func (w *Work) ErrorOnce(span diag.Span, code, msg, help string) {
	if w.said[finding{span, code}] {
		return
	}
	w.said[finding{span, code}] = true
	w.Diags.Errorf(span, code, "%s", msg).Help = help
}

// Errors lists the errors, without warnings, in the order of the text.
func (w *Work) Errors() diag.List {
	return slices.DeleteFunc(w.Diags.Sorted(), func(d *diag.Diagnostic) bool { return d.Severity != diag.Error })
}

const (
	codeTooLarge = "task-too-large"
	codeStopped  = "interrupted"
)
