package grading

import (
	"slices"

	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// The most that is shown: states, the text of each, and columns of a variable in a model without a view.
const (
	mostScenes = 16
	mostShown  = 32 << 10
	widest     = 40
)

// show shows a state.
func (w *work) show(z *puzzle.Puzzle, caption string, state []int64) {
	if len(w.Scenes) == mostScenes {
		return
	}
	boards, size := z.Shown(state), 0
	for i := len(boards) - 1; i > 0 && len(z.Model().Views) == 0; i-- {
		if boards[i].Cols > widest {
			boards = slices.Delete(boards, i-1, i+1) // also the line before, which names the variable
		}
	}
	s := &Scene{Caption: caption, Views: show.Views(boards)}
	for _, b := range boards {
		for _, l := range b.Lines() {
			if size += len(l); size <= mostShown {
				s.Lines = append(s.Lines, l)
			}
		}
	}
	if size > mostShown {
		s.Views = nil
	}
	w.Scenes = append(w.Scenes, s)
}
