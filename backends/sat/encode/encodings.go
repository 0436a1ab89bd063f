package encode

import (
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/backends/technique"
)

// hugeRange is the number of values from which on clauses for each value are too many, even for x := x + 1. A literal
// for each value (direct) propagates best, and the pairs of values that layers exclude are written with these literals.
// So only variables of many values, of which no pairs are kept, are in binary if no encoding is named.
const hugeRange = 256

// EncodingOf returns the encoding of a variable.
func (e *Encoder) EncodingOf(v int) string {
	switch e.encoding {
	case "":
		return kinds(e.P)[v]
	case Textbook:
		return Direct
	}
	return e.encoding
}

// eitherBinary reports whether one of two variables is in binary.
func (e *Encoder) eitherBinary(v, w int) bool {
	return e.EncodingOf(v) == Logarithm || e.EncodingOf(w) == Logarithm
}

// kinds lists the encoding of each variable that suits the problem.
func kinds(p *reduced.Problem) []string {
	if p.Chosen == nil {
		p.Chosen = make([]string, len(p.Task.Vars))
		for v := range p.Chosen {
			p.Chosen[v] = Direct
			if len(p.Domain(v)) >= hugeRange && !p.Layered && !p.Without.Has(technique.Kinds) {
				p.Chosen[v] = Logarithm
			}
		}
	}
	return p.Chosen
}
