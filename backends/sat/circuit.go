package sat

import (
	"math/bits"
	"slices"
)

// Numbers in binary are added up as a circuit does it: the digits of one weight, three at a time, become a digit of that weight and one of
// the next (full adders: Eén and Sörensson, "Translating pseudo-Boolean constraints into SAT", 2006). The formula grows with the
// number of digits, not with the number of values; what it propagates is weaker than that of tables.

// word is a number in binary: base + Σ 2ⁱ for each i whose digit is true. The digits are variables, their negations or constants.
type word struct {
	base   int64
	digits []lit
}

// most is the largest value that the digits allow.
func (w word) most() int64 { return w.base + 1<<len(w.digits) - 1 }

// widest is the number of digits that a number may have.
const widest = 44

// columns are digits to be added up, by weight, and a constant. The digits can make no more than room.
type columns struct {
	base int64
	room int64
	lits [][]lit
}

// put adds a digit of a weight.
func (c *columns) put(weight int, l lit) {
	switch l {
	case litFalse:
		return
	case litTrue:
		c.base += 1 << weight
		return
	}
	c.place(weight, l)
	c.room += 1 << weight
}

func (c *columns) place(weight int, l lit) {
	for len(c.lits) <= weight {
		c.lits = append(c.lits, nil)
	}
	c.lits[weight] = append(c.lits[weight], l)
}

// add adds a multiple of a number. A negative multiple is one of the digits' negations: −d = (1 − d) − 1.
func (c *columns) add(factor int64, w word) {
	c.base += factor * w.base
	for i, l := range w.digits {
		if factor < 0 {
			c.base += factor << i
			l = -l
		}
		for m, weight := uint64(max(factor, -factor)), i; m != 0; m, weight = m>>1, weight+1 {
			if m&1 == 1 {
				c.put(weight, l)
			}
		}
	}
}

// total adds up; the sum is not more than most, which only saves digits.
func (f *formula) total(c *columns, most int64) word {
	room := min(c.room, most-c.base)
	w := word{base: c.base, digits: make([]lit, bits.Len64(uint64(max(room, 0))))}
	var carried []lit
	for i := range w.digits {
		column := carried
		carried = nil
		if i < len(c.lits) {
			column = append(column, c.lits[i]...)
		}
		for len(column) > 1 {
			three := append(column[:min(3, len(column)):min(3, len(column))], litFalse)[:3]
			column = append(column[min(3, len(column)):], f.odd(three[0], three[1], three[2]))
			carried = append(carried, f.two(three[0], three[1], three[2]))
		}
		w.digits[i] = litFalse
		if len(column) > 0 {
			w.digits[i] = column[0]
		}
	}
	return w
}

// product multiplies as at school, with the digits of one number for the other.
func (f *formula) product(a, b word, most int64) word {
	var c columns
	c.add(b.base, word{digits: a.digits})
	c.add(a.base, word{digits: b.digits})
	c.base += a.base * b.base
	for i, x := range a.digits {
		for k, y := range b.digits {
			c.put(i+k, f.and(x, y))
		}
	}
	return f.total(&c, most)
}

// raised is a number with another base, which is not above its own.
func (f *formula) raised(w word, base int64) word {
	if w.base == base {
		return w
	}
	c := columns{base: base, room: w.most() - base}
	for i, l := range w.digits {
		c.place(i, l)
	}
	for i, rest := 0, w.base-base; rest != 0; i, rest = i+1, rest>>1 {
		if rest&1 == 1 {
			c.place(i, litTrue)
		}
	}
	return f.total(&c, w.most())
}

// aligned are two numbers with the same base.
func (f *formula) aligned(a, b word) (word, word) {
	base := min(a.base, b.base)
	return f.raised(a, base), f.raised(b, base)
}

// digit is a digit of a number, false beyond its last.
func (w word) digit(i int) lit {
	if i < len(w.digits) {
		return w.digits[i]
	}
	return litFalse
}

// same makes two numbers equal, unless a literal of prefix is true.
func (f *formula) same(prefix []lit, a, b word) {
	a, b = f.aligned(a, b)
	for i := range max(len(a.digits), len(b.digits)) {
		x, y := a.digit(i), b.digit(i)
		switch x {
		case y:
		case -y:
			f.clause(prefix...)
			return
		default:
			f.clause(extend(prefix, -x, y)...)
			f.clause(extend(prefix, x, -y)...)
		}
	}
}

// different makes two numbers different, unless a literal of prefix is true.
func (f *formula) different(prefix []lit, a, b word) {
	a, b = f.aligned(a, b)
	some := extend(prefix)
	for i := range max(len(a.digits), len(b.digits)) {
		x, y := a.digit(i), b.digit(i)
		if x == y {
			continue
		}
		if x == -y {
			return
		}
		l := f.newVar()
		f.clause(-l, x, y)
		f.clause(-l, -x, -y)
		some = append(some, l)
	}
	f.clause(some...)
}

// ascending makes a number smaller than another, or not greater, unless a literal of prefix is true. From the last digit on, a literal
// says so of the digits so far.
func (f *formula) ascending(prefix []lit, a, b word, strictly bool) {
	a, b = f.aligned(a, b)
	rest := boolLit(!strictly)
	n := max(len(a.digits), len(b.digits))
	for i := range n {
		x, y := a.digit(i), b.digit(i)
		if x == y {
			continue
		}
		unless, l := prefix, rest
		if i < n-1 {
			l = f.newVar()
			unless = []lit{-l}
		}
		f.clause(extend(unless, -x, y)...)
		f.clause(extend(unless, -x, rest)...)
		f.clause(extend(unless, y, rest)...)
		if rest = l; i == n-1 {
			return
		}
	}
	f.clause(extend(prefix, rest)...)
}

// less is true exactly if a number is smaller than another.
func (f *formula) less(a, b word) lit {
	switch {
	case a.most() < b.base:
		return litTrue
	case a.base >= b.most():
		return litFalse
	}
	l := f.newVar()
	f.ascending([]lit{-l}, a, b, true)
	f.ascending([]lit{l}, b, a, false)
	return l
}

// either is one number where a literal is true, another where it is not.
func (f *formula) either(cond lit, a, b word) word {
	a, b = f.aligned(a, b)
	w := word{base: a.base, digits: make([]lit, max(len(a.digits), len(b.digits)))}
	for i := range w.digits {
		w.digits[i] = f.ite(cond, a.digit(i), b.digit(i))
	}
	return w
}

// is is true exactly if a number has a value. It stands for the conjunction of the digits.
func (f *formula) is(w word, value int64) lit {
	value -= w.base
	if value < 0 || value>>len(w.digits) != 0 {
		return litFalse
	}
	all := make([]lit, len(w.digits))
	for i, l := range w.digits {
		if all[i] = l; value>>i&1 == 0 {
			all[i] = -l
		}
	}
	return f.meet(all...)
}

// and is true exactly if two literals are.
func (f *formula) and(a, b lit) lit {
	switch {
	case a == litFalse || b == litFalse || a == -b:
		return litFalse
	case a == litTrue || a == b:
		return b
	case b == litTrue:
		return a
	}
	l := f.newVar()
	f.clause(-l, a)
	f.clause(-l, b)
	f.clause(l, -a, -b)
	return l
}

// ite is a literal that equals one of two others, as a third says.
func (f *formula) ite(c, a, b lit) lit {
	switch {
	case a == b || c == litTrue:
		return a
	case c == litFalse:
		return b
	}
	l := f.newVar()
	f.clause(-c, -l, a)
	f.clause(-c, l, -a)
	f.clause(c, -l, b)
	f.clause(c, l, -b)
	f.clause(-a, -b, l)
	f.clause(a, b, -l)
	return l
}

// odd is true exactly if one or three of three literals are.
func (f *formula) odd(a, b, c lit) lit {
	flip := lit(1)
	var open []lit
	for _, l := range []lit{a, b, c} {
		switch {
		case l == litTrue:
			flip = -flip
		case l == litFalse:
		case slices.Contains(open, l):
			open = slices.DeleteFunc(open, func(o lit) bool { return o == l })
		case slices.Contains(open, -l):
			open = slices.DeleteFunc(open, func(o lit) bool { return o == -l })
			flip = -flip
		default:
			open = append(open, l)
		}
	}
	switch len(open) {
	case 0:
		return -flip * litTrue
	case 1:
		return flip * open[0]
	case 2:
		open = append(open, litFalse)
	}
	a, b, c = open[0], open[1], open[2]
	l := f.newVar()
	f.clause(-a, -b, -c, l)
	f.clause(-a, b, c, l)
	f.clause(a, -b, c, l)
	f.clause(a, b, -c, l)
	f.clause(a, b, c, -l)
	f.clause(a, -b, -c, -l)
	f.clause(-a, b, -c, -l)
	f.clause(-a, -b, c, -l)
	return flip * l
}

// two is true exactly if two or three of three literals are.
func (f *formula) two(a, b, c lit) lit {
	for _, p := range [][3]lit{{a, b, c}, {b, c, a}, {c, a, b}} {
		switch x, y, z := p[0], p[1], p[2]; {
		case x == y:
			return x
		case x == -y:
			return z
		case z == litFalse:
			return f.and(x, y)
		case z == litTrue:
			return -f.and(-x, -y)
		}
	}
	l := f.newVar()
	f.clause(-a, -b, l)
	f.clause(-a, -c, l)
	f.clause(-b, -c, l)
	f.clause(a, b, -l)
	f.clause(a, c, -l)
	f.clause(b, c, -l)
	return l
}

// unbounded is for sums of digits that nothing else keeps small.
const unbounded = 1 << 62

// free is a number between two bounds that only clauses to come decide.
func (f *formula) free(lo, hi int64) word {
	w := word{base: lo}
	for range bits.Len64(uint64(max(hi-lo, 0))) {
		w.digits = append(w.digits, f.newVar())
	}
	return w
}

// absolute is a number without its sign.
func (f *formula) absolute(w word) word {
	if w.base >= 0 {
		return w
	}
	c := columns{}
	c.add(-1, w)
	opposite := f.total(&c, -w.base)
	if w.most() <= 0 {
		return opposite
	}
	return f.either(f.less(w, word{}), opposite, w)
}
