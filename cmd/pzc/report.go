package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/apps/report"
	"github.com/pzc-lang/pzc/apps/why"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/draw"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

type reportCommand struct {
	File string `arg:"" help:"The model, - for standard input, or the name of a model of the library."`
	dataFlags
	measureFlags
	HTML string `name:"html" placeholder:"FILE" help:"Write the report as a page: one file, for any browser."`
	Play string `placeholder:"FILE" help:"With --html: also write a page to play the puzzle, to which the report leads."`
	limits
}

// Help is shown below the command's line in its help.
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

// Run makes the report.
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
	display.Doing("rating")
	r, err := report.Of(ctx, z, o)
	one := &rated{instance: z.Instance(), data: c.Data, program: z.Program, vector: r.Vector}
	if err = one.judge(ctx, err); err == nil {
		one.compare(ctx, e, o)
	}
	display.Stop()
	if err != nil {
		return err
	}
	defer z.Showing(ctx)()
	written := &written{one, r, z, passages(z, r)}
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
	passages []passage
}

// passage is a part of a report: a title, lines, and states with captions.
type passage struct {
	Title  string   `json:"title"`
	Lines  []string `json:"lines"`
	states []puzzle.Step
}

// passages puts a report into words.
func passages(z *puzzle.Puzzle, r *report.Report) (all []passage) {
	if len(r.Plan) > 0 {
		all = append(all, passage{Title: "A plan", Lines: []string{moves(why.Fact{Plan: r.Plan})}})
	}
	if t := r.Trap; t != nil {
		where := "After " + text.Count(t.Moves, "move")
		if t.Moves == 0 {
			where = "At the start"
		}
		all = append(all, passage{
			Title:  "The earliest trap",
			states: []puzzle.Step{{Move: "before", State: t.Before}, {Move: "after", State: t.After}},
			Lines:  []string{fmt.Sprintf("%s, `%s` can be made. Then no goal can be reached.", where, t.Move)},
		})
	}
	if z.HasMoves() && r.Vector.Survey != nil {
		all = append(all, matters(r))
	}
	if f, number, rules := r.Hardest(); f != nil {
		_, words, _ := strings.Cut(inFlags(f.Text), ". ")
		all = append(all, passage{Title: "The hardest deduction", Lines: []string{
			words, fmt.Sprintf("This is number %d of %d. It needs %s:", number, len(r.Steps.Ladder.Rules),
				text.Count(rules, "rule")), rulesOf(*f),
		}})
	}
	if r.Unneeded != nil {
		p := passage{Title: "Is every clue needed?"}
		for _, f := range r.Unneeded.Facts {
			if p.Lines = append(p.Lines, inFlags(f.Text)); len(f.Parts) > 0 {
				p.Lines = append(p.Lines, rulesOf(f))
			}
		}
		all = append(all, p)
	}
	return all
}

// matters says what becomes of the cost without each element. Elements of one sign that do not matter are one line.
func matters(r *report.Report) passage {
	p := passage{Title: "Does every element matter?"}
	say := func(format string, args ...any) { p.Lines = append(p.Lines, fmt.Sprintf(format, args...)) }
	if r.Omitted != "" {
		say("Not tried: %s.", r.Omitted)
	}
	cost, _ := r.Vector.Value("cost")
	same := map[rune]*report.Element{}
	for i := range r.Elements {
		switch x := &r.Elements[i]; {
		case x.Reason != "":
			say("Without %s: not known, %s.", x, x.Reason)
		case x.Cost == nil:
			say("Without %s there is no plan.", x)
		case *x.Cost != cost:
			say("Without %s the cost becomes %d.", x, *x.Cost)
		case same[x.Sign] == nil:
			same[x.Sign] = x
		default:
			same[x.Sign].Places = append(same[x.Sign].Places, x.Places...)
		}
	}
	for _, sign := range slices.Sorted(maps.Keys(same)) {
		say("The cost stays %d without one of: %s.", cost, same[sign])
	}
	return p
}

// opening returns the boards that the report begins with: the start, or what is given.
func (w *written) opening() (boards []puzzle.Board) {
	if w.puzzle.HasMoves() {
		if w.report.Answer == nil {
			return nil
		}
		return w.puzzle.Shown(w.report.Answer.Solutions[0].Start)
	}
	form, err := w.puzzle.Form()
	if err != nil {
		return nil
	}
	for _, b := range form.Fill(nil).Boards {
		boards = append(boards, b.Board)
	}
	return boards
}

// print writes the report as text or JSON.
func (w *written) print(e *env) error {
	if e.json() {
		return e.writeJSON(struct {
			*ratedObject
			Plan  []string  `json:"plan,omitempty"`
			Parts []passage `json:"parts,omitempty"`
		}{w.object(), (&why.Fact{Plan: w.report.Plan}).Moves(), w.passages})
	}
	return e.answer(func(out io.Writer) error {
		p := show.NewPrinter(out, w.puzzle, e.style(nil))
		w.writeTo(p)
		if w.err != nil {
			return p.Flush()
		}
		p.Line("")
		for _, line := range show.Boards(w.opening(), e.color(), false) {
			p.Line("      %s", line.Text)
		}
		for _, x := range w.passages {
			p.Line("\n%s", x.Title)
			for _, line := range x.Lines {
				p.Line("  %s", diag.Shown(line))
			}
			for _, s := range x.states {
				p.Line("\n  %s:\n", s.Move)
				p.State(s.State)
			}
		}
		return p.Flush()
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
		for _, state := range x.states {
			s.Frames = append(s.Frames, draw.Frame{Picture: show.Picture(w.puzzle, state.State), Move: state.Move})
		}
		page.Sections = append(page.Sections, s)
	}
	if c.Play != "" {
		play := &playCommand{File: c.File, dataFlags: c.dataFlags, HTML: c.Play}
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
