// Package searched presents search trees: as CSV, as a picture (SVG), and as a page on which the search can be stepped
// through.
package searched

import (
	"fmt"
	"html"
	"html/template"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/backends/search/explore"
	"github.com/pzc-lang/pzc/backends/search/searchtree"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// Of draws a search tree.
func Of(z *puzzle.Puzzle, t *searchtree.Tree) *Drawing {
	return &Drawing{
		z.Program.Name(), summary(t), func() [][]string { return rows(z, t) },
		func() *tree { return drawn(z, t) },
	}
}

// rows are the nodes, in the order in which they were generated, below a header.
func rows(z *puzzle.Puzzle, t *searchtree.Tree) [][]string {
	all := [][]string{{"node", "parent", "pass", "depth", "move", "g", "h", "f", "expanded", "fate"}}
	for i := range t.Nodes {
		n := &t.Nodes[i]
		move, parent, order := "", "", ""
		if n.Move >= 0 {
			move, parent = z.MoveName(n.Move), strconv.Itoa(n.Parent)
		}
		if n.Order > 0 {
			order = strconv.Itoa(n.Order)
		}
		all = append(all, []string{
			strconv.Itoa(i), parent, strconv.Itoa(n.Pass), strconv.Itoa(n.Depth), move, fmt.Sprint(n.G), estimate(n.H),
			estimate(n.G + n.H), order, string(n.Fate),
		})
	}
	return all
}

// estimate formats an estimate. An estimate that means that there is no plan is written as endless.
func estimate(h int64) string {
	if h >= explore.Endless {
		return "∞"
	}
	return strconv.FormatInt(h, 10)
}

// mostPictures is the number of nodes up to which a page draws the states; beyond, it writes them.
const mostPictures = 400

// drawn returns a search tree as it is drawn. Each node shows f, and g + h below it.
func drawn(z *puzzle.Puzzle, t *searchtree.Tree) *tree {
	out := &tree{nodes: make([]node, len(t.Nodes)), steps: t.Expanded, across: narrow, legend: [][2]string{
		{"expanded", "expanded"},
		{"", "open"},
		{"duplicate", "duplicate or replaced"},
		{"pruned", "beyond the bound"},
		{"dead", "dead end"},
		{"goal", "goal"},
	}}
	for i := range t.Nodes {
		n := &t.Nodes[i]
		class, _, _ := strings.Cut(string(n.Fate), " ")
		boards := z.Shown(z.StateOf(n.State))
		said := about(z, n)
		out.nodes[i] = node{
			parent: n.Parent, depth: n.Depth, born: n.Born, order: n.Order, class: class, inside: estimate(n.G + n.H),
			below: fmt.Sprintf("%d+%s", n.G, estimate(n.H)), title: said,
		}
		for _, l := range show.Boards(boards, false, false) {
			out.nodes[i].title += "\n" + diag.Shown(l.Text)
		}
		if len(t.Nodes) <= mostPictures {
			picture, _ := show.PictureOf(boards)
			_, rest, _ := strings.Cut(said, "\n")
			out.nodes[i].detail = template.HTML("<p>" + html.EscapeString(rest) + "</p>" +
				strings.Replace(picture.Inline(), "<svg ", fmt.Sprintf(`<svg width="%.0f" `, picture.W), 1))
		}
	}
	for n := t.Found; n >= 0; n = t.Nodes[n].Parent {
		out.nodes[n].found = true
	}
	return out
}

// about says all about a node but its state.
func about(z *puzzle.Puzzle, n *searchtree.Node) string {
	move := "start"
	if n.Move >= 0 {
		move = z.MoveName(n.Move)
	}
	text := fmt.Sprintf("%s\ng = %d, h = %s, f = %s: %s", move, n.G, estimate(n.H), estimate(n.G+n.H), n.Fate)
	if n.Order > 0 {
		text += fmt.Sprintf(", as number %d", n.Order)
	}
	return text
}

// summary returns the statistics of the search in a line.
func summary(t *searchtree.Tree) string {
	by := t.Algorithm
	if t.Heuristic != "blind" {
		by += ", " + t.Heuristic
	}
	line := fmt.Sprintf("%s: %s generated, %d expanded", by, text.Count(len(t.Nodes), "state"), t.Expanded)
	switch {
	case t.Cut != "":
		line += "; ended early: " + t.Cut
	case t.Found >= 0:
		line += fmt.Sprintf("; a plan of cost %d", t.Nodes[t.Found].G)
	default:
		line += "; there is no plan"
	}
	return line
}
