package search

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/compiler/task"
)

// candidate is a heuristic that auto may change to.
type candidate struct {
	name   string
	weaker []string // candidates that are useless when this one is ready
	price  int64
	make   func() (estimate.Estimate, error)
}

// candidates returns the heuristics that were too expensive at the beginning and were not tried yet, the cheapest
// first.
func (s *solver) candidates() []candidate {
	if s.o.Heuristic != "" {
		return nil
	}
	var all []candidate
	for _, c := range s.Maker.Later(s.pace.dear) {
		if !s.tried[c.Name] && !s.cramped[c.Name] && s.Heuristic.Name != c.Beside {
			all = append(all, candidate{c.Name, c.Weaker, c.Cost(), c.Make})
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(a.price, b.price) })
	return all
}

// upgrade prepares candidates whose prices together are no more than the search so far, and adopts the candidates that
// are expected to pay. The first one must gain enough to restart the search; further ones need a small gain. upgrade
// returns false if it adopts no candidate. It tries none if a good part of all states is known: the rest does not pay.
func (s *solver) upgrade(done int64) (better bool) {
	known := s.Counts.Expanded - s.began.expanded
	if s.running != nil {
		known = max(known, int64(s.running.closed.Len()))
	}
	if s.algorithm != "idastar" && !s.Full && mostStates(s.Space.Task) < goodPart*float64(known) {
		return false
	}
	enough := float64(leastGain)
	for _, c := range s.candidates() {
		price := c.price
		if s.resting[c.name] != nil {
			price = 0 // it was paid before
		}
		if price > done-s.paid || s.Ctx.Err() != nil {
			break
		}
		if s.tried[c.name] {
			continue
		}
		e, err := s.prepare(c)
		if errors.Is(err, errNotYet) {
			continue
		}
		s.tried[c.name] = true
		if err != nil {
			continue
		}
		for _, w := range c.weaker {
			s.tried[w] = true
		}
		if s.adopt(e, enough) {
			better = true
			done, enough = done/8, slightGain
		}
	}
	return better
}

// adopt replaces the present estimate by a new one, or by the maximum of both, if the gain is enough.
func (s *solver) adopt(e estimate.Estimate, enough float64) bool {
	if s.hopeless(&e) {
		s.note(fmt.Sprintf("after %s %s, which says that no goal can be reached", s.ExpandedStates(), e.Name))
		s.Heuristic = e
		return true
	}
	both := estimate.Greater(s.Space, s.Heuristic, e)
	old, alone, joint, growth := s.offers(&e, &both)
	algorithm := s.engine()
	aloneGain, jointGain := gain(old, alone, growth, algorithm), gain(old, joint, growth, algorithm)
	if max(aloneGain, jointGain) < enough {
		s.note(e.Name + " would not pay")
		return false
	}
	s.note(fmt.Sprintf("after %s %s%s", s.ExpandedStates(), e.Name, says(old, alone, s.Heuristic.Name)))
	if jointGain > aloneGain {
		e = both
	}
	s.Heuristic = e
	return true
}

// hopeless reports whether an admissible estimate says of all initial states that no goal can be reached.
func (s *solver) hopeless(e *estimate.Estimate) bool {
	if !e.Trusted || s.RootCount() == 0 {
		return false
	}
	for i := range s.RootCount() {
		if s.Ctx.Err() != nil || e.Of(s.Root(i), s.Expander.Child) < estimate.Hopeless {
			return false
		}
	}
	return true
}

// says compares an estimate with the one in use, called name, on the sample, in words.
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

// goodPart: if fewer than this number of times the known states are possible, no heuristic is prepared.
const goodPart = 8

// mostStates returns an upper bound on the number of states.
func mostStates(t *task.Task) float64 {
	most := 1.0
	for v := range t.Vars {
		most *= float64(len(t.Vars[v].Values))
	}
	for _, a := range t.Arrays {
		if !a.Distinct {
			continue
		}
		codes := map[int64]bool{}
		product, n := 1.0, 0
		for _, e := range a.Elems {
			if x := t.Pool.Node(e); x.Op == task.OpVar {
				product *= float64(len(t.Vars[x.N].Values))
				for _, c := range t.Vars[x.N].Values {
					codes[c] = true
				}
				n++
			}
		}
		for i := range n {
			product /= float64(len(codes) - i)
		}
		most /= max(1, product)
	}
	return most
}
