package main

import (
	"bufio"
	"errors"
	"io"
	"os"
)

type emitCNFCommand struct {
	File string `arg:"" help:"The model, - for standard input, or the name of a model of the library."`
	dataFlags
	limits
	Horizon int    `required:"" placeholder:"T" help:"The formula's models are the plans of exactly so many moves; 0 for puzzles without moves."`
	Output  string `short:"o" placeholder:"FILE" help:"Write to a file instead of standard output."`
}

// Help is shown below the command's line in its help.
func (emitCNFCommand) Help() string {
	return `The same model gives the same file. Comments say what each variable means.

Examples:

    pzc emit-cnf taquin.pz --horizon 31 -o taquin.cnf
    minisat taquin.cnf answer.txt
    pzc decode taquin.pz --horizon 31 answer.txt`
}

// Run writes the formula.
func (c *emitCNFCommand) Run(e *env) error {
	if c.Horizon < 0 {
		return errors.New("a horizon is a number of moves and cannot be negative")
	}
	if err := c.oneStdin(c.File); err != nil {
		return err
	}
	ctx, stop := c.start(e)
	defer stop()
	puzzle, err := c.compile(ctx, e, c.File, "")
	if err != nil {
		return err
	}
	write := func(w io.Writer) error {
		b := bufio.NewWriter(w)
		return errors.Join(puzzle.EmitCNF(ctx, b, c.Horizon), b.Flush())
	}
	if c.Output == "" || c.Output == "-" {
		err = write(e.stdout)
	} else {
		err = writeFile(c.Output, write)
	}
	if err != nil && ctx.Err() != nil {
		return e.cut(ctx)
	}
	return err
}

// writeFile fills a new file; one that could not be filled does not stay.
func writeFile(name string, fill func(io.Writer) error) error {
	f, err := os.Create(name)
	if err != nil {
		return plain(err)
	}
	if err := errors.Join(fill(f), f.Close()); err != nil {
		return errors.Join(err, os.Remove(name))
	}
	return nil
}

type decodeCommand struct {
	File     string `arg:"" help:"The model, - for standard input, or the name of a model of the library."`
	Solution string `arg:"" help:"What the SAT solver printed; - for standard input."`
	dataFlags
	limits
	Horizon int  `required:"" placeholder:"T" help:"The horizon that the formula was made for."`
	Trace   bool `help:"Print the states between the moves."`
}

// Help is shown below the command's line in its help.
func (decodeCommand) Help() string {
	return `The solver may print as in the SAT competitions (lines s and v) or as minisat does. The plan is replayed by the reference semantics before it is shown.

Examples:

    cadical taquin.cnf | pzc decode taquin.pz --horizon 31 -
    pzc decode taquin.pz --horizon 31 answer.txt --quiet >plan.txt`
}

// Run decodes.
func (c *decodeCommand) Run(e *env) error {
	if c.Horizon < 0 {
		return errors.New("a horizon is a number of moves and cannot be negative")
	}
	if err := c.oneStdin(c.File, c.Solution); err != nil {
		return err
	}
	ctx, stop := c.start(e)
	defer stop()
	puzzle, err := c.compile(ctx, e, c.File, "")
	if err != nil {
		return err
	}
	text, err := e.read(c.Solution)
	if err != nil {
		return err
	}
	answer, err := puzzle.Decode(ctx, c.Horizon, *text)
	if err != nil {
		return err
	}
	if err := e.printAnswer(puzzle, answer, show{trace: c.Trace}); err != nil {
		return err
	}
	return status(answerStatus(ctx, answer))
}
