package sat

import (
	"context"
	"errors"
	"math"
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
	// label says what a variable means.
	label(l lit, meaning string)
}

// Memory of gini, measured.
const (
	bytesPerClause = 65
	bytesPerVar    = 108
)

var errMemory = errors.New("the formula does not fit into the memory limit")

// formula simplifies clauses on their way to a sink, counts them, and ends the work of an encoder when the context is
// done or the memory is used up: err is set then, and what comes later is dropped.
type formula struct {
	ctx    context.Context
	sink   sink
	memory int64 // limit in bytes; 0: none
	err    error

	vars, clauses int64
	buf           []lit
}

func (f *formula) newVar() lit {
	f.vars++
	return f.sink.newVar()
}

func (f *formula) bytes() int64 { return f.clauses*bytesPerClause + f.vars*bytesPerVar }

// clause adds a disjunction, in which the constants may occur.
func (f *formula) clause(lits ...lit) {
	out := f.buf[:0]
	for _, l := range lits {
		if l == litTrue {
			return
		}
		if l != litFalse {
			out = append(out, l)
		}
	}
	f.buf = out
	if f.err != nil {
		return
	}
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

// pairwiseLimit is the number of literals from which on a ladder takes the place of pairs: the two take the same time in
// the solver, and the ladder less memory.
const pairwiseLimit = 12

// atMostOne forbids that two of the literals are true, wherever the literals of unless are all false.
func (f *formula) atMostOne(lits []lit, unless ...lit) {
	some := make([]lit, 0, len(lits))
	for _, l := range lits {
		if l != litFalse {
			some = append(some, l)
		}
	}
	if len(some) <= pairwiseLimit {
		for i, a := range some {
			for _, b := range some[:i] {
				f.clause(append([]lit{-a, -b}, unless...)...)
			}
		}
		return
	}
	f.ladder(some, unless)
}

// ladder is the sequential encoding of at most one: step i is true if one of the first i literals is.
func (f *formula) ladder(lits, unless []lit) {
	before := lits[0]
	for i, l := range lits[1:] {
		f.clause(append([]lit{-before, -l}, unless...)...)
		if i == len(lits)-2 {
			return
		}
		step := f.newVar()
		f.clause(-before, step)
		f.clause(-l, step)
		before = step
	}
}

// exactlyOne makes one of the literals true and no other.
func (f *formula) exactlyOne(lits []lit) {
	f.clause(lits...)
	f.atMostOne(lits)
}

// group says what the clauses that follow are about.
func (f *formula) group(name string) { f.sink.group(name) }
