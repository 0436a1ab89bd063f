package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/apps/rate"
	"github.com/pzc-lang/pzc/backends"
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

// pictureFlags ask for pictures of a plan.
type pictureFlags struct {
	HTML  string `name:"html" placeholder:"FILE" help:"Write a page that plays the plan: one file, for any browser."`
	SVG   string `name:"svg" placeholder:"FILE" help:"Draw the states of the plan, or one of them with --state."`
	PNG   string `name:"png" placeholder:"FILE" help:"The same as --svg, as an image."`
	GIF   string `name:"gif" placeholder:"FILE" help:"Write the plan as a film."`
	State *int   `placeholder:"N" help:"With --svg and --png: only the state after N moves; 0 is the start."`
	Draw  int    `placeholder:"N" help:"With --all: draw solution N with --svg, --png and --gif; unless given, the first plan, or all solutions of a puzzle without moves."`
}

// check returns which flags do not go together.
func (f *pictureFlags) check() error {
	if f.State != nil && f.SVG == "" && f.PNG == "" {
		return errors.New("--state says which state --svg or --png draws; neither is given")
	}
	if f.State != nil && *f.State < 0 {
		return errors.New("--state is a number of moves and cannot be negative")
	}
	if f.Draw != 0 && f.SVG == "" && f.PNG == "" && f.GIF == "" {
		return errors.New("--draw says which solution --svg, --png or --gif draws; none of them is given")
	}
	if f.Draw < 0 {
		return errors.New("--draw is the number of a solution, 1 or more")
	}
	return errors.Join(
		endsIn("--html", f.HTML, ".html", ".htm"),
		endsIn("--svg", f.SVG, ".svg"),
		endsIn("--png", f.PNG, ".png"),
		endsIn("--gif", f.GIF, ".gif"),
	)
}

// wanted reports whether a flag asks for a file.
func (f *pictureFlags) wanted() bool {
	return f.HTML != "" || f.SVG != "" || f.PNG != "" || f.GIF != ""
}

// write writes the files that the flags ask for.
func (f *pictureFlags) write(e *env, z *puzzle.Puzzle, a *puzzle.Answer) error {
	if !f.wanted() {
		return nil
	}
	if len(a.Solutions) == 0 {
		fmt.Fprintln(e.stderr, "pzc: nothing was drawn, because there is no solution")
		return nil
	}
	if n := statesOf(a); n > mostStates {
		return fmt.Errorf(
			"pictures show at most %s states, here are %s; --limit wants fewer solutions", text.Grouped(mostStates),
			text.Grouped(int64(n)),
		)
	}
	films := show.Films(z, a)
	if z.CutShort() {
		return show.ErrCut
	}
	film, err := f.film(films, a)
	if err != nil {
		return err
	}
	still, err := f.still(film, z, a)
	if err != nil {
		return err
	}
	var errs []error
	put := func(file string, fill func(io.Writer) error) {
		if file != "" {
			errs = append(errs, writeFile(file, fill))
		}
	}
	put(f.HTML, show.Page(a, films).HTML)
	put(f.SVG, still.SVG)
	put(f.PNG, still.PNG)
	put(f.GIF, func(w io.Writer) error { return draw.GIF(w, show.Pictures(film), 70) })
	if f.PNG+f.GIF != "" && !e.globals.Quiet {
		if lacks := draw.Lacking(append(show.Pictures(film), still)...); len(lacks) > 0 {
			const format = "pzc: warning: the font of images lacks %s; --svg and --html show it\n"
			fmt.Fprintf(e.stderr, format, string(lacks))
		}
	}
	return errors.Join(errs...)
}

// mostStates is how many states are drawn. A page with more would be slow to open.
const mostStates = 5000

// statesOf counts the states of all solutions.
func statesOf(a *puzzle.Answer) (n int) {
	for _, s := range a.Solutions {
		n += 1 + len(s.Steps)
	}
	return n
}

// film returns the film to draw.
func (f *pictureFlags) film(films []draw.Film, a *puzzle.Answer) (draw.Film, error) {
	n := len(a.Solutions)
	switch {
	case f.Draw == 0:
		return films[0], nil
	case f.Draw > n:
		return draw.Film{}, fmt.Errorf("--draw %d: the number of solutions is %d", f.Draw, n)
	case a.HasMoves:
		return films[f.Draw-1], nil
	}
	film := films[0]
	film.Frames = film.Frames[f.Draw-1 : f.Draw]
	return film, nil
}

// still draws the state of --state, or all states of a film side by side.
func (f *pictureFlags) still(film draw.Film, z *puzzle.Puzzle, a *puzzle.Answer) (*draw.Picture, error) {
	last := len(film.Frames) - 1
	switch {
	case f.State == nil:
	case !a.HasMoves && *f.State > 0:
		return nil, fmt.Errorf("--state %d: a puzzle without moves has one state, 0: before it is filled in", *f.State)
	case !a.HasMoves:
		boards, err := show.Opening(context.Background(), z, a)
		picture, _ := show.PictureOf(boards)
		return picture, err
	default:
		if *f.State > last {
			return nil, fmt.Errorf("--state %d: the plan has %s", *f.State, text.Count(last, "move"))
		}
		return film.Frames[*f.State].Picture, nil
	}
	return show.Strip(film), nil
}

// writePicture writes a picture as PNG or SVG, as the name of the file says.
func writePicture(file string, p *draw.Picture) error {
	if strings.EqualFold(filepath.Ext(file), ".png") {
		return writeFile(file, p.PNG)
	}
	return writeFile(file, p.SVG)
}

// writePlots writes plots to a folder, each as SVG and as PNG.
func writePlots(folder string, plots map[string]*draw.Plot) error {
	var errs []error
	for name, p := range plots {
		drawn := p.Picture()
		for _, ending := range []string{".svg", ".png"} {
			errs = append(errs, writePicture(filepath.Join(folder, name+ending), drawn))
		}
	}
	return errors.Join(errs...)
}
