package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/pddl"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// isPlanning reports whether a file is one of PDDL, by its name or by how it begins.
func isPlanning(file string) bool {
	text, _ := puzzle.ReadOrdinary(file) // a pipe must not be read twice; without a text the name decides
	return puzzle.IsPlanning(file, string(text))
}

// domains takes the domains of PDDL out of a command line that are followed by their problems. A problem stands for a
// model; its domain is the one before it. A domain that is the only one may also come last. It returns the domain of
// each problem. A problem that is named again with another domain becomes `domain,problem`.
func domains(args []string) (rest []string, domainOf map[string]string) {
	domain := ""
	domainOf = map[string]string{}
	if slices.Contains(args, "grade") || slices.Contains(args, "--against") { // students hand in domains alone
		return args, domainOf
	}
	kinds := make([]pddl.Kind, len(args))
	planning := make([]bool, len(args)+1)
	defining, last := 0, -1 // the number of domains, and the last file of PDDL
	for i, arg := range args {
		if planning[i] = !strings.HasPrefix(arg, "-") && isPlanning(arg); planning[i] {
			kinds[i], last = kindOf(arg), i
			defining += int(kinds[i] & pddl.Domain)
		}
	}
	if defining == 1 && kinds[last] == pddl.Domain && slices.Contains(kinds, pddl.Problem) {
		domain = args[last]
	} else {
		last = -1
	}
	for i, arg := range args {
		switch {
		case i == last:
			continue
		case !planning[i]:
		case planning[i+1] &&
			(kinds[i] == pddl.Domain || kinds[i] == pddl.Both && kinds[i+1] == pddl.Problem):
			domain = arg
			continue
		case domain != "" && domainOf[arg] != "" && domainOf[arg] != domain:
			domainOf[domain+","+arg] = domain
			arg = domain + "," + arg
		case domain != "":
			domainOf[arg] = domain
		}
		rest = append(rest, arg)
	}
	return rest, domainOf
}

// problemFile returns the file of a problem that domains named.
func (e *env) problemFile(name string) string {
	return strings.TrimPrefix(name, e.domainOf[name]+",")
}

// kindOf returns what a file of PDDL is, Neither if it cannot be read.
func kindOf(file string) pddl.Kind {
	text, err := puzzle.ReadFile(file)
	if err != nil {
		return pddl.Neither
	}
	return pddl.Text{Name: file, Text: string(text)}.Kind()
}

// openPlanning reads a problem of PDDL with its domain.
func (e *env) openPlanning(file string) (*puzzle.Program, diag.List, error) {
	text, err := e.readFile(e.problemFile(file))
	if errors.Is(err, fs.ErrNotExist) {
		err = missingFile(file)
	}
	if err != nil {
		return nil, nil, plainError(err)
	}
	problem := puzzle.Text{Name: file, Text: string(text)}
	domain, err := e.domain(problem)
	if err != nil {
		return nil, nil, err
	}
	problem.Name = e.problemFile(file)
	program, diags := puzzle.LoadPDDL(domain, problem)
	return program, diags, nil
}

// planning writes the model of a problem of PDDL, or of several problems of one domain.
func (c *importCommand) planning(e *env) error {
	switch {
	case c.Instance != "" || c.Model != "":
		return errors.New("-i and --model are for levels; of PDDL, give the problems that the model is to have")
	case c.Hole == "first" || e.json():
		return errors.New("--hole and --format json are for levels; PDDL is written as a model")
	}
	var domain puzzle.Text
	var problems []puzzle.Text
	for _, file := range c.Files {
		if file == "-" {
			return errors.New("--as pddl reads a domain and its problems from files: DOMAIN.pddl PROBLEM.pddl…")
		}
		if slices.ContainsFunc(problems, func(p puzzle.Text) bool { return p.Name == file }) {
			return fmt.Errorf("%s is given twice; each problem becomes one instance", file)
		}
		problem, err := e.readRaw(context.Background(), file)
		if err != nil {
			return err
		}
		of, err := e.domain(*problem)
		switch {
		case err != nil:
			return err
		case domain.Name != "" && of.Text != domain.Text:
			return fmt.Errorf("%s has the domain %s, and %s has %s: problems of one model have one domain",
				problems[0].Name, domain.Name, file, of.Name)
		}
		if problems = append(problems, *problem); domain.Name == "" {
			domain = of
		}
	}
	program, diags := puzzle.LoadPDDL(domain, problems...)
	text := ""
	if !diags.HasErrors() {
		var more diag.List
		text, more = program.Imported()
		diags = append(diags, more...)
	}
	if err := e.report(program, diags); err != nil {
		return err
	}
	return c.write(e, text)
}

// domain reads the domain of a problem: the one that the command line gives, or one beside the problem.
func (e *env) domain(problem puzzle.Text) (puzzle.Text, error) {
	file := problem.Name
	if domain := e.domainOf[file]; domain != "" {
		read, err := e.readFile(domain)
		return puzzle.Text{Name: domain, Text: string(read)}, err
	}
	switch pddl.Text(problem).Kind() {
	case pddl.Domain:
		return puzzle.Text{}, fmt.Errorf("%s is a domain; give a problem as well: %[1]s PROBLEM.pddl", file)
	case pddl.Neither:
		if _, wrong := diag.Decode(file, problem.Text); wrong != nil {
			return puzzle.Text{}, diag.List{wrong}
		}
		return puzzle.Text{}, fmt.Errorf("%s is neither a domain nor a problem of PDDL: a domain begins with "+
			"`(define (domain NAME)`, a problem with `(define (problem NAME)`", file)
	case pddl.Problem, pddl.Both:
	}
	names, err := puzzle.PlanningFiles(file)
	if err != nil {
		return puzzle.Text{}, err
	}
	problem.Name = filepath.ToSlash(file)
	domain, err := puzzle.DomainBeside(problem, names, e.readFile)
	if err != nil {
		err = fmt.Errorf("%s: %w; give one before it: DOMAIN.pddl %[1]s", file, err)
	}
	return domain, err
}
