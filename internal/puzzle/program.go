package puzzle

import (
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/pzc-lang/pzc/backends/search"
	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
)

// Program is a checked model whose parameters are still open.
type Program struct {
	checked *model.Program // nil if there were errors
	byName  map[string]*model.Instance
	loader  *check.Loader
	texts   *sync.Map // of data, maps and answers, by name; puzzles of several goroutines add to it
	base    *Program  // the program that this is a copy of, for one instance; nil: none
	added   []Text    // the heuristics that were added

	translated string    // the text of the model, if it was read from PDDL
	whole      diag.Span // the place in PDDL of what stands for no part of the texts
	// Open reads the texts again, with all preconditions and actions, as pddl.Task.Open says; nil without PDDL.
	Open   func() (*Program, diag.List)
	origin string // the names of the texts that it was read from
}

// Load reads and checks a model and the files that it uses. If the list has errors, only Sources of the program may be
// used.
func Load(fsys fs.FS, name string) (*Program, diag.List) {
	p := newProgram(fsys)
	checked, diags := p.loader.Load(name)
	p.keep(checked)
	return p, diags
}

// LoadText is Load for the text of a model that is not a file, such as standard input. The files that the model uses
// are those of fsys.
func LoadText(fsys fs.FS, name, text string) (*Program, diag.List) {
	p := newProgram(fsys)
	checked, diags := p.loader.LoadText(name, text)
	p.keep(checked)
	return p, diags
}

func newProgram(fsys fs.FS) *Program {
	return &Program{loader: &check.Loader{FS: fsys}, texts: new(sync.Map)}
}

// keep stores a checked model, nil if there were errors. Instances are found by a map, because a model may have very
// many instances.
func (p *Program) keep(checked *model.Program) {
	if p.checked = checked; checked == nil {
		return
	}
	p.byName = make(map[string]*model.Instance, len(checked.Instances))
	for _, inst := range checked.Instances {
		p.byName[inst.Name] = inst
	}
}

// Sources returns all texts that diagnostics about the program point into, by name.
func (p *Program) Sources() map[string]string {
	all := map[string]string{}
	p.texts.Range(func(name, text any) bool {
		all[fmt.Sprint(name)] = fmt.Sprint(text)
		return true
	})
	maps.Copy(all, p.loader.Sources)
	return all
}

// Beside returns the texts of a model and of the files in its folder that it uses, by their names in this folder, and
// the model's own name there.
func (p *Program) Beside(model string) (files map[string]string, main string) {
	model = filepath.ToSlash(model)
	n := strings.LastIndexAny(model, "/:") + 1
	files = map[string]string{}
	for name, text := range p.Sources() {
		name, inside := strings.CutPrefix(filepath.ToSlash(name), model[:n])
		if inside && !strings.HasPrefix(name, check.Std) && name != check.TranslatedName(model[n:]) {
			files[name] = text
		}
	}
	return files, model[n:]
}

// Name returns the puzzle's name.
func (p *Program) Name() string { return p.checked.Puzzle }

// IsPart reports whether the file is one for models to use. It is no puzzle, and cannot be given data.
func (p *Program) IsPart() bool { return p.checked.IsPart }

// HasGenerator reports whether the model names a generator: another model, whose solutions are data of this one.
func (p *Program) HasGenerator() bool { return p.checked.Generator != "" }

// Generator loads the generator that the model names.
func (p *Program) Generator() (*Program, diag.List) { return Load(p.loader.FS, p.checked.Generator) }

// Instances lists the names of the model's instances in the order of the file. A data file that has instances has no
// others, although Data.Instance may also name an instance of the model that the data file uses.
func (p *Program) Instances() []string {
	all, _ := p.instances()
	return lists.Map(all, func(inst *model.Instance) string { return inst.Name })
}

// instances lists the instances that a data file itself declares; own is true. Without any, it lists all of the model.
func (p *Program) instances() (all []*model.Instance, own bool) {
	all = lists.Filter(p.checked.Instances, func(inst *model.Instance) bool {
		return p.checked.IsData && inst.Span.Start.Filename == p.checked.Name
	})
	if len(all) > 0 {
		return all, true
	}
	return p.checked.Instances, false
}

// HasMoves reports whether the model has moves.
func (p *Program) HasMoves() bool { return len(p.checked.Moves) > 0 }

// Complete reports whether the puzzle can be built without an instance: all parameters have values of their own, and no
// instance of a data file gives them others.
func (p *Program) Complete() bool { return len(p.missing(nil, false)) == 0 }

// missing lists the parameters without a given value that have no default value. Unless defaults is true, it also lists
// those to which an instance of a data file gives a value.
func (p *Program) missing(given map[string]bool, defaults bool) []string {
	all, own := p.instances()
	var names []string
	for _, a := range p.checked.ParamArrays() {
		gives := func(v model.InstanceValue) bool { return v.Param == a }
		gets := func(inst *model.Instance) bool { return slices.ContainsFunc(inst.Values, gives) }
		if !given[a.Name] && (a.Value == nil || own && !defaults && slices.ContainsFunc(all, gets)) {
			names = append(names, a.Name)
		}
	}
	return names
}

// Content is the number of declarations of one kind.
type Content struct {
	What  string // in the singular
	Count int
}

// Contents counts the declarations of the model, for a summary. Kinds without declarations are left out.
func (p *Program) Contents() []Content {
	c := p.checked
	all := []Content{
		{"parameter", len(c.ParamArrays())},
		{"state variable", len(c.StateArrays())},
		{"move", len(c.Moves)},
		{"heuristic", len(c.Heuristics)},
		{"instance", len(p.Instances())},
	}
	return slices.DeleteFunc(all, func(c Content) bool { return c.Count == 0 })
}

// AddHeuristic lets Options.Heuristic be an expression of the language, such as `max(manhattan, 2 * hamming)`. Findings
// name the text where. Names of heuristics are accepted too. Call AddHeuristic before Instantiate.
func (p *Program) AddHeuristic(where, text string) diag.List {
	known := func(h *model.Heuristic) bool { return h.Name == text }
	builtin := append([]string{""}, Heuristics()...) // "" is Auto
	if slices.Contains(builtin, text) || slices.ContainsFunc(p.checked.Heuristics, known) {
		return nil
	}
	h, diags := p.loader.Heuristic(p.checked, where, text)
	if !diags.HasErrors() && !slices.Contains(p.checked.Heuristics, h) {
		p.checked.Heuristics = append(p.checked.Heuristics, h)
		p.added = append(p.added, Text{where, text})
	}
	if near := diag.Nearest(text, builtin); near != "" && len(diags) == 1 && diags[0].Help == "" {
		diags[0].Help = fmt.Sprintf("did you mean `%s`?", near)
	}
	return diags
}

// Expression checks an expression of the language that may read the state, for semantics.Evaluator. Findings name the
// text where. Call Expression before Instantiate. slots is the size of the frame of the expression.
func (p *Program) Expression(where, text string) (e model.Expr, slots int, diags diag.List) {
	return p.loader.Expression(p.checked, where, text)
}

// Model returns the checked model, which must not be changed.
func (p *Program) Model() *model.Program { return p.checked }

// Heuristics lists the names of the model's heuristics.
func (p *Program) Heuristics() (names []string) {
	return lists.Map(p.checked.Heuristics, func(h *model.Heuristic) string { return h.Name })
}

// Heuristics lists the names of the heuristics that every model has, and Auto.
func Heuristics() []string {
	names := []string{Auto}
	for _, k := range search.Heuristics() {
		names = append(names, k.Name)
	}
	return names
}

// finding makes a diagnostic about the model as a whole.
func (p *Program) finding(code, format string, args ...any) *diag.Diagnostic {
	return &diag.Diagnostic{Severity: diag.Error, Code: code, Msg: p.checked.Name + ": " + fmt.Sprintf(format, args...)}
}

// Format writes a model in canonical layout.
func Format(name, text string) (string, diag.List) {
	out, diags := dsl.Format(name, []byte(text))
	return string(out), diags
}
