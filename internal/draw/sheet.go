package draw

import (
	_ "embed"
	"html/template"
	"io"
	"strings"

	"github.com/pzc-lang/pzc/internal/text"
)

// Sheet is a page for paper: puzzles with their rules, and the solutions at the end.
type Sheet struct {
	Title  string
	Author string
	Rules  []string // paragraphs, which may have lines
	Boards []Printed
}

// Printed is a puzzle on paper.
type Printed struct {
	Name     string
	Clues    []string
	Picture  *Picture
	Solved   *Picture // nil: none
	Solution string   // the moves, or why there is no solution
}

// Board returns the puzzle as an element.
func (p Printed) Board() template.HTML { return template.HTML(p.Picture.Inline()) }

// Answer returns the solution as an element.
func (p Printed) Answer() template.HTML {
	if p.Solved == nil {
		return ""
	}
	return template.HTML(p.Solved.Inline())
}

//go:embed sheet.html
var sheetText string

// HTML writes the sheet. It loads nothing and has no script. The browser divides it into pages of any size.
func (s *Sheet) HTML(w io.Writer) error {
	t, err := template.New("sheet").Parse(sheetText)
	if err != nil {
		return err
	}
	return t.Execute(w, struct {
		*Sheet
		Style template.CSS
	}{s, template.CSS(Theme)})
}

// Picture draws the sheet as one drawing: the texts, the boards with their clues, the solutions.
func (s *Sheet) Picture() *Picture {
	lines := []string{s.Title}
	if s.Author != "" {
		lines = append(lines, "by "+s.Author)
	}
	for _, paragraph := range s.Rules {
		lines = append(lines, strings.Split(paragraph, "\n")...)
	}
	var boards, solved []*Picture
	var names, solutions []string
	for _, b := range s.Boards {
		boards, names = append(boards, below(b.Picture, written(b.Clues))), append(names, b.Name)
		if b.Solved != nil {
			solved = append(solved, b.Solved)
			solutions = append(solutions, strings.TrimSpace("solution "+b.Name))
		}
	}
	out := below(written(lines), Row(boards, names, sheetWide), Row(solved, solutions, sheetWide))
	out.Title = s.Title
	return out
}

const sheetWide = 1000

// written draws lines of text, none longer than a row of boards.
func written(lines []string) *Picture {
	if len(lines) == 0 {
		return &Picture{}
	}
	var parts []string
	for _, line := range lines {
		parts = append(parts, text.Break(line, sheetWide/10)...)
	}
	picture, _ := Placed([]Board{{Line: true, Text: []string{strings.Join(parts, "\n")}}})
	return picture
}

// below returns a picture of pictures one below the other.
func below(pictures ...*Picture) *Picture {
	out := &Picture{}
	for _, p := range pictures {
		out.paste(p, Point{0, out.H}, 1)
		out.W, out.H = max(out.W, p.W), out.H+p.H
	}
	return out
}
