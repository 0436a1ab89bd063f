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

// About returns what the model says about the puzzle. A clue is the reason that the model gives for a condition. If
// there is no reason, or the reason depends on values that are filled in, the clue is the text of the condition. If the
// model has `rules`, there are no such clues: the rules say the same.
func (puzzle *Puzzle) About() About {
	out, m := puzzle.Program.About(), puzzle.Program.checked
	if puzzle.HasMoves() {
		return out
	}
	ev := semantics.NewEvaluator(puzzle.model)
	for _, f := range slices.Concat(m.Goals, m.Always) {
		switch {
		case m.Objective != nil && f.Expr.Span() == m.Objective.Span: // the value is defined
		case f.Reason != nil && !model.ReadsState(f.Reason) && len(model.FreeLocals(f.Reason)) == 0:
			out.Clues = append(out.Clues, ev.ReasonText(&f.Cond, make(semantics.Frame, f.Slots)))
		case !m.HasRules:
			out.Clues = append(out.Clues, strings.Join(strings.Fields(puzzle.text(f.Expr.Span())), " "))
		}
	}
	if o := m.Objective; o != nil && !m.HasRules {
		out.Clues = append(out.Clues, strings.Join(strings.Fields(puzzle.text(o.Span)), " "))
	}
	return out
}

// text returns the source text of a place in the model.
func (puzzle *Puzzle) text(at diag.Span) string {
	return puzzle.Program.Sources()[at.Start.Filename][at.Start.Offset:at.End.Offset]
}
