package main

import (
	"context"
	"fmt"
	"io"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/cmd/pzc/internal/command"
	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/emit"
	"github.com/pzc-lang/pzc/internal/show"
	"github.com/pzc-lang/pzc/internal/text"
)

type validateCommand struct {
	File string `arg:"" help:"The model, - for standard input, or the name of a model of the library."`
	Plan string `arg:"" help:"The plan: a move a line, # starts a comment; or the plan of a planner for the files of emit-pddl; - for standard input."`
	command.DataFlags
	command.Limits
	Trace bool `help:"Print the states between the moves."`
}

// Help is shown below the command's line in its help.
func (validateCommand) Help() string {
	return `The plan is executed by the reference semantics, which shares no code with the search for plans. The exit
status is 0 if the plan reaches a goal, 1 if not.

Examples:

    pzc validate taquin.pz plan.txt
    pzc solve taquin.pz --quiet | pzc validate taquin.pz -`
}

// Run replays the plan.
func (c *validateCommand) Run(e *command.Env) error {
	if err := c.OneStdin(c.File, c.Plan); err != nil {
		return err
	}
	ctx, stop := c.Start(e)
	defer stop()
	puzzle, err := c.Instantiate(ctx, e, c.File, "")
	if err != nil {
		return err
	}
	plan, err := e.Read(ctx, c.Plan)
	if err != nil {
		return err
	}
	if isPDDL(plan.Text) {
		if err := c.translate(ctx, e, puzzle, plan); err != nil {
			return err
		}
	}
	check, diags := puzzle.Validate(ctx, *plan)
	if ctx.Err() != nil {
		return e.Cut(ctx)
	}
	if diags.HasErrors() {
		return e.Report(puzzle.Program, diags)
	}
	defer puzzle.Showing(ctx)()
	if err := e.Shown(ctx, puzzle, c.print(e, puzzle, check)); err != nil {
		return err
	}
	if check.Failure != nil {
		return command.Exit(command.No)
	}
	return nil
}

// translate puts moves in the place of the actions in the plan of a planner.
func (c *validateCommand) translate(ctx context.Context, e *command.Env, puzzle *pzc.Puzzle, plan *pzc.Text) error {
	if err := e.Report(puzzle.Program, puzzle.Ground(ctx)); err != nil {
		return err
	}
	p, err := emit.PDDL(ctx, puzzle)
	if err == nil {
		plan.Text, err = p.Plan(plan.Text)
	}
	switch {
	case ctx.Err() != nil:
		return e.Cut(ctx)
	case err != nil:
		return fmt.Errorf("%s: %w", plan.Name, err)
	}
	return nil
}

// validationObject is the JSON of validate.
type validationObject struct {
	Valid  bool       `json:"valid"`
	Cost   int64      `json:"cost"`
	Length int        `json:"length"`
	Step   int        `json:"step,omitempty"` // the move that cannot be made, from 1
	Reason string     `json:"reason,omitempty"`
	Plan   show.Moves `json:"plan"`
}

func (c *validateCommand) print(e *command.Env, z *pzc.Puzzle, check *pzc.Check) error {
	s := check.Solution
	if e.JSON() {
		o := validationObject{
			Valid: check.Failure == nil, Cost: s.Cost, Length: len(s.Steps), Step: check.Step, Plan: show.MovesOf(s),
		}
		if check.Failure != nil {
			o.Reason = check.Failure.Msg
		}
		return e.WriteJSON(o)
	}
	err := e.Answer(func(out io.Writer) error {
		p := show.NewPrinter(out, z, e.Style(nil))
		if c.Trace && s.Start != nil {
			p.Solution(&pzc.Answer{HasMoves: true}, s, true)
		}
		switch {
		case check.Failure != nil:
			p.Line("not valid: %s", diag.Shown(diag.OneLine(check.Failure.Msg)))
		case !e.Globals.Quiet:
			p.Line("valid: %s, cost %d, and a goal is reached", text.Count(len(s.Steps), "move"), s.Cost)
		}
		return p.Flush()
	})
	if err != nil || check.Failure == nil {
		return err
	}
	if check.Failure.Span.Start.IsValid() && !e.Globals.Quiet {
		rule := *check.Failure
		if check.Step > 0 || rule.Help == "" {
			rule.Msg = "this is what refuses it"
		}
		e.PrintFindings(diag.List{&rule}, z.Program.Sources())
	}
	return nil
}
