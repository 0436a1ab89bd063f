package cnf

import (
	"context"
	"math"
	"slices"

	"github.com/pzc-lang/pzc/backends"
)

// Lit is a literal as DIMACS writes it: the number of a variable, negative for its negation.
type Lit int32

// Constants are no variables: formula simplifies them away.
const (
	True  Lit = math.MaxInt32
	False Lit = -True
)

func Bool(b bool) Lit {
	if b {
		return True
	}
	return False
}

// sink takes a formula in conjunctive normal form: the solver solves it, the recorder writes it down.
type sink interface {
	NewVar() Lit
	// clause adds a disjunction of variables and their negations. The slice is the caller's.
	Clause(lits []Lit)
	// group says what the clauses that follow are about.
	Group(name string)
	// about says which part of the model the clauses that follow come from.
	About(s Source)
	// label says what a variable means.
	Label(l Lit, meaning string)
}

// Memory of gini, measured.
const (
	bytesPerClause = 65
	bytesPerLit    = 8 // of long clauses, beyond the fourth
	bytesPerVar    = 108
	bytesPerMeet   = 120 // ours: a conjunction of a few literals
)

var ErrMemory error = &backends.LimitError{What: "the formula does not fit into the memory limit"}

// Formula simplifies clauses on their way to a sink, counts them, and ends the work of an encoder when the context is
// done or the memory is used up: err is set then, and what comes later is dropped.
type Formula struct {
	Options
	ctx  context.Context
	sink sink
	err  error

	vars, clauses int64
	further       int64 // literals of clauses, beyond the fourth of each
	buf           []Lit
	meets         [][]Lit      // conjunctions that have a literal
	defined       []Definition // their variables, where they have one
}

// Options are the choices for a formula; the zero value is the default.
type Options struct {
	Memory   int64         // limit in bytes; 0: none
	Weigh    func() int64  // how many of them the sink has taken; nil: as gini does
	Linear   func(*Linear) // takes linear constraints, nil where all is said in clauses
	AtMost   string        // the way to say at most one, "" by size
	Pairwise int           // without a way: the number of literals up to which they are said pairwise, 0: pairwiseLimit
}

// New is a formula without clauses.
func New(ctx context.Context, sink sink, o Options) *Formula {
	return &Formula{Options: o, ctx: ctx, sink: sink}
}

// Context is that of the work, done when it shall end.
func (f *Formula) Context() context.Context { return f.ctx }

// Err is what ended the work, nil if nothing did.
func (f *Formula) Err() error { return f.err }

// Fail ends the work. The first failure is kept.
func (f *Formula) Fail(err error) {
	if f.err == nil {
		f.err = err
	}
}

// Size is the number of variables and clauses so far.
func (f *Formula) Size() Size { return Size{f.vars, f.clauses} }

// Label says what a variable means.
func (f *Formula) Label(l Lit, meaning string) { f.sink.Label(l, meaning) }

func (f *Formula) NewVar() Lit {
	f.vars++
	return f.sink.NewVar()
}

func (f *Formula) Bytes() int64 {
	meets := int64(len(f.meets)) * bytesPerMeet
	if f.Weigh != nil {
		return f.Weigh() + meets
	}
	return f.clauses*bytesPerClause + f.further*bytesPerLit + f.vars*bytesPerVar + meets
}

// Clause adds a disjunction, in which the constants may occur.
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

func (f *Formula) Check() {
	if err := f.ctx.Err(); err != nil {
		f.err = err
	} else if f.Memory > 0 && f.Bytes() > f.Memory {
		f.err = ErrMemory
	}
}

// Group says what the clauses that follow are about.
func (f *Formula) Group(name string) { f.sink.Group(name) }

// About says which part of the model the clauses that follow come from.
func (f *Formula) About(part string, number int) { f.sink.About(Source{part, number}) }

func With(prefix []Lit, l ...Lit) []Lit { return append(slices.Clip(slices.Clone(prefix)), l...) }
