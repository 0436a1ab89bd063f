package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc"
)

// writeCSV writes each table to a file of its own.
func (x *exploration) writeCSV(folder string) error {
	for _, t := range x.tables() {
		if len(t.rows) == 0 {
			continue
		}
		err := writeFile(filepath.Join(folder, t.name+".csv"), func(w io.Writer) error {
			c := csv.NewWriter(w)
			if err := c.Write(t.header); err != nil {
				return err
			}
			return c.WriteAll(t.rows)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// csvTable is a table for other programs: plain numbers.
type csvTable struct {
	name   string
	header []string
	rows   [][]string
}

func (x *exploration) tables() []csvTable {
	v := x.survey
	depths := csvTable{name: "depths", header: []string{x.unit(), "states", "goals", "no_move", "moves"}}
	for _, l := range v.Layers {
		depths.rows = append(depths.rows, numbers(l.Distance, l.States, l.Goals, l.Stuck, l.Moves))
	}
	distances := csvTable{name: "distances", header: []string{"distance_to_goal", "states"}}
	for _, d := range v.Distances {
		distances.rows = append(distances.rows, numbers(d.Distance, d.States))
	}
	heuristics := csvTable{name: "heuristics", header: []string{"heuristic", "mean", "exact_mean", "states", "exact_in_states", "admissible", "consistent"}}
	scatter := csvTable{name: "scatter", header: []string{"heuristic", "exact", "value", "states"}}
	for i := range v.Comparisons {
		c := &v.Comparisons[i]
		if c.Missing != "" {
			continue
		}
		heuristics.rows = append(heuristics.rows, []string{
			c.Heuristic, fmt.Sprintf("%.4f", c.Mean), fmt.Sprintf("%.4f", c.Exact), strconv.FormatInt(c.States, 10), strconv.FormatInt(c.Hits, 10),
			strconv.FormatBool(c.TooHigh == nil), strconv.FormatBool(c.Drop == nil),
		})
		for _, p := range c.Points {
			row := append([]string{c.Heuristic}, numbers(p.Exact, p.Estimate, p.States)...)
			if p.Estimate >= pzc.Endless {
				row[2] = "inf"
			}
			scatter.rows = append(scatter.rows, row)
		}
	}
	return []csvTable{depths, distances, heuristics, scatter, growthTable(x.growth)}
}

func growthTable(g *pzc.Growth) csvTable {
	t := csvTable{name: "tree", header: []string{"moves"}}
	if g == nil {
		return t
	}
	for _, c := range g.Columns {
		t.header = append(t.header, growthName(c))
	}
	for n := range g.Columns[0].Sequences {
		row := numbers(int64(n))
		for _, c := range g.Columns {
			cell := ""
			if n < len(c.Sequences) {
				cell = c.Sequences[n].String()
			}
			row = append(row, cell)
		}
		t.rows = append(t.rows, row)
	}
	return t
}

func numbers(all ...int64) (row []string) {
	for _, n := range all {
		row = append(row, strconv.FormatInt(n, 10))
	}
	return row
}

// small tells whether a graph of at most so many states can be made.
func (x *exploration) small(flag string, most int) error {
	v := x.survey
	switch {
	case !v.Surveyed:
		return fmt.Errorf("%s needs all states: %s", flag, v.Reason)
	case v.Kept == nil || v.States() > int64(most):
		return fmt.Errorf("%s draws at most %s and %s, here are %s and %s", flag, plural(int64(most), "state"), plural(pzc.MostKept, "move"),
			grouped(v.States()), grouped(v.Moves()))
	}
	return nil
}

// writeDOT writes the graph in the language of Graphviz: states of one depth on one level, goals with a double line, states without a
// way to a goal grey.
func (x *exploration) writeDOT(w io.Writer) error {
	k := x.survey.Kept
	var b strings.Builder
	fmt.Fprintf(&b, "digraph %s {\n", dotText(x.title()))
	b.WriteString("  node [shape=box, fontname=\"monospace\"]\n  edge [fontsize=9]\n")
	level := -1
	for id, depth := range k.Depths {
		if depth != level {
			if level >= 0 {
				b.WriteString("  }\n")
			}
			b.WriteString("  { rank=same\n")
			level = depth
		}
		style := ""
		if k.Goals[id] {
			style = ", peripheries=2"
		}
		if k.Rests[id] < 0 {
			style += ", style=filled, fillcolor=lightgrey"
		}
		fmt.Fprintf(&b, "    s%d [label=%s%s]\n", id, dotText(x.label(id)), style)
	}
	if level >= 0 {
		b.WriteString("  }\n")
	}
	for _, m := range k.Moves {
		label := x.z.MoveName(m.Move)
		if m.Cost != 1 {
			label += fmt.Sprintf(" (%d)", m.Cost)
		}
		fmt.Fprintf(&b, "  s%d -> s%d [label=%s]\n", m.From, m.To, dotText(label))
	}
	b.WriteString("}\n")
	_, err := io.WriteString(&untilCut{w, x.z}, b.String())
	return err
}

// label shows a state in a few lines.
func (x *exploration) label(id int) string {
	state := x.z.StateOf(x.survey.Kept.States[id])
	var lines []string
	for _, b := range x.z.View(state) {
		lines = append(lines, b.Lines()...)
	}
	if len(lines) == 0 {
		for _, v := range x.z.Assignment(state) {
			lines = append(lines, v.Name+" = "+v.Text)
		}
	}
	return strings.Join(lines, "\n")
}

// dotText quotes a text for Graphviz.
func dotText(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}
