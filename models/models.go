// Package models is the library of puzzles of pzc. Each puzzle is one .pz file, in a folder of its own if the puzzle
// has several files. Each file opens with a comment that explains the puzzle, and has instances with the expected
// answers, which `pzc test` checks.
package models

import "embed"

//go:embed *.pz */*.pz
var files embed.FS

// Templates is the folder of models to begin with. They are short, and do not belong to the library.
const Templates = "templates"

// Kits is the folder of the parts of models: rules that many puzzles share. `use "std:loop"` takes kits/loop.pz.
const Kits = "kits"

// FS returns the library and the templates. File names are relative to this folder: "queens.pz", "taquin/taquin.pz".
func FS() embed.FS { return files }
