package grading

import (
	"context"
	"errors"
	"fmt"

	"github.com/pzc-lang/pzc/apps/coursework/exercise"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// The work for a formula at most: assignments beyond the number of solutions, and solutions.
const (
	mostExtra = 1_000
	mostPlans = 10_000
)

// formula judges a formula: the meanings of its assignments under the map must be the solutions.
func (w *work) formula(ctx context.Context) (float64, error) {
	z, err := w.first(ctx)
	if err != nil {
		return 0, err
	}
	space, err := plans(ctx, z, w.part.Horizon, mostPlans, w.steps)
	switch {
	case err != nil:
		return 0, err
	case len(space.Solutions) == 0:
		return 0, errors.New("the puzzle has no solution of this length, so that any contradiction would be right")
	}
	f, err := read(ctx, z, w.part.Horizon, w.text)
	if err != nil {
		return w.reject("error: "+err.Error(), "%s has an error in %v.", w.part.File, err)
	}
	if blurred := f.blurred(space); blurred != "" {
		return w.reject("map: "+blurred, "%s", blurred)
	}
	found, complete, err := f.models(ctx, len(space.Solutions)+mostExtra, w.x.Conflicts, w.steps)
	hard := errors.Is(err, errConflicts) && ctx.Err() == nil
	if err != nil && !hard {
		return 0, err
	}
	if len(w.part.Instances) == 0 {
		w.level = w.x.HiddenFeedback
	}
	share := w.solutions(z, f, space, found, complete)
	if hard && w.Mistake == "" { // nothing wrong was found before the limit
		return 0, fmt.Errorf("%w: %w", errLimits, err)
	}
	return share, nil
}

// solutions compares the assignments that were found with the solutions, both ways.
func (w *work) solutions(
	z *puzzle.Puzzle, f *formula, s *space, found []string, complete bool,
) float64 {
	has := lists.Set(found)
	right, lost := map[string]bool{}, -1
	for i, so := range s.Solutions {
		values := f.values(so)
		if right[values] = true; complete && lost < 0 && !has[values] {
			lost = i
		}
	}
	many := ""
	for _, values := range found {
		if many == "" && !right[values] {
			many = values
		}
	}
	if many == "" && lost < 0 && complete {
		return 1
	}
	if w.evidence = ""; complete {
		w.evidence = f.described(found)
	}
	if !w.level.Shows(exercise.Side) {
		w.say("Your formula is not that of the puzzle.")
	}
	if many != "" {
		w.tooMany(z, f, s, many)
	}
	if lost >= 0 {
		w.lost(z, f, s, s.Solutions[lost])
	}
	if w.level.Shows(exercise.Depth) {
		least, good := "", 0
		if !complete {
			least = "more than "
		}
		for _, values := range found {
			if right[values] {
				good++
			}
		}
		w.say("It has %s%s of the variables in the map; %d are right.", least,
			text.Count(len(found), "assignment"), good)
	}
	return 0
}

// tooMany reports an assignment that is not a solution.
func (w *work) tooMany(z *puzzle.Puzzle, f *formula, s *space, values string) {
	states, why := f.Decode(s, values)
	w.Mistake = "too many: " + why
	if w.level.Shows(exercise.Side) {
		w.say("Your formula is too loose: an assignment satisfies it that is no solution.")
	}
	if w.level.Shows(exercise.Word) {
		w.say("%s", why)
		w.states(z, "an assignment too many", states)
	}
}

// lost reports a solution that does not satisfy the formula.
func (w *work) lost(z *puzzle.Puzzle, f *formula, s *space, so solution) {
	if w.Mistake == "" {
		w.Mistake = "lost: " + s.describe(so)
	}
	if w.level.Shows(exercise.Side) {
		w.say("Your formula is too strict: it loses a solution.")
	}
	if !w.level.Shows(exercise.Word) {
		return
	}
	w.say("The solution: %s.", s.describe(so))
	if line := f.refuses(f.values(so)); line > 0 {
		w.say("The clause in line %d refuses it.", line)
	}
	w.states(z, "a solution lost", so.States)
}

// states shows the states of a plan.
func (w *work) states(z *puzzle.Puzzle, what string, all [][]int64) {
	for t, state := range all {
		caption := what
		if len(all) > 1 {
			caption += fmt.Sprintf(", step %d", t)
		}
		w.show(z, caption, state)
	}
}
