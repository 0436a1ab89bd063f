package lint

import (
	"github.com/pzc-lang/pzc/compiler/ground/symbolic"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Demand says which states must satisfy the conditions of a declaration.
type Demand uint8

// The demands.
const (
	MaySatisfy     Demand = iota // any: `dead`
	OneSatisfies                 // some state: the goal
	StartSatisfies               // the initial state: `init`
	AllSatisfy                   // all reachable states: `always`
	AllPromised                  // all reachable states, as the model promises: `invariant`
)

// Formulas computes conditions and records doubts about their two readings. what names the conditions: "the goal".
// Formulas also warns of a condition that no state satisfies, if some state must satisfy the condition.
func (l *Linter) Formulas(what string, fs []model.Formula, demand Demand) (conds []task.Expr) {
	m := &Draft{What: what, decides: demand >= StartSatisfies}
	for i := range fs {
		f := make(symbolic.Frame, fs[i].Slots)
		l.ev.Compare(true)
		v := l.ev.Eval(fs[i].Expr, f)
		wide := l.ev.Settle(fs[i].Expr, v, f)
		l.ev.Compare(false)
		if l.ev.Halted() {
			return conds
		}
		conds = append(conds, v.X)
		if v.X != task.False || demand == MaySatisfy || demand == AllPromised {
			m.Guards, m.Wide = append(m.Guards, v.X), append(m.Wide, wide)
			m.Keep(l.ev, len(m.Guards)-1)
			continue
		}
		b := blame{ev: l.ev, m: l.m, part: fs[i].Expr, found: v, frame: f}
		b.hopeless(fs[i].Expr, f, true)
		if isUndecided(b.found) || !l.m.HasData() {
			b.warnHopeless(what)
			l.ev.TakeDoubts()
		}
		m.Keep(l.ev, InEffects)
	}
	l.Note(m)
	return conds
}

// warnHopeless warns of a condition that no state satisfies.
func (b *blame) warnHopeless(what string) {
	if isUndecided(b.found) {
		d := b.ev.Diags.Warnf(b.part.Span(), codeHopeless,
			"no state satisfies %s: this is undefined%s, and what is undefined does not hold", what, b.values())
		d.Help = b.definedHelp()
		return
	}
	b.ev.Diags.Warnf(b.part.Span(), codeHopeless, "no state satisfies %s: this makes it false%s", what, b.values())
}
