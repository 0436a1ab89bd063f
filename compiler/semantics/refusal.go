package semantics

import (
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/diag"
)

// rule is the rule of the language that refuses a move or a state.
type rule string

// The rules.
const (
	RuleWhere       rule = "where"
	RuleWhen        rule = "when"
	RuleRequire     rule = "require"
	ruleFor         rule = "for"          // the set of a `for` is undefined
	ruleDoubleWrite rule = "double write" // two different values are written to one variable
	ruleUndefined   rule = "undefined"    // an undefined value or an undefined place is written
	RuleType        rule = "outside type" // a value is outside its type
	ruleCost        rule = "cost"         // a cost is undefined, negative or too great
	ruleAlways      rule = "always"
	ruleLost        rule = "lost"
	ruleDistinct    rule = "distinct"
	ruleGoal        rule = "goal"
	ruleInitial     rule = "initial"
	ruleInvariant   rule = "invariant"
)

// Refusal says why a move is not applicable, or which condition a state violates.
type Refusal struct {
	Rule   rule
	Span   diag.Span // the condition or expression in the model
	Other  diag.Span // a second position: the other of two writes
	Part   diag.Span // the part of the condition that fails; only in lists of all failures, as the next three
	For    []Witness // the variables of the `forall`s that lead to Part
	Values []Witness // the elements of the state that decide Part and the way to it
	More   bool      // further instances of the condition fail, which are not listed
	Reason string    // the model's `else` text, filled in; "" without one
	Text   string    // a sentence for people, without capital and full stop
}

// failure is the reason why the last move was not applicable, in a form that needs no allocation.
type failure struct {
	rule   rule
	span   diag.Span
	cond   *model.Cond
	frame  Frame // of cond; nil if cond has its own frame, of the size slots
	slots  int
	array  *model.Array // the array that is written
	place  int          // in the state, -1 if undefined
	value  int64
	before int // the index of an earlier write of this phase
	other  int // another place or write
}

// refuse explains a condition that does not hold in the evaluator's state. f is its frame.
func (machine *Machine) refuse(rule rule, c *model.Cond, f Frame, sentence string) *Refusal {
	r := &Refusal{Rule: rule, Span: c.Expr.Span()}
	v, ok := machine.ev.eval(c.Expr, f)
	if ok && v.N != 0 {
		return r
	}
	witness := machine.ev.witness(c.Expr, f)
	r.Reason = machine.ev.ReasonText(c, f)
	switch {
	case r.Reason != "":
		r.Text = sentence + ": " + r.Reason
	case !ok:
		r.Text = sentence + ": a value in its condition is undefined" + witness
	default:
		r.Text = sentence + witness
	}
	return r
}

// refusalOf returns why Make failed the last time: the rule, and the condition with its frame if it is one of the move.
func (machine *Machine) refusalOf() (rule rule, c *model.Cond, f Frame) {
	return machine.why.rule, machine.why.cond, machine.why.frame
}

// explain returns a Refusal for the last failure. The evaluator must still have the state of the failure.
func (machine *Machine) explain(mv Move) *Refusal {
	w := &machine.why
	sentence := machine.cannotBeMade(mv)
	if w.cond != nil {
		if w.rule == ruleAlways || w.rule == ruleLost {
			sentence = w.rule.breaks(machine.leadsTo(mv))
		}
		f := w.frame
		if f == nil {
			f = make(Frame, w.slots)
		}
		r := machine.refuse(w.rule, w.cond, f, sentence)
		if r.Reason == "" {
			r.Text = strings.Replace(r.Text, sentence, sentence+machine.condition(w.rule), 1)
		}
		return r
	}
	r := &Refusal{Rule: w.rule, Span: w.span}
	switch w.rule {
	case ruleFor:
		r.Text = sentence + ": the set of a `for` is undefined"
	case ruleDoubleWrite:
		a, b := machine.writes[w.before], machine.writes[w.other]
		r.Other = a.span
		t := a.array.Type
		r.Text = fmt.Sprintf("%s: it writes two values to %s, %s and %s", sentence, machine.m.StateName(w.place),
			machine.m.Format(t, model.Value{N: a.value}), machine.formatAny(t, model.Value{N: b.value}))
	case ruleUndefined:
		if w.place < 0 {
			r.Text = sentence + ": it writes to a place of `" + w.array.Name + "` that does not exist"
		} else {
			r.Text = sentence + ": the value for " + machine.m.StateName(w.place) + " is undefined"
		}
	case RuleType:
		r.Text = fmt.Sprintf("%s: %s would be %s, which is outside its type", sentence, machine.m.StateName(w.place),
			machine.formatAny(w.array.Type, model.Value{N: w.value}))
	case ruleCost:
		r.Text = sentence + ": its cost is undefined"
		if w.place >= 0 {
			r.Text = fmt.Sprintf("%s: its cost is %d, a number from 0 to %d is wanted", sentence, w.value, model.MaxCost)
		}
	case ruleDistinct:
		d := machine.repeatedValues(w.array, w.place, w.other, machine.ev.state)
		r.Text = sentence + ": " + d.Text
	default:
		r.Text = sentence
	}
	return r
}

// cannotBeMade is the beginning of the sentences that refuse a move.
func (machine *Machine) cannotBeMade(mv Move) string {
	return "`" + machine.Format(mv) + "` cannot be made"
}

// leadsTo is the subject of the sentences about the state that a move leads to.
func (machine *Machine) leadsTo(mv Move) string {
	return "`" + machine.Format(mv) + "` leads to a state that"
}

// breaks returns a sentence about a state that breaks a rule.
func (r rule) breaks(subject string) string {
	if r == ruleLost {
		return subject + " is lost"
	}
	return subject + " breaks `" + string(r) + "`"
}

// condition names the condition of a move that does not hold, as the end of a sentence; "" if the sentence names it, or
// if the model has a notation, in which conditions are written out.
func (machine *Machine) condition(r rule) string {
	switch {
	case machine.m.Notation != nil:
		return ""
	case r == RuleWhen:
		return ": its `when` does not hold"
	case r == RuleRequire:
		return ": its `require` does not hold"
	default:
		return ""
	}
}
