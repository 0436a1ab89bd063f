package main

// Here is how pages on which others play are written: of one puzzle, or a book of many.

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/apps/rate"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/present/gamepage"
	"github.com/pzc-lang/pzc/internal/present/gamepage/positions"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/web"
)

// bookFlags are the flags of the commands that write a page on which others play.
type bookFlags struct {
	HTML    string `name:"html" placeholder:"FILE" help:"Write a page on which others can play all levels."`
	Title   string `placeholder:"TEXT" help:"With --html: the title, instead of that of the model."`
	Author  string `placeholder:"TEXT" help:"With --html: the author, instead of that of the models."`
	Text    string `placeholder:"TEXT" help:"With --html: what stands below the title of a book."`
	Cells   string `enum:"r1c1,a1" default:"r1c1" placeholder:"r1c1|a1" help:"How texts name cells: by row and column from 1, or as on a chessboard with row 1 above."`
	NoHints bool   `name:"no-hints" help:"With --html: the page gives no hints."`
	Shared  bool   `help:"With --html: a page that needs the compiler takes it from a script beside it, which all pages in a folder share."`
}

const withoutEngine = "this pzc was built without it: run `make wasm build` in its repository"

// check refuses flags that mean nothing.
func (f *bookFlags) check() error {
	if f.HTML == "" && (f.Title+f.Author+f.Text != "" || f.NoHints || f.Shared) {
		return errors.New("--title, --author, --text, --no-hints and --shared say what a page holds: they need --html")
	}
	if info, err := os.Stat(f.HTML); err == nil && info.IsDir() {
		return fmt.Errorf("--html %s: this is a folder; name a file in it, such as %[1]s/book.html", f.HTML)
	}
	return nil
}

// write writes the page of games. The title and the author are those of the models, unless flags give others. engine is
// nil if the compiler cannot play the games, for the reason why.
func (f *bookFlags) write(ctx context.Context, e *env, games []*positions.Game, why string) error {
	b := &positions.Book{Title: f.Title, Author: f.Author, Text: f.Text, NoHints: f.NoHints, Games: games}
	b.Cells = strings.TrimPrefix(f.Cells, "r1c1") // the usual
	about := lists.Map(games, func(g *positions.Game) puzzle.About { return g.Levels[0].Puzzle.Program.About() })
	authors := slices.Compact(lists.Map(about, func(a puzzle.About) string { return a.Author }))
	if b.Author == "" && len(authors) == 1 {
		b.Author = authors[0]
	}
	if b.Title == "" && len(about) == 1 {
		b.Title = about[0].Title
	}
	b.Title = cmp.Or(b.Title, "A book of puzzles")
	var engine *gamepage.Engine
	if wasm, exec := web.Compiler(); wasm != nil && why == "" {
		engine = &gamepage.Engine{Wasm: wasm, Exec: exec, Shared: f.Shared}
	} else if why == "" {
		why = withoutEngine
	}
	var out bytes.Buffer
	switch err := gamepage.Write(ctx, &out, b, engine); {
	case ctx.Err() != nil:
		return e.cut(ctx)
	case errors.Is(err, gamepage.ErrEngine):
		return fmt.Errorf("%w; %s", err, why)
	case err != nil:
		return err
	}
	if err := writeText(f.HTML, out.String()); err != nil || engine == nil || !f.Shared {
		return err
	}
	name, script, err := engine.Script()
	if err != nil || !strings.Contains(out.String(), name) {
		return err
	}
	return writeText(filepath.Join(filepath.Dir(f.HTML), name), script)
}

// writePage writes the page on which others play.
func (c *playCommand) writePage(e *env) error {
	if c.Watch || c.Plan != "" {
		return errors.New("--html writes a page and plays nothing: --watch and --plan are for playing here")
	}
	if err := c.check(); err != nil {
		return err
	}
	asked, err := c.chosen()
	if err != nil {
		return err
	}
	limits := c.limits
	limits.Timeout = 0 // limits each level
	ctx, stop := limits.start(e)
	defer stop()
	given, why := len(c.Define) > 0 || c.Data != "", ""
	if given {
		why = "the compiler in the page knows the instances of the model, not -D and --data"
	}
	var programs []*puzzle.Program
	var instances [][]string
	levels := 0
	for i, file := range c.Files {
		program, err := e.load(ctx, file)
		if err != nil {
			return err
		}
		names := asked[i]
		if !given {
			if names, err = levelsOf(program, file, names); err != nil {
				return err
			}
		} else if len(names) == 0 {
			names = []string{""}
		}
		if len(names) == 0 {
			return fmt.Errorf("%s has parameters without values and no instances, so there is nothing to play; "+
				"write an instance that gives the values", file)
		}
		programs, instances, levels = append(programs, program), append(instances, names), levels+len(names)
	}
	var games []*positions.Game
	for i, program := range programs {
		g := &positions.Game{Title: program.About().Title}
		if g.Model, err = textsOf(c.Files[i], program); err != nil {
			return err
		}
		quiet := e.globals.Quiet
		for _, instance := range instances[i] {
			level, err := c.level(ctx, e, program, instance, levels > 1 && !c.Unrated)
			if err != nil {
				return err
			}
			if level != nil {
				g.Levels = append(g.Levels, *level)
			}
			e.globals.Quiet = true // the levels of a model have their warnings in common
		}
		e.globals.Quiet = quiet
		if len(g.Levels) > 0 {
			games = append(games, g)
		}
	}
	if len(games) == 0 {
		return errors.New("no level has a solution, so there is nothing to play; --unrated does not look for solutions")
	}
	return c.write(ctx, e, games, why)
}

// chosen returns the instances that -i names, for each model. Models that it does not name are played whole.
func (c *playCommand) chosen() ([][]string, error) {
	if len(c.Files) > 1 && (len(c.Define) > 0 || c.Data != "") {
		return nil, errors.New("-D and --data give values to one model; write instances instead, or give one model")
	}
	var names []string
	for _, file := range c.Files {
		name := strings.TrimSuffix(filepath.Base(strings.TrimPrefix(file, "std:")), filepath.Ext(file))
		if at := slices.Index(names, name); at >= 0 {
			return nil, fmt.Errorf("%s and %s have the same name, so that -i %s:NAME could mean either; rename one,"+
				" or leave it out if it is the same", c.Files[at], file, name)
		}
		names = append(names, name)
	}
	out := make([][]string, len(c.Files))
	for _, a := range c.Instances {
		model, instance, named := strings.Cut(a, ":")
		at := slices.Index(names, model)
		switch {
		case !named && len(names) == 1:
			at, instance = 0, a
		case !named:
			return nil, fmt.Errorf("-i %s: an instance of which model? write %s:%[1]s", a, strings.Join(names, ":"+a+" or "))
		case at < 0:
			return nil, fmt.Errorf("-i %s: no model is named `%s`; %s", a, model,
				diag.Meant(model, names, "the models are "+strings.Join(names, ", ")))
		}
		out[at] = append(out[at], instance)
	}
	return out, nil
}

// levelsOf returns the instances of a model that are asked for, or all. "" is the model with its own parameters.
func levelsOf(program *puzzle.Program, file string, asked []string) ([]string, error) {
	all, err := instancesOf(program, file, asked, slices.Contains(asked, ""))
	if err == nil && len(asked) > 0 {
		err = known("instance", asked, all)
	}
	return all, err
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
	return textsBeside(file, program), nil
}

// textsBeside is textsOf for the file of a model.
func textsBeside(file string, program *puzzle.Program) positions.Model {
	file, builtIn := strings.CutPrefix(file, "std:")
	m := positions.Model{Files: map[string]string{}, Main: filepath.Base(file)}
	for name, text := range program.Sources() {
		name, isStd := strings.CutPrefix(name, "std:")
		if isStd && !builtIn { // the compiler in the page has the library
			continue
		}
		if local, err := filepath.Rel(filepath.Dir(file), name); err == nil && filepath.IsLocal(local) {
			m.Files[filepath.ToSlash(local)] = text
		}
	}
	return m
}

// level gives the model the data of an instance, and finds out what the page may tell of it. It returns nil if it rates
// the level, and there is no solution.
func (c *playCommand) level(ctx context.Context, e *env, program *puzzle.Program, instance string, rated bool,
) (*positions.Level, error) {
	flags := c.data()
	flags.Instance = instance
	build := flags.buildProgram
	if c.Best || c.Solution {
		build = flags.compileProgram // only a grounded puzzle can be solved
	}
	z, err := build(ctx, e, program)
	if err != nil {
		return nil, err
	}
	z.Model().Cells = "r1c1" // the page writes them as its reader wants
	l := &positions.Level{Puzzle: z}
	within, stop := c.each(ctx)
	defer stop()
	if rated && !z.GroundOnce(within).HasErrors() && within.Err() == nil {
		o := rate.Options{Work: mostWorkRated, States: mostStatesRated}
		o.Puzzle.Memory, o.Puzzle.Threads = c.memoryLimit()/2, 1
		v, err := rate.Of(within, z, o)
		if errors.Is(err, rate.ErrNone) {
			fmt.Fprintf(e.stderr, "pzc: warning: %s has no solution and is left out\n", show.Title(program.Name(), instance))
			return nil, nil
		}
		l.Hard = v.Hardness()
	}
	if ctx.Err() != nil {
		return nil, e.cut(ctx)
	}
	if !c.Best && !c.Solution || !z.HasMoves() {
		return l, nil
	}
	a, err := z.Solve(within, c.besides())
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

// Limits of the work to find out how hard a level of a book is: a second or two.
const (
	mostWorkRated   = 20_000_000
	mostStatesRated = 200_000
)
