package playground

import (
	"context"
	"errors"
	"fmt"
	"path"

	"github.com/pzc-lang/pzc/apps/why"
	"github.com/pzc-lang/pzc/compiler/index"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/pddl"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// load checks a model. With errors, the last good model stays.
func (p *Playground) load(ctx context.Context, q *struct {
	Files map[string]string `json:"files"`
	Main  string            `json:"main"`
},
) (any, error) {
	files := &texts{raw: map[string]string{}}
	for name, raw := range q.Files {
		files.raw[path.Clean(name)] = raw
	}
	main := path.Clean(q.Main)
	raw, ok := files.raw[main]
	switch {
	case len(files.raw) == 1 && q.Main == "":
		for main, raw = range files.raw {
		}
	case !ok:
		return nil, fmt.Errorf("there is no file %q", q.Main)
	}
	files.main = main
	program, names, diags := files.load(raw)
	maps, algorithms := files.maps(names), []string(nil)
	for _, a := range puzzle.Algorithms() {
		algorithms = append(algorithms, a.Name)
	}
	found, instances, heuristics := files.findings(diags.Sorted()), []string{}, []string{}
	if diags.HasErrors() {
		return text.Fields{
			"ok", false, "findings", found, "instances", instances, "heuristics", heuristics, "algorithms", algorithms,
			"maps", maps,
		}, nil
	}
	p.program, p.texts, p.opened = program, files, map[string]*opened{}
	return text.Fields{
		"ok", true, "findings", found, "puzzle?", program.Name(), "moves?", program.HasMoves(),
		"complete?", program.Complete(), "instances", append(instances, program.Instances()...),
		"heuristics", append(heuristics, program.Heuristics()...), "algorithms", algorithms, "maps", maps,
		"pddl?", program.Translated() != "",
	}, nil
}

// load loads the main file. If that is a domain of PDDL, the first problem among the files is loaded.
func (t *texts) load(text string) (*puzzle.Program, *index.Index, diag.List) {
	if !puzzle.IsPlanning(t.main, text) {
		return puzzle.LoadIndexed(t, t.main, text)
	}
	names := []string{}
	problem := puzzle.Text{Name: t.main, Text: text}
	for _, name := range keys(t.raw) {
		if path.Dir(name) == path.Dir(t.main) {
			names = append(names, path.Base(name))
		}
		if puzzle.ProblemName(problem.Text) == "" && puzzle.IsPlanning(name, t.raw[name]) &&
			puzzle.ProblemName(t.raw[name]) != "" {
			problem = puzzle.Text{Name: name, Text: t.raw[name]}
		}
	}
	program, diags := puzzle.LoadPlanning(problem, names, t.ReadFile)
	if program.Model() == nil && !diags.HasErrors() {
		at := diag.Pos{Filename: t.main, Line: 1, Column: 1}
		d := diags.Errorf(diag.Span{Start: at, End: at}, pddl.Unpaired, "this is a domain without a problem")
		d.Help = "write `(define (problem NAME) …)` below it, or into another file"
	}
	return program, &index.Index{}, diags
}

// opened is a puzzle with its data.
type opened struct {
	z     *puzzle.Puzzle
	about puzzle.About
	game  *puzzle.Game // nil: not begun, or the puzzle has no moves
	// form and guide are those of a puzzle without moves; nil: not begun
	form  *puzzle.Form
	guide *why.Guide
}

// errNothing is the error of a request without a model.
var errNothing = errors.New("no model is loaded")

// open instantiates the model with the data of an instance. The instance stays open until the next load.
func (p *Playground) open(ctx context.Context, instance string) (*opened, error) {
	if p.program == nil {
		return nil, errNothing
	}
	if o := p.opened[instance]; o != nil {
		return o, nil
	}
	z, diags := p.program.InstantiateContext(ctx, puzzle.Data{Instance: instance})
	if diags.HasErrors() {
		return nil, diags
	}
	z.Model().Cells = "r1c1"
	o := &opened{z: z, about: z.About()}
	p.opened[instance] = o
	return o, nil
}

// ground compiles the puzzle to a task.
func (o *opened) ground(ctx context.Context) error {
	if diags := o.z.GroundOnce(ctx); diags.HasErrors() {
		return diags
	}
	if o.z.Task() == nil {
		return fmt.Errorf("%w while the puzzle was compiled", context.Cause(ctx))
	}
	return nil
}
