package cnf

import "math"

// The ways to write that at most one of some literals is true.
const (
	pairwise   = "pairwise" // a clause for each pair
	sequential = "ladder"   // variables "one of the first i is true" (Sinz 2005)
	product    = "product"  // rows and columns of a table (Chen 2010)
)

// AtMostOnes lists the names of the ways to write at most one. Without a name, few literals are written pairwise and
// many as a ladder.
func AtMostOnes() []string { return []string{pairwise, sequential, product} }

// pairwiseLimit is the largest number of literals that are written pairwise if no way is named. More are written as a
// ladder: the solver needs the same time for both, and a ladder takes less memory.
const pairwiseLimit = 12

// leastProduct is the smallest number of literals for which a table is shorter than pairs.
const leastProduct = 5

// AtMostOne forbids that two of the literals are true, unless a literal of unless is true.
func (f *Formula) AtMostOne(lits []Lit, unless ...Lit) {
	some := make([]Lit, 0, len(lits))
	for _, l := range lits {
		if l != False {
			some = append(some, l)
		}
	}
	switch {
	case f.Linear != nil && f.AtMost == "" && len(some) > 1:
		f.Require(atMostOneOf(some, false), unless)
	case f.AtMost == product && len(some) >= leastProduct:
		f.table(some, unless)
	case f.AtMost == sequential && len(some) > 2, f.AtMost == "" && len(some) > max(f.Pairwise, pairwiseLimit):
		f.ladder(some, unless)
	default:
		for i, a := range some {
			for _, b := range some[:i] {
				f.Clause(append([]Lit{-a, -b}, unless...)...)
			}
		}
	}
}

// ladder is the sequential encoding of at most one: step i is true if one of the first i literals is.
func (f *Formula) ladder(lits, unless []Lit) {
	before := lits[0]
	for i, l := range lits[1:] {
		f.Clause(append([]Lit{-before, -l}, unless...)...)
		if i == len(lits)-2 {
			return
		}
		step := f.NewVar()
		f.Clause(-before, step)
		f.Clause(-l, step)
		before = step
	}
}

// table is the product encoding of at most one. The literals stand in a table. A true literal makes its row and its
// column true, and at most one row and one column are true.
func (f *Formula) table(lits, unless []Lit) {
	width := int(math.Ceil(math.Sqrt(float64(len(lits)))))
	rows, columns := make([]Lit, (len(lits)+width-1)/width), make([]Lit, width)
	for i := range rows {
		rows[i] = f.NewVar()
	}
	for i := range columns {
		columns[i] = f.NewVar()
	}
	for i, l := range lits {
		f.Clause(-l, rows[i/width])
		f.Clause(-l, columns[i%width])
	}
	f.AtMostOne(rows, unless...)
	f.AtMostOne(columns, unless...)
}

// ExactlyOne makes one of the literals true and no other.
func (f *Formula) ExactlyOne(lits []Lit) {
	if f.Linear != nil && f.AtMost == "" {
		f.Require(atMostOneOf(lits, true), nil)
		return
	}
	f.Clause(lits...)
	f.AtMostOne(lits)
}
