package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// animate shows the states of the first plan one after the other in the same place. It returns false if standard output
// is not a terminal, or if the terminal is too small.
func animate(ctx context.Context, e *env, z *puzzle.Puzzle, a *puzzle.Answer, delay time.Duration) bool {
	if !e.terminal || e.json() || e.globals.Quiet || !a.HasMoves || len(a.Solutions) == 0 {
		return false
	}
	p := show.NewPrinter(e.stdout, z, e.style(nil))
	frames := p.Frames(a.Solutions[0])
	if slices.ContainsFunc(frames, func(f show.Frame) bool { return f.Width+2 > e.columns || len(f.Lines)+3 > e.rows }) {
		return false
	}
	for i, f := range frames {
		up := "" // moves the cursor to the first line of the state before
		if i > 0 {
			up = fmt.Sprintf("\x1b[%dA\x1b[J", len(frames[i-1].Lines)+2)
		}
		for _, l := range f.Lines {
			p.Line("%s  %s", up, l.Text)
			up = ""
		}
		p.Line("%s\n  %s", up, f.Caption)
		if p.Flush() != nil {
			return false
		}
		select {
		case <-ctx.Done():
			return true
		case <-time.After(delay):
		}
	}
	p.Line("")
	return p.Flush() == nil
}
