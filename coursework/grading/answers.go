package grading

import (
	"context"
	"errors"
	"slices"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/coursework/exercise"
)

// puzzle builds and grounds an instance of a program of the exercise.
func (w *work) puzzle(ctx context.Context, p *pzc.Program, instance string) (*pzc.Puzzle, error) {
	z, diags := p.InstantiateContext(ctx, pzc.Data{Instance: instance, Own: true})
	if z == nil {
		return nil, errors.Join(diags.Err(), context.Cause(ctx))
	}
	if diags := z.GroundOnce(ctx); diags.HasErrors() {
		return nil, diags
	}
	return z, context.Cause(ctx)
}

func (w *work) solver() pzc.Options {
	return pzc.Options{Options: backends.Options{Memory: w.Memory, Threads: 1, Conflicts: w.x.Conflicts}}
}

// answer judges a plan or values.
func (w *work) answer(ctx context.Context) (float64, error) {
	z, err := w.first(ctx)
	if err != nil {
		return 0, err
	}
	checks, diags := z.Validate(ctx, pzc.Text{Name: w.part.File, Text: w.text}, pzc.ValidateOptions{})
	if ctx.Err() != nil || w.errors(diags, w.part.File, 0) {
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
	if !z.HasMoves() {
		return 1, nil
	}
	return w.cost(ctx, z, c)
}

// invalid describes the fault of an answer.
func (w *work) invalid(z *pzc.Puzzle, c *pzc.Check) {
	w.Teacher = append(w.Teacher, c.Failures[0].Msg)
	state := c.Solution.Start
	if len(c.Solution.Steps) > 0 {
		state = c.Solution.Final()
	}
	switch show := w.x.Feedback; {
	case c.Failures[0].OfAnswer():
		w.say("%s: %s.", w.part.File, c.Failures[0].Msg)
		w.Mistake = "not readable"
		return
	case w.part.Kind == exercise.Values:
		w.Mistake = "wrong values: " + c.Failures[0].Msg
		w.say("These values are no solution.")
	case c.Step > 0 && show.Shows(exercise.Depth):
		w.Mistake = "move refused: " + c.Failures[0].Msg
		w.say("Move %d cannot be made.", c.Step)
	case c.Step > 0:
		w.say("A move of the plan cannot be made.")
	default:
		w.Mistake = "no goal"
		w.say("All moves can be made, but the last state is no goal.")
	}
	if w.x.Feedback.Shows(exercise.Word) && state != nil {
		w.show(z, "", state)
	}
}

// cost judges the cost of a valid plan.
func (w *work) cost(ctx context.Context, z *pzc.Puzzle, c *pzc.Check) (float64, error) {
	cost, limit := c.Solution.Cost, w.part.Cost
	best := int64(-1)
	if limit == 0 {
		a, err := z.Solve(ctx, w.solver())
		if err != nil || len(a.Solutions) == 0 || !a.Optimal {
			return 0, errors.Join(err, errors.New("the best plan was not found"))
		}
		best = a.Solutions[0].Cost
		limit = best
	}
	if cost <= limit {
		w.say("The plan is valid and costs %d.", cost)
		return 1, nil
	}
	w.say("The plan is valid, but costs %d; %d is possible.", cost, limit)
	w.Mistake = "not the best"
	if best < 0 || !w.x.Feedback.Shows(exercise.Depth) {
		return 0.5, nil
	}
	spent := int64(0)
	for i, step := range c.Solution.Steps {
		spent += step.Cost
		a, err := z.From(step.State).Solve(ctx, w.solver())
		if err != nil {
			return 0, err
		}
		if len(a.Solutions) == 0 || spent+a.Solutions[0].Cost > best {
			w.say("Move %d, `%s`, leaves the best way.", i+1, step.Move)
			break
		}
	}
	return 0.5, nil
}

// tests judges instances with expectations: they must hold on the reference, and fail on wrong models.
func (w *work) tests(ctx context.Context) (float64, error) {
	program, err := w.extend(w.part.Reference, w.text)
	if program == nil {
		return 0, err
	}
	tried, missed, err := w.expectations(ctx, program, w.part.Reference)
	switch {
	case err != nil:
		return 0, err
	case tried == 0:
		return w.reject("no tests", "There is no `expect` line.")
	case missed != "":
		return w.reject("a wrong test", "The test %s fails on the right model.", missed)
	}
	wrong := w.x.Wrong
	if w.part.Wrong != nil {
		wrong = w.part.Wrong
	}
	said, found := w.Said, 0
	for _, file := range wrong {
		other, err := w.extend(file, w.text)
		if err != nil {
			return 0, err
		}
		w.Said = said
		if other == nil {
			continue
		}
		_, missed, err := w.expectations(ctx, other, file)
		if err != nil {
			return 0, err
		}
		if missed != "" {
			found++
		} else {
			w.Teacher = append(w.Teacher, "does not find "+file)
			w.Mistake += " " + file
		}
	}
	w.say("The tests are right, and find %d of %d wrong models.", found, len(wrong))
	if w.Mistake != "" {
		w.Mistake = "not found:" + w.Mistake
	}
	return float64(found) / float64(max(len(wrong), 1)), nil
}

// expectations tries the expectations that the student wrote. missed is the first that is not met.
func (w *work) expectations(ctx context.Context, p *pzc.Program, model string) (tried int, missed string, err error) {
	own, diags, err := w.x.Load(model)
	if err != nil || diags.HasErrors() {
		return 0, "", errors.Join(err, diags.Err())
	}
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
			text := "`expect " + pzc.ExpectationText(x) + "` of " + quoted(name)
			z, err := w.puzzle(ctx, p, name)
			if err != nil {
				return tried, text, context.Cause(ctx)
			}
			o, err := z.Expect(ctx, x, w.solver())
			if err != nil {
				return 0, "", err
			}
			if o.Verdict == pzc.Undecided {
				return 0, "", errContext
			}
			if o.Verdict == pzc.Missed && missed == "" {
				missed = text
			}
		}
	}
	return tried, missed, nil
}
