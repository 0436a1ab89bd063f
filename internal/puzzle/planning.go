package puzzle

import (
	"testing/fstest"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/pddl"
	"github.com/pzc-lang/pzc/internal/text"
)

// LoadPDDL reads a domain and a problem of PDDL. The program is that of the model that package pddl writes; findings
// and answers speak of the texts in PDDL. If the list has errors, only Sources of the program may be used.
func LoadPDDL(domain, problem Text) (*Program, diag.List) {
	p := newProgram(fstest.MapFS{})
	p.loader.Keep(domain.Name, diag.Unmarked(domain.Text))
	p.loader.Keep(problem.Name, diag.Unmarked(problem.Text))
	task, diags := pddl.Read(pddl.Text(domain), (*pddl.Text)(&problem))
	if task == nil {
		return p, diags
	}
	m := pddl.Write(task)
	if diags = append(diags, m.Findings...); diags.HasErrors() {
		return p, diags.Sorted()
	}
	checked, more := p.loader.LoadTranslated(&check.Translated{
		Name: problem.Name, Text: m.Text, At: m.Places.At, Notation: m.Names,
	})
	p.keep(checked)
	p.translated = m.Text
	return p, append(diags, more...).Sorted()
}

// Translated returns the text of the model as which a problem of PDDL is read; "" for a model in the language.
func (p *Program) Translated() string { return p.translated }

// CheckDomain checks a domain of PDDL without a problem. The program has the text of the domain among its Sources.
func CheckDomain(domain Text) (summary string, p *Program, diags diag.List) {
	p = newProgram(fstest.MapFS{})
	p.loader.Keep(domain.Name, diag.Unmarked(domain.Text))
	task, diags := pddl.Read(pddl.Text(domain), nil)
	if task == nil {
		return "", p, diags
	}
	return "the domain " + task.Domain + ", " + text.Count(len(task.Predicates), "predicate") + ", " +
		text.Count(len(task.Actions), "action"), p, diags
}

// ProblemName returns the name of the first problem in a text of PDDL, "" if there is none.
func ProblemName(text string) string { return pddl.Text{Text: text}.NameOf("problem") }

// ImportPDDL returns the text of a model for a domain and a problem of PDDL, in canonical layout.
func ImportPDDL(domain, problem Text) (string, *Program, diag.List) {
	p, diags := LoadPDDL(domain, problem)
	if diags.HasErrors() {
		return "", p, diags
	}
	about := "// Made by pzc import from " + domain.Name + " and " + problem.Name + ".\n"
	model, more := Format(problem.Name, about+p.translated)
	return model, p, append(diags, more...)
}
