package grading

import (
	"slices"

	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// The greatest number of states that are shown, and the greatest length of the text of each.
const (
	mostScenes = 16
	mostShown  = 32 << 10
)

// widest is the greatest number of columns of a variable that is shown where a model has no view. A longer array tells
// a student nothing.
const widest = 40

// show shows a state.
func (w *work) show(z *puzzle.Puzzle, caption string, state []int64) {
	if len(w.Scenes) == mostScenes {
		return
	}
	boards, size := z.Shown(state), 0
	if len(z.Model().Views) == 0 {
		for i := len(boards) - 1; i > 0; i-- {
			if boards[i].Cols > widest && boards[i-1].Line { // the line before names the array
				boards = slices.Delete(boards, i-1, i+1)
			}
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
