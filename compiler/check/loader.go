package check

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/index"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
)

// Loader parses and checks models. The zero value with FS set is ready for use.
type Loader struct {
	// FS holds all files. File names are opened as they are written, joined with the folder of the file that names
	// them. Such names may begin with `..` or `/`, so that an FS over the files of the operating system can serve them.
	FS fs.FS
	// Sources holds the texts that were read, by the file names in positions. Printing diagnostics needs them.
	Sources map[string]string
	// Index is filled with the names of the model if it is not nil.
	Index *index.Index

	// models that are being loaded, each by the one before, to find cycles of relaxations
	loading []string
	loaded  map[string]*model.Program // other puzzles of relaxations; nil: with errors
	files   map[*model.Program][]*dsl.File
}

// Keep keeps a text for printing.
func (l *Loader) Keep(name, text string) {
	if l.Sources == nil {
		l.Sources = map[string]string{}
	}
	l.Sources[name] = text
}

// upTo returns the end of a list from name on; nil if the name is not in the list.
func upTo(list []string, name string) []string {
	if i := slices.Index(list, name); i >= 0 {
		return slices.Clone(list[i:])
	}
	return nil
}

func unreadable(span diag.Span, name string, err error) *diag.Diagnostic {
	why := err.Error()
	var pe *fs.PathError
	if errors.As(err, &pe) {
		why = pe.Err.Error()
	}
	return &diag.Diagnostic{Severity: diag.Error, Code: codeUse, Span: span, Msg: "cannot read " + name + ": " + why}
}

func start(name string) diag.Pos { return diag.Pos{Filename: name, Line: 1, Column: 1} }

// withoutLost drops findings that may be consequences of declarations that could not be read: their names are unknown,
// and the puzzle may lack a part. It drops all warnings. If a file could not be read, all names may be its names.
func withoutLost(l diag.List, files []*dsl.File, reading diag.List) diag.List {
	names, words := map[string]bool{}, map[string]bool{}
	for _, d := range reading {
		words[""] = words[""] || d.Code == codeUse || d.Code == codeUseCycle || d.Code == dsl.CodeTooLarge
	}
	unread := words[""]
	for _, f := range files {
		for _, lost := range f.Lost {
			words[lost.Word] = true
			for _, name := range lost.Names {
				names[name] = true
			}
		}
	}
	part := map[string]string{
		codeNoGoal: "goal", codeNoState: "state", codePuzzle: "puzzle", codeUse: "use",
	}
	return slices.DeleteFunc(l, func(d *diag.Diagnostic) bool {
		switch d.Code {
		case codeUnknown:
			return unread || slices.ContainsFunc(strings.Split(d.Msg, "`"), func(s string) bool { return names[s] })
		case codeExpect, codeObjective, codeLost:
			return len(words) > 0
		case codeNoPuzzle:
			return words[""] || words["puzzle"] || words["needs"]
		case codeNoMoves:
			return words[""] || words["state"] || words["move"]
		}
		word, ok := part[d.Code]
		return ok && (words[""] || words[word]) || d.Severity == diag.Warning
	})
}
