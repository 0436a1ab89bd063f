package puzzle

import (
	"embed"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lazy"
	"github.com/pzc-lang/pzc/internal/pddl"
	"github.com/pzc-lang/pzc/internal/text"
)

var planningText = lazy.Compile(`^(?:\s+|;.*)*\(\s*(?i:define)\s*\(`)

// IsPlanning reports whether a text is one of PDDL: by the name of its file, or because it begins with `(define (`.
func IsPlanning(file, text string) bool {
	if strings.EqualFold(path.Ext(file), ".pddl") {
		return true
	}
	text = strings.TrimLeft(strings.TrimPrefix(text, "\ufeff"), "\t\n\f\r ")
	begins := strings.HasPrefix(text, "(") || strings.HasPrefix(text, ";") // no model does
	return begins && planningText.Get().MatchString(text)
}

// LoadPlanning reads a text of PDDL with what its folder holds, as an editor opens it: a problem is read with its
// domain, as by DomainBeside, and a domain is checked alone. The program of a domain has no Model.
func LoadPlanning(t Text, names []string, read func(name string) ([]byte, error)) (*Program, diag.List) {
	switch pddl.Text(t).Kind() {
	case pddl.Problem, pddl.Both:
		domain, err := DomainBeside(t, names, read)
		if err == nil {
			return LoadPDDL(domain, t)
		}
		p := newProgram(embed.FS{})
		p.loader.Keep(t.Name, diag.Unmarked(t.Text))
		at := diag.Pos{Filename: t.Name, Line: 1, Column: 1}
		d := diag.Diagnostic{Code: pddl.Unpaired, Span: diag.Span{Start: at, End: at}, Msg: err.Error()}
		d.Help = "name the file of the domain domain.pddl, or write the domain above the problem"
		return p, diag.List{&d}
	default:
		_, p, diags := CheckDomain(t)
		return p, diags
	}
}

// above stands before the names of files in the folder above that of a problem.
const above = "../"

// PlanningFiles lists the names of the files of PDDL in the folder of a file, then those in the folder above.
func PlanningFiles(file string) (names []string, err error) {
	for _, up := range []string{"", above} {
		all, wrong := NamesIn(filepath.Dir(file) + "/" + up)
		if up == "" {
			err = wrong
		}
		for _, name := range all {
			if IsPlanning(name, "") {
				names = append(names, up+name)
			}
		}
	}
	return names, err
}

// NamesIn lists the names of the files in a folder, in order. For the page it is less code than os.ReadDir.
func NamesIn(folder string) ([]string, error) {
	f, err := os.Open(folder)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	names, err := f.Readdirnames(-1)
	slices.Sort(names)
	return names, err
}

// DomainBeside returns the domain of a problem of PDDL. A text that holds both is its own domain. Otherwise the names
// are those of PlanningFiles, and read reads a file. For p01.pddl and p01-easy.pddl the domain is p01-domain.pddl,
// domain-p01.pddl, domain_p01.pddl, domain01.pddl or d01.pddl. Otherwise it is domain.pddl, the only domain in the
// folder, or the only one with the name that the problem gives. If there is none, the folder above is looked at in the
// same way, for domains with this name. There the name of the folder stands for p01.
func DomainBeside(problem Text, names []string, read func(name string) ([]byte, error)) (Text, error) {
	if pddl.Text(problem).Kind() == pddl.Both {
		return problem, nil
	}
	dir, base := path.Split(problem.Name)
	wanted := pddl.Text(problem).Wanted()
	named := func(t Text) bool { return pddl.Text(t).NameOf("domain") == wanted }
	domain := func(name string) (t Text, ok bool) {
		if name == base || !slices.Contains(names, name) {
			return t, false
		}
		t.Name = path.Clean(dir + name)
		content, err := read(t.Name)
		t.Text = string(content)
		return t, err == nil && pddl.Text(t).Kind() == pddl.Domain && (!strings.HasPrefix(name, above) || named(t))
	}
	for _, up := range []string{"", above} {
		stem := strings.TrimSuffix(base, path.Ext(base))
		if up != "" {
			stem = path.Base(dir)
		}
		for _, name := range domainNames(stem) {
			if t, ok := domain(up + name); ok {
				return t, nil
			}
		}
		var found []string
		var only, fits Text
		fitting := 0
		for _, name := range names {
			if t, ok := domain(name); ok && strings.HasPrefix(name, above) == (up != "") {
				only, found = t, append(found, name)
				if named(t) {
					fits = t
					fitting++
				}
			}
		}
		switch {
		case fitting == 1:
			return fits, nil
		case len(found) == 1:
			return only, nil
		case len(found) > 1:
			return Text{}, fmt.Errorf("several domains are beside this problem (%s)", strings.Join(found, ", "))
		}
	}
	return Text{}, errors.New("there is no domain beside this problem")
}

// domainNames lists the names that the file of a domain may have, the first one first, for the name of a problem.
func domainNames(stem string) (all []string) {
	for _, part := range []string{stem, strings.SplitN(stem, "-", 2)[0], strings.SplitN(stem, "_", 2)[0]} {
		for _, form := range []string{"%s-domain.pddl", "%s_domain.pddl", "domain-%s.pddl", "domain_%s.pddl", "%s.pddl"} {
			all = append(all, fmt.Sprintf(form, part))
		}
	}
	number := strings.TrimLeftFunc(stem, unicode.IsLetter)
	return append(all, "domain"+number+".pddl", "d"+number+".pddl", "domain.pddl")
}

// LoadPDDL reads a domain and a problem of PDDL, or several problems, which become instances. The program is that of
// the model that package pddl writes; findings and answers speak of the texts in PDDL. If the list has errors, only
// Sources of the program may be used.
func LoadPDDL(domain Text, problems ...Text) (*Program, diag.List) {
	p, diags := loadPDDL(false, domain, problems)
	p.Open = func() (*Program, diag.List) { return loadPDDL(true, domain, problems) }
	return p, diags
}

func loadPDDL(open bool, domain Text, problems []Text) (*Program, diag.List) {
	p := newProgram(embed.FS{})
	p.loader.Keep(domain.Name, diag.Unmarked(domain.Text))
	var texts []pddl.Text
	names := []string{domain.Name}
	for _, t := range problems {
		p.loader.Keep(t.Name, diag.Unmarked(t.Text))
		texts, names = append(texts, pddl.Text(t)), append(names, t.Name)
	}
	p.origin = strings.Join(slices.Compact(names), ", ")
	task, diags := pddl.Read(pddl.Text(domain), texts...)
	if task == nil {
		return p, diags
	}
	task.Open = open
	m := pddl.Write(task)
	if diags = append(diags, m.Findings...); diags.HasErrors() {
		return p, diags.Sorted()
	}
	checked, more := p.loader.LoadTranslated(&check.Translated{
		Name: problems[0].Name, Text: m.Text, At: m.Places.At, Notation: m.Names,
	})
	p.translated, p.whole = m.Text, task.Span
	p.keep(checked)
	return p, append(diags, p.spoken(more)...).Sorted()
}

// spoken leaves out of warnings what only a model that was made of PDDL has: warnings and notes about what stands for
// nothing in PDDL. Helps are left out as well, because they say what to write into a model.
func (p *Program) spoken(diags diag.List) diag.List {
	if p.translated == "" {
		return diags
	}
	foreign := func(s diag.Span) bool {
		return s == p.whole || s.Start.Filename == check.TranslatedName(p.checked.Name)
	}
	diags = slices.DeleteFunc(diags, func(d *diag.Diagnostic) bool { return d.Severity != diag.Error && foreign(d.Span) })
	for _, d := range diags {
		d.Related = slices.DeleteFunc(d.Related, func(r diag.Related) bool { return foreign(r.Span) })
		if d.Severity != diag.Error {
			d.Help = ""
		}
	}
	return diags
}

// Translated returns the text of the model as which a problem of PDDL is read; "" for a model in the language.
func (p *Program) Translated() string { return p.translated }

// CheckDomain checks a domain of PDDL without a problem. The program has the text of the domain among its Sources.
func CheckDomain(domain Text) (summary string, p *Program, diags diag.List) {
	p = newProgram(embed.FS{})
	p.loader.Keep(domain.Name, diag.Unmarked(domain.Text))
	task, diags := pddl.Read(pddl.Text(domain))
	if task == nil {
		return "", p, diags
	}
	return "the domain " + task.Domain + ", " + text.Count(len(task.Predicates), "predicate") + ", " +
		text.Count(len(task.Actions), "action"), p, diags
}

// ProblemName returns the name of the first problem in a text of PDDL, "" if there is none.
func ProblemName(text string) string { return pddl.Text{Text: text}.NameOf("problem") }

// Imported returns the text of a program that was read from PDDL as a model of its own, in canonical layout.
func (p *Program) Imported() (string, diag.List) {
	return Format(p.checked.Name, "// Made by pzc import from "+p.origin+".\n"+p.translated)
}
