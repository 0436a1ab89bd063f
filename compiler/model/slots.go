package model

import (
	"iter"
	"slices"
)

// A slot is bound by only one node of a frame, and is read only in the parts of this node. So the walks below need no
// scopes.

// Slots enumerates the slots that a target binds.
func (t *Target) Slots() iter.Seq[int] {
	return func(yield func(int) bool) { t.slots(yield) }
}

func (t *Target) slots(yield func(int) bool) bool {
	if t.Elems == nil {
		return t.Slot < 0 || yield(t.Slot)
	}
	return !slices.ContainsFunc(t.Elems, func(e *Target) bool { return !e.slots(yield) })
}

// SlotsFor returns the size of a frame in which expressions can be evaluated: one more than the largest slot that they
// read or bind. Expressions may be nil.
func SlotsFor(es ...Expr) int {
	n := 0
	use := func(slot int) { n = max(n, slot+1) }
	v := visitor{slot: use}
	for _, e := range es {
		for x := range All(e) {
			if l, ok := x.(*Local); ok {
				use(l.Slot)
			}
			visit(x, &v)
		}
	}
	return n
}

// FreeLocals lists the locals that an expression reads and does not bind, the first one of each slot.
func FreeLocals(e Expr) []*Local {
	return freeLocals(func(yield func(Expr) bool) { yield(e) })
}

func freeLocals(es iter.Seq[Expr], bound ...int) []*Local {
	var out []*Local
	seen := map[int]bool{} // bound, or in the list
	for _, slot := range bound {
		seen[slot] = true
	}
	v := visitor{slot: func(slot int) { seen[slot] = true }}
	for e := range es {
		for x := range All(e) {
			if l, ok := x.(*Local); ok && !seen[l.Slot] {
				seen[l.Slot] = true
				out = append(out, l)
			}
			visit(x, &v)
		}
	}
	return out
}

// FreeLocals lists the locals that a relation reads, other than its holes.
func (r *Relation) FreeLocals() []*Local {
	return freeLocals(partsIn(func(v *visitor) { v.relation(r) }), r.Holes...)
}
