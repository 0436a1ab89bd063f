package draw

import (
	"cmp"
	_ "embed"
	"html/template"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/internal/text"
)

// Sheet is a page for paper: puzzles with their rules, and the solutions at the end.
type Sheet struct {
	Title  string
	Author string
	Rules  []string // paragraphs, which may have lines
	Boards []Printed

	Columns int     // 0: as many as fit
	Cell    float64 // the greatest side of a cell, in millimetres; 0: see usualCell
}

// Paper that fits both A4 and Letter, in millimetres: the width between the margins, and the space between columns.
const (
	paperWide = 178.0
	paperGap  = 6.0
	usualCell = 8.5
)

// Wide returns the width of a picture on paper, in millimetres.
func (s *Sheet) Wide(p *Picture) float64 {
	return min(paperWide, math.Round(10*p.W/cell*cmp.Or(s.Cell, usualCell))/10)
}

// Grid returns the number of columns.
func (s *Sheet) Grid() int {
	if s.Columns > 0 {
		return s.Columns
	}
	widest := 1.0
	for _, b := range s.Boards {
		if widest = max(widest, s.Wide(b.Picture)); len(b.Clues) > 0 && s.Shared() == nil {
			return 1
		}
	}
	return int((paperWide + paperGap) / (widest + paperGap))
}

// Shared returns the clues of several boards if all have the same: they are rules.
func (s *Sheet) Shared() []string {
	other := func(b Printed) bool { return !slices.Equal(b.Clues, s.Boards[0].Clues) }
	if len(s.Boards) < 2 || slices.ContainsFunc(s.Boards, other) {
		return nil
	}
	return s.Boards[0].Clues
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
	shared := s.Shared()
	lines = append(lines, shared...)
	for _, b := range s.Boards {
		if shared != nil {
			b.Clues = nil
		}
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
