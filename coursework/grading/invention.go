package grading

import (
	"context"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/backends"
)

// invention judges a puzzle that a student invented: it has a view, its expectations are met, its promises hold, and an
// instance needs a long plan. Each is a quarter.
func (w *work) invention(ctx context.Context) (float64, error) {
	program := w.load()
	if program == nil {
		return 0, nil
	}
	j := inventing{work: w, program: program}
	for _, name := range append([]string{""}, program.Instances()...) {
		if name == "" && !program.Complete() {
			continue
		}
		if err := j.instance(ctx, name); err != nil {
			return 0, err
		}
	}
	return j.share(), nil
}

// inventing holds the results about an invented puzzle.
type inventing struct {
	*work
	program                *pzc.Program
	expected, broken, open int
	missed                 string // an expectation that is not met
	cost                   int64  // of the longest of the best plans
}

// instance looks at an instance.
func (j *inventing) instance(ctx context.Context, name string) error {
	z, err := j.puzzle(ctx, j.program, name)
	if err != nil {
		j.missed = "the instance " + quoted(name) + " cannot be built"
		j.Teacher = append(j.Teacher, err.Error())
		return context.Cause(ctx)
	}
	for _, x := range j.program.Expectations(name) {
		j.expected++
		o, err := z.Expect(ctx, x, j.solver())
		switch {
		case err != nil:
			return err
		case o.Verdict == pzc.Undecided:
			return errContext
		case o.Verdict == pzc.Missed && j.missed == "":
			j.missed = "`expect " + pzc.ExpectationText(x) + "` of " + quoted(name) + " is not met: " + o.Found
		}
	}
	v := z.Verify(ctx, j.x.States, j.Memory)
	for i := range v.Promises {
		switch p := &v.Promises[i]; p.Kept {
		case pzc.Broken:
			if j.broken++; j.broken == 1 {
				j.say("Line %d: the promise `%s` does not hold: %s", p.Span.Start.Line, p.Name, p.Counterexample.Text)
			}
		case pzc.Open:
			j.open++
		case pzc.Holds:
		}
	}
	if !z.HasMoves() {
		j.cost = max(j.cost, j.part.Cost) // there are no plans to be long
		return nil
	}
	a, err := z.Solve(ctx, j.solver())
	if err == nil && a.Status == backends.Solved {
		j.cost = max(j.cost, a.Solutions[0].Cost)
	}
	return err
}

// share reports the results to the student, and returns the share of the points.
func (j *inventing) share() float64 {
	met := 0
	judged := func(ok bool, mistake, format string, args ...any) {
		if ok {
			met++
			return
		}
		j.Mistake = mistake
		j.say(format, args...)
	}
	judged(j.broken == 0, "a broken promise", "%d promises do not hold.", j.broken)
	judged(len(j.program.Model().Views) > 0, "no view", "There is no `view`, so that nobody can see the puzzle.")
	if j.expected == 0 {
		j.missed = "there is none"
	}
	judged(j.missed == "", "an expectation", "Expectations: %s.", j.missed)
	judged(j.cost >= j.part.Cost, "short plans", "The longest of the best plans costs %d; at least %d are wanted.", j.cost,
		j.part.Cost)
	if met == 4 {
		j.say("All expectations are met, and all promises hold%s.",
			map[bool]string{true: " in the states that were visited"}[j.open > 0])
	}
	return float64(met) / 4
}
