package sat

import (
	"math/bits"
	"slices"

	"github.com/pzc-lang/pzc/task"
)

// Numbers that have too many values for a literal each are known by their binary digits. What is computed from them is a circuit
// (adders.go).

// word is an expression in binary.
func (s *step) word(e task.Expr) word {
	if w, ok := s.words[e]; ok {
		return w
	}
	w := word{}
	if n := s.e.p.pool.Node(e); n.Lo < -1<<widest || n.Hi > 1<<widest {
		s.tooLarge("a number")
	} else if s.e.f.failure() == nil {
		w = s.makeWord(e, n)
	}
	if len(w.digits) > widest {
		s.tooLarge("a number")
		w = word{}
	}
	s.words[e] = w
	return w
}

func (s *step) makeWord(e task.Expr, n *task.Node) word {
	f := s.e.f
	if v, ok := s.single(e); ok {
		return s.wordOfOne(e, v)
	}
	if n.Op.Truth() {
		return word{digits: []lit{f.atom(s.lit(e, both), both)}}
	}
	switch n.Op {
	case task.OpConst:
		return word{base: n.N}
	case task.OpAdd:
		var c columns
		for _, p := range s.summands(e, 1, &c.base) {
			c.add(p.factor, s.word(p.e))
		}
		return f.total(&c, n.Hi)
	case task.OpMul:
		return f.product(s.word(n.Args[0]), s.word(n.Args[1]), n.Hi)
	case task.OpDiv, task.OpMod:
		q, r := s.quotient(n.Args[0], n.Args[1])
		if n.Op == task.OpMod {
			return r
		}
		return q
	case task.OpAbs:
		return f.absolute(s.word(n.Args[0]))
	case task.OpMin, task.OpMax:
		best := s.word(n.Args[0])
		for _, a := range n.Args[1:] {
			w := s.word(a)
			smaller := f.less(w, best)
			if n.Op == task.OpMax {
				smaller = -smaller
			}
			best = f.either(smaller, w, best)
		}
		return best
	case task.OpIte:
		return f.either(f.atom(s.lit(n.Args[0], both), both), s.word(n.Args[1]), s.word(n.Args[2]))
	case task.OpSelect:
		return s.elementWord(n)
	}
	return s.wordOfValues(e)
}

// maxTabled is the number of values of a variable up to which a function of it is read off a table, digit by digit.
const maxTabled = 1024

// wordOfOne is an expression that reads one variable.
func (s *step) wordOfOne(e task.Expr, v int) word {
	table := s.e.p.table(e, v)
	if w, ok := s.linear(v, table); ok {
		return w
	}
	n := s.e.p.pool.Node(e)
	if len(s.alive[v]) > maxTabled && (n.Op == task.OpMul || n.Op == task.OpDiv || n.Op == task.OpMod) {
		return s.manyOfOne(n)
	}
	var values []int64
	for _, i := range s.alive[v] {
		values = append(values, table[i])
	}
	return s.digits(values, func(bit func(k int64) bool) lit {
		return s.e.f.atom(s.setLit(v, func(i int) bool { return bit(table[i]) }), both)
	})
}

// manyOfOne is a product or quotient of parts that read the same variable, which has many values.
func (s *step) manyOfOne(n *task.Node) word {
	if n.Op == task.OpMul {
		return s.e.f.product(s.word(n.Args[0]), s.word(n.Args[1]), n.Hi)
	}
	q, r := s.quotient(n.Args[0], n.Args[1])
	if n.Op == task.OpMod {
		return r
	}
	return q
}

// linear is a function of a variable that is written in binary, if it is a multiple of the variable's digits and a constant.
func (s *step) linear(v int, table []int64) (word, bool) {
	b, ok := s.coding[v].(*numeral)
	alive := s.alive[v]
	if !ok || !b.natural || len(alive) < 2 {
		return word{}, false
	}
	low, high := alive[0], alive[len(alive)-1]
	slope := (table[high] - table[low]) / int64(high-low)
	first := table[low] - slope*int64(low-b.first)
	for _, i := range alive {
		if table[i] != first+slope*int64(i-b.first) {
			return word{}, false
		}
	}
	if slope == 1 {
		return word{first, b.digits}, true
	}
	c := columns{base: first}
	c.add(slope, word{digits: b.digits})
	return s.e.f.total(&c, max(table[low], table[high])), true
}

// digits are the literals of a number with some values; one makes that for the values with a property.
func (s *step) digits(values []int64, one func(bit func(k int64) bool) lit) word {
	if len(values) == 0 {
		return word{}
	}
	w := word{base: slices.Min(values)}
	for i := range bits.Len64(uint64(slices.Max(values) - w.base)) {
		w.digits = append(w.digits, one(func(k int64) bool { return (k-w.base)>>i&1 == 1 }))
	}
	return w
}

// wordOfValues is a number that has a literal for each value.
func (s *step) wordOfValues(e task.Expr) word { return s.e.wordOf(s.term(summand{1, e})) }

// wordOf is a number of a sum in binary.
func (e *encoder) wordOf(t term) word {
	if len(t.values) == 0 {
		return word{}
	}
	w := word{base: t.values[0]}
	if len(t.values) == 2 && t.values[1] == w.base+1 {
		return word{w.base, []lit{e.f.atom(t.lits[1], both)}}
	}
	for i := range bits.Len64(uint64(t.values[len(t.values)-1] - w.base)) {
		l := e.f.newVar()
		for k, x := range t.values {
			if (x-w.base)>>i&1 == 1 {
				e.f.clause(-t.lits[k], l)
			} else {
				e.f.clause(-t.lits[k], -l)
			}
		}
		w.digits = append(w.digits, l)
	}
	return w
}

// wordsOf are the numbers of a sum in binary.
func (e *encoder) wordsOf(terms []term) []multipleWord {
	out := make([]multipleWord, len(terms))
	for i, t := range terms {
		out[i] = multipleWord{1, e.wordOf(t)}
	}
	return out
}

// elementWord is an element of an array whose index the state decides.
func (s *step) elementWord(n *task.Node) word {
	type element struct {
		at lit
		w  word
	}
	f := s.e.f
	var elements []element
	for _, i := range s.elements(n.Args[0], len(n.Args)-1) {
		elements = append(elements, element{s.valueLit(n.Args[0], i), s.word(n.Args[i+1])})
	}
	if len(elements) == 0 {
		return word{}
	}
	base, width := elements[0].w.base, 0
	for _, x := range elements {
		base = min(base, x.w.base)
	}
	for i, x := range elements {
		elements[i].w = f.raised(x.w, base)
		width = max(width, len(elements[i].w.digits))
	}
	w := word{base: base}
	for i := range width {
		l := f.newVar()
		for _, x := range elements {
			f.clause(-x.at, -l, x.w.digit(i))
			f.clause(-x.at, l, -x.w.digit(i))
		}
		w.digits = append(w.digits, l)
	}
	return w
}

// elements are the values of an index that mean an element; the others mean nothing.
func (s *step) elements(index task.Expr, count int) []int64 {
	var out []int64
	if s.wide(index) {
		for k := range int64(count) {
			out = append(out, k)
		}
		return out
	}
	for _, k := range s.possible(index) {
		if k >= 0 && k < int64(count) {
			out = append(out, k)
		}
	}
	return out
}

// division is a quotient to be found, with its remainder.
type division struct{ a, b task.Expr }

// quotient is q and r with a = q·b + r and 0 ≤ r < |b|. Where b is 0 they may be anything.
func (s *step) quotient(a, b task.Expr) (q, r word) {
	if known, ok := s.quotients[division{a, b}]; ok {
		return known[0], known[1]
	}
	f, x, y := s.e.f, s.word(a), s.word(b)
	size := f.absolute(y)
	most := max(x.most(), -x.base)
	q, r = f.free(-most, most), f.free(0, size.most()-1)
	unless := []lit{f.atom(f.is(y, 0), both)}
	c := columns{}
	p := f.product(q, y, unbounded)
	c.add(1, p)
	c.add(1, r)
	f.same(unless, f.total(&c, unbounded), x)
	f.ascending(unless, r, size, true)
	s.quotients[division{a, b}] = [2]word{q, r}
	return q, r
}
