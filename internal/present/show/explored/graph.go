package explored

import (
	"fmt"
	"io"
	"strings"

	"github.com/pzc-lang/pzc/internal/draw"
	"github.com/pzc-lang/pzc/internal/present/show"
)

// Layout draws the states and moves, and says where each state lies. Without boards, states are dots. The space must be
// Drawable.
func (space *Space) Layout(boards bool) (*draw.Picture, []draw.Box) {
	k := space.Survey.Kept
	g := &draw.Graph{Title: space.title() + ": " + space.headline()}
	for id, codes := range k.States {
		n := draw.Node{Layer: k.Depths[id], Goal: k.Goals[id], Lost: k.Rests[id] < 0}
		if boards {
			n.Picture = show.Picture(space.Puzzle, space.Puzzle.StateOf(codes))
		}
		g.Nodes = append(g.Nodes, n)
	}
	for _, m := range k.Moves {
		g.Edges = append(g.Edges, draw.Edge{From: m.From, To: m.To, Label: space.Puzzle.MoveName(m.Move)})
	}
	return g.Placed()
}

// DOT writes the graph in the language of Graphviz: states of one depth on one level, goals with a double line, states
// from which no goal is reachable grey. The space must be Drawable.
func (space *Space) DOT(w io.Writer) error {
	k := space.Survey.Kept
	var b strings.Builder
	fmt.Fprintf(&b, "digraph %s {\n", dotText(space.title()))
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
		fmt.Fprintf(&b, "    s%d [label=%s%s]\n", id, dotText(space.label(id)), style)
	}
	if level >= 0 {
		b.WriteString("  }\n")
	}
	for _, m := range k.Moves {
		label := space.Puzzle.MoveName(m.Move)
		if m.Cost != 1 {
			label += fmt.Sprintf(" (%d)", m.Cost)
		}
		fmt.Fprintf(&b, "  s%d -> s%d [label=%s]\n", m.From, m.To, dotText(label))
	}
	b.WriteString("}\n")
	_, err := io.WriteString(show.UntilCut(w, space.Puzzle), b.String())
	return err
}

// label shows a state in a few lines.
func (space *Space) label(id int) string {
	state := space.Puzzle.StateOf(space.Survey.Kept.States[id])
	var lines []string
	for _, b := range space.Puzzle.View(state) {
		lines = append(lines, b.Lines()...)
	}
	if len(lines) == 0 {
		for _, v := range space.Puzzle.Assignment(state) {
			lines = append(lines, v.Name+" = "+v.Text)
		}
	}
	return strings.Join(lines, "\n")
}

// dotText quotes a text for Graphviz.
func dotText(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}
