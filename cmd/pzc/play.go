package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/text"
)

type playCommand struct {
	File string `arg:"" help:"The model, or the name of a model of the library."`
	dataFlags
	limits

	Plan   string `placeholder:"FILE" help:"Begin with the moves of a plan made, and save to this file."`
	NoHelp bool   `name:"no-help" help:"Compute no distance to the goal and give no hints."`
}

// Help is shown below the command's line in its help.
func (playCommand) Help() string {
	return `The puzzle fills the terminal. Arrow keys make moves where moves have a direction; all others are picked from the list beside the board, which / filters. A move that cannot be made says why, in the words of the model's else.

Keys:

    ` + strings.Join(playKeys, "\n    ") + `

While you think, pzc computes how far the goal is, and says so when it cannot be reached any more. --timeout limits each such computation, --memory all of them.

Examples:

    pzc play taquin
    pzc play sokoban_pushes --plan mine.plan
    pzc solve taquin.pz --quiet >plan.txt && pzc play taquin.pz --plan plan.txt`
}

// Run plays.
func (c *playCommand) Run(e *env) error {
	if c.File == "-" || c.Data == "-" {
		return errors.New("pzc play reads the keyboard; it cannot read the model or its data from standard input as well")
	}
	if e.getenv("TERM") == "dumb" {
		return errors.New("pzc play moves the cursor about, which the terminal does not know (TERM is dumb); `pzc solve --trace` prints states one after the other")
	}
	if !e.terminal || !e.typed {
		return errors.New("pzc play needs a terminal to draw on and a keyboard to read; `pzc solve --html` writes a page instead")
	}
	program := c.limits
	program.Timeout = 0 // limits what is computed beside the game, not the game
	ctx, stop := program.start(e)
	defer stop()
	puzzle, err := c.compile(ctx, e, c.File, "")
	if err != nil {
		return err
	}
	p, err := c.player(ctx, e, puzzle)
	if err != nil {
		return err
	}
	_, err = tea.NewProgram(p, tea.WithContext(ctx), tea.WithInput(e.stdin), tea.WithOutput(e.stdout), tea.WithoutSignalHandler()).Run()
	if ctx.Err() != nil {
		return e.cut(ctx)
	}
	if err != nil {
		return err
	}
	return p.farewell(e)
}

// player makes a game ready.
func (c *playCommand) player(ctx context.Context, e *env, puzzle *pzc.Puzzle) (*player, error) {
	game, err := puzzle.Play(ctx)
	if err != nil {
		return nil, err
	}
	p := &player{
		game: game, ctx: ctx, limit: mostWaiting, title: puzzle.Program.Name(), width: 80, height: 24, color: e.color(), readOnly: c.Sandbox,
		file: c.Plan, read: func(file string) (*pzc.Text, error) { return e.read(ctx, file) },
	}
	if puzzle.Instance() != "" {
		p.title += ", instance " + puzzle.Instance()
	}
	if p.file == "" {
		p.file = text.FileName(puzzle.Program.Name()) + ".plan"
	}
	if !c.NoHelp {
		flags := solverFlags{}
		if err := flags.confine(c.limits); err != nil {
			return nil, err
		}
		p.oracle = &oracle{
			ctx: ctx, puzzle: puzzle, limit: c.timeout(), known: map[string]outlook{},
			options: pzc.Options{Options: backends.Options{Memory: c.memory() / 2, Tables: flags.tables()}},
		}
	}
	if t := c.timeout(); t > 0 {
		p.limit = min(t, mostWaiting)
	}
	defer p.limited()()
	p.begin()
	if c.Plan == "" {
		return p, nil
	}
	if _, err := os.Stat(c.Plan); err != nil {
		p.say("%s is new: s saves to it.", c.Plan)
		return p, nil
	}
	p.load(c.Plan)
	return p, nil
}

// farewell prints what was played below the command's line.
func (p *player) farewell(e *env) error {
	if e.globals.Quiet {
		return nil
	}
	defer p.limited()()
	what := "left"
	if p.game.Goal(p.state()) {
		what = "solved"
	}
	_, err := fmt.Fprintf(e.stdout, "%s: %s after %s, cost %d\n", p.title, what, text.Count(p.at, "move"), p.cost())
	return err
}
