package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/pzc-lang/pzc/internal/lazy"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

type modelsCommand struct {
	List modelsList `cmd:"" default:"1" help:"List the models, one per line."`
	Show modelsShow `cmd:"" help:"Print the text of a model."`
}

func (modelsCommand) Help() string {
	return `The models of the library are built in. Every command that reads a model also reads std:NAME, or NAME alone if
there is no file of that name. Models use files of the library as "std:FILE".

Examples:

    pzc models
    pzc models show hanoi
    pzc solve std:taquin -i hardest
    pzc new mine --from taquin`
}

type modelsList struct{}

// widest is the greatest width of a line of the list.
const widest = 110

func (modelsList) Run(e *env) error {
	if e.json() {
		return modelsJSON(e)
	}
	models := puzzle.LibraryModels()
	width := 0
	for _, m := range models {
		width = max(width, len(m.Name))
	}
	w := bufio.NewWriter(e.stdout)
	for _, m := range models {
		fmt.Fprintf(w, "%-*s  %s\n", width, m.Name, shortened(m.About(), widest-width-2))
	}
	return w.Flush()
}

// shortened cuts a text between words if it is too long.
func shortened(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	cut := string([]rune(text)[:most-1])
	if space := strings.LastIndexByte(cut, ' '); space > 0 {
		cut = cut[:space]
	}
	return cut + " …"
}

func modelsJSON(e *env) error {
	var lines []text.Fields
	for _, m := range puzzle.LibraryModels() {
		program, err := e.load(context.Background(), m.File)
		if err != nil {
			return err
		}
		instances := append([]string{}, program.Instances()...)
		lines = append(lines, text.Fields{
			"name", m.Name, "file", m.File, "puzzle", program.Name(), "about", m.About(), "instances", instances,
		})
	}
	return e.writeJSON(map[string]any{"models": lines})
}

type modelsShow struct {
	Name string `arg:"" help:"The model: a name from pzc models."`
}

func (c *modelsShow) Run(e *env) error {
	m, err := isBuiltIn(strings.TrimPrefix(c.Name, "std:"))
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(e.stdout, m.Text)
	return err
}

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
