package sat

import "math"

// The ways to say that at most one of some literals is true.
const (
	pairwise   = "pairwise" // each two exclude one another
	sequential = "ladder"   // "one of the first i is true" (Sinz 2005)
	product    = "product"  // rows and columns of a table (Chen 2010)
)

// AtMostOnes are the names of the ways to say at most one. Without a name, few literals are said pairwise and many by a ladder.
func AtMostOnes() []string { return []string{pairwise, sequential, product} }

// pairwiseLimit is the number of literals from which on a ladder takes the place of pairs: the two take the same time in
// the solver, and the ladder less memory.
const pairwiseLimit = 12

// leastProduct is the number of literals from which on a table is shorter than pairs.
const leastProduct = 5

// atMostOne forbids that two of the literals are true, wherever the literals of unless are all false.
func (f *formula) atMostOne(lits []lit, unless ...lit) {
	some := make([]lit, 0, len(lits))
	for _, l := range lits {
		if l != litFalse {
			some = append(some, l)
		}
	}
	switch {
	case f.linear != nil && f.atMost == "" && len(some) > 1:
		f.sum(atMostOneOf(some, false), unless)
	case f.atMost == product && len(some) >= leastProduct:
		f.table(some, unless)
	case f.atMost == sequential && len(some) > 2, f.atMost == "" && len(some) > max(f.pairwise, pairwiseLimit):
		f.ladder(some, unless)
	default:
		for i, a := range some {
			for _, b := range some[:i] {
				f.clause(append([]lit{-a, -b}, unless...)...)
			}
		}
	}
}

// ladder is the sequential encoding of at most one: step i is true if one of the first i literals is.
func (f *formula) ladder(lits, unless []lit) {
	before := lits[0]
	for i, l := range lits[1:] {
		f.clause(append([]lit{-before, -l}, unless...)...)
		if i == len(lits)-2 {
			return
		}
		step := f.newVar()
		f.clause(-before, step)
		f.clause(-l, step)
		before = step
	}
}

// table is the product encoding of at most one: the literals stand in a table, and at most one row and one column is in use.
func (f *formula) table(lits, unless []lit) {
	width := int(math.Ceil(math.Sqrt(float64(len(lits)))))
	rows, columns := make([]lit, (len(lits)+width-1)/width), make([]lit, width)
	for i := range rows {
		rows[i] = f.newVar()
	}
	for i := range columns {
		columns[i] = f.newVar()
	}
	for i, l := range lits {
		f.clause(-l, rows[i/width])
		f.clause(-l, columns[i%width])
	}
	f.atMostOne(rows, unless...)
	f.atMostOne(columns, unless...)
}

// exactlyOne makes one of the literals true and no other.
func (f *formula) exactlyOne(lits []lit) {
	if f.linear != nil && f.atMost == "" {
		f.sum(atMostOneOf(lits, true), nil)
		return
	}
	f.clause(lits...)
	f.atMostOne(lits)
}
