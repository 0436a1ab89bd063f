package sat

import "slices"

// A literal from firstMeet on stands for a conjunction of others, and its negation for the disjunction of their negations. Values
// that are written in binary or by order are such literals: the rest of the encoder speaks of them as of any others, and
// the formula puts in what they stand for.
const firstMeet = 1 << 30

// isMeet tells whether a literal or its negation stands for a conjunction.
func isMeet(l lit) bool {
	l = max(l, -l)
	return l >= firstMeet && l != litTrue
}

// meet is a literal that stands for the conjunction of others, which are no conjunctions.
func (f *formula) meet(lits ...lit) lit {
	lits = slices.DeleteFunc(lits, func(l lit) bool { return l == litTrue })
	switch {
	case slices.Contains(lits, litFalse):
		return litFalse
	case len(lits) == 0:
		return litTrue
	case len(lits) == 1:
		return lits[0]
	}
	f.meets = append(f.meets, lits)
	f.defined = append(f.defined, definition{})
	return firstMeet + lit(len(f.meets)-1)
}

// parts are the literals of a conjunction.
func (f *formula) parts(l lit) []lit { return f.meets[max(l, -l)-firstMeet] }

// expand adds a clause in which conjunctions occur. A negated one is a part of the clause; the only one that is not negated
// is multiplied out; where there are several, each gets a variable that implies it.
func (f *formula) expand(lits []lit) {
	out := make([]lit, 0, 2*len(lits))
	var whole []lit
	for _, l := range lits {
		switch {
		case !isMeet(l):
			out = append(out, l)
		case l < 0:
			for _, part := range f.parts(l) {
				out = append(out, -part)
			}
		default:
			whole = append(whole, l)
		}
	}
	if len(whole) == 1 {
		for _, part := range f.parts(whole[0]) {
			f.plain(append(slices.Clone(out), part))
		}
		return
	}
	for _, l := range whole {
		out = append(out, f.atom(l, positive))
	}
	f.plain(out)
}

// plain adds a clause without conjunctions, unless it holds anyway; nothing stands in it twice.
func (f *formula) plain(lits []lit) {
	out := make([]lit, 0, len(lits))
	for _, l := range lits {
		if slices.Contains(out, -l) {
			return
		}
		if !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	f.clause(out...)
}

// atom is a literal that is a variable or its negation: it implies l, is implied by it, or both.
func (f *formula) atom(l lit, need polarity) lit {
	if !isMeet(l) {
		return l
	}
	if l < 0 {
		return -f.atom(-l, need.flip())
	}
	d := &f.defined[l-firstMeet]
	if d.l == 0 {
		d.l = f.newVar()
	}
	missing, x := need&^d.have, d.l
	d.have |= need
	back := []lit{x}
	for _, part := range f.parts(l) {
		if missing&positive != 0 {
			f.clause(-x, part)
		}
		back = append(back, -part)
	}
	if missing&negative != 0 {
		f.clause(back...)
	}
	return x
}

// holds is the truth of a literal, given that of the variables.
func (f *formula) holds(l lit, value func(lit) bool) bool {
	switch {
	case l == litTrue || l == litFalse:
		return l == litTrue
	case !isMeet(l):
		return value(l)
	case l < 0:
		return !f.holds(-l, value)
	}
	for _, part := range f.parts(l) {
		if !value(part) {
			return false
		}
	}
	return true
}

// polarity says what a literal stands for: positive, it is true only where the expression is; negative, only where it is
// not is it false. Most expressions need one of the two (Plaisted and Greenbaum 1986).
type polarity uint8

const (
	positive polarity = 1 << iota
	negative
	both = positive | negative
)

func (p polarity) flip() polarity { return p>>1&1 | p<<1&2 }

// definition is the literal of a Boolean, and how far it is defined.
type definition struct {
	l    lit
	have polarity
}
