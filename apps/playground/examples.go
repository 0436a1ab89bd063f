package playground

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/apps/coursework/exercise"
	"github.com/pzc-lang/pzc/apps/coursework/grading"
	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/course"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// lessons returns the exercises of the course, in order.
func lessons() (all []*exercise.Exercise) {
	settings, err := course.FS().ReadFile(course.Settings)
	if err == nil {
		err = json.Unmarshal(settings, &all)
	}
	if err != nil {
		panic(err) // the file is embedded
	}
	for _, x := range all {
		x.In(course.FS(), course.FS())
	}
	return all
}

// examples lists the models to begin with, those of the library by kind, and the exercises of the course.
func (p *Playground) examples(context.Context, *struct{}) (any, error) {
	models := []text.Fields{}
	add := func(m puzzle.LibraryModel, prefix, group string) {
		about := strings.ReplaceAll(m.About(), "`", "")
		models = append(models, text.Fields{"name", prefix + m.Name, "also", m.Also(), "about", about, "group", group})
	}
	for _, m := range puzzle.Templates() {
		add(m, template, "template")
	}
	for _, m := range puzzle.LibraryModels() {
		kind, _, _ := strings.Cut(strings.TrimPrefix(m.File, check.Std), "/")
		add(m, "", kind)
	}
	return text.Fields{"models", append(models, lists.Map(lessons(), func(x *exercise.Exercise) text.Fields {
		return text.Fields{"name", x.Folder, "about", x.Title, "group", "course"}
	})...)}, nil
}

// exampleText is files to begin with.
type exampleText struct {
	Files    map[string]string `json:"files"`
	Main     string            `json:"main"`
	Instance string            `json:"instance,omitempty"` // to begin with
	Task     string            `json:"task,omitempty"`     // what is to be done, in Markdown
	Exercise string            `json:"exercise,omitempty"` // its name
	HandIn   []text.Fields     `json:"handIn,omitempty"`   // the files that an exercise wants
}

// template begins the name of an example that is a template.
const template = "new/"

// exampleAsked is a request about an example.
type exampleAsked struct {
	Name string `json:"name"`
}

// example returns a model or an exercise.
func (p *Playground) example(_ context.Context, q *exampleAsked) (any, error) {
	if m, ok := exampleModel(q.Name); ok {
		program, diags, err := puzzle.LoadFile(m.File)
		if err != nil || diags.HasErrors() {
			return nil, cmp.Or(err, diags.Err())
		}
		out := &exampleText{Files: map[string]string{}, Main: fileName(m.File), Instance: firstOf(program)}
		return out, out.add(m.File)
	}
	for _, x := range lessons() {
		if x.Folder == q.Name {
			return begin(x)
		}
	}
	return nil, noExample(q.Name)
}

// exampleModel returns a model of the library or a template.
func exampleModel(name string) (puzzle.LibraryModel, bool) {
	if kind, is := strings.CutPrefix(name, template); is {
		return puzzle.Template(kind)
	}
	return puzzle.Library(name)
}

// firstOf returns the instance to begin with: "", the model's own data, unless they are not given, or the model states
// the answer of an instance and not theirs.
func firstOf(program *puzzle.Program) string {
	states := func(instance string) bool { return len(program.Expectations(instance)) > 0 }
	instances := program.Instances()
	if !program.Complete() {
		return instances[0]
	}
	if i := slices.IndexFunc(instances, states); i >= 0 && !states("") {
		return instances[i]
	}
	return ""
}

// picture draws the start of a model.
func (p *Playground) picture(ctx context.Context, q *exampleAsked) (any, error) {
	m, ok := exampleModel(q.Name)
	if !ok {
		return nil, noExample(q.Name)
	}
	program, diags, err := puzzle.LoadFile(m.File)
	if err != nil || diags.HasErrors() {
		return nil, cmp.Or(err, diags.Err())
	}
	aside := New(p.o, nil)
	aside.program = program
	instance := firstOf(program)
	defer func() { p.after = append(p.after, aside.after...) }()
	if program.HasMoves() {
		g, err := aside.play(ctx, &place{Instance: instance})
		if err != nil {
			return nil, err
		}
		return picture(g.z, g.game.Shown(g.state()), "svg")
	}
	return aside.exportForm(ctx, &filling{Instance: instance}, "svg")
}

func noExample(name string) error {
	folders := lists.Map(lessons(), func(x *exercise.Exercise) string { return x.Folder })
	names := append(puzzle.LibraryNames(), folders...)
	if near := diag.Nearest(name, names); near != "" {
		return fmt.Errorf("there is no example %q; did you mean %q?", name, near)
	}
	return fmt.Errorf("there is no example %q", name)
}

// fileName returns the name of a file of the library for the page, without `std:` and the folder.
func fileName(file string) string { return path.Base(strings.TrimPrefix(file, "std:")) }

// add adds a file of the library and the files beside it that it uses. A file of another folder is found by its name
// with std:. The files are parsed and not checked, because the page loads them next.
func (e *exampleText) add(file string) error {
	name := fileName(file)
	if _, has := e.Files[name]; has {
		return nil
	}
	text, err := puzzle.ReadFile(file)
	if err != nil {
		return err
	}
	e.Files[name] = string(text)
	parsed, diags := dsl.Parse(file, text)
	if diags.HasErrors() {
		return diags
	}
	for _, p := range dsl.Paths(parsed) {
		if used, ok := check.Relative(file, p); ok && path.Dir(used) == path.Dir(file) {
			if err := e.add(used); err != nil {
				return err
			}
		}
	}
	return nil
}

// begin returns the files with which an exercise begins: for each part one to be handed in.
func begin(x *exercise.Exercise) (any, error) {
	out := exampleText{Files: map[string]string{}, Exercise: x.Folder}
	var err error
	if out.Task, err = x.Read("task.md"); err != nil {
		return nil, err
	}
	for _, part := range x.Parts {
		out.HandIn = append(out.HandIn, text.Fields{"file", part.File, "kind", part.Kind, "part", part.Title})
		text := ""
		if slices.Contains([]exercise.Kind{exercise.Model, exercise.Completion, exercise.Puzzle}, part.Kind) &&
			x.Has(part.Start) {
			if text, err = x.Read(part.Start); err != nil {
				return nil, err
			}
		}
		out.Files[part.File] = text
		if out.Main == "" && strings.HasSuffix(part.File, ".pz") {
			out.Main = part.File
		}
	}
	if out.Main == "" {
		out.Main = x.Parts[0].File
	}
	return out, nil
}

// exercise grades files by the public part of an exercise of the course.
func (p *Playground) exercise(ctx context.Context, q *struct {
	Exercise string            `json:"exercise"`
	Files    map[string]string `json:"files"`
	limits
},
) (any, error) {
	all := lessons()
	i := slices.IndexFunc(all, func(x *exercise.Exercise) bool { return x.Folder == q.Exercise })
	if i < 0 {
		return nil, noExample(q.Exercise)
	}
	x := all[i]
	x.Parts = slices.DeleteFunc(x.Parts, func(p exercise.Part) bool { return strings.TrimSpace(q.Files[p.File]) == "" })
	if len(x.Parts) == 0 {
		return nil, errors.New("nothing is written yet that could be handed in")
	}
	ctx, stop := q.bounded(ctx)
	defer stop()
	report := grading.New(x, grading.Options{Memory: q.memory()}).Grade(ctx, "yours", q.Files)
	for i := range report.Parts {
		report.Parts[i].Teacher, report.Parts[i].Mistake = nil, ""
	}
	report.Key = ""
	return report, nil
}
