package grading

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/apps/coursework/exercise"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// puzzle builds and grounds an instance of a program of the exercise.
func (w *work) puzzle(ctx context.Context, p *puzzle.Program, instance string) (*puzzle.Puzzle, error) {
	z, diags := p.InstantiateContext(ctx, puzzle.Data{Instance: instance, Own: true})
	if z == nil {
		return nil, errors.Join(diags.Err(), context.Cause(ctx))
	}
	if diags := z.GroundOnce(ctx); diags.HasErrors() {
		return nil, diags
	}
	return z, context.Cause(ctx)
}

// answer judges a plan or values.
func (w *work) answer(ctx context.Context) (float64, error) {
	z, err := w.first(ctx)
	if err != nil {
		return 0, err
	}
	if len(w.part.Instances) == 0 {
		w.level = w.x.HiddenFeedback
	}
	checks, diags := z.Validate(ctx, puzzle.Text{Name: w.part.File, Text: w.text}, puzzle.ValidateOptions{})
	if ctx.Err() != nil || w.reportFirstError(diags) {
		return 0, nil
	}
	if len(checks) != 1 {
		return w.reject("several answers", "%s holds %d answers; one is wanted.", w.part.File, len(checks))
	}
	c := checks[0]
	if !c.Valid() {
		w.invalid(z, c)
		return 0, nil
	}
	if !z.HasMoves() && z.Model().Objective == nil {
		return 1, nil
	}
	return w.cost(ctx, z, c)
}

// invalid describes the fault of an answer.
func (w *work) invalid(z *puzzle.Puzzle, c *puzzle.Check) {
	fault := c.Failures[0].Msg
	w.Teacher = append(w.Teacher, fault)
	state := c.Solution.Start
	if len(c.Solution.Steps) > 0 {
		state = c.Solution.Final()
	}
	w.evidence, w.refuted = fmt.Sprint(fault, state), true
	switch {
	case c.Failures[0].OfAnswer():
		w.say("%s: %s.", w.part.File, fault)
		w.Mistake = "not readable"
		return
	case !z.HasMoves():
		w.Mistake = "wrong values: " + fault
		w.say("These values are no solution.")
	case c.Step > 0 && !w.level.Shows(exercise.Side):
		w.Mistake = "move refused: " + fault
		w.say("The plan is not valid.")
	case c.Step > 0 && w.level.Shows(exercise.Depth):
		w.Mistake = "move refused: " + fault
		w.say("Move %d cannot be made%s", c.Step, w.because(z, c, state))
	case c.Step > 0:
		w.Mistake = "move refused: " + fault
		w.say("A move of the plan cannot be made.")
	default:
		w.Mistake = "no goal"
		if w.level.Shows(exercise.Side) {
			w.say("All moves can be made, but the last state is no goal.")
		} else {
			w.say("The plan is not valid.")
		}
	}
	if w.level.Shows(exercise.Word) && state != nil {
		w.show(z, map[bool]string{true: "before the move"}[c.Step > 0], state)
	}
}

// mostValues is the greatest number of values that are listed in a sentence.
const mostValues = 40

// because says why a move cannot be made, as far as students may read it: with the condition that fails if they have
// the model, and otherwise with the values before the move.
func (w *work) because(z *puzzle.Puzzle, c *puzzle.Check, state []int64) string {
	if !w.level.Shows(exercise.Word) {
		return "."
	}
	start, _ := w.x.Read(w.part.Start)
	reference, _ := w.x.Read(w.part.Reference)
	if exercise.Given(start, reference) {
		_, why, _ := strings.Cut(c.Failures[0].Msg, ": ")
		return ": " + strings.TrimSuffix(why, ".") + "."
	}
	if len(z.Model().Views) == 0 { // the state is shown with all its values
		return "."
	}
	var values []string
	for i, v := range z.Assignment(state) {
		if i == mostValues {
			values = append(values, "…")
			break
		}
		values = append(values, v.Name+" = "+v.Text)
	}
	return ". Before the move, " + strings.Join(values, ", ") + "."
}

// cost judges the cost of a valid plan, or the value of the objective.
func (w *work) cost(ctx context.Context, z *puzzle.Puzzle, c *puzzle.Check) (float64, error) {
	cost, limit := c.Solution.Cost, w.part.Cost
	best := int64(-1)
	if limit == 0 || !z.HasMoves() {
		a, err := w.solve(ctx, z, w.solver())
		if err != nil || len(a.Solutions) == 0 || !a.Optimal {
			return 0, errors.Join(err, errors.New("the best solution was not found"))
		}
		best = a.Solutions[0].Cost
		limit = best
	}
	if !z.HasMoves() {
		return w.objective(z, c, best), nil
	}
	if cost <= limit {
		w.say("The plan is valid and costs %d.", cost)
		return 1, nil
	}
	w.Mistake, w.evidence, w.refuted = "not the best", exercise.Squeezed(w.text), true
	w.better("The plan is valid, but costs %d", cost, limit)
	if best < 0 || !w.level.Shows(exercise.Depth) {
		return 0.5, nil
	}
	spent, before := int64(0), c.Solution.Start
	for i, step := range c.Solution.Steps {
		spent += step.Cost
		a, err := w.solve(ctx, z.From(step.State), w.solver())
		if err != nil || ctx.Err() != nil {
			return 0.5, nil // where it leaves the best way is not known
		}
		if len(a.Solutions) == 0 || spent+a.Solutions[0].Cost > best {
			w.say("Move %d, `%s`, leaves the best way.", i+1, step.Move)
			w.evidence = fmt.Sprint("leaves the best way: ", before, step.Move)
			break
		}
		before = step.State
	}
	return 0.5, nil
}

// objective judges the value of values that are a solution.
func (w *work) objective(z *puzzle.Puzzle, c *puzzle.Check, best int64) (share float64) {
	value, off := c.Solution.Cost, max(c.Solution.Cost-best, best-c.Solution.Cost)
	what := z.Model().Objective.Word()
	if off == 0 {
		w.say("The values are a best solution: %s %d.", what, value)
		return 1
	}
	if w.part.Near > 0 {
		share = max(0, 1-float64(off)/float64(w.part.Near))
	}
	w.Mistake = fmt.Sprintf("not the best: %d instead of %d", value, best)
	w.Teacher = append(w.Teacher, fmt.Sprintf("%s %d, and the best value is %d", what, value, best))
	w.evidence = fmt.Sprint(c.Solution.Start)
	w.better("The values are a solution, but not a best one: "+what+" %d", value, best)
	return share
}

// better says of a solution that there is a better one. From the level word on it says how good that is.
func (w *work) better(format string, value, best int64) {
	switch {
	case !w.level.Shows(exercise.Side):
		w.say("The answer is not right.")
	case w.level.Shows(exercise.Word):
		w.say(format+"; %d is possible.", value, best)
	default:
		w.say(format+"; a better one is possible.", value)
	}
}

// tests judges instances with expectations: they must hold on the reference, and fail on wrong models.
func (w *work) tests(ctx context.Context) (float64, error) {
	program, err := w.extend(w.part.Reference, w.text)
	if program == nil {
		return 0, err
	}
	tried, missed, err := w.expectations(ctx, program, w.part.Reference)
	switch {
	case missed != "" && ctx.Err() == nil:
		return w.reject("a wrong test", "The test %s fails on the right model.", missed)
	case err != nil:
		return 0, err
	case tried == 0:
		return w.reject("no tests", "There is no `expect` line.")
	}
	wrong := w.x.Wrong
	if w.part.Wrong != nil {
		wrong = w.part.Wrong
	}
	said, found := w.Said, 0
	var open error
	for _, file := range wrong {
		other, err := w.extend(file, w.text)
		if err != nil {
			return 0, err
		}
		w.Said = said
		if other == nil {
			continue
		}
		switch _, missed, err := w.expectations(ctx, other, file); {
		case missed != "":
			found++
		case errors.Is(err, errLimits) && ctx.Err() == nil:
			open = fmt.Errorf("%s: %w", file, err)
		case err != nil:
			return 0, err
		default:
			w.Teacher = append(w.Teacher, "does not find "+file)
			w.Mistake += " " + file
		}
	}
	if open != nil {
		return 0, open
	}
	w.say("The tests are right, and find %d of %d wrong models.", found, len(wrong))
	if w.Mistake != "" {
		w.Mistake = "not found:" + w.Mistake
	}
	return float64(found) / float64(max(len(wrong), 1)), nil
}

// expectations tries the expectations that the student wrote. missed is the first that is not met. If there is none,
// and one is not decided within the limits, the error is errLimits.
func (w *work) expectations(
	ctx context.Context, p *puzzle.Program, model string,
) (tried int, missed string, err error) {
	own, diags, err := w.x.Load(model)
	if err != nil || diags.HasErrors() {
		return 0, "", errors.Join(err, diags.Err())
	}
	var open error
	for _, name := range append([]string{""}, p.Instances()...) {
		if slices.Contains(own.Instances(), name) || name == "" && len(own.Expectations("")) == len(p.Expectations("")) {
			continue
		}
		expects := p.Expectations(name)
		if name == "" {
			expects = expects[len(own.Expectations("")):]
		}
		for _, x := range expects {
			tried++
			text := "`expect " + puzzle.ExpectationText(x) + "` of " + quoted(name)
			z, err := w.puzzle(ctx, p, name)
			if err != nil {
				return tried, text, context.Cause(ctx)
			}
			switch o, err := w.expect(ctx, z, x); {
			case err != nil:
				return 0, "", err
			case o.Verdict == puzzle.Missed:
				return tried, text, nil
			case o.Verdict == puzzle.Undecided:
				open = fmt.Errorf("%w: %s", errLimits, text)
			case o.Verdict == puzzle.Met:
			}
		}
	}
	return tried, "", open
}
