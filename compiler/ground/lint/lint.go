// Package lint warns of probable mistakes in a model. Examples: numbers outside their type, indices outside their
// array, `the` with several values, a move that writes two values to one variable, conditions that no state satisfies,
// and negated conditions on undefined values. A warning gives values for which the problem occurs, if it finds such
// values.
package lint

// A Draft has the conditions of a ground move, or of another part of the model, and the doubts that package symbolic
// recorded in them. Note keeps the doubtful drafts until the reached values of the variables are known. Then Test looks
// for values that justify a doubt (justify.go). If there are too many to try, it loosens the conditions (sums.go).
//
// lint.go has the texts of warnings, readings.go those about the two readings of a condition. formulas.go warns of
// conditions that no state satisfies. blame.go and defined.go find the part of a condition that is to blame, and what
// to write instead; text.go writes expressions as the model does.

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/ground/symbolic"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/diag"
)

// Linter collects the doubts about ground moves until reachability has found the values of variables. The variables of
// the task must be the places of the state.
type Linter struct {
	ev       *symbolic.Evaluator
	m        *model.Model
	doubtful []*Draft
	tests    map[diag.Span]int // number of doubts, by position
	tried    map[diag.Span]int // assignments tried for these doubts
	warned   map[diag.Span]bool
	cases    map[assignment]*simplified // while doubts are tested
}

// New makes a linter that reports to the findings of an evaluator.
func New(ev *symbolic.Evaluator, m *model.Model) *Linter {
	return &Linter{ev: ev, m: m, tests: map[diag.Span]int{}, tried: map[diag.Span]int{}, warned: map[diag.Span]bool{}}
}

// MarkWarned marks a position as already reported.
func (l *Linter) MarkWarned(at diag.Span) {
	l.warned[at] = true
	l.ev.Ignore(at)
}

// Draft is a ground move while it is made: the guards of its clauses, and the doubts about each clause. It also stands
// for other parts of a model that have conditions, such as the goal: Decl is nil then.
type Draft struct {
	Decl   *model.Move
	Args   []model.Value
	What   string      // if Decl is nil: the name of the part, "the goal"
	Guards []task.Expr // by clause
	Wide   []task.Expr // the guards in the two-valued reading
	Needs  []task.Expr // the conditions that both readings of the effects demand
	// decides reports whether the conditions decide which states are reached. Then doubts about them are tested with
	// all values of the variables.
	decides bool
	found   []clauseDoubts
}

// clauseDoubts are the doubts of one clause of a move.
type clauseDoubts struct {
	clause int // number in Draft.Guards; InEffects for the rest
	doubts []symbolic.Doubt
}

// InEffects stands for the parts of a move that are not a clause with a guard.
const InEffects = -1

// Keep stores the doubts of the evaluator about a clause.
func (m *Draft) Keep(ev *symbolic.Evaluator, clause int) {
	if doubts := ev.TakeDoubts(); len(doubts) > 0 {
		m.found = append(m.found, clauseDoubts{clause, doubts})
	}
}

// others returns the conditions of the other clauses of a move. The readings of a clause matter only if the two-valued
// reading of the others holds; otherwise the move is not applicable in either reading.
func (l *Linter) others(m *Draft, clause int, kind symbolic.Kind) []task.Expr {
	guards := m.Guards
	var out []task.Expr
	if kind == symbolic.Readings {
		guards = m.Wide
		if clause != InEffects {
			out = slices.Clone(m.Needs)
		}
	}
	for i, c := range guards {
		if i != clause {
			out = append(out, l.ev.Pool.Conjuncts(c)...)
		}
	}
	return out
}

// Begin turns a draft that Note did not keep to a ground move.
func (m *Draft) Begin(decl *model.Move, args []model.Value) {
	*m = Draft{Decl: decl, Args: args, Guards: m.Guards[:0], Wide: m.Wide[:0]}
}

// Note stores the doubts about a ground move, a limited number for each position in the text. It reports whether it
// keeps the draft.
func (l *Linter) Note(m *Draft) (kept bool) {
	l.ev.TakeDoubts()
	if len(m.found) == 0 {
		return false
	}
	var few []clauseDoubts
	for _, found := range m.found {
		found.doubts = slices.DeleteFunc(found.doubts, func(d symbolic.Doubt) bool {
			if slices.Contains(l.others(m, found.clause, d.Kind), task.False) {
				return true
			}
			l.tests[d.Span]++
			return l.tests[d.Span] > testsPerPlace
		})
		if len(found.doubts) > 0 {
			few = append(few, found)
		}
	}
	if m.found = few; len(few) > 0 {
		l.doubtful = append(l.doubtful, m)
	}
	return len(few) > 0
}

// warn reports a doubt about a move.
func (l *Linter) warn(m *Draft, d *symbolic.Doubt, values map[int]int64) {
	where := fmt.Sprintf("in %s,", l.name(m))
	never := ""
	if with := l.example(d, values); with != "" {
		where += " if " + with + ","
		never = "; if no state that is reached is like this, say so by an `invariant`"
	}
	is, finds, would, undefined, refused := "is", "finds", "", ": it counts as undefined", ": such a move cannot be made"
	if values == nil { // it is not proved
		is, finds, would, undefined, refused = "may be", "may find", "may be", "", ""
	}
	if values != nil && (d.Kind == symbolic.OutsideIndex || d.Kind == symbolic.OutsideType ||
		d.Kind == symbolic.OutsideTarget) {
		state := make([]int64, l.m.StateSize)
		for v, c := range values {
			state[v] = c
		}
		would = "would be " + l.m.Format(model.NumberType, model.Int(l.ev.Pool.Eval(d.Value, state))) + ","
	}
	var code, msg, help string
	switch d.Kind {
	case symbolic.OutsideIndex:
		code, msg = codeLeaveArray, "the index "+would+" outside "+rangeText(d.Set)
		help = l.guardHelp(m, d, "")
	case symbolic.OutsideType:
		text := textOf(l.m, d.What)
		code, msg = codeLeaveType, "this "+would+" outside "+strings.TrimSpace("its type "+text)+undefined
		help = l.guardHelp(m, d, text)
	case symbolic.OutsideTarget:
		set := rangeText(d.Set)
		if d.What != nil {
			set = cmp.Or(textOf(l.m, d.What), "its type")
		}
		code, msg = codeLeaveType, "the new value "+would+" outside "+set+refused
		help = l.guardHelp(m, d, set)
	case symbolic.NotUnique:
		code, msg = codeNotUnique, "`the` "+finds+" no value, or several"
		help = "say in the condition which one is meant, or use `min` or `max`"
	case symbolic.Clash:
		code = codeWriteMaybe
		msg = l.m.StateName(d.Place) + " " + is + " written twice, with two values" + refused
		help = "exclude it by `where` or `when`"
	case symbolic.Readings:
		l.warnReadings(m, d, values)
		return
	}
	x := l.ev.Diags.Warnf(d.Span, code, "%s %s", where, msg)
	x.Help = help + never
	if d.Kind == symbolic.Clash {
		x.See(d.Other, "the other write")
	}
}

// name returns the name of a move, or of another part of the model, in findings.
func (l *Linter) name(m *Draft) string {
	if m.Decl == nil {
		return m.What
	}
	return "`" + l.m.ShowMove(m.Decl, m.Args) + "`"
}

// example names the values of the variables under which a doubt is justified.
func (l *Linter) example(d *symbolic.Doubt, values map[int]int64) string {
	bad := append([]task.Expr{d.OK}, d.Path...)
	return l.valuesOf(l.ev.Pool.Reads(l.ev.Pool.And(append(bad, task.True)...)), values)
}

// valuesOf names the values of some variables, four at most.
func (l *Linter) valuesOf(vars []int, values map[int]int64) string {
	var parts []string
	for _, place := range vars {
		if c, ok := values[place]; ok && len(parts) < 4 {
			parts = append(parts, l.m.StateName(place)+" = "+l.m.FormatAt(place, c))
		}
	}
	return strings.Join(parts, ", ")
}

// guardHelp proposes a guard.
func (l *Linter) guardHelp(m *Draft, d *symbolic.Doubt, set string) string {
	switch {
	case set != "":
	case d.Set == nil:
		set = "its type"
	default:
		set = rangeText(d.Set)
	}
	text := textOf(l.m, d.Expr)
	inside := func(x *model.Local) bool { // named among the effects
		return !slices.ContainsFunc(m.Decl.Params, func(p model.Variable) bool { return p.Slot == x.Slot })
	}
	switch {
	case text == "" || set == "its type":
		return "add a `when` that keeps it in " + set
	case m.Decl == nil:
		return "ask first: `" + text + " in " + set + " and …`"
	case slices.ContainsFunc(model.FreeLocals(d.Expr), inside):
		return "add `require " + text + " in " + set + "` before it if that is what is meant"
	}
	word := "when"
	if !l.ev.ReadsState(d.Expr) && len(m.Decl.Params) > 0 {
		word = "where"
	}
	return "add `" + word + " " + text + " in " + set + "` if that is what is meant"
}

// rangeText writes a set of numbers.
func rangeText(s *model.Set) string {
	n := s.Len()
	if n > 0 && s.Elems[n-1].N-s.Elems[0].N == int64(n-1) {
		return fmt.Sprintf("%d..%d", s.Elems[0].N, s.Elems[n-1].N)
	}
	var parts []string
	for i, v := range s.Elems {
		if i == 8 {
			parts = append(parts, "…")
			break
		}
		parts = append(parts, fmt.Sprint(v.N))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
