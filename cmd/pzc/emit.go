package main

import (
	"errors"
	"fmt"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/apps/emit"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lazy"
	"github.com/pzc-lang/pzc/internal/text"
)

type emitGoCommand struct {
	File string `arg:"" help:"The model, - for standard input, or the name of a model of the library."`
	dataFlags
	limits
	Output  string        `short:"o" required:"" placeholder:"DIR" help:"The folder to write to. pzc makes it if it does not exist."`
	Package string        `placeholder:"NAME" help:"Write a library package of this name instead of a program."`
	Module  string        `placeholder:"PATH" help:"The import path of the package, if it becomes a part of another module."`
	Without technique.Set `placeholder:"NAME,…" help:"Turn off these techniques. pzc help techniques describes them: inplace is for programs."`
	Force   bool          `help:"Overwrite files. Files of an earlier program that are not a part of this one are removed."`
}

func (emitGoCommand) Help() string {
	return `Writes a Go module that needs only the standard library: states, moves, goal and heuristics under the names of
the model, and a package of search algorithms. The data are those of the instance. go build and go test work
in the module without a network; the test replays a known answer. docs/generated-code.md explains a program.

Examples:

    pzc emit-go taquin -o taquin && cd taquin && go run . -algorithm idastar
    pzc emit-go bloxorz.pz -i gate -o gate
    pzc emit-go taquin --package taquin -o taquin`
}

var (
	packageName = lazy.Compile(`^[a-z][a-z0-9]*$`)
	importPath  = lazy.Compile(`^[a-zA-Z0-9][a-zA-Z0-9._~-]*(/[a-zA-Z0-9._~-]+)*$`)
)

func (c *emitGoCommand) Run(e *env) error {
	if c.Package != "" && (!packageName.Get().MatchString(c.Package) || token.IsKeyword(c.Package) ||
		slices.Contains(reserved, c.Package)) {
		return fmt.Errorf("--package %s: a package is named with small letters and digits,"+
			" and not as a word of Go, such as `main`", c.Package)
	}
	if err := c.checkModule(); err != nil {
		return err
	}
	if err := errors.Join(c.oneStdin(c.File), c.keepsFiles(true), backends.CheckWithout(c.Without)); err != nil {
		return err
	}
	ctx, stop := c.start(e)
	defer stop()
	c.plain = true
	puzzle, err := c.compile(ctx, e, c.File)
	if err != nil {
		return err
	}
	files, err := emit.Go(ctx, puzzle, emit.GoOptions{
		Package: c.Package, Module: c.Module, Plain: c.Without.Has(technique.InPlace),
	})
	var diags diag.List
	switch {
	case errors.As(err, &diags):
		return e.report(puzzle.Program, diags)
	case err != nil && ctx.Err() != nil:
		return e.cut(ctx)
	case err != nil:
		return err
	}
	if err := writeFolder(c.Output, files, c.Force); err != nil {
		return err
	}
	if err := c.removeStale(files); err != nil {
		return err
	}
	if !e.globals.Quiet {
		fmt.Fprintf(e.stderr, "%d files in %s; try: cd %s && go run .\n", len(files), c.Output, c.Output)
	}
	return nil
}

// removeStale removes the Go files of an earlier program, in the folder and in the folders of its packages, that this
// program does not have and that would become a part of it. Files that a person wrote stay.
func (c *emitGoCommand) removeStale(files []emit.File) error {
	if !c.Force {
		return nil
	}
	var found []string
	for _, pattern := range []string{"*.go", "*/*.go"} {
		names, err := fs.Glob(os.DirFS(c.Output), pattern)
		if err != nil {
			return plainError(err)
		}
		found = append(found, names...)
	}
	for _, name := range found {
		if slices.ContainsFunc(files, func(f emit.File) bool { return f.Name == name }) {
			continue
		}
		if err := removeWritten(filepath.Join(c.Output, filepath.FromSlash(name))); err != nil {
			return plainError(err)
		}
	}
	return nil
}

// removeWritten removes a file if pzc wrote it, and its folder if it is empty after that.
func removeWritten(name string) error {
	text, err := os.ReadFile(name)
	if err != nil || !emit.WrittenByGo(text) {
		return err
	}
	if err := os.Remove(name); err != nil {
		return err
	}
	_ = os.Remove(filepath.Dir(name)) // refused unless it is empty
	return nil
}

func (c *emitGoCommand) checkModule() error {
	switch {
	case c.Module == "":
		return nil
	case c.Package == "":
		return errors.New("--module goes with --package: a program is a module of its own")
	case !importPath.Get().MatchString(c.Module):
		return fmt.Errorf("--module %s: an import path is wanted, such as example.com/me/puzzles/taquin", c.Module)
	}
	return nil
}

// reserved are names that packages of generated programs have, or that Go gives no package.
var reserved = []string{"main", "search", "internal", "init"}

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
