package sat

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/task"
)

// op is a move.
type op struct {
	move   int // in the task
	next   int // the move that is made after it in the same step; −1 without
	guard  condition
	writes []write  // in the order of variables
	still  []uint64 // the facts of other variables
	cost   task.Expr

	selected []int // the variables whose values make it a case
}

// write is an effect. Its table gives the place of the new value by the places of the variables in scope, the last varying
// fastest; −1 where the value is outside the domain, so that the move cannot be made. Without a table, reach lists
// nothing and cond and value say all.
type write struct {
	v           int
	cond, value task.Expr
	scope       []int
	table       []int32
}

// isDouble tells whether it is two moves.
func (o *op) isDouble() bool { return o.next >= 0 }

// moves is the moves of the task that are made.
func (o *op) moves() []int {
	if o.isDouble() {
		return []int{o.move, o.next}
	}
	return []int{o.move}
}

// key tells apart what moves do, and when they can.
func (o *op) key() string {
	out := ""
	for _, s := range o.guard.sets {
		out += fmt.Sprint(s.v, s.at, ";")
	}
	rest := slices.Clone(o.guard.rest)
	slices.Sort(rest)
	for i := range o.writes {
		w := &o.writes[i]
		out += fmt.Sprint(w.v, ":", w.cond, w.value, ";")
	}
	return fmt.Sprint(out, rest)
}
