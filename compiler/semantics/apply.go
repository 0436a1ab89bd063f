package semantics

import (
	"math"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/diag"
)

// write is one value for one element of the state.
type write struct {
	array *model.Array
	place int // -1 if the index is undefined or outside
	value int64
	ok    bool // the value is defined
	span  diag.Span
}

// Apply makes a move in a state. It returns the next state and the cost, or a refusal if the move is not applicable. It
// does not check the arguments: see CheckMove.
func (machine *Machine) Apply(state []int64, mv Move) (next []int64, cost int64, refusal *Refusal) {
	next = make([]int64, len(state))
	cost, ok := machine.Make(state, mv, next)
	if !ok {
		return nil, 0, machine.explain(mv)
	}
	return next, cost, nil
}

// Try is Apply for people who play: it also makes a move into a lost state.
func (machine *Machine) Try(state []int64, mv Move) (next []int64, cost int64, refusal *Refusal) {
	next = make([]int64, len(state))
	if cost, ok := machine.Make(state, mv, next); ok || machine.why.rule == ruleLost {
		return next, cost, nil
	}
	return nil, 0, machine.explain(mv)
}

// CanTry reports whether Try makes a move.
func (machine *Machine) CanTry(state []int64, mv Move) bool {
	if machine.tried == nil {
		machine.tried = make([]int64, len(state))
	}
	_, ok := machine.Make(state, mv, machine.tried)
	return ok || machine.why.rule == ruleLost
}

// Made is a move that was made, with its cost and the state after it.
type Made struct {
	Move  Move
	Cost  int64
	State []int64
}

// Legal lists the applicable moves in a state, with cost and next state.
func (machine *Machine) Legal(state []int64) []Made {
	var out []Made
	next := make([]int64, len(state))
	for _, mv := range machine.Instances() {
		if !machine.ev.Spend(1) {
			return nil
		}
		if cost, ok := machine.Make(state, mv, next); ok {
			out = append(out, Made{mv, cost, append([]int64(nil), next...)})
		}
	}
	return out
}

// Make makes a move in a state and writes the next state to next. It returns the cost, and false if the move is not
// applicable: then x.why is the reason, and the evaluator keeps the state in which the move failed. Like Apply, Make
// does not check the arguments.
func (machine *Machine) Make(state []int64, mv Move, next []int64) (int64, bool) {
	d, f, ev := mv.Decl, machine.bindArgs(mv), machine.ev
	ev.state = state
	for i := range d.When {
		if !ev.holds(d.When[i].Expr, f) {
			machine.why = failure{rule: RuleWhen, cond: &d.When[i], frame: f}
			return 0, false
		}
	}
	copy(next, state)
	if !machine.phase(d.Body, f, next) {
		return 0, false
	}
	if len(d.Then) > 0 {
		machine.mid = append(machine.mid[:0], next...)
		ev.state = machine.mid
		if !machine.phase(d.Then, f, next) {
			return 0, false
		}
	}
	ev.state = state
	cost, ok := machine.cost(d, f)
	if !ok {
		return 0, false
	}
	return cost, machine.admits(next)
}

func (machine *Machine) cost(d *model.Move, f Frame) (int64, bool) {
	if d.Cost == nil {
		return 1, true
	}
	v, ok := machine.ev.eval(d.Cost, f)
	if ok && v.N >= 0 && v.N <= model.MaxCost {
		return v.N, true
	}
	machine.why = failure{rule: ruleCost, span: d.Cost.Span(), place: -1}
	if ok {
		machine.why.place, machine.why.value = 0, v.N
	}
	return 0, false
}

// admits tests `always`, the distinct arrays and `lost` in the next state.
func (machine *Machine) admits(next []int64) bool {
	machine.ev.state = next
	if !machine.keeps(ruleAlways) {
		return false
	}
	for _, a := range machine.m.Arrays {
		if a.Role != model.State || !a.Distinct {
			continue
		}
		if i, j := machine.repeated(a, next); i >= 0 {
			machine.why = failure{rule: ruleDistinct, span: a.Span, array: a, place: i, other: j}
			return false
		}
	}
	return machine.keeps(ruleLost)
}

// keeps tests the conditions of Program.Always that belong to a rule in the evaluator's state.
func (machine *Machine) keeps(rule rule) bool {
	ev := machine.ev
	for i := range machine.m.Always {
		c := &machine.m.Always[i]
		if ruleOf(c) != rule {
			continue
		}
		if v, ok := ev.Alone(c.Expr, c.Slots); !ok || v.N == 0 {
			machine.why = failure{rule: rule, cond: &c.Cond, slots: c.Slots}
			return false
		}
	}
	return true
}

// ruleOf returns the rule that a condition of Program.Always belongs to.
func ruleOf(always *model.Formula) rule {
	if always.Lost {
		return ruleLost
	}
	return ruleAlways
}

// phase runs effects in the evaluator's state and writes their results to next.
func (machine *Machine) phase(effects []model.Effect, f Frame, next []int64) bool {
	machine.writes = machine.writes[:0]
	if !machine.effects(effects, f) {
		return false
	}
	return machine.commit(next)
}

// commit makes the writes of a phase. It returns false if two writes differ, or if a value is undefined or outside its
// type.
func (machine *Machine) commit(next []int64) bool {
	if machine.now == math.MaxInt32 {
		clear(machine.round)
		machine.now = 0
	}
	machine.now++
	for i := range machine.writes {
		w := &machine.writes[i]
		if w.place < 0 || !w.ok {
			continue
		}
		if machine.round[w.place] != machine.now {
			machine.round[w.place], machine.written[w.place] = machine.now, int32(i)
			continue
		}
		if first := int(machine.written[w.place]); machine.writes[first].value != w.value {
			machine.why = failure{rule: ruleDoubleWrite, span: w.span, place: w.place, before: first, other: i}
			return false
		}
	}
	for i := range machine.writes {
		w := &machine.writes[i]
		if w.place < 0 || !w.ok {
			machine.why = failure{rule: ruleUndefined, span: w.span, array: w.array, place: w.place}
			return false
		}
		d := machine.m.Data[w.array.ID]
		if !d.DomainAt(w.place - d.Offset).Contains(model.Value{N: w.value}) {
			machine.why = failure{rule: RuleType, span: w.span, array: w.array, place: w.place, value: w.value}
			return false
		}
	}
	for i := range machine.writes {
		next[machine.writes[i].place] = machine.writes[i].value
	}
	return true
}

// effects collects the writes of a block. It returns false if a `require` fails.
func (machine *Machine) effects(effects []model.Effect, f Frame) bool {
	for _, e := range effects {
		switch e := e.(type) {
		case *model.Assign:
			machine.assign(e, f)
		case *model.Let:
			v, ok := machine.ev.eval(e.Value, f)
			machine.let(e, v, ok, f)
		case *model.Require:
			if !machine.ev.holds(e.Cond.Expr, f) {
				machine.why = failure{rule: RuleRequire, cond: &e.Cond, frame: f}
				return false
			}
		case *model.IfEffect:
			block := e.Else
			if v, ok := machine.ev.eval(e.Cond, f); ok && v.N != 0 {
				block = e.Then
			}
			if !machine.effects(block, f) {
				return false
			}
		case *model.ForEffect:
			if !machine.repeat(e, f, 0) {
				return false
			}
		}
	}
	return true
}

// let binds a value to a name. If the expression is a tuple that is written out, its parts are bound one by one,
// because each part may be undefined by itself.
func (machine *Machine) let(e *model.Let, v model.Value, ok bool, f Frame) {
	if !ok && e.Target.Elems != nil {
		machine.letParts(e.Target, e.Value, f)
		return
	}
	f.Bind(e.Target, v, ok)
}

// letParts binds the parts of a tuple of which at least one is undefined.
func (machine *Machine) letParts(t *model.Target, e model.Expr, f Frame) {
	switch e := e.(type) {
	case *model.TupleOfExprs:
		if len(t.Elems) == len(e.Elems) {
			vs := make([]Slot, len(e.Elems))
			for i, p := range e.Elems {
				vs[i].Value, vs[i].OK = machine.ev.eval(p, f)
			}
			for i, p := range t.Elems {
				if !vs[i].OK && p.Elems != nil {
					machine.letParts(p, e.Elems[i], f)
				} else {
					f.Bind(p, vs[i].Value, vs[i].OK)
				}
			}
			return
		}
	case *model.If:
		if branch, ok := machine.ev.branch(e, f); ok {
			machine.letParts(t, branch, f)
			return
		}
	default:
	}
	f.Bind(t, undefined, false)
}

func (machine *Machine) assign(e *model.Assign, f Frame) {
	for i := range e.Targets {
		t := &e.Targets[i]
		d := machine.m.Data[t.Array.ID]
		place, ok := machine.ev.place(d, t.Index, f)
		w := write{array: t.Array, place: place + d.Offset, span: t.Sp}
		if !ok {
			w.place = -1
		}
		v, ok := machine.ev.eval(e.Values[i], f)
		w.value, w.ok = v.N, ok
		machine.writes = append(machine.writes, w)
	}
}

// repeat runs the body of a `for` for all values of its variables from number i on.
func (machine *Machine) repeat(e *model.ForEffect, f Frame, i int) bool {
	if i == len(e.Vars) {
		if e.Where != nil && !machine.ev.holds(e.Where, f) {
			return true
		}
		return machine.effects(e.Body, f)
	}
	it, ok := machine.ev.elems(e.Vars[i].Set, f)
	if !ok {
		machine.why = failure{rule: ruleFor, span: e.Vars[i].Set.Span()}
		return false
	}
	for k := range it.n {
		if !machine.ev.Spend(1) {
			machine.why = failure{rule: ruleFor, span: e.Vars[i].Set.Span()}
			return false
		}
		f.Bind(e.Vars[i].Target, it.at(k), true)
		if !machine.repeat(e, f, i+1) {
			return false
		}
	}
	return true
}
