// Package models is the library of puzzles of pzc. Each puzzle is one .pz file, in a folder of its own if the puzzle
// has several files. Each file opens with a comment that explains the puzzle, and has instances with the expected
// answers, which `pzc test` checks.
package models

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed *.pz */*.pz
var files embed.FS

// Templates is the folder of models to begin with. They are short, and do not belong to the library.
const Templates = "templates"

// Kits is the folder of the parts of models: rules that many puzzles share. `use "std:loop"` takes kits/loop.pz.
const Kits = "kits"

// FS returns the library and the templates. File names are relative to this folder: "queens.pz", "taquin/taquin.pz".
// They may begin with "std:", as names of library files do in models.
func FS() Library { return Library{files} }

// Library is the file system of the library.
type Library struct{ embed.FS }

// Open implements fs.FS.
func (l Library) Open(name string) (fs.File, error) {
	return l.FS.Open(strings.TrimPrefix(name, "std:"))
}

// ReadFile implements fs.ReadFileFS.
func (l Library) ReadFile(name string) ([]byte, error) {
	return l.FS.ReadFile(strings.TrimPrefix(name, "std:"))
}
