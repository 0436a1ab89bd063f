package cnf

import (
	"math/bits"
	"slices"
)

// Numbers in binary are computed by circuits. To add numbers, a full adder replaces three digits of one weight by a
// digit of this weight and a digit of the next (Eén and Sörensson, "Translating pseudo-Boolean constraints into SAT",
// 2006). A circuit grows with the number of digits, a table with the number of values; but a circuit propagates less
// than a table.

// Word is a number in binary: Base plus 2ⁱ for each i whose digit is true. The digits are variables, negated variables
// or constants.
type Word struct {
	Base   int64
	Digits []Lit
}

// Most returns the largest value that the digits allow.
func (w Word) Most() int64 { return w.Base + 1<<len(w.Digits) - 1 }

// Widest is the largest number of digits of a number.
const Widest = 44

// Columns is a sum to be computed: digits by weight, and the constant Base.
type Columns struct {
	Base int64
	room int64 // the greatest value of the digits' sum
	lits [][]Lit
}

// put adds a digit with a weight.
func (c *Columns) put(weight int, l Lit) {
	switch l {
	case False:
		return
	case True:
		c.Base += 1 << weight
		return
	}
	c.place(weight, l)
	c.room += 1 << weight
}

func (c *Columns) place(weight int, l Lit) {
	for len(c.lits) <= weight {
		c.lits = append(c.lits, nil)
	}
	c.lits[weight] = append(c.lits[weight], l)
}

// Add adds a multiple of a number. For a negative factor it adds the negated digits, because −d = (1 − d) − 1.
func (c *Columns) Add(factor int64, w Word) {
	c.Base += factor * w.Base
	for i, l := range w.Digits {
		if factor < 0 {
			c.Base += factor << i
			l = -l
		}
		for m, weight := uint64(max(factor, -factor)), i; m != 0; m, weight = m>>1, weight+1 {
			if m&1 == 1 {
				c.put(weight, l)
			}
		}
	}
}

// Total returns the sum. The caller promises that the sum is at most most, which saves digits. most is Unbounded if
// nothing is known.
func (f *Formula) Total(c *Columns, most int64) Word {
	room := min(c.room, most-c.Base)
	w := Word{Base: c.Base, Digits: make([]Lit, bits.Len64(uint64(max(room, 0))))}
	var carried []Lit
	for i := range w.Digits {
		column := carried
		carried = nil
		if i < len(c.lits) {
			column = append(column, c.lits[i]...)
		}
		for len(column) > 1 {
			three := append(column[:min(3, len(column)):min(3, len(column))], False)[:3]
			column = append(column[min(3, len(column)):], f.odd(three[0], three[1], three[2]))
			carried = append(carried, f.two(three[0], three[1], three[2]))
		}
		w.Digits[i] = False
		if len(column) > 0 {
			w.Digits[i] = column[0]
		}
	}
	return w
}

// Product returns the product of two numbers, by long multiplication. The caller knows that it is at most most.
func (f *Formula) Product(a, b Word, most int64) Word {
	var c Columns
	c.Add(b.Base, Word{Digits: a.Digits})
	c.Add(a.Base, Word{Digits: b.Digits})
	c.Base += a.Base * b.Base
	for i, x := range a.Digits {
		for k, y := range b.Digits {
			c.put(i+k, f.And(x, y))
		}
	}
	return f.Total(&c, most)
}

// Raised returns the same number with another base, which must not be greater than its own.
func (f *Formula) Raised(w Word, base int64) Word {
	if w.Base == base {
		return w
	}
	c := Columns{Base: base, room: w.Most() - base}
	for i, l := range w.Digits {
		c.place(i, l)
	}
	for i, rest := 0, w.Base-base; rest != 0; i, rest = i+1, rest>>1 {
		if rest&1 == 1 {
			c.place(i, True)
		}
	}
	return f.Total(&c, w.Most())
}

// aligned is the two numbers with a common base.
func (f *Formula) aligned(a, b Word) (Word, Word) {
	base := min(a.Base, b.Base)
	return f.Raised(a, base), f.Raised(b, base)
}

// Digit is digit i of the number, False after the last digit.
func (w Word) Digit(i int) Lit {
	if i < len(w.Digits) {
		return w.Digits[i]
	}
	return False
}

// Same makes two numbers equal, unless a literal of prefix is true.
func (f *Formula) Same(prefix []Lit, a, b Word) {
	a, b = f.aligned(a, b)
	for i := range max(len(a.Digits), len(b.Digits)) {
		x, y := a.Digit(i), b.Digit(i)
		switch x {
		case y:
		case -y:
			f.Clause(prefix...)
			return
		default:
			f.Clause(With(prefix, -x, y)...)
			f.Clause(With(prefix, x, -y)...)
		}
	}
}

// Different makes two numbers different, unless a literal of prefix is true.
func (f *Formula) Different(prefix []Lit, a, b Word) {
	a, b = f.aligned(a, b)
	some := With(prefix)
	for i := range max(len(a.Digits), len(b.Digits)) {
		x, y := a.Digit(i), b.Digit(i)
		if x == y {
			continue
		}
		if x == -y {
			return
		}
		l := f.NewVar()
		f.Clause(-l, x, y)
		f.Clause(-l, -x, -y)
		some = append(some, l)
	}
	f.Clause(some...)
}

// Ascending makes a smaller than b (strictly) or not greater than b, unless a literal of prefix is true. It compares
// the numbers from the lowest digit on, with a literal for the comparison of the digits so far.
func (f *Formula) Ascending(prefix []Lit, a, b Word, strictly bool) {
	a, b = f.aligned(a, b)
	rest := Bool(!strictly)
	n := max(len(a.Digits), len(b.Digits))
	for i := range n {
		x, y := a.Digit(i), b.Digit(i)
		if x == y {
			continue
		}
		unless, l := prefix, rest
		if i < n-1 {
			l = f.NewVar()
			unless = []Lit{-l}
		}
		f.Clause(With(unless, -x, y)...)
		f.Clause(With(unless, -x, rest)...)
		f.Clause(With(unless, y, rest)...)
		if rest = l; i == n-1 {
			return
		}
	}
	f.Clause(With(prefix, rest)...)
}

// Less returns a literal that is true exactly if a is smaller than b.
func (f *Formula) Less(a, b Word) Lit {
	switch {
	case a.Most() < b.Base:
		return True
	case a.Base >= b.Most():
		return False
	}
	l := f.NewVar()
	f.Ascending([]Lit{-l}, a, b, true)
	f.Ascending([]Lit{l}, b, a, false)
	return l
}

// Either returns a if cond is true, otherwise b.
func (f *Formula) Either(cond Lit, a, b Word) Word {
	a, b = f.aligned(a, b)
	w := Word{Base: a.Base, Digits: make([]Lit, max(len(a.Digits), len(b.Digits)))}
	for i := range w.Digits {
		w.Digits[i] = f.Ite(cond, a.Digit(i), b.Digit(i))
	}
	return w
}

// Is returns a literal that is true exactly if the number has a value: the conjunction of the digits.
func (f *Formula) Is(w Word, value int64) Lit {
	value -= w.Base
	if value < 0 || value>>len(w.Digits) != 0 {
		return False
	}
	all := make([]Lit, len(w.Digits))
	for i, l := range w.Digits {
		if all[i] = l; value>>i&1 == 0 {
			all[i] = -l
		}
	}
	return f.Conjunction(all...)
}

// And returns a literal that is true exactly if both literals are.
func (f *Formula) And(a, b Lit) Lit {
	switch {
	case a == False || b == False || a == -b:
		return False
	case a == True || a == b:
		return b
	case b == True:
		return a
	}
	l := f.NewVar()
	f.Clause(-l, a)
	f.Clause(-l, b)
	f.Clause(l, -a, -b)
	return l
}

// Ite returns a literal that equals a if c is true, otherwise b.
func (f *Formula) Ite(c, a, b Lit) Lit {
	switch {
	case a == b || c == True:
		return a
	case c == False:
		return b
	}
	l := f.NewVar()
	f.Clause(-c, -l, a)
	f.Clause(-c, l, -a)
	f.Clause(c, -l, b)
	f.Clause(c, l, -b)
	f.Clause(-a, -b, l)
	f.Clause(a, b, -l)
	return l
}

// odd returns a literal that is true exactly if one or three of the literals are.
func (f *Formula) odd(a, b, c Lit) Lit {
	flip := Lit(1)
	var open []Lit
	for _, l := range []Lit{a, b, c} {
		switch {
		case l == True:
			flip = -flip
		case l == False:
		case slices.Contains(open, l):
			open = slices.DeleteFunc(open, func(o Lit) bool { return o == l })
		case slices.Contains(open, -l):
			open = slices.DeleteFunc(open, func(o Lit) bool { return o == -l })
			flip = -flip
		default:
			open = append(open, l)
		}
	}
	switch len(open) {
	case 0:
		return -flip * True
	case 1:
		return flip * open[0]
	case 2:
		open = append(open, False)
	}
	a, b, c = open[0], open[1], open[2]
	l := f.NewVar()
	f.Clause(-a, -b, -c, l)
	f.Clause(-a, b, c, l)
	f.Clause(a, -b, c, l)
	f.Clause(a, b, -c, l)
	f.Clause(a, b, c, -l)
	f.Clause(a, -b, -c, -l)
	f.Clause(-a, b, -c, -l)
	f.Clause(-a, -b, c, -l)
	return flip * l
}

// two returns a literal that is true exactly if at least two of the literals are.
func (f *Formula) two(a, b, c Lit) Lit {
	for _, p := range [][3]Lit{{a, b, c}, {b, c, a}, {c, a, b}} {
		switch x, y, z := p[0], p[1], p[2]; {
		case x == y:
			return x
		case x == -y:
			return z
		case z == False:
			return f.And(x, y)
		case z == True:
			return -f.And(-x, -y)
		}
	}
	l := f.NewVar()
	f.Clause(-a, -b, l)
	f.Clause(-a, -c, l)
	f.Clause(-b, -c, l)
	f.Clause(a, b, -l)
	f.Clause(a, c, -l)
	f.Clause(b, c, -l)
	return l
}

// Unbounded is the argument of Total and Product if nothing is known about the result.
const Unbounded = 1 << 62

// Free returns a new number. Its digits allow at least the values lo…hi.
func (f *Formula) Free(lo, hi int64) Word {
	w := Word{Base: lo}
	for range bits.Len64(uint64(max(hi-lo, 0))) {
		w.Digits = append(w.Digits, f.NewVar())
	}
	return w
}

// Absolute returns the absolute value of a number.
func (f *Formula) Absolute(w Word) Word {
	if w.Base >= 0 {
		return w
	}
	c := Columns{}
	c.Add(-1, w)
	opposite := f.Total(&c, -w.Base)
	if w.Most() <= 0 {
		return opposite
	}
	return f.Either(f.Less(w, Word{}), opposite, w)
}
