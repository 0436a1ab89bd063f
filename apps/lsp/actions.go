package lsp

import (
	"context"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// codeAction is an edit that the editor offers.
type codeAction struct {
	Title       string       `json:"title"`
	Kind        string       `json:"kind"`
	Diagnostics []diagnostic `json:"diagnostics,omitempty"`
	Preferred   bool         `json:"isPreferred,omitempty"`
	Edit        any          `json:"edit,omitempty"`
	Command     *command     `json:"command,omitempty"`
}

// command is a command that the editor has the server execute.
type command struct {
	Title     string `json:"title"`
	Command   string `json:"command"`
	Arguments []any  `json:"arguments,omitempty"`
}

// The kinds of actions.
const (
	quickFix = "quickfix"
	refactor = "refactor"
	fixAll   = "source.fixAll"
)

// codeActions lists the fixes of the findings in a range or, if the client asks for it, all fixes of a document as one.
func (s *Server) codeActions(d *document, p *struct {
	documentParams
	Range   rangeOf `json:"range"`
	Context struct {
		Only []string `json:"only"`
	} `json:"context"`
},
) (any, error) {
	wants := func(kind string) bool {
		return slices.ContainsFunc(p.Context.Only, func(k string) bool { return k == kind || strings.HasPrefix(kind, k+".") })
	}
	if d.pddl {
		return []codeAction{}, nil
	}
	if wants(fixAll) {
		return s.fixAll(d), nil
	}
	out := []codeAction{}
	if len(p.Context.Only) > 0 && !wants(quickFix) && !wants(refactor) {
		return out, nil
	}
	for s.refresh() {
	}
	if known := s.plans[d.name]; known != nil {
		return append(out, s.planActions(d, known, p.Range)...), nil
	}
	from, to := d.text.offset(p.Range.Start), d.text.offset(p.Range.End)
	for _, f := range s.findings(d.name) {
		at := f.Span
		if f.Fix == nil || f.Fix.Span.Start.Filename != d.name || at.End.Offset < from || to < at.Start.Offset {
			continue
		}
		title := "write `" + diag.OneLine(f.Fix.Text) + "`"
		if f.Fix.Text == "" {
			title = "remove it"
		}
		edit := textEdit{s.placeOf(f.project, f.Fix.Span).Range, d.text.withLineBreaks(f.Fix.Text)}
		out = append(out, codeAction{
			Title: title, Kind: quickFix, Diagnostics: []diagnostic{s.diagnostic(f.project, f.Diagnostic)}, Preferred: true,
			Edit: map[string]any{"changes": map[string][]textEdit{d.uri: {edit}}},
		})
	}
	return out, nil
}

// fixAll applies all fixes that help, as puzzle.Fix does.
func (s *Server) fixAll(d *document) any {
	files, t, name, uri := s.filesOf(d.name), d.text, d.name, d.uri
	return later(func(context.Context) (any, error) {
		fixed, all := puzzle.Fix(files, name, t.read)
		if len(all) == 0 {
			return []codeAction{}, nil
		}
		return []codeAction{{
			Title: "fix all that only one thing can be meant by", Kind: fixAll,
			Edit: map[string]any{"changes": map[string][]textEdit{uri: t.difference(fixed)}},
		}}, nil
	})
}

// planActions lists the questions about a plan: why a line is refused, and what the rest of an optimal plan is.
func (s *Server) planActions(d *document, p *plan, at rangeOf) (out []codeAction) {
	if !s.mayRun() || p.model == "" {
		return nil
	}
	add := func(title, kind, name, verb string) {
		do := command{title, name, []any{order{URI: d.uri, Verb: verb}}}
		out = append(out, codeAction{Title: title, Kind: kind, Command: &do})
	}
	if slices.ContainsFunc(p.found, func(f diagnostic) bool {
		return f.Range.Start.Line <= at.End.Line && at.Start.Line <= f.Range.End.Line
	}) {
		add("why is this refused? (pzc why)", quickFix, commandRun, "why")
	}
	if p.refused < 0 {
		add("write the rest of a best plan", refactor, commandFinish, "")
	}
	return out
}
