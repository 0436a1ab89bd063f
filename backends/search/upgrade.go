package search

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/pattern"
)

// candidate is a heuristic that auto may change to. Its price is about how many successors could be made instead of getting it ready.
type candidate struct {
	name  string
	price int64
	make  func() (estimate.Estimate, error)
}

// largeChoice is values of all variables, times moves.
const largeChoice = 1 << 20

// candidates are heuristics that were too dear to begin with and were not tried yet, the cheapest first.
func (s *solver) candidates() []candidate {
	if s.o.Heuristic != "" {
		return nil
	}
	var all []candidate
	add := func(name string, price func() int64, get func() (estimate.Estimate, error)) {
		if !s.tried[name] && !s.cramped[name] {
			all = append(all, candidate{name, price(), get})
		}
	}
	set := func(price int64) func() int64 { return func() int64 { return price } }
	for i := range s.sp.Task.Heuristics {
		h := &s.sp.Task.Heuristics[i]
		if h.Admissible && s.make.heavy(h) {
			add(h.Name, set(s.pace.tables), func() (estimate.Estimate, error) { return s.make.model(h) })
		}
	}
	add("matching", set(s.pace.match), s.make.matching)
	for i := range pattern.Kinds {
		z := pattern.Size(i)
		if z == pattern.Large || !s.tried[pattern.Large.Name()] {
			add(z.Name(), func() int64 { return s.patternsPrice(z) }, func() (estimate.Estimate, error) { return s.make.patterns.Estimate(z) })
		}
	}
	add("lmcut", set(s.pace.relax), func() (estimate.Estimate, error) { return s.make.named("lmcut") })
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(a.price, b.price) })
	return all
}

// patternsPrice is nothing where the tables are kept on disk. Of puzzles with very many values and moves even the choice takes long.
func (s *solver) patternsPrice(z pattern.Size) int64 {
	values := 0
	for v := range s.sp.Task.Vars {
		values += len(s.sp.Task.Vars[v].Values)
	}
	if values*len(s.sp.Task.Moves) > largeChoice {
		return math.MaxInt64
	}
	switch ready, states := s.make.patterns.Ready(z); {
	case ready:
		return 0
	case states < 0:
		return math.MaxInt64
	default:
		return int64(states)
	}
}

// upgrade gets candidates ready that cost no more than was done so far, and takes what promises to pay: first what outweighs that
// the search begins anew, then what is better still and cheap to have.
func (s *solver) upgrade(done int64) (better bool) {
	enough := float64(leastGain)
	for _, c := range s.candidates() {
		if c.price > done || s.ctx.Err() != nil {
			break
		}
		e, err := s.prepare(c)
		if errors.Is(err, errNotYet) {
			continue
		}
		s.tried[c.name] = true
		if err == nil && s.adopt(e, enough) {
			better = true
			done, enough = done/8, slightGain
		}
	}
	return better
}

// adopt takes an estimate, or the greater of it and the present one, if the gain is enough.
func (s *solver) adopt(e estimate.Estimate, enough float64) bool {
	both := estimate.Greater(s.sp, s.h, e)
	old, alone, joint := s.offers(&e, &both)
	growth, way := s.growth(), s.engine()
	aloneGain, jointGain := gain(old, alone, growth, way), gain(old, joint, growth, way)
	if max(aloneGain, jointGain) < enough {
		s.note(e.Name + " would not pay")
		return false
	}
	s.note(fmt.Sprintf("after %s %s%s", s.states(), e.Name, says(old, alone, s.h.Name)))
	if jointGain > aloneGain {
		e = both
	}
	s.h = e
	return true
}

// says compares an estimate with the one in use, called name, as far as the sample lets it.
func says(old, now offer, name string) string {
	var parts []string
	if now.judged > 0 {
		parts = append(parts, fmt.Sprintf("says %.1f on average where %s says %.1f", now.says, name, old.says))
	}
	if now.dead >= 0.01 {
		parts = append(parts, fmt.Sprintf("calls %.0f %% of a sample hopeless that %s does not", 100*now.dead, name))
	}
	if len(parts) == 0 {
		return ""
	}
	return ", which " + strings.Join(parts, " and ")
}
