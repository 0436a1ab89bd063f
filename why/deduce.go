package why

import "slices"

// deduce returns what some rules exclude at some places, nil if nothing new.
func (s *stepper) deduce(rules, places []int) (*deduction, error) {
	d := &deduction{rules: rules}
	slow := s.slow
	may := map[[2]int]bool{}
	for _, p := range places {
		if s.values[p] == nil || s.left(p) < 2 {
			continue
		}
		for i := range s.values[p] {
			if s.out[p][i] || may[[2]int{p, i}] || s.slow-slow >= slowAsks {
				continue
			}
			state, _, err := s.possible(rules, places, p, i)
			switch {
			case err != nil:
				return nil, err
			case state == nil:
				d.drops = append(d.drops, [2]int{p, i})
			}
			for _, q := range places {
				if len(state) > 0 {
					may[[2]int{q, slices.Index(s.values[q], state[q])}] = true
				}
			}
		}
	}
	if len(d.drops) == 0 {
		return nil, nil
	}
	return d, nil
}

// next returns the easiest deduction, nil if there is none.
func (s *stepper) next() (*deduction, error) {
	best := -1
	for r := range s.rules {
		if s.stale[r] {
			s.stale[r] = false
			var err error
			if s.found[r], err = s.deduce([]int{r}, s.scopes[r]); err != nil {
				return nil, err
			}
		}
		if s.found[r] != nil && (best < 0 || s.easier(r, best)) {
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
	return d, s.reduce(d)
}

// easier compares what two rules force: that an element gets its value is easier to see, and so is a rule about fewer
// open elements.
func (s *stepper) easier(r, than int) bool {
	settles := func(d *deduction) bool {
		return slices.ContainsFunc(d.drops, func(x [2]int) bool { return s.leftAfter(d, x[0]) == 1 })
	}
	a, b := settles(s.found[r]), settles(s.found[than])
	if a != b {
		return a
	}
	return s.open(r) < s.open(than)
}

func (s *stepper) leftAfter(d *deduction, place int) int {
	n := s.left(place)
	for _, x := range d.drops {
		if x[0] == place {
			n--
		}
	}
	return n
}

// open is the number of elements in the scope of a rule that have several values.
func (s *stepper) open(r int) (n int) {
	for _, p := range s.scopes[r] {
		if s.values[p] != nil && s.left(p) > 1 {
			n++
		}
	}
	return n
}

// pair looks for two rules that together exclude a value.
func (s *stepper) pair() (*deduction, error) {
	for r := range s.rules {
		for q := range r {
			shares := func(p int) bool {
				return s.values[p] != nil && s.left(p) > 1 && slices.Contains(s.scopes[q], p)
			}
			if s.pairs[[2]int{q, r}] || !slices.ContainsFunc(s.scopes[r], shares) {
				continue
			}
			d, err := s.deduce([]int{q, r}, s.union(q, r))
			if d != nil || err != nil {
				return d, err
			}
			s.pairs[[2]int{q, r}] = true
		}
	}
	return nil, nil
}

// union returns the places that some rules read.
func (s *stepper) union(rules ...int) (places []int) {
	for _, r := range rules {
		places = append(places, s.scopes[r]...)
	}
	return ascending(places)
}

// maxTargets is how many values are tried to be excluded by three rules or more, before the smallest set that was found
// is taken.
const maxTargets = 60

// several looks for a small set of rules that excludes a value.
func (s *stepper) several() (*deduction, error) {
	var best []int
	tried := 0
	everywhere := upTo(len(s.values))
	for _, p := range s.byLeft() {
		for i := range s.values[p] {
			if s.out[p][i] || tried == maxTargets {
				continue
			}
			state, core, err := s.possible(upTo(len(s.rules)), everywhere, p, i)
			if err != nil {
				return nil, err
			}
			if state != nil {
				continue
			}
			tried++
			var rules []int
			for r, clauses := range s.rules {
				if slices.ContainsFunc(clauses, func(c int) bool { return slices.Contains(core, c) }) {
					rules = append(rules, r)
				}
			}
			for k := 0; k < len(rules); {
				rest := slices.Delete(slices.Clone(rules), k, k+1)
				state, _, err := s.possible(rest, everywhere, p, i)
				if err != nil {
					return nil, err
				}
				if state == nil {
					rules = rest
				} else {
					k++
				}
			}
			if best == nil || len(rules) < len(best) {
				best = rules
			}
		}
	}
	if best == nil {
		return nil, nil
	}
	return s.deduce(best, s.union(best...))
}

// byLeft lists the open elements, those with the fewest values first.
func (s *stepper) byLeft() (places []int) {
	for p := range s.values {
		if s.left(p) > 1 {
			places = append(places, p)
		}
	}
	slices.SortStableFunc(places, func(p, q int) int { return s.left(p) - s.left(q) })
	return places
}

// reduce finds elements of which something must be known, such that without any of them not all that the deduction
// excludes is excluded.
func (s *stepper) reduce(d *deduction) error {
	scope := s.union(d.rules...)
	uses := slices.DeleteFunc(slices.Clone(scope), func(p int) bool { return !slices.Contains(s.out[p], true) })
	for k := 0; k < len(uses); {
		rest := slices.Delete(slices.Clone(uses), k, k+1)
		follows := true
		for _, x := range d.drops {
			state, _, err := s.possible(d.rules, rest, x[0], x[1])
			if err != nil {
				return err
			}
			if follows = state == nil; !follows {
				break
			}
		}
		if follows {
			uses = rest
		} else {
			k++
		}
	}
	d.uses = uses
	for _, p := range uses {
		word := " = "
		if s.left(p) > 1 {
			word = " is "
		}
		d.words = append(d.words, s.z.Model().StateName(p)+word+s.rest(p))
	}
	return nil
}

// apply excludes the values of a deduction.
func (s *stepper) apply(d *deduction) {
	for _, x := range d.drops {
		s.out[x[0]][x[1]] = true
	}
	for r, scope := range s.scopes {
		if slices.ContainsFunc(d.drops, func(x [2]int) bool { return slices.Contains(scope, x[0]) }) {
			s.stale[r] = true
			for q := range s.rules {
				delete(s.pairs, [2]int{min(q, r), max(q, r)})
			}
		}
	}
}
