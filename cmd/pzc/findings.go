package main

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/mention"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

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
