package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/pzc-lang/pzc/internal/draw"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

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
