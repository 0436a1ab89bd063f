package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/cmd/pzc/internal/play"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

type playCommand struct {
	Files     []string `arg:"" name:"file" help:"The model, or the name of a model of the library; with --html also several."`
	Instances []string `short:"i" aliases:"instance" placeholder:"NAME,…" help:"The instance to use, instead of the model's own parameters; with --html also several, and of several models as MODEL:NAME, or MODEL: for its own parameters."`
	Define    []string `short:"D" sep:"none" placeholder:"NAME=VALUE" help:"Give a parameter a value: an expression of the language, @file for a map, or @file.csv for a table."`
	Data      string   `placeholder:"FILE" help:"Give parameters values from a JSON object (- for standard input), or from a .dzn file of MiniZinc."`
	limits

	Plan     string `placeholder:"FILE" help:"Begin after the moves of this plan, or with these values, and save to this file."`
	Watch    bool   `help:"Follow the files: when the model, a file that it uses or its data is saved, continue with it in the same position."`
	Best     bool   `help:"With --html: tell the cost of the best plan of each level."`
	Solution bool   `help:"With --html: the page can show a solution of each level."`
	Unrated  bool   `help:"With --html: do not find out how hard the levels are, nor whether they have solutions."`
	NoHelp   bool   `name:"no-help" help:"Compute nothing in the background, and give no hints."`
	bookFlags
}

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

--html writes a page for others: one file that works without a server and offline. Of several levels, or several
models, it is a book: a cover, small pictures of all levels with what was reached, and how hard they are. A level
without a solution is left out, with a warning. The page holds no solution unless --solution asks for it.
--timeout limits the work for each level. With --shared, a page that needs the compiler has it in a file beside it,
pzc-….js, which all pages in the folder share.

Examples:

    pzc play taquin
    pzc play sokoban_pushes --plan mine.plan
    pzc play sudoku --data evening.json
    pzc play mine.pz --watch
    pzc play sokoban_pushes --html game.html
    pzc play sudoku slitherlink tents -i sudoku:escargot --html book.html --title 'Rainy days' --author Ada
    pzc solve taquin.pz --quiet >plan.txt && pzc play taquin.pz --plan plan.txt`
}

func (c *playCommand) Run(e *env) error {
	switch {
	case c.HTML != "":
		return c.writePage(e)
	case c.Best || c.Solution || c.Unrated:
		return errors.New("--best, --solution and --unrated say what a page holds: they need --html")
	case len(c.Files) > 1 || len(c.Instances) > 1:
		return errors.New("pzc play plays one puzzle; give one model and one instance," +
			" or write a page of all with --html FILE")
	}
	if err := c.check(); err != nil {
		return err
	}
	if c.Files[0] == "-" || c.Data == "-" {
		return errors.New("pzc play reads the keyboard; it cannot read the model or its data from standard input as well")
	}
	if e.getenv("TERM") == "dumb" {
		return errors.New("pzc play moves the cursor about, which the terminal does not know (TERM is dumb);" +
			" `pzc solve --trace` prints states one after the other")
	}
	if !e.terminal || !e.typed {
		return errors.New("pzc play needs a terminal to draw on and a keyboard to read;" +
			" `pzc solve --html` writes a page instead")
	}
	limits := c.limits
	limits.Timeout = 0 // limits single computations, not the game
	ctx, stop := limits.start(e)
	defer stop()
	program, err := e.load(ctx, c.Files[0])
	if err != nil {
		return err
	}
	z, err := c.data().compileProgram(ctx, e, program)
	if err != nil {
		return err
	}
	z.Model().Cells = c.Cells
	settings := play.Settings{
		Color: e.color(), ReadOnly: c.Sandbox, Plan: c.Plan, Patience: c.timeLimit(),
		Wording: inFlags, Write: writeFile,
		Read: func(file string) (*puzzle.Text, error) { return e.read(ctx, file) },
	}
	if !c.NoHelp {
		settings.Hints = &play.Hints{Limit: c.timeLimit(), Options: c.besides()}
	}
	if c.Watch {
		settings.Watch = &play.Watch{
			Files: c.files(program), Wait: func() { time.Sleep(pause) },
			Reload: func() (*puzzle.Puzzle, string, []string) { return c.reload(ctx, e) },
		}
	}
	p, err := play.New(ctx, z, settings)
	if err != nil {
		return err
	}
	err = p.Run(e.stdin, e.stdout)
	switch {
	case ctx.Err() != nil:
		return e.cut(ctx)
	case err != nil || e.globals.Quiet:
		return err
	}
	_, err = fmt.Fprintln(e.stdout, p.Farewell())
	return err
}

// data are the flags that choose the data of the one puzzle that is played here.
func (c *playCommand) data() *dataFlags {
	return &dataFlags{Instance: strings.Join(c.Instances, ""), Define: c.Define, Data: c.Data}
}

// pause is the time between two looks at the files.
const pause = 300 * time.Millisecond

// reload compiles the puzzle again. What would be printed on standard error is what it returns as problems.
func (c *playCommand) reload(ctx context.Context, e *env) (z *puzzle.Puzzle, problems string, files []string) {
	var said bytes.Buffer
	defer func(stderr io.Writer) { e.stderr = stderr }(e.stderr)
	e.stderr = &said
	program, err := e.load(ctx, c.Files[0])
	if program != nil {
		files = c.files(program)
	}
	if err == nil {
		if z, err = c.data().compileProgram(ctx, e, program); err == nil {
			z.Model().Cells = c.Cells
		}
	}
	if err != nil && said.Len() == 0 {
		said.WriteString(err.Error())
	}
	if err != nil {
		return nil, said.String(), files
	}
	return z, "", files
}

// files lists the files that a model was read from.
func (c *playCommand) files(program *puzzle.Program) []string {
	files := c.data().dataFiles()
	for name := range program.Sources() {
		if !strings.HasPrefix(name, "std:") {
			files = append(files, name)
		}
	}
	slices.Sort(files)
	return slices.Compact(files)
}

// besides are options for solving beside other work, with half of the memory.
func (l limits) besides() puzzle.Options {
	return puzzle.Options{Options: backends.Options{Memory: l.memoryLimit() / 2, Tables: l.tables("")}}
}
