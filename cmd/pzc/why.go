package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"strings"
	"time"

	"github.com/pzc-lang/pzc/apps/why"
	"github.com/pzc-lang/pzc/compiler/semantics/view"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/draw"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

type whyCommand struct {
	File string `arg:"" help:"The model, - for standard input, or the name of a model of the library."`
	Move string `arg:"" optional:"" help:"A move, such as 'row(wolf)': why it cannot be made."`
	dataFlags
	limits
	workFlag
	After     string        `placeholder:"FILE" help:"With a move: after the moves of this plan."`
	Plan      string        `placeholder:"FILE" help:"Where this plan fails, how to repair it, and which moves it wastes."`
	Steps     bool          `help:"How a person would solve a puzzle without moves: one deduction after the other."`
	HTML      string        `name:"html" placeholder:"FILE" help:"With --steps: write a page that shows the board after each step."`
	Redundant bool          `help:"Which clauses and given values can be removed without adding a solution."`
	Unique    bool          `help:"Whether there is a second solution, and the one that differs least."`
	Each      time.Duration `type:"duration" default:"2s" placeholder:"2s" help:"The time limit for each changed puzzle that is solved. With --work, a second is 10,000,000 steps."`
}

func (whyCommand) Help() string {
	return `Each answer is a few facts with their places in the model, the smallest reason
first. Reasons are checked: if clauses are said to contradict one another, the
puzzle was solved with all of them, and once without each. The exit status is 0
if the question was answered, and 3 if a limit was reached first; then the
results so far are printed. --work bounds the whole answer.

Examples:

    pzc why sudoku.pz -i clash                  why no values fit
    pzc why rush_hour.pz "slide('A', 0, 4)"      why a move cannot be made, and when it can
    pzc why taquin.pz --plan plan.txt           where a plan goes wrong
    pzc why taquin.pz                           why no plan costs less
    pzc why sudoku.pz -i loose --unique         the nearest second solution
    pzc why sudoku.pz --steps                   how a person would solve it
    pzc why sudoku.pz --steps --html steps.html  the same as a page, with the board after each step
    pzc why sudoku.pz --redundant               which given numbers could be left out`
}

func (c *whyCommand) Run(e *env) error {
	questions := 0
	for _, asked := range []bool{c.Plan != "", c.Move != "", c.Unique, c.Steps, c.Redundant} {
		if asked {
			questions++
		}
	}
	if questions > 1 {
		return errors.New("a move, --plan, --unique, --steps and --redundant are different questions; " +
			"--after PLAN asks about a move after a plan")
	}
	if c.After != "" && c.Move == "" {
		return errors.New("--after says where a move is asked for; name the move")
	}
	if c.HTML != "" && !c.Steps {
		return errors.New("--html writes the page of --steps, which is not given")
	}
	if err := endsIn("--html", c.HTML, ".html", ".htm"); err != nil {
		return err
	}
	if err := c.oneStdin(c.File, c.After, c.Plan); err != nil {
		return err
	}
	c.limit(&c.limits)
	ctx, stop := c.start(e)
	defer stop()
	z, err := c.compile(ctx, e, c.File)
	if err != nil {
		return e.noAnswer(ctx, err)
	}
	o := why.Options{Each: c.Each}
	o.Solve.Memory = c.memoryLimit()
	ctx, work, end := c.within(ctx)
	defer end()
	if work != nil {
		o.Solve.Work, o.Solve.Threads = work, 1
	}
	progress := e.progress()
	progress.doing("solving")
	o.Solve.Progress = progress.say
	answer, err := c.ask(ctx, e, z, o)
	progress.stop()
	if err != nil {
		return e.refused(ctx, z.Program, err)
	}
	if err := errors.Join(c.print(e, answer), c.page(z, answer)); err != nil {
		return err
	}
	return status(whyStatus(ctx, answer))
}

// ask answers the question that the command line asks.
func (c *whyCommand) ask(ctx context.Context, e *env, z *puzzle.Puzzle, o why.Options) (*why.Answer, error) {
	question, plan, file := "solution", &puzzle.Text{Name: "plan"}, cmp.Or(c.Plan, c.After)
	switch {
	case c.Plan != "":
		question = "plan"
	case c.Steps:
		question = "steps"
	case c.Redundant:
		question = "redundant"
	case c.Unique:
		question = "unique"
	case c.Move != "":
		question = "move"
	}
	if file != "" {
		var err error
		if plan, err = e.read(ctx, file); err != nil {
			return nil, err
		}
	}
	answer, err := why.On(ctx, z, question, c.Move, *plan, o)
	if info, failed := os.Stat(c.Move); err != nil && failed == nil && info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is a file and not a move: did you mean --plan %[1]s?", c.Move)
	}
	return answer, err
}

// whyStatus returns the exit status for an answer.
func whyStatus(ctx context.Context, a *why.Answer) int {
	switch {
	case errors.Is(context.Cause(ctx), errInterrupted):
		return exitInterrupted
	case a.Limit != "":
		return exitUndecided
	}
	return exitOK
}

// factObjects returns the JSON of facts. Lines and columns count from 1.
func factObjects(facts []why.Fact) []text.Fields {
	return lists.Map(facts, func(f why.Fact) text.Fields {
		from, to := f.Span.Start, f.Span.End
		return text.Fields{
			"role", f.Role, "text", strings.TrimSpace(inFlags(f.Text)), "file?", from.Filename, "line?", from.Line,
			"column?", from.Column, "end_line?", to.Line, "end_column?", to.Column, "instances?", f.Objects(),
			"plan?", f.Moves(), "board?", f.Board, "parts?", factObjects(f.Parts),
		}
	})
}

func (c *whyCommand) print(e *env, a *why.Answer) error {
	object := func() any {
		return text.Fields{
			"question", a.Kind, "complete", a.Limit == "", "limit?", inFlags(a.Limit), "facts", factObjects(a.Facts),
		}
	}
	return e.present(nil, object, func(p *show.Printer) {
		printFacts(p, a.Facts, "")
		if a.Limit != "" {
			p.Line("Not all is known: %s.", diag.Shown(inFlags(a.Limit)))
		}
	})
}

// printFacts writes facts, those with a place indented below the sentence that introduces them. Of several places with
// one role only the first has its plan and its parts.
func printFacts(p *show.Printer, facts []why.Fact, indent string) {
	width, further := 0, map[why.Role]bool{}
	for _, f := range facts {
		if f.Span.Start.IsValid() {
			width = max(width, len([]rune(f.Span.Start.String())))
		}
	}
	for _, f := range facts {
		words, within := diag.Shown(inFlags(f.Text)), indent
		if at := f.Span.Start; at.IsValid() {
			within += "    "
			words = "  " + at.String() + strings.Repeat(" ", width-len([]rune(at.String()))+2) + words
		}
		p.Line("%s%s", indent, words)
		if further[f.Role] {
			continue
		}
		further[f.Role] = f.Span.Start.IsValid()
		if len(f.Plan) > 0 {
			p.Line("%s    %s", indent, moves(f))
		}
		printFacts(p, f.Parts, within)
		for _, line := range f.Board {
			p.Line("%s    %s", indent, diag.Shown(line))
		}
	}
}

// maxMoves is how many moves a line shows.
const maxMoves = 12

// moves writes the moves of a fact in a line.
func moves(f why.Fact) string {
	names := f.Moves()
	if len(names) > maxMoves+1 {
		names = append(names[:maxMoves], "…")
	}
	return diag.Shown(strings.Join(names, ", "))
}

// colourOfNews fills the cells whose values a step has found.
const colourOfNews = "#b9e3b4"

// page writes the page of the steps, if it is wanted: the board after each of them.
func (c *whyCommand) page(z *puzzle.Puzzle, a *why.Answer) error {
	if c.HTML == "" || a.Kind != why.Stepwise || a.Find(why.Deduced) == nil {
		return nil
	}
	film, headline, err := stepsFilm(z, a)
	if err != nil {
		return err
	}
	if z.CutShort() {
		return show.ErrCut
	}
	page := &draw.Page{
		Title: show.Title(z.Program.Name(), z.Instance()), Headline: headline, List: "Steps",
		Films: []draw.Film{film},
	}
	return writeFile(c.HTML, page.HTML)
}

// stepsFilm draws the board after each step, and returns the other facts as a headline.
func stepsFilm(z *puzzle.Puzzle, a *why.Answer) (film draw.Film, headline string, err error) {
	form, err := z.Form()
	if err != nil {
		return film, "", err
	}
	known := map[int]int64{}
	film = draw.Film{Name: "steps", Frames: []draw.Frame{{Picture: stepPicture(form, known, nil), Move: "start"}}}
	words := []string{}
	for _, f := range a.Facts {
		if f.Role != why.Deduced {
			words = append(words, inFlags(f.Text))
			continue
		}
		frame := draw.Frame{Picture: film.Frames[len(film.Frames)-1].Picture, Note: f.RuleTexts()}
		_, frame.Move, _ = strings.Cut(f.Text, ". ")
		if f.Known != nil || len(film.Frames) == 1 {
			frame.Picture = stepPicture(form, f.Known, known)
		}
		if film.Frames = append(film.Frames, frame); f.Known != nil {
			known = f.Known
		}
	}
	return film, strings.Join(words, " "), nil
}

// stepPicture draws what is known, and what was not known before in a colour.
func stepPicture(form *puzzle.Form, known, before map[int]int64) *draw.Picture {
	filled := form.Fill(maps.Clone(known))
	boards := make([]view.Board, len(filled.Boards))
	for i, b := range filled.Boards {
		boards[i] = b.Board
		for cell, places := range b.Shows {
			for _, p := range places {
				_, is := known[p]
				if _, was := before[p]; is && !was && cell < len(b.Fill) {
					b.Fill[cell] = colourOfNews
				}
			}
		}
	}
	picture, _ := show.PictureOf(boards)
	return picture
}
