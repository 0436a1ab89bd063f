package show

import (
	"context"
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/draw"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// Printed draws a compiled puzzle and its solution for paper. It returns nil if the puzzle has no solution.
func Printed(ctx context.Context, z *puzzle.Puzzle, o puzzle.Options) (*draw.Printed, error) {
	a, err := z.Solve(ctx, o)
	if err != nil || a.Status == backends.Unsolvable {
		return nil, err
	}
	opening, err := Opening(ctx, z, a)
	if err != nil {
		return nil, err
	}
	p := &draw.Printed{Name: z.Instance(), Clues: z.About().Clues}
	p.Picture, _ = PictureOf(opening)
	if len(a.Solutions) == 0 {
		p.Solution = text.Sentence(Headline(a))
		return p, nil
	}
	first := a.Solutions[0]
	if !a.HasMoves {
		p.Solved = Picture(z, first.Start)
		return p, nil
	}
	steps := make([]string, len(first.Steps))
	for i, s := range first.Steps {
		steps[i] = fmt.Sprintf("%d. %s", i+1, s.Move)
	}
	p.Solution = strings.Join(steps, "  ")
	return p, nil
}

// Paper returns a sheet with what a program says of itself.
func Paper(about puzzle.About, boards ...draw.Printed) *draw.Sheet {
	s := &draw.Sheet{Title: about.Title, Author: about.Author, Boards: boards}
	if about.Rules != "" {
		s.Rules = strings.Split(about.Rules, "\n\n")
	}
	return s
}
