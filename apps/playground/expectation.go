package playground

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// expectations returns what an answer shows about an instance, as the model says it, without the word `expect`.
func expectations(a *puzzle.Answer) []text.Fields {
	out := []text.Fields{}
	for _, x := range a.Expected() {
		out = append(out, text.Fields{"kind", x.Kind, "number?", x.Number, "text", puzzle.ExpectationText(x)})
	}
	return out
}

// edit is a change of a text: Text takes the place of the span. If Text is "", nothing is to be changed.
type edit struct {
	span
	Text string `json:"text"`
}

// expectLine returns the edit that writes what was found as an `expect` line of an instance. A line that says
// something else about the same is replaced.
func (p *Playground) expectLine(_ context.Context, q *struct {
	Instance string       `json:"instance"`
	Expect   model.Expect `json:"expect"`
},
) (any, error) {
	if p.program == nil {
		return nil, errNothing
	}
	if p.program.Translated() != "" {
		return nil, errors.New("a problem of PDDL has no `expect` lines; convert it to a model first")
	}
	text := "expect " + puzzle.ExpectationText(q.Expect)
	if _, wrong := dsl.Parse("", []byte("puzzle P\n"+text)); wrong.HasErrors() {
		return nil, fmt.Errorf("`%s` cannot be written", text)
	}
	all := p.program.Expectations(q.Instance)
	for _, x := range all {
		switch {
		case isCount(x) != isCount(q.Expect):
		case puzzle.ExpectationText(x) == puzzle.ExpectationText(q.Expect) || implies(x, q.Expect):
			return edit{span: p.texts.span(x.Span)}, p.texts.own(x.Span)
		default:
			return edit{p.texts.span(x.Span), text}, p.texts.own(x.Span)
		}
	}
	after, is := p.expectsAfter(q.Instance)
	if n := len(all); n > 0 {
		after, is = all[n-1].Span, true
	}
	if !is {
		return nil, fmt.Errorf("the instance %q stands in a file of the library", q.Instance)
	}
	return p.texts.insertion(after, text, q.Instance == ""), p.texts.own(after)
}

func isCount(x model.Expect) bool { return dsl.ExpectKind(x.Kind) == dsl.ExpectSolutions }

// implies reports whether x, which is no number of solutions, says more than y.
func implies(x, y model.Expect) bool {
	return dsl.ExpectKind(y.Kind) == dsl.ExpectSolvable && dsl.ExpectKind(x.Kind) != dsl.ExpectUnsolvable
}

// expectsAfter returns the declaration after which the first `expect` of an instance stands: the instance or, for the
// model's own, the last goal before the first instance.
func (p *Playground) expectsAfter(instance string) (after diag.Span, found bool) {
	for _, name := range keys(p.texts.raw) {
		if instance == "" && name != p.texts.main {
			continue
		}
		file, _ := dsl.Parse(name, []byte(p.texts.raw[name]))
		goal := false
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *dsl.InstanceDecl:
				if instance == "" {
					return after, found
				}
				if d.Name.Name == instance {
					return d.Span(), true
				}
			case *dsl.GoalDecl, *dsl.ObjectiveDecl:
				after, found, goal = d.Span(), instance == "", true
			default:
				if instance == "" && !goal {
					after, found = d.Span(), true
				}
			}
		}
	}
	return after, found
}

// own returns an error if a span does not lie in a file of the page.
func (t *texts) own(s diag.Span) error {
	if _, own := t.raw[s.Start.Filename]; !own {
		return fmt.Errorf("this stands in %s, a file of the library", s.Start.Filename)
	}
	return nil
}

// insertion writes a text behind a declaration, on a line of its own if wanted and if nothing but a comment follows.
func (t *texts) insertion(after diag.Span, text string, line bool) edit {
	raw := t.raw[after.Start.Filename]
	read := diag.Unmarked(raw)
	at, lead := after.End.Offset, " "
	rest, _, _ := strings.Cut(read[min(at, len(read)):], "\n")
	if comment := strings.TrimSpace(rest); line && (comment == "" || strings.HasPrefix(comment, "//")) {
		at, lead = at+len(rest), "\n"
	}
	n, below := units(raw, at), strings.Count(lead, "\n")
	return edit{span{File: after.Start.Filename, From: n, To: n, Line: after.End.Line + below}, lead + text}
}
