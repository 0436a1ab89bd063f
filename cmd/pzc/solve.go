package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/native"
	"github.com/pzc-lang/pzc/internal/show"
)

type solveCommand struct {
	File string `arg:"" help:"The model, - for standard input, or the name of a model of the library."`
	dataFlags
	solverFlags
	limits

	All     bool          `help:"Find all solutions: with moves, all optimal plans that repeat no state."`
	Limit   int           `placeholder:"N" help:"With --all, which it implies: at most so many solutions."`
	On      []string      `placeholder:"NAME,…" help:"With --all, without moves: solutions that agree in these state variables, such as queen or queen[3], count as one; they alone are printed."`
	Stats   bool          `help:"Print what the work took, and why it was done so."`
	Trace   bool          `help:"Print the states between the moves."`
	Animate bool          `help:"Play the plan in place on the terminal; elsewhere the same as --trace."`
	Delay   time.Duration `type:"duration" default:"500ms" placeholder:"500ms" help:"With --animate: how long each state is shown."`
	pictureFlags
}

// Help is shown below the command's line in its help.
func (solveCommand) Help() string {
	return `The answer goes to standard output. The exit status is 0 if a plan was found, 1 if it was proved that there is none, 2 if the model or the command line is wrong, 3 if a limit was reached first, 130 after Ctrl-C.

The plan is a cheapest one where the answer says optimal. If --timeout or --memory ends the work first, the answer is undecided: it says the best bound proved, and shows the best plan found so far, if there is one. greedy, wastar, dfs and backtrack stop at the first plan, which need not be a cheapest one.

With --format json, "proof" says why there is no plan: "exhausted" (no state is left from which a goal could be reached: all others were seen, or a lower bound, a symmetry or a promise of the model showed that they need not be), "invariant" (no reachable state can be a goal), "unsat" (all lengths that a plan could have were refuted), "induction" (no plan is that short, and none can be longer).

Examples:

    pzc solve taquin.pz                         the model's own parameters
    pzc solve taquin.pz -i loyd                 one of its instances
    pzc solve queens.pz -D n=12 --all           a parameter on the command line
    pzc solve bloxorz.pz -D level=@level.txt    a map from a file
    pzc solve taquin.pz --backend sat --stats
    pzc solve rush_hour.pz --parallel           a plan soon, not a shortest one
    pzc solve taquin.pz --algorithm wastar --weight 1.5   a plan soon, at most half as dear again as the cheapest
    pzc solve taquin.pz --quiet >plan.txt       the plan alone, as pzc validate reads it
    pzc solve taquin.pz --html plan.html        a page that plays the plan
    pzc solve taquin.pz --format json`
}

// AfterApply is called by kong when the flags are known.
func (c *solveCommand) AfterApply() error {
	return errors.Join(c.solverFlags.AfterApply(), c.check())
}

// solverFlags choose how a puzzle is solved.
type solverFlags struct {
	Backend   string  `default:"auto" placeholder:"auto|search|sat" help:"What solves the puzzle."`
	Algorithm string  `default:"auto" placeholder:"NAME" help:"How search goes: auto, bfs, ucs, greedy, astar, wastar, idastar, bidirectional, dfs, iddfs, backtrack."`
	Heuristic string  `placeholder:"NAME|EXPR" help:"What guides search: a heuristic of the model, blind, goalcount, hmax, add, ff, lmcut, matching, patterns, small_patterns, or an expression."`
	Weight    float64 `placeholder:"W" help:"What wastar multiplies the heuristic by, at least 1; 2 unless given. Plans cost at most W times the least."`
	NoPrune   bool    `help:"Try all moves, also those that the model's prune or the moves themselves show to be redundant."`
	Threads   int     `placeholder:"N" help:"Use at most so many cores; all unless given."`
	Tables    string  `placeholder:"FOLDER" help:"Where the tables of heuristics are kept from one run to the next; 'none' keeps none. A folder of the user's cache unless given."`
	SATSolver string  `name:"sat-solver" placeholder:"COMMAND" help:"An outside SAT solver, such as 'kissat -q', which gets DIMACS files; {in}, {out} and {proof} stand for files, the formula's comes last unless named."`
	Proof     string  `placeholder:"FILE" help:"With --sat-solver and --horizon: write the solver's proof (DRAT) that there is no such plan, and the formula to FILE.cnf."`
	encodingFlags
	Engine     string `default:"auto" enum:"auto,interp,native" placeholder:"auto|interp|native" help:"What executes the moves in search: pzc itself, or a Go program that is built for the puzzle, which needs the go command."`
	Horizon    *int   `placeholder:"T" help:"Plans of exactly so many moves."`
	MinHorizon int    `placeholder:"T" help:"Plans of at least so many moves."`
	MaxHorizon *int   `placeholder:"T" help:"Plans of at most so many moves."`
}

// AfterApply is called by kong when the flags are known.
func (s *solverFlags) AfterApply() error {
	switch {
	case s.Threads < 0:
		return errors.New("--threads is a number of cores, 1 or more")
	case s.Horizon != nil && *s.Horizon < 0, s.MaxHorizon != nil && *s.MaxHorizon < 0, s.MinHorizon < 0:
		return errors.New("a horizon is a number of moves and cannot be negative")
	case s.Horizon != nil && (s.MaxHorizon != nil || s.MinHorizon > 0):
		return errors.New("--horizon asks for exactly so many moves; --min-horizon and --max-horizon do not go with it")
	case s.MaxHorizon != nil && *s.MaxHorizon < s.MinHorizon:
		return errors.New("--max-horizon is less than --min-horizon")
	}
	return nil
}

// confine keeps a sandbox's promises: no other program is run and no file is written.
func (s *solverFlags) confine(l limits) error {
	switch {
	case !l.Sandbox:
		return nil
	case s.SATSolver != "":
		return errors.New("--sandbox runs no other program; leave out --sat-solver")
	case s.Engine == native.Name:
		return errors.New("--sandbox builds and runs no program; leave out --engine native")
	}
	s.Tables, s.Engine = "none", pzc.Interp
	return nil
}

// tables is the folder for tables, "" for none.
func (s *solverFlags) tables() string {
	switch s.Tables {
	case "none":
		return ""
	case "":
		return cacheFolder("tables")
	}
	return s.Tables
}

// programs is the folder for the programs of the native engine, "" for none.
func (s *solverFlags) programs() string {
	if s.Tables == "none" {
		return ""
	}
	return cacheFolder("programs")
}

// engines are the engines that the command links in beside the search backend's own. Programs are kept in the folder, if there is one.
func engines(programs string) []pzc.Engine { return []pzc.Engine{native.Engine{Folder: programs}} }

// engineNames lists what --engine may say.
func engineNames() []string {
	names := []string{pzc.Auto, pzc.Interp}
	for _, e := range engines("") {
		names = append(names, e.Name())
	}
	return names
}

// cacheFolder is one of pzc's folders in the user's cache, "" if there is none.
func cacheFolder(name string) string {
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(cache, "pzc", name)
}

func (s *solverFlags) options() pzc.Options {
	return pzc.Options{Backend: s.Backend, Engine: s.Engine, Engines: engines(s.programs()), SATSolver: s.SATSolver, Proof: s.Proof, Options: backends.Options{
		Algorithm: s.Algorithm, Heuristic: s.Heuristic, Weight: s.Weight, NoSymmetry: s.NoSymmetry, NoPrune: s.NoPrune,
		Encoding: s.Encoding, AtMost: s.AtMost, Parallel: s.Parallel, Threads: s.Threads, Tables: s.tables(), Horizon: s.Horizon, MinHorizon: s.MinHorizon, MaxHorizon: s.MaxHorizon,
	}}
}

// Run solves.
func (c *solveCommand) Run(e *env) error {
	if c.Limit < 0 {
		return errors.New("--limit cannot be negative")
	}
	if len(c.On) > 0 && !c.All && c.Limit == 0 {
		return errors.New("--on says when two solutions count as one; it goes with --all, --limit or pzc count")
	}
	if err := errors.Join(c.oneStdin(c.File), c.confine(c.limits), c.keepsFiles(c.wanted())); err != nil {
		return err
	}
	ctx, stop := c.start(e)
	defer stop()
	puzzle, err := c.instantiate(ctx, e, c.File, c.Heuristic)
	if err != nil {
		return e.noAnswer(ctx, err)
	}
	options := c.options()
	options.All, options.Limit, options.Memory, options.Project = c.All || c.Limit > 0, c.Limit, c.memory(), c.On
	x := show.Extra{Stats: c.Stats, Trace: c.Trace}
	if !c.Animate && !e.globals.Quiet || e.json() {
		options.Prepare = show.Prepared(puzzle, e.style(c.On), c.Trace, e.json())
	}
	answer, err := e.solve(ctx, puzzle, options)
	if err != nil {
		return err
	}
	defer puzzle.Showing(ctx)()
	played := c.Animate && e.play(ctx, puzzle, answer, c.Delay)
	x.Trace = x.Trace || c.Animate && !played
	err = errors.Join(e.printAnswer(puzzle, answer, c.On, x), c.write(e, puzzle, answer))
	if err = e.shown(ctx, puzzle, err); err != nil {
		return err
	}
	return status(answerStatus(ctx, answer))
}

// solve compiles and solves, with progress drawn.
func (e *env) solve(ctx context.Context, puzzle *pzc.Puzzle, o pzc.Options) (*pzc.Answer, error) {
	progress := e.startProgress()
	defer progress.Stop()
	progress.Doing("compiling")
	diags := puzzle.Ground(ctx)
	progress.Pause()
	if err := e.report(puzzle.Program, diags); err != nil {
		return nil, err
	}
	progress.Doing("solving")
	o.Progress = progress.Say
	answer, err := puzzle.Solve(ctx, o)
	if answer != nil {
		answer.Reason, answer.Choice = inFlags(answer.Reason), inFlags(answer.Choice)
	}
	return answer, err
}

// answerStatus is the exit status that says what became of a puzzle.
func answerStatus(ctx context.Context, a *pzc.Answer) int {
	cut := a.Status == backends.Unknown || a.All && !a.Complete || a.Status == backends.Solved && !a.Optimal
	switch {
	case cut && errors.Is(context.Cause(ctx), errInterrupted):
		return exitInterrupted
	case a.Status == backends.Solved && a.All && !a.Complete && a.Reason != "":
		return exitUndecided // not for want of --limit
	case a.Status == backends.Solved:
		return exitOK
	case a.Status == backends.Unsolvable:
		return exitNo
	default:
		return exitUndecided
	}
}
