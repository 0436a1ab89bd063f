package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/present/gamepage"
	"github.com/pzc-lang/pzc/internal/present/gamepage/positions"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/web"
)

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
	page := &positions.Game{Title: program.About().Title}
	if page.Model, err = c.model(program); err != nil {
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
		engine = &gamepage.Engine{Wasm: wasm, Exec: exec}
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
	return writeFile(c.HTML, func(w io.Writer) error {
		_, err := w.Write(out.Bytes())
		return err
	})
}

// model returns the texts of the model by their names in the folder of the model.
func (c *playCommand) model(program *puzzle.Program) (m positions.Model, err error) {
	if text := program.Translated(); text != "" {
		return positions.Model{Files: map[string]string{"model.pz": text}, Main: "model.pz"}, nil
	}
	file, err := namedModel(c.File)
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
	l := &positions.Level{Puzzle: z}
	if !c.Best && !c.Solution || !z.HasMoves() {
		return l, nil
	}
	solver := solverFlags{}
	if err := solver.confine(c.limits); err != nil {
		return nil, err
	}
	within, stop := ctx, context.CancelFunc(func() {})
	if limit := c.timeLimit(); limit > 0 {
		within, stop = context.WithTimeout(ctx, limit)
	}
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
		for _, s := range a.Solutions[0].Steps {
			l.Plan = append(l.Plan, s.Move)
		}
	}
	return l, nil
}
