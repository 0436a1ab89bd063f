// Package models is the library of puzzles of pzc. Each puzzle is one .pz file, in a folder of its own if the puzzle
// has several files. Each file opens with a comment that explains the puzzle, and has instances with the expected
// answers, which `pzc test` checks.
package models

import "embed"

//go:embed *.pz */*.pz
var files embed.FS

// FS returns the library. File names are relative to this folder: "queens.pz", "taquin/taquin.pz".
func FS() embed.FS { return files }
