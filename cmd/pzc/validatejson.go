package main

import (
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// validationObject is the JSON of one answer that validate judges.
type validationObject struct {
	Line      int             `json:"line,omitempty"` // where the answer begins, if there are several
	Valid     bool            `json:"valid"`
	Cost      int64           `json:"cost"`
	Length    int             `json:"length"`
	Step      int             `json:"step,omitempty"` // the move that cannot be made, from 1
	Reason    string          `json:"reason,omitempty"`
	Failures  []failureObject `json:"failures,omitempty"`
	Missing   []string        `json:"missing,omitempty"`
	Undecided string          `json:"undecided,omitempty"`
	Best      *bestObject     `json:"best,omitempty"`
	Plan      show.Moves      `json:"plan"`
}

// validationsObject is the JSON of an input with several answers.
type validationsObject struct {
	Valid   bool               `json:"valid"`
	Answers []validationObject `json:"answers"`
}

// failureObject is one reason why an answer is no solution. The places are those of the condition; "part" is the part
// of it that fails. The fields of each JSON object stand in its own struct (another: spaceObject).
type failureObject struct {
	Rule      string          `json:"rule"`
	File      string          `json:"file,omitempty"`
	Line      int             `json:"line,omitempty"`
	Column    int             `json:"column,omitempty"`
	Clause    string          `json:"clause,omitempty"`
	Part      string          `json:"part,omitempty"`
	Text      string          `json:"text"`
	Reason    string          `json:"reason,omitempty"`
	For       []witnessObject `json:"for,omitempty"`
	Witnesses []witnessObject `json:"witnesses,omitempty"`
	More      bool            `json:"more,omitempty"`
}

type witnessObject struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// bestObject compares a plan with the best one.
type bestObject struct {
	Cost    *int64 `json:"cost,omitempty"` // of the best plan that was found
	Optimal bool   `json:"optimal"`        // no plan costs less than Cost
	Lower   int64  `json:"lower_bound"`
	Bound   *int64 `json:"bound,omitempty"` // of a puzzle with an objective: no value is better
}

func (v *validation) object() any {
	if len(v.checks) == 1 {
		return v.checkObject(v.checks[0])
	}
	all := validationsObject{Valid: v.status() != exitNo && len(v.checks) > 0, Answers: []validationObject{}}
	for _, c := range v.checks {
		o := v.checkObject(c)
		o.Line = c.At.Line
		all.Answers = append(all.Answers, o)
	}
	return all
}

func (v *validation) checkObject(c *puzzle.Check) validationObject {
	o := validationObject{
		Valid: c.Valid(), Cost: c.Solution.Cost, Length: len(c.Solution.Steps), Step: c.Step, Missing: c.Missing,
		Undecided: inFlags(c.Undecided), Plan: show.MovesOf(c.Solution),
	}
	sources := v.puzzle.Program.Sources()
	for _, f := range c.Failures {
		o.Failures = append(o.Failures, failureOf(f, sources))
	}
	if len(c.Failures) > 0 {
		o.Reason = c.Failures[0].Msg
	}
	if v.best != nil {
		o.Best = &bestObject{Optimal: v.best.Optimal, Lower: v.best.Lower, Bound: v.best.Bound}
		if least := v.least(); len(v.best.Solutions) > 0 {
			o.Best.Cost = &least
		}
	}
	return o
}

func failureOf(f puzzle.Failure, sources map[string]string) failureObject {
	o := failureObject{
		Rule: f.Code, File: f.Span.Start.Filename, Line: f.Span.Start.Line, Column: f.Span.Start.Column,
		Clause: within(f.Span, sources), Part: within(f.Part, sources), Text: f.Msg, Reason: f.Reason, More: f.More,
	}
	for _, w := range f.For {
		o.For = append(o.For, witnessObject(w))
	}
	for _, w := range f.Values {
		o.Witnesses = append(o.Witnesses, witnessObject(w))
	}
	return o
}

// within returns the text of a span; "" without a place.
func within(s diag.Span, sources map[string]string) string {
	text := sources[s.Start.Filename]
	if !s.Start.IsValid() || s.Start.Offset > s.End.Offset || s.End.Offset > len(text) {
		return ""
	}
	return text[s.Start.Offset:s.End.Offset]
}
