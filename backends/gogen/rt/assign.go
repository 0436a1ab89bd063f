package search

import (
	"context"
	"iter"
	"math"
	"math/bits"
	"time"
)

// Assignment is a puzzle without moves: each place gets a value, and all constraints must hold.
type Assignment[S any] struct {
	Start       S
	Places      []Place[S]
	Constraints []Constraint[S]
}

// Place is a variable with finitely many values.
type Place[S any] struct {
	Values int                // the number of values; values are numbered from 0
	Set    func(s *S, to int) // gives the place the value with number to
}

// Constraint is a condition on some places. It is tested when all of them have values.
type Constraint[S any] struct {
	Places []int
	Holds  func(s *S) bool
}

// Solutions calls yield for each solution until it returns false. It tells whether it went through all.
//
// It gives a value to the place with the fewest possible values. Then, for each constraint with one open place, it
// removes the values of this place that violate the constraint (forward checking: Haralick and Elliott, 1980).
func Solutions[S any](ctx context.Context, a *Assignment[S], o Options, yield func(s *S) bool) (complete bool,
	st Stats,
) {
	return a.solutions(ctx, o, func(s *S, _ []int) bool { return yield(s) })
}

// solutions is Solutions, with the values of the places by number.
func (a *Assignment[S]) solutions(ctx context.Context, o Options, yield func(s *S, values []int) bool) (complete bool,
	st Stats,
) {
	o = o.begin(ctx)
	f := &forward[S]{
		a: a, o: &o, yield: yield, s: a.Start, given: make([]bool, len(a.Places)),
		chosen: make([]int, len(a.Places)), watch: make([][]int, len(a.Places)),
	}
	for i := range a.Places {
		f.words = append(f.words, len(f.left))
		for n := a.Places[i].Values; n > 0; n -= 64 {
			f.left = append(f.left, 1<<uint(min(n, 64))-1) // 1<<64 is 0
		}
	}
	f.words = append(f.words, len(f.left))
	f.open = make([]int, len(a.Constraints))
	possible := true
	for i := range a.Constraints {
		c := &a.Constraints[i]
		f.open[i] = len(c.Places)
		for _, p := range c.Places {
			f.watch[p] = append(f.watch[p], i)
		}
		if len(c.Places) == 0 && !c.Holds(&f.s) || len(c.Places) == 1 && !f.narrow(i) {
			possible = false
		}
	}
	if possible {
		f.assign(0)
	}
	f.st.Elapsed = time.Since(o.started)
	return !f.ended, f.st
}

// forward is a search by forward checking.
type forward[S any] struct {
	a      *Assignment[S]
	s      S
	left   []uint64 // the values that are still possible, place after place: a bit for each
	words  []int    // by place: where its words in left begin; and one more, where the last words end
	given  []bool
	chosen []int   // by place with a value: the number of the value
	watch  [][]int // by place: its constraints
	open   []int   // by constraint: how many of its places have no value
	yield  func(s *S, values []int) bool
	o      *Options
	st     Stats
	ended  bool
}

// assign gives values to the places without one. n places have a value.
func (f *forward[S]) assign(n int) {
	if f.o.pollStop(&f.st) {
		f.ended = true
		return
	}
	if n == len(f.given) {
		f.ended = !f.yield(&f.s, f.chosen)
		return
	}
	at := f.tightest()
	saved := append([]uint64(nil), f.left...)
	f.given[at] = true
	f.st.Expanded++
	for v := range f.values(at) {
		if f.ended {
			break
		}
		f.st.Generated++
		f.a.Places[at].Set(&f.s, v)
		f.chosen[at] = v
		if f.follow(at) {
			f.assign(n + 1)
		} else {
			f.st.Backtracks++
		}
		for _, c := range f.watch[at] {
			f.open[c]++
		}
		copy(f.left, saved)
	}
	f.given[at] = false
}

// of returns the words of a place.
func (f *forward[S]) of(place int) []uint64 { return f.left[f.words[place]:f.words[place+1]] }

// values yields the possible values of a place, which may change meanwhile.
func (f *forward[S]) values(place int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for k := range f.of(place) {
			for word := f.of(place)[k]; word != 0; word &= word - 1 {
				if !yield(64*k + bits.TrailingZeros64(word)) {
					return
				}
			}
		}
	}
}

// count is the number of possible values of a place.
func (f *forward[S]) count(place int) (n int) {
	for _, word := range f.of(place) {
		n += bits.OnesCount64(word)
	}
	return n
}

// tightest is the place with the fewest values.
func (f *forward[S]) tightest() int {
	best, least := -1, math.MaxInt
	for i := range f.given {
		if f.given[i] {
			continue
		}
		if n := f.count(i); n < least {
			best, least = i, n
		}
	}
	return best
}

// follow removes the values that the new value of a place excludes.
func (f *forward[S]) follow(at int) bool {
	for _, c := range f.watch[at] {
		f.open[c]--
	}
	for _, c := range f.watch[at] {
		if f.open[c] == 0 && !f.a.Constraints[c].Holds(&f.s) || f.open[c] == 1 && !f.narrow(c) {
			return false
		}
	}
	return true
}

// narrow removes the values of the open place that violate a constraint with one open place.
func (f *forward[S]) narrow(c int) bool {
	at := -1
	for _, p := range f.a.Constraints[c].Places {
		if !f.given[p] {
			at = p
		}
	}
	for v := range f.values(at) {
		f.a.Places[at].Set(&f.s, v)
		if !f.a.Constraints[c].Holds(&f.s) {
			f.of(at)[v/64] &^= 1 << uint(v%64)
		}
	}
	return f.count(at) > 0
}
