package semantics

import "github.com/pzc-lang/pzc/compiler/model"

// What those who translate a model, rather than run it, ask about expressions.

// ReadsState tells whether an expression reads the state, itself or through defs.
func ReadsState(e model.Expr) bool { return readsState(e) }

// FreeSlots are the slots of its frame that an expression reads and does not bind.
func FreeSlots(e model.Expr) map[int]bool {
	free := map[int]bool{}
	freeSlots(e, free)
	return free
}

// SlotsFor is the size of a frame in which expressions can be evaluated; nil ones count nothing.
func SlotsFor(es ...model.Expr) int { return slotsFor(es...) }

// TargetSlots are the slots that a target binds.
func TargetSlots(t *model.Target) []int {
	var out []int
	targetSlots(t, func(slot int) { out = append(out, slot) })
	return out
}

// Parts calls f for each direct part of an expression. The body of a def that is called is no part.
func Parts(e model.Expr, f func(model.Expr)) { parts(e, f) }
