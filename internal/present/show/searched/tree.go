package searched

import (
	"bytes"
	_ "embed" // for the style
	"fmt"
	"html"
	"html/template"
	"math"
)

// tree is a tree as it is drawn. Parents stand before their children.
type tree struct {
	nodes  []node
	legend [][2]string // a class, and what it means
	steps  int         // the greatest node.order
	across float64     // the least distance between nodes side by side
}

// node is a node that is drawn: a circle with a text in it, and one below it.
type node struct {
	parent, depth int // -1: a root
	// born is the step from which on the node is there, order the step at which it is looked at; 0: never.
	born, order   int
	class         string
	inside, below string
	title         string // its text, as text
	found         bool   // it is on the way to what was found
	detail        template.HTML
}

// The measures of a picture, in its units.
const (
	narrow = 46 // for nodes side by side, and for those with texts below them
	wide   = 100
	down   = 66
	radius = 18
)

// contour holds the extent of a subtree to the left and to the right of its root, for each depth below it.
type contour struct{ left, right []float64 }

// place returns where the nodes stand: children below their parents, in the order in which they were generated, as
// close as their subtrees allow (Reingold and Tilford 1981).
func (t *tree) place() (x []float64, width, height float64) {
	kids := make([][]int, len(t.nodes))
	roots := []int{}
	for i := range t.nodes {
		if p := t.nodes[i].parent; p >= 0 {
			kids[p] = append(kids[p], i)
		} else {
			roots = append(roots, i)
		}
		height = max(height, float64(t.nodes[i].depth+1)*down)
	}
	x = make([]float64, len(t.nodes)) // relative to the parent, until the end
	contours := make([]contour, len(t.nodes))
	for i := len(t.nodes) - 1; i >= 0; i-- {
		contours[i] = t.join(kids[i], contours, x)
		for _, k := range kids[i] {
			contours[k] = contour{} // is not needed any more
		}
	}
	for _, r := range roots {
		least, most := math.Inf(1), math.Inf(-1)
		for d := range contours[r].left {
			least, most = min(least, contours[r].left[d]), max(most, contours[r].right[d])
		}
		x[r] = width - least + t.across/2
		width += most - least + t.across
	}
	for i := range t.nodes {
		if p := t.nodes[i].parent; p >= 0 {
			x[i] += x[p]
		}
	}
	return x, width, height
}

// join puts subtrees side by side, and their root above the middle of their roots.
func (t *tree) join(kids []int, contours []contour, x []float64) contour {
	all := contour{}
	for n, k := range kids {
		c, shift := contours[k], 0.0
		for d := range min(len(c.left), len(all.right)) {
			shift = max(shift, all.right[d]-c.left[d]+t.across)
		}
		if n > 0 {
			shift = max(shift, x[kids[n-1]]+t.across)
		}
		x[k] = shift
		for d := range c.left {
			if d < len(all.left) {
				all.left[d], all.right[d] = min(all.left[d], c.left[d]+shift), c.right[d]+shift
			} else {
				all.left, all.right = append(all.left, c.left[d]+shift), append(all.right, c.right[d]+shift)
			}
		}
	}
	middle := 0.0
	if len(kids) > 0 {
		middle = (x[kids[0]] + x[kids[len(kids)-1]]) / 2
	}
	for _, k := range kids {
		x[k] -= middle
	}
	out := contour{make([]float64, 1, len(all.left)+1), make([]float64, 1, len(all.left)+1)}
	for d := range all.left {
		out.left, out.right = append(out.left, all.left[d]-middle), append(out.right, all.right[d]-middle)
	}
	return out
}

//go:embed tree.css
var colours string

// svg writes the tree as a picture.
func (t *tree) svg() string {
	x, width, height := t.place()
	var b bytes.Buffer
	fmt.Fprintf(&b,
		`<svg xmlns="http://www.w3.org/2000/svg" class="tree" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f">`+
			"\n<style>%s</style>\n", width, height+20, width, height+20, colours)
	at := func(i int) (float64, float64) { return x[i], float64(t.nodes[i].depth)*down + down/2 }
	for i := range t.nodes {
		n := &t.nodes[i]
		if n.parent < 0 {
			continue
		}
		x1, y1 := at(n.parent)
		x2, y2 := at(i)
		class := ""
		if n.found {
			class = ` class="way"`
		}
		fmt.Fprintf(&b, `<line%s data-born="%d" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>`+"\n", class, n.born, x1, y1+radius,
			x2, y2-radius)
	}
	for i := range t.nodes {
		n := &t.nodes[i]
		cx, cy := at(i)
		fmt.Fprintf(&b, `<g class="%s" data-node="%d" data-born="%d" data-order="%d"><title>%s</title>`+
			`<circle cx="%.1f" cy="%.1f" r="%d"/><text x="%.1f" y="%.1f">%s</text>`+
			`<text class="below" x="%.1f" y="%.1f">%s</text></g>`+"\n", n.class, i, n.born, n.order, html.EscapeString(n.title),
			cx, cy, radius, cx, cy+4, html.EscapeString(n.inside), cx, cy+radius+12, html.EscapeString(n.below))
	}
	b.WriteString("</svg>\n")
	return b.String()
}
