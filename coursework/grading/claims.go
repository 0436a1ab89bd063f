package grading

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/coursework/exercise"
	"github.com/pzc-lang/pzc/internal/lazy"
)

var declares = lazy.Compile(`(?m)^\s*(heuristic|def|const)\b`)

// heuristic judges an estimate: it must never be too high, and guide A* well enough.
func (w *work) heuristic(ctx context.Context) (float64, error) {
	text := w.text
	if !declares.Get().MatchString(text) {
		text = "heuristic submitted = " + strings.TrimSpace(text)
	}
	reference, err := w.reference()
	if err != nil {
		return 0, err
	}
	program, err := w.extend(w.part.Reference, text)
	if program == nil {
		return 0, err
	}
	own := reference.Heuristics()
	names := slices.DeleteFunc(program.Heuristics(), func(n string) bool { return slices.Contains(own, n) })
	if len(names) == 0 {
		return w.reject("no heuristic", "%s declares no heuristic.", w.part.File)
	}
	name := names[len(names)-1]
	for _, h := range program.Model().Heuristics { // A* wants the promise; whether it is kept is seen below
		h.Admissible = h.Admissible || h.Name == name
	}
	return w.each(ctx, program, func(z *pzc.Puzzle, instance string, hidden bool) (bool, error) {
		return w.estimate(ctx, z, name, instance, hidden)
	})
}

// estimate judges a heuristic in an instance.
func (w *work) estimate(ctx context.Context, z *pzc.Puzzle, name, instance string, hidden bool) (bool, error) {
	o := pzc.SurveyOptions{Heuristics: []string{name}}
	o.Memory, o.Threads = w.Memory, 1
	s, err := z.Survey(ctx, o)
	if err != nil {
		return false, err
	}
	if !s.Surveyed || len(s.Comparisons) == 0 {
		return false, fmt.Errorf("the states of the instance were not all visited: %s", s.Reason)
	}
	if s.Optimal < 0 {
		return false, fmt.Errorf("the instance %s has no plan", quoted(instance))
	}
	c := s.Comparisons[0]
	where := ""
	if instance != "" && !hidden {
		where = " in the instance " + instance
	}
	switch {
	case c.Missing != "":
		w.say("The heuristic cannot be computed: %s.", c.Missing)
		w.Mistake = "cannot be computed"
		return false, nil
	case c.TooHigh != nil:
		w.Mistake = "not admissible"
		if w.x.Feedback.Shows(exercise.Word) && !hidden {
			w.say("The heuristic is not admissible%s: it says %d in a state with a way of cost %d.", where,
				c.TooHigh.Estimate, c.TooHigh.Exact)
			w.show(z, "", z.StateOf(c.TooHigh.State))
		} else {
			w.say("The heuristic is not admissible: it is higher than the true cost in some state.")
		}
		return false, nil
	}
	if c.Drop != nil {
		w.say("The heuristic is admissible%s, but not consistent.", where)
	} else {
		w.say("The heuristic is admissible and consistent%s.", where)
	}
	return w.expands(ctx, z, name, where)
}

// expands reports whether the search expands few states, if that is asked for.
func (w *work) expands(ctx context.Context, z *pzc.Puzzle, heuristic, where string) (bool, error) {
	if w.part.Expanded == 0 {
		return true, nil
	}
	options := w.solver()
	options.Algorithm, options.Heuristic = w.part.Algorithm, heuristic
	a, err := z.Solve(ctx, options)
	if err != nil {
		return false, err
	}
	n := a.Stats.Expanded
	w.say("`%s` expands %d states%s; at most %d are allowed.", w.part.Algorithm, n, where, w.part.Expanded)
	if n > w.part.Expanded {
		w.Mistake = fmt.Sprintf("%d states expanded", n)
		return false, nil
	}
	return true, nil
}

// promise judges promises: each must hold in all states.
func (w *work) promise(ctx context.Context) (float64, error) {
	reference, err := w.reference()
	if err != nil {
		return 0, err
	}
	program, err := w.extend(w.part.Reference, w.text)
	if program == nil {
		return 0, err
	}
	if promises(program) == promises(reference) {
		return w.reject("no promise", "%s declares no promise.", w.part.File)
	}
	share, err := w.each(ctx, program, func(z *pzc.Puzzle, _ string, hidden bool) (bool, error) {
		return w.keeps(ctx, z, hidden)
	})
	if err != nil || share < 1 {
		return share, err
	}
	return w.excludes(ctx, program)
}

// keeps reports whether the promises that the student wrote hold in a puzzle.
func (w *work) keeps(ctx context.Context, z *pzc.Puzzle, hidden bool) (kept bool, err error) {
	kept = true
	for _, p := range z.Verify(ctx, w.x.States, w.Memory).Promises {
		switch {
		case p.Span.Start.Filename == w.x.Path(w.part.Reference):
		case p.Kept == pzc.Broken:
			kept = false
			w.broken(z, &p, hidden)
		case p.Kept == pzc.Open:
			return false, fmt.Errorf("%w: %s", errContext, p.Reason)
		}
	}
	return kept, nil
}

// excludes returns the share of the starts that the promises exclude, of those that they must exclude.
func (w *work) excludes(ctx context.Context, program *pzc.Program) (float64, error) {
	out := 0
	for _, instance := range w.part.Excludes {
		z, diags := program.InstantiateContext(ctx, pzc.Data{Instance: instance})
		if z == nil {
			return 0, errors.Join(diags.Err(), context.Cause(ctx))
		}
		x := z.Machine()
		starts, _, err := x.InitialStates(ctx, 1)
		if err != nil || len(starts) == 0 {
			return 0, errors.Join(err, fmt.Errorf("the instance %s has no start", instance))
		}
		if x.Invariant(starts[0]) != nil || x.Dead(starts[0]) {
			out++
			continue
		}
		w.say("The promises hold, but do not show that the instance %s has no solution.", instance)
		w.Mistake = "excludes too little"
	}
	return float64(out+1) / float64(len(w.part.Excludes)+1), nil
}

// broken reports to the student a promise that does not hold.
func (w *work) broken(z *pzc.Puzzle, p *pzc.Promise, hidden bool) {
	line := p.Span.Start.Line
	if w.part.Kind == exercise.Promise {
		line-- // the line that uses the reference
	}
	w.Mistake = "broken: " + p.Name
	if hidden || !w.x.Feedback.Shows(exercise.Word) || p.Counterexample.Way == nil {
		w.say("Line %d: `%s` does not hold.", line, p.Name)
		return
	}
	w.say("Line %d: `%s` does not hold in a state %d moves from the start: %s.", line, p.Name,
		len(p.Counterexample.Way.Steps), strings.TrimSuffix(p.Counterexample.Text, "."))
	w.show(z, "", p.Counterexample.Way.Final())
}

// promises counts the promises of a model.
func promises(p *pzc.Program) int {
	m := p.Model()
	return len(m.Invariants) + len(m.Deads) + len(m.Symmetries) + len(m.Prunes)
}
