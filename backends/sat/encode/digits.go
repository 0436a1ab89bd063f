package encode

import (
	"math/bits"
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Numbers with too many values are written in binary. Expressions over them are circuits (cnf.Word).

// word returns an expression in binary.
func (s *Step) word(e task.Expr) cnf.Word {
	if w, ok := s.words[e]; ok {
		return w
	}
	w := cnf.Word{}
	if n := s.e.P.Pool.Node(e); n.Lo < -1<<cnf.Widest || n.Hi > 1<<cnf.Widest {
		s.tooLarge("a number")
	} else if s.e.F.Err() == nil {
		w = s.makeWord(e, n)
	}
	if len(w.Digits) > cnf.Widest {
		s.tooLarge("a number")
		w = cnf.Word{}
	}
	s.words[e] = w
	return w
}

func (s *Step) makeWord(e task.Expr, n *task.Node) cnf.Word {
	f := s.e.F
	if v, ok := s.single(e); ok {
		return s.wordOfOne(e, v)
	}
	if n.Op.Truth() {
		return cnf.Word{Digits: []cnf.Lit{f.Atom(s.Lit(e, cnf.Both), cnf.Both)}}
	}
	switch n.Op {
	case task.OpConst:
		return cnf.Word{Base: n.N}
	case task.OpAdd:
		var c cnf.Columns
		for _, p := range s.summands(e, 1, &c.Base) {
			c.Add(p.factor, s.word(p.e))
		}
		return f.Total(&c, n.Hi)
	case task.OpMul:
		return f.Product(s.word(n.Args[0]), s.word(n.Args[1]), n.Hi)
	case task.OpDiv, task.OpMod:
		q, r := s.quotient(n.Args[0], n.Args[1])
		if n.Op == task.OpMod {
			return r
		}
		return q
	case task.OpAbs:
		return f.Absolute(s.word(n.Args[0]))
	case task.OpMin, task.OpMax:
		best := s.word(n.Args[0])
		for _, a := range n.Args[1:] {
			w := s.word(a)
			smaller := f.Less(w, best)
			if n.Op == task.OpMax {
				smaller = -smaller
			}
			best = f.Either(smaller, w, best)
		}
		return best
	case task.OpIte:
		return f.Either(f.Atom(s.Lit(n.Args[0], cnf.Both), cnf.Both), s.word(n.Args[1]), s.word(n.Args[2]))
	case task.OpSelect:
		return s.elementWord(n)
	}
	return s.wordOfValues(e)
}

// maxTabled is the largest number of values of a variable for which the digits of a function of it are read off a
// table.
const maxTabled = 1024

// wordOfOne returns an expression of one variable in binary.
func (s *Step) wordOfOne(e task.Expr, v int) cnf.Word {
	table := s.e.P.Table(e, v)
	if w, ok := s.linear(v, table); ok {
		return w
	}
	n := s.e.P.Pool.Node(e)
	if len(s.Alive[v]) > maxTabled && (n.Op == task.OpMul || n.Op == task.OpDiv || n.Op == task.OpMod) {
		return s.manyOfOne(n)
	}
	var values []int64
	for _, i := range s.Alive[v] {
		values = append(values, table[i])
	}
	return s.digits(values, func(bit func(k int64) bool) cnf.Lit {
		return s.e.F.Atom(s.SetLit(v, func(i int) bool { return bit(table[i]) }), cnf.Both)
	})
}

// manyOfOne returns a product, quotient or remainder whose parts read the same variable, which has many values.
func (s *Step) manyOfOne(n *task.Node) cnf.Word {
	if n.Op == task.OpMul {
		return s.e.F.Product(s.word(n.Args[0]), s.word(n.Args[1]), n.Hi)
	}
	q, r := s.quotient(n.Args[0], n.Args[1])
	if n.Op == task.OpMod {
		return r
	}
	return q
}

// linear is a linear function of a variable in binary. ok is false if the function is not linear.
func (s *Step) linear(v int, table []int64) (cnf.Word, bool) {
	b, ok := s.coding[v].(*numeral)
	alive := s.Alive[v]
	if !ok || !b.natural || len(alive) < 2 {
		return cnf.Word{}, false
	}
	low, high := alive[0], alive[len(alive)-1]
	slope := (table[high] - table[low]) / int64(high-low)
	first := table[low] - slope*int64(low-b.first)
	for _, i := range alive {
		if table[i] != first+slope*int64(i-b.first) {
			return cnf.Word{}, false
		}
	}
	if slope == 1 {
		return cnf.Word{Base: first, Digits: b.digits}, true
	}
	c := cnf.Columns{Base: first}
	c.Add(slope, cnf.Word{Digits: b.digits})
	return s.e.F.Total(&c, max(table[low], table[high])), true
}

// digits returns a number with some values in binary. one makes the literal that is true for the values with a
// property.
func (s *Step) digits(values []int64, one func(bit func(k int64) bool) cnf.Lit) cnf.Word {
	if len(values) == 0 {
		return cnf.Word{}
	}
	w := cnf.Word{Base: slices.Min(values)}
	for i := range bits.Len64(uint64(slices.Max(values) - w.Base)) {
		w.Digits = append(w.Digits, one(func(k int64) bool { return (k-w.Base)>>i&1 == 1 }))
	}
	return w
}

// wordOfValues returns a number with literals for its values in binary.
func (s *Step) wordOfValues(e task.Expr) cnf.Word { return s.e.wordOf(s.term(summand{1, e})) }

// wordOf returns a term in binary.
func (e *Encoder) wordOf(t term) cnf.Word {
	if len(t.values) == 0 {
		return cnf.Word{}
	}
	w := cnf.Word{Base: t.values[0]}
	if len(t.values) == 2 && t.values[1] == w.Base+1 {
		return cnf.Word{Base: w.Base, Digits: []cnf.Lit{e.F.Atom(t.lits[1], cnf.Both)}}
	}
	for i := range bits.Len64(uint64(t.values[len(t.values)-1] - w.Base)) {
		l := e.F.NewVar()
		for k, x := range t.values {
			if (x-w.Base)>>i&1 == 1 {
				e.F.Clause(-t.lits[k], l)
			} else {
				e.F.Clause(-t.lits[k], -l)
			}
		}
		w.Digits = append(w.Digits, l)
	}
	return w
}

// wordsOf is terms in binary.
func (e *Encoder) wordsOf(terms []term) []multipleWord {
	out := make([]multipleWord, len(terms))
	for i, t := range terms {
		out[i] = multipleWord{1, e.wordOf(t)}
	}
	return out
}

// elementWord returns an array element in binary.
func (s *Step) elementWord(n *task.Node) cnf.Word {
	type element struct {
		at cnf.Lit
		w  cnf.Word
	}
	f := s.e.F
	var elements []element
	for _, i := range s.elements(n.Args[0], len(n.Args)-1) {
		elements = append(elements, element{s.valueLit(n.Args[0], i), s.word(n.Args[i+1])})
	}
	if len(elements) == 0 {
		return cnf.Word{}
	}
	base, width := elements[0].w.Base, 0
	for _, x := range elements {
		base = min(base, x.w.Base)
	}
	for i, x := range elements {
		elements[i].w = f.Raised(x.w, base)
		width = max(width, len(elements[i].w.Digits))
	}
	w := cnf.Word{Base: base}
	for i := range width {
		l := f.NewVar()
		for _, x := range elements {
			f.Clause(-x.at, -l, x.w.Digit(i))
			f.Clause(-x.at, l, -x.w.Digit(i))
		}
		w.Digits = append(w.Digits, l)
	}
	return w
}

// elements lists the values of an index for which there is an element.
func (s *Step) elements(index task.Expr, count int) []int64 {
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

// division is a quotient with its remainder.
type division struct{ a, b task.Expr }

// quotient is q and r with a = q·b + r and 0 ≤ r < |b|. If b is 0, they may be anything.
func (s *Step) quotient(a, b task.Expr) (q, r cnf.Word) {
	if known, ok := s.quotients[division{a, b}]; ok {
		return known[0], known[1]
	}
	f, x, y := s.e.F, s.word(a), s.word(b)
	size := f.Absolute(y)
	most := max(x.Most(), -x.Base)
	q, r = f.Free(-most, most), f.Free(0, size.Most()-1)
	unless := []cnf.Lit{f.Atom(f.Is(y, 0), cnf.Both)}
	c := cnf.Columns{}
	p := f.Product(q, y, cnf.Unbounded)
	c.Add(1, p)
	c.Add(1, r)
	f.Same(unless, f.Total(&c, cnf.Unbounded), x)
	f.Ascending(unless, r, size, true)
	s.quotients[division{a, b}] = [2]cnf.Word{q, r}
	return q, r
}
