package modelcount

// lister goes through all models of a formula, told apart by their choices: backtracking, the choice with the fewest open
// literals first (Haralick and Elliott, "Increasing tree search efficiency for constraint satisfaction problems", 1980), with unit propagation.
type lister struct {
	*Counter
	visit func() (full bool)
}

// Each visits the models, in which holds tells the truth of literals, until visit is full. Nothing is learnt: it is for formulas that have many models, so
// that failures are few.
func (c *Counter) Each(visit func() (full bool)) {
	c.plain = true
	l := &lister{c, visit}
	l.list()
}

// list visits the models; false to end.
func (l *lister) list() bool {
	c := l.next()
	switch {
	case c == nil:
		return !l.settled() || !l.visit()
	case l.over():
		return false
	}
	mark := len(l.trail)
	defer l.undo(mark)
	for _, x := range c {
		if l.value[x] != 0 {
			continue
		}
		if here := len(l.trail); l.assume(x) {
			if !l.list() {
				return false
			}
			l.back(here)
		}
		if !l.assume(x.not()) {
			return true
		}
	}
	return l.list()
}

// next is the choice with the fewest open literals, nil without one.
func (l *lister) next() (best []code) {
	least := int(^uint(0) >> 1)
	for _, c := range l.choices {
		n := 0
		for _, x := range c {
			if l.value[x] == 0 {
				n++
			}
		}
		if n > 0 && n < least {
			best, least = c, n
		}
	}
	return best
}

// settled tells whether what is no choice can be given values, too.
func (l *lister) settled() bool {
	if len(l.trail) == l.vars {
		return true
	}
	return l.allSatisfiable(l.everything())
}
