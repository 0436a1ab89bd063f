package searched

import (
	"fmt"
	"html"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pzc-lang/pzc/backends"
)

// implications is the implication graph of a contradiction: what the last choice led to, and what from earlier choices
// took part.
type implications struct {
	nodes []*implied // each behind those that it was concluded from
	most  bool       // it is too large to be drawn
}

// implied is a node of the graph.
type implied struct {
	text, class string
	because     []int
	column      int // the length of the longest chain to it
}

// mostImplied is the number of nodes of a graph that is drawn.
const mostImplied = 60

// implications makes the graph of a contradiction.
func (d *Deduced) implications(conflict backends.Traced) *implications {
	latest := map[string]fact{}
	for _, f := range d.trail {
		latest[f.What] = f
	}
	g := &implications{}
	at := map[string]int{}
	var put func(text string) int
	put = func(text string) int {
		f, known := latest[text]
		for known && f.stronger != "" { // a weaker bound stands for the one that it follows from
			text = f.stronger
			f, known = latest[text]
		}
		if i, ok := at[text]; ok {
			return i
		}
		n := &implied{text: text, class: "source"}
		if known && f.Level == conflict.Level {
			if f.Event == backends.Chosen {
				n.class = "choice"
			} else {
				n.class = ""
				n.because = g.all(f.Because, put)
			}
		}
		return g.add(n, at)
	}
	end := &implied{text: "contradiction", class: "end"}
	end.because = g.all(conflict.Because, put)
	g.add(end, at)
	return g
}

func (g *implications) all(texts []string, put func(string) int) (nodes []int) {
	for _, text := range texts {
		if len(g.nodes) > mostImplied {
			g.most = true
			return nodes
		}
		if i := put(text); !slices.Contains(nodes, i) {
			nodes = append(nodes, i)
		}
	}
	return nodes
}

func (g *implications) add(n *implied, at map[string]int) int {
	for _, b := range n.because {
		n.column = max(n.column, g.nodes[b].column+1)
	}
	at[n.text] = len(g.nodes)
	g.nodes = append(g.nodes, n)
	return len(g.nodes) - 1
}

// cut marks the nodes that what was learnt excludes together.
func (g *implications) cut(texts []string) {
	for _, n := range g.nodes {
		if slices.Contains(texts, n.text) {
			n.class += " cut"
		}
	}
}

// svg draws the graph from top to bottom.
func (g *implications) svg() string {
	if g.most || len(g.nodes) > mostImplied {
		return fmt.Sprintf("<p>The implication graph has more than %d nodes.</p>", mostImplied)
	}
	const rowHeight, boxHeight, letter, gap = 52.0, 24.0, 7.5, 10.0
	var rows [][]int
	for i, n := range g.nodes {
		for len(rows) <= n.column {
			rows = append(rows, nil)
		}
		rows[n.column] = append(rows[n.column], i)
	}
	wide := func(i int) float64 { return letter*float64(utf8.RuneCountInString(g.nodes[i].text)) + 12 }
	x, width := make([]float64, len(g.nodes)), 0.0
	lengths := make([]float64, len(rows))
	for r, row := range rows {
		for _, i := range row {
			x[i] = lengths[r] + wide(i)/2
			lengths[r] += wide(i) + gap
		}
		width = max(width, lengths[r])
	}
	var b strings.Builder
	fmt.Fprintf(&b,
		`<svg class="graph" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" role="img" aria-label="implication graph">`,
		width, float64(len(rows))*rowHeight, width, float64(len(rows))*rowHeight)
	at := func(i int) (float64, float64) {
		n := g.nodes[i]
		return x[i] + (width-lengths[n.column])/2, float64(n.column)*rowHeight + boxHeight
	}
	for i, n := range g.nodes {
		x2, y2 := at(i)
		for _, from := range n.because {
			x1, y1 := at(from)
			fmt.Fprintf(&b, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>`, x1, y1, x2, y2)
		}
	}
	for i, n := range g.nodes {
		cx, cy := at(i)
		fmt.Fprintf(&b,
			`<g class="%s"><rect x="%.1f" y="%.1f" width="%.1f" height="%.0f" rx="5"/><text x="%.1f" y="%.1f">%s</text></g>`,
			n.class, cx-wide(i)/2, cy-boxHeight/2, wide(i), boxHeight, cx, cy+4, html.EscapeString(n.text))
	}
	b.WriteString("</svg>")
	return b.String()
}
