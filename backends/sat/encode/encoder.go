// Package encode writes the plans of a task as a formula.
//
// An Encoder writes states, the steps between them, and conditions on them; Encode writes all plans of exactly t moves,
// and Extend, End and Narrow write a formula that grows from one horizon to the next. A Step gives access to the
// literals of one state. Expressions are written by the values that they may have.
//
// If an Encoder has layers (package layers), it omits impossible values and moves, and excludes impossible pairs of
// values.
//
// Methods return no errors. The formula's Err is the context's error, cnf.ErrMemory, a *backends.LimitError for an
// expression with too many values, or a *reduced.UnknownOperator.
package encode

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
)

// Encoder writes plans as a formula: a state at each of the steps 0…T, and one move between two states.
type Encoder struct {
	P         *reduced.Problem
	F         *cnf.Formula
	At        []*layers.Pairs // by step: the states that are possible; nil without layers
	lay       *layers.Layers  // the layers that At comes from; nil without layers
	dead      []bool          // by operation: it is never applicable; nil without layers
	unstarted bool            // step 0 may be any state, not only an initial one
	pin       bool            // each value and each move has a variable with a label, see Options.Named
	encoding  string          // see Options
	Parallel  bool            // a step is any number of moves that do not interfere
	doubled   bool            // a step is two moves
	alone     bool            // … but the first step is one move
	// final is EndWithMove of a formula whose steps are two moves.
	final func(e *Encoder, prefix []cnf.Lit, from, to *layers.Pairs) []Final
	costs []term // by step: the cost of its move; made by CostAtMost
	Steps []*Step
}

// Options say how plans are written.
type Options struct {
	Encoding string // one of Encodings; "": chosen for each variable
	Parallel bool   // a step is any number of moves that do not interfere
	// each value and each move has a variable with a label, so that people and programs can read the formula
	Named bool
}

// New returns an encoder that has written nothing. lay is nil without layers.
func New(p *reduced.Problem, lay *layers.Layers, f *cnf.Formula, o Options) *Encoder {
	e := &Encoder{
		P: p, F: f, lay: lay, encoding: o.Encoding, Parallel: o.Parallel, pin: o.Named,
	}
	if lay != nil {
		e.dead = lay.Dead
	}
	return e
}

// Encode writes the plans of exactly t moves, or with goal false all paths of exactly t moves.
func (e *Encoder) Encode(t int, goal bool) {
	e.Extend(t)
	if goal && e.F.Err() == nil {
		e.End(nil, t)
	}
	e.F.Check()
}

// Extend writes the paths of t moves. Steps that are written stay.
func (e *Encoder) Extend(t int) {
	for i := len(e.Steps); i <= t && e.F.Err() == nil; i++ {
		s := e.newStep(i)
		e.Steps = append(e.Steps, s)
		if i == 0 {
			e.F.Group("initial state")
			if e.pin {
				s.pinAlive()
			}
			s.start()
		} else {
			e.move(e.Steps[i-1], s)
			e.F.Group(fmt.Sprintf("always at %d", i))
			e.F.About(cnf.PartAlways, 0)
			s.hold(nil, &e.P.Always)
		}
		e.F.About(cnf.PartNone, 0)
		e.known(s)
	}
}

// End makes the state after t moves a goal state, unless a literal of prefix is true.
func (e *Encoder) End(prefix []cnf.Lit, t int) {
	e.F.Group("goal")
	e.F.About(cnf.PartGoal, 0)
	last := e.Steps[t]
	for v := range last.Alive {
		if e.pin { // readers must find the goal even if the layers make it redundant
			last.Alive[v] = e.P.All(v)
		}
	}
	last.hold(prefix, &e.P.Goal)
}

// start makes the state an initial one.
func (s *Step) start() {
	for _, set := range s.e.P.Init.Sets {
		s.e.F.About(cnf.PartState, s.e.P.Origin(set.V))
		s.hold(nil, &layers.Condition{Sets: []layers.ValueSet{set}})
	}
	s.e.F.About(cnf.PartInit, 0)
	s.hold(nil, &layers.Condition{Rest: s.e.P.Init.Rest})
}

// hold makes a condition true, unless a literal of prefix is true.
func (s *Step) hold(prefix []cnf.Lit, c *layers.Condition) {
	for _, set := range c.Sets {
		s.oneOf(prefix, set.V, func(i int) bool { return set.Has[i] })
	}
	for _, x := range c.Rest {
		s.require(prefix, x, true)
	}
}

// known writes redundant clauses about a state: values and pairs of values that the layers exclude.
func (e *Encoder) known(s *Step) {
	if e.pin && s.t > 0 {
		e.F.Group(fmt.Sprintf("unreachable values at %d", s.t))
		s.pinAlive()
	}
	e.F.Group(fmt.Sprintf("values that exclude one another at %d", s.t))
	s.mutexes()
}

// move writes the moves between a step and the next one: exactly one move or several, guards, effects, and explanatory
// frame axioms: a variable keeps its value unless a move changes it.
func (e *Encoder) move(s, next *Step) {
	if e.Parallel {
		e.F.Group(fmt.Sprintf("moves that do not go together at %d", s.t))
	} else {
		e.F.Group(fmt.Sprintf("exactly one move at %d", s.t))
	}
	usable := e.usable(s.t)
	s.Ops = make([]cnf.Lit, len(e.P.Ops))
	made := make([]cnf.Lit, len(usable))
	for i := range s.Ops {
		s.Ops[i] = cnf.False
	}
	for i, o := range usable {
		e.F.About(cnf.PartMove, e.schema(o))
		made[i] = e.F.NewVar()
		s.Ops[o] = made[i]
		if e.pin {
			e.F.Label(made[i], fmt.Sprintf("%s@%d%s", e.P.Task.Moves[e.P.Ops[o].Move].Name, s.t,
				e.P.CaseOf(&e.P.Ops[o])))
		}
	}
	e.F.About(cnf.PartNone, 0)
	switch {
	case e.Parallel:
		e.independent(s, next, usable, made)
	case e.F.Linear != nil:
		e.F.ExactlyOne(made)
	default:
		e.F.Clause(made...)
		e.F.AtMostOne(made)
	}

	e.F.Group(fmt.Sprintf("moves at %d", s.t))
	adds := map[int][]cnf.Lit{} // by fact of the next state: the moves that may make it true
	for i, o := range usable {
		if e.F.Err() != nil {
			return
		}
		e.F.About(cnf.PartMove, e.schema(o))
		s.guard(&e.P.Ops[o].Guard, made[i])
		for w := range e.P.Ops[o].Writes {
			e.effect(s, next, made[i], &e.P.Ops[o], &e.P.Ops[o].Writes[w], adds)
		}
	}
	e.F.Group(fmt.Sprintf("frame at %d", s.t))
	for v := range e.P.Task.Vars {
		e.F.About(cnf.PartState, e.P.Origin(v))
		for _, k := range next.Alive[v] {
			e.F.Clause(append([]cnf.Lit{-next.Val[v][k], s.Val[v][k]}, adds[e.P.Fact(v, k)]...)...)
		}
	}
}

// schema returns the number of the declaration that an operation comes from.
func (e *Encoder) schema(o int) int { return e.P.Task.Moves[e.P.Ops[o].Move].Schema }

// usable lists the operations that the layers allow between the states at t and t+1.
func (e *Encoder) usable(t int) []int {
	if e.At != nil {
		return e.between(e.At[t], e.At[t+1], e.double(t))
	}
	out := make([]int, len(e.P.Ops))
	for o := range out {
		out[o] = o
	}
	return out
}

// between lists the operations that lead from some states to others: single moves, or pairs of moves.
func (e *Encoder) between(from, to *layers.Pairs, double bool) []int {
	c, err := e.lay.Cross(e.F.Context(), layers.MoveSet{Ops: e.P.Ops, Dead: e.dead, Double: double}, from, to)
	if err != nil {
		e.F.Fail(err)
		return nil
	}
	return c.Ops
}

// guard makes an operation imply its guard.
func (s *Step) guard(c *layers.Condition, made cnf.Lit) {
	for _, set := range c.Sets {
		s.oneOf([]cnf.Lit{-made}, set.V, func(i int) bool { return set.Has[i] })
	}
	for _, x := range c.Rest {
		s.require([]cnf.Lit{-made}, x, true)
	}
}

// effect makes an operation imply one of its effects. It adds the operation to adds, for each fact that it may make
// true.
func (e *Encoder) effect(s, next *Step, made cnf.Lit, o *layers.Op, w *layers.Write, adds map[int][]cnf.Lit) {
	add := func(place int) {
		f := e.P.Fact(w.V, place)
		if l := adds[f]; len(l) == 0 || l[len(l)-1] != made {
			adds[f] = append(l, made)
		}
	}
	if w.Table != nil && len(w.Scope) <= 2 {
		e.tabledEffect(s, next, made, o, w, add)
		return
	}
	cond := s.lit(w.Cond, cnf.Both)
	for _, k := range s.possible(w.Value) {
		place := e.P.Task.Vars[w.V].Place(k)
		post := cnf.False // outside the domain: the operation is not applicable
		if place >= 0 {
			add(place)
			post = next.Val[w.V][place]
		}
		e.F.Clause(-made, -cond, -s.valueLit(w.Value, k), post)
	}
	for _, k := range s.Alive[w.V] { // it stays if the condition is false
		e.F.Clause(-made, cond, -s.Val[w.V][k], next.Val[w.V][k])
	}
}

// tabledEffect writes an effect on at most two variables value by value. If one of the two decides the new value, the
// clause does not name the other.
func (e *Encoder) tabledEffect(s, next *Step, made cnf.Lit, o *layers.Op, w *layers.Write, add func(place int)) {
	at := func(places ...int) int32 { return w.Table[layers.Index(places, e.P.Sizes(w.Scope))] }
	post := func(place int32, given ...cnf.Lit) {
		l := cnf.False
		if place >= 0 {
			l = next.Val[w.V][place]
			add(int(place))
		}
		e.F.Clause(append([]cnf.Lit{-made, l}, given...)...)
	}
	switch len(w.Scope) {
	case 0:
		post(w.Table[0])
	case 1:
		for _, i := range s.Alive[w.Scope[0]] {
			if !o.Guard.Excludes(w.Scope[0], i) {
				post(at(i), -s.Val[w.Scope[0]][i])
			}
		}
	case 2:
		e.pairEffect(s, w, at, post)
	}
}

func (e *Encoder) pairEffect(s *Step, w *layers.Write, at func(...int) int32, post func(int32, ...cnf.Lit)) {
	v, u := w.Scope[0], w.Scope[1]
	decided := map[int]bool{} // places of u that decide the new value
	for _, j := range s.Alive[u] {
		var seen []int32
		for _, i := range s.Alive[v] {
			if s.compatible(v, i, u, j) && !slices.Contains(seen, at(i, j)) {
				seen = append(seen, at(i, j))
			}
		}
		if len(seen) == 1 {
			decided[j] = true
			post(seen[0], -s.Val[u][j])
		}
	}
	for _, i := range s.Alive[v] {
		for _, j := range s.Alive[u] {
			if !decided[j] && s.compatible(v, i, u, j) {
				post(at(i, j), -s.Val[v][i], -s.Val[u][j])
			}
		}
	}
}

// FreeStep writes a goal state that need not be reachable.
func (e *Encoder) FreeStep() *Step {
	e.unstarted = true
	s := e.newStep(0)
	e.Steps = append(e.Steps, s)
	s.mutexes()
	s.hold(nil, &e.P.Always)
	s.hold(nil, &e.P.Goal)
	return s
}
