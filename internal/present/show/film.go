package show

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/pzc-lang/pzc/compiler/semantics/view"
	"github.com/pzc-lang/pzc/internal/draw"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// Picture draws a state.
func Picture(z *puzzle.Puzzle, state []int64) *draw.Picture {
	picture, _ := PictureOf(z.Shown(state))
	return picture
}

// Opening returns the boards that a puzzle begins with: the start, or what is given. The start is that of an answer, or
// without a solution that of a game.
func Opening(ctx context.Context, z *puzzle.Puzzle, a *puzzle.Answer) (boards []view.Board, err error) {
	switch {
	case z.HasMoves() && a != nil && len(a.Solutions) > 0:
		return z.Shown(a.Solutions[0].Start), nil
	case z.HasMoves():
		game, err := z.Play(ctx)
		if err != nil {
			return nil, err
		}
		return game.Shown(game.Start), nil
	}
	form, err := z.Form()
	if err != nil {
		return nil, err
	}
	return form.Fill(nil).Plain(), nil
}

// PictureOf draws boards, one below the other, and says for each where its first cell lies.
func PictureOf(boards []view.Board) (*draw.Picture, []draw.Box) { return draw.Placed(Views(boards)) }

// Views are boards as they are drawn.
func Views(boards []view.Board) []draw.Board {
	return lists.Map(boards, drawn)
}

// drawn returns a board as package draw wants it.
func drawn(b view.Board) draw.Board {
	out := draw.Board{
		Rows: b.Rows, Cols: b.Cols, Text: b.Text, Open: b.Open, Fill: b.Fill, Line: b.Line,
		Words: Words(&b), Borders: b.Marks != nil && b.Borders > 0,
	}
	for _, m := range b.Marks {
		d := draw.CellMark{
			Ink: m.Ink, Pen: m.Pen, Shape: m.Shape, Corner: m.Corner, Lines: m.Lines,
			Cage: m.Cage, Notch: m.Notch, Signs: m.Signs, Points: m.Points,
		}
		for i, s := range m.Sides {
			d.Sides[i] = draw.Side(s)
		}
		out.Marks = append(out.Marks, d)
	}
	return out
}

// theStart is the caption of the first state of a plan.
const theStart = "start"

// Films draws the solutions of an answer: a film for each plan, or one film of all assignments of a puzzle without
// moves.
func Films(z *puzzle.Puzzle, a *puzzle.Answer) (out []draw.Film) {
	if !a.HasMoves {
		film := draw.Film{Name: "solutions"}
		for i, s := range a.Solutions {
			film.Frames = append(film.Frames, draw.Frame{Picture: Picture(z, s.Start), Move: fmt.Sprintf("solution %d", i+1)})
		}
		return []draw.Film{film}
	}
	for i, s := range a.Solutions {
		film := draw.Film{
			Name:   fmt.Sprintf("%d of %d", i+1, len(a.Solutions)),
			Frames: []draw.Frame{{Picture: Picture(z, s.Start), Move: theStart}},
		}
		for _, step := range s.Steps {
			film.Frames = append(film.Frames, draw.Frame{Picture: Picture(z, step.State), Move: step.Move, Note: note(step)})
		}
		out = append(out, film)
	}
	return out
}

// Strip draws all states of a film side by side in rows, with their captions if there are several.
func Strip(film draw.Film) *draw.Picture {
	if len(film.Frames) == 1 {
		return film.Frames[0].Picture
	}
	captions := make([]string, len(film.Frames))
	for i, frame := range film.Frames {
		if captions[i] = frame.Move; film.Frames[0].Move == theStart && i > 0 {
			captions[i] = fmt.Sprintf("%d. %s", i, frame.Move)
		}
	}
	area := 0.0
	for _, frame := range film.Frames {
		area += frame.Picture.W * frame.Picture.H
	}
	return draw.Row(Pictures(film), captions, max(1000, 1.2*math.Sqrt(area)))
}

// Pictures returns the pictures of a film.
func Pictures(film draw.Film) []*draw.Picture {
	return lists.Map(film.Frames, func(f draw.Frame) *draw.Picture { return f.Picture })
}

// Page returns the page that plays the films of an answer, with facts about the answer beside them.
func Page(a *puzzle.Answer, films []draw.Film) *draw.Page {
	p := &draw.Page{
		Title: Title(a.Puzzle, a.Instance), Headline: text.Sentence(Headline(a)), List: "Solutions", First: 1, Films: films,
	}
	if a.HasMoves {
		p.List, p.First = "Moves", 0
		first := a.Solutions[0]
		p.Facts = [][2]string{{"moves", fmt.Sprint(len(first.Steps))}, {"cost", text.Grouped(first.Cost)}}
	}
	p.Facts = append(p.Facts, [][2]string{
		{"backend", a.Backend}, {"algorithm", a.Algorithm}, {"heuristic", a.Heuristic},
	}...)
	p.Facts = slices.DeleteFunc(append(p.Facts, Facts(a)...), func(fact [2]string) bool {
		return fact[1] == "" || fact[0] == perSecond || fact[0] == checking // the same answer gives the same page
	})
	return p
}
