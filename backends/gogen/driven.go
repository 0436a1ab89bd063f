package gogen

import (
	"context"
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/backends/gogen/kernel"
	"github.com/pzc-lang/pzc/backends/gogen/statespace"
	"github.com/pzc-lang/pzc/backends/search"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
)

// A driven program is run by pzc, not by a person. It has one algorithm and one heuristic, and leaves out all that
// these do not need: so it is built in half the time. It has no comments, and reads its initial state: so instances
// that differ only in the initial state share one program.

// Driven is a driven program.
type Driven struct {
	Files []File
	// Start is the key of the initial state; nil: the program knows where to start.
	Start []uint64
	// Faster tells that the program is known to be faster than the search backend.
	Faster bool
}

// Draft is a puzzle for which driven programs can be written.
type Draft struct {
	// Missing says why a heuristic is left out, by name.
	Missing map[string]string
	// Write writes the program for an algorithm, or Auto, and a heuristic.
	Write func(ctx context.Context, algorithm, heuristic string) (*Driven, error)
}

// Auto is the choice between A* and IDA* when the program runs.
const Auto = "auto"

// NewDraft finds out which programs can be written, with a heuristic or without. An *Error names a construct that
// cannot be written.
func NewDraft(ctx context.Context, m *model.Model, t *task.Task, heuristic string) (draft *Draft, err error) {
	if e := statespace.Try(func() { draft, err = newDraft(ctx, m, t, heuristic) }); e != nil {
		return nil, e
	}
	return draft, err
}

func newDraft(ctx context.Context, m *model.Model, t *task.Task, heuristic string) (*Draft, error) {
	g, err := newGenerator(m, t, Options{})
	if err != nil {
		return nil, err
	}
	g.want(heuristic)
	if _, err := g.settled(ctx); err != nil {
		return nil, err
	}
	return &Draft{Missing: g.leftOut(), Write: g.driven}, nil
}

// drivenModule is the name of each driven program's module. Because all have the same name, the search package is built
// once.
const drivenModule = "puzzle"

// drive is the one search of a driven program.
type drive struct {
	algorithm, heuristic string
	auto                 bool // the search begins as A*, and may go on as IDA*
}

// driven writes the program for one algorithm and one heuristic.
func (g *generator) driven(ctx context.Context, algorithm, heuristic string) (d *Driven, err error) {
	if e := statespace.Try(func() { d, err = g.writeDriven(ctx, algorithm, heuristic) }); e != nil {
		return nil, e
	}
	return d, err
}

func (g *generator) writeDriven(ctx context.Context, algorithm, heuristic string) (*Driven, error) {
	g.drive = &drive{algorithm: algorithm, heuristic: heuristic}
	g.Bare = true
	g.kernel = kernel.New(ctx, g.kernelPuzzle(), func(name string) bool { return name == heuristic })
	g.want(heuristic)
	if algorithm == Auto {
		g.drive.auto = g.kernel.Faster("idastar", heuristic)
		g.drive.algorithm = map[bool]string{true: "idastar", false: "astar"}[g.drive.auto]
	}
	parts, err := g.settled(ctx)
	if err != nil {
		return nil, err
	}
	d := &Driven{Faster: g.kernel.Faster(algorithm, heuristic)}
	if d.Files, err = g.finishAll(parts); err != nil {
		return nil, err
	}
	if g.Task.HasFree() {
		return d, nil
	}
	states, _, err := g.Machine.InitialStates(ctx, 1)
	if err != nil {
		return nil, fmt.Errorf("writing Go: %w", err)
	}
	if len(states) > 0 {
		d.Start = g.KeyOf(states[0])
	}
	return d, nil
}

// kernelPuzzle is the puzzle as kernels are made from it.
func (g *generator) kernelPuzzle() kernel.Puzzle {
	numbers := map[string]int{}
	for i := range g.Families {
		for j, mv := range g.Families[i].Moves {
			numbers[g.Machine.Format(mv)] = g.Families[i].First + j
		}
	}
	return kernel.Puzzle{Task: g.Task, Numbers: numbers, Place: g.KeyPlace}
}

// onlyKernel is the search for which kernel.go is written; nil for all.
func (g *generator) onlyKernel() *kernel.Only {
	if g.drive == nil {
		return nil
	}
	return &kernel.Only{Algorithm: g.drive.algorithm, Heuristic: g.drive.heuristic}
}

// drivenMain is main.go of a driven program.
const drivenMain = `
var drivenOrder = search.Ordered()

func main() {
	o := OPTIONS
	r := RUN
	search.Finish(r, MoveName, CHOSEN)
}
`

// drivenMain writes main.go of a driven program.
func (g *generator) drivenMain(b *code.Block) {
	estimate, admissible := "search.Blind[State]", true
	for _, h := range g.Model.Heuristics {
		if h.Name == g.drive.heuristic {
			estimate, admissible = g.estimate(h), g.admissible(h)
		}
	}
	options := fmt.Sprintf("drivenOrder.Options(search.StatesIn[Key](drivenOrder.Memory), %t)", admissible)
	a, _ := search.AlgorithmNamed(g.drive.algorithm)
	run := "search." + a.Function + "(context.Background(), Problem(), o)"
	if a.Guided {
		run = "search." + a.Function + "(context.Background(), Problem(), " + estimate + ", o)"
	}
	if g.kernel.Does(g.drive.algorithm, g.drive.heuristic) {
		run = "Fast(context.Background(), Problem(), " + estimate + ", o)"
		if g.drive.auto {
			run = "search.Auto(context.Background(), Problem(), " + estimate + ", o, Fast)"
		}
	}
	b.Uses("context", "search")
	b.Line("%s", strings.NewReplacer("OPTIONS", options, "RUN", run, "CHOSEN", g.chosen()).Replace(drivenMain))
}
