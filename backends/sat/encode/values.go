package encode

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/cnf"
)

// The encodings of values. Without a name, they are direct.
const (
	Direct    = "direct"   // a literal for each value, exactly one of them true
	Logarithm = "log"      // the number of the value in binary (Iwama and Miyazaki 1994)
	Order     = "order"    // literals for "at least this value" (Crawford and Baker 1994; Tamura et al. 2006)
	Textbook  = "textbook" // direct, and no layers: unreachable values stay in the formula
)

// Encodings lists the names of the encodings.
func Encodings() []string { return []string{Direct, Logarithm, Order, Textbook} }

// CheckNames returns a *backends.UnknownError for a name that is none of Encodings, or none of cnf.AtMostOnes.
func CheckNames(encoding, atMost string) error {
	if encoding != "" && !slices.Contains(Encodings(), encoding) {
		return &backends.UnknownError{What: "encoding", Name: encoding, Known: Encodings()}
	}
	if atMost != "" && !slices.Contains(cnf.AtMostOnes(), atMost) {
		return &backends.UnknownError{What: "way to say at most one", Name: atMost, Known: cnf.AtMostOnes()}
	}
	return nil
}

// coding is the encoding of a variable whose values have no literals of their own.
type coding interface {
	// blocks returns literals that cover the places inside a set, and literals that cover the places outside. A place
	// that is neither may be covered by any literal.
	blocks(f *cnf.Formula, kind func(place int) uint8) (in, out []cnf.Lit)
	// literals are the variables that the value is written with.
	literals() []cnf.Lit
}

// valueLits makes the literals of the values of a variable. Values that are not in among get cnf.False.
func (s *Step) valueLits(v int, among []int) []cnf.Lit {
	val := make([]cnf.Lit, len(s.e.P.Domain(v)))
	for i := range val {
		val[i] = cnf.False
	}
	s.coding = append(s.coding, nil)
	switch f, kind := s.e.F, s.e.encoding; {
	case len(among) == 0:
		f.Clause()
	case len(among) == 1:
		val[among[0]] = cnf.True
	case len(among) == 2:
		val[among[1]] = s.named(v, s.e.P.Task.Vars[v].Names[among[1]], " = ")
		val[among[0]] = -val[among[1]]
	case kind == Logarithm:
		s.coding[v] = s.binary(v, among, val)
	case kind == Order:
		s.coding[v] = s.ordered(v, among, val)
	default:
		one := make([]cnf.Lit, len(among))
		for i, at := range among {
			val[at] = s.named(v, s.e.P.Task.Vars[v].Names[at], " = ")
			one[i] = val[at]
		}
		f.ExactlyOne(one)
	}
	return val
}

// named returns a new variable with a label.
func (s *Step) named(v int, what, relation string) cnf.Lit {
	l := s.e.F.NewVar()
	if s.e.pin {
		s.e.F.Label(l, fmt.Sprintf("%s@%d%s%s", s.e.P.Task.Vars[v].Name, s.t, relation, what))
	}
	return l
}

// numeral is a variable in binary: the number of its value among those that are possible.
type numeral struct {
	digits []cnf.Lit
	at     []int // by number: the place; −1 if no value has the number
	known  map[[2]int]cnf.Lit
}

// binary writes a variable in binary and excludes numbers that no value has.
func (s *Step) binary(v int, among []int, val []cnf.Lit) *numeral {
	b := &numeral{known: map[[2]int]cnf.Lit{}}
	for bit := range bits.Len(uint(len(among) - 1)) {
		b.digits = append(b.digits, s.named(v, fmt.Sprintf("bit %d", bit), " "))
	}
	b.at = make([]int, 1<<len(b.digits))
	for number := range b.at {
		b.at[number] = -1
	}
	for i, place := range among {
		b.at[i] = place
		val[place] = b.block(s.e.F, i, 0)
	}
	isValue := func(number int) uint8 {
		if b.at[number] < 0 {
			return outside
		}
		return inside
	}
	b.cut(isValue, func(l cnf.Lit, kind uint8) {
		if kind == outside {
			s.e.F.Clause(-l)
		}
	}, s.e.F)
	return b
}

// Whether a place is inside a set or outside; 0 if this does not matter.
const (
	inside  uint8 = 1
	outside uint8 = 2
	divided uint8 = 4
)

// cut visits the literals of the largest blocks of numbers that are all inside or all outside. A block is the numbers
// that agree in all but their last digits.
func (b *numeral) cut(kind func(number int) uint8, visit func(l cnf.Lit, kind uint8), f *cnf.Formula) {
	show := func(from, width int, k uint8) {
		if k == inside || k == outside {
			visit(b.block(f, from, width), k)
		}
	}
	var half func(from, width int) uint8
	half = func(from, width int) uint8 {
		if width == 0 {
			return kind(from)
		}
		middle := from + 1<<(width-1)
		low, high := half(from, width-1), half(middle, width-1)
		if both := low | high; both < inside|outside {
			return both
		}
		show(from, width-1, low)
		show(middle, width-1, high)
		return divided
	}
	show(0, len(b.digits), half(0, len(b.digits)))
}

// block returns the literal of the numbers that agree with number in all but the last width digits.
func (b *numeral) block(f *cnf.Formula, number, width int) cnf.Lit {
	key := [2]int{number, width}
	l, known := b.known[key]
	if !known {
		agree := make([]cnf.Lit, 0, len(b.digits))
		for i := width; i < len(b.digits); i++ {
			if number>>i&1 == 1 {
				agree = append(agree, b.digits[i])
			} else {
				agree = append(agree, -b.digits[i])
			}
		}
		l = f.Conjunction(agree...)
		b.known[key] = l
	}
	return l
}

func (b *numeral) blocks(f *cnf.Formula, kind func(place int) uint8) (in, out []cnf.Lit) {
	b.cut(func(number int) uint8 {
		if b.at[number] < 0 {
			return 0
		}
		return kind(b.at[number])
	}, func(l cnf.Lit, kind uint8) {
		if kind == inside {
			in = append(in, l)
		} else {
			out = append(out, l)
		}
	}, f)
	return in, out
}

func (b *numeral) literals() []cnf.Lit { return b.digits }

// ladder is a variable in the order encoding. For each of its places there is a literal "this place or a later one".
type ladder struct {
	places    []int
	least     []cnf.Lit
	intervals map[[2]int]cnf.Lit
}

// ordered writes a variable in the order encoding.
func (s *Step) ordered(v int, among []int, val []cnf.Lit) *ladder {
	least := make([]cnf.Lit, len(among)+1)
	least[0], least[len(among)] = cnf.True, cnf.False
	for i := 1; i < len(among); i++ {
		least[i] = s.named(v, s.e.P.Task.Vars[v].Names[among[i]], " >= ")
		s.e.F.Clause(-least[i], least[i-1])
	}
	r := &ladder{among, least, map[[2]int]cnf.Lit{}}
	for i, at := range among {
		val[at] = r.between(s.e.F, i, i+1)
	}
	return r
}

// between returns the literal of the places with numbers from…to-1.
func (r *ladder) between(f *cnf.Formula, from, to int) cnf.Lit {
	key := [2]int{from, to}
	l, known := r.intervals[key]
	if !known {
		l = f.Conjunction(r.least[from], -r.least[to])
		r.intervals[key] = l
	}
	return l
}

func (r *ladder) literals() []cnf.Lit { return r.least[1 : len(r.least)-1] }

// blocks are intervals of places.
func (r *ladder) blocks(f *cnf.Formula, kind func(place int) uint8) (in, out []cnf.Lit) {
	for from := 0; from < len(r.places); {
		to, is := from, uint8(0)
		for ; to < len(r.places) && is|kind(r.places[to]) < inside|outside; to++ {
			is |= kind(r.places[to])
		}
		switch l := r.between(f, from, to); is {
		case inside:
			in = append(in, l)
		case outside:
			out = append(out, l)
		}
		from = to
	}
	return in, out
}
