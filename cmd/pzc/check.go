package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/cmd/pzc/internal/command"
	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/internal/text"
)

type checkCommand struct {
	Files   []string `arg:"" name:"file" help:"Models, - for standard input, or names of models of the library."`
	Ground  bool     `help:"Print a summary of the compiled task."`
	Verbose bool     `short:"v" help:"With --ground: each move with its guard and effects."`
	command.DataFlags
	command.Limits
}

// Help is shown below the command's line in its help.
func (checkCommand) Help() string {
	return `Checks names, types and the data of all instances. Then one instance is compiled, which finds values that may
leave their types, writes that may collide and moves that can never be made. The exit status is 0 if there is
no error, and 2 if there is one. Warnings do not count.

Examples:

    pzc check taquin.pz
    pzc check --ground taquin.pz -i loyd
    pzc check models/*.pz --format json`
}

// Run checks each file.
func (c *checkCommand) Run(e *command.Env) error {
	if err := c.OneStdin(c.Files...); err != nil {
		return err
	}
	ctx, stop := c.Start(e)
	defer stop()
	findings, failed := []findingObject{}, false
	for _, file := range c.Files {
		program, diags, err := e.Open(ctx, file)
		if err != nil {
			return err
		}
		var z *pzc.Puzzle
		if !diags.HasErrors() {
			data, err := c.Given(ctx, e)
			if err != nil {
				return err
			}
			var more diag.List
			if z, more = checkData(ctx, program, data); ctx.Err() != nil {
				return e.Cut(ctx)
			}
			diags = append(diags, more...)
		}
		diags = diags.Sorted()
		failed = e.Report(program, diags) != nil || failed
		findings = append(findings, findingsJSON(diags)...)
		if err := c.describe(e, file, z); err != nil {
			return err
		}
	}
	if e.JSON() {
		if err := e.WriteJSON(map[string]any{"findings": findings}); err != nil {
			return err
		}
	}
	switch {
	case failed:
		return command.Exit(command.Wrong)
	case ctx.Err() != nil:
		return e.Cut(ctx)
	}
	return nil
}

// checkData builds all instances, and compiles the chosen one or else the first.
func checkData(ctx context.Context, program *pzc.Program, data pzc.Data) (*pzc.Puzzle, diag.List) {
	given := data.Instance != "" || data.JSON != nil || len(data.Values) > 0
	if !given && !program.Complete() && len(program.Instances()) > 0 {
		data.Instance = program.Instances()[0]
	}
	z, diags := program.InstantiateContext(ctx, data)
	for _, name := range program.Instances() {
		if ctx.Err() == nil && name != data.Instance {
			_, more := program.InstantiateContext(ctx, pzc.Data{Instance: name})
			diags = append(diags, more...)
		}
	}
	if z != nil {
		diags = append(diags, z.Ground(ctx)...)
	}
	if z != nil && !diags.HasErrors() {
		diags = append(diags, z.CheckPromises(ctx)...)
	}
	return z, diags
}

// describe prints a line about a file without errors, or with --ground its task.
func (c *checkCommand) describe(e *command.Env, file string, z *pzc.Puzzle) error {
	if z == nil || e.JSON() {
		return nil
	}
	return e.Answer(func(out io.Writer) error {
		w := bufio.NewWriter(out)
		if c.Ground {
			z.Describe(w, c.Verbose)
		} else if !e.Globals.Quiet {
			fmt.Fprintf(w, "%s: %s, %s\n", file, z.Program.Name(), contents(z.Program))
		}
		return w.Flush()
	})
}

func contents(p *pzc.Program) string {
	parts := []string{}
	for _, c := range p.Contents() {
		parts = append(parts, text.Count(c.Count, c.What))
	}
	return strings.Join(parts, ", ")
}

// findingObject is the JSON of a finding.
type findingObject struct {
	Severity string `json:"severity"`
	Code     string `json:"code"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Message  string `json:"message"`
	Help     string `json:"help,omitempty"`
}

func findingsJSON(diags diag.List) []findingObject {
	var out []findingObject
	for _, d := range diags {
		at := d.Span.Start
		out = append(out, findingObject{
			d.Severity.String(), d.Code, at.Filename, at.Line, at.Column,
			diag.Clip(d.Msg), diag.Clip(command.InFlags(d.Help)),
		})
	}
	return out
}
