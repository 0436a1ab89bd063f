package sat

// lister visits all models that differ in their choices: backtracking with unit propagation, the choice with the fewest
// open literals first (Haralick and Elliott, "Increasing tree search efficiency for constraint satisfaction problems",
// 1980).
type lister struct {
	*counter
	visit func() (full bool)
}

// each visits the models, until visit returns true. During visit, Holds tells the truth of literals.
func (c *counter) each(visit func() (full bool)) {
	l := &lister{c, visit}
	l.list()
}

// list visits the models. It returns false to end.
func (l *lister) list() bool {
	c := l.next()
	switch {
	case c == nil:
		return !l.settled() || !l.visit()
	case l.over(len(l.choices)):
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
			l.undo(here)
		}
		if !l.assume(x.not()) {
			return true
		}
	}
	return l.list()
}

// next is the choice with the fewest open literals, nil if none is open.
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

// settled reports whether the variables that are in no choice have a solution.
func (l *lister) settled() bool {
	if len(l.trail) == l.vars {
		return true
	}
	return l.allSatisfiable(l.everything())
}
