package layers

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/task"
)

// Op is a move.
type Op struct {
	Move   int // in the task
	Next   int // the move that is made after it in the same step; −1 without
	Guard  Condition
	Writes []Write  // in the order of variables
	Still  []uint64 // the facts of other variables
	Cost   task.Expr

	Selected []int // the variables whose values make it a case
}

// Write is an effect. Its table gives the place of the new value by the places of the variables in scope, the last varying
// fastest; −1 where the value is outside the domain, so that the move cannot be made. Without a table, reach lists
// nothing and cond and value say all.
type Write struct {
	V           int
	Cond, Value task.Expr
	Scope       []int
	Table       []int32
}

// isDouble tells whether it is two moves.
func (o *Op) isDouble() bool { return o.Next >= 0 }

// Moves is the moves of the task that are made.
func (o *Op) Moves() []int {
	if o.isDouble() {
		return []int{o.Move, o.Next}
	}
	return []int{o.Move}
}

// Key tells apart what moves do, and when they can.
func (o *Op) Key() string {
	out := ""
	for _, s := range o.Guard.Sets {
		out += fmt.Sprint(s.V, s.At, ";")
	}
	rest := slices.Clone(o.Guard.Rest)
	slices.Sort(rest)
	for i := range o.Writes {
		w := &o.Writes[i]
		out += fmt.Sprint(w.V, ":", w.Cond, w.Value, ";")
	}
	return fmt.Sprint(out, rest)
}
