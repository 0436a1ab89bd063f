package grading

import (
	"context"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/coursework/exercise"
	"github.com/pzc-lang/pzc/internal/show"
)

// The greatest number of states that are shown, and the greatest length of the text of each.
const (
	mostScenes = 16
	mostShown  = 32 << 10
)

// show shows a state.
func (w *work) show(z *pzc.Puzzle, caption string, state []int64) {
	if len(w.Scenes) == mostScenes {
		return
	}
	boards, size := z.Shown(state), 0
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

// misunderstanding is a wrong file of the exercise, and the mistake that it makes.
type misunderstanding struct{ file, hint, mistake string }

// misunderstood returns the wrong file with a hint that makes a mistake, or nil.
func (j *Judge) misunderstood(ctx context.Context, part *exercise.Part, mistake string) *misunderstanding {
	if part.Kind == exercise.Tests { // its wrong files are models, not submissions
		return nil
	}
	known, done := j.known[part.File]
	for i := 0; !done && i < len(part.Wrong); i++ {
		text, err := j.x.Read(part.Wrong[i])
		if hint := exercise.HintOf(text); err == nil && hint != "" {
			known = append(known, misunderstanding{part.Wrong[i], hint, j.work(ctx, part, text).Mistake})
		}
	}
	j.known[part.File] = known
	for i := range known {
		if known[i].mistake == mistake && mistake != "" {
			return &known[i]
		}
	}
	return nil
}
