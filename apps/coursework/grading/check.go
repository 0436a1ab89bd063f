package grading

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/apps/coursework/exercise"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// Finding is a result of the check of an exercise.
type Finding struct {
	OK      bool   `json:"ok"`
	Warning bool   `json:"warning,omitempty"` // it is no fault, but probably not what is meant
	Text    string `json:"text"`
}

// Check grades the files of the exercise itself: the right ones must get all points; the wrong ones must not, and each
// must draw its own hint; the file to begin with must not be the solution.
func (j *Judge) Check(ctx context.Context) (all []Finding) {
	add := func(ok bool, format string, args ...any) {
		all = append(all, Finding{OK: ok, Text: fmt.Sprintf(format, args...)})
	}
	if !j.x.Has("task.md") {
		add(false, "there is no task.md, which students read")
	}
	names := map[string][]string{}
	for i := range j.x.Parts {
		part := &j.x.Parts[i]
		if part.Kind == exercise.Domain {
			if problem := j.checkDomain(ctx, part); problem != "" {
				add(false, "%s", problem)
				return all
			}
			add(true, "%s fits its problems", part.Reference)
			j.checkPart(ctx, part, add)
			all = append(all, j.checkCheap(ctx, part)...)
			continue
		}
		if names[part.Reference] == nil {
			found, problem := j.checkReference(ctx, part)
			if problem != "" {
				add(false, "%s%s", part.Reference, problem)
				return all
			}
			add(true, "%s meets what its instances expect", part.Reference)
			names[part.Reference] = append(found, "")
		}
		for _, name := range slices.Concat(part.Instances, part.Hidden, part.Excludes, part.HiddenExcludes) {
			if name != "" && !slices.Contains(names[part.Reference], name) {
				help := ""
				if near := diag.Nearest(name, names[part.Reference]); near != "" {
					help = fmt.Sprintf("; is it %s?", near)
				}
				add(false, "part %s: the reference has no instance %s%s", part.Title, name, help)
			}
		}
		j.checkPart(ctx, part, add)
		all = append(all, j.checkCheap(ctx, part)...)
		start, _ := j.x.Read(part.Start)
		for _, name := range slices.Concat(part.Hidden, part.HiddenExcludes) {
			if strings.Contains(exercise.Squeezed(start), "instance "+name+" ") {
				all = append(all, Finding{true, true, fmt.Sprintf(
					"part %s: the instance %s is hidden, but %s has it; leave it out there", part.Title, name, part.Start)})
			}
		}
	}
	return all
}

// checkReference lists the instances of the reference, or reports its errors.
func (j *Judge) checkReference(ctx context.Context, part *exercise.Part) (names []string, problem string) {
	w := &work{Judge: j, Part: &Part{}, part: part}
	program, err := w.reference()
	if err != nil {
		return nil, ": " + err.Error()
	}
	for _, name := range append([]string{""}, program.Instances()...) {
		if name == "" && !program.Complete() {
			continue
		}
		z, err := w.puzzle(ctx, program, name)
		if err != nil {
			return nil, fmt.Sprintf(", instance %s: %v", quoted(name), err)
		}
		for _, x := range program.Expectations(name) {
			o, err := w.expect(ctx, z, x)
			if err != nil || o.Verdict != puzzle.Met {
				return nil, fmt.Sprintf(" does not meet `expect %s` of the instance %s: %s",
					puzzle.ExpectationText(x), quoted(name),
					errors.Join(err, errors.New(o.Found)))
			}
		}
	}
	return program.Instances(), ""
}

func (j *Judge) checkPart(ctx context.Context, part *exercise.Part, add func(bool, string, ...any)) {
	graded := func(file string) (*Part, bool) {
		text, err := j.x.Read(file)
		if err != nil {
			add(false, "part %s: %v", part.Title, err)
			return nil, false
		}
		return j.part(ctx, part, map[string]string{part.File: text}), true
	}
	if p, ok := graded(part.Right); ok {
		add(p.Status == Right, "part %s: %s is %s%s", part.Title, part.Right, p.Status, because(p))
	}
	models := part.Kind == exercise.Model || part.Kind == exercise.Completion || part.Kind == exercise.Domain
	if models {
		if text, err := j.x.Read(part.Start); err == nil {
			p := j.part(ctx, part, map[string]string{part.File: text})
			add(p.Status != Right, "part %s: %s, with which students begin, is %s", part.Title, part.Start, p.Status)
		}
	}
	if part.Kind == exercise.Tests {
		return // the wrong files are the models that the tests must find
	}
	for _, file := range part.Wrong {
		p, ok := graded(file)
		if !ok {
			continue
		}
		add(p.Status == Wrong || p.Status == Partly, "part %s: %s is %s%s", part.Title, file, p.Status, because(p))
		if p.Status == Right || p.Status == NotJudged {
			continue
		}
		text, _ := j.x.Read(file)
		from := j.misunderstood(ctx, j.work(ctx, part, text))
		switch hint := exercise.HintOf(text); {
		case hint == "" && models:
			add(false, "part %s: %s has no hint; begin it with `%s hint: …`", part.Title, file,
				map[bool]string{true: ";", false: "//"}[part.Kind == exercise.Domain])
		case hint != "" && from == nil:
			add(false, "part %s: %s makes no mistake that a hint could be for", part.Title, file)
		case hint != "" && from.file != file:
			add(false, "part %s: %s draws the hint of %s; the same mistake shows first", part.Title, file, from.file)
		}
	}
}

// because says why a part is not right.
func because(p *Part) string {
	if p.Status == Right || len(p.Said) == 0 {
		return ""
	}
	why := p.Said[0]
	if len(p.Teacher) > 0 {
		why = p.Teacher[0]
	}
	return ": " + why
}
