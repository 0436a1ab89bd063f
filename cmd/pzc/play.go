package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/cmd/pzc/internal/play"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/present/gamepage"
	"github.com/pzc-lang/pzc/internal/present/gamepage/positions"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/web"
)

type playCommand struct {
	File string `arg:"" help:"The model, or the name of a model of the library."`
	dataFlags
	limits

	Plan     string `placeholder:"FILE" help:"Begin after the moves of this plan, or with these values, and save to this file."`
	Watch    bool   `help:"Follow the files: when the model, a file that it uses or its data is saved, continue with it in the same position."`
	HTML     string `name:"html" placeholder:"FILE" help:"Write a page on which others can play all levels, instead of playing here."`
	Best     bool   `help:"With --html: tell the cost of the best plan of each level."`
	Solution bool   `help:"With --html: the page can show a solution of each level."`
	Cells    string `enum:"r1c1,a1" default:"r1c1" placeholder:"r1c1|a1" help:"How texts name cells: by row and column from 1, or as on a chessboard with row 1 above."`
	Shared   bool   `help:"With --html: a page that needs the compiler takes it from a script beside it, which all pages in a folder share."`
	NoHelp   bool   `name:"no-help" help:"Compute nothing in the background, and give no hints."`
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

--html writes a page for others: one file that works without a server and offline. It holds no solution unless
--solution asks for it. --timeout limits the work for each level. With --shared, a page that needs the compiler has
it in a file beside it, pzc-….js, which all pages in the folder share.

Examples:

    pzc play taquin
    pzc play sokoban_pushes --plan mine.plan
    pzc play sudoku --data evening.json
    pzc play mine.pz --watch
    pzc play sokoban_pushes --html game.html
    pzc solve taquin.pz --quiet >plan.txt && pzc play taquin.pz --plan plan.txt`
}

func (c *playCommand) Run(e *env) error {
	switch {
	case c.HTML != "":
		return c.writePage(e)
	case c.Best || c.Solution || c.Shared:
		return errors.New("--best, --solution and --shared say what a page holds: they need --html")
	}
	if c.File == "-" || c.Data == "-" {
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
	program, err := e.load(ctx, c.File)
	if err != nil {
		return err
	}
	z, err := c.compileProgram(ctx, e, program)
	if err != nil {
		return err
	}
	z.Model().Cells = c.Cells
	settings := play.Settings{
		Color: e.color(), ReadOnly: c.Sandbox, Plan: c.Plan, Patience: c.timeLimit(),
		Wording: inFlags, Write: writeFile,
		Read: func(file string) (*puzzle.Text, error) { return e.read(ctx, file) },
	}
	if settings.Hints, err = c.hints(); err != nil {
		return err
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

// pause is the time between two looks at the files.
const pause = 300 * time.Millisecond

// reload compiles the puzzle again. What would be printed on standard error is what it returns as problems.
func (c *playCommand) reload(ctx context.Context, e *env) (z *puzzle.Puzzle, problems string, files []string) {
	var said bytes.Buffer
	defer func(stderr io.Writer) { e.stderr = stderr }(e.stderr)
	e.stderr = &said
	program, err := e.load(ctx, c.File)
	if program != nil {
		files = c.files(program)
	}
	if err == nil {
		if z, err = c.compileProgram(ctx, e, program); err == nil {
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
	files := c.dataFiles()
	for name := range program.Sources() {
		if !strings.HasPrefix(name, "std:") {
			files = append(files, name)
		}
	}
	slices.Sort(files)
	return slices.Compact(files)
}

// hints says how hints are computed; nil: not at all.
func (c *playCommand) hints() (*play.Hints, error) {
	if c.NoHelp {
		return nil, nil
	}
	flags := solverFlags{}
	if err := flags.confine(c.limits); err != nil {
		return nil, err
	}
	return &play.Hints{
		Limit:   c.timeLimit(),
		Options: puzzle.Options{Options: backends.Options{Memory: c.memoryLimit() / 2, Tables: flags.tables()}},
	}, nil
}

// writePage writes the page on which others play.
func (c *playCommand) writePage(e *env) error {
	if c.Watch || c.Plan != "" {
		return errors.New("--html writes a page and plays nothing: --watch and --plan are for playing here")
	}
	limits := c.limits
	limits.Timeout = 0 // limits each level
	ctx, stop := limits.start(e)
	defer stop()
	program, err := e.load(ctx, c.File)
	if err != nil {
		return err
	}
	page := &positions.Game{Title: program.About().Title, Cells: strings.TrimPrefix(c.Cells, "r1c1")} // the usual
	if page.Model, err = textsOf(c.File, program); err != nil {
		return err
	}
	instances := program.Instances()
	if c.Instance != "" || len(c.Define) > 0 || c.Data != "" {
		instances = []string{c.Instance}
	} else if program.Complete() {
		instances = append([]string{""}, instances...)
	}
	for _, instance := range instances {
		level, err := c.level(ctx, e, program, instance)
		if err != nil {
			return err
		}
		page.Levels = append(page.Levels, *level)
		e.globals.Quiet = true // the levels have their warnings in common
	}
	var engine *gamepage.Engine
	if wasm, exec := web.Compiler(); wasm != nil && len(c.Define) == 0 && c.Data == "" {
		engine = &gamepage.Engine{Wasm: wasm, Exec: exec, Shared: c.Shared}
	}
	var out bytes.Buffer
	switch err := gamepage.Write(ctx, &out, page, engine); {
	case ctx.Err() != nil:
		return e.cut(ctx)
	case errors.Is(err, gamepage.ErrEngine) && (len(c.Define) > 0 || c.Data != ""):
		return fmt.Errorf("%w; the compiler in the page knows the instances of the model, not -D and --data", err)
	case errors.Is(err, gamepage.ErrEngine):
		return fmt.Errorf("%w; this pzc was built without it: run `make wasm build` in its repository", err)
	case err != nil:
		return err
	}
	if err := writeText(c.HTML, out.String()); err != nil || engine == nil || !c.Shared {
		return err
	}
	name, script, err := engine.Script()
	if err != nil || !strings.Contains(out.String(), name) {
		return err
	}
	return writeText(filepath.Join(filepath.Dir(c.HTML), name), script)
}

// writeText writes a file.
func writeText(file, text string) error {
	return writeFile(file, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// textsOf returns the texts of a model by their names in the folder of the model.
func textsOf(name string, program *puzzle.Program) (m positions.Model, err error) {
	if text := program.Translated(); text != "" {
		return positions.Model{Files: map[string]string{"model.pz": text}, Main: "model.pz"}, nil
	}
	file, err := namedModel(name)
	if err != nil {
		return m, err
	}
	file, builtIn := strings.CutPrefix(file, "std:")
	m = positions.Model{Files: map[string]string{}, Main: filepath.Base(file)}
	for name, text := range program.Sources() {
		name, isStd := strings.CutPrefix(name, "std:")
		if isStd && !builtIn { // the compiler in the page has the library
			continue
		}
		if local, err := filepath.Rel(filepath.Dir(file), name); err == nil && filepath.IsLocal(local) {
			m.Files[filepath.ToSlash(local)] = text
		}
	}
	return m, nil
}

// level gives the model the data of an instance, and solves it if the page may tell anything of that.
func (c *playCommand) level(ctx context.Context, e *env, program *puzzle.Program,
	instance string,
) (*positions.Level, error) {
	flags := c.dataFlags
	flags.Instance = instance
	build := flags.buildProgram
	if c.Best || c.Solution {
		build = flags.compileProgram // only a grounded puzzle can be solved
	}
	z, err := build(ctx, e, program, "")
	if err != nil {
		return nil, err
	}
	z.Model().Cells = "r1c1" // the page writes them as its reader wants
	l := &positions.Level{Puzzle: z}
	if !c.Best && !c.Solution || !z.HasMoves() {
		return l, nil
	}
	solver := solverFlags{}
	if err := solver.confine(c.limits); err != nil {
		return nil, err
	}
	within, stop := c.each(ctx)
	defer stop()
	o := backends.Options{Memory: c.memoryLimit() / 2, Tables: solver.tables()}
	a, err := z.Solve(within, puzzle.Options{Options: o})
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, e.cut(ctx)
	}
	if len(a.Solutions) == 0 {
		fmt.Fprintf(e.stderr, "%s: no plan was found: the page tells none\n", l.Name())
		return l, nil
	}
	if c.Best {
		l.Best = &positions.Best{Cost: a.Solutions[0].Cost, Optimal: a.Optimal}
	}
	if c.Solution {
		l.Plan = []string{}
		l.Plan = append(l.Plan, lists.Map(a.Solutions[0].Steps, func(s puzzle.Step) string { return s.Move })...)
	}
	return l, nil
}
