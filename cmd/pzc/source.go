package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// load reads and checks a model, and prints the findings.
func (e *env) load(ctx context.Context, file string) (*puzzle.Program, error) {
	program, diags, err := e.open(ctx, file)
	if err != nil {
		return nil, err
	}
	return program, e.report(program, diags)
}

// open reads and checks a model. It returns when the context ends, even if the model is still being checked.
func (e *env) open(ctx context.Context, file string) (program *puzzle.Program, diags diag.List, err error) {
	e.answering.set(false) // what was begun was the answer about the file before
	if err := e.within(ctx, func() { program, diags, err = e.openNow(file) }); err != nil {
		return nil, nil, err
	}
	return program, diags, plainError(err)
}

func (e *env) openNow(file string) (*puzzle.Program, diag.List, error) {
	if file == "-" {
		text, err := puzzle.ReadAll("standard input", e.stdin)
		if err != nil {
			return nil, nil, err
		}
		if t := (puzzle.Text{Name: "<stdin>", Text: string(text)}); puzzle.IsPlanning("", t.Text) {
			program, diags := puzzle.LoadPDDL(t, t)
			return program, diags, nil
		}
		program, diags := puzzle.LoadText(puzzle.Folder("."), "<stdin>", string(text))
		return program, diags, nil
	}
	if isPlanning(file) {
		return e.openPlanning(file)
	}
	file, err := namedModel(file)
	if err != nil {
		return nil, nil, err
	}
	text, err := e.readFile(file)
	if err != nil {
		return nil, nil, err
	}
	program, diags := puzzle.LoadText(puzzle.Folder(filepath.Dir(file)), file, string(text))
	return program, diags, nil
}

// readFile reads a file that was named on the command line. In a sandbox it may be a stranger's.
func (e *env) readFile(name string) ([]byte, error) {
	if e.sandbox {
		text, err := puzzle.ReadOrdinary(name)
		if errors.Is(err, puzzle.ErrNotOrdinary) {
			err = fmt.Errorf(
				"%s: %w, and --sandbox reads neither; give the file itself, or - for standard input", name, puzzle.ErrNotOrdinary,
			)
		}
		return text, err
	}
	return puzzle.ReadFile(name)
}

// namedModel returns the file that the name of a model means: `std:taquin` is a model of the library, and so is
// `taquin` if there is no file of that name.
func namedModel(name string) (string, error) {
	if builtIn, isStd := strings.CutPrefix(name, "std:"); isStd {
		m, err := isBuiltIn(builtIn)
		return m.File, err
	}
	if err := printable(name); err != nil {
		return "", err
	}
	info, err := os.Stat(name)
	if err != nil || info.IsDir() {
		if m, ok := puzzle.Library(name); ok {
			return m.File, nil
		}
	}
	if errors.Is(err, fs.ErrNotExist) {
		return "", missingFile(name)
	}
	return name, plainError(err)
}

// printable refuses names of files with control characters, which would command the terminal. The name may be chosen by
// a stranger.
func printable(file string) error {
	if strings.ContainsAny(file, "\n\t") || diag.FirstHidden(file) >= 0 {
		return fmt.Errorf("%q: the name of the file holds characters that are not printed; rename it", file)
	}
	return nil
}

// isBuiltIn returns a model of the library.
func isBuiltIn(name string) (puzzle.LibraryModel, error) {
	m, ok := puzzle.Library(name)
	if ok {
		return m, nil
	}
	return m, fmt.Errorf("the library has no model `%s`; %s", name,
		diag.Meant(name, puzzle.KnownNames(), "`pzc models` lists them"))
}

func missingFile(file string) error {
	if near := diag.Nearest(file, puzzle.KnownNames()); near != "" && !strings.Contains(file, ".") {
		return fmt.Errorf("%s: there is no such file; did you mean `%s` of the library?", file, near)
	}
	return fmt.Errorf("%s: there is no such file", file)
}

// read reads a file that is not a model, as text; "-" is standard input.
func (e *env) read(ctx context.Context, file string) (*puzzle.Text, error) {
	text, err := e.readRaw(ctx, file)
	if err != nil {
		return nil, err
	}
	read, wrong := diag.Decode(text.Name, text.Text)
	if wrong != nil {
		return nil, diag.List{wrong}
	}
	return &puzzle.Text{Name: text.Name, Text: read}, nil
}

// readRaw reads a file, with its byte order mark and ends of lines; "-" is standard input.
func (e *env) readRaw(ctx context.Context, file string) (*puzzle.Text, error) {
	if err := printable(file); err != nil {
		return nil, err
	}
	var text []byte
	var err error
	name, read := file, func() { text, err = e.readFile(file) }
	if file == "-" {
		name, read = "<stdin>", func() { text, err = puzzle.ReadAll("standard input", e.stdin) }
	}
	if cut := e.within(ctx, read); cut != nil {
		return nil, cut
	}
	if err != nil {
		return nil, plainError(err)
	}
	return &puzzle.Text{Name: name, Text: string(text)}, nil
}

// build instantiates a model with its data, and prints the findings.
func (e *env) build(ctx context.Context, program *puzzle.Program, data puzzle.Data) (*puzzle.Puzzle, error) {
	z, diags := program.InstantiateContext(ctx, data)
	if ctx.Err() != nil {
		return nil, e.cut(ctx)
	}
	return z, e.report(program, diags)
}
