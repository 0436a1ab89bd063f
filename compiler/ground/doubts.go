package ground

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/task"
)

// doubtKind is the kind of a possible mistake.
type doubtKind uint8

// The kinds of doubts.
const (
	outsideIndex  doubtKind = iota // a number outside an array's index
	outsideType                    // a number outside the type of a def's parameter or result
	outsideTarget                  // a number written outside its type
	notUnique                      // `the` without a unique witness
	clash                          // two values for one place
	readings                       // the two readings of a condition differ: see settle.go
)

// doubt is a position in the model where a mistake may occur. If OK holds, no mistake occurs. The doubt matters only if
// all conditions of Path hold.
type doubt struct {
	kind  doubtKind
	span  diag.Span
	other diag.Span // Clash: the other write
	ok    task.Expr
	path  []task.Expr
	given []task.Expr // further conditions that hold if the doubt matters; lint uses as many as time allows
	value task.Expr   // the number, as an expression of the task
	set   *model.Set  // the set that should contain the number; nil if only What is known
	what  model.Expr  // the type that should contain the number, as written in the model
	expr  model.Expr  // the number as written in the model, nil inside a def; or the condition
	frame frame       // Readings: the frame in which Expr was computed
	place int         // Clash: the place of the state that is written twice
}

// pathNode is a condition under which an expression is computed, inside others.
type pathNode struct {
	cond task.Expr
	up   *pathNode
}

// under runs a computation whose result matters only if c holds.
func (ev *evaluator) under(c task.Expr, f func() value) value {
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
func (ev *evaluator) underNot(c task.Expr, f func() value) value {
	if !ev.watching && !ev.comparing || c == task.False {
		return f()
	}
	return ev.under(ev.Pool.Not(c), f)
}

// doubt records a doubt.
func (ev *evaluator) doubt(d doubt) {
	noted := ev.watching
	if d.kind == readings {
		noted = ev.comparing
	}
	if !noted || d.ok == task.True || ev.ignored[d.span] || len(ev.doubts) >= maxDoubts {
		return
	}
	for n := ev.path; n != nil; n = n.up {
		d.path = append(d.path, n.cond)
	}
	ev.doubts = append(ev.doubts, d)
}

// takeDoubts returns the doubts that were recorded since the last call.
func (ev *evaluator) takeDoubts() []doubt {
	out := ev.doubts
	ev.doubts = nil
	return out
}

// watch sets whether doubts are recorded.
func (ev *evaluator) watch(on bool) { ev.watching = on }

// quietly runs a computation and records only doubts about the two readings of conditions.
func (ev *evaluator) quietly(f func() value) value {
	outer := ev.watching
	ev.watching = false
	v := f()
	ev.watching = outer
	return v
}

// ignore drops the doubts about a place from now on.
func (ev *evaluator) ignore(at diag.Span) { ev.ignored[at] = true }

// maxDoubts bounds the doubts of one clause of a ground move.
const maxDoubts = 1000

// repeatDoubts records doubts again when the result that they belong to is used again.
func (ev *evaluator) repeatDoubts(ds []doubt) {
	for _, d := range ds {
		d.path = slices.Clone(d.path)
		ev.doubt(d)
	}
}
