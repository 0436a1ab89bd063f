package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

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

// file returns the file that a name means. With --write, a model of the library is an error.
func (c *fmtCommand) file(file string) (string, error) {
	if file == "-" {
		return file, nil
	}
	if isPlanning(file) {
		return "", fmt.Errorf("%s: fmt writes models in .pz, not PDDL", file)
	}
	name, err := namedModel(file)
	if err == nil && c.Write && name != file {
		return "", fmt.Errorf("%s is built in and cannot be written to; `pzc new NAME --from %[1]s` makes a copy", file)
	}
	return name, err
}

func (c *fmtCommand) format(ctx context.Context, e *env, file string) error {
	if c.Write && file == "-" {
		return errors.New("standard input cannot be written to; leave out -w")
	}
	file, err := c.file(file)
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
	return writeFile(file, func(w io.Writer) error {
		_, err := io.WriteString(w, formatted)
		return err
	})
}
