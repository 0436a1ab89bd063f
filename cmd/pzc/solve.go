package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/pzc-lang/pzc/apps/why"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/constraint"
	"github.com/pzc-lang/pzc/backends/search"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/jobs"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

type solveCommand struct {
	File string `arg:"" help:"The model, - for standard input, or the name of a model of the library."`
	dataFlags
	solverFlags
	limits
	cubing

	First            bool          `help:"A plan soon, with no promise of its cost, then better ones while time lasts: until the best one is proved optimal, or a limit such as --timeout 10s ends the work. The same as --algorithm anytime."`
	All              bool          `help:"Find all solutions: with moves, all optimal plans that repeat no state."`
	Limit            int           `placeholder:"N" help:"Find at most N solutions; implies --all."`
	On               []string      `type:"list" sep:"none" placeholder:"NAME,…" help:"With --all, without moves: solutions that agree in these state variables, such as queen or queen[3], count as one. Only these variables are printed."`
	Stats            bool          `help:"Print statistics, and why pzc chose the backend, algorithm and heuristic."`
	Trace            bool          `help:"Print the states between the moves."`
	Animate          bool          `help:"Play the plan on the terminal; elsewhere the same as --trace."`
	Delay            time.Duration `type:"duration" default:"500ms" placeholder:"500ms" help:"With --animate: how long each state is shown."`
	TracePropagation bool          `help:"Print what the constraint engine chooses, concludes and learns, before the answer; the first 10,000 lines."`
	// SearchTree is written instead of an answer.
	SearchTree string `placeholder:"FILE" help:"Write the steps of a plain search instead of an answer: each state with g, h, f and its fate, as .svg, .html (to step through) or .csv; for bfs, dfs, iddfs, ucs, astar, greedy, idastar, backtrack. With --backend constraint: its choices, what it concludes, and why each contradiction arises."`
	pictureFlags
}

// cubing is flags of a command that solves.
type cubing struct {
	sharing

	Cubes int    `default:"8" placeholder:"N" help:"With --workers: divide each hard horizon into N parts; 8 unless given."`
	Cube  string `job:"" hidden:""`
	From  int64  `hidden:"" name:"cubes-from" help:"Steps before a horizon is divided; for tests."`
}

func (solveCommand) Help() string {
	return `The answer goes to standard output. The exit status is 0 if a plan was found, 1 if it was proved that there is
none, 2 if the model or the command line is wrong, 3 if a limit was reached first, and 130 after Ctrl-C.

If the answer says optimal, no plan is cheaper. With --first, the best plan that was found within the limits is the
answer, with exit status 0. greedy, wastar, dfs and
backtrack stop at the first plan, which may not be a cheapest one. If --timeout
or --memory ends the work first, the answer is undecided. It then has the best
bound that was proved, and the best plan that was found, if any.

With --format json, "proof" says why there is no plan. "exhausted": all states that can lead to a goal were
visited, or excluded by a lower bound, a symmetry or a promise of the model. "invariant": no reachable state
can be a goal. "unsat": plans of every possible length were refuted.

Examples:

    pzc solve taquin.pz                         the model's own parameters
    pzc solve taquin.pz -i loyd                 one of its instances
    pzc solve queens.pz -D n=12 --all           a parameter on the command line
    pzc solve bloxorz.pz -D level=@level.txt    a map from a file
    pzc solve taquin.pz --backend sat --stats
    pzc solve rush_hour.pz --parallel           a plan soon, but not a shortest one
    pzc solve taquin.pz --algorithm wastar --weight 1.5   a plan soon, of at most 1.5 times the least cost
    pzc solve taquin.pz --first --timeout 10s   a plan soon, then better ones for 10 seconds
    pzc solve taquin.pz --quiet >plan.txt       the plan alone, as pzc validate reads it
    pzc solve taquin.pz --html plan.html        a page that plays the plan
    pzc solve hanoi.pz --algorithm astar --search-tree tree.html   the steps of the search
    pzc solve queens.pz --backend constraint --search-tree tree.html
    pzc solve taquin.pz --format json`
}

func (c *solveCommand) AfterApply() error {
	return errors.Join(c.solverFlags.AfterApply(), c.first(), c.cubable(), c.check(),
		endsIn("--search-tree", c.SearchTree, ".svg", ".html", ".csv"))
}

// cubable says why horizons cannot be divided.
func (c *solveCommand) cubable() error {
	const sat = "sat"
	switch {
	case c.Cube != "" && c.Backend != sat:
		return errors.New("--cube is for --backend sat")
	case c.Workers == "" && c.Cubes != 8:
		return errors.New("--cubes says how hard horizons are divided with --workers ADDRESS")
	case c.Workers == "":
		return c.sharable()
	case c.Cubes < 2:
		return errors.New("--cubes is a number of parts, 2 or more")
	case c.Backend != sat:
		return errors.New("--workers shares the hard horizons of --backend sat; add it, or leave out --workers")
	case c.All || c.Limit > 0 || c.Parallel || c.SATSolver != "" || c.Work > 0:
		return errors.New("--workers finds one plan of least cost; it does not go with --all, --limit, --parallel, " +
			"--sat-solver and --work")
	case c.Data != "" || len(c.Define) > 0:
		return errors.New("--workers shares an instance of a model; leave out -D and --data, or --workers")
	}
	return c.sharable(c.File)
}

// first makes --first the algorithm anytime. An error names a flag that does not go with --first.
func (c *solveCommand) first() error {
	const one = "--first finds one plan by search"
	switch searches := (search.Backend{}).Name(); {
	case !c.First:
		return nil
	case c.Backend != puzzle.Auto && c.Backend != searches:
		return fmt.Errorf("%s; it does not go with --backend %s", one, c.Backend)
	case c.Algorithm != puzzle.Auto && c.Algorithm != anytime:
		return fmt.Errorf("--first is the algorithm %s; leave out --algorithm %s", anytime, c.Algorithm)
	case c.All || c.Limit > 0 || len(c.On) > 0:
		return errors.New(one + "; it does not go with --all, --limit and --on")
	case c.Horizon != nil || c.MaxHorizon != nil || c.MinHorizon > 0:
		return errors.New(one + " of any length; leave out the horizons")
	case c.SATSolver != "" || c.Parallel:
		return errors.New(one + "; it does not go with --sat-solver and --parallel")
	case c.Engine == puzzle.Native:
		return errors.New("--first does not go with --engine native, which has no algorithm " + anytime)
	}
	c.Algorithm = anytime
	return nil
}

// anytime is the name of the algorithm of --first.
const anytime = "anytime"

func (c *solveCommand) Run(e *env) error {
	if c.Limit < 0 {
		return errors.New("--limit cannot be negative")
	}
	if len(c.On) > 0 && !c.All && c.Limit == 0 {
		return errors.New("--on says when two solutions count as one; it goes with --all, --limit or pzc count")
	}
	keeps := c.keepsFiles(c.wanted() || c.SearchTree != "")
	if err := errors.Join(c.oneStdin(c.File), c.confine(c.limits), keeps); err != nil {
		return err
	}
	if engine := (constraint.Backend{}).Name(); c.TracePropagation && c.Backend != puzzle.Auto && c.Backend != engine {
		return errors.New("--trace-propagation shows the work of the constraint engine; it goes with --backend " + engine)
	}
	if c.TracePropagation && e.json() {
		return errors.New("--trace-propagation prints text; it does not go with --format json")
	}
	work := c.limit(&c.limits)
	ctx, stop := c.start(e)
	defer stop()
	program, err := e.load(ctx, c.File)
	if err != nil {
		return e.noAnswer(ctx, err)
	}
	z, err := c.buildProgram(ctx, e, program, c.Heuristic)
	if err != nil {
		return e.noAnswer(ctx, err)
	}
	if c.First && !z.HasMoves() {
		return errors.New("--first is for puzzles with moves; this puzzle has none, so leave it out")
	}
	if c.SearchTree != "" {
		return c.searchTree(ctx, e, z)
	}
	options := c.options()
	options.All, options.Limit, options.Memory, options.Project = c.All || c.Limit > 0, c.Limit, c.memoryLimit(), c.On
	options.Work = work
	switch {
	case c.Workers != "" && !z.HasMoves():
		return errors.New("--workers shares hard horizons; this puzzle has no moves, so leave it out")
	case c.Workers != "":
		s, err := newShared(e, c.elsewhere, c.Jobs, c.limits)
		if err != nil {
			return err
		}
		defer s.Close()
		options.Cubes = &backends.Cubes{Parts: c.Cubes, From: c.From}
		options.Cubes.Solve = c.share(s, program)
	case c.Cube != "":
		options.Cube = &backends.Cube{}
		if err := json.Unmarshal([]byte(c.Cube), options.Cube); err != nil {
			return fmt.Errorf("--cube: %w", err)
		}
	}
	var traced []string
	if c.TracePropagation {
		options.Backend, options.Trace = constraint.Backend{}.Name(), func(step backends.Traced) {
			if len(traced) < maxTraced && !step.Weaker {
				traced = append(traced, step.String())
			}
		}
	}
	x := show.Extra{Stats: c.Stats, Trace: c.Trace}
	if !c.Animate && !e.globals.Quiet || e.json() {
		options.Prepare = show.Prepared(z, e.style(c.On), c.Trace, e.json())
	}
	answer, err := solve(ctx, e, z, options)
	if err != nil {
		return err
	}
	if options.Cube != nil {
		found := cubeOutput{Refuted: answer.Status == backends.Unsolvable}
		if plan := options.Cube.Plan; plan != nil {
			found.Start, found.Moves = plan.Start, plan.Moves
		}
		return e.result(answer.Status != backends.Unknown, found, nil)
	}
	if len(traced) > 0 {
		if err := e.answer(writerOf(strings.Join(lists.Map(traced, diag.Shown), "\n") + "\n")); err != nil {
			return err
		}
	}
	defer z.Showing(ctx)()
	played := c.Animate && animate(ctx, e, z, answer, c.Delay)
	x.Trace = x.Trace || c.Animate && !played
	var reason *why.Answer
	if !e.json() && !e.globals.Quiet && work == nil { // the reason takes as long as there is time
		o := why.Options{}
		o.Solve.Memory = c.memoryLimit()
		reason = why.Brief(ctx, z, answer, o)
	}
	err = errors.Join(printAnswer(e, z, answer, reason, c.On, x), c.write(e, z, answer))
	if err = e.shown(ctx, z, err); err != nil {
		return err
	}
	return status(answerStatus(ctx, answer))
}

// cubeOutput is what a job finds: a plan by the numbers of its moves, or that the cube has none.
type cubeOutput struct {
	Refuted bool    `json:"refuted"`
	Start   []int64 `json:"start,omitempty"`
	Moves   []int   `json:"moves,omitempty"`
}

// share returns what decides the parts of a horizon, here and on other machines.
func (c *solveCommand) share(s *shared, program *puzzle.Program) func(
	context.Context, []backends.Cube, func(*backends.Plan) error, func(int),
) (*backends.Plan, error) {
	return func(
		ctx context.Context, cubes []backends.Cube, replay func(*backends.Plan) error, progress func(int),
	) (*backends.Plan, error) {
		work := make([]jobs.Job, len(cubes))
		for i := range cubes {
			text, err := json.Marshal(cubes[i])
			if c.Cube = string(text); err != nil {
				return nil, err
			}
			if work[i], err = s.jobOn(c.File, program); err != nil {
				return nil, err
			}
		}
		var plan *backends.Plan // the first one ends the work on the others
		within, end := context.WithCancel(ctx)
		defer end()
		r := jobs.Request{Worker: s.Worker, Local: s.local, Progress: progress}
		r.Check = func(r *jobs.Result) error {
			var found cubeOutput
			err := json.Unmarshal([]byte(r.Output), &found)
			if err != nil || !r.Decided || found.Refuted || plan != nil {
				return err
			}
			first := &backends.Plan{Start: found.Start, Moves: found.Moves}
			if err := replay(first); err != nil {
				return fmt.Errorf("its plan does not replay: %w", err)
			}
			plan = first
			end()
			return nil
		}
		done, err := r.All(within, work)
		if plan != nil || ctx.Err() != nil {
			return plan, ctx.Err()
		}
		for _, d := range done {
			if d.Failed != "" || !d.Decided {
				return nil, &backends.LimitError{What: "a part of a horizon was not decided; --timeout and --memory" +
					" allow more for each, and --cubes makes the parts smaller"}
			}
		}
		return nil, err
	}
}

// maxTraced is the number of lines of a trace that are printed.
const maxTraced = 10_000

// solve compiles and solves a puzzle and shows the progress.
func solve(ctx context.Context, e *env, z *puzzle.Puzzle, o puzzle.Options) (*puzzle.Answer, error) {
	progress := e.progress()
	defer progress.stop()
	progress.doing("compiling")
	err := e.ground(ctx, z)
	progress.pause()
	if err != nil {
		return nil, err
	}
	progress.doing("solving")
	o.Progress = progress.say
	answer, err := z.Solve(ctx, o)
	if err != nil {
		return nil, err
	}
	answer.Reason, answer.Choice = inFlags(answer.Reason), inFlags(answer.Choice)
	progress.pause()
	return answer, e.report(z.Program, answer.Warnings)
}

// answerStatus returns the exit status for an answer.
func answerStatus(ctx context.Context, a *puzzle.Answer) int {
	cut := a.Status == backends.Unknown || a.All && !a.Complete || a.Status == backends.Solved && !a.Optimal
	switch {
	case cut && errors.Is(context.Cause(ctx), errInterrupted):
		return exitInterrupted
	case a.Status == backends.Solved && a.All && !a.Complete && a.Reason != "":
		return exitUndecided // ended by a limit other than --limit
	case a.Status == backends.Solved:
		return exitOK
	case a.Status == backends.Unsolvable:
		return exitNo
	default:
		return exitUndecided
	}
}

// printAnswer writes an answer as text or JSON. reason says why there is no solution; it may be nil.
func printAnswer(e *env, z *puzzle.Puzzle, a *puzzle.Answer, reason *why.Answer, on []string, x show.Extra) error {
	return e.present(z, func() any { return show.AnswerJSON(z, a, on) }, func(p *show.Printer) {
		p.Style.On = on
		if e.globals.Quiet {
			p.Plans(a)
		} else {
			p.Report(a, x)
			switch {
			case reason != nil:
				p.Line("")
				printFacts(p, reason.Facts, "")
			case a.Status == backends.Unsolvable:
				p.Line("`pzc why` says more.")
			}
		}
	})
}

// animate shows the states of the first plan one after the other in the same place. It returns false if standard output
// is not a terminal, or if the terminal is too small.
func animate(ctx context.Context, e *env, z *puzzle.Puzzle, a *puzzle.Answer, delay time.Duration) bool {
	if !e.terminal || e.json() || e.globals.Quiet || !a.HasMoves || len(a.Solutions) == 0 {
		return false
	}
	p := show.NewPrinter(e.stdout, z, e.style(nil))
	frames := p.Frames(a.Solutions[0])
	if slices.ContainsFunc(frames, func(f show.Frame) bool { return f.Width+2 > e.columns || len(f.Lines)+3 > e.rows }) {
		return false
	}
	for i, f := range frames {
		up := "" // moves the cursor to the first line of the state before
		if i > 0 {
			up = fmt.Sprintf("\x1b[%dA\x1b[J", len(frames[i-1].Lines)+2)
		}
		for _, l := range f.Lines {
			p.Line("%s  %s", up, l.Text)
			up = ""
		}
		p.Line("%s\n  %s", up, f.Caption)
		if p.Flush() != nil {
			return false
		}
		select {
		case <-ctx.Done():
			return true
		case <-time.After(delay):
		}
	}
	p.Line("")
	return p.Flush() == nil
}
