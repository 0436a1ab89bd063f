package kernel

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/backends/search/depthfirst"
)

// The price of a move is its cost plus the change of the estimate: a move with price p leaves p less room for the rest
// of the path. The price is the sum of the prices of the move's lookups.

// priceShape says what prices depend on.
type priceShape int8

const (
	onNothing priceShape = iota // all moves have the same price
	onMove
	onState
)

// priceRow is a row of the prices: those of a lookup, by its index, together with what does not depend on the state.
type priceRow struct {
	action, lookup int // lookup -1: nothing depends on the state
	fixed          []int
}

// layPrices finds out what the prices depend on, and which rows they have.
func (k *Kernel) layPrices() {
	k.rowsOf = make([][]int, len(k.Actions))
	same := true
	for i := range k.Actions {
		var varying, fixed []int
		for j := range k.Actions[i].Lookups {
			if k.varies(&k.Actions[i].Lookups[j]) {
				varying = append(varying, j)
			} else {
				fixed = append(fixed, j)
			}
		}
		if len(varying) == 0 {
			varying = []int{-1}
		} else {
			k.shape = onState
		}
		for n, j := range varying {
			if n > 0 {
				fixed = nil
			}
			k.rowsOf[i] = append(k.rowsOf[i], len(k.rows))
			k.rows = append(k.rows, priceRow{i, j, fixed})
		}
		for e := -1; e < len(k.Estimates); e++ {
			same = same && k.rowPrices(len(k.rows)-1, e)[0] == k.rowPrices(0, e)[0]
		}
	}
	if k.shape == onNothing && !same {
		k.shape = onMove
	}
}

// varies tells whether the price of a lookup depends on its index.
func (k *Kernel) varies(l *depthfirst.KernelLookup) bool {
	for e := -1; e < len(k.Estimates); e++ {
		first := k.at(l, e, occurring(l))
		for x := range l.Cost {
			if l.Occurs[x] && k.at(l, e, x) != first {
				return true
			}
		}
	}
	return false
}

// occurring is the first index that occurs.
func occurring(l *depthfirst.KernelLookup) int {
	for x, occurs := range l.Occurs {
		if occurs {
			return x
		}
	}
	return 0
}

// at is the price of a lookup at an index, under an estimate, -1 for none.
func (k *Kernel) at(l *depthfirst.KernelLookup, estimate, x int) int64 {
	if estimate < 0 {
		return l.Cost[x]
	}
	return l.Cost[x] + l.Changes[estimate][x]
}

// rowPrices is a row under an estimate, -1 for none.
func (k *Kernel) rowPrices(row, estimate int) []int64 {
	r := &k.rows[row]
	lookups := k.Actions[r.action].Lookups
	fixed := int64(0)
	for _, j := range r.fixed {
		fixed += k.at(&lookups[j], estimate, occurring(&lookups[j]))
	}
	if r.lookup < 0 {
		return []int64{fixed}
	}
	l := &lookups[r.lookup]
	out := make([]int64, len(l.Cost))
	for x := range out {
		if l.Occurs[x] {
			out[x] = fixed + k.at(l, estimate, x)
		}
	}
	return out
}

// price is the price of an action as a Go expression. read returns the variable of a lookup's index.
func (k *Kernel) price(action int, read func(lookup int) string) string {
	var terms []string
	for _, row := range k.rowsOf[action] {
		switch l := k.rows[row].lookup; {
		case k.shape == onMove:
			terms = append(terms, fmt.Sprintf("k.price[%d]", row))
		case l < 0:
			terms = append(terms, fmt.Sprintf("k.price[%d][0]", row))
		default:
			terms = append(terms, fmt.Sprintf("k.price[%d][%s]", row, read(l)))
		}
	}
	return strings.Join(terms, " - ")
}

// priceType is the type of kernel.price.
func (k *Kernel) priceType() string {
	switch k.shape {
	case onNothing:
		return "int"
	case onMove:
		return fmt.Sprintf("[%d]int", len(k.rows))
	case onState:
	}
	most := 0
	for i := range k.rows {
		most = max(most, len(k.rowPrices(i, -1)))
	}
	return fmt.Sprintf("[%d][%d]int", len(k.rows), 1<<bits.Len(uint(most-1)))
}

// writePrices writes the prices under each estimate.
func (k *Kernel) writePrices(b *code.Block) {
	names := append([]string{"blind"}, k.Estimates...)
	b.Comment("kernelPrices hold the prices of the moves under each estimate: %s.",
		code.OneLine(strings.Join(names, ", ")))
	b.Line("var kernelPrices = [...]%s{", k.priceType())
	for e := -1; e < len(k.Estimates); e++ {
		if k.shape == onNothing {
			b.Line("%d,", k.rowPrices(0, e)[0])
			continue
		}
		b.Line("{")
		for i := range k.rows {
			row := code.Numbers(k.rowPrices(i, e))
			if k.shape == onState {
				row = "{" + row + "}"
			}
			b.Line("%s,", row)
		}
		b.Line("},")
	}
	b.Line("}")
	b.Line("")
}
