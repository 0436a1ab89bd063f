package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/draw"
)

// pictureFlags ask for pictures of a plan.
type pictureFlags struct {
	HTML  string `name:"html" placeholder:"FILE" help:"Write a page that plays the plan: one file, for any browser."`
	SVG   string `name:"svg" placeholder:"FILE" help:"Draw the states of the plan, or with --state one of them."`
	PNG   string `name:"png" placeholder:"FILE" help:"The same as an image."`
	GIF   string `name:"gif" placeholder:"FILE" help:"The plan as a film."`
	State *int   `placeholder:"N" help:"With --svg and --png: only the state after so many moves; 0 is the start."`
	Draw  int    `placeholder:"N" help:"With --all: which of the solutions --svg, --png and --gif draw; unless given the first plan, or all solutions of a puzzle without moves."`
}

// check tells what is wrong with the flags.
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
	return errors.Join(endsIn("--html", f.HTML, ".html", ".htm"), endsIn("--svg", f.SVG, ".svg"), endsIn("--png", f.PNG, ".png"),
		endsIn("--gif", f.GIF, ".gif"))
}

// wanted tells whether a file is to be written.
func (f *pictureFlags) wanted() bool {
	return f.HTML != "" || f.SVG != "" || f.PNG != "" || f.GIF != ""
}

// write writes the pictures that were asked for.
func (f *pictureFlags) write(e *env, z *pzc.Puzzle, a *pzc.Answer) error {
	if !f.wanted() {
		return nil
	}
	if len(a.Solutions) == 0 {
		fmt.Fprintln(e.stderr, "pzc: nothing was drawn, as there is no solution to draw")
		return nil
	}
	if n := statesOf(a); n > mostStates {
		return fmt.Errorf("pictures show at most %s states, here are %s; --limit wants fewer solutions", grouped(mostStates), grouped(int64(n)))
	}
	films := films(z, a)
	if z.CutShort() {
		return errCut
	}
	film, err := f.film(films, a)
	if err != nil {
		return err
	}
	still, err := f.still(film)
	if err != nil {
		return err
	}
	var errs []error
	put := func(file string, fill func(io.Writer) error) {
		if file != "" {
			errs = append(errs, writeFile(file, fill))
		}
	}
	put(f.HTML, page(z, a, films).HTML)
	put(f.SVG, still.SVG)
	put(f.PNG, still.PNG)
	put(f.GIF, func(w io.Writer) error { return draw.GIF(w, pictures(film), 70) })
	return errors.Join(errs...)
}

// mostStates is how many states are drawn: a page of more would be slow to open.
const mostStates = 5000

// statesOf is how many states the solutions go through.
func statesOf(a *pzc.Answer) (n int) {
	for _, s := range a.Solutions {
		n += 1 + len(s.Steps)
	}
	return n
}

// theStart stands where the first state of a plan has no move.
const theStart = "start"

// films are the solutions: each plan one, or the assignments of a puzzle without moves as one.
func films(z *pzc.Puzzle, a *pzc.Answer) (out []draw.Film) {
	if !a.HasMoves {
		film := draw.Film{Name: "solutions"}
		for i, s := range a.Solutions {
			film.Frames = append(film.Frames, draw.Frame{Picture: picture(z, s.Start), Move: fmt.Sprintf("solution %d", i+1)})
		}
		return []draw.Film{film}
	}
	for i, s := range a.Solutions {
		film := draw.Film{Name: fmt.Sprintf("%d of %d", i+1, len(a.Solutions)), Frames: []draw.Frame{{Picture: picture(z, s.Start), Move: theStart}}}
		for _, step := range s.Steps {
			film.Frames = append(film.Frames, draw.Frame{Picture: picture(z, step.State), Move: step.Move, Note: note(step)})
		}
		out = append(out, film)
	}
	return out
}

// film is the one that is drawn.
func (f *pictureFlags) film(films []draw.Film, a *pzc.Answer) (draw.Film, error) {
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

// note is what a move's label and its cost say beside its name.
func note(s pzc.Step) string {
	text := diag.OneLine(s.Label)
	if s.Cost != 1 {
		if text != "" {
			text += ", "
		}
		text += fmt.Sprintf("cost %d", s.Cost)
	}
	return text
}

// still is one state, or all of a film side by side.
func (f *pictureFlags) still(film draw.Film) (*draw.Picture, error) {
	last := len(film.Frames) - 1
	if f.State != nil {
		if *f.State > last {
			return nil, fmt.Errorf("--state %d: the plan has %s", *f.State, count(last, "move"))
		}
		return film.Frames[*f.State].Picture, nil
	}
	if last == 0 {
		return film.Frames[0].Picture, nil
	}
	captions := make([]string, last+1)
	for i, frame := range film.Frames {
		if captions[i] = frame.Move; film.Frames[0].Move == theStart && i > 0 {
			captions[i] = fmt.Sprintf("%d. %s", i, frame.Move)
		}
	}
	return draw.Row(pictures(film), captions, 1000), nil
}

func pictures(film draw.Film) []*draw.Picture {
	out := make([]*draw.Picture, len(film.Frames))
	for i, f := range film.Frames {
		out[i] = f.Picture
	}
	return out
}

func page(z *pzc.Puzzle, a *pzc.Answer, films []draw.Film) *draw.Page {
	p := &draw.Page{Title: title(a), Headline: sentence(headline(a)), List: "Solutions", First: 1, Films: films}
	if a.HasMoves {
		p.List, p.First = "Moves", 0
		p.Facts = append(p.Facts, [2]string{"moves", fmt.Sprint(len(a.Solutions[0].Steps))}, [2]string{"cost", grouped(a.Solutions[0].Cost)})
	}
	for _, fact := range [][2]string{{"backend", a.Backend}, {"algorithm", a.Algorithm}, {"heuristic", a.Heuristic}} {
		if fact[1] != "" {
			p.Facts = append(p.Facts, fact)
		}
	}
	for _, c := range counters(a) {
		if !strings.HasSuffix(c.name, "per second") { // the same answer gives the same page
			p.Facts = append(p.Facts, [2]string{c.name, c.text})
		}
	}
	return p
}
