package sat

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/pzc-lang/pzc/backends"
)

// How the values of variables become literals. Encodings name the ways; the first is the default.
const (
	direct    = "direct"   // a literal for each value, exactly one of them true
	logarithm = "log"      // the number of the value in binary (Iwama and Miyazaki 1994)
	order     = "order"    // literals for "at least this value" (Crawford and Baker 1994; Tamura et al. 2006)
	textbook  = "textbook" // direct, and nothing left out that is found unreachable
)

// Encodings are the names of the encodings.
func Encodings() []string { return []string{direct, logarithm, order, textbook} }

// checkNames tells which of the names of a formula is not known.
func checkNames(encoding, atMost string) error {
	if encoding != "" && !slices.Contains(Encodings(), encoding) {
		return &backends.UnknownError{What: "encoding", Name: encoding, Known: Encodings()}
	}
	if atMost != "" && !slices.Contains(AtMostOnes(), atMost) {
		return &backends.UnknownError{What: "way to say at most one", Name: atMost, Known: AtMostOnes()}
	}
	return nil
}

// valueLits are the literals of the possible values of a variable; those of the others are false.
func (s *step) valueLits(v int, among []int) []lit {
	val := make([]lit, len(s.e.p.domain(v)))
	for i := range val {
		val[i] = litFalse
	}
	s.atLeast = append(s.atLeast, nil)
	switch f := s.e.f; {
	case len(among) == 0:
		f.clause()
	case len(among) == 1:
		val[among[0]] = litTrue
	case len(among) == 2:
		val[among[1]] = s.named(v, s.e.p.task.Vars[v].Names[among[1]], " = ")
		val[among[0]] = -val[among[1]]
	case s.e.encoding == logarithm:
		s.binary(v, among, val)
	case s.e.encoding == order:
		s.ordered(v, among, val)
	default:
		one := make([]lit, len(among))
		for i, at := range among {
			val[at] = s.named(v, s.e.p.task.Vars[v].Names[at], " = ")
			one[i] = val[at]
		}
		f.exactlyOne(one)
	}
	return val
}

// named is a new variable of the formula with a meaning.
func (s *step) named(v int, what, relation string) lit {
	l := s.e.f.newVar()
	if s.e.pin {
		s.e.f.sink.label(l, fmt.Sprintf("%s@%d%s%s", s.e.p.task.Vars[v].Name, s.t, relation, what))
	}
	return l
}

// binary writes the number of a value in binary; numbers that stand for no value are forbidden.
func (s *step) binary(v int, among []int, val []lit) {
	width := bits.Len(uint(len(among) - 1))
	digits := make([]lit, width)
	for b := range digits {
		digits[b] = s.named(v, fmt.Sprintf("bit %d", b), " ")
	}
	for number := range 1 << width {
		code := make([]lit, width)
		for b, l := range digits {
			if code[b] = l; number>>b&1 == 0 {
				code[b] = -l
			}
		}
		if number < len(among) {
			val[among[number]] = s.e.f.meet(code...)
		} else {
			for b := range code {
				code[b] = -code[b]
			}
			s.e.f.clause(code...)
		}
	}
}

// ordered writes a value by the values that it is at least.
func (s *step) ordered(v int, among []int, val []lit) {
	least := make([]lit, len(among)+1)
	least[0], least[len(among)] = litTrue, litFalse
	for i := 1; i < len(among); i++ {
		least[i] = s.named(v, s.e.p.task.Vars[v].Names[among[i]], " >= ")
		s.e.f.clause(-least[i], least[i-1])
	}
	r := &ladder{among, least, map[[2]int]lit{}}
	for i, at := range among {
		val[at] = r.between(s.e.f, i, i+1)
	}
	s.atLeast[v] = r
}

// ladder is a variable in the order encoding: its places, and for each the literal "this one or a later one", with one more at the end.
type ladder struct {
	places    []int
	least     []lit
	intervals map[[2]int]lit
}

// between is the literal of the places numbered from…to-1.
func (r *ladder) between(f *formula, from, to int) lit {
	key := [2]int{from, to}
	l, known := r.intervals[key]
	if !known {
		l = f.meet(r.least[from], -r.least[to])
		r.intervals[key] = l
	}
	return l
}

// interval is the literal of a set of places that follow one another.
func (r *ladder) interval(f *formula, ok func(place int) bool) (lit, bool) {
	from := slices.IndexFunc(r.places, ok)
	if from < 0 {
		return litFalse, true
	}
	to := from
	for to < len(r.places) && ok(r.places[to]) {
		to++
	}
	if slices.ContainsFunc(r.places[to:], ok) {
		return 0, false
	}
	return r.between(f, from, to), true
}

// together is a literal for a set of places of a variable in the order encoding, where the set or its complement has no gaps.
func (s *step) together(v int, ok func(place int) bool) (lit, bool) {
	r := s.atLeast[v]
	if r == nil {
		return 0, false
	}
	if !slices.ContainsFunc(s.alive[v], func(i int) bool { return !ok(i) }) {
		return litTrue, true
	}
	possible := func(i int) bool { _, found := slices.BinarySearch(s.alive[v], i); return found }
	if l, found := r.interval(s.e.f, func(i int) bool { return ok(i) && possible(i) }); found {
		return l, true
	}
	l, found := r.interval(s.e.f, func(i int) bool { return !ok(i) && possible(i) })
	return -l, found
}
