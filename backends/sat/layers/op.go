package layers

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
)

// Op is a move, a case of a move, or two moves one after the other, as conditions and tables.
type Op struct {
	Move   int // number in the task
	Next   int // number of the second move of two; −1 for a single move
	Guard  Condition
	Writes []Write  // ascending by variable
	Still  []uint64 // the row of the facts of variables that the move does not write
	Cost   task.Expr

	Selected []int // the variables whose values select this case of the move
}

// Write is an effect. Table gives the place of the new value by the combination of places of the variables in Scope, in
// the order of Index. An entry of −1 means that the value is outside the domain; then the move is not applicable. If
// Table is nil, the effect reads too many variables for a table, and only Cond and Value describe it.
type Write struct {
	V           int
	Cond, Value task.Expr
	Scope       []int
	Table       []int32
}

// isDouble reports whether it is two moves.
func (o *Op) isDouble() bool { return o.Next >= 0 }

// Moves lists the moves of the task that it makes.
func (o *Op) Moves() []int {
	if o.isDouble() {
		return []int{o.Move, o.Next}
	}
	return []int{o.Move}
}

// Key is equal for two operations if they have the same guard and the same effects.
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
