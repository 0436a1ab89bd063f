package generate

import "github.com/pzc-lang/pzc/internal/puzzle"

type Options struct {
	Base *puzzle.Puzzle
	Symmetric bool
	Clues int
}
