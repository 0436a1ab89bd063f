package puzzle

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lazy"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/models"
)

// LibraryModel is a model of the library that is built into pzc.
type LibraryModel struct {
	Name string // "taquin"; no two models have the same name
	File string // for LoadFile: "std:taquin/taquin.pz"
	Text string
}

// Library finds a model of the library: "taquin", "moves/taquin" and "moves/taquin.pz" are names of the same model, and
// so is what other people call it.
func Library(name string) (LibraryModel, bool) {
	file, found := models.Find(name)
	if !found {
		return LibraryModel{}, false
	}
	return libraryModel(file), true
}

// LibraryModels lists the models of the library in the order of their names.
func LibraryModels() []LibraryModel {
	return lists.Map(libraryFiles(), libraryModel)
}

// Templates lists the models to begin with, in the order of their names.
func Templates() []LibraryModel {
	return lists.Map(filesIn(models.Templates), libraryModel)
}

// Template finds a model to begin with.
func Template(name string) (LibraryModel, bool) {
	all := Templates()
	if i := slices.IndexFunc(all, func(t LibraryModel) bool { return t.Name == name }); i >= 0 {
		return all[i], true
	}
	return LibraryModel{}, false
}

// LibraryNames lists the names of the models of the library, in order.
func LibraryNames() []string {
	return lists.Map(libraryFiles(), modelName)
}

// KnownNames lists the names of the models, and what other people call them.
func KnownNames() []string {
	return slices.Concat(LibraryNames(), slices.Sorted(maps.Keys(models.Aliases)))
}

// libraryFiles lists the files of the library in the order of the names of the models.
func libraryFiles() []string {
	files := filesIn(".")
	slices.SortStableFunc(files, func(a, b string) int { return strings.Compare(modelName(a), modelName(b)) })
	return files
}

// filesIn lists the embedded models in a folder and the folders in it, but for the templates, in order.
func filesIn(folder string) (files []string) {
	entries, _ := models.FS().ReadDir(folder) // embedded folders can be read
	for _, e := range entries {
		switch file := path.Join(folder, e.Name()); {
		case e.IsDir() && file != models.Templates && file != models.Kits:
			files = append(files, filesIn(file)...)
		case path.Ext(file) == ".pz":
			files = append(files, file)
		}
	}
	return files
}

// modelName returns the name of the model in a file of the library.
func modelName(file string) string { return strings.TrimSuffix(path.Base(file), ".pz") }

func libraryModel(file string) LibraryModel {
	text, _ := fs.ReadFile(models.FS(), file) // the file is embedded
	return LibraryModel{modelName(file), check.Std + file, string(text)}
}

var (
	parentheses = lazy.Compile(`\s*\([^()]*\)`)
	sentenceEnd = lazy.Compile(`[.?]( |$)`)
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
	text := parentheses.Get().ReplaceAllString(strings.Join(lines, " "), "")
	if end := sentenceEnd.Get().FindStringIndex(text); end != nil {
		text = strings.TrimRight(text[:end[1]], ". ")
	}
	return text
}

// Also lists what other people call the model, in order.
func (m LibraryModel) Also() (names []string) {
	for alias, name := range models.Aliases {
		if name == m.Name {
			names = append(names, alias)
		}
	}
	slices.Sort(names)
	return names
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
	if kit, ok := strings.CutPrefix(file, models.Kits+"/"); ok { // it was named as std:NAME
		file = strings.TrimSuffix(kit, ".pz")
		name = check.Std + file
	}
	if m, ok := Library(path.Base(file)); ok {
		why += "; did you mean `" + m.File + "`?"
	} else if near := diag.Nearest(file, KnownNames()); near != "" {
		m, _ = Library(near)
		why += "; did you mean `" + m.File + "`?"
	}
	if near := diag.Nearest(file, lists.Map(filesIn(models.Kits), modelName)); near != "" {
		why = "the library has no such file; did you mean `" + check.Std + near + "`?"
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: errors.New(why)}
}
