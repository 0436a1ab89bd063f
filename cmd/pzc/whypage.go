package main

import (
	"maps"
	"strings"

	"github.com/pzc-lang/pzc/apps/why"
	"github.com/pzc-lang/pzc/internal/draw"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

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
	boards := make([]puzzle.Board, len(filled.Boards))
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
