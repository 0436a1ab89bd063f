package pzc

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/semantics"
)

// Program is a checked model whose parameters are still open.
type Program struct {
	checked *model.Program // nil if there were errors
	byName  map[string]*model.Instance
	loader  *check.Loader
	texts   map[string]string // what was read beside models: data, maps
}

// Load reads and checks a model and the files that it uses. The program is never nil, so that its Sources can be printed; it is
// of no other use if the list has errors.
func Load(fsys fs.FS, name string) (*Program, diag.List) {
	p := newProgram(fsys)
	checked, diags := p.loader.Load(name)
	p.keep(checked)
	return p, diags
}

// LoadText is Load for a text that is no file of fsys, such as standard input; the files that it uses are.
func LoadText(fsys fs.FS, name, text string) (*Program, diag.List) {
	p := newProgram(fsys)
	checked, diags := p.loader.LoadText(name, text)
	p.keep(checked)
	return p, diags
}

func newProgram(fsys fs.FS) *Program {
	return &Program{loader: &check.Loader{FS: fsys}, texts: map[string]string{}}
}

// keep takes what was checked, nil if there were errors. A stranger's model may have very many instances, each asked for by its name.
func (p *Program) keep(checked *model.Program) {
	if p.checked = checked; checked == nil {
		return
	}
	p.byName = make(map[string]*model.Instance, len(checked.Instances))
	for _, inst := range checked.Instances {
		p.byName[inst.Name] = inst
	}
}

// Sources holds all texts that diagnostics of this program point into, by name.
func (p *Program) Sources() map[string]string {
	all := maps.Clone(p.texts)
	maps.Copy(all, p.loader.Sources)
	return all
}

// Name is the puzzle's name.
func (p *Program) Name() string { return p.checked.Puzzle }

// Instances lists the names of the model's instances in the order of the file.
func (p *Program) Instances() []string {
	var names []string
	for _, inst := range p.checked.Instances {
		names = append(names, inst.Name)
	}
	return names
}

// Complete tells whether the model's own parameters all have values, so that it can be solved without an instance.
func (p *Program) Complete() bool { return len(p.missing(nil)) == 0 }

// missing lists the parameters that have neither a default nor a given value.
func (p *Program) missing(given map[string]semantics.Binding) []string {
	var names []string
	for _, a := range p.checked.ParamArrays() {
		if _, ok := given[a.Name]; !ok && a.Value == nil {
			names = append(names, a.Name)
		}
	}
	return names
}

// Content is how many declarations of a sort a model has.
type Content struct {
	What  string // in the singular
	Count int
}

// Contents says what is in the model, for a summary.
func (p *Program) Contents() []Content {
	c := p.checked
	all := []Content{
		{"parameter", len(c.ParamArrays())},
		{"state variable", len(c.StateArrays())},
		{"move", len(c.Moves)},
		{"heuristic", len(c.Heuristics)},
		{"instance", len(c.Instances)},
	}
	return slices.DeleteFunc(all, func(c Content) bool { return c.Count == 0 })
}

// AddHeuristic lets Options name a heuristic that is not one of the model's but an expression of the language, such as
// `max(manhattan, 2 * hamming)`. Findings about it give where as the name of its text. Call it before Instantiate.
func (p *Program) AddHeuristic(where, text string) diag.List {
	known := func(h *model.Heuristic) bool { return h.Name == text }
	if slices.Contains(builtinHeuristics, text) || slices.ContainsFunc(p.checked.Heuristics, known) {
		return nil
	}
	h, diags := p.loader.Heuristic(p.checked, where, text)
	if !diags.HasErrors() && !slices.Contains(p.checked.Heuristics, h) {
		p.checked.Heuristics = append(p.checked.Heuristics, h)
	}
	if near := diag.Nearest(text, builtinHeuristics); near != "" && len(diags) == 1 && diags[0].Help == "" {
		diags[0].Help = fmt.Sprintf("did you mean `%s`?", near)
	}
	return diags
}

// Heuristics lists the names of the model's heuristics.
func (p *Program) Heuristics() (names []string) {
	for _, h := range p.checked.Heuristics {
		names = append(names, h.Name)
	}
	return names
}

// Heuristics lists the names of the heuristics that every model has.
func Heuristics() []string {
	return slices.DeleteFunc(slices.Clone(builtinHeuristics), func(name string) bool { return name == "" })
}

// builtinHeuristics are known to the backends: nothing, their own choice, none, and those that they make of any task.
var builtinHeuristics = []string{"", Auto, "blind", "goalcount", "hmax", "add", "ff", "lmcut", "matching", "patterns", "small_patterns"}

// finding is a diagnostic about the model as a whole.
func (p *Program) finding(code, format string, args ...any) *diag.Diagnostic {
	return &diag.Diagnostic{Severity: diag.Error, Code: code, Msg: p.checked.Name + ": " + fmt.Sprintf(format, args...)}
}
