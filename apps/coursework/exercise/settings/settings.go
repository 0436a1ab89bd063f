// Package settings opens the folder of an exercise: it reads exercise.toml and looks for the files that it names.
//
// Findings name the place in exercise.toml, what is wrong there, and what to write instead.
package settings

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/pzc-lang/pzc/apps/compare"
	"github.com/pzc-lang/pzc/apps/coursework/exercise"
	"github.com/pzc-lang/pzc/apps/rate"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// code is the code of findings about exercises.
const code = "exercise"

// The defaults.
const (
	defaultReference = "reference.pz"
	defaultStart     = "start.pz"
	defaultDomain    = "start.pddl"
	defaultPairs     = 200_000
	defaultStates    = 200_000
	defaultConflicts = 200_000
)

// planning is the extension of files of PDDL.
const planning = ".pddl"

// Open reads the exercise in a folder. Sources are the texts that findings point into.
func Open(folder string) (x *exercise.Exercise, sources map[string]string, diags diag.List) {
	return open(folder, system{}, puzzle.Folder(folder))
}

// OpenIn is Open for a folder in a file system, such as one that is embedded.
func OpenIn(files fs.FS, folder string) (x *exercise.Exercise, sources map[string]string, diags diag.List) {
	return open(folder, files, files)
}

func open(folder string, files, models fs.FS) (x *exercise.Exercise, sources map[string]string, diags diag.List) {
	x = (&exercise.Exercise{Folder: folder}).In(files, models)
	name := x.Path(exercise.Settings)
	text, err := fs.ReadFile(files, name)
	if err != nil {
		what := "the folder has no " + exercise.Settings
		if info, err := fs.Stat(files, x.Folder); err != nil || !info.IsDir() {
			what = "there is no such folder"
		}
		diags.Errorf(diag.Span{}, code, "%s: %s", x.Folder, what).Help = "pzc exercise new makes the folder of an exercise"
		return nil, nil, diags
	}
	read, wrong := diag.Decode(name, string(text))
	sources = map[string]string{name: read}
	if wrong != nil {
		return nil, sources, diag.List{wrong}
	}
	r := reader{name: name, text: read, x: x, files: files}
	r.read()
	return x, sources, r.diags
}

// system is the files of the operating system, by its paths.
type system struct{}

func (system) Open(name string) (fs.File, error) { return os.Open(name) }

type reader struct {
	name, text string
	x          *exercise.Exercise
	files      fs.FS
	diags      diag.List
}

// fail reports an error at a place, with what to write instead.
func (r *reader) fail(line, column int, help, format string, args ...any) {
	at := diag.Pos{Filename: r.name, Line: max(line, 1), Column: max(column, 1)}
	r.diags.Errorf(diag.Span{Start: at, End: at}, code, format, args...).Help = help
}

// instead says what was probably meant by a name, or lists what there is.
func instead(name string, known []string, what string) string {
	return diag.Meant(name, known, what+" are "+strings.Join(known, ", "))
}

// line returns the line of the nth place where a key is set, 1 if there is none.
func (r *reader) line(key string, nth int) int {
	shape := regexp.MustCompile(`^\s*\[?\[?` + regexp.QuoteMeta(key) + `\b`)
	for i, l := range strings.Split(r.text, "\n") {
		if shape.MatchString(l) {
			if nth == 0 {
				return i + 1
			}
			nth--
		}
	}
	return 1
}

func (r *reader) read() {
	d := toml.NewDecoder(bytes.NewReader([]byte(r.text))).DisallowUnknownFields()
	var unknown *toml.StrictMissingError
	var wrong *toml.DecodeError
	switch err := d.Decode(r.x); {
	case errors.As(err, &unknown):
		for i := range unknown.Errors {
			r.unknown(&unknown.Errors[i])
		}
		return
	case errors.As(err, &wrong):
		row, column := wrong.Position()
		r.fail(row, column, `TOML writes title = "A text", points = 10, extra = true, instances = ["", "two"]`, "%s",
			strings.TrimPrefix(wrong.Error(), "toml: "))
		return
	case err != nil:
		r.fail(1, 1, "", "%v", err)
		return
	}
	r.defaults()
	r.check()
	r.same()
}

// unknown reports a key that exercises do not have.
func (r *reader) unknown(e *toml.DecodeError) {
	row, column := e.Position()
	key := e.Key()
	known := keys(exercise.Exercise{})
	if len(key) > 1 && key[0] == "part" {
		known = keys(exercise.Part{})
	}
	name := key[len(key)-1]
	r.fail(row, column, instead(name, known, "its settings"), "an exercise has no setting `%s`", name)
}

func (r *reader) defaults() {
	x := r.x
	set(&x.Reference, defaultReference)
	set(&x.Feedback, exercise.Word)
	set(&x.HiddenFeedback, exercise.Side)
	set(&x.Pairs, defaultPairs)
	set(&x.States, defaultStates)
	set(&x.Conflicts, defaultConflicts)
	set(&x.Title, filepath.Base(x.Folder))
	x.Wrong = r.wrong(".pz")
	for i := range x.Parts {
		p := &x.Parts[i]
		if p.Kind == exercise.Domain {
			set(&p.Start, defaultDomain)
		}
		set(&p.Start, defaultStart)
		set(&p.Reference, x.Reference)
		set(&p.Title, string(p.Kind))
		set(&p.Points, 1)
		set(&p.Algorithm, "astar")
		if p.Kind == exercise.Domain {
			set(&p.Right, p.Reference)
			if p.Wrong == nil {
				p.Wrong = r.wrong(planning)
			}
			continue
		}
		if p.Kind == exercise.Model || p.Kind == exercise.Completion || p.Kind == exercise.Puzzle {
			set(&p.Right, p.Reference)
			if p.Wrong == nil {
				p.Wrong = x.Wrong
			}
		}
		if p.Instances == nil && p.Hidden == nil {
			p.Instances = []string{""}
		}
	}
}

// wrong lists the files of the folder wrong whose names have an extension.
func (r *reader) wrong(ext string) (names []string) {
	entries, _ := fs.ReadDir(r.files, r.x.Path("wrong"))
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ext) {
			names = append(names, "wrong/"+e.Name())
		}
	}
	return names
}

func set[T comparable](to *T, value T) {
	var zero T
	if *to == zero {
		*to = value
	}
}

// check looks for settings that do not fit.
func (r *reader) check() {
	x := r.x
	r.level("feedback", x.Feedback)
	r.level("hidden_feedback", x.HiddenFeedback)
	if x.Pairs < 0 || x.States < 0 || x.Conflicts < 0 {
		r.fail(r.line("pairs", 0), 1, "", "limits are numbers, 1 or more")
	}
	if len(x.Parts) == 0 {
		r.fail(1, 1, "write `[[part]]`, and below it `kind = \"model\"`, `file` and `points`", "the exercise has no part")
	}
	files := map[string]bool{}
	for i, p := range x.Parts {
		if !slices.Contains(exercise.Kinds(), string(p.Kind)) {
			help := instead(string(p.Kind), exercise.Kinds(), "the kinds")
			r.fail(r.line("kind", i), 1, help, "there is no part of the kind `%s`", p.Kind)
		}
		switch {
		case p.File == "":
			r.fail(r.line("part", i), 1, "write `file = \"mine.pz\"`",
				"part %d does not say which file of a submission it judges", i+1)
		case p.File != filepath.Base(p.File):
			r.fail(r.line("file", i), 1, "", "`%s` is no name of a file", p.File)
		case files[p.File]:
			r.fail(r.line("file", i), 1, "give each part a file of its own", "two parts judge the file %s", p.File)
		}
		files[p.File] = true
		r.file("reference", i, p.Reference)
		r.domain(i, &p)
		if p.Points <= 0 {
			r.fail(r.line("points", i), 1, "", "a part gives points, more than 0")
		}
		if p.Horizon < 0 {
			r.fail(r.line("horizon", 0), 1, "", "a horizon is a number of moves, 0 or more")
		}
		if p.Kind == exercise.Program && filepath.Ext(p.File) != ".go" {
			r.fail(r.line("file", i), 1, "name a file of the program that pzc emit-go writes, such as moves.go",
				"the file of a program ends in .go, and `%s` does not", p.File)
		}
		if slices.Contains(p.Arguments, "-readable") {
			r.fail(r.line("arguments", i), 1, "leave `-readable` out: the program always calls the functions of its files",
				"programs have no `-readable` any more")
		}
		r.want(i, &p)
		if p.Kind == exercise.Completion {
			r.file("start", i, p.Start)
		}
		if p.Right == "" {
			r.fail(r.line("part", i), 1, "write `right = \"right/"+p.File+"\"`; pzc exercise check grades it",
				"part %d has no file that must get all points", i+1)
			continue
		}
		if p.Right != p.Reference {
			r.file("right", i, p.Right)
		}
		for _, w := range p.Wrong {
			r.file("wrong", i, w)
		}
	}
}

// domain looks for settings that do not fit a part about PDDL, or a part that is about a model.
func (r *reader) domain(nth int, p *exercise.Part) {
	if p.Kind != exercise.Domain {
		if filepath.Ext(p.Reference) == planning {
			r.fail(r.line("kind", nth), 1, "write `kind = \"domain\"`, or name a model as the reference",
				"a part of the kind `%s` is about a model, and %s is PDDL", p.Kind, p.Reference)
		}
		return
	}
	if filepath.Ext(p.Reference) != planning {
		r.fail(r.line("kind", nth), 1, "write `reference = \"domain.pddl\"`",
			"the reference of a part of the kind `domain` is a domain of PDDL, and %s is none", p.Reference)
	}
	problems := slices.Concat(p.Instances, p.Hidden)
	if len(problems) == 0 {
		r.fail(r.line("kind", nth), 1, "write `instances = [\"p01.pddl\"]`, with problems of the folder",
			"part %d names no problem in which domains are compared", nth+1)
	}
	for _, name := range problems {
		r.file("instances", nth, name)
	}
	for _, setting := range []struct {
		key   string
		given bool
	}{
		{"expanded", p.Expanded != 0},
		{"cost", p.Cost != 0},
		{"near", p.Near != 0},
		{"horizon", p.Horizon != 0},
		{"excludes", len(p.Excludes)+len(p.HiddenExcludes) > 0},
		{"arguments", len(p.Arguments) > 0},
	} {
		if setting.given {
			r.fail(r.line(setting.key, 0), 1, "", "a part of the kind `domain` has no setting `%s`", setting.key)
		}
	}
}

// want reads the condition on measures.
func (r *reader) want(nth int, p *exercise.Part) {
	if p.Want == "" {
		return
	}
	want, diags := rate.ParseWant("want", p.Want, slices.Concat(rate.Names(true), rate.Names(false)))
	switch {
	case p.Kind != exercise.Puzzle:
		r.fail(r.line("want", 0), 1, "write `kind = \"puzzle\"`", "only a part of the kind `puzzle` has a setting `want`")
	case diags.HasErrors():
		r.fail(r.line("want", 0), 1, diags[0].Help, "the want of part %d: %s", nth+1, diags[0].Msg)
	case want.Reads(rate.KeyUnique):
		r.fail(r.line("want", 0), 1, "compare `optimal_plans`", "a want of an exercise reads measures, and `unique` is none")
	}
}

// same reads the lines that say what corresponds, as far as that is possible with the references alone. What is wrong
// with these, the check of the exercise says.
func (r *reader) same() {
	for i := 0; i < len(r.x.Parts) && len(r.x.Same) > 0 && len(r.diags) == 0; i++ {
		p := &r.x.Parts[i]
		program, wrong, err := r.x.Load(p.Reference)
		if p.Kind == exercise.Domain {
			text, _ := r.x.Read(p.Reference)
			domain := puzzle.Text{Name: p.Reference, Text: text}
			program, wrong, err = r.x.Problem(slices.Concat(p.Instances, p.Hidden)[0], domain)
		}
		if err != nil || wrong.HasErrors() {
			return
		}
		for _, d := range compare.Lines(program, r.x.Same) {
			r.fail(r.line("same", 0), 1, d.Help, "the line %s: %s", d.Span.Start.Filename, d.Msg)
		}
	}
}

func (r *reader) level(key string, f exercise.Feedback) {
	if !slices.Contains(exercise.Levels(), string(f)) {
		r.fail(r.line(key, 0), 1, instead(string(f), exercise.Levels(), "the levels"),
			"there is no level of feedback `%s`", f)
	}
}

// file demands that a file of the exercise is there.
func (r *reader) file(key string, nth int, name string) {
	if !filepath.IsLocal(name) {
		r.fail(r.line(key, nth), 1, "", "`%s` does not lie in the folder of the exercise", name)
	} else if !r.x.Has(name) {
		r.fail(r.line(key, nth), 1, "", "the exercise has no file %s", name)
	}
}

// keys lists the settings that a struct has.
func keys(of any) (names []string) {
	for _, f := range reflect.VisibleFields(reflect.TypeOf(of)) {
		if name := f.Tag.Get("toml"); name != "" && name != "-" {
			names = append(names, name)
		}
	}
	return names
}
