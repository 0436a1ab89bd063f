package grading

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/apps/rate"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// invention judges a puzzle that a student invented: it has a view, its expectations are met, its promises hold, and an
// instance needs a long plan or, if the part has a want, meets it. Each is a quarter.
func (w *work) invention(ctx context.Context) (float64, error) {
	program := w.load()
	if program == nil {
		return 0, nil
	}
	j := inventing{work: w, program: program}
	if w.part.Want != "" {
		names := slices.Concat(rate.Names(true), rate.Names(false))
		want, diags := rate.ParseWant("want", w.part.Want, names)
		if diags.HasErrors() {
			return 0, diags
		}
		j.want = want
	}
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
	breach                 string     // of the first promise that does not hold
	missed                 string     // an expectation that is not met
	undecided              error      // about an expectation
	cost                   int64      // of the longest of the best plans
	unknown                error      // about the best plan or the measures of an instance
	want                   *rate.Want // nil: none
	met                    bool       // by an instance
	found                  []string   // the measures of the instances, if none meets the want
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
	if j.want != nil {
		return j.rate(ctx, z, name)
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

// rate measures an instance, and sees whether it meets the want.
func (j *inventing) rate(ctx context.Context, z *puzzle.Puzzle, name string) error {
	of := cmp.Or(name, "the model itself")
	v, err := rate.Of(ctx, z, rate.Options{States: int64(j.x.States), Puzzle: j.solver()})
	switch {
	case errors.Is(err, rate.ErrNone):
		return nil
	case err != nil:
		j.fails("the measures of "+of, err)
		return context.Cause(ctx)
	}
	var has []string
	reason := ""
	for _, m := range v.Measures {
		switch {
		case !j.want.Reads(m.Name):
		case m.Reason != "":
			reason = m.Name + ": " + m.Reason
		default:
			has = append(has, fmt.Sprintf("%s %d", m.Name, m.Value))
		}
	}
	switch j.met = j.met || j.want.Gap(v.Value) == 0; {
	case j.met:
	case reason != "" && j.want.Least(v.Value) == 0:
		j.unknown = fmt.Errorf("%w: the measures of %s (%s)", errLimits, of, reason)
	default:
		j.found = append(j.found, of+" has "+cmp.Or(strings.Join(has, ", "), "none of these measures"))
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
	if j.want != nil {
		found := strings.Join(j.found, "; ")
		judged(j.met, "not what is wanted", found, "No instance meets `%s`: %s.", j.part.Want, found)
	} else {
		judged(j.cost >= j.part.Cost, "short plans", "", "The longest of the best plans costs %d; at least %d are wanted.",
			j.cost, j.part.Cost)
	}
	var fault *puzzle.Fault
	switch {
	case errors.As(j.unknown, &fault):
		return 0, fault
	case j.missed == "" && j.undecided != nil:
		return 0, j.undecided
	case (j.cost < j.part.Cost || j.want != nil && !j.met) && j.unknown != nil:
		return 0, j.unknown
	}
	if met == 4 {
		j.say("All expectations are met, and all promises hold%s.",
			map[bool]string{true: " in the states that were visited"}[j.open > 0])
	}
	return float64(met) / 4, nil
}
