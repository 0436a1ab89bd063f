package symbolic

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/task"
)

// DoubtKind says what may go wrong.
type DoubtKind uint8

// What may go wrong.
const (
	OutsideIndex  DoubtKind = iota // a number outside an array's index
	OutsideType                    // a number outside the type of a def's parameter or result
	OutsideTarget                  // a number written outside its type
	NotUnique                      // `the` without a unique witness
	Clash                          // two values for one place
	Readings                       // the two readings of a condition differ: see readings.go
)

// Doubt is a place where something may go wrong: nothing goes wrong where OK holds. The doubt matters only where all of
// Path hold.
type Doubt struct {
	Kind  DoubtKind
	Span  diag.Span
	Other diag.Span // Clash: the other write
	OK    task.Expr
	Path  []task.Expr
	Given []task.Expr // what also holds where it matters, of which as much is looked at as there is time for
	Value task.Expr   // the number, as an expression of the task
	Type  *model.Type
	Set   *model.Set // the set that should hold the number; nil if only What is known
	What  model.Expr // the type that should hold the number, as it is written
	Expr  model.Expr // the number as it is written, nil inside a def; or the condition
	Frame Frame      // Readings: the frame in which Expr was computed
	Place int        // Clash: the place of the state that is written twice
}

// pathNode is a condition under which an expression is computed, inside others.
type pathNode struct {
	cond task.Expr
	up   *pathNode
}

// Under computes something that matters only where c holds.
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

// underNot computes something that matters only where c does not hold.
func (ev *Evaluator) underNot(c task.Expr, f func() Value) Value {
	if !ev.watching && !ev.comparing || c == task.False {
		return f()
	}
	return ev.Under(ev.Pool.Not(c), f)
}

// Doubt notes that something may go wrong.
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

// TakeDoubts gives the doubts that were noted since it was called last.
func (ev *Evaluator) TakeDoubts() []Doubt {
	out := ev.doubts
	ev.doubts = nil
	return out
}

// Watch reports whether doubts are noted.
func (ev *Evaluator) Watch(on bool) { ev.watching = on }

// Quietly computes something without noting doubts but those about the two readings of conditions.
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

// repeatDoubts notes doubts once more where what they belong to is used again.
func (ev *Evaluator) repeatDoubts(ds []Doubt) {
	for _, d := range ds {
		d.Path = slices.Clone(d.Path)
		ev.Doubt(d)
	}
}
