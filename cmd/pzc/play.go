package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/cmd/pzc/internal/command"
	"github.com/pzc-lang/pzc/cmd/pzc/internal/play"
)

type playCommand struct {
	File string `arg:"" help:"The model, or the name of a model of the library."`
	command.DataFlags
	command.Limits

	Plan   string `placeholder:"FILE" help:"Begin after the moves of this plan, or with these values, and save to this file."`
	NoHelp bool   `name:"no-help" help:"Compute nothing in the background and give no hints."`
}

// Help is shown below the command's line in its help.
func (playCommand) Help() string {
	return `The puzzle fills the terminal. Arrow keys make moves that have a direction; all other moves are picked from
the list beside the board, which / filters. If a move cannot be made, a message says why, in the words of the
model.

Keys:

    ` + strings.Join(play.Keys, "\n    ") + `

A puzzle without moves is filled in. A value that breaks a condition is marked at once.

Keys:

    ` + strings.Join(play.FormKeys, "\n    ") + `

While you think, pzc computes the distance to the goal, or whether the values can be completed.
--timeout limits each of these computations, --memory all of them.

Examples:

    pzc play taquin
    pzc play sokoban_pushes --plan mine.plan
    pzc play sudoku --data evening.json
    pzc solve taquin.pz --quiet >plan.txt && pzc play taquin.pz --plan plan.txt`
}

// Run plays.
func (c *playCommand) Run(e *command.Env) error {
	if c.File == "-" || c.Data == "-" {
		return errors.New("pzc play reads the keyboard; it cannot read the model or its data from standard input as well")
	}
	if e.Getenv("TERM") == "dumb" {
		return errors.New("pzc play moves the cursor about, which the terminal does not know (TERM is dumb);" +
			" `pzc solve --trace` prints states one after the other")
	}
	if !e.Terminal || !e.Typed {
		return errors.New("pzc play needs a terminal to draw on and a keyboard to read;" +
			" `pzc solve --html` writes a page instead")
	}
	program := c.Limits
	program.Timeout = 0 // limits single computations, not the game
	ctx, stop := program.Start(e)
	defer stop()
	puzzle, err := c.Compile(ctx, e, c.File, "")
	if err != nil {
		return err
	}
	settings := play.Settings{
		Color: e.Color(), ReadOnly: c.Sandbox, Plan: c.Plan, Patience: c.TimeLimit(),
		Wording: command.InFlags, Write: command.WriteFile,
		Read: func(file string) (*pzc.Text, error) { return e.Read(ctx, file) },
	}
	if settings.Hints, err = c.hints(); err != nil {
		return err
	}
	p, err := play.New(ctx, puzzle, settings)
	if err != nil {
		return err
	}
	err = p.Run(e.Stdin, e.Stdout)
	switch {
	case ctx.Err() != nil:
		return e.Cut(ctx)
	case err != nil || e.Globals.Quiet:
		return err
	}
	_, err = fmt.Fprintln(e.Stdout, p.Farewell())
	return err
}

// hints says how hints are computed; nil: not at all.
func (c *playCommand) hints() (*play.Hints, error) {
	if c.NoHelp {
		return nil, nil
	}
	flags := solverFlags{}
	if err := flags.confine(c.Limits); err != nil {
		return nil, err
	}
	return &play.Hints{
		Limit:   c.TimeLimit(),
		Options: pzc.Options{Options: backends.Options{Memory: c.MemoryLimit() / 2, Tables: flags.tables()}},
	}, nil
}
