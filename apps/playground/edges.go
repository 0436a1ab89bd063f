package playground

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/dsl"
)

// A set of edges, such as `param bar: set (Cell, Dir) = {((0, 1), right)}`, is painted as a map. Its characters say
// which edges a cell has: none, on its right, below it, both.
var edgeSigns = []string{".", "|", "_", "J"}

const mostEdges = 100 // rows and columns of a set of edges that can be painted

// edgeRows returns a set of edges as the rows of a map with a size, or a larger one; nil if the set has other elements
// than cells with `right` or `down`.
func edgeRows(e dsl.Expr, rows, cols int) []string {
	set, is := e.(*dsl.SetLit)
	if !is {
		return nil
	}
	signs := map[[2]int64]int{}
	for _, elem := range set.Elems {
		cell, second := pair(elem)
		first, last := pair(cell)
		r, isRow := first.(*dsl.Num)
		c, isCol := last.(*dsl.Num)
		way, isWay := second.(*dsl.Name)
		if !isRow || !isCol || !isWay || max(r.Value, c.Value) >= mostEdges || way.Name != "right" && way.Name != "down" {
			return nil
		}
		signs[[2]int64{r.Value, c.Value}] |= map[string]int{"right": 1, "down": 2}[way.Name]
		rows, cols = max(rows, int(r.Value)+1), max(cols, int(c.Value)+1)
	}
	out := make([]string, max(1, rows))
	for r := range out {
		for c := range max(1, cols) {
			out[r] += edgeSigns[signs[[2]int64{int64(r), int64(c)}]]
		}
	}
	return out
}

// pair returns the elements of a pair, nil if an expression is none.
func pair(e dsl.Expr) (first, second dsl.Expr) {
	if t, is := e.(*dsl.Tuple); is && len(t.Elems) == 2 {
		return t.Elems[0], t.Elems[1]
	}
	return nil, nil
}

// edgeSet writes the rows of a map as a set of edges.
func edgeSet(rows []string) string {
	var edges []string
	for r, row := range rows {
		for c, sign := range strings.Split(row, "") {
			for i, way := range []string{"right", "down"} {
				if max(0, slices.Index(edgeSigns, sign))>>i&1 == 1 {
					edges = append(edges, fmt.Sprintf("((%d, %d), %s)", r, c, way))
				}
			}
		}
	}
	return "{" + strings.Join(edges, ", ") + "}"
}
