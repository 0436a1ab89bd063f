package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/pzc-lang/pzc/internal/datafile"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// mapper reads the values of the flags of a type.
func mapper(kind string, set func(target reflect.Value, text string) error) kong.Option {
	return kong.NamedMapper(kind, kong.MapperFunc(func(ctx *kong.DecodeContext, target reflect.Value) error {
		var text string
		if err := ctx.Scan.PopValueInto(kind, &text); err != nil {
			return err
		}
		return set(target, text)
	}))
}

func setDuration(target reflect.Value, text string) error {
	d, ok := parseDuration(text)
	if !ok {
		return fmt.Errorf("%q is not a time; write 30s, 5m or 1h30m", text)
	}
	target.SetInt(int64(d))
	return nil
}

// setList reads names and expressions with commas between them.
func setList(target reflect.Value, text string) error {
	target.Set(reflect.AppendSlice(target, reflect.ValueOf(splitList(text))))
	return nil
}

// splitList splits a text at its commas, but for those in brackets and in quotes, as in `v[(0, 0)], max(a, b)`.
func splitList(text string) (all []string) {
	depth, quote, begin := 0, rune(0), 0
	for i, r := range text {
		switch {
		case quote != 0:
			if quote == r {
				quote = 0
			}
		case r == '\'' || r == '"':
			quote = r
		case strings.ContainsRune("([{", r):
			depth++
		case strings.ContainsRune(")]}", r):
			depth--
		case r == ',' && depth == 0:
			all, begin = append(all, strings.TrimSpace(text[begin:i])), i+1
		}
	}
	return append(all, strings.TrimSpace(text[begin:]))
}

func setBytes(target reflect.Value, text string) error {
	n, ok := parseBytes(text)
	if !ok {
		return fmt.Errorf("%q is not an amount of memory; write 4GiB or 500MB", text)
	}
	target.SetInt(n)
	return nil
}

// parseDuration reads a time: 30s, 5m, 1h30m; a plain number means seconds.
func parseDuration(text string) (d time.Duration, ok bool) {
	d, err := time.ParseDuration(text)
	if seconds, notNumber := strconv.ParseFloat(text, 64); notNumber == nil && seconds < 1e9 {
		d, err = time.Duration(seconds*float64(time.Second)), nil
	}
	return d, err == nil && d > 0
}

// units are the units of memory, longer suffixes first.
var units = []struct {
	suffix string
	bytes  float64
}{
	{"kib", 1 << 10},
	{"mib", 1 << 20},
	{"gib", 1 << 30},
	{"tib", 1 << 40},
	{"kb", 1e3},
	{"mb", 1e6},
	{"gb", 1e9},
	{"tb", 1e12},
	{"k", 1 << 10},
	{"m", 1 << 20},
	{"g", 1 << 30},
	{"t", 1 << 40},
	{"b", 1},
	{"", 1},
}

// leastMemory is what pzc needs for itself, in bytes.
const leastMemory = 16 << 20

// parseBytes reads an amount of memory: 4GiB, 500MB; a plain number means bytes. Less than pzc needs for itself is
// raised to that.
func parseBytes(text string) (n int64, ok bool) {
	lower := strings.ToLower(strings.TrimSpace(text))
	for _, u := range units {
		number, found := strings.CutSuffix(lower, u.suffix)
		if !found {
			continue
		}
		x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || !(x > 0) || x*u.bytes >= 1<<62 {
			return 0, false
		}
		return max(int64(x*u.bytes), leastMemory), true
	}
	return 0, false
}

// dataFlags choose the data of a model.
type dataFlags struct {
	Instance string   `job:"" short:"i" placeholder:"NAME" help:"The instance to use, instead of the model's own parameters. A file of levels (use and instances) needs none if it has one instance."`
	Define   []string `short:"D" sep:"none" placeholder:"NAME=VALUE" help:"Give a parameter a value: an expression of the language, @file for a map, or @file.csv for a table."`
	plain    bool     // leave out answers that are defs: see puzzle.Data
	Data     string   `placeholder:"FILE" help:"Give parameters values from a JSON object (- for standard input), or from a .dzn file of MiniZinc."`
}

// instantiate loads a model and instantiates it with its data. heuristic is the heuristic of the options; "": none.
func (d *dataFlags) instantiate(ctx context.Context, e *env, file, heuristic string) (*puzzle.Puzzle, error) {
	program, err := e.load(ctx, file)
	if err != nil {
		return nil, err
	}
	return d.buildProgram(ctx, e, program, heuristic)
}

// buildProgram instantiates a loaded model with its data.
func (d *dataFlags) buildProgram(ctx context.Context, e *env, program *puzzle.Program,
	heuristics ...string,
) (*puzzle.Puzzle, error) {
	data, err := d.given(ctx, e)
	if err != nil {
		return nil, err
	}
	for _, h := range heuristics {
		if err := e.report(program, program.AddHeuristic("--heuristic", h)); err != nil {
			return nil, err
		}
	}
	return e.build(ctx, program, data)
}

// compile is instantiate, followed by grounding.
func (d *dataFlags) compile(ctx context.Context, e *env, file string) (*puzzle.Puzzle, error) {
	program, err := e.load(ctx, file)
	if err != nil {
		return nil, err
	}
	return d.compileProgram(ctx, e, program)
}

// compileProgram is Compile for a model that was loaded.
func (d *dataFlags) compileProgram(ctx context.Context, e *env, program *puzzle.Program,
	heuristics ...string,
) (*puzzle.Puzzle, error) {
	z, err := d.buildProgram(ctx, e, program, heuristics...)
	if err != nil {
		return nil, err
	}
	if err := e.ground(ctx, z); err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, e.cut(ctx)
	}
	return z, nil
}

// dataFiles lists the files that the flags name.
func (d *dataFlags) dataFiles() (files []string) {
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

// given reads the data that the flags give.
func (d *dataFlags) given(ctx context.Context, e *env) (puzzle.Data, error) {
	data := puzzle.Data{Instance: d.Instance, Plain: d.plain}
	if d.Data != "" {
		text, err := e.read(ctx, d.Data)
		if err != nil {
			return data, err
		}
		if strings.EqualFold(filepath.Ext(d.Data), ".dzn") {
			object, problem := datafile.DZN(text.Name, text.Text)
			if problem != nil {
				return data, e.unreadable(problem, text)
			}
			text = &puzzle.Text{Name: text.Name, Text: object}
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
func (e *env) define(ctx context.Context, text string) (puzzle.Value, error) {
	name, value, ok := strings.Cut(text, "=")
	name = strings.TrimSpace(name)
	if !ok || name == "" {
		return puzzle.Value{}, fmt.Errorf("-D %s: a name and a value are wanted: -D name=value", text)
	}
	file, isFile := strings.CutPrefix(strings.TrimSpace(value), "@")
	if !isFile {
		return puzzle.Value{Param: name, Text: puzzle.Text{Name: "-D " + name, Text: value}}, nil
	}
	if file == "" {
		return puzzle.Value{}, fmt.Errorf("-D %s: the name of a file is wanted: -D %[1]s=@file", name)
	}
	rows, err := e.read(ctx, file)
	if err != nil {
		return puzzle.Value{}, fmt.Errorf("-D %s: %w", name, err)
	}
	if strings.EqualFold(filepath.Ext(file), ".csv") {
		list, problem := datafile.CSV(rows.Name, rows.Text)
		if problem != nil {
			return puzzle.Value{}, e.unreadable(problem, rows)
		}
		return puzzle.Value{Param: name, JSON: true, Text: puzzle.Text{Name: rows.Name, Text: list}}, nil
	}
	return puzzle.Value{Param: name, Map: true, Text: *rows}, nil
}

// unreadable prints what is wrong with a file of data.
func (e *env) unreadable(problem *diag.Diagnostic, file *puzzle.Text) error {
	e.printFindings(diag.List{problem}, map[string]string{file.Name: file.Text})
	return exit(exitWrong)
}

// oneStdin demands that standard input is read at most once.
func (d *dataFlags) oneStdin(files ...string) error {
	n := 0
	for _, f := range append(append(files, d.Data), d.dataFiles()...) {
		if f == "-" {
			n++
		}
	}
	if n > 1 {
		return errors.New("standard input can be read only once: `-` stands there twice")
	}
	return nil
}
