package main

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/pzc-lang/pzc/apps/report"
	"github.com/pzc-lang/pzc/apps/why"
	"github.com/pzc-lang/pzc/compiler/semantics/view"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/draw"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

type reportCommand struct {
	File string `arg:"" help:"The model, - for standard input, or the name of a model of the library."`
	dataFlags
	measureFlags
	HTML string `name:"html" placeholder:"FILE" help:"Write the report as a page: one file, for any browser."`
	Play string `placeholder:"FILE" help:"With --html: also write a page to play the puzzle, to which the report leads."`
	limits
}

func (reportCommand) Help() string {
	return `Says on one page what a designer wants to know of a puzzle: the measures of pzc rate, a
best plan, the earliest move after which no goal can be reached, and which signs of
the maps matter: without each of them the cost is another one, there is no plan, or
the cost stays the same. For a puzzle without moves: the hardest deduction, the film of
all deductions, and the clues that are not needed.

The exit status is 0, 1 if there is no solution, and 3 if a limit ended the work.

Examples:

    pzc report rush_hour.pz
    pzc report sokoban_pushes.pz --html level.html --play play.html
    pzc report sudoku.pz -i escargot --html escargot.html
    pzc report rush_hour.pz --format json`
}

func (c *reportCommand) Run(e *env) error {
	if c.Play != "" && c.HTML == "" {
		return errors.New("--play writes a page to which that of --html leads; --html is not given")
	}
	err := errors.Join(
		endsIn("--html", c.HTML, ".html", ".htm"), endsIn("--play", c.Play, ".html", ".htm"),
		c.keepsFiles(c.HTML != ""), c.oneStdin(c.File),
	)
	if err != nil {
		return err
	}
	ctx, stop := c.start(e)
	defer stop()
	z, err := c.compile(ctx, e, c.File)
	if err != nil {
		return err
	}
	o, display := c.options(e, c.limits)
	display.doing("rating")
	r, err := report.Of(ctx, z, o, nil)
	one := &rated{instance: z.Instance(), data: c.Data, program: z.Program, vector: r.Vector}
	if err = one.judge(ctx, err); err == nil {
		one.compare(ctx, e, o)
	}
	display.stop()
	if err != nil {
		return err
	}
	defer z.Showing(ctx)()
	opening, err := show.Opening(ctx, z, r.Answer)
	if err != nil {
		return e.shown(ctx, z, err)
	}
	written := &written{one, r, z, opening, passages(z, r)}
	if err := errors.Join(written.print(e), c.page(e, written)); err != nil {
		return e.shown(ctx, z, err)
	}
	return one.status(ctx, e)
}

// written is a report in words.
type written struct {
	*rated
	report   *report.Report
	puzzle   *puzzle.Puzzle
	opening  []view.Board
	passages []report.Passage
}

// passages returns the parts of a report in words.
func passages(z *puzzle.Puzzle, r *report.Report) (all []report.Passage) {
	if len(r.Plan) > 0 {
		all = append(all, report.Passage{Title: "A plan", Lines: []string{moves(why.Fact{Plan: r.Plan})}})
	}
	for _, p := range r.Passages(z) {
		for i, line := range p.Lines {
			p.Lines[i] = inFlags(line)
		}
		all = append(all, p)
	}
	return all
}

// print writes the report as text or JSON.
func (w *written) print(e *env) error {
	object := func() any {
		return append(w.object(), "plan?", (&why.Fact{Plan: w.report.Plan}).Moves(), "parts?", w.passages)
	}
	return e.present(w.puzzle, object, func(p *show.Printer) {
		w.writeTo(p)
		if w.err != nil {
			return
		}
		p.Line("")
		for _, line := range show.Boards(w.opening, e.color(), false) {
			p.Line("      %s", line.Text)
		}
		for _, x := range w.passages {
			p.Line("\n%s", x.Title)
			for _, line := range x.Lines {
				p.Line("  %s", diag.Shown(line))
			}
			for _, s := range x.States {
				p.Line("\n  %s:\n", s.Move)
				p.State(s.State)
			}
		}
	})
}

// page writes the page, and that to play.
func (c *reportCommand) page(e *env, w *written) error {
	switch {
	case c.HTML == "" || w.err != nil:
		return nil
	case w.report.Answer == nil:
		return fmt.Errorf("there is no page, because no solution is known: %s", w.remark())
	}
	page := &draw.Page{Title: show.Title(w.program.Name(), cmp.Or(w.instance, w.data)), Headline: "Report", List: "Moves"}
	if w.puzzle.HasMoves() {
		page.Films = show.Films(w.puzzle, w.report.Answer)
	} else {
		film, headline, err := stepsFilm(w.puzzle, w.report.Steps)
		if err != nil {
			return err
		}
		page.Films, page.Headline, page.List = []draw.Film{film}, headline, "Deductions"
	}
	page.Sections = []draw.Section{{Title: "Measures", Rows: w.rows(), Lines: w.vector.Notes}}
	for _, x := range w.passages {
		s := draw.Section{Title: x.Title, Lines: x.Lines}
		s.Frames = lists.Map(x.States, func(x puzzle.Step) draw.Frame {
			return draw.Frame{Picture: show.Picture(w.puzzle, x.State), Move: x.Move}
		})
		page.Sections = append(page.Sections, s)
	}
	if c.Play != "" {
		play := &playCommand{Files: []string{c.File}, Define: c.Define, Data: c.Data, bookFlags: bookFlags{HTML: c.Play}}
		if c.Instance != "" {
			play.Instances = []string{c.Instance}
		}
		link, err := filepath.Rel(filepath.Dir(c.HTML), c.Play)
		if err = errors.Join(err, play.writePage(e)); err != nil {
			return err
		}
		page.Sections = append(page.Sections, draw.Section{Title: "Play it", Link: filepath.ToSlash(link)})
	}
	if w.puzzle.CutShort() {
		return show.ErrCut
	}
	return writeFile(c.HTML, page.HTML)
}
