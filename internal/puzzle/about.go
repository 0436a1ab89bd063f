package puzzle

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/diag"
)

// About is what a person must know who plays a puzzle and does not see the model.
type About struct {
	Title  string   `json:"title"`
	Author string   `json:"author,omitempty"`
	Rules  string   `json:"rules,omitempty"` // paragraphs and lines
	Clues  []string `json:"clues,omitempty"` // what must hold in a puzzle without moves
}

// About returns what the model says about the puzzle, without clues.
func (program *Program) About() About {
	m := program.checked
	return About{Title: cmp.Or(m.Title.Text, m.Puzzle), Author: m.Author.Text, Rules: m.Rules.Text}
}

// About returns what the model says about the puzzle. A clue is what the model says of a condition with `as`. If the
// model has neither such texts nor `rules`, each condition is told: what is wrong if it fails, where the reason is the
// same in all states, else the text of the condition.
func (puzzle *Puzzle) About() About {
	out, m := puzzle.Program.About(), puzzle.Program.checked
	if puzzle.HasMoves() {
		return out
	}
	ev, all := semantics.NewEvaluator(puzzle.model), slices.Concat(m.Goals, m.Always)
	told := m.HasRules || slices.ContainsFunc(all, func(f model.Formula) bool { return f.Rule != nil })
	for _, f := range all {
		switch frame := make(semantics.Frame, f.Slots); {
		case f.Defines:
		case f.Rule != nil:
			out.Clues = append(out.Clues, puzzle.told(ev, &f.Cond, frame)...)
		case told, m.Objective != nil && f.Expr.Span() == m.Objective.Span: // the value is defined
		case f.Reason != nil && !model.ReadsState(f.Reason) && len(model.FreeLocals(f.Reason)) == 0:
			out.Clues = append(out.Clues, "It is wrong if: "+ev.ReasonText(&f.Cond, frame))
		default:
			out.Clues = append(out.Clues, strings.Join(strings.Fields(puzzle.text(f.Expr.Span())), " "))
		}
	}
	if o := m.Objective; o != nil && !told {
		out.Clues = append(out.Clues, strings.Join(strings.Fields(puzzle.text(o.Span)), " "))
	}
	return out
}

// Told returns what the model says to players of the condition that has a place: its `as`, or what is wrong if it
// fails. It returns "" if the model says nothing, or nothing that is the same in all states.
func (puzzle *Puzzle) Told(at diag.Span) string {
	m := puzzle.Program.checked
	ev := semantics.NewEvaluator(puzzle.model)
	for _, f := range slices.Concat(m.Goals, m.Always) {
		s := f.Expr.Span()
		if s.Start.Filename != at.Start.Filename || at.Start.Offset < s.Start.Offset || at.End.Offset > s.End.Offset {
			continue
		}
		switch frame := make(semantics.Frame, f.Slots); {
		case f.Rule != nil && len(model.FreeLocals(f.Rule)) == 0:
			return semantics.TextOf(ev.Value(f.Rule, frame))
		case f.Reason != nil && !model.ReadsState(f.Reason) && len(model.FreeLocals(f.Reason)) == 0:
			return "it is wrong if " + ev.ReasonText(&f.Cond, frame)
		}
	}
	return ""
}

// maxTold is the greatest number of texts that a rule tells.
const maxTold = 100

// told returns the texts of a rule: one for each combination of values of the variables that it uses.
func (puzzle *Puzzle) told(ev *semantics.Evaluator, c *model.Cond, f semantics.Frame) (texts []string) {
	foralls, seen := slices.Collect(model.Foralls(c)), map[string]bool{}
	var visit func(i int) bool
	visit = func(i int) bool {
		if i < len(foralls) {
			ev.EachBinding(foralls[i], f, func() bool { return visit(i + 1) })
			return len(texts) < maxTold
		}
		key := ""
		for _, l := range model.FreeLocals(c.Rule) {
			v, _ := ev.Value(l, f)
			key += puzzle.model.Format(l.Type(), v) + "\n"
		}
		if text, ok := ev.Value(c.Rule, f); ok && !seen[key] {
			texts, seen[key] = append(texts, semantics.TextOf(text, ok)), true
		}
		return len(texts) < maxTold
	}
	visit(0)
	return texts
}

// text returns the source text of a place in the model.
func (puzzle *Puzzle) text(at diag.Span) string {
	return puzzle.Program.Sources()[at.Start.Filename][at.Start.Offset:at.End.Offset]
}
