package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/pddl"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

type checkCommand struct {
	Files   []string `arg:"" name:"file" help:"Models, - for standard input, or names of models of the library."`
	Ground  bool     `help:"Print a summary of the compiled task."`
	Normal  bool     `help:"Print a summary of the task in the normal form in which it is solved."`
	Verbose bool     `short:"v" help:"With --ground or --normal: each move with its guard and effects."`
	Fix     bool     `help:"First write into the files what findings propose, where only one thing can be meant: misspelt names and words, signs of other languages."`
	DryRun  bool     `help:"With --fix: only say what would be written."`
	dataFlags
	limits
}

func (checkCommand) Help() string {
	return `Checks names, types and the data of all instances. Then compiles one instance,
to find values that may leave their types, writes that may collide, and moves
that are never applicable. The exit status is 0 if there is no error, and 2 if
there is one. Warnings do not change it, and neither do remarks, which say what
is proved about the model and can be said more plainly.

Examples:

    pzc check taquin.pz
    pzc check --ground taquin.pz -i loyd
    pzc check --fix --dry-run taquin.pz
    pzc check models/*.pz --format json`
}

func (c *checkCommand) Run(e *env) error {
	if err := c.oneStdin(c.Files...); err != nil {
		return err
	}
	if err := c.keepsFiles(c.Fix && !c.DryRun); err != nil {
		return err
	}
	if c.DryRun && !c.Fix {
		return errors.New("--dry-run says what --fix would write; give both")
	}
	ctx, stop := c.start(e)
	defer stop()
	findings, failed := []text.Fields{}, false
	for _, file := range c.Files {
		if c.Fix {
			if err := c.fix(ctx, e, file); err != nil {
				return err
			}
		}
		if isPlanning(file) && e.domainOf[file] == "" && kindOf(file) == pddl.Domain {
			more, err := c.domain(ctx, e, file)
			if err != nil {
				return err
			}
			failed = failed || more.HasErrors()
			findings = append(findings, findingsJSON(more)...)
			continue
		}
		program, diags, err := e.open(ctx, file)
		if err != nil {
			return err
		}
		var z *puzzle.Puzzle
		if !diags.HasErrors() {
			data, err := c.given(ctx, e)
			if err != nil {
				return err
			}
			var more diag.List
			if z, more = program.Check(ctx, data); ctx.Err() != nil {
				return e.cut(ctx)
			}
			diags = append(diags, more...)
		}
		diags = diags.Sorted()
		failed = e.report(program, diags) != nil || failed
		findings = append(findings, findingsJSON(diags)...)
		if diags.HasErrors() {
			continue
		}
		if program.IsPart() && !e.json() && !e.globals.Quiet {
			fmt.Fprintf(e.stdout, "%s: a part of models\n", file)
		}
		if err := c.describe(ctx, e, file, z); err != nil {
			return err
		}
	}
	if e.json() {
		if err := e.writeJSON(map[string]any{"findings": findings}); err != nil {
			return err
		}
	}
	switch {
	case failed:
		return exit(exitWrong)
	case ctx.Err() != nil:
		return e.cut(ctx)
	}
	return nil
}

// domain checks a domain of PDDL without a problem, and prints its findings.
func (c *checkCommand) domain(ctx context.Context, e *env, file string) (diag.List, error) {
	text, err := e.readRaw(ctx, file)
	if err != nil {
		return nil, err
	}
	summary, program, diags := puzzle.CheckDomain(*text)
	if e.report(program, diags) == nil && !e.json() && !e.globals.Quiet {
		fmt.Fprintf(e.stdout, "%s: %s\n", file, summary)
	}
	return diags, nil
}

// fix applies the fixes of findings to a file, and reports them on standard error.
func (c *checkCommand) fix(ctx context.Context, e *env, file string) error {
	if _, err := writable(file, "--fix", "--fix"); err != nil {
		return err
	}
	text, err := e.readRaw(ctx, file)
	if err != nil {
		return err
	}
	var after string
	var fixed diag.List
	err = e.within(ctx, func() { after, fixed = puzzle.Fix(puzzle.Folder(filepath.Dir(file)), text.Name, text.Text) })
	if err != nil {
		return err
	}
	for _, d := range fixed {
		old := d.Fix.Span
		fmt.Fprintf(e.stderr, "%s: fixed: %s; wrote `%s`\n", old.Start, diag.Shown(d.Msg), diag.Shown(d.Fix.Text))
	}
	if c.DryRun || len(fixed) == 0 {
		return nil
	}
	return writeText(file, after)
}

// describe prints a line about a file without errors, or with --ground its task.
func (c *checkCommand) describe(ctx context.Context, e *env, file string, z *puzzle.Puzzle) error {
	if z == nil || e.json() {
		return nil
	}
	return e.answer(func(out io.Writer) error {
		w := bufio.NewWriter(out)
		if c.Ground || c.Normal {
			z.Describe(ctx, w, c.Verbose, c.Normal)
		} else if !e.globals.Quiet {
			fmt.Fprintf(w, "%s: %s, %s\n", file, z.Program.Name(), contents(z.Program))
		}
		return w.Flush()
	})
}

func contents(p *puzzle.Program) string {
	parts := lists.Map(p.Contents(), func(c puzzle.Content) string { return text.Count(c.Count, c.What) })
	return strings.Join(parts, ", ")
}

// findingsJSON returns the JSON of findings. A fix is a text instead of the bytes from start up to end.
func findingsJSON(diags diag.List) []text.Fields {
	return lists.Map(diags, func(d *diag.Diagnostic) text.Fields {
		at := d.Span.Start
		o := text.Fields{
			"severity", d.Severity.String(), "code", d.Code, "file", at.Filename, "line", at.Line, "column", at.Column,
			"message", diag.Clip(d.Msg), "help?", diag.Clip(inFlags(d.Help)),
		}
		if f := d.Fix; f != nil {
			o = append(o, "fix", text.Fields{
				"start", f.Span.Start.Offset, "end", f.Span.End.Offset, "text", f.Text, "guess?", f.Guess,
			})
		}
		return o
	})
}

type fmtCommand struct {
	Files []string `arg:"" name:"file" help:"Models, or - for standard input."`
	Write bool     `short:"w" help:"Write the result to the files instead of standard output."`
	limits
}

func (fmtCommand) Help() string {
	return `Comments are kept, and the meaning does not change. A file with a syntax error is not changed.

Examples:

    pzc fmt taquin.pz       to standard output
    pzc fmt -w *.pz         in place`
}

func (c *fmtCommand) Run(e *env) error {
	if err := c.keepsFiles(c.Write); err != nil {
		return err
	}
	ctx, stop := c.start(e)
	defer stop()
	failed := false
	for _, file := range c.Files {
		err := c.format(ctx, e, file)
		var code exit
		switch {
		case ctx.Err() != nil:
			return err
		case errors.As(err, &code):
			failed = true // and printed: continue with the other files
		case err != nil:
			return err
		}
	}
	if failed {
		return exit(exitWrong)
	}
	return nil
}

// writable returns the file that a name means, whose model a command writes. With a flag that writes into the file,
// standard input and a model of the library are errors.
func writable(file, command, flag string) (string, error) {
	switch {
	case file == "-" && flag != "":
		return "", fmt.Errorf("standard input cannot be written to; leave out %s", flag)
	case file == "-":
		return file, nil
	case isPlanning(file):
		return "", fmt.Errorf("%s: %s writes models in .pz, not PDDL", file, command)
	}
	name, err := namedModel(file)
	if err == nil && flag != "" && name != file {
		return "", fmt.Errorf("%s is built in and cannot be written to; `pzc new NAME --from %[1]s` makes a copy", file)
	}
	return name, err
}

func (c *fmtCommand) format(ctx context.Context, e *env, file string) error {
	flag := ""
	if c.Write {
		flag = "-w"
	}
	file, err := writable(file, "fmt", flag)
	if err != nil {
		return err
	}
	text, err := e.readRaw(ctx, file)
	if err != nil {
		return err
	}
	var formatted string
	var diags diag.List
	if err := e.within(ctx, func() { formatted, diags = puzzle.Format(text.Name, text.Text) }); err != nil {
		return err
	}
	if diags.HasErrors() {
		e.printFindings(diags, map[string]string{text.Name: text.Text})
		return exit(exitWrong)
	}
	if !c.Write {
		_, err := e.stdout.Write([]byte(formatted))
		return err
	}
	if formatted == text.Text {
		return nil
	}
	return writeText(file, formatted)
}
