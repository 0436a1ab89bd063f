package show

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// Frame is a state of a plan as text, and the move that led to it.
type Frame struct {
	Caption string
	Lines   []Line
	Width   int // of the widest line or of the caption
}

// Frames returns the states of a plan, beginning with the start.
func (p *Printer) Frames(s puzzle.Solution) []Frame {
	out := []Frame{p.frame("start", s.Start)}
	for i, step := range s.Steps {
		caption := fmt.Sprintf("%d. %s", i+1, step.Move)
		if n := note(step); n != "" {
			caption += "  " + n
		}
		out = append(out, p.frame(caption, step.State))
	}
	return out
}

func (p *Printer) frame(caption string, state []int64) Frame {
	f := Frame{Caption: caption, Lines: p.state(state), Width: utf8.RuneCountInString(caption)}
	for _, l := range f.Lines {
		f.Width = max(f.Width, l.Width)
	}
	return f
}

// note returns the label of a move and its cost, unless that is 1.
func note(s puzzle.Step) string {
	text := diag.OneLine(s.Label)
	if s.Cost != 1 {
		if text != "" {
			text += ", "
		}
		text += fmt.Sprintf("cost %d", s.Cost)
	}
	return text
}

// frameGap is the blank columns between boards that stand side by side.
const frameGap = 4

// trace writes the states of a plan, as many side by side as Style.Columns allows.
func (p *Printer) trace(s puzzle.Solution) {
	frames := p.Frames(s)
	wide := 0
	for _, f := range frames {
		wide = max(wide, f.Width+frameGap)
	}
	first := true
	for row := range slices.Chunk(frames, max(1, (p.Style.Columns-2+frameGap)/wide)) {
		if !first {
			p.Line("")
		}
		first = false
		p.row(row, wide)
	}
}

// row writes frames side by side.
func (p *Printer) row(frames []Frame, wide int) {
	high := 0
	for _, f := range frames {
		high = max(high, len(f.Lines))
	}
	for i := -1; i < high; i++ {
		_, _ = p.w.WriteString("  ")
		gap := 0 // blanks that are written only before more text
		for _, f := range frames {
			l := Line{f.Caption, utf8.RuneCountInString(f.Caption)}
			if i >= 0 {
				l = Line{}
			}
			if i >= 0 && i < len(f.Lines) {
				l = f.Lines[i]
			}
			text := strings.TrimRight(l.Text, " ")
			if text != "" {
				p.blanks(gap)
				_, _ = p.w.WriteString(text) // may be long, so it is not copied
				gap = 0
			}
			gap += len(l.Text) - len(text) + wide - l.Width
		}
		p.Line("")
	}
}

func (p *Printer) blanks(n int) {
	for range n {
		_ = p.w.WriteByte(' ')
	}
}
