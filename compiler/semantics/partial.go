package semantics

import "github.com/pzc-lang/pzc/compiler/model"

// SetPartial sets a state of which only some elements have a value. If known is nil, all have.
func (ev *Evaluator) SetPartial(state []int64, known []bool) { ev.state, ev.known = state, known }

// SetClassed says which elements without a value are known to lie in a class of values.
func (ev *Evaluator) SetClassed(places []bool) { ev.classed = places }

// Missed says which elements without a value were read.
type Missed struct {
	Any     bool // an evaluation needed such an element; its result is not known if it is not defined
	First   int  // the first of them, or -1
	Classed int  // the first of them that lies in a class of values, or -1
}

// Forget forgets which elements without a value were read.
func (ev *Evaluator) Forget() { ev.unknown, ev.missed, ev.split = false, -1, -1 }

// Missed returns which elements without a value were read since Forget.
func (ev *Evaluator) Missed() Missed { return Missed{ev.unknown, ev.missed, ev.split} }

// Unknown is the value of a local name that depends on a place of the state without a value.
func Unknown(place int) model.Value { return model.Value{N: int64(place), C: unknownMark} }
