package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/pzc-lang/pzc/apps/emit"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

type emitCNFCommand struct {
	File string `arg:"" help:"The model, - for standard input, or the name of a model of the library."`
	dataFlags
	limits
	encodingFlags
	Horizon *int   `placeholder:"T" help:"The number of moves: the models of the formula are the plans of T moves. Puzzles without moves need none."`
	Output  string `short:"o" placeholder:"FILE" help:"Write to a file instead of standard output."`
	Stats   bool   `help:"Count variables and clauses by group and by line of the model, instead of writing the formula."`
}

// techniqueFlags choose techniques.
type techniqueFlags struct {
	Without technique.Set `job:"" aliases:"sat-without" placeholder:"NAME,…" help:"Turn off these techniques, to measure their effect; 'all' leaves the plain core. pzc help techniques describes them: ${techniques}."`
}

// encodingFlags choose how a formula is written.
type encodingFlags struct {
	techniqueFlags
	Encoding string `job:"" placeholder:"NAME" help:"How formulas write values: direct, log, order, or textbook, which is direct without simplifications; chosen for each variable unless given."`
	Parallel bool   `help:"Steps of several moves that do not interfere: this finds a plan soon, but not a shortest one. Horizons count steps."`
	AtMost   string `job:"" placeholder:"NAME" help:"How formulas say at most one: pairwise, ladder, product; chosen by size unless given."`
}

func (emitCNFCommand) Help() string {
	return `The same model gives the same file. Comments say what each variable means. The
formula is the one that solve uses, and each value and each move has a name.
--encoding textbook writes all clauses of a textbook encoding, also for
unreachable values.

--format is dimacs, json, opb (pseudo-Boolean solvers) or smt2 (SMT-LIB). decode reads the answers of solvers
for all of these, if it is given the same --encoding, --at-most, --parallel and --without.

Examples:

    pzc emit-cnf taquin.pz --horizon 31 -o taquin.cnf
    minisat taquin.cnf answer.txt
    pzc decode taquin.pz --horizon 31 answer.txt
    pzc emit-cnf taquin.pz --horizon 4 --encoding textbook --stats
    pzc emit-cnf taquin.pz --horizon 4 --format smt2 | z3 -in
    pzc emit-cnf queens.pz --stats`
}

func (c *emitCNFCommand) Run(e *env) error {
	toFile := c.Output != "" && c.Output != "-"
	if err := errors.Join(c.oneStdin(c.File), c.keepsFiles(toFile)); err != nil {
		return err
	}
	ctx, stop := c.start(e)
	defer stop()
	c.plain = true
	z, err := c.compile(ctx, e, c.File)
	if err != nil {
		return err
	}
	x, err := c.export(z, c.Horizon)
	if err != nil {
		return err
	}
	x.Memory = c.memoryLimit()
	if x.Format = e.globals.Format; x.Format == "text" {
		x.Format = ""
	}
	write := func(w io.Writer) error {
		if c.Stats {
			return measure(ctx, e, w, z, x)
		}
		return emit.CNF(ctx, w, z, x)
	}
	if toFile {
		err = writeFile(c.Output, write)
	} else {
		err = write(e.stdout)
	}
	if err != nil && ctx.Err() != nil {
		return e.cut(ctx)
	}
	return err
}

// export returns the options of the formula that the flags select.
func (f encodingFlags) export(z *puzzle.Puzzle, horizon *int) (x emit.Formula, err error) {
	x = emit.Formula{
		Encoding: f.Encoding, AtMost: f.AtMost, Parallel: f.Parallel,
		Without: f.Without,
	}
	switch {
	case horizon == nil && z.HasMoves():
		return x, errors.New("a formula is about plans of one length: --horizon T says how many moves;" +
			" `pzc solve --backend sat` finds the fewest")
	case horizon != nil && *horizon < 0:
		return x, errors.New("a horizon is a number of moves and cannot be negative")
	case horizon != nil:
		x.Horizon = *horizon
	}
	return x, nil
}

type decodeCommand struct {
	File     string `arg:"" help:"The model, - for standard input, or the name of a model of the library."`
	Solution string `arg:"" help:"The output of the SAT solver; - for standard input."`
	dataFlags
	limits
	encodingFlags
	Horizon *int `placeholder:"T" help:"The horizon of the formula."`
	Trace   bool `help:"Print the states between the moves."`
}

func (decodeCommand) Help() string {
	return `Reads the output of a SAT solver as in the competitions (lines s and v), as minisat writes it, or as a model
of SMT-LIB. --encoding, --at-most, --parallel and --without must be those of the formula.
The plan is replayed by the reference semantics before it is shown.

Examples:

    cadical taquin.cnf | pzc decode taquin.pz --horizon 31 -
    pzc decode taquin.pz --horizon 31 answer.txt --quiet >plan.txt`
}

// Run reads the solution and prints the plan.
func (c *decodeCommand) Run(e *env) error {
	if err := c.oneStdin(c.File, c.Solution); err != nil {
		return err
	}
	ctx, stop := c.start(e)
	defer stop()
	c.plain = true
	z, err := c.compile(ctx, e, c.File)
	if err != nil {
		return err
	}
	text, err := e.read(ctx, c.Solution)
	if err != nil {
		return err
	}
	x, err := c.export(z, c.Horizon)
	if err != nil {
		return err
	}
	x.Memory = c.memoryLimit()
	answer, err := emit.Decode(ctx, z, x, *text)
	if err != nil {
		return err
	}
	if err := printAnswer(e, z, answer, nil, nil, show.Extra{Trace: c.Trace}); err != nil {
		return err
	}
	return status(answerStatus(ctx, answer))
}

// measure prints the number of variables and clauses of a formula, by group and by line of the model.
func measure(ctx context.Context, e *env, w io.Writer, z *puzzle.Puzzle, x emit.Formula) error {
	if e.json() {
		x.Format = ""
	}
	sizes, err := emit.Measure(ctx, z, x)
	if err != nil {
		return err
	}
	if e.json() {
		return text.WriteJSON(w, sizes)
	}
	row := func(variables, clauses any, what string) { fmt.Fprintf(w, "%12v %12v  %s\n", variables, clauses, what) }
	row("variables", "clauses", "")
	row(sizes.Variables, sizes.Clauses, "the formula")
	fmt.Fprintln(w)
	for _, g := range sizes.Groups {
		row(g.Variables, g.Clauses, g.Group)
	}
	fmt.Fprintln(w)
	for _, l := range sizes.Lines {
		row(l.Variables, l.Clauses, lineTitle(l.Lines))
	}
	return nil
}

func lineTitle(lines string) string {
	switch {
	case lines == "":
		return "no line: one move at a time, and what was found out"
	case strings.Contains(lines, ","):
		return "lines " + lines
	}
	return "line " + lines
}
