// Package cnf builds formulas in conjunctive normal form.
//
// A Formula takes clauses, simplifies them, and hands them to a Sink: a solver or a Recorder. Its methods also write
// constraints that do not depend on the meaning of the literals: at most one of many (AtMostOne), linear constraints
// (Require), conjunctions as literals (Conjunction), and acyclic graphs (Acyclic).
//
// Methods return no errors. When the context ends or the memory limit is reached, Err returns the error, and later
// clauses are dropped.
package cnf

import (
	"context"
	"math"
	"slices"

	"github.com/pzc-lang/pzc/backends"
)

// Lit is a literal as DIMACS writes it: the number of a variable, negative for its negation.
type Lit int32

// The constants are not variables. A Formula removes them from clauses.
const (
	True  Lit = math.MaxInt32
	False Lit = -True
)

// Bool returns the constant literal of a truth value.
func Bool(b bool) Lit {
	if b {
		return True
	}
	return False
}

// Sink receives the clauses of a Formula.
type Sink interface {
	NewVar() Lit
	// Clause adds a disjunction of variables and negated variables. The caller may change the slice afterwards.
	Clause(lits []Lit)
	// Group names the group of the clauses that follow.
	Group(name string)
	// About says which part of the model the clauses that follow come from.
	About(s Source)
	// Label says what a variable means.
	Label(l Lit, meaning string)
}

// Memory of gini, measured.
const (
	bytesPerClause = 65
	bytesPerLit    = 8 // of long clauses, beyond the fourth
	bytesPerVar    = 108
	bytesPerMeet   = 120 // in the Formula: a conjunction of a few literals
)

// ErrMemory is the error of work that reached its memory limit.
var ErrMemory error = &backends.LimitError{What: "the formula does not fit into the memory limit"}

// Formula simplifies clauses, counts them and hands them to a Sink.
type Formula struct {
	Options
	ctx  context.Context
	sink Sink
	err  error

	vars, clauses int64
	further       int64 // literals of clauses, without the first four of each clause
	buf           []Lit
	meets         [][]Lit      // the conjunctions that have a literal
	defined       []Definition // by conjunction: its variable, if it has one
}

// Options are the limits and choices of a Formula. The zero value is the default.
type Options struct {
	Memory   int64         // limit in bytes; 0: no limit
	Weigh    func() int64  // bytes that the sink has taken; nil: as many as gini takes
	Linear   func(*Linear) // takes linear constraints; nil: everything is written in clauses
	AtMost   string        // one of AtMostOnes; "": chosen by the number of literals
	Pairwise int           // without AtMost: the largest number of literals that are written pairwise; 0: pairwiseLimit

	// Watch is called now and then with the number of clauses so far. Its error becomes Err. nil: it is not called.
	Watch func(clauses int64) error
}

// New returns a formula without clauses.
func New(ctx context.Context, sink Sink, o Options) *Formula {
	return &Formula{Options: o, ctx: ctx, sink: sink}
}

// Context returns the context that New was given.
func (f *Formula) Context() context.Context { return f.ctx }

// Err returns the reason why clauses are dropped, nil if none are.
func (f *Formula) Err() error { return f.err }

// Fail drops all later clauses. Err returns the error of the first call.
func (f *Formula) Fail(err error) {
	if f.err == nil {
		f.err = err
	}
}

// Size returns the number of variables and clauses so far.
func (f *Formula) Size() Size { return Size{f.vars, f.clauses} }

// Label says what a variable means.
func (f *Formula) Label(l Lit, meaning string) { f.sink.Label(l, meaning) }

// NewVar returns a new variable.
func (f *Formula) NewVar() Lit {
	f.vars++
	return f.sink.NewVar()
}

// Bytes is approximately the memory that the formula takes, in the sink and here.
func (f *Formula) Bytes() int64 {
	meets := int64(len(f.meets)) * bytesPerMeet
	if f.Weigh != nil {
		return f.Weigh() + meets
	}
	return f.clauses*bytesPerClause + f.further*bytesPerLit + f.vars*bytesPerVar + meets
}

// Clause adds a disjunction of literals of any kind: variables, constants, conjunctions and their negations.
func (f *Formula) Clause(lits ...Lit) {
	out, meets := f.buf[:0], false
	for _, l := range lits {
		if l == True {
			return
		}
		meets = meets || IsConjunction(l)
		if l != False {
			out = append(out, l)
		}
	}
	f.buf = out
	if f.err != nil {
		return
	}
	if meets {
		f.expand(slices.Clone(out))
		return
	}
	f.further += int64(max(len(out)-4, 0))
	if f.clauses++; f.clauses%1024 == 0 {
		f.Check()
	}
	f.sink.Clause(out)
}

// Check sets Err if the context has ended, the memory limit is met, or Watch returns an error. Clause calls it now and
// then.
func (f *Formula) Check() {
	switch {
	case f.err != nil:
	case f.ctx.Err() != nil:
		f.err = f.ctx.Err()
	case f.Memory > 0 && f.Bytes() > f.Memory:
		f.err = ErrMemory
	case f.Watch != nil:
		f.err = f.Watch(f.clauses)
	}
}

// Group names the group of the clauses that follow.
func (f *Formula) Group(name string) { f.sink.Group(name) }

// About says which part of the model the clauses that follow come from.
func (f *Formula) About(part string, number int) { f.sink.About(Source{part, number}) }

// With returns a copy of prefix with some literals appended.
func With(prefix []Lit, l ...Lit) []Lit { return append(slices.Clip(slices.Clone(prefix)), l...) }
