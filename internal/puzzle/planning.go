package puzzle

import (
	"testing/fstest"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/pddl"
)

// LoadPDDL reads a domain and a problem of PDDL. The program is that of the model that package pddl writes; findings and
// answers speak of the texts in PDDL. If the list has errors, only Sources of the program may be used.
func LoadPDDL(domain, problem Text) (*Program, diag.List) {
	p := newProgram(fstest.MapFS{})
	p.loader.Keep(domain.Name, diag.Unmarked(domain.Text))
	p.loader.Keep(problem.Name, diag.Unmarked(problem.Text))
	task, diags := pddl.Read(pddl.Text(domain), (*pddl.Text)(&problem))
	if task == nil {
		return p, diags
	}
	m := pddl.Write(task)
	checked, more := p.loader.LoadTranslated(&check.Translated{
		Name: problem.Name, Text: m.Text, At: m.Places.At, Notation: m.Names,
	})
	p.keep(checked)
	return p, append(append(diags, m.Warnings...), more...).Sorted()
}
