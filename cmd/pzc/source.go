package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/diag"
)

// dataFlags choose the data of a model.
type dataFlags struct {
	Instance string   `short:"i" placeholder:"NAME" help:"The instance to take, instead of the model's own parameters."`
	Define   []string `short:"D" sep:"none" placeholder:"NAME=VALUE" help:"Give a parameter a value: an expression of the language, or @file for a map."`
	Data     string   `placeholder:"FILE" help:"Give parameters values from a JSON object (- for standard input)."`
}

// load reads and checks a model and prints what was found.
func (e *env) load(ctx context.Context, file string) (*pzc.Program, error) {
	program, diags, err := e.open(ctx, file)
	if err != nil {
		return nil, err
	}
	return program, e.report(program, diags)
}

// open reads and checks a model. That takes seconds at most, but is not waited for when the context has ended.
func (e *env) open(ctx context.Context, file string) (program *pzc.Program, diags diag.List, err error) {
	e.answering.set(false) // of the file before
	if err := e.within(ctx, func() { program, diags, err = e.openNow(file) }); err != nil {
		return nil, nil, err
	}
	return program, diags, plain(err)
}

func (e *env) openNow(file string) (*pzc.Program, diag.List, error) {
	if file == "-" {
		text, err := pzc.ReadAll("standard input", e.stdin)
		if err != nil {
			return nil, nil, err
		}
		program, diags := pzc.LoadText(pzc.Folder("."), "<stdin>", string(text))
		return program, diags, nil
	}
	file, err := namedModel(file)
	if err != nil {
		return nil, nil, err
	}
	text, err := e.readFile(file)
	if err != nil {
		return nil, nil, err
	}
	program, diags := pzc.LoadText(pzc.Folder(filepath.Dir(file)), file, string(text))
	return program, diags, nil
}

// readFile reads a file that was named on the command line. In a sandbox it may be a stranger's.
func (e *env) readFile(name string) ([]byte, error) {
	if e.sandbox {
		text, err := pzc.ReadOrdinary(name)
		if errors.Is(err, pzc.ErrNotOrdinary) {
			err = fmt.Errorf("%s: %w, and --sandbox reads neither; give the file itself, or - for standard input", name, pzc.ErrNotOrdinary)
		}
		return text, err
	}
	return pzc.ReadFile(name)
}

// namedModel is the file that is meant by the name of a model: `std:taquin` is one of the library, and so is `taquin` where no file is
// called so.
func namedModel(name string) (string, error) {
	if builtIn, isStd := strings.CutPrefix(name, "std:"); isStd {
		m, err := builtInModel(builtIn)
		return m.File, err
	}
	if err := printable(name); err != nil {
		return "", err
	}
	info, err := os.Stat(name)
	if m, ok := pzc.Library(name); ok && (err != nil || info.IsDir()) {
		return m.File, nil
	}
	if errors.Is(err, fs.ErrNotExist) {
		return "", missingFile(name)
	}
	return name, plain(err)
}

// printable refuses names of files that would command the terminal on which they are printed: who looks through the files of others does
// not choose their names.
func printable(file string) error {
	if strings.ContainsAny(file, "\n\t") || diag.FirstHidden(file) >= 0 {
		return fmt.Errorf("%q: the name of the file holds characters that are not printed; rename it", file)
	}
	return nil
}

// builtInModel is a model of the library.
func builtInModel(name string) (pzc.LibraryModel, error) {
	m, ok := pzc.Library(name)
	if ok {
		return m, nil
	}
	if near := diag.Nearest(name, pzc.LibraryNames()); near != "" {
		return m, fmt.Errorf("the library has no model `%s`; did you mean `%s`?", name, near)
	}
	return m, fmt.Errorf("the library has no model `%s`; `pzc models` lists them", name)
}

func missingFile(file string) error {
	if near := diag.Nearest(file, pzc.LibraryNames()); near != "" && !strings.Contains(file, ".") {
		return fmt.Errorf("%s: there is no such file; did you mean `%s` of the library?", file, near)
	}
	return fmt.Errorf("%s: there is no such file", file)
}

// plain is a file error without the operation that failed.
func plain(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return fmt.Errorf("%s: %w", pe.Path, pe.Err)
	}
	return err
}

// report prints findings; with an error among them it returns one.
func (e *env) report(program *pzc.Program, diags diag.List) error {
	if e.globals.Quiet {
		diags = slices.DeleteFunc(slices.Clone(diags), func(d *diag.Diagnostic) bool { return d.Severity == diag.Warning })
	}
	if len(diags) > 0 {
		e.printFindings(diags, program.Sources())
	}
	if diags.HasErrors() {
		return exit(exitWrong)
	}
	return nil
}

// instantiate loads a model and gives it its data. The heuristic is that of the options, if any.
func (d *dataFlags) instantiate(ctx context.Context, e *env, file, heuristic string) (*pzc.Puzzle, error) {
	program, err := e.load(ctx, file)
	if err != nil {
		return nil, err
	}
	data, err := d.data(ctx, e)
	if err != nil {
		return nil, err
	}
	if err := e.report(program, program.AddHeuristic("--heuristic", heuristic)); err != nil {
		return nil, err
	}
	return e.build(ctx, program, data)
}

// build gives a model its data and prints what was found.
func (e *env) build(ctx context.Context, program *pzc.Program, data pzc.Data) (*pzc.Puzzle, error) {
	puzzle, diags := program.InstantiateContext(ctx, data)
	if ctx.Err() != nil {
		return nil, e.cut(ctx)
	}
	return puzzle, e.report(program, diags)
}

// compile is instantiate and then grounding, for commands that need the whole task.
func (d *dataFlags) compile(ctx context.Context, e *env, file, heuristic string) (*pzc.Puzzle, error) {
	puzzle, err := d.instantiate(ctx, e, file, heuristic)
	if err != nil {
		return nil, err
	}
	if err := e.report(puzzle.Program, puzzle.Ground(ctx)); err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, e.cut(ctx)
	}
	return puzzle, nil
}

// data reads what the flags give.
func (d *dataFlags) data(ctx context.Context, e *env) (pzc.Data, error) {
	data := pzc.Data{Instance: d.Instance}
	if d.Data != "" {
		text, err := e.read(ctx, d.Data)
		if err != nil {
			return data, err
		}
		data.JSON = text
	}
	for _, text := range d.Define {
		v, err := e.define(ctx, text)
		if err != nil {
			return data, err
		}
		data.Values = append(data.Values, v)
	}
	return data, nil
}

// define reads `name=expression` or `name=@file`.
func (e *env) define(ctx context.Context, text string) (pzc.Value, error) {
	name, value, ok := strings.Cut(text, "=")
	name = strings.TrimSpace(name)
	if !ok || name == "" {
		return pzc.Value{}, fmt.Errorf("-D %s: a name and a value are wanted: -D name=value", text)
	}
	file, isFile := strings.CutPrefix(strings.TrimSpace(value), "@")
	if !isFile {
		return pzc.Value{Param: name, Text: pzc.Text{Name: "-D " + name, Text: value}}, nil
	}
	var rows []byte
	var err error
	if cut := e.within(ctx, func() { rows, err = e.readFile(file) }); cut != nil {
		return pzc.Value{}, cut
	}
	if err != nil {
		return pzc.Value{}, fmt.Errorf("-D %s: %w", name, plain(err))
	}
	return pzc.Value{Param: name, Map: true, Text: pzc.Text{Name: file, Text: string(rows)}}, nil
}

// read reads a file that is no model.
func (e *env) read(ctx context.Context, file string) (*pzc.Text, error) {
	if err := printable(file); err != nil {
		return nil, err
	}
	var text []byte
	var err error
	name, read := file, func() { text, err = e.readFile(file) }
	if file == "-" {
		name, read = "<stdin>", func() { text, err = pzc.ReadAll("standard input", e.stdin) }
	}
	if cut := e.within(ctx, read); cut != nil {
		return nil, cut
	}
	if err != nil {
		return nil, plain(err)
	}
	return &pzc.Text{Name: name, Text: string(text)}, nil
}
