package draw

import (
	"cmp"
	_ "embed"
	"fmt"
	"html"
	"io"
	"math"
	"slices"
	"strconv"
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

// wide returns the width of a picture on paper, in millimetres.
func (s *Sheet) wide(p *Picture) float64 {
	return min(paperWide, math.Round(10*p.W/cell*cmp.Or(s.Cell, usualCell))/10)
}

// grid returns the number of columns.
func (s *Sheet) grid() int {
	if s.Columns > 0 {
		return s.Columns
	}
	widest := 1.0
	for _, b := range s.Boards {
		if widest = max(widest, s.wide(b.Picture)); len(b.Clues) > 0 && s.shared() == nil {
			return 1
		}
	}
	return int((paperWide + paperGap) / (widest + paperGap))
}

// shared returns the clues of several boards if all have the same: they are rules.
func (s *Sheet) shared() []string {
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

//go:embed sheet.html
var sheetText string

// HTML writes the sheet. It loads nothing and has no script. The browser divides it into pages of any size.
func (s *Sheet) HTML(w io.Writer) error {
	var b strings.Builder
	texts := func(format string, all ...string) {
		for _, text := range all {
			if text != "" {
				fmt.Fprintf(&b, format+"\n", html.EscapeString(text))
			}
		}
	}
	list := func(all []string) {
		if len(all) > 0 {
			b.WriteString("<ul>\n")
			texts("<li>%s</li>", all...)
			b.WriteString("</ul>\n")
		}
	}
	begin := func(p *Printed) {
		fmt.Fprintf(&b, "<section style='--wide: %vmm'>\n", s.wide(p.Picture))
		texts("<h2>%s</h2>", p.Name)
	}
	b.WriteString("<header>\n")
	texts("<h1>%s</h1>", s.Title)
	if s.Author != "" {
		texts("<p>by %s</p>", s.Author)
	}
	texts("<p>%s</p>", s.Rules...)
	list(s.shared())
	b.WriteString("</header>\n<main>\n<div class=\"puzzles\">\n")
	for i := range s.Boards {
		p := &s.Boards[i]
		begin(p)
		b.WriteString(p.Picture.Inline() + "\n")
		if s.shared() == nil {
			list(p.Clues)
		}
		b.WriteString("</section>\n")
	}
	b.WriteString("</div>\n<div class=\"solutions\">\n<h2 class=\"head\">Solutions</h2>\n")
	for i := range s.Boards {
		p := &s.Boards[i]
		begin(p)
		if p.Solved != nil {
			b.WriteString(p.Solved.Inline() + "\n")
		}
		texts("<p>%s</p>", p.Solution)
		b.WriteString("</section>\n")
	}
	b.WriteString("</div>\n</main>")
	_, err := strings.NewReplacer("@TITLE@", html.EscapeString(s.Title), "@STYLE@", Theme,
		"@COLUMNS@", strconv.Itoa(s.grid()), "@BODY@", b.String()).WriteString(w, sheetText)
	return err
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
	shared := s.shared()
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
