// Package searched presents search trees: as CSV, as a picture (SVG), and as a page on which the search can be stepped
// through.
package searched

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // for the page
	"encoding/base64"
	"encoding/csv"
	"fmt"
	"html"
	"io"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/internal/show"
)

// CSV writes a row for each node, in the order in which the nodes were generated.
func CSV(w io.Writer, z *pzc.Puzzle, t *pzc.SearchTree) error {
	c := csv.NewWriter(w)
	_ = c.Write([]string{"node", "parent", "pass", "depth", "move", "g", "h", "f", "expanded", "fate"})
	for i := range t.Nodes {
		n := &t.Nodes[i]
		move, parent, order := "", "", ""
		if n.Move >= 0 {
			move, parent = z.MoveName(n.Move), strconv.Itoa(n.Parent)
		}
		if n.Order > 0 {
			order = strconv.Itoa(n.Order)
		}
		_ = c.Write([]string{
			strconv.Itoa(i), parent, strconv.Itoa(n.Pass), strconv.Itoa(n.Depth), move, fmt.Sprint(n.G), estimate(n.H),
			estimate(n.G + n.H), order, string(n.Fate),
		})
	}
	c.Flush()
	return c.Error()
}

// estimate writes an estimate; one that says that there is no plan is endless.
func estimate(h int64) string {
	if h >= pzc.Endless {
		return "∞"
	}
	return strconv.FormatInt(h, 10)
}

// The measures of a picture, in its units.
const (
	across = 44
	down   = 64
	radius = 17
)

// place returns where the nodes stand: children below their parents, in the order in which they were generated.
func place(t *pzc.SearchTree) (x []float64, width, height float64) {
	kids := make([][]int, len(t.Nodes))
	var roots []int
	for i := range t.Nodes {
		if p := t.Nodes[i].Parent; p >= 0 {
			kids[p] = append(kids[p], i)
		} else {
			roots = append(roots, i)
		}
		height = max(height, float64(t.Nodes[i].Depth+1)*down)
	}
	x = make([]float64, len(t.Nodes))
	var put func(i int)
	put = func(i int) {
		if len(kids[i]) == 0 {
			x[i] = width + across/2
			width += across
			return
		}
		for _, k := range kids[i] {
			put(k)
		}
		x[i] = (x[kids[i][0]] + x[kids[i][len(kids[i])-1]]) / 2
	}
	for _, r := range roots {
		put(r)
		width += across / 2
	}
	return x, width, height
}

const colours = `text { font: 11px sans-serif; text-anchor: middle } circle { stroke: #333; fill: #fff }
line { stroke: #999 } .way { stroke: #080; stroke-width: 3 } .expanded circle { fill: #cfe3ff }
.goal circle { fill: #9fdf9f; stroke-width: 3 } .duplicate circle, .replaced circle { fill: #eee; stroke-dasharray: 3 }
.pruned circle { fill: #ffd9b3 } .dead circle { fill: #f4b6b6 } .later { visibility: hidden }
.now circle { stroke: #d00; stroke-width: 4 }
`

// SVG writes the tree as a picture. Each node shows f, and g + h below it; its title is the state.
func SVG(w io.Writer, z *pzc.Puzzle, t *pzc.SearchTree) error {
	x, width, height := place(t)
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f">`+
		"\n<style>%s</style>\n", width, height+20, width, height+20, colours)
	way := map[int]bool{}
	for n := t.Found; n >= 0; n = t.Nodes[n].Parent {
		way[n] = true
	}
	at := func(i int) (float64, float64) { return x[i], float64(t.Nodes[i].Depth)*down + down/2 }
	for i := range t.Nodes {
		if p := t.Nodes[i].Parent; p >= 0 {
			x1, y1 := at(p)
			x2, y2 := at(i)
			class := ""
			if way[i] {
				class = ` class="way"`
			}
			fmt.Fprintf(&b, `<line%s data-born="%d" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>`+"\n", class, t.Nodes[i].Born,
				x1, y1+radius, x2, y2-radius)
		}
	}
	for i := range t.Nodes {
		n := &t.Nodes[i]
		cx, cy := at(i)
		class, _, _ := strings.Cut(string(n.Fate), " ")
		fmt.Fprintf(&b, `<g class="%s" data-born="%d" data-order="%d"><title>%s</title><circle cx="%.1f" cy="%.1f" r="%d"/>`+
			`<text x="%.1f" y="%.1f">%s</text><text x="%.1f" y="%.1f">%d+%s</text></g>`+"\n",
			class, n.Born, n.Order, title(z, t, i), cx, cy, radius, cx, cy+4, estimate(n.G+n.H), cx, cy+radius+11, n.G,
			estimate(n.H))
	}
	b.WriteString("</svg>\n")
	_, err := w.Write(b.Bytes())
	return err
}

// title says all about a node, and draws its state.
func title(z *pzc.Puzzle, t *pzc.SearchTree, i int) string {
	n := &t.Nodes[i]
	lines := []string{"start"}
	if n.Move >= 0 {
		lines[0] = z.MoveName(n.Move)
	}
	lines = append(lines, fmt.Sprintf("g = %d, h = %s, f = %s: %s", n.G, estimate(n.H), estimate(n.G+n.H), n.Fate))
	if n.Order > 0 {
		lines = append(lines, fmt.Sprintf("expanded as number %d", n.Order))
	}
	for _, l := range show.Boards(z.Shown(z.StateOf(n.State)), false, false) {
		lines = append(lines, diag.Shown(l.Text))
	}
	return html.EscapeString(strings.Join(lines, "\n"))
}

//go:embed page.js
var script string

// HTML writes a page on which the search can be stepped through.
func HTML(w io.Writer, z *pzc.Puzzle, t *pzc.SearchTree) error {
	var picture bytes.Buffer
	if err := SVG(&picture, z, t); err != nil {
		return err
	}
	sum := sha256.Sum256([]byte(script))
	_, err := fmt.Fprintf(w, `<!doctype html>
<html lang="en"><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-%s'">
<title>%s</title>
<style>body { font: 16px/1.5 system-ui, sans-serif; margin: 1em } #tree { overflow: auto } input { width: 30em }</style>
<h1>%s</h1>
<p>%s</p>
<p><button id="back">&lt;</button> <input id="step" type="range" min="0" max="%d" value="%d"> <button id="on">&gt;</button>
<output id="said"></output></p>
<div id="tree">%s</div>
<script>%s</script>
</html>
`, base64.StdEncoding.EncodeToString(sum[:]), html.EscapeString(diag.Shown(z.Program.Name())),
		html.EscapeString(diag.Shown(z.Program.Name())), html.EscapeString(Summary(t)), t.Expanded, t.Expanded,
		picture.String(), script)
	return err
}

// Summary says in a line how the search went.
func Summary(t *pzc.SearchTree) string {
	by := t.Algorithm
	if t.Heuristic != "blind" {
		by += ", " + t.Heuristic
	}
	line := fmt.Sprintf("%s: %d states generated, %d expanded", by, len(t.Nodes), t.Expanded)
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
