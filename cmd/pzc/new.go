package main

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/pzc-lang/pzc/internal/lazy"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

type newCommand struct {
	Name     string `arg:"" help:"The name of the new puzzle, which may have a folder: puzzles/mine makes puzzles/mine.pz."`
	Template string `xor:"from" placeholder:"KIND" help:"The kind of puzzle to begin with; walk unless given."`
	From     string `xor:"from" placeholder:"MODEL" help:"Begin with a copy of this model of the library."`
}

func (newCommand) Help() string {
	kinds := ""
	for _, t := range puzzle.Templates() {
		kinds += fmt.Sprintf("    %-10s %s\n", t.Name, t.About())
	}
	return `Writes NAME.pz: a small model to change, or with --from a copy of a model of the library under the new name. A
file that exists is not changed.

Kinds of small models:

` + kinds + `
Examples:

    pzc new maze
    pzc new my_boxes --template push
    pzc new my_taquin --from taquin`
}

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
	if err := createFile(file, text); err != nil {
		return err
	}
	if !e.globals.Quiet {
		fmt.Fprintf(e.stdout, "wrote %s: try `pzc test %[1]s`\n", file)
	}
	return nil
}

func (c *newCommand) text(name string) (string, error) {
	if c.From == "" {
		t, err := template(cmp.Or(c.Template, "walk"))
		if err != nil {
			return "", err
		}
		return t.Own(name)
	}
	m, err := isBuiltIn(strings.TrimPrefix(c.From, "std:"))
	if err != nil {
		return "", err
	}
	return m.Own(name)
}

// template returns the small model of a kind.
func template(kind string) (puzzle.LibraryModel, error) {
	if t, ok := puzzle.Template(kind); ok {
		return t, nil
	}
	kinds := lists.Map(puzzle.Templates(), func(t puzzle.LibraryModel) string { return t.Name })
	all := strings.Join(kinds, ", ")
	return puzzle.LibraryModel{}, fmt.Errorf("--template %s: there is no such kind; there are %s", kind, all)
}

var plainName = lazy.Compile(`^[A-Za-z_][A-Za-z0-9_-]*$`)

// puzzleName makes the name of a puzzle from the name of its file: my_taquin.pz contains `MyTaquin`.
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
