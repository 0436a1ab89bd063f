package main

import (
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// object returns the JSON of an input: of its answer, or of several answers.
func (v *validation) object() text.Fields {
	if len(v.checks) == 1 {
		return v.checkObject(v.checks[0])
	}
	answers := []text.Fields{}
	for _, c := range v.checks {
		answers = append(answers, append(text.Fields{"line?", c.At.Line}, v.checkObject(c)...))
	}
	return text.Fields{"valid", v.status() != exitNo && len(v.checks) > 0, "answers", answers}
}

// checkObject returns the JSON of an answer. Its step is the move that cannot be made, from 1.
func (v *validation) checkObject(c *puzzle.Check) text.Fields {
	reason := ""
	if len(c.Failures) > 0 {
		reason = c.Failures[0].Msg
	}
	o := text.Fields{
		"valid", c.Valid(), "cost", c.Solution.Cost, "length", len(c.Solution.Steps), "step?", c.Step, "reason?", reason,
		"failures?", lists.Map(c.Failures, v.failure), "missing?", c.Missing, "undecided?", inFlags(c.Undecided),
	}
	if v.best != nil {
		best := text.Fields{}
		if len(v.best.Solutions) > 0 {
			best = text.Fields{"cost", v.least()}
		}
		o = append(o, "best", append(best, "optimal", v.best.Optimal, "lower_bound", v.best.Lower, "bound?", v.best.Bound))
	}
	return append(o, "plan", show.MovesOf(c.Solution))
}

// failure returns the JSON of a reason why an answer is no solution. The places are those of the condition; "part" is
// the part of it that fails.
func (v *validation) failure(f puzzle.Failure) text.Fields {
	sources, at := v.puzzle.Program.Sources(), f.Span.Start
	var bound, read []text.Fields
	for _, w := range f.For {
		bound = append(bound, text.Fields{"name", w.Name, "value", w.Value})
	}
	for _, w := range f.Values {
		read = append(read, text.Fields{"name", w.Name, "value", w.Value})
	}
	return text.Fields{
		"rule", f.Code, "file?", at.Filename, "line?", at.Line, "column?", at.Column, "clause?", within(f.Span, sources),
		"part?", within(f.Part, sources), "text", f.Msg, "reason?", f.Reason, "for?", bound, "witnesses?", read,
		"more?", f.More,
	}
}

// within returns the text of a span; "" without a place.
func within(s diag.Span, sources map[string]string) string {
	text := sources[s.Start.Filename]
	if !s.Start.IsValid() || s.Start.Offset > s.End.Offset || s.End.Offset > len(text) {
		return ""
	}
	return text[s.Start.Offset:s.End.Offset]
}
