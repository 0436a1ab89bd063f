package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/pzc-lang/pzc/apps/rate"
	"github.com/pzc-lang/pzc/apps/report"
	"github.com/pzc-lang/pzc/apps/why"
	"github.com/pzc-lang/pzc/internal/draw"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

type reportCommand struct {
	File string `arg:"" help:"The model, - for standard input, or the name of a model of the library."`
	dataFlags
	HTML   string `name:"html" placeholder:"FILE" help:"Write the report as a page: one file, for any browser."`
	Play   string `placeholder:"FILE" help:"With --html: also write a page to play the puzzle, to which the report leads."`
	States int64  `placeholder:"N" help:"Explore at most N states of a puzzle with moves; 500,000 unless given."`
	Solve  bool   `help:"Also search for a best plan of puzzles with more states. This may take long."`
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
	switch {
	case c.States < 0:
		return errors.New("--states is a number of states, 1 or more")
	case c.Play != "" && c.HTML == "":
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
	progress := e.progress()
	progress.Doing("rating")
	o := rate.Options{States: c.States, Solve: c.Solve}
	o.Puzzle.Memory, o.Puzzle.Progress = c.memoryLimit(), progress.Say
	r, err := report.Of(ctx, z, o)
	one := &rated{file: c.File, instance: z.Instance(), data: c.Data, program: z.Program, puzzle: z, vector: r.Vector}
	if errors.Is(err, rate.ErrNone) {
		one.err = err
	} else if err != nil && ctx.Err() == nil {
		progress.Stop()
		return err
	}
	rating := &rateCommand{Define: c.Define}
	var others []*rate.Vector
	if !e.globals.Quiet {
		others = rating.others(ctx, one, o)
	}
	progress.Stop()
	defer z.Showing(ctx)()
	if err := c.print(e, one, r, others); err != nil {
		return e.shown(ctx, z, err)
	}
	if err := c.page(e, one, r, others); err != nil {
		return e.shown(ctx, z, err)
	}
	return errors.Join(rating.ended(ctx), status(map[bool]int{true: exitNo}[one.err != nil]))
}

// passage is a part of a report: a title, lines, and states with captions.
type passage struct {
	title    string
	lines    []string
	states   [][]int64
	captions []string
}

// passages puts a report into words.
func passages(r *report.Report) (all []passage) {
	if t := r.Trap; t != nil {
		where := "After " + text.Count(t.Moves, "move")
		if t.Moves == 0 {
			where = "At the start"
		}
		all = append(all, passage{
			title: "The earliest trap", states: [][]int64{t.Before, t.After}, captions: []string{"before", "after " + t.Move},
			lines: []string{fmt.Sprintf("%s, `%s` can be made. Then no goal can be reached.", where, t.Move)},
		})
	}
	if r.Omitted != "" && r.Vector.Survey != nil {
		words := "Not tried: " + inFlags(r.Omitted) + "."
		all = append(all, passage{title: "Does every element matter?", lines: []string{words}})
	} else if len(r.Elements) > 0 {
		all = append(all, matters(r))
	}
	if f, number, rules := r.Hardest(); f != nil {
		_, words, _ := strings.Cut(inFlags(f.Text), ". ")
		p := passage{title: "The hardest deduction", lines: []string{words}}
		p.lines = append(p.lines, fmt.Sprintf("This is number %d of %d. It needs %s:", number, len(r.Steps.Ladder.Rules),
			text.Count(rules, "rule")), rulesOf(*f))
		all = append(all, p)
	}
	if r.Unneeded != nil {
		p := passage{title: "Is every clue needed?"}
		for _, f := range r.Unneeded.Facts {
			p.lines = append(p.lines, inFlags(f.Text))
			if len(f.Parts) > 0 {
				p.lines = append(p.lines, rulesOf(f))
			}
		}
		all = append(all, p)
	}
	return all
}

// matters says what becomes of the cost without each element. Elements of one sign that do not matter are one line.
func matters(r *report.Report) passage {
	p := passage{title: "Does every element matter?"}
	cost, _ := r.Vector.Value("cost")
	var same []report.Element
	for _, x := range r.Elements {
		switch last := len(same) - 1; {
		case x.Reason != "":
			p.lines = append(p.lines, fmt.Sprintf("Without %s: not known, %s.", &x, inFlags(x.Reason)))
		case x.Cost == nil:
			p.lines = append(p.lines, fmt.Sprintf("Without %s there is no plan.", &x))
		case *x.Cost != cost:
			p.lines = append(p.lines, fmt.Sprintf("Without %s the cost becomes %d.", &x, *x.Cost))
		case last >= 0 && same[last].Sign == x.Sign:
			same[last].Places = append(same[last].Places, x.Places...)
		default:
			same = append(same, x)
		}
	}
	for _, x := range same {
		p.lines = append(p.lines, fmt.Sprintf("The cost stays %d without one of: %s.", cost, &x))
	}
	return p
}

// opening returns the boards that the report begins with: the start, or what is given.
func opening(z *puzzle.Puzzle, r *report.Report) (boards []puzzle.Board) {
	if z.HasMoves() {
		if r.Answer == nil || len(r.Answer.Solutions) == 0 {
			return nil
		}
		return z.Shown(r.Answer.Solutions[0].Start)
	}
	form, err := z.Form()
	if err != nil {
		return nil
	}
	for _, b := range form.Fill(nil).Boards {
		boards = append(boards, b.Board)
	}
	return boards
}

// reportObject is the JSON of a report.
type reportObject struct {
	*ratedObject
	Plan     []string        `json:"plan,omitempty"`
	Trap     *trapObject     `json:"trap,omitempty"`
	Elements []elementObject `json:"elements,omitempty"`
	Hardest  *factObject     `json:"hardest,omitempty"`
	Unneeded []factObject    `json:"unneeded,omitempty"`
}

type trapObject struct {
	Moves int    `json:"moves"`
	Move  string `json:"move"`
}

type elementObject struct {
	Without string `json:"without"`
	Cost    *int64 `json:"cost"`
	Reason  string `json:"reason,omitempty"`
}

func (c *reportCommand) print(e *env, one *rated, r *report.Report, others []*rate.Vector) error {
	if e.json() {
		o := reportObject{ratedObject: one.object(others)}
		if r.Answer != nil && r.Answer.HasMoves && len(r.Answer.Solutions) > 0 {
			o.Plan = (&why.Fact{Plan: r.Answer.Solutions[0].Steps}).Moves()
		}
		if r.Trap != nil {
			o.Trap = &trapObject{r.Trap.Moves, r.Trap.Move}
		}
		for _, x := range r.Elements {
			o.Elements = append(o.Elements, elementObject{x.String(), x.Cost, inFlags(x.Reason)})
		}
		if f, _, _ := r.Hardest(); f != nil {
			o.Hardest = &factObjects([]why.Fact{*f})[0]
		}
		if r.Unneeded != nil {
			o.Unneeded = factObjects(r.Unneeded.Facts)
		}
		return e.writeJSON(o)
	}
	return e.answer(func(out io.Writer) error {
		p := show.NewPrinter(out, one.puzzle, e.style(nil))
		one.print(p, others)
		if one.err == nil {
			p.Line("")
			for _, line := range show.Boards(opening(one.puzzle, r), e.color(), false) {
				p.Line("      %s", line.Text)
			}
		}
		if a := r.Answer; a != nil && a.HasMoves && len(a.Solutions) > 0 {
			p.Line("\nA plan\n  %s", moves(why.Fact{Plan: a.Solutions[0].Steps}))
		}
		for _, x := range passages(r) {
			p.Line("\n%s", x.title)
			for _, line := range x.lines {
				p.Line("  %s", strings.ReplaceAll(line, "\n", "\n  "))
			}
			for i, state := range x.states {
				p.Line("\n  %s:\n", x.captions[i])
				p.State(state)
			}
		}
		return p.Flush()
	})
}

// page writes the page, and that to play.
func (c *reportCommand) page(e *env, one *rated, r *report.Report, others []*rate.Vector) error {
	if c.HTML == "" || one.err != nil {
		return nil
	}
	page := &draw.Page{
		Title: show.Title(one.program.Name(), cmp.Or(one.instance, one.data)), Headline: "Report", List: "Deductions",
	}
	switch {
	case r.Answer == nil || len(r.Answer.Solutions) == 0:
		return fmt.Errorf("there is no page, because no solution is known: %s", one.remark())
	case one.puzzle.HasMoves():
		page.Films, page.List = show.Films(one.puzzle, r.Answer), "Moves"
	default:
		film, headline, err := stepsFilm(one.puzzle, r.Steps)
		if err != nil {
			return err
		}
		page.Films, page.Headline = []draw.Film{film}, headline
	}
	page.Sections = append(page.Sections, draw.Section{
		Title: "Measures", Rows: append([][]string{measureHead}, measureRows(r.Vector, others)...), Lines: r.Vector.Notes,
	})
	for _, x := range passages(r) {
		s := draw.Section{Title: x.title, Lines: x.lines}
		for i, state := range x.states {
			s.Frames = append(s.Frames, draw.Frame{Picture: show.Picture(one.puzzle, state), Move: x.captions[i]})
		}
		page.Sections = append(page.Sections, s)
	}
	if c.Play != "" {
		play := &playCommand{File: c.File, dataFlags: c.dataFlags, HTML: c.Play}
		if err := play.writePage(e); err != nil {
			return err
		}
		link, err := filepath.Rel(filepath.Dir(c.HTML), c.Play)
		if err != nil {
			return err
		}
		page.Sections = append(page.Sections, draw.Section{Title: "Play it", Link: filepath.ToSlash(link)})
	}
	if one.puzzle.CutShort() {
		return show.ErrCut
	}
	return writeFile(c.HTML, page.HTML)
}
