package main

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/pzc-lang/pzc/apps/coursework/class"
	"github.com/pzc-lang/pzc/apps/coursework/exercise"
	"github.com/pzc-lang/pzc/apps/coursework/grading"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

type exerciseCommand struct {
	New   exerciseNew   `cmd:"" help:"Make the folder of a new exercise."`
	Check exerciseCheck `cmd:"" help:"Check that an exercise accepts right answers and rejects known wrong ones."`
}

func (exerciseCommand) Help() string {
	return `An exercise is a folder: task.md, which students read; start.pz, with which they begin;
exercise.toml, which says what is judged; reference.pz, the right model; and wrong/*.pz, known
misunderstandings with their hints.

Examples:

    pzc exercise new crossing                 the folder of a river crossing, to change
    pzc exercise new jugs --from jugs         with a model of the library as the reference
    pzc exercise new ferry --from p01.pddl    with the domain of a problem of PDDL as the reference
    pzc exercise check crossing               the reference is right, the wrong models are told apart
    pzc grade crossing submissions            grades what students handed in`
}

type exerciseNew struct {
	Folder string `arg:"" help:"The folder to make."`
	From   string `placeholder:"MODEL" help:"The reference: a file, or a model of the library. Lines that end with // blank become blanks. Of PDDL: a problem; its domain is the reference."`
}

//go:embed exercise
var exerciseFiles embed.FS

func (c *exerciseNew) Run(e *env) error {
	files := map[string]string{}
	err := fs.WalkDir(exerciseFiles, "exercise", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := exerciseFiles.ReadFile(name)
		files[strings.TrimPrefix(name, "exercise/")] = string(text)
		return err
	})
	if err != nil {
		return err
	}
	if c.From != "" {
		if err := c.from(e, files); err != nil {
			return err
		}
	}
	if _, err := os.Lstat(c.Folder); err == nil {
		return fmt.Errorf("%s: it is there already, and is left as it is; take another name", c.Folder)
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(c.Folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return plainError(err)
		}
		if err := createFile(path, files[name]); err != nil {
			return err
		}
	}
	return e.answer(writerOf(fmt.Sprintf("%s: %d files; `pzc exercise check %[1]s` tries them\n", c.Folder, len(files))))
}

// planning makes an exercise on a domain of PDDL, of a problem and its domain.
func (c *exerciseNew) planning(e *env, files map[string]string) error {
	content, err := puzzle.ReadFile(c.From)
	if err != nil {
		return plainError(err)
	}
	problem := puzzle.Text{Name: c.From, Text: string(content)}
	domain, err := e.domain(problem)
	if err != nil {
		return err
	}
	if domain.Name == problem.Name {
		return fmt.Errorf("%s: an exercise wants the domain and the problem in two files", c.From)
	}
	program, diags := puzzle.LoadPDDL(domain, problem)
	if diags.HasErrors() {
		return e.report(program, diags)
	}
	clear(files)
	start := domain.Text
	if i := strings.Index(strings.ToLower(start), "(:action"); i >= 0 {
		start = start[:i] + "; write the actions here\n)\n"
	}
	name, first := program.Name(), filepath.Base(c.From)
	files[exercise.Settings] = fmt.Sprintf("title = %q\nfeedback = \"hint\"\nreference = \"domain.pddl\"\n\n[[part]]\n"+
		"title = \"The domain\"\nkind = %q\nfile = \"mine.pddl\"\npoints = 10\ninstances = [%q]\n",
		name, exercise.Domain, first)
	files["domain.pddl"], files[first], files["start.pddl"] = domain.Text, problem.Text, start
	files["task.md"] = "# " + name + "\n\nWrite the domain in `mine.pddl`. Begin with `start.pddl`. `" + first +
		"` is a problem. Keep the predicates, and the names\nand parameters of the actions, because problems use them.\n"
	return nil
}

// from sets the reference to a model.
func (c *exerciseNew) from(e *env, files map[string]string) error {
	if isPlanning(c.From) {
		return c.planning(e, files)
	}
	name, err := namedModel(c.From)
	if err != nil {
		return err
	}
	text, err := puzzle.ReadFile(name)
	if err != nil {
		return plainError(err)
	}
	program, diags, err := puzzle.LoadFile(name)
	if err != nil || diags.HasErrors() {
		return errors.Join(err, diags.Err())
	}
	kind, start := exercise.Completion, exercise.BlankOut(string(text))
	if start == string(text) { // no line is marked
		kind, start = exercise.Model, "puzzle "+program.Name()+"\n"
	}
	for name := range files {
		if strings.HasPrefix(name, "wrong/") {
			delete(files, name)
		}
	}
	settings := fmt.Sprintf("title = %q\nfeedback = \"hint\"\n\n[[part]]\ntitle = \"The model\"\nkind = %q\n"+
		"file = \"mine.pz\"\npoints = 10\n", program.Name(), kind)
	if !program.Complete() && len(program.Instances()) > 0 {
		settings += fmt.Sprintf("instances = [%q]\n", program.Instances()[0])
	}
	files[exercise.Settings], files["reference.pz"], files["start.pz"] = settings, string(text), start
	files["task.md"] = "# " + program.Name() + "\n\nWrite the model in `mine.pz`. Begin with `start.pz`.\n"
	return nil
}

type exerciseCheck struct {
	Folders []string `arg:"" name:"folder" help:"Folders of exercises."`
	Trust   bool     `help:"Build and run the programs of the exercise. They can do what you can do."`
	limits
}

func (c *exerciseCheck) Run(e *env) error {
	wrong := false
	out := map[string][]grading.Finding{}
	for _, folder := range c.Folders {
		x, err := openExercise(e, folder)
		if err != nil {
			return err
		}
		ctx, stop := c.start(e)
		begin := time.Now()
		findings := grading.New(x, grading.Options{Memory: c.memoryLimit(), Trust: c.Trust}).Check(ctx)
		cut := ctx.Err() != nil
		stop()
		if cut {
			return e.cut(ctx)
		}
		out[folder] = findings
		wrong = wrong || slices.ContainsFunc(findings, func(f grading.Finding) bool { return !f.OK })
		if e.json() {
			continue
		}
		if err := c.print(e, x, findings, time.Since(begin)); err != nil {
			return err
		}
	}
	if e.json() {
		if err := e.writeJSON(map[string]any{"exercises": out}); err != nil {
			return err
		}
	}
	if wrong {
		return exit(exitNo)
	}
	return nil
}

func (c *exerciseCheck) print(e *env, x *exercise.Exercise, all []grading.Finding, took time.Duration) error {
	return e.answer(func(w io.Writer) error {
		p := show.NewPrinter(w, nil, show.Style{})
		bad := 0
		for _, f := range all {
			mark := "ok    "
			switch {
			case f.Warning:
				mark = "look  "
			case !f.OK:
				mark = "wrong "
				bad++
			}
			if !f.OK || f.Warning || !e.globals.Quiet {
				p.Line("%s %s", mark, inFlags(f.Text))
			}
		}
		if !e.globals.Quiet {
			p.Line("%s: %d of %d hold; this took %.1f s", x.Title, len(all)-bad, len(all), took.Seconds())
		}
		return p.Flush()
	})
}

// against grades a file by the public part of an exercise, for a student.
func against(e *env, folder, file string, o grading.Options, l limits) (int, error) {
	x, err := openExercise(e, folder)
	if err != nil {
		return 0, err
	}
	x = x.Public()
	if len(x.Parts) == 0 {
		return 0, errors.New("the exercise has no public part")
	}
	all, err := class.Submissions(x, []string{file}, false)
	if err != nil {
		return 0, plainError(err)
	}
	s := all[0]
	if len(all[0].Files) == 1 { // the other parts are not expected
		x.Parts = slices.DeleteFunc(x.Parts, func(p exercise.Part) bool { _, has := s.Files[p.File]; return !has })
	}
	ctx, stop := l.start(e)
	defer stop()
	r := grading.New(x, o).Grade(ctx, s.Name, s.Files, s.Other...)
	if err := printStudent(e, r); err != nil {
		return 0, err
	}
	switch {
	case !r.Judged:
		return exitUndecided, nil
	case *r.Points < r.Of:
		return exitNo, nil
	}
	return exitOK, nil
}
