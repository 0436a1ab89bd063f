// Package exercise reads the folder of an exercise: exercise.toml and the files that it names.
//
// Findings name the place in exercise.toml, what is wrong there, and what to write instead.
package exercise

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/diag"
)

// code is the code of findings about exercises.
const code = "exercise"

// Settings is the name of the file that describes an exercise.
const Settings = "exercise.toml"

// Kind says what a part of an exercise wants.
type Kind string

// The kinds of parts.
const (
	Model      Kind = "model"      // a model, compared with the reference
	Completion Kind = "completion" // start.pz with its blanks filled
	Plan       Kind = "plan"       // a plan of the reference
	Values     Kind = "values"     // values that solve the reference, which has no moves
	Heuristic  Kind = "heuristic"  // `heuristic` and `def` declarations, or an expression
	Tests      Kind = "tests"      // instances with `expect` lines that tell wrong models from the reference
	Promise    Kind = "promise"    // `invariant`, `dead`, `symmetry` and `prune` declarations
	Formula    Kind = "formula"    // DIMACS with a map: the plans of a number of moves, or the solutions
	Program    Kind = "program"    // a file of the Go program of the reference
	Puzzle     Kind = "puzzle"     // a puzzle that the student invented
)

// kinds lists the kinds of parts.
func kinds() []string {
	return []string{
		string(Model), string(Completion), string(Plan), string(Values), string(Heuristic), string(Tests), string(Promise),
		string(Formula), string(Program), string(Puzzle),
	}
}

// Feedback is how much a student is told about a mistake. Each level includes those before it.
type Feedback string

// The levels.
const (
	Verdict Feedback = "verdict" // right or wrong
	Side    Feedback = "side"    // too strict, too loose, a wrong cost, a wrong value
	Depth   Feedback = "depth"   // after how many moves
	Word    Feedback = "word"    // the moves that show the mistake, and the line of the student that refuses
	Hint    Feedback = "hint"    // the hint of a known misunderstanding
)

// Levels lists the levels of feedback, the least first.
func Levels() []string {
	return []string{string(Verdict), string(Side), string(Depth), string(Word), string(Hint)}
}

// Shows reports whether a level includes another.
func (f Feedback) Shows(level Feedback) bool {
	return slices.Index(Levels(), string(f)) >= slices.Index(Levels(), string(level))
}

// Exercise is an exercise.
type Exercise struct {
	Title string `toml:"title" json:"title,omitempty"`
	// Reference is the file of the reference model.
	Reference string `toml:"reference" json:"reference,omitempty"`
	// Same are lines that say what corresponds, as compare.Options has them.
	Same  []string `toml:"same" json:"same,omitempty"`
	Extra bool     `toml:"extra" json:"extra,omitempty"`
	// Feedback and HiddenFeedback are the levels for public and for hidden instances.
	Feedback       Feedback `toml:"feedback" json:"feedback,omitempty"`
	HiddenFeedback Feedback `toml:"hidden_feedback" json:"hidden_feedback,omitempty"`
	// Pairs and States bound the work for an instance by counts, so that the same submission always gets the same report.
	Pairs     int   `toml:"pairs" json:"pairs,omitempty"`
	States    int   `toml:"states" json:"states,omitempty"`
	Conflicts int64 `toml:"conflicts" json:"conflicts,omitempty"` // of a solver, for each question
	// Library allows submissions to use models of the library.
	Library bool   `toml:"library" json:"library,omitempty"`
	Parts   []Part `toml:"part" json:"part,omitempty"`

	Folder string   `toml:"-" json:"folder"`
	files  fs.FS    // the folder lies in these
	models fs.FS    // the files that its models may use
	Wrong  []string `toml:"-" json:"wrong,omitempty"` // the names of the files in wrong/, in order
}

// Part is a part of an exercise.
type Part struct {
	Title  string  `toml:"title" json:"title,omitempty"`
	Kind   Kind    `toml:"kind" json:"kind,omitempty"`
	File   string  `toml:"file" json:"file,omitempty"` // of a submission
	Points float64 `toml:"points" json:"points,omitempty"`
	// Instances are public, Hidden are not; "" is the reference's own parameters.
	Instances []string `toml:"instances" json:"instances,omitempty"`
	Hidden    []string `toml:"hidden" json:"hidden,omitempty"`
	// Reference is that of the exercise unless given.
	Reference string `toml:"reference" json:"reference,omitempty"`
	// Start is the file with which students begin: of a completion, that with the blanks.
	Start string `toml:"start" json:"start,omitempty"`
	// Right is a file that must get all points; the reference unless given.
	Right string `toml:"right" json:"right,omitempty"`
	// Wrong are files that must not get all points; for models and tests, those of the folder wrong unless given.
	Wrong []string `toml:"wrong" json:"wrong,omitempty"`
	// Cost is the cost up to which a plan gets all points; 0: the best. Of a puzzle, it is the least that a plan must
	// cost.
	Cost int64 `toml:"cost" json:"cost,omitempty"`
	// Excludes are instances whose start the promises must exclude: an invariant that fails there, or a dead state.
	Excludes []string `toml:"excludes" json:"excludes,omitempty"`
	// Expanded is the number of states that Algorithm may expand with a heuristic, or with the model of a student in the
	// first instance; 0: any number.
	Expanded  int64  `toml:"expanded" json:"expanded,omitempty"`
	Algorithm string `toml:"algorithm" json:"algorithm,omitempty"` // astar unless given
	// Horizon is the number of moves of the plans that a formula is about.
	Horizon int `toml:"horizon" json:"horizon,omitempty"`
	// Arguments are given to a program; -readable and -json unless given.
	Arguments []string `toml:"arguments" json:"arguments,omitempty"`
}

// The defaults.
const (
	defaultReference = "reference.pz"
	defaultStart     = "start.pz"
	defaultPairs     = 200_000
	defaultStates    = 200_000
	defaultConflicts = 200_000
)

// Open reads the exercise in a folder. Sources are the texts that findings point into.
func Open(folder string) (x *Exercise, sources map[string]string, diags diag.List) {
	return open(&Exercise{Folder: folder, files: system{}, models: pzc.Folder(folder)})
}

// OpenIn is Open for a folder in a file system, such as one that is embedded.
func OpenIn(files fs.FS, folder string) (x *Exercise, sources map[string]string, diags diag.List) {
	return open(&Exercise{Folder: folder, files: files, models: files})
}

// In returns the exercise with its files in a file system. Its settings are known, such as from JSON.
func (x *Exercise) In(files fs.FS) *Exercise {
	x.files, x.models = files, files
	return x
}

func open(x *Exercise) (_ *Exercise, sources map[string]string, diags diag.List) {
	name := x.Path(Settings)
	text, err := fs.ReadFile(x.files, name)
	if err != nil {
		what := "the folder has no " + Settings
		if info, err := fs.Stat(x.files, x.Folder); err != nil || !info.IsDir() {
			what = "there is no such folder"
		}
		diags.Errorf(diag.Span{}, code, "%s: %s", x.Folder, what).Help = "pzc exercise new makes the folder of an exercise"
		return nil, nil, diags
	}
	sources = map[string]string{name: string(text)}
	r := reader{name: name, text: string(text), x: x}
	r.read()
	return x, sources, r.diags
}

// system is the files of the operating system, by its paths.
type system struct{}

// Open implements fs.FS.
func (system) Open(name string) (fs.File, error) { return os.Open(name) }

type reader struct {
	name, text string
	x          *Exercise
	diags      diag.List
}

// fail reports an error at a place, with what to write instead.
func (r *reader) fail(line, column int, help, format string, args ...any) {
	at := diag.Pos{Filename: r.name, Line: max(line, 1), Column: max(column, 1)}
	r.diags.Errorf(diag.Span{Start: at, End: at}, code, format, args...).Help = help
}

// instead says what was probably meant by a name, or lists what there is.
func instead(name string, known []string, what string) string {
	if near := diag.Nearest(name, known); near != "" {
		return fmt.Sprintf("did you mean `%s`?", near)
	}
	return what + " are " + strings.Join(known, ", ")
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
}

// unknown reports a key that exercises do not have.
func (r *reader) unknown(e *toml.DecodeError) {
	row, column := e.Position()
	key := e.Key()
	known := keys(Exercise{})
	if len(key) > 1 && key[0] == "part" {
		known = keys(Part{})
	}
	name := key[len(key)-1]
	r.fail(row, column, instead(name, known, "its settings"), "an exercise has no setting `%s`", name)
}

func (r *reader) defaults() {
	x := r.x
	set(&x.Reference, defaultReference)
	set(&x.Feedback, Word)
	set(&x.HiddenFeedback, Side)
	set(&x.Pairs, defaultPairs)
	set(&x.States, defaultStates)
	set(&x.Conflicts, defaultConflicts)
	set(&x.Title, filepath.Base(x.Folder))
	entries, _ := fs.ReadDir(x.files, x.Path("wrong"))
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".pz") {
			x.Wrong = append(x.Wrong, "wrong/"+e.Name())
		}
	}
	for i := range x.Parts {
		p := &x.Parts[i]
		set(&p.Start, defaultStart)
		set(&p.Reference, x.Reference)
		set(&p.Title, string(p.Kind))
		set(&p.Points, 1)
		set(&p.Algorithm, "astar")
		if p.Kind == Model || p.Kind == Completion || p.Kind == Puzzle {
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
		if !slices.Contains(kinds(), string(p.Kind)) {
			help := instead(string(p.Kind), kinds(), "the kinds")
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
		if p.Points <= 0 {
			r.fail(r.line("points", i), 1, "", "a part gives points, more than 0")
		}
		if p.Horizon < 0 {
			r.fail(r.line("horizon", 0), 1, "", "a horizon is a number of moves, 0 or more")
		}
		if p.Kind == Program && filepath.Ext(p.File) != ".go" {
			r.fail(r.line("file", i), 1, "name a file of the program that pzc emit-go writes, such as moves.go",
				"the file of a program ends in .go, and `%s` does not", p.File)
		}
		if p.Kind == Completion {
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

func (r *reader) level(key string, f Feedback) {
	if !slices.Contains(Levels(), string(f)) {
		r.fail(r.line(key, 0), 1, instead(string(f), Levels(), "the levels"), "there is no level of feedback `%s`", f)
	}
}

// file demands that a file of the exercise is there.
func (r *reader) file(key string, nth int, name string) {
	if !filepath.IsLocal(name) {
		r.fail(r.line(key, nth), 1, "", "`%s` does not lie in the folder of the exercise", name)
	} else if info, err := fs.Stat(r.x.files, r.x.Path(name)); err != nil || info.IsDir() {
		r.fail(r.line(key, nth), 1, "", "the exercise has no file %s", name)
	}
}

// Path returns the path of a file of the exercise.
func (x *Exercise) Path(name string) string { return filepath.Join(x.Folder, name) }

// Read returns the text of a file of the exercise.
func (x *Exercise) Read(name string) (string, error) {
	file, err := x.files.Open(x.Path(name))
	if err != nil {
		return "", err
	}
	defer file.Close()
	text, err := pzc.ReadAll(x.Path(name), file)
	return string(text), err
}

// Has reports whether the exercise has a file.
func (x *Exercise) Has(name string) bool {
	_, err := fs.Stat(x.files, x.Path(name))
	return err == nil
}

// Load loads a model of the exercise.
func (x *Exercise) Load(name string) (*pzc.Program, diag.List, error) {
	text, err := x.Read(name)
	if err != nil {
		return nil, nil, err
	}
	program, diags := pzc.LoadText(x.Models(nil), x.Path(name), text)
	return program, diags, nil
}

// Models returns the files that a model of the exercise may use: those of its folder, with other texts for some of
// them, and the library.
func (x *Exercise) Models(texts map[string]string) fs.FS { return models{x.models, true, texts} }

// Closed returns the files that the model of a student may use: none, or those of the library.
func (x *Exercise) Closed() fs.FS { return models{library: x.Library} }

type models struct {
	folder  fs.FS // nil: none
	library bool
	texts   map[string]string
}

// Open implements fs.FS.
func (m models) Open(name string) (fs.File, error) {
	switch {
	case m.library && strings.HasPrefix(name, "std:"):
		return pzc.Folder(".").Open(name)
	case m.folder == nil:
		return nil, &fs.PathError{Op: "open", Path: name, Err: errors.New("submissions use no other files")}
	}
	return m.folder.Open(name)
}

// ReadFile implements fs.ReadFileFS.
func (m models) ReadFile(name string) ([]byte, error) {
	if text, ok := m.texts[name]; ok {
		return []byte(text), nil
	}
	return fs.ReadFile(struct{ fs.FS }{m}, name)
}

// Points is the sum of the points of all parts.
func (x *Exercise) Points() (sum float64) {
	for _, p := range x.Parts {
		sum += p.Points
	}
	return sum
}

// Public returns the exercise without its hidden instances. Parts that have no other instances are left out.
func (x *Exercise) Public() *Exercise {
	out := *x
	out.Parts = nil
	for _, p := range x.Parts {
		if p.Hidden = nil; len(p.Instances) > 0 {
			out.Parts = append(out.Parts, p)
		}
	}
	return &out
}
