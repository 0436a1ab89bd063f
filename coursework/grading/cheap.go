package grading

import (
	"context"
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/coursework/exercise"
	"github.com/pzc-lang/pzc/coursework/formula"
	"github.com/pzc-lang/pzc/internal/lazy"
)

// cheapAnswer is an answer that says nothing about the exercise.
type cheapAnswer struct{ name, text string }

// checkCheap warns of answers that say nothing and get all points.
func (j *Judge) checkCheap(ctx context.Context, part *exercise.Part) (warnings []Finding) {
	w := &work{Judge: j, Part: &Part{}, part: part}
	for _, a := range w.cheap(ctx) {
		if j.work(ctx, part, a.text).Status == Right {
			text := fmt.Sprintf("part %s: %s gets all points%s", part.Title, a.name, map[exercise.Kind]string{
				exercise.Heuristic: "; `expanded` asks for an estimate that guides a search",
				exercise.Promise:   "; `excludes` and `expanded` ask for a promise that shortens a search",
				exercise.Formula:   "; take a horizon with several plans",
			}[part.Kind])
			warnings = append(warnings, Finding{OK: true, Warning: true, Text: text})
		}
	}
	return warnings
}

// cheap lists answers that say nothing: nothing at all, `true` and `false` in the blanks, promises that always hold,
// the estimate 0, and a formula that is one plan.
func (w *work) cheap(ctx context.Context) []cheapAnswer {
	all := []cheapAnswer{{"an empty file", ""}}
	add := func(text string) { all = append(all, cheapAnswer{"`" + text + "`", text}) }
	switch w.part.Kind {
	case exercise.Model, exercise.Completion:
		if start, err := w.x.Read(w.part.Start); err == nil {
			for _, word := range []string{"", "true", "false"} {
				all = append(all, cheapAnswer{
					w.part.Start + " with `" + word + "` in its blanks", strings.ReplaceAll(start, exercise.Blank, word),
				})
			}
		}
	case exercise.Heuristic:
		add("0")
	case exercise.Promise:
		add("invariant true")
		add("dead false")
		if z, err := w.first(ctx); err == nil && z.Model().StateSize > 0 {
			name := z.Model().StateName(0)
			add("symmetry same { " + name + " := " + name + " }")
		}
	case exercise.Formula:
		if text, err := w.onePlan(ctx); err == nil {
			all = append(all, cheapAnswer{"a formula that is one plan", text})
		}
	case exercise.Plan, exercise.Values, exercise.Tests, exercise.Program, exercise.Puzzle:
	}
	return all
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
	space, err := formula.Plans(ctx, z, w.part.Horizon, mostPlans)
	if err != nil {
		return "", err
	}
	f, err := formula.Read(ctx, z, w.part.Horizon, right)
	if err != nil {
		return "", err
	}
	most, units := 0, ""
	for i, sign := range f.Values(space.Solutions[0]) {
		v := f.Atoms[i].Var
		most = max(most, v)
		if sign == '0' {
			v = -v
		}
		units += fmt.Sprintf("%d 0\n", v)
	}
	return fmt.Sprintf("%sp cnf %d %d\n%s", clauses.Get().ReplaceAllString(right, ""), most, len(f.Atoms), units), nil
}
