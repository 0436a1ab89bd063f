package command

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc"
)

// DataFlags choose the data of a model.
type DataFlags struct {
	Instance string   `short:"i" placeholder:"NAME" help:"The instance to use, instead of the model's own parameters."`
	Define   []string `short:"D" sep:"none" placeholder:"NAME=VALUE" help:"Give a parameter a value: an expression of the language, or @file for a map."`
	Data     string   `placeholder:"FILE" help:"Give parameters values from a JSON object (- for standard input)."`
}

// Instantiate loads a model and instantiates it with its data. heuristic is the heuristic of the options; "": none.
func (d *DataFlags) Instantiate(ctx context.Context, e *Env, file, heuristic string) (*pzc.Puzzle, error) {
	program, err := e.Load(ctx, file)
	if err != nil {
		return nil, err
	}
	return d.BuildProgram(ctx, e, program, heuristic)
}

// BuildProgram instantiates a loaded model with its data.
func (d *DataFlags) BuildProgram(ctx context.Context, e *Env, program *pzc.Program,
	heuristic string,
) (*pzc.Puzzle, error) {
	data, err := d.Given(ctx, e)
	if err != nil {
		return nil, err
	}
	if err := e.Report(program, program.AddHeuristic("--heuristic", heuristic)); err != nil {
		return nil, err
	}
	return e.Build(ctx, program, data)
}

// Compile is Instantiate, followed by grounding.
func (d *DataFlags) Compile(ctx context.Context, e *Env, file, heuristic string) (*pzc.Puzzle, error) {
	program, err := e.Load(ctx, file)
	if err != nil {
		return nil, err
	}
	return d.CompileProgram(ctx, e, program, heuristic)
}

// CompileProgram is Compile for a model that was loaded.
func (d *DataFlags) CompileProgram(ctx context.Context, e *Env, program *pzc.Program,
	heuristic string,
) (*pzc.Puzzle, error) {
	puzzle, err := d.BuildProgram(ctx, e, program, heuristic)
	if err != nil {
		return nil, err
	}
	if err := e.Ground(ctx, puzzle); err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, e.Cut(ctx)
	}
	return puzzle, nil
}

// Files lists the files that the flags name.
func (d *DataFlags) Files() (files []string) {
	if d.Data != "" && d.Data != "-" {
		files = append(files, d.Data)
	}
	for _, text := range d.Define {
		if _, value, ok := strings.Cut(text, "="); ok {
			if file, isFile := strings.CutPrefix(strings.TrimSpace(value), "@"); isFile {
				files = append(files, file)
			}
		}
	}
	return files
}

// Given reads the data that the flags give.
func (d *DataFlags) Given(ctx context.Context, e *Env) (pzc.Data, error) {
	data := pzc.Data{Instance: d.Instance}
	if d.Data != "" {
		text, err := e.Read(ctx, d.Data)
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

// define reads the value of -D: `name=expression` or `name=@file`.
func (e *Env) define(ctx context.Context, text string) (pzc.Value, error) {
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
	if cut := e.Within(ctx, func() { rows, err = e.readFile(file) }); cut != nil {
		return pzc.Value{}, cut
	}
	if err != nil {
		return pzc.Value{}, fmt.Errorf("-D %s: %w", name, Plain(err))
	}
	return pzc.Value{Param: name, Map: true, Text: pzc.Text{Name: file, Text: string(rows)}}, nil
}

// OneStdin demands that standard input is read at most once.
func (d *DataFlags) OneStdin(files ...string) error {
	n := 0
	for _, f := range append(files, d.Data) {
		if f == "-" {
			n++
		}
	}
	if n > 1 {
		return errors.New("standard input can be read only once: `-` stands there twice")
	}
	return nil
}
