// Package models is the library of puzzles that comes with pzc: one .pz file for each puzzle, in a folder of its own where the
// puzzle has several files. Each file opens with a comment that teaches it, and carries instances with the answers that
// are expected of them: `pzc test` runs these.
package models

import "embed"

//go:embed *.pz */*.pz
var files embed.FS

// FS holds the library; names are as in this folder: "queens.pz", "taquin/taquin.pz".
func FS() embed.FS { return files }
