package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/pzc-lang/pzc/apps/emit"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// measure prints the number of variables and clauses of a formula, by group and by line of the model.
func measure(ctx context.Context, e *env, w io.Writer, z *puzzle.Puzzle, x emit.Formula) error {
	if e.json() {
		x.Format = ""
	}
	sizes, err := emit.Measure(ctx, z, x)
	if err != nil {
		return err
	}
	if e.json() {
		return printSizesJSON(w, sizes)
	}
	row := func(variables, clauses any, what string) { fmt.Fprintf(w, "%12v %12v  %s\n", variables, clauses, what) }
	row("variables", "clauses", "")
	row(sizes.Total.Variables, sizes.Total.Clauses, "the formula")
	fmt.Fprintln(w)
	for _, g := range sizes.Groups {
		row(g.Variables, g.Clauses, g.Name)
	}
	fmt.Fprintln(w)
	for _, l := range sizes.Lines {
		row(l.Variables, l.Clauses, lineTitle(l.Lines))
	}
	return nil
}

func lineTitle(lines string) string {
	switch {
	case lines == "":
		return "no line: one move at a time, and what was found out"
	case strings.Contains(lines, ","):
		return "lines " + lines
	}
	return "line " + lines
}

// sizesObject is the JSON of emit-cnf --stats.
type sizesObject struct {
	Variables int64        `json:"variables"`
	Clauses   int64        `json:"clauses"`
	Groups    []sizeObject `json:"groups"`
	Lines     []sizeObject `json:"lines"`
}

type sizeObject struct {
	Group     string `json:"group,omitempty"`
	Lines     string `json:"lines,omitempty"`
	Variables int64  `json:"variables"`
	Clauses   int64  `json:"clauses"`
}

func printSizesJSON(w io.Writer, sizes *emit.Sizes) error {
	out := sizesObject{
		Variables: sizes.Total.Variables, Clauses: sizes.Total.Clauses, Groups: []sizeObject{}, Lines: []sizeObject{},
	}
	for _, g := range sizes.Groups {
		out.Groups = append(out.Groups, sizeObject{Group: g.Name, Variables: g.Variables, Clauses: g.Clauses})
	}
	for _, l := range sizes.Lines {
		out.Lines = append(out.Lines, sizeObject{Lines: l.Lines, Variables: l.Variables, Clauses: l.Clauses})
	}
	return text.WriteJSON(w, out)
}
