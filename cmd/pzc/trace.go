package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/pzc-lang/pzc"
)

// frame is a state of a plan and the move that led to it, as text.
type frame struct {
	caption string
	lines   []textLine
	width   int // of the widest line or the caption
}

// frames are the states of a plan.
func (p *printer) frames(s pzc.Solution) []frame {
	out := []frame{p.frame("start", s.Start)}
	for i, step := range s.Steps {
		caption := fmt.Sprintf("%d. %s", i+1, step.Move)
		if n := note(step); n != "" {
			caption += "  " + n
		}
		out = append(out, p.frame(caption, step.State))
	}
	return out
}

func (p *printer) frame(caption string, state []int64) frame {
	f := frame{caption: caption, lines: p.stateLines(state), width: utf8.RuneCountInString(caption)}
	for _, l := range f.lines {
		f.width = max(f.width, l.width)
	}
	return f
}

// stateLines shows a state by the model's views, or else its variables.
func (p *printer) stateLines(state []int64) []textLine {
	if boards := p.z.View(state); len(boards) > 0 {
		return boardLines(boards, p.color, false)
	}
	var lines []textLine
	for _, text := range p.assigned(state) {
		lines = append(lines, textLine{text, utf8.RuneCountInString(text)})
	}
	return lines
}

// frameGap is the blank columns between boards that stand side by side.
const frameGap = 4

// trace prints the states of a plan, as many side by side as the width allows.
func (p *printer) trace(s pzc.Solution) {
	frames := p.frames(s)
	wide := 0
	for _, f := range frames {
		wide = max(wide, f.width+frameGap)
	}
	first := true
	for row := range slices.Chunk(frames, max(1, (p.columns-2+frameGap)/wide)) {
		if !first {
			p.line("")
		}
		first = false
		p.row(row, wide)
	}
}

// row prints frames side by side.
func (p *printer) row(frames []frame, wide int) {
	high := 0
	for _, f := range frames {
		high = max(high, len(f.lines))
	}
	for i := -1; i < high; i++ {
		_, _ = p.w.WriteString("  ")
		gap := 0 // blanks that are written before more text alone
		for _, f := range frames {
			l := textLine{f.caption, utf8.RuneCountInString(f.caption)}
			if i >= 0 {
				l = textLine{}
			}
			if i >= 0 && i < len(f.lines) {
				l = f.lines[i]
			}
			text := strings.TrimRight(l.text, " ")
			if text != "" {
				p.blanks(gap)
				_, _ = p.w.WriteString(text) // which may be long: it is not copied
				gap = 0
			}
			gap += len(l.text) - len(text) + wide - l.width
		}
		p.line("")
	}
}

func (p *printer) blanks(n int) {
	for range n {
		_ = p.w.WriteByte(' ')
	}
}

// play plays the first plan of an answer in place, a state after the other; false if that cannot be, for want of a terminal or of room on it.
func (e *env) play(ctx context.Context, z *pzc.Puzzle, a *pzc.Answer, delay time.Duration) bool {
	if !e.terminal || e.json() || e.globals.Quiet || !a.HasMoves || len(a.Solutions) == 0 {
		return false
	}
	p := e.printer(e.stdout, z)
	frames := p.frames(a.Solutions[0])
	if slices.ContainsFunc(frames, func(f frame) bool { return f.width+2 > e.columns || len(f.lines)+3 > e.rows }) {
		return false
	}
	for i, f := range frames {
		if i > 0 {
			fmt.Fprintf(p.w, "\x1b[%dA\x1b[J", len(frames[i-1].lines)+2)
		}
		for _, l := range f.lines {
			p.line("  %s", l.text)
		}
		p.line("\n  %s", f.caption)
		if p.w.Flush() != nil {
			return false
		}
		select {
		case <-ctx.Done():
			return true
		case <-time.After(delay):
		}
	}
	p.line("")
	return p.w.Flush() == nil
}
