// Package native solves a task with a program that is written for this task: the program that `pzc emit-go` writes.
// gogen writes it, the go command builds it, and it runs as a child process.
//
// The program expands the same states in the same order as the search backend does without symmetries and pruning, and
// finds the same plans. A task or option that native cannot handle is an error that says so. Answers of the program are
// checked: an answer that cannot be read is an error, and plans are replayed as all others are.
package native

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/gogen"
	"github.com/pzc-lang/pzc/backends/search"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/mention"
)

// Name is the name of the engine.
const Name = "native"

// backend is the search backend with the engine native, for the tasks of a model.
type backend struct{ Model *model.Model }

// New returns the backend for a model.
func New(m *model.Model) backends.Backend { return backend{m} }

// Name returns the name of the backend: native is another engine for the same searches.
func (backend) Name() string { return search.Backend{}.Name() }

// Solve writes, builds and runs the program. The error names an unsupported option, or the step that failed.
func (b backend) Solve(ctx context.Context, t *task.Task, o backends.Options) (*backends.Result, error) {
	begin := time.Now()
	res, err := b.solve(ctx, t, o)
	switch {
	case ctx.Err() != nil && err != nil:
		res = &backends.Result{Status: backends.Unknown, Reason: backends.ReasonEnded, Engine: Name}
	case err != nil:
		return nil, err
	}
	res.Stats.SolveTime = time.Since(begin)
	return res, nil
}

func (b backend) solve(ctx context.Context, t *task.Task, o backends.Options) (*backends.Result, error) {
	if err := refuse(t, o); err != nil {
		return nil, err
	}
	if t.Facts.Unsolvable != "" {
		return &backends.Result{
			Status: backends.Unsolvable, Proof: backends.ProofInvariant, Reason: t.Facts.Unsolvable, Engine: Name,
			Choice: "nothing to search: the compiler proved that no goal can be reached",
		}, nil
	}
	program, err := gogen.Emit(ctx, b.Model, t, gogen.Options{})
	var construct *gogen.Error
	switch {
	case errors.As(err, &construct):
		return nil, fmt.Errorf("the native engine cannot run this puzzle: %w (%s); leave out %s", err,
			place(construct), mention.With(mention.Engine, Name))
	case err != nil:
		return nil, err
	}
	w, err := choose(t, o, program)
	if err != nil {
		return nil, err
	}
	say := o.Progress
	if say == nil {
		say = func(backends.Progress) {}
	}
	say(backends.Progress{Doing: "building a program"})
	built, err := BuildForeign(ctx, program.Files)
	if err != nil {
		return nil, err
	}
	defer built.Remove()
	say(backends.Progress{Doing: w.algorithm + ", native"})
	out, complaint, status, err := built.run(ctx, exec.CommandContext(ctx, built.path, w.arguments(ctx, o)...), memory(o))
	if err != nil {
		return nil, fmt.Errorf("the program that was built cannot be run: %w", err)
	}
	a, err := read(out, status, complaint)
	if err != nil {
		return nil, err
	}
	return w.result(a)
}

// refuse returns the reason why the engine cannot handle the options, for any program.
func refuse(t *task.Task, o backends.Options) error {
	var what string
	switch {
	case len(t.Moves) == 0:
		what = "searches for plans, and no move of this puzzle can be made"
	case o.Count:
		what = "does not count plans"
	case o.All:
		what = "finds one plan, not all"
	case o.Horizon != nil || o.MinHorizon > 0 || o.MaxHorizon != nil:
		what = fmt.Sprintf("finds plans of any length: %s, %s and %s do not go with it", mention.Horizon, mention.MinHorizon,
			mention.MaxHorizon)
	default:
		return nil
	}
	return fmt.Errorf("the native engine %s; leave out %s", what, mention.With(mention.Engine, Name))
}

// place returns the position of a construct in the model.
func place(e *gogen.Error) string {
	if !e.Span.Start.IsValid() {
		return "of the model"
	}
	return fmt.Sprintf("%s, line %d", path.Base(e.Span.Start.Filename), e.Span.Start.Line)
}

// way is an algorithm with its heuristic.
type way struct {
	t         *task.Task
	algorithm string
	heuristic string
	model     *task.Heuristic // nil: blind
	choice    string
}

// choose takes what the options name, and otherwise what the program does by itself.
func choose(t *task.Task, o backends.Options, program *gogen.Program) (*way, error) {
	w := &way{t: t, algorithm: named(o.Algorithm), heuristic: named(o.Heuristic), choice: "as asked for"}
	if w.algorithm == "" {
		w.algorithm, w.choice = program.Algorithm, "what the program does by itself"
		if w.heuristic != "" {
			w.algorithm, w.choice = "astar", "astar, because a heuristic was named"
		}
	}
	a, known := search.AlgorithmNamed(w.algorithm)
	has := search.Names(search.Generated())
	if !known {
		return nil, &backends.UnknownError{What: "algorithm", Name: w.algorithm, Known: append([]string{"auto"}, has...)}
	}
	if a.Function == "" {
		return nil, fmt.Errorf("the native engine has no algorithm %s; it has %s", a.Name, strings.Join(has, ", "))
	}
	if err := a.Check(o); err != nil {
		return nil, err
	}
	switch {
	case !a.Guided:
		w.heuristic = "blind"
	case w.heuristic == "":
		w.heuristic, w.choice = program.Heuristic, "what the program does by itself"
	}
	if len(t.Symmetries) > 0 && !o.LeftOut().Has(technique.Symmetry) {
		w.choice += "; the native engine keeps states apart that are equivalent by symmetry"
	}
	return w, w.find(program.Missing)
}

// named returns an option without auto.
func named(option string) string {
	if option == "auto" {
		return ""
	}
	return option
}

// find looks the heuristic up.
func (w *way) find(missing map[string]string) error {
	if w.heuristic == "blind" {
		return nil
	}
	for i := range w.t.Heuristics {
		h := &w.t.Heuristics[i]
		switch {
		case h.Name != w.heuristic:
		case missing[h.Name] != "":
			return fmt.Errorf("the native engine has no heuristic %s: %s cannot be written in Go yet; leave out %s", h.Name,
				missing[h.Name], mention.With(mention.Engine, Name))
		case h.Missing != "":
			return fmt.Errorf("heuristic %s cannot be used: %s", h.Name, h.Missing)
		default:
			w.model = h
			return nil
		}
	}
	return fmt.Errorf("the native engine has no heuristic %s, only those that the model states as expressions; "+
		"leave out %s", w.heuristic, mention.With(mention.Engine, Name))
}

// arguments are the arguments of the program.
func (w *way) arguments(ctx context.Context, o backends.Options) []string {
	args := []string{
		"-json", "-algorithm", w.algorithm, "-heuristic", w.heuristic, "-memory", strconv.FormatInt(memory(o)>>20, 10),
	}
	if o.Weight != 0 {
		args = append(args, "-weight", strconv.FormatFloat(o.Weight, 'g', -1, 64))
	}
	if end, ok := ctx.Deadline(); ok { // the program ends even if this process is killed
		args = append(args, "-timeout", max(time.Until(end), time.Millisecond).String())
	}
	return args
}

func memory(o backends.Options) int64 {
	if o.Memory == 0 {
		return backends.DefaultMemory
	}
	return max(o.Memory, 1<<20)
}
