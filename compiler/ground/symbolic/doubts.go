package symbolic

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/diag"
)

// Kind is the kind of a possible mistake.
type Kind uint8

// The kinds of doubts.
const (
	OutsideIndex  Kind = iota // a number outside an array's index
	OutsideType               // a number outside the type of a def's parameter or result
	OutsideTarget             // a number written outside its type
	NotUnique                 // `the` without a unique witness
	Clash                     // two values for one place
	Readings                  // the two readings of a condition differ: see settle.go
)

// Doubt is a position in the model where a mistake may occur. If OK holds, no mistake occurs. The doubt matters only if
// all conditions of Path hold.
type Doubt struct {
	Kind  Kind
	Span  diag.Span
	Other diag.Span // Clash: the other write
	OK    task.Expr
	Path  []task.Expr
	Given []task.Expr // further conditions that hold if the doubt matters; lint uses as many as time allows
	Value task.Expr   // the number, as an expression of the task
	Set   *model.Set  // the set that should contain the number; nil if only What is known
	What  model.Expr  // the type that should contain the number, as written in the model
	Expr  model.Expr  // the number as written in the model, nil inside a def; or the condition
	Frame Frame       // Readings: the frame in which Expr was computed
	Place int         // Clash: the place of the state that is written twice
	Part  bool        // Readings: what contains the condition is undefined where the condition is
}

// pathNode is a condition under which an expression is computed, inside others.
type pathNode struct {
	cond task.Expr
	up   *pathNode
}

// Under runs a computation whose result matters only if c holds.
func (ev *Evaluator) Under(c task.Expr, f func() Value) Value {
	if !ev.watching && !ev.comparing || c == task.True {
		return f()
	}
	outer := ev.path
	ev.path = &pathNode{c, outer}
	v := f()
	ev.path = outer
	return v
}

// underNot runs a computation whose result matters only if c does not hold.
func (ev *Evaluator) underNot(c task.Expr, f func() Value) Value {
	if !ev.watching && !ev.comparing || c == task.False {
		return f()
	}
	return ev.Under(ev.Pool.Not(c), f)
}

// Doubt records a doubt.
func (ev *Evaluator) Doubt(d Doubt) {
	noted := ev.watching
	if d.Kind == Readings {
		noted = ev.comparing
	}
	if !noted || d.OK == task.True || ev.ignored[d.Span] || len(ev.doubts) >= maxDoubts {
		return
	}
	for n := ev.path; n != nil; n = n.up {
		d.Path = append(d.Path, n.cond)
	}
	ev.doubts = append(ev.doubts, d)
}

// Doubtful reports whether doubts were recorded since the last call of TakeDoubts.
func (ev *Evaluator) Doubtful() bool { return len(ev.doubts) > 0 }

// TakeDoubts returns the doubts that were recorded since the last call.
func (ev *Evaluator) TakeDoubts() []Doubt {
	out := ev.doubts
	ev.doubts = nil
	return out
}

// Watch sets whether doubts are recorded.
func (ev *Evaluator) Watch(on bool) { ev.watching = on }

// Quietly runs a computation and records only doubts about the two readings of conditions.
func (ev *Evaluator) Quietly(f func() Value) Value {
	outer := ev.watching
	ev.watching = false
	v := f()
	ev.watching = outer
	return v
}

// Ignore drops the doubts about a place from now on.
func (ev *Evaluator) Ignore(at diag.Span) { ev.ignored[at] = true }

// maxDoubts bounds the doubts of one clause of a ground move.
const maxDoubts = 1000

// repeatDoubts records doubts again when the result that they belong to is used again.
func (ev *Evaluator) repeatDoubts(ds []Doubt) {
	for _, d := range ds {
		d.Path = slices.Clone(d.Path)
		ev.Doubt(d)
	}
}
