package semantics

import "github.com/pzc-lang/pzc/compiler/model"

// refusals calls yield for each failure of a condition in the evaluator's state, at most maxFailures. f is the frame of
// the condition. It returns false if yield did.
func (x *Machine) refusals(rule Rule, c *model.Cond, f Frame, sentence string, yield func(*Refusal) bool) bool {
	n, more := 0, true
	b := &blaming{ev: x.ev, lost: rule == RuleLost}
	b.yield = func(t fault) bool {
		n++
		r := &Refusal{
			Rule: rule, Span: c.Expr.Span(), Part: t.part.Span(), For: t.vars, Values: t.values,
			Reason: x.ev.reasonText(c, f),
		}
		if r.Reason != "" {
			r.Text = sentence + ": " + r.Reason
		} else {
			r.Text = sentence + conditionOf(rule) + forWhich(t.vars) + ": " + t.text
		}
		r.More = n == maxFailures
		more = yield(r)
		return more && !r.More
	}
	b.visit(c.Expr, f, true)
	if n == 0 { // the work was ended
		return yield(&Refusal{Rule: rule, Span: c.Expr.Span(), Text: sentence})
	}
	return more
}

// eachFailure visits all failures of conditions in a state: for each condition the instances that fail.
func (x *Machine) eachFailure(
	fs []model.Formula, state []int64, rule Rule, what string, yield func(*Refusal) bool,
) bool {
	ev := x.ev
	for i := range fs {
		ev.state = state
		base := ev.sp
		f := ev.push(fs[i].Slots)
		more := !ev.wrong(fs[i].Expr, f, true) || x.refusals(rule, &fs[i].Cond, f, what, yield)
		ev.sp = base
		if !more {
			return false
		}
	}
	return true
}

// eachBroken visits all failures of `always` and `lost` in a state, until yield returns false. subject is the subject
// of the sentences.
func (x *Machine) eachBroken(state []int64, subject string, yield func(*Refusal) bool) {
	for i := range x.m.Always {
		rule := ruleOf(&x.m.Always[i])
		if !x.eachFailure(x.m.Always[i:i+1], state, rule, subject+brokenSentences[rule], yield) {
			return
		}
	}
}

// GoalFailures lists why a state is not a goal: for each goal condition the instances that fail, at most maxFailures.
// It is empty if the state is a goal.
func (x *Machine) GoalFailures(state []int64) (all []*Refusal) {
	x.eachFailure(x.m.Goals, state, RuleGoal, x.goalSentence(), func(r *Refusal) bool {
		all = append(all, r)
		return true
	})
	return all
}

// AlwaysFailures lists why a state is not allowed: the instances of `always` that fail, and equal values in distinct
// arrays.
func (x *Machine) AlwaysFailures(state []int64) []*Refusal {
	return x.alwaysFailures(state, "the state")
}

// alwaysFailures is AlwaysFailures with the subject of the sentences.
func (x *Machine) alwaysFailures(state []int64, subject string) (all []*Refusal) {
	collect := func(r *Refusal) bool {
		all = append(all, r)
		return true
	}
	x.eachBroken(state, subject, collect)
	for _, a := range x.m.StateArrays() {
		if a.Distinct {
			x.eachRepeat(a, state, collect)
		}
	}
	return all
}

// eachRepeat calls yield for the elements of a distinct array that are equal to an earlier one.
func (x *Machine) eachRepeat(a *model.Array, state []int64, yield func(*Refusal) bool) {
	d := x.m.Data[a.ID]
	at := make(map[int64]int, d.Size)
	n := 0
	for k := d.Offset; k < d.Offset+d.Size; k++ {
		if x.ev.known != nil && !x.ev.known[k] {
			continue
		}
		first, again := at[state[k]]
		if !again {
			at[state[k]] = k
			continue
		}
		n++
		r := x.distinctRefusal(a, first, k, state)
		r.More = n == maxFailures
		if !yield(r) || r.More {
			return
		}
	}
}

// MoveFailures lists why a move is not applicable in a state: all conditions of `when` that fail; if there are none,
// the faults of the effects; if there are none, why the next state is not allowed. The list is empty if the move is
// applicable.
func (x *Machine) MoveFailures(state []int64, mv Move) (all []*Refusal) {
	if r := x.CheckMove(mv); r != nil {
		return []*Refusal{r}
	}
	f, sentence := x.bindArgs(mv), "`"+x.Format(mv)+"` cannot be made"
	x.ev.state = state
	for i := range mv.Decl.When {
		if c := &mv.Decl.When[i]; !x.ev.holds(c.Expr, f) {
			x.refusals(RuleWhen, c, f, sentence, func(r *Refusal) bool {
				all = append(all, r)
				return true
			})
		}
	}
	if len(all) > 0 {
		return all
	}
	next := make([]int64, len(state))
	if _, ok := x.Make(state, mv, next); ok {
		return nil
	}
	switch w := &x.why; w.rule {
	case RuleAlways, RuleLost, RuleDistinct:
		return x.alwaysFailures(next, x.leadsTo(mv))
	case RuleRequire:
		x.refusals(RuleRequire, w.cond, w.frame, sentence, func(r *Refusal) bool {
			all = append(all, r)
			return true
		})
		return all
	default:
		return []*Refusal{x.explain(mv)}
	}
}

// Reasons lists the `else` texts of the conditions that refuse a move in a state: one for each `when`, up to the first
// without a text, because those behind it may be about something that is not there. Example: of the conditions "there
// is a crate" and "the crate can be pushed", the text of the second matters only if the first holds.
func (x *Machine) Reasons(state []int64, mv Move) (texts []string) {
	f := x.bindArgs(mv)
	x.ev.state = state
	for i := range mv.Decl.When {
		c := &mv.Decl.When[i]
		if x.ev.holds(c.Expr, f) {
			continue
		}
		if c.Reason == nil {
			return texts
		}
		texts = append(texts, x.ev.reason(c, f))
	}
	if len(texts) > 0 {
		return texts
	}
	for _, r := range x.MoveFailures(state, mv) {
		if r.Reason != "" {
			texts = append(texts, r.Reason)
		}
	}
	return texts
}

// InitialFailures lists why a state is not an initial state: values outside their types; if there are none, initial
// values that differ; if there are none, conditions of `init` and `always` that fail, and equal values in distinct
// arrays. The list is empty if the state is an initial state.
func (x *Machine) InitialFailures(state []int64) (all []*Refusal) {
	first := x.CheckInitial(state)
	if first == nil {
		return nil
	}
	if first.Rule == RuleType || len(state) != x.m.StateSize {
		return []*Refusal{first}
	}
	collect := func(r *Refusal) bool {
		all = append(all, r)
		return true
	}
	x.eachOtherStart(state, collect)
	if len(all) > 0 {
		return all
	}
	x.eachFailure(x.m.Inits, state, RuleInitial, initSentence, collect)
	return append(all, x.AlwaysFailures(state)...)
}
