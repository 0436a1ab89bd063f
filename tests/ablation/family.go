package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/levels"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// corpus is the folder of levels and planning tasks that others made. It lies beside the repository, if it is here.
const corpus = "../shared/corpus"

// sample is the greatest number of instances of a family of the corpus.
const sample = 40

// family is a set of instances, a column of the table.
type family struct {
	name   string
	files  string // in the corpus; "": the library
	format string // of the levels, as package levels names it; "": lines name the files of planning tasks
}

func families() []family {
	return []family{
		{name: "library"},
		{"Korf", "korf100.txt", "tiles"},
		{"Bloxorz", "bloxorz/*.json", "bloxorz"},
		{"Microban", "microban.xsb", "xsb"},
		{"Rush Hour", "rushhour.txt", "rush_hour"},
		{"planning", "pddl/costs.txt", ""},
	}
}

// instance is a puzzle that is not grounded yet. Its name is MODEL/INSTANCE.
type instance struct {
	name    string
	program *puzzle.Program
	data    puzzle.Data
}

// instances lists the instances of a family in an order in which the first of them are a sample of all.
func (f family) instances() (all []instance) {
	names, _ := filepath.Glob(filepath.Join(corpus, f.files))
	switch {
	case f.files == "":
		for _, m := range puzzle.LibraryModels() {
			all = append(all, ofModel(m)...)
		}
		return spread(all)
	case len(names) == 0:
		fmt.Fprintf(os.Stderr, "%s is left out: %s is not here\n", f.name, filepath.Join(corpus, f.files))
	case f.format == "":
		all = tasks(names[0])
	default:
		for _, name := range names {
			all = append(all, f.levels(read(name))...)
		}
	}
	return spread(all)[:min(len(all), sample)]
}

// spread lists each seventh element, then each seventh after the second one, and so on.
func spread(all []instance) (out []instance) {
	for i := range min(7, len(all)) {
		for j := i; j < len(all); j += 7 {
			out = append(out, all[j])
		}
	}
	return out
}

// ofModel lists the instances of a model of the library.
func ofModel(m puzzle.LibraryModel) (all []instance) {
	p, diags, err := puzzle.LoadFile(m.File)
	check(err, diags)
	names := p.Instances()
	if p.Complete() {
		names = append([]string{""}, names...)
	}
	for _, name := range names {
		all = append(all, instance{m.Name + "/" + name, p, puzzle.Data{Instance: name}})
	}
	return all
}

// levels reads a file of levels.
func (f family) levels(text puzzle.Text) (all []instance) {
	formats := levels.Formats()
	format := formats[slices.IndexFunc(formats, func(x levels.Format) bool { return x.Name == f.format })]
	found, diags := levels.Read(format, text.Name, text.Text, levels.Options{HoleFirst: true})
	check(nil, diags)
	model, _ := puzzle.Library(format.Model)
	program := ofModel(model)[0].program
	for i, l := range found {
		object, err := l.JSON()
		check(err, nil)
		name := fmt.Sprintf("%s/%s-%d", f.name, filepath.Base(text.Name), i+1)
		all = append(all, instance{name, program, puzzle.Data{JSON: &puzzle.Text{Name: name, Text: string(object)}}})
	}
	return all
}

// tasks reads the planning tasks that the lines of a file name: the folder, the problem, the domain, the cost.
func tasks(list string) (all []instance) {
	for line := range strings.Lines(read(list).Text) {
		if w := strings.Fields(line); len(w) == 4 && w[0] != "#" {
			folder := filepath.Join(filepath.Dir(list), w[0])
			p, diags := puzzle.LoadPDDL(read(filepath.Join(folder, w[2])), read(filepath.Join(folder, w[1])))
			check(nil, diags)
			all = append(all, instance{w[0] + "/" + w[1], p, puzzle.Data{}})
		}
	}
	return all
}

func read(name string) puzzle.Text {
	text, err := os.ReadFile(name)
	check(err, nil)
	return puzzle.Text{Name: name, Text: string(text)}
}

// check ends the program if there is an error.
func check(err error, diags diag.List) {
	if err == nil {
		err = diags.Err()
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "ablation: %v\n", err)
		os.Exit(1)
	}
}
