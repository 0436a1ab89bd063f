package main

import (
	_ "embed"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/pzc-lang/pzc/cmd/pzc/internal/output"
	"github.com/pzc-lang/pzc/internal/lazy"
)

type newCommand struct {
	Name string `arg:"" help:"The name of the new puzzle, which may have a folder: puzzles/mine makes puzzles/mine.pz."`
	From string `placeholder:"MODEL" help:"Begin with a copy of this model of the library."`
}

// Help is shown below the command's line in its help.
func (newCommand) Help() string {
	return `Writes NAME.pz: a small model to change, or with --from a copy of a model of the library under the new name. A
file that exists is not changed.

Examples:

    pzc new maze
    pzc new my_taquin --from taquin`
}

//go:embed new.pz
var firstModel string

// Run writes the new model.
func (c *newCommand) Run(e *env) error {
	file := strings.TrimSuffix(c.Name, ".pz") + ".pz"
	name, err := puzzleName(file)
	if err != nil {
		return err
	}
	text, err := c.text(name)
	if err != nil {
		return err
	}
	if err := output.Create(file, text); err != nil {
		return err
	}
	if !e.globals.Quiet {
		fmt.Fprintf(e.stdout, "wrote %s: try `pzc test %[1]s`\n", file)
	}
	return nil
}

func (c *newCommand) text(name string) (string, error) {
	if c.From == "" {
		return strings.Replace(firstModel, "puzzle Maze", "puzzle "+name, 1), nil
	}
	m, err := isBuiltIn(strings.TrimPrefix(c.From, "std:"))
	if err != nil {
		return "", err
	}
	return m.Own(name)
}

var plainName = lazy.Compile(`^[A-Za-z_][A-Za-z0-9_-]*$`)

// puzzleName makes the name of a puzzle from the name of its file: my_taquin.pz contains MyTaquin.
func puzzleName(file string) (string, error) {
	base := strings.TrimSuffix(filepath.Base(file), ".pz")
	if !plainName.Get().MatchString(base) || strings.Trim(base, "_-") == "" {
		return "", fmt.Errorf("%q is not a name for a puzzle; use letters, digits and _, a letter first", base)
	}
	var name strings.Builder
	for word := range strings.FieldsFuncSeq(base, func(r rune) bool { return r == '_' || r == '-' }) {
		name.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return name.String(), nil
}
