package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
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

// linkOf returns the address of a puzzle. It is an error if a parameter that the address does not have is given.
func linkOf(z *puzzle.Puzzle) (string, error) {
	data, err := generate.Data(z)
	if err != nil {
		return "", err
	}
	address, back, err := levels.Address(z.Program.Name(), data)
	if err != nil {
		return "", err
	}
	text, err := back.JSON()
	if err != nil {
		return "", err
	}
	read, diags := z.Program.Instantiate(puzzle.Data{JSON: &puzzle.Text{Name: address, Text: string(text)}})
	if diags.HasErrors() {
		return "", diags
	}
	plain, err := generate.Data(read)
	if err != nil {
		return "", err
	}
	for _, param := range slices.Sorted(maps.Keys(data)) {
		said := slices.ContainsFunc(back.Params, func(p levels.Param) bool { return p.Name == param })
		if !said && !bytes.Equal(data[param], plain[param]) {
			return "", fmt.Errorf("puzz.link has no way to say %s = %s", param, data[param])
		}
	}
	return address, nil
}
