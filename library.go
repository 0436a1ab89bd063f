package pzc

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/models"
)

// LibraryModel is a model of the library that is built into pzc.
type LibraryModel struct {
	Name string // "taquin"; no two models have the same name
	File string // for LoadFile: "std:taquin/taquin.pz"
	Text string
}

// Library finds a model of the library. "taquin", "taquin/taquin" and "taquin/taquin.pz" are names of the same model.
func Library(name string) (LibraryModel, bool) {
	for _, m := range LibraryModels() {
		if file := strings.TrimPrefix(m.File, check.Std); name == m.Name || name == file || name+".pz" == file {
			return m, true
		}
	}
	return LibraryModel{}, false
}

// LibraryModels lists the models of the library in the order of their names.
func LibraryModels() []LibraryModel {
	var all []LibraryModel
	// The walk is over embedded files, which can all be read.
	_ = fs.WalkDir(models.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".pz" {
			return err
		}
		text, err := fs.ReadFile(models.FS(), name)
		all = append(all, LibraryModel{strings.TrimSuffix(path.Base(name), ".pz"), check.Std + name, string(text)})
		return err
	})
	slices.SortStableFunc(all, func(a, b LibraryModel) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// LibraryNames lists the names of the models of the library, in order.
func LibraryNames() []string {
	var names []string
	for _, m := range LibraryModels() {
		names = append(names, m.Name)
	}
	return names
}

var (
	parentheses = regexp.MustCompile(`\s*\([^()]*\)`)
	sentenceEnd = regexp.MustCompile(`[.?]( |$)`)
)

// About returns a description of the model: the first sentence of the comment at its beginning, without parentheses.
func (m LibraryModel) About() string {
	var lines []string
	for line := range strings.Lines(m.Text) {
		comment, is := strings.CutPrefix(strings.TrimSpace(line), "//")
		if !is || comment == "" {
			break
		}
		lines = append(lines, strings.TrimSpace(comment))
	}
	text := parentheses.ReplaceAllString(strings.Join(lines, " "), "")
	if end := sentenceEnd.FindStringIndex(text); end != nil {
		text = strings.TrimRight(text[:end[1]], ". ")
	}
	return text
}

// Own returns the text of the model as the beginning of a new model. The puzzle has another name, and the model still
// uses the files of the library.
func (m LibraryModel) Own(name string) (string, error) {
	file, diags := dsl.Parse(m.File, []byte(m.Text))
	if diags.HasErrors() {
		return "", diags
	}
	text, end := "", 0
	replace := func(span diag.Span, with string) {
		text += m.Text[end:span.Start.Offset] + with
		end = span.End.Offset
	}
	for _, d := range file.Decls {
		if puzzle, is := d.(*dsl.PuzzleDecl); is {
			replace(puzzle.Name.Span(), name)
		}
		if use, is := d.(*dsl.UseDecl); is {
			replace(use.Path.Span(), m.beside(use.Path))
		}
		if relaxation, is := d.(*dsl.RelaxationDecl); is {
			replace(relaxation.Path.Span(), m.beside(relaxation.Path))
		}
	}
	return text + m.Text[end:], nil
}

// beside returns the name of a file that the model uses, as a model in another folder must write it.
func (m LibraryModel) beside(p *dsl.Str) string {
	name, _ := check.Relative(m.File, p)
	return fmt.Sprintf("%q", name)
}

// openLibrary opens a file of the library. name is the name with `std:`, for errors.
func openLibrary(name, file string) (fs.File, error) {
	if path.Ext(file) == ".pz" {
		if f, err := models.FS().Open(file); err == nil {
			return f, nil
		}
	}
	why := "the library has no such file"
	if m, ok := Library(file); ok {
		why += "; did you mean `" + m.File + "`?"
	} else if near := diag.Nearest(file, LibraryNames()); near != "" {
		m, _ = Library(near)
		why += "; did you mean `" + m.File + "`?"
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: errors.New(why)}
}
