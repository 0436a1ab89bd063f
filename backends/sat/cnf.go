package sat

import (
	"context"
	"math"
	"slices"

	"github.com/pzc-lang/pzc/backends"
)

// lit is a literal as DIMACS writes it: the number of a variable, negative for its negation.
type lit int32

// Constants are no variables: formula simplifies them away.
const (
	litTrue  lit = math.MaxInt32
	litFalse lit = -litTrue
)

func boolLit(b bool) lit {
	if b {
		return litTrue
	}
	return litFalse
}

// sink takes a formula in conjunctive normal form: the solver solves it, the recorder writes it down.
type sink interface {
	newVar() lit
	// clause adds a disjunction of variables and their negations. The slice is the caller's.
	clause(lits []lit)
	// group says what the clauses that follow are about.
	group(name string)
	// about says which part of the model the clauses that follow come from.
	about(s Source)
	// label says what a variable means.
	label(l lit, meaning string)
}

// Memory of gini, measured.
const (
	bytesPerClause = 65
	bytesPerLit    = 8 // of long clauses, beyond the fourth
	bytesPerVar    = 108
	bytesPerMeet   = 120 // ours: a conjunction of a few literals
)

var errMemory error = &backends.LimitError{What: "the formula does not fit into the memory limit"}

// formula simplifies clauses on their way to a sink, counts them, and ends the work of an encoder when the context is
// done or the memory is used up: err is set then, and what comes later is dropped.
type formula struct {
	options
	ctx  context.Context
	sink sink
	err  error

	vars, clauses int64
	further       int64 // literals of clauses, beyond the fourth of each
	buf           []lit
	meets         [][]lit      // conjunctions that have a literal
	defined       []definition // their variables, where they have one
}

// options are the choices for a formula; the zero value is the default.
type options struct {
	memory   int64         // limit in bytes; 0: none
	weigh    func() int64  // how many of them the sink has taken; nil: as gini does
	linear   func(*linear) // takes linear constraints, nil where all is said in clauses
	atMost   string        // the way to say at most one, "" by size
	pairwise int           // without a way: the number of literals up to which they are said pairwise, 0: pairwiseLimit
}

// newFormula is a formula without clauses.
func newFormula(ctx context.Context, sink sink, o options) *formula {
	return &formula{options: o, ctx: ctx, sink: sink}
}

// context is that of the work, done when it shall end.
func (f *formula) context() context.Context { return f.ctx }

// failure is what ended the work, nil if nothing did.
func (f *formula) failure() error { return f.err }

// fail ends the work. The first failure is kept.
func (f *formula) fail(err error) {
	if f.err == nil {
		f.err = err
	}
}

// size is the number of variables and clauses so far.
func (f *formula) size() Size { return Size{f.vars, f.clauses} }

// label says what a variable means.
func (f *formula) label(l lit, meaning string) { f.sink.label(l, meaning) }

func (f *formula) newVar() lit {
	f.vars++
	return f.sink.newVar()
}

func (f *formula) bytes() int64 {
	meets := int64(len(f.meets)) * bytesPerMeet
	if f.weigh != nil {
		return f.weigh() + meets
	}
	return f.clauses*bytesPerClause + f.further*bytesPerLit + f.vars*bytesPerVar + meets
}

// clause adds a disjunction, in which the constants may occur.
func (f *formula) clause(lits ...lit) {
	out, meets := f.buf[:0], false
	for _, l := range lits {
		if l == litTrue {
			return
		}
		meets = meets || isMeet(l)
		if l != litFalse {
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
		f.check()
	}
	f.sink.clause(out)
}

func (f *formula) check() {
	if err := f.ctx.Err(); err != nil {
		f.err = err
	} else if f.memory > 0 && f.bytes() > f.memory {
		f.err = errMemory
	}
}

// group says what the clauses that follow are about.
func (f *formula) group(name string) { f.sink.group(name) }

// about says which part of the model the clauses that follow come from.
func (f *formula) about(part string, number int) { f.sink.about(Source{part, number}) }

func extend(prefix []lit, l ...lit) []lit { return append(slices.Clip(slices.Clone(prefix)), l...) }
