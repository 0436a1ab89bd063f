package semantics

// Here is why a state or a plan is refused: all conditions that fail, with the parts that fail and the values that
// decide them. The machine judges, and names one reason. The work ends with the machine's context. Then the lists must
// not be used.

import (
	"fmt"

	"github.com/pzc-lang/pzc/compiler/model"
)

// maxFailures is the greatest number of failures of one condition.
const maxFailures = 10

// ExplainGoal lists why a state is not a goal: for each goal condition the instances that fail. It is empty if the
// state is a goal.
func ExplainGoal(x *Machine, state []int64) []*Refusal {
	l := newList(x, state, nil)
	l.formulas(l.m.Goals, ruleGoal, l.noGoal())
	return l.all
}

// ExplainInitial lists why a state is not an initial state: values outside their types; if there are none, initial
// values that differ; if there are none, conditions of `init` and `always` that fail, and equal values in distinct
// arrays. It is empty if the state is an initial state.
func ExplainInitial(x *Machine, state []int64) []*Refusal {
	first := x.CheckInitial(state)
	if first == nil {
		return nil
	}
	if first.Rule == RuleType || len(state) != x.Model().StateSize {
		return []*Refusal{first}
	}
	l := newList(x, state, nil)
	if x.eachOtherStart(state, l.add); len(l.all) > 0 {
		return l.all
	}
	l.formulas(l.m.Inits, ruleInitial, initSentence)
	l.always("the state")
	return l.all
}

// ExplainPartial lists what excludes every completion of a partial state: conditions of `init` and `always`, and goals
// if the puzzle has no moves, that are false for all missing values, and equal values in distinct arrays. It may be
// empty although there is no completion.
func ExplainPartial(x *Machine, p *Partial) []*Refusal {
	defer x.Seeing(p)()
	l := newList(x, p.State, p.Known)
	l.formulas(l.m.Inits, ruleInitial, initSentence)
	l.broken("the state")
	if len(l.m.Moves) == 0 {
		l.formulas(l.m.Goals, ruleGoal, l.noGoal())
	}
	l.repeated()
	return l.all
}

// ExplainMove lists why a move is not applicable in a state: all conditions of `when` that fail; if there are none, the
// faults of the effects; if there are none, why the next state is not allowed. It is empty if the move is applicable.
// In a notation, conditions that no state decides are preconditions as others are.
func ExplainMove(x *Machine, state []int64, mv Move) []*Refusal {
	excluded := x.CheckMove(mv)
	l, f := newList(x, state, nil), mv.frame()
	l.ev.SetState(state)
	if excluded != nil {
		if l.m.Notation == nil {
			return []*Refusal{excluded}
		}
		l.excluded(mv, f)
	}
	for i := range mv.Decl.When {
		if c := &mv.Decl.When[i]; !l.ev.holds(c.Expr, f) {
			l.condition(RuleWhen, c, f, x.cannotBeMade(mv))
		}
	}
	switch {
	case len(l.all) > 0:
		return l.all
	case excluded != nil:
		return []*Refusal{excluded}
	}
	next := make([]int64, len(state))
	if _, ok := x.Make(state, mv, next); ok {
		return nil
	}
	switch rule, c, f := x.refusalOf(); rule {
	case ruleAlways, ruleLost, ruleDistinct:
		l = newList(x, next, nil)
		l.always(x.leadsTo(mv))
	case RuleRequire:
		l.condition(RuleRequire, c, f, x.cannotBeMade(mv))
	default:
		_, _, refusal := x.Apply(state, mv)
		return []*Refusal{refusal}
	}
	return l.all
}

// ExplainReplay lists why a plan that was replayed is no solution: why the move that failed is not applicable, or why
// the last state is no goal. It is empty if the plan is a solution.
func ExplainReplay(x *Machine, plan []Move, r *Replay) []*Refusal {
	if r.Failed < 0 {
		return ExplainGoal(x, r.Final())
	}
	mv := plan[r.Failed]
	if all := ExplainMove(x, r.Final(), mv); len(all) > 0 {
		return all
	}
	tooDear := &Refusal{Rule: ruleCost, Span: mv.Decl.Span}
	if mv.Decl.Cost != nil {
		tooDear.Span = mv.Decl.Cost.Span()
	}
	tooDear.Text = fmt.Sprintf("with `%s` the plan costs more than %d (2^53), beyond which totals are not exact",
		x.Format(mv), model.MaxCost)
	return []*Refusal{tooDear}
}

// Reasons lists the `else` texts of the conditions that refuse a move in a state, one for each `when`. It ends before
// the first one without a text, because later ones may be about something that is not there. Example: of the conditions
// "there is a crate" and "the crate can be pushed", the text of the second matters only if the first holds.
func Reasons(x *Machine, state []int64, mv Move) (texts []string) {
	f, ev := mv.frame(), x.Evaluator()
	ev.SetState(state)
	for i := range mv.Decl.When {
		c := &mv.Decl.When[i]
		if ev.holds(c.Expr, f) {
			continue
		}
		if c.Reason == nil {
			return texts
		}
		texts = append(texts, ev.reason(c, f))
	}
	if len(texts) > 0 {
		return texts
	}
	for _, r := range ExplainMove(x, state, mv) {
		if r.Reason != "" {
			texts = append(texts, r.Reason)
		}
	}
	return texts
}
