package grading

import (
	"context"
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/apps/coursework/exercise"
	"github.com/pzc-lang/pzc/internal/lazy"
)

// checkCheap warns of answers that say nothing and get all points: nothing at all, `true` and `false` in the blanks,
// promises that always hold, the estimate 0, and a formula that is one plan.
func (j *Judge) checkCheap(ctx context.Context, part *exercise.Part) (warnings []Finding) {
	w := &work{Judge: j, Part: &Part{}, part: part}
	advice := ""
	try := func(name, text string) {
		if j.work(ctx, part, text).Status == Right {
			warnings = append(warnings, Finding{
				OK: true, Warning: true, Text: fmt.Sprintf("part %s: %s gets all points%s", part.Title, name, advice),
			})
		}
	}
	try("an empty file", "")
	switch part.Kind {
	case exercise.Model, exercise.Completion:
		start, err := j.x.Read(part.Start)
		for _, word := range []string{"true", "false"} {
			if err == nil {
				try(part.Start+" with `"+word+"` in its blanks", strings.ReplaceAll(start, exercise.Blank, word))
			}
		}
	case exercise.Heuristic:
		advice = "; `expanded` asks for an estimate that guides a search"
		try("`0`", "0")
	case exercise.Promise:
		advice = "; `excludes` and `expanded` ask for a promise that shortens a search"
		answers := []string{"invariant true", "dead false"}
		if z, err := w.first(ctx); err == nil && z.Model().StateSize > 0 {
			name := z.Model().StateName(0)
			answers = append(answers, "symmetry same { "+name+" := "+name+" }")
		}
		for _, text := range answers {
			try("`"+text+"`", text)
		}
	case exercise.Formula:
		advice = "; take a horizon with several plans"
		if text, err := w.onePlan(ctx); err == nil {
			try("a formula that is one plan", text)
		}
	case exercise.Domain, exercise.Plan, exercise.Values, exercise.Tests, exercise.Program, exercise.Puzzle:
	}
	return warnings
}

var clauses = lazy.Compile(`(?m)^\s*(?:p\s|-?\d)[^\n]*\n?`)

// onePlan writes the first plan as unit clauses, with the map of the right formula.
func (w *work) onePlan(ctx context.Context) (string, error) {
	right, err := w.x.Read(w.part.Right)
	if err != nil {
		return "", err
	}
	z, err := w.first(ctx)
	if err != nil {
		return "", err
	}
	space, err := plans(ctx, z, w.part.Horizon, mostPlans, w.steps)
	if err != nil {
		return "", err
	}
	f, err := read(ctx, z, w.part.Horizon, right)
	if err != nil {
		return "", err
	}
	most, units := 0, ""
	for i, sign := range f.values(space.Solutions[0]) {
		v := f.Atoms[i].Var
		most = max(most, v)
		if sign == '0' {
			v = -v
		}
		units += fmt.Sprintf("%d 0\n", v)
	}
	return fmt.Sprintf("%sp cnf %d %d\n%s", clauses.Get().ReplaceAllString(right, ""), most, len(f.Atoms), units), nil
}
