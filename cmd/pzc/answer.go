package main

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/mention"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// answering makes sure that the answer is written whole or not at all: once an answer has begun, no limit ends the
// process, and once a limit ends the process, no answer begins.
type answering struct {
	one   sync.Mutex
	begun bool // the first byte of the answer is written
}

func (a *answering) set(begun bool) {
	a.one.Lock()
	defer a.one.Unlock()
	a.begun = begun
}

// breakOff calls end, which ends the process, unless an answer has begun.
func (a *answering) breakOff(end func()) {
	a.one.Lock()
	defer a.one.Unlock()
	if !a.begun {
		end()
	}
}

// answer writes an answer to standard output. It calls write once before anything is written, while limits may still
// end the work. A short answer is kept from that call; for a long one, write is called again, so that the answer takes
// no memory.
func (e *env) answer(write func(out io.Writer) error) error {
	var first trial
	if err := write(&first); err != nil {
		return err
	}
	e.answering.set(true)
	if first.long {
		return write(e.stdout)
	}
	_, err := e.stdout.Write(first.text)
	return err
}

// writeJSON answers with one object.
func (e *env) writeJSON(object any) error {
	compact, err := text.JSON(object)
	if err != nil {
		return err
	}
	e.answering.set(true)
	return text.LayOut(e.stdout, compact)
}

// present answers with an object if answers are JSON, and else with the text that write prints. z may be nil.
func (e *env) present(z *puzzle.Puzzle, object func() any, write func(p *show.Printer)) error {
	if e.json() {
		return e.writeJSON(object())
	}
	return e.answer(func(out io.Writer) error {
		p := show.NewPrinter(out, z, e.style(nil))
		write(p)
		return p.Flush()
	})
}

// keptAnswer is the length in bytes up to which present keeps an answer.
const keptAnswer = 1 << 20

// trial is a writer that keeps its text while it is short.
type trial struct {
	text []byte
	long bool
}

func (t *trial) Write(text []byte) (int, error) {
	if t.long = t.long || len(t.text)+len(text) > keptAnswer; t.long {
		t.text = nil
	} else {
		t.text = append(t.text, text...)
	}
	return len(text), nil
}

// flagNames maps the options and calls that texts of the library mention to their names on the command line.
var flagNames = map[string]string{
	mention.Algorithm:  "--algorithm",
	mention.AtMost:     "--at-most",
	mention.Backend:    "--backend",
	mention.Backwards:  "--backwards",
	mention.Data:       "--data",
	mention.Encoding:   "--encoding",
	mention.Engine:     "--engine",
	mention.From:       "--from",
	mention.Hole:       "--hole",
	mention.Horizon:    "--horizon",
	mention.Instance:   "-i",
	mention.MaxHorizon: "--max-horizon",
	mention.Memory:     "--memory",
	mention.MinHorizon: "--min-horizon",
	mention.Parallel:   "--parallel",
	mention.Project:    "--on",
	mention.Values:     "-D",
	mention.Vary:       "--vary",
	mention.Without:    "--without",
	mention.Work:       "--work",

	mention.Count: "pzc count",
	mention.Solve: "pzc solve",
}

// inFlags puts flags in the place of the options that a text of the library mentions.
func inFlags(text string) string {
	return mention.Render(text, func(option, value string) string {
		flag, known := flagNames["["+option+"]"]
		if !known {
			return ""
		}
		return strings.TrimSuffix(flag+" "+value, " ")
	})
}

// report prints the findings about a program, with --quiet only errors. If there is an error among them, it returns
// Exit(Wrong).
func (e *env) report(program *puzzle.Program, diags diag.List) error {
	if e.globals.Quiet {
		diags = slices.DeleteFunc(slices.Clone(diags), func(d *diag.Diagnostic) bool { return d.Severity != diag.Error })
	}
	if len(diags) > 0 {
		e.printFindings(diags, program.Sources())
	}
	if diags.HasErrors() {
		return exit(exitWrong)
	}
	return nil
}

// refused prints the findings about a program if the error of some work consists of them. Otherwise it is noAnswer.
func (e *env) refused(ctx context.Context, program *puzzle.Program, err error) error {
	var diags diag.List
	if errors.As(err, &diags) {
		return e.report(program, diags)
	}
	return e.noAnswer(ctx, err)
}

// ground compiles a puzzle and prints the findings, with --quiet only errors, as Report does.
func (e *env) ground(ctx context.Context, z *puzzle.Puzzle) error {
	if e.globals.Quiet {
		return e.report(z.Program, z.GroundOnce(ctx))
	}
	return e.report(z.Program, z.Ground(ctx))
}

// printFindings prints findings on standard error, with flags for the options that they mention.
func (e *env) printFindings(diags diag.List, sources map[string]string) {
	named := slices.Clone(diags)
	for i, d := range named {
		if help := inFlags(d.Help); help != d.Help {
			changed := *d
			changed.Help = help
			named[i] = &changed
		}
	}
	diag.Print(e.stderr, named, sources, e.colorOn(e.live))
}
