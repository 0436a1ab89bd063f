package grading

import (
	"context"
	"errors"
	"fmt"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/puzzle"
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
	return j.share()
}

// inventing holds the results about an invented puzzle.
type inventing struct {
	*work
	program                *puzzle.Program
	expected, broken, open int
	breach                 string // of the first promise that does not hold
	missed                 string // an expectation that is not met
	undecided              error  // about an expectation
	cost                   int64  // of the longest of the best plans
	unknown                error  // about the best plan of an instance
}

// instance looks at an instance.
func (j *inventing) instance(ctx context.Context, name string) error {
	z, err := j.puzzle(ctx, j.program, name)
	if err != nil {
		j.fails("the instance "+quoted(name)+" cannot be built", err)
		return context.Cause(ctx)
	}
	for _, x := range j.program.Expectations(name) {
		j.expected++
		o, err := j.expect(ctx, z, x)
		text := "`expect " + puzzle.ExpectationText(x) + "` of " + quoted(name)
		switch {
		case err != nil:
			j.fails(text, err)
		case o.Verdict == puzzle.Undecided:
			j.undecided = fmt.Errorf("%w: %s", errLimits, text)
		case o.Verdict == puzzle.Missed && j.missed == "":
			j.missed = text + " is not met: " + o.Found
		}
	}
	v := z.Verify(ctx, j.x.States, j.Memory)
	for i := range v.Promises {
		switch p := &v.Promises[i]; p.Kept {
		case puzzle.Broken:
			if j.broken++; j.broken == 1 {
				j.breach = p.Name + ": " + p.Counterexample.Text
				j.say("Line %d: the promise `%s` does not hold: %s", p.Span.Start.Line, p.Name, p.Counterexample.Text)
			}
		case puzzle.Open:
			j.open++
		case puzzle.Holds:
		}
	}
	if !z.HasMoves() {
		j.cost = max(j.cost, j.part.Cost) // there are no plans to be long
		return nil
	}
	a, err := j.solve(ctx, z, j.solver())
	switch {
	case err != nil:
		j.fails("the instance "+quoted(name)+" cannot be solved", err)
	case a.Status == backends.Solved && a.Optimal:
		j.cost = max(j.cost, a.Solutions[0].Cost)
	case a.Status != backends.Unsolvable:
		j.unknown = fmt.Errorf("%w: the best plan of %s", errLimits, quoted(name))
	}
	return nil
}

// fails records an error that a submission makes.
func (j *inventing) fails(what string, err error) {
	j.Teacher = append(j.Teacher, err.Error())
	var diags diag.List
	var option *puzzle.OptionsError
	switch {
	case j.missed != "":
	case errors.As(err, &diags):
		j.missed = what + ": " + diags[0].Msg
	case errors.As(err, &option):
		j.missed = what + ": " + option.Error()
	default:
		j.unknown, j.missed = err, what
	}
}

// share reports the results to the student, and returns the share of the points. It is an error if a part of it is not
// known.
func (j *inventing) share() (float64, error) {
	met := 0
	judged := func(ok bool, mistake, evidence, format string, args ...any) {
		if ok {
			met++
			return
		}
		j.Mistake, j.evidence = mistake, j.evidence+mistake+": "+evidence+"; "
		j.say(format, args...)
	}
	judged(j.broken == 0, "a broken promise", j.breach, "%d promises do not hold.", j.broken)
	judged(len(j.program.Model().Views) > 0, "no view", "", "There is no `view`, so that nobody can see the puzzle.")
	if j.expected == 0 {
		j.missed = "there is none"
	}
	judged(j.missed == "", "an expectation", j.missed, "Expectations: %s.", j.missed)
	judged(j.cost >= j.part.Cost, "short plans", "", "The longest of the best plans costs %d; at least %d are wanted.",
		j.cost, j.part.Cost)
	var fault *puzzle.Fault
	switch {
	case errors.As(j.unknown, &fault):
		return 0, fault
	case j.missed == "" && j.undecided != nil:
		return 0, j.undecided
	case j.cost < j.part.Cost && j.unknown != nil:
		return 0, j.unknown
	}
	if met == 4 {
		j.say("All expectations are met, and all promises hold%s.",
			map[bool]string{true: " in the states that were visited"}[j.open > 0])
	}
	return float64(met) / 4, nil
}
