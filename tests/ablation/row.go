package main

import (
	"fmt"
	"io"

	"github.com/pzc-lang/pzc/backends/technique"
)

// row holds the measurements of a technique.
type row struct {
	technique technique.Technique
	cells     []cell // by family
}

// last returns the cell of the family that is being measured.
func (r *row) last() *cell { return &r.cells[len(r.cells)-1] }

// cell holds the measurements of a technique in a family.
type cell struct {
	used int // questions for which the technique makes a difference
	lost int // of these, how many get no answer without the technique, or another one

	with, without float64 // seconds of what is answered with and without
	left          float64 // seconds that runs without the technique may still take
}

// add adds a question for which the technique makes a difference.
func (c *cell) add(with, without result) {
	c.used++
	if !without.decided || without.answer != with.answer {
		c.lost++
		return
	}
	c.with, c.without = c.with+with.seconds, c.without+without.seconds
}

// printTable writes the table in Markdown, as it stands in docs/tried.md.
func printTable(w io.Writer, rows []*row) {
	head, rule := "| technique |", "| --- |"
	for _, f := range families() {
		head, rule = head+" "+f.name+" |", rule+" --- |"
	}
	fmt.Fprintf(w, "%s\n%s\n", head, rule)
	for _, r := range rows {
		fmt.Fprintf(w, "| `%s` |", r.technique.Name())
		for _, c := range r.cells {
			fmt.Fprintf(w, " %s |", c)
		}
		fmt.Fprintln(w)
	}
}

// String returns the number of questions, how many were lost, and the ratio of times, such as "10, 2 lost, 1.5".
func (c cell) String() string {
	switch {
	case c.used == 0:
		return ""
	case c.lost == 0:
		return fmt.Sprintf("%d, %.3g", c.used, c.without/c.with)
	case c.lost == c.used:
		return fmt.Sprintf("%d, all lost", c.used)
	}
	return fmt.Sprintf("%d, %d lost, %.3g", c.used, c.lost, c.without/c.with)
}
