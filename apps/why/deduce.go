package why

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/pzc-lang/pzc/internal/lists"
)

// deduce returns what some rules, which read a scope, exclude in a part of it, nil if nothing new.
//
// Witnesses are kept: values of the scope that show that they are possible. A value is asked about only if no witness
// has it, and the answer is a new witness, which has as many of these values as can be.
func (s *stepper) deduce(rules, scope, part []int) (*deduction, error) {
	d, slow, key := &deduction{rules: rules}, s.slow, fmt.Sprint(rules)
	shown := make([][]bool, len(s.values))
	for _, p := range scope {
		shown[p] = make([]bool, len(s.values[p]))
		if solved := s.solution[p]; !s.supposing && !s.out[p][solved] {
			shown[p][solved] = true
		}
	}
	note := func(w witness) {
		for k, i := range w {
			shown[scope[k]][i] = true
		}
	}
	valid := slices.DeleteFunc(s.shown[key], func(w witness) bool {
		for k, i := range w {
			if s.out[scope[k]][i] {
				return true
			}
		}
		note(w)
		return false
	})
	for _, m := range s.models {
		if !s.supposing && m.hold(rules) {
			for _, p := range part {
				shown[p][m.values[p]] = true
			}
		}
	}
	for _, p := range part {
		if s.left(p) < 2 {
			continue
		}
		for i := range s.values[p] {
			if s.out[p][i] || shown[p][i] || s.slow-slow >= slowAsks {
				continue
			}
			x := drop{p, i}
			w, err := s.near(rules, scope, x)
			if w == nil && err == nil {
				w, _, _, err = s.possible(question{rules, scope, nil, x, func(p, i int) bool { return !shown[p][i] }})
			}
			switch {
			case err != nil:
				return nil, err
			case w == nil:
				d.drops = append(d.drops, x)
			case len(w) > 0:
				valid = append(valid, w)
				note(w)
				s.remember(rules, scope, w)
			}
		}
	}
	s.shown[key] = valid
	if len(d.drops) == 0 {
		return nil, nil
	}
	return d, nil
}

// near looks for an answer that has the values of the solution, but for elements around the one of a value. Few of the
// many elements are chosen then, and the answer stays one for long, because most steps are about other elements. It is
// nil if the rules read few elements, or none is found soon.
func (s *stepper) near(rules, scope []int, x drop) (witness, error) {
	if s.supposing || len(rules) == 0 || !s.wide(scope) {
		return nil, nil
	}
	if err := s.inform(); err != nil {
		return nil, err
	}
	p := s.probe(rules, scope, nil)
	p.Assumed, p.Conflicts = append(p.Assumed, s.informed.Value(s.vars[x.place], x.value)), nearConflicts
	p.Wanted = func(k, i int) bool { return k < len(scope) && s.solution[scope[k]] == i }
	around := s.around(x.place)
	for _, place := range scope {
		if !slices.Contains(around, place) {
			p.Assumed = append(p.Assumed, s.informed.Value(s.vars[place], s.solution[place]))
		}
	}
	slow := s.slow
	shows, _, err := s.ask(s.informed, p)
	if s.slow = slow; len(shows) == 0 || err != nil {
		return nil, err
	}
	return shows[:len(scope)], nil
}

// nearConflicts is the number of contradictions after which near gives up.
const nearConflicts = 8

// around returns what rules about few elements read together with an element, and with that.
func (s *stepper) around(place int) []int {
	all, seen := []int{place}, make([]bool, len(s.rules))
	for range 2 {
		for _, p := range all {
			for _, r := range s.readers[p] {
				if !seen[r] && !s.wide(s.scopes[r]) {
					seen[r], all = true, append(all, s.scopes[r]...)
				}
			}
		}
		all = ascending(all)
	}
	return all
}

// next returns the easiest deduction, nil if there is none. A deduction that gives an element its value is easier to
// see, and so is one by a rule about fewer open elements.
func (s *stepper) next() (*deduction, error) {
	best, order := -1, upTo(len(s.rules))
	slices.SortStableFunc(order, func(r, q int) int { return s.open(s.scopes[r]) - s.open(s.scopes[q]) })
	for _, r := range order {
		if best >= 0 && s.settles(s.found[best]) {
			break // no rule that follows is easier
		}
		if s.stale[r] {
			s.stale[r] = false
			var err error
			if s.found[r], err = s.deduce([]int{r}, s.scopes[r], s.scopes[r]); err != nil {
				return nil, err
			}
		}
		if s.found[r] != nil && (best < 0 || s.settles(s.found[r])) {
			best = r
		}
	}
	var d *deduction
	var err error
	switch {
	case best >= 0:
		d = s.found[best]
	default:
		if d, err = s.pair(); d == nil && err == nil {
			d, err = s.several()
		}
	}
	if d == nil || err != nil {
		return nil, err
	}
	if slices.ContainsFunc(d.drops, func(x drop) bool { return s.solution[x.place] == x.value }) {
		return nil, errDisagree
	}
	return d, s.reduce(d)
}

// settles reports whether an element gets its value.
func (s *stepper) settles(d *deduction) bool {
	return slices.ContainsFunc(d.drops, func(x drop) bool { return s.leftAfter(d, x.place) == 1 })
}

func (s *stepper) leftAfter(d *deduction, place int) int {
	n := s.left(place)
	for _, x := range d.drops {
		if x.place == place {
			n--
		}
	}
	return n
}

// open is the number of elements in a scope that have several values.
func (s *stepper) open(scope []int) (n int) {
	for _, p := range scope {
		if s.left(p) > 1 {
			n++
		}
	}
	return n
}

// pair looks for two rules that together exclude a value. They must share two open elements: where they share one, each
// of its values is possible by each rule alone, and so by both.
func (s *stepper) pair() (*deduction, error) {
	for r := range s.rules {
		shared := make([]int, len(s.rules)) // by rule: how many open elements both read
		for _, p := range s.scopes[r] {
			if s.left(p) > 1 {
				for _, q := range s.readers[p] {
					shared[q]++
				}
			}
		}
		for q := range r {
			if shared[q] < 2 || s.pairs[[2]int{q, r}] {
				continue
			}
			both := union(s.scopes, []int{q, r})
			part := both
			if s.wide(s.scopes[q]) != s.wide(s.scopes[r]) {
				part = slices.MinFunc([][]int{s.scopes[q], s.scopes[r]}, func(a, b []int) int { return len(a) - len(b) })
			}
			d, err := s.deduce([]int{q, r}, both, part)
			if d != nil || err != nil {
				return d, err
			}
			s.pairs[[2]int{q, r}] = true
		}
	}
	return nil, nil
}

// maxTargets is how many values are newly tried to be excluded by three rules or more, before the smallest set that is
// known is taken.
const maxTargets = 60

// MostTogether is the greatest number of rules that a person is expected to see together. More rules are not reduced as
// far as possible.
const MostTogether = 5

// mostUsed is the number of elements that a person keeps in mind together. What rests on more is not reduced as far as
// possible.
const mostUsed = 20

// several looks for a small set of rules that excludes a value. What was found for earlier steps helps. A set of rules
// that excludes a value still does when more is known. An assignment of all elements shows what the rules that hold in
// it do not exclude, as long as its values are possible.
func (s *stepper) several() (*deduction, error) {
	all := upTo(len(s.rules))
	var best []int
	var target drop
	tried := 0
	for _, x := range s.targets() {
		if best != nil && len(best) <= 3 { // pairs were tried
			break
		}
		rules, known := s.reasons[x]
		if !known {
			if tried == maxTargets {
				continue
			}
			follows, core, err := s.follows(x, all)
			if err != nil {
				return nil, err
			}
			if !follows {
				continue
			}
			rules = core
			tried++
		}
		most := MostTogether + 1 // needed rules, after which the set is not the one that is wanted
		if best != nil {
			most = min(most, len(best))
		}
		rules, err := s.fewer(x, rules, most)
		if err != nil {
			return nil, err
		}
		if s.reasons[x] = rules; best == nil || len(rules) < len(best) {
			best, target = rules, x
		}
	}
	if best == nil {
		return nil, nil
	}
	best, err := s.fewer(target, best, 0)
	if err != nil {
		return nil, err
	}
	s.reasons[target] = best
	all = union(s.scopes, best)
	d, err := s.deduce(best, all, all)
	if d == nil {
		d = &deduction{rules: best}
	}
	d.drops = slices.DeleteFunc(d.drops, func(x drop) bool { return x == target })
	d.drops = append([]drop{target}, d.drops...)
	return d, err
}

// fewer leaves out rules without which the others still exclude a value, until each is needed or, with most > 0, until
// that many are known to be needed.
func (s *stepper) fewer(x drop, rules []int, most int) ([]int, error) {
	for k := 0; k < len(rules) && (most == 0 || k < most); {
		follows, core, err := s.follows(x, slices.Delete(slices.Clone(rules), k, k+1))
		switch {
		case err != nil:
			return nil, err
		case follows:
			rules = core
		default:
			k++
		}
	}
	return rules, nil
}

// assignment is a value of each element, by its number, and whether each rule holds.
type assignment struct {
	values []int
	holds  []bool
}

// hold reports whether some rules hold.
func (m *assignment) hold(rules []int) bool {
	return !slices.ContainsFunc(rules, func(r int) bool { return !m.holds[r] })
}

// remember keeps the answer to the last question, if it has a value of each element. Of rules that read more than half
// of all elements only those of the question are known to hold.
func (s *stepper) remember(rules, scope []int, shows witness) {
	if s.supposing || len(scope) < len(s.everywhere) || len(shows) < len(scope) {
		return
	}
	m := assignment{make([]int, len(s.values)), make([]bool, len(s.rules))}
	for k, p := range scope {
		m.values[p] = shows[k]
	}
	for r, clauses := range s.rules {
		m.holds[r] = slices.Contains(rules, r) || !s.wide(s.scopes[r]) && s.informed.Hold(clauses)
	}
	s.models = append(s.models, m)
}

// follows tells whether some rules exclude a value, and which of them do.
func (s *stepper) follows(x drop, rules []int) (follows bool, core []int, err error) {
	for _, m := range s.models {
		if m.values[x.place] == x.value && m.hold(rules) {
			return false, nil, nil
		}
	}
	everywhere := s.everywhere
	shows, core, _, err := s.possible(question{rules, everywhere, nil, x, nil})
	s.remember(rules, everywhere, shows)
	return shows == nil && err == nil, core, err
}

// targets lists the values that may be excluded: first those of which a small set of rules is known that excludes
// them, then those of elements with few values.
func (s *stepper) targets() (all []drop) {
	for p, outs := range s.out {
		for i, out := range outs {
			if !out && s.left(p) > 1 {
				all = append(all, drop{p, i})
			}
		}
	}
	ease := func(x drop) int {
		if rules, known := s.reasons[x]; known {
			return len(rules) - len(s.rules)
		}
		return s.left(x.place)
	}
	slices.SortStableFunc(all, func(x, y drop) int { return ease(x) - ease(y) })
	return all
}

// reduce finds elements of which something must be known, such that without any of them not all that the deduction
// excludes is excluded. One clause is used for all that it excludes. Otherwise the value is taken that
// needs the fewest elements, and what is excluded by the same elements.
func (s *stepper) reduce(d *deduction) error {
	scope := union(s.scopes, d.rules)
	all := d.drops
	switch {
	case len(d.rules) > 2:
		d.drops = all[:1] // the value for which the rules were chosen
	case len(s.clausesOf(d.rules)) > 1:
		d.drops = all[:1]
		fewest := len(scope) + 1
		for k, x := range all {
			core, follows, err := s.used(d.rules, scope, x)
			if err != nil {
				return err
			}
			if follows && len(core) < fewest {
				fewest, d.drops = len(core), all[k:k+1]
			}
		}
	}
	uses, follows, err := s.used(d.rules, scope, d.drops...)
	if !follows { // the question took too long
		uses = lists.Filter(scope, func(p int) bool { return slices.Contains(s.out[p], true) })
	}
	for again := follows; again && err == nil; {
		var fewer []int
		if fewer, again, err = s.used(d.rules, uses, d.drops...); again {
			again, uses = len(fewer) < len(uses), fewer
		}
	}
	for k := 0; k < len(uses) && err == nil && len(d.rules) <= MostTogether && len(uses) <= mostUsed; {
		var fewer []int
		var follows bool
		if fewer, follows, err = s.used(d.rules, slices.Delete(slices.Clone(uses), k, k+1), d.drops...); follows {
			uses = fewer
		} else {
			k++
		}
	}
	if chosen := d.drops; len(chosen) < len(all) {
		d.drops = slices.DeleteFunc(slices.Clone(all), func(x drop) bool {
			if slices.Contains(chosen, x) {
				return false
			}
			_, follows, wrong := s.used(d.rules, uses, x)
			err = errors.Join(err, wrong)
			return !follows
		})
		slices.SortStableFunc(d.drops, func(x, y drop) int { return cmp.Or(x.place-y.place, x.value-y.value) })
	}
	d.uses, d.since = uses, nil
	for _, p := range uses {
		excluded := slices.DeleteFunc(upTo(len(s.out[p])), func(i int) bool { return !s.out[p][i] })
		d.since = append(d.since, s.about(p, excluded))
	}
	return err
}

// used reports whether some rules, and what is known of some elements, exclude some values, and which elements are used
// for that.
func (s *stepper) used(rules, known []int, drops ...drop) (used []int, follows bool, err error) {
	if known == nil {
		known = []int{}
	}
	for _, x := range drops {
		shows, _, core, err := s.possible(question{rules, union(s.scopes, rules), known, x, nil})
		if err != nil || shows != nil {
			return nil, false, err
		}
		used = append(used, core...)
	}
	return ascending(used), true, nil
}

// apply excludes the values of a deduction.
func (s *stepper) apply(d *deduction) {
	for _, x := range d.drops {
		if s.out[x.place][x.value] = true; s.informed != nil {
			s.informed.Know(s.informed.Value(s.vars[x.place], x.value).Not())
		}
	}
	s.models = slices.DeleteFunc(s.models, func(m assignment) bool {
		return slices.ContainsFunc(d.drops, func(x drop) bool { return m.values[x.place] == x.value })
	})
	for _, x := range d.drops {
		for _, r := range s.readers[x.place] {
			s.stale[r] = true
		}
	}
	maps.DeleteFunc(s.pairs, func(p [2]int, _ bool) bool { return s.stale[p[0]] || s.stale[p[1]] })
}
