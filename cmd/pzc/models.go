package main

import (
	"bufio"
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

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
