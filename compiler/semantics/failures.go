package semantics

import (
	"github.com/pzc-lang/pzc/compiler/model"
)

// list is what refuses a state.
type list struct {
	x     *Machine
	m     *model.Model
	ev    *Evaluator
	state []int64
	known []bool // which elements of state have a value; nil: all
	all   []*Refusal
}

func newList(x *Machine, state []int64, known []bool) *list {
	return &list{x: x, m: x.Model(), ev: x.Evaluator(), state: state, known: known}
}

func (l *list) add(r *Refusal) bool {
	l.all = append(l.all, r)
	return true
}

// noGoal describes a state that is not a goal.
func (l *list) noGoal() string {
	if len(l.m.Moves) == 0 {
		return "the goal does not hold"
	}
	return "the goal is not reached"
}

// condition adds each failure of a condition in the evaluator's state, at most maxFailures. f is the condition's frame.
func (l *list) condition(rule rule, c *model.Cond, f Frame, sentence string) {
	n := 0
	b := &describing{m: l.m, ev: l.ev, lost: rule == ruleLost}
	b.yield = func(t fault) bool {
		n++
		r := &Refusal{
			Rule: rule, Span: c.Expr.Span(), Part: t.part.Span(), For: t.vars, Values: t.values,
			Reason: l.ev.ReasonText(c, f), More: n == maxFailures,
		}
		if r.Reason != "" {
			r.Text = sentence + ": " + r.Reason
		} else {
			r.Text = sentence + l.x.condition(rule) + forWhich(t.vars) + ": " + t.text
		}
		return l.add(r) && !r.More
	}
	l.ev.faults(c.Expr, f, b.fault)
	if n == 0 { // the work was ended
		l.add(&Refusal{Rule: rule, Span: c.Expr.Span(), Text: sentence})
	}
}

// excluded adds the conditions that exclude a move in each state, as far as the notation has them: those of sets that
// arguments are not in, and those of `where`.
func (l *list) excluded(mv Move, f Frame) {
	sentence := l.x.cannotBeMade(mv)
	b := &describing{m: l.m, ev: l.ev, mv: mv}
	b.yield = func(t fault) bool {
		return t.text == "" || l.add(&Refusal{
			Rule: RuleWhere, Span: t.part.Span(), Part: t.part.Span(), Text: sentence + ": " + t.text,
		})
	}
	for i, v := range mv.Args {
		if p := &mv.Decl.Params[i]; !l.ev.Contains(p.Set, v, f) {
			b.yield(fault{part: p.Set, text: b.noted(p.Set, f, true, nil)})
		}
	}
	if w := mv.Decl.Where; w != nil && !l.ev.holds(w, f) {
		l.ev.faults(w, f, func(x failingPart) bool {
			return b.yield(fault{part: x.Part, text: b.noted(x.Part, x.Frame, x.Want, nil)})
		})
	}
}

// formulas adds each failure of conditions.
func (l *list) formulas(fs []model.Formula, rule rule, sentence string) {
	for i := range fs {
		l.ev.SetState(l.state)
		f := make(Frame, fs[i].Slots)
		if l.ev.wrong(fs[i].Expr, f, true) {
			l.condition(rule, &fs[i].Cond, f, sentence)
		}
	}
}

// broken adds each failure of `always` and `lost`. subject is the subject of the sentences.
func (l *list) broken(subject string) {
	for i := range l.m.Always {
		rule := ruleOf(&l.m.Always[i])
		l.formulas(l.m.Always[i:i+1], rule, rule.breaks(subject))
	}
}

// repeated adds the elements of distinct arrays that are equal to an earlier one.
func (l *list) repeated() {
	for _, a := range l.m.StateArrays() {
		if a.Distinct {
			l.repeatedOf(a)
		}
	}
}

func (l *list) repeatedOf(a *model.Array) {
	d := l.m.Data[a.ID]
	at := make(map[int64]int, d.Size)
	n := 0
	for k := d.Offset; k < d.Offset+d.Size; k++ {
		if l.known != nil && !l.known[k] {
			continue
		}
		first, again := at[l.state[k]]
		if !again {
			at[l.state[k]] = k
			continue
		}
		n++
		r := l.x.repeatedValues(a, first, k, l.state)
		r.More = n == maxFailures
		if l.add(r); r.More {
			return
		}
	}
}

// always adds why a state is not allowed: the instances of `always` and `lost` that fail, and equal values in distinct
// arrays.
func (l *list) always(subject string) {
	l.broken(subject)
	l.repeated()
}
