package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/diag"
)

// Load reads and checks a model, and prints the findings.
func (e *Env) Load(ctx context.Context, file string) (*pzc.Program, error) {
	program, diags, err := e.Open(ctx, file)
	if err != nil {
		return nil, err
	}
	return program, e.Report(program, diags)
}

// Open reads and checks a model. It returns when the context ends, even if the model is still being checked.
func (e *Env) Open(ctx context.Context, file string) (program *pzc.Program, diags diag.List, err error) {
	e.answering.set(false) // what was begun was the answer about the file before
	if err := e.Within(ctx, func() { program, diags, err = e.openNow(file) }); err != nil {
		return nil, nil, err
	}
	return program, diags, Plain(err)
}

func (e *Env) openNow(file string) (*pzc.Program, diag.List, error) {
	if file == "-" {
		text, err := pzc.ReadAll("standard input", e.Stdin)
		if err != nil {
			return nil, nil, err
		}
		program, diags := pzc.LoadText(pzc.Folder("."), "<stdin>", string(text))
		return program, diags, nil
	}
	file, err := NamedModel(file)
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
func (e *Env) readFile(name string) ([]byte, error) {
	if e.sandbox {
		text, err := pzc.ReadOrdinary(name)
		if errors.Is(err, pzc.ErrNotOrdinary) {
			err = fmt.Errorf(
				"%s: %w, and --sandbox reads neither; give the file itself, or - for standard input", name, pzc.ErrNotOrdinary,
			)
		}
		return text, err
	}
	return pzc.ReadFile(name)
}

// NamedModel returns the file that the name of a model means: `std:taquin` is a model of the library, and so is
// `taquin` if there is no file of that name.
func NamedModel(name string) (string, error) {
	if builtIn, isStd := strings.CutPrefix(name, "std:"); isStd {
		m, err := BuiltIn(builtIn)
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
	return name, Plain(err)
}

// printable refuses names of files with control characters, which would command the terminal. The name may be chosen by
// a stranger.
func printable(file string) error {
	if strings.ContainsAny(file, "\n\t") || diag.FirstHidden(file) >= 0 {
		return fmt.Errorf("%q: the name of the file holds characters that are not printed; rename it", file)
	}
	return nil
}

// BuiltIn returns a model of the library.
func BuiltIn(name string) (pzc.LibraryModel, error) {
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

// Read reads a file that is not a model; "-" is standard input.
func (e *Env) Read(ctx context.Context, file string) (*pzc.Text, error) {
	if err := printable(file); err != nil {
		return nil, err
	}
	var text []byte
	var err error
	name, read := file, func() { text, err = e.readFile(file) }
	if file == "-" {
		name, read = "<stdin>", func() { text, err = pzc.ReadAll("standard input", e.Stdin) }
	}
	if cut := e.Within(ctx, read); cut != nil {
		return nil, cut
	}
	if err != nil {
		return nil, Plain(err)
	}
	return &pzc.Text{Name: name, Text: string(text)}, nil
}

// Build instantiates a model with its data, and prints the findings.
func (e *Env) Build(ctx context.Context, program *pzc.Program, data pzc.Data) (*pzc.Puzzle, error) {
	puzzle, diags := program.InstantiateContext(ctx, data)
	if ctx.Err() != nil {
		return nil, e.Cut(ctx)
	}
	return puzzle, e.Report(program, diags)
}
