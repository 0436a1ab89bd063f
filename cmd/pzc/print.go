package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/pzc-lang/pzc/apps/rate"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/draw"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

type printCommand struct {
	File      string   `arg:"" help:"The model, - for standard input, or the name of a model of the library."`
	Instances []string `short:"i" aliases:"instance" placeholder:"NAME,…" help:"Only these instances."`
	HTML      string   `name:"html" placeholder:"FILE" help:"Write pages for paper, which a browser prints on A4 or Letter."`
	SVG       string   `name:"svg" placeholder:"FILE" help:"Write all boards as one drawing."`
	Columns   int      `placeholder:"N" help:"The number of boards side by side, at most 6. Without it, as many as fit."`
	Size      float64  `placeholder:"MM" help:"The side of a cell in millimetres, at most 60. Without it, 8.5. A board is never wider than its column."`
	Sort      string   `aliases:"order" placeholder:"KEY" help:"The order of the boards: name, or a measure of pzc rate, the smallest first; what is not known comes last."`
	Number    bool     `help:"Number the boards, instead of naming their instances."`
	limits
}

func (printCommand) Help() string {
	return `Writes puzzles for paper: the title, the author and the rules of the model, a board for
each instance with its clues, and the solutions at the end. A puzzle with moves shows its
start, and a cheapest plan as its solution. Clues that all boards have in common stand with
the rules. --timeout limits the work for each solution. A puzzle without a solution is left
out, with a warning.

Examples:

    pzc print sudoku.pz --html sudoku.html
    pzc print sudoku.pz --html sudoku.html --columns 3 --size 8 --number --sort most_rules
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
	if c.Columns < 0 || c.Columns > 6 || c.Size < 0 || c.Size > 60 {
		return errors.New("--columns takes 1 to 6, --size at most 60 millimetres")
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
	if names := rate.Names(program.HasMoves()); c.Sort != "" && c.Sort != byName && !slices.Contains(names, c.Sort) {
		return &backends.UnknownError{What: "measure", Name: c.Sort, Known: append([]string{byName}, names...)}
	}
	type ranked struct {
		draw.Printed
		rank int64
	}
	var boards []ranked
	for _, instance := range instances {
		z, err := (&dataFlags{Instance: instance}).compileProgram(ctx, e, program)
		if err != nil {
			return err
		}
		e.globals.Quiet = true // the instances have their warnings in common
		p, rank, err := c.printed(ctx, z)
		switch {
		case ctx.Err() != nil:
			return e.cut(ctx)
		case err != nil:
			return err
		case p == nil:
			title := show.Title(z.Program.Name(), z.Instance())
			fmt.Fprintf(e.stderr, "pzc: warning: %s has no solution and is left out\n", title)
			continue
		}
		boards = append(boards, ranked{*p, rank})
	}
	if len(boards) == 0 {
		return fmt.Errorf("%s has no instance with a solution, so there is nothing to print", c.File)
	}
	switch c.Sort {
	case "":
	case byName:
		slices.SortStableFunc(boards, func(a, b ranked) int { return cmp.Compare(a.Name, b.Name) })
	default:
		slices.SortStableFunc(boards, func(a, b ranked) int { return cmp.Compare(a.rank, b.rank) })
	}
	sheet := show.Paper(program.About())
	sheet.Columns, sheet.Cell = c.Columns, c.Size
	for i, b := range boards {
		if c.Number {
			b.Name = strconv.Itoa(i + 1)
		}
		sheet.Boards = append(sheet.Boards, b.Printed)
	}
	if c.HTML != "" {
		err = writeFile(c.HTML, sheet.HTML)
	}
	if c.SVG != "" {
		err = errors.Join(err, writeFile(c.SVG, sheet.Picture().SVG))
	}
	return err
}

// byName is the order that is no measure.
const byName = "name"

// printed draws a puzzle and its solution, and returns the measure that sorts it; nil if the puzzle has no solution.
func (c *printCommand) printed(ctx context.Context, z *puzzle.Puzzle) (p *draw.Printed, rank int64, err error) {
	within, stop := c.each(ctx)
	defer stop()
	o := puzzle.Options{}
	o.Memory = c.memoryLimit()
	if p, err = show.Printed(within, z, o); p == nil || err != nil || c.Sort == "" || c.Sort == byName {
		return p, 0, err
	}
	v, err := rate.Of(within, z, rate.Options{Puzzle: o})
	if err != nil && within.Err() == nil {
		return nil, 0, err
	}
	return p, v.Rank(c.Sort), nil
}
