package grading

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/apps/coursework/exercise"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/explore"
	"github.com/pzc-lang/pzc/internal/lazy"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

var declares = lazy.Compile(`(?m)^\s*(heuristic|def|const)\b`)

// heuristic judges an estimate: it must never be too high, and guide A* well enough.
func (w *work) heuristic(ctx context.Context) (float64, error) {
	declared := w.text
	if !declares.Get().MatchString(declared) {
		declared = "heuristic submitted = " + strings.TrimSpace(declared)
	}
	reference, err := w.reference()
	if err != nil {
		return 0, err
	}
	if !reference.HasMoves() {
		return 0, fmt.Errorf("%s has no moves, and a heuristic estimates the cost of moves", w.part.Reference)
	}
	program, err := w.extend(w.part.Reference, declared)
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
	share, err := w.each(ctx, func(instance string, hidden bool) (bool, error) {
		z, err := w.own(ctx, program, instance, hidden)
		if z == nil {
			return false, err
		}
		return w.estimate(ctx, z, name, instance, hidden)
	})
	w.evidence = cmp.Or(w.evidence, fmt.Sprint(w.Mistake, w.values)) // of all states that were tried
	return share, err
}

// estimate judges a heuristic in an instance.
func (w *work) estimate(ctx context.Context, z *puzzle.Puzzle, name, instance string, hidden bool) (bool, error) {
	o := explore.SurveyOptions{Heuristics: []string{name}, NoDiameter: true}
	o.Memory, o.Threads, o.Work = w.Memory, 1, w.steps
	counted, end := context.WithCancelCause(ctx)
	defer end(nil)
	o.Progress = upTo(int64(w.x.States), end)
	s, err := z.Survey(counted, o)
	switch {
	case err != nil:
		return false, w.refused(err)
	case len(s.Comparisons) == 0:
		return false, w.sampled(ctx, z, name, instance, hidden)
	case s.Optimal < 0:
		return false, fmt.Errorf("the instance %s has no plan", quoted(instance))
	}
	where := ""
	if !hidden {
		where = inInstance(instance)
	}
	w.values = append(w.values, s.Comparisons[0].Digest)
	switch c := s.Comparisons[0]; {
	case c.Missing != "":
		w.say("The heuristic cannot be computed: %s.", c.Missing)
		w.Mistake = "cannot be computed: " + c.Missing
		return false, nil
	case c.TooHigh != nil:
		w.tooHigh(z, instance, hidden, c.TooHigh.Estimate, c.TooHigh.Exact, z.StateOf(c.TooHigh.State))
		return false, nil
	case c.Drop != nil:
		w.say("The heuristic is admissible%s, but not consistent.", where)
	default:
		w.say("The heuristic is admissible and consistent%s.", where)
	}
	return w.expands(ctx, z, name, where)
}

// tooHigh reports to the student a state in which the heuristic is too high.
func (w *work) tooHigh(z *puzzle.Puzzle, instance string, hidden bool, estimate, exact int64, state []int64) {
	says := strconv.FormatInt(estimate, 10)
	if estimate >= explore.Endless {
		says = "that there is no way"
	}
	found := fmt.Sprintf("the heuristic says %s in a state with a way of cost %d", says, exact)
	w.refuted = true
	if w.Mistake == "" {
		w.Mistake = fmt.Sprintf("not admissible: instance %s, %s: %v", quoted(instance), found, state)
		w.Teacher = append(w.Teacher, "Instance "+quoted(instance)+": "+found+".")
	}
	if hidden || !w.x.Feedback.Shows(exercise.Word) {
		w.say("The heuristic is not admissible: it is higher than the true cost in some state.")
		return
	}
	w.say("The heuristic is not admissible%s: it says %s in a state with a way of cost %d.", inInstance(instance), says,
		exact)
	w.show(z, strings.TrimPrefix(inInstance(instance), " in the "), state)
}

// inInstance names an instance in a sentence.
func inInstance(name string) string {
	if name == "" {
		return ""
	}
	return " in the instance " + name
}

// sampled judges a heuristic by a part of the states, because there are too many: those near the start, and those near
// the goals that a plan leads to. If it is too high in none of these, the error is errLimits.
func (w *work) sampled(ctx context.Context, z *puzzle.Puzzle, name, instance string, hidden bool) error {
	reference, err := w.reference()
	if err != nil {
		return err
	}
	free, err := w.puzzle(ctx, reference, instance)
	if err != nil {
		return err
	}
	options := w.solver()
	options.Algorithm = "greedy"
	a, err := w.solve(ctx, free, options)
	if err != nil {
		return err
	}
	var along [][]int64
	high := false
	for _, plan := range a.Solutions {
		before := [][]int64{plan.Start}
		for _, step := range plan.Steps {
			before, along = append(before, step.State), append(along, step.State)
		}
		says, _, err := z.Estimates(ctx, name, before, options)
		if err != nil {
			return w.refused(err)
		}
		left := int64(0)
		for k := range slices.Backward(plan.Steps) {
			left += plan.Steps[k].Cost
			if w.values = append(w.values, uint64(says[k])); says[k] > left && !high {
				high = true
				w.tooHigh(z, instance, hidden, says[k], left, before[k])
			}
		}
	}
	if high {
		return nil
	}
	for _, p := range z.Verify(ctx, w.x.States, w.Memory, along...).Promises {
		if c := p.Counterexample; p.Name == "admissible "+name && c != nil && c.Way != nil && c.Rest != nil {
			says, _, err := z.Estimates(ctx, name, [][]int64{c.Way.Final()}, options)
			if err != nil {
				return w.refused(err)
			}
			w.tooHigh(z, instance, hidden, says[0], c.Rest.Cost, c.Way.Final())
			return nil
		}
	}
	return fmt.Errorf("%w: there are too many states to look at all", errLimits)
}

// expands reports whether the search expands few states, if that is asked for.
func (w *work) expands(ctx context.Context, z *puzzle.Puzzle, heuristic, where string) (bool, error) {
	if w.part.Expanded == 0 {
		return true, nil
	}
	options := w.solver()
	options.Algorithm, options.Heuristic = w.part.Algorithm, heuristic
	a, err := w.solve(ctx, z, options)
	if err != nil {
		return false, w.refused(err)
	}
	if n := a.Stats.Expanded; n > w.part.Expanded {
		w.Mistake = text.Count(int(n), "state") + " expanded"
	} else if a.Status == backends.Unknown {
		return false, fmt.Errorf("%w: %s", errLimits, a.Reason)
	}
	w.say("`%s` expands %s%s; at most %d are allowed.", w.part.Algorithm, text.Count(int(a.Stats.Expanded), "state"),
		where, w.part.Expanded)
	if a.Stats.Expanded > w.part.Expanded {
		w.Teacher = append(w.Teacher, w.Said[len(w.Said)-1])
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
	share, err := w.each(ctx, func(instance string, hidden bool) (bool, error) {
		z, err := w.own(ctx, program, instance, hidden)
		if z == nil {
			return false, err
		}
		return w.keeps(ctx, z, hidden)
	})
	if err != nil || share < 1 { // a promise that does not hold everywhere is worth nothing
		return 0, err
	}
	return w.excludes(ctx, program)
}

// keeps reports whether the promises that the student wrote hold in a puzzle.
func (w *work) keeps(ctx context.Context, z *puzzle.Puzzle, hidden bool) (kept bool, err error) {
	kept = true
	for _, p := range z.Verify(ctx, w.x.States, w.Memory).Promises {
		switch own := p.Span.Start.Filename == w.part.File; {
		case !own && p.Name != puzzle.AllPrunes:
		case p.Kept == puzzle.Broken:
			kept = false
			w.broken(z, &p, hidden)
		case p.Kept == puzzle.Open:
			err = fmt.Errorf("%w: %s", errLimits, p.Reason)
		}
	}
	if !kept {
		return false, nil
	}
	return err == nil, err
}

// excludes returns the share of the starts that the promises exclude, of those that they must exclude. If there is a
// limit of states to be expanded, that is one more thing that they must do. It is 1 if they must do nothing.
func (w *work) excludes(ctx context.Context, program *puzzle.Program) (float64, error) {
	missed, out, of := 0, 0, len(w.part.Excludes)+len(w.part.HiddenExcludes)
	for i, instance := range slices.Concat(w.part.Excludes, w.part.HiddenExcludes) {
		z, err := w.own(ctx, program, instance, i >= len(w.part.Excludes))
		if z == nil {
			return 0, err
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
		if hidden := i >= len(w.part.Excludes); !hidden {
			w.say("The promises hold, but do not show that the instance %s has no solution.", instance)
		} else if missed++; missed == 1 {
			w.say("The promises hold, but do not show that each hidden instance without a solution has none.")
		}
		w.Mistake, w.evidence = "excludes too little", exercise.Squeezed(w.text)
	}
	if w.part.Expanded > 0 {
		of++
		names, public := w.instances()
		z, err := w.own(ctx, program, names[0], public == 0)
		if err != nil {
			return 0, err
		}
		few, err := w.expands(ctx, z, "", "")
		if err != nil {
			return 0, err
		}
		if few {
			out++
		} else {
			w.evidence = exercise.Squeezed(w.text)
		}
	}
	if of == 0 {
		return 1, nil
	}
	return float64(out) / float64(of), nil
}

// broken reports to the student a promise that does not hold.
func (w *work) broken(z *puzzle.Puzzle, p *puzzle.Promise, hidden bool) {
	c := p.Counterexample
	w.refuted = true
	if w.Mistake == "" {
		w.Mistake, w.evidence = "broken: "+p.Name, fmt.Sprintf("broken: %s: %s: %s", p.Name, quoted(z.Instance()), c.Text)
	}
	where := fmt.Sprintf("Line %d: `%s` does not hold", p.Span.Start.Line-w.lines, p.Name)
	if p.Span.Start.Filename != w.part.File {
		where = "The prunes together do not hold"
	}
	switch {
	case hidden:
		w.say("%s in a hidden instance.", where)
	case !w.x.Feedback.Shows(exercise.Word) || c.Way == nil:
		w.say("%s%s.", where, inInstance(z.Instance()))
	default:
		w.say("%s%s in a state %s from the start: %s.", where, inInstance(z.Instance()),
			text.Count(len(c.Way.Steps), "move"), strings.TrimSuffix(c.Text, "."))
		w.show(z, strings.TrimPrefix(inInstance(z.Instance()), " in the "), c.Way.Final())
	}
}

// promises counts the promises of a model.
func promises(p *puzzle.Program) int {
	m := p.Model()
	return len(m.Invariants) + len(m.Deads) + len(m.Symmetries) + len(m.Prunes)
}
