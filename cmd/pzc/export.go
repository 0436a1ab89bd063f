package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/apps/generate"
	"github.com/pzc-lang/pzc/internal/levels"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

type exportCommand struct {
	File string `arg:"" help:"The model or data file, - for standard input, or the name of a model of the library."`
	dataFlags
}

func (exportCommand) Help() string {
	return `Writes puzzles as addresses of puzz.link, one in a line: all instances, or the one that -i names, or the
model's own parameters. The model is one of the library whose genre puzz.link has; what puzz.link has no way to say is
refused. pzc import reads such addresses.

Genres: ` + strings.Join(levels.Genres(), ", ") + `.

Examples:

    pzc generate lits --seed 1 -o new.pz && pzc export new.pz
    pzc export yajilin -i one`
}

func (c *exportCommand) Run(e *env) error {
	program, err := e.load(context.Background(), c.File)
	if err != nil {
		return err
	}
	names := []string{c.Instance}
	if all := program.Instances(); c.Instance == "" && len(all) > 0 && len(c.Define) == 0 && c.Data == "" {
		names = all
	}
	var addresses []string
	for _, name := range names {
		c.Instance = name
		z, err := c.buildProgram(context.Background(), e, program)
		if err != nil {
			return err
		}
		address, err := linkOf(z)
		if err != nil {
			return fmt.Errorf("%s: %w", strings.TrimSuffix(c.File+" -i "+name, " -i "), err)
		}
		addresses = append(addresses, address)
	}
	if e.json() {
		return json.NewEncoder(e.stdout).Encode(addresses)
	}
	_, err = fmt.Fprintln(e.stdout, strings.Join(addresses, "\n"))
	return err
}

func linkOf(z *puzzle.Puzzle) (string, error) {
	data, err := generate.Data(z)
	if err != nil {
		return "", err
	}
	return levels.Address(z.Program.Name(), data)
}
