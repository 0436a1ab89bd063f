package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/internal/draw"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

type printCommand struct {
	File      string   `arg:"" help:"The model, - for standard input, or the name of a model of the library."`
	Instances []string `short:"i" aliases:"instance" placeholder:"NAME,…" help:"Only these instances."`
	HTML      string   `name:"html" placeholder:"FILE" help:"Write pages for paper, which a browser prints on A4 or Letter."`
	SVG       string   `name:"svg" placeholder:"FILE" help:"Write all boards as one drawing."`
	limits
}

func (printCommand) Help() string {
	return `Writes puzzles for paper: the title, the author and the rules of the model, a board for
each instance with its clues, and the solutions at the end. A puzzle with moves shows its
start, and a cheapest plan as its solution. --timeout limits the work for each solution; a
puzzle without a solution is printed, and its solution says why there is none.

Examples:

    pzc print sudoku.pz --html sudoku.html
    pzc print slitherlink.pz -i four,eight --html two.html --svg two.svg`
}

func (c *printCommand) Run(e *env) error {
	if c.HTML == "" && c.SVG == "" {
		return errors.New("nothing to write: --html FILE writes pages, --svg FILE a drawing")
	}
	if err := errors.Join(endsIn("--html", c.HTML, ".html", ".htm"), endsIn("--svg", c.SVG, ".svg"),
		c.keepsFiles(true)); err != nil {
		return err
	}
	limits := c.limits
	limits.Timeout = 0 // limits each solution
	ctx, stop := limits.start(e)
	defer stop()
	program, err := e.load(ctx, c.File)
	if err != nil {
		return err
	}
	instances, err := instancesOf(program, c.File, c.Instances, false)
	if err != nil {
		return err
	}
	if len(instances) == 0 {
		return fmt.Errorf("%s has parameters without values and no instances, so there is nothing to print; "+
			"write an instance that gives the values", c.File)
	}
	about := program.About()
	sheet := &draw.Sheet{Title: about.Title, Author: about.Author}
	if about.Rules != "" {
		sheet.Rules = strings.Split(about.Rules, "\n\n")
	}
	for _, instance := range instances {
		z, err := (&dataFlags{Instance: instance}).compileProgram(ctx, e, program)
		if err != nil {
			return err
		}
		p, err := c.printed(ctx, z)
		if ctx.Err() != nil {
			return e.cut(ctx)
		}
		if err != nil {
			return err
		}
		sheet.Boards = append(sheet.Boards, p)
		e.globals.Quiet = true // the instances have their warnings in common
	}
	if c.HTML != "" {
		err = writeFile(c.HTML, sheet.HTML)
	}
	if c.SVG != "" {
		err = errors.Join(err, writeFile(c.SVG, sheet.Picture().SVG))
	}
	return err
}

// printed draws a puzzle and its solution.
func (c *printCommand) printed(ctx context.Context, z *puzzle.Puzzle) (p draw.Printed, err error) {
	within, stop := c.each(ctx)
	defer stop()
	p = draw.Printed{Name: z.Instance(), Clues: z.About().Clues}
	o := puzzle.Options{}
	o.Memory = c.memoryLimit()
	a, err := z.Solve(within, o)
	if err != nil {
		return p, err
	}
	opening, err := show.Opening(ctx, z, a)
	if err != nil {
		return p, err
	}
	p.Picture, _ = show.PictureOf(opening)
	if len(a.Solutions) == 0 {
		p.Solution = text.Sentence(show.Headline(a))
		return p, nil
	}
	first := a.Solutions[0]
	if !a.HasMoves {
		p.Solved = show.Picture(z, first.Start)
		return p, nil
	}
	steps := make([]string, len(first.Steps))
	for i, s := range first.Steps {
		steps[i] = fmt.Sprintf("%d. %s", i+1, s.Move)
	}
	p.Solution = strings.Join(steps, "  ")
	return p, nil
}
