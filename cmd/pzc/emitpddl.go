package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/apps/emit"
	"github.com/pzc-lang/pzc/internal/text"
)

// emitPDDLCommand has flags of the same form as emitGoCommand; a shared struct would hide the different help texts.
type emitPDDLCommand struct {
	File string `arg:"" help:"The model, - for standard input, or the name of a model of the library."`
	dataFlags
	limits
	Output string `short:"o" required:"" placeholder:"DIR" help:"The folder to write domain.pddl and problem.pddl to; it is made if it does not exist."`
	Force  bool   `help:"Overwrite files."`
}

func (emitPDDLCommand) Help() string {
	return `Writes the compiled puzzle: a predicate (is variable value), and an action
without parameters for each move that is applicable in some state. Conditions
use and, or and not; effects may be conditional. Long conditions and reaches
become derived predicates, and costs become action costs. Promises and
heuristics of the model are not written.

pzc validate reads the plan that a planner found for the same model and data.

Examples:

    pzc emit-pddl taquin -o pddl
    fast-downward pddl/domain.pddl pddl/problem.pddl --search 'astar(blind())'
    pzc validate taquin sas_plan
    pzc emit-pddl bloxorz.pz -i gate -o gate`
}

func (c *emitPDDLCommand) Run(e *env) error {
	if err := errors.Join(c.oneStdin(c.File), c.keepsFiles(true)); err != nil {
		return err
	}
	ctx, stop := c.start(e)
	defer stop()
	c.plain = true
	puzzle, err := c.compile(ctx, e, c.File)
	if err != nil {
		return err
	}
	p, err := emit.PDDL(ctx, puzzle)
	switch {
	case err != nil && ctx.Err() != nil:
		return e.cut(ctx)
	case err != nil:
		return err
	}
	files := []emit.File{{Name: "domain.pddl", Text: p.Domain}, {Name: "problem.pddl", Text: p.Problem}}
	if err := writeFolder(c.Output, files, c.Force); err != nil {
		return err
	}
	if !e.globals.Quiet {
		actions := strings.Count(string(p.Domain), "(:action ")
		fmt.Fprintf(e.stderr, "domain.pddl and problem.pddl in %s: %s, %s and %s\n",
			c.Output, text.Count(actions, "action"), text.Bytes(int64(len(p.Domain))), text.Bytes(int64(len(p.Problem))))
	}
	return nil
}
