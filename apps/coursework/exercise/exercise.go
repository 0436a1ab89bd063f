// Package exercise is an exercise of a course: what it wants, what it gives points for, and its files.
package exercise

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// Settings is the name of the file that describes an exercise.
const Settings = "exercise.toml"

// Kind says what a part of an exercise wants.
type Kind string

// The kinds of parts.
const (
	Model      Kind = "model"      // a model, compared with the reference
	Completion Kind = "completion" // start.pz with its blanks filled
	Domain     Kind = "domain"     // a domain of PDDL, compared with the reference in problems
	Plan       Kind = "plan"       // a plan of the reference
	Values     Kind = "values"     // values that solve the reference, which has no moves
	Heuristic  Kind = "heuristic"  // `heuristic` and `def` declarations, or an expression
	Tests      Kind = "tests"      // instances with `expect` lines that tell wrong models from the reference
	Promise    Kind = "promise"    // `invariant`, `dead`, `symmetry` and `prune` declarations
	Formula    Kind = "formula"    // DIMACS with a map: the plans of a number of moves, or the solutions
	Program    Kind = "program"    // a file of the Go program of the reference
	Puzzle     Kind = "puzzle"     // a puzzle that the student invented
)

// Kinds lists the kinds of parts.
func Kinds() []string {
	return []string{
		string(Model), string(Completion), string(Domain), string(Plan), string(Values), string(Heuristic), string(Tests),
		string(Promise), string(Formula), string(Program), string(Puzzle),
	}
}

// Feedback is how much a student is told about a mistake. Each level includes those before it.
type Feedback string

// The levels.
const (
	verdict Feedback = "verdict" // right or wrong
	Side    Feedback = "side"    // too strict, too loose, a wrong cost, a wrong value
	Depth   Feedback = "depth"   // after how many moves
	Word    Feedback = "word"    // the moves that show the mistake, and the line of the student that refuses
	Hint    Feedback = "hint"    // the hint of a known misunderstanding
)

// Levels lists the levels of feedback, the least first.
func Levels() []string {
	return []string{string(verdict), string(Side), string(Depth), string(Word), string(Hint)}
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
	// Instances are public, Hidden are not; "" is the reference's own parameters. Those of a domain are the files of
	// problems.
	Instances []string `toml:"instances" json:"instances,omitempty"`
	Hidden    []string `toml:"hidden" json:"hidden,omitempty"`
	// Reference is that of the exercise unless given.
	Reference string `toml:"reference" json:"reference,omitempty"`
	// Start is the file with which students begin: of a completion, that with the blanks.
	Start string `toml:"start" json:"start,omitempty"`
	// Right is a file that must get all points; the reference unless given.
	Right string `toml:"right" json:"right,omitempty"`
	// Wrong are files that must not get all points; for models, domains and tests, those of the folder wrong unless given.
	Wrong []string `toml:"wrong" json:"wrong,omitempty"`
	// Cost is the cost up to which a plan gets all points; 0: the best. Of a puzzle, it is the least that a plan must
	// cost.
	Cost int64 `toml:"cost" json:"cost,omitempty"`
	// Want is a condition on measures that an instance of a puzzle must meet, as rate.ParseWant reads it.
	Want string `toml:"want" json:"want,omitempty"`
	// Excludes are instances whose start the promises must exclude: an invariant that fails there, or a dead state.
	Excludes []string `toml:"excludes" json:"excludes,omitempty"`
	// HiddenExcludes are such instances that students are not told.
	HiddenExcludes []string `toml:"hidden_excludes" json:"hidden_excludes,omitempty"`
	// Near is the distance from the best value of the objective at which values get no points; 0: only best values get
	// points.
	Near int64 `toml:"near" json:"near,omitempty"`
	// Expanded is the number of states that Algorithm may expand with a heuristic or, in the first instance, with the
	// model or the promises of a student; 0: any number.
	Expanded  int64  `toml:"expanded" json:"expanded,omitempty"`
	Algorithm string `toml:"algorithm" json:"algorithm,omitempty"` // astar unless given
	// Horizon is the number of moves of the plans that a formula is about.
	Horizon int `toml:"horizon" json:"horizon,omitempty"`
	// Arguments are given to a program, besides -json.
	Arguments []string `toml:"arguments" json:"arguments,omitempty"`
}

// In gives the exercise its files, and the files that its models may use.
func (x *Exercise) In(files, models fs.FS) *Exercise {
	x.files, x.models = files, models
	return x
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
	raw, err := puzzle.ReadAll(x.Path(name), file)
	if err != nil {
		return "", err
	}
	text, wrong := diag.Decode(x.Path(name), string(raw))
	if wrong != nil {
		return "", diag.List{wrong}
	}
	return text, nil
}

// Has reports whether the exercise has a file.
func (x *Exercise) Has(name string) bool {
	info, err := fs.Stat(x.files, x.Path(name))
	return err == nil && !info.IsDir()
}

// Load loads a model of the exercise.
func (x *Exercise) Load(name string) (*puzzle.Program, diag.List, error) {
	text, err := x.Read(name)
	if err != nil {
		return nil, nil, err
	}
	program, diags := puzzle.LoadText(models{folder: x.models, library: true}, x.Path(name), text)
	return program, diags, nil
}

// Problem reads a problem of the exercise with a domain. If the file of the domain has a problem of the same name, that
// one is read, so that the domain may have other predicates. The error is one of the exercise.
func (x *Exercise) Problem(problem string, domain puzzle.Text) (*puzzle.Program, diag.List, error) {
	text, err := x.Read(problem)
	if err != nil {
		return nil, nil, err
	}
	of := puzzle.Text{Name: problem, Text: text}
	if own := puzzle.ProblemName(domain.Text); own != "" && own == puzzle.ProblemName(text) {
		of = domain
	}
	program, diags := puzzle.LoadPDDL(domain, of)
	return program, diags, nil
}

// Beside loads a model of the exercise, and returns the files for a text of a student that uses it. The text reads the
// model with the text `with` instead of its own, the files that the model itself uses, and of the library what
// submissions may use. Names are relative to the folder.
func (x *Exercise) Beside(name string, with func(text string) string) (*puzzle.Program, fs.FS, error) {
	text, err := x.Read(name)
	if err != nil {
		return nil, nil, err
	}
	used := map[string]string{}
	program, diags := puzzle.LoadText(models{folder: x.models, in: x.Folder, library: true, used: used}, name, text)
	if diags.HasErrors() {
		return nil, nil, diags
	}
	used[name] = with(text)
	return program, models{library: x.Library, texts: used}, nil
}

// Closed returns the files that the model of a student may use: none, or those of the library.
func (x *Exercise) Closed() fs.FS { return models{library: x.Library} }

// models are files that models may use.
type models struct {
	folder  fs.FS  // nil: none
	in      string // the folder in these to which names are relative
	library bool
	texts   map[string]string // further files
	used    map[string]string // set to the texts that are read
}

func (m models) Open(name string) (fs.File, error) {
	switch {
	case m.library && strings.HasPrefix(name, "std:"):
		return puzzle.Folder(".").Open(name)
	case m.folder == nil:
		return nil, &fs.PathError{Op: "open", Path: name, Err: errors.New("submissions use no other files")}
	}
	return m.folder.Open(filepath.Join(m.in, name))
}

func (m models) ReadFile(name string) ([]byte, error) {
	if text, ok := m.texts[name]; ok {
		return []byte(text), nil
	}
	text, err := fs.ReadFile(struct{ fs.FS }{m}, name)
	if m.used != nil && err == nil {
		m.used[name] = string(text)
	}
	return text, err
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
		if p.Hidden, p.HiddenExcludes = nil, nil; len(p.Instances) > 0 {
			out.Parts = append(out.Parts, p)
		}
	}
	return &out
}
