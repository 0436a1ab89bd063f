package cnf

import "slices"

// Literals from firstMeet on are not variables. Each stands for a conjunction of literals, and its negation for the
// disjunction of the negated literals. Example: a value in binary is a conjunction of digits. The encoder uses its
// literal like any other literal, and the Formula replaces it in each clause.
const firstMeet = 1 << 30

// IsConjunction reports whether a literal or its negation stands for a conjunction.
func IsConjunction(l Lit) bool {
	l = max(l, -l)
	return l >= firstMeet && l != True
}

// Conjunction returns a literal that stands for the conjunction of variables and negated variables. It writes no
// clause.
func (f *Formula) Conjunction(lits ...Lit) Lit {
	lits = slices.DeleteFunc(lits, func(l Lit) bool { return l == True })
	switch {
	case slices.Contains(lits, False):
		return False
	case len(lits) == 0:
		return True
	case len(lits) == 1:
		return lits[0]
	}
	f.meets = append(f.meets, lits)
	f.defined = append(f.defined, Definition{})
	return firstMeet + Lit(len(f.meets)-1)
}

// Parts lists the literals of a conjunction.
func (f *Formula) Parts(l Lit) []Lit { return f.meets[max(l, -l)-firstMeet] }

// expand adds a clause in which conjunctions occur. A negated conjunction becomes a part of the clause. If one
// conjunction is not negated, it is multiplied out: there is one clause for each of its parts. If several are not
// negated, each gets a variable that implies it.
func (f *Formula) expand(lits []Lit) {
	out := make([]Lit, 0, 2*len(lits))
	var whole []Lit
	for _, l := range lits {
		switch {
		case !IsConjunction(l):
			out = append(out, l)
		case l < 0:
			for _, part := range f.Parts(l) {
				out = append(out, -part)
			}
		default:
			whole = append(whole, l)
		}
	}
	if len(whole) == 1 {
		for _, part := range f.Parts(whole[0]) {
			f.plain(append(slices.Clone(out), part))
		}
		return
	}
	for _, l := range whole {
		out = append(out, f.Atom(l, Positive))
	}
	f.plain(out)
}

// plain adds a clause without conjunctions. It drops tautologies and repeated literals.
func (f *Formula) plain(lits []Lit) {
	out := make([]Lit, 0, len(lits))
	for _, l := range lits {
		if slices.Contains(out, -l) {
			return
		}
		if !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	f.Clause(out...)
}

// Atom returns a variable or negated variable that stands for l: it implies l (Positive), is implied by l (Negative),
// or both.
func (f *Formula) Atom(l Lit, need Polarity) Lit {
	if !IsConjunction(l) {
		return l
	}
	if l < 0 {
		return -f.Atom(-l, need.Flip())
	}
	d := &f.defined[l-firstMeet]
	if d.Lit == 0 {
		d.Lit = f.NewVar()
	}
	missing, x := need&^d.Have, d.Lit
	d.Have |= need
	back := []Lit{x}
	for _, part := range f.Parts(l) {
		if missing&Positive != 0 {
			f.Clause(-x, part)
		}
		back = append(back, -part)
	}
	if missing&Negative != 0 {
		f.Clause(back...)
	}
	return x
}

// Holds returns the truth of a literal, given the truth of the variables.
func (f *Formula) Holds(l Lit, value func(Lit) bool) bool {
	switch {
	case l == True || l == False:
		return l == True
	case !IsConjunction(l):
		return value(l)
	case l < 0:
		return !f.Holds(-l, value)
	}
	for _, part := range f.Parts(l) {
		if !value(part) {
			return false
		}
	}
	return true
}

// Polarity is the direction in which the literal of an expression is defined. Positive: the literal implies the
// expression. Negative: the expression implies the literal. Most expressions need one of the two (Plaisted and
// Greenbaum, "A structure-preserving clause form translation", 1986).
type Polarity uint8

// The polarities.
const (
	Positive Polarity = 1 << iota
	Negative
	Both = Positive | Negative
)

// Flip returns the polarity of the negated expression.
func (p Polarity) Flip() Polarity { return p>>1&1 | p<<1&2 }

// Definition is the literal of an expression, and the directions in which it is defined so far.
type Definition struct {
	Lit  Lit
	Have Polarity
}
