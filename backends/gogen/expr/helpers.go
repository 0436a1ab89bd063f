package expr

import (
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
)

// helpers are functions that programs contain if they need them.
var helpers = map[string]string{
	"none": `// none stands for a number that is undefined, such as a cell off the board.
const none = math.MinInt
`,
	"abs": `// abs is a number without its sign.
func abs(n int) int { return max(n, -n) }
`,
	"boolIndex": `// boolIndex is 0 for false and 1 for true.
func boolIndex(b bool) int {
	if b {
		return 1
	}
	return 0
}
`,
	"div": `// div is the quotient whose remainder is not negative.
func div(a, b int) int { return (a - mod(a, b)) / b }
`,
	"mod": `// mod is the remainder that is not negative.
func mod(a, b int) int {
	r := a % b
	if r < 0 {
		r += max(b, -b)
	}
	return r
}
`,
	"distinctValues": `// distinctValues tells whether no value occurs twice.
func distinctValues(values []int) bool {
	for i, v := range values {
		if slices.Contains(values[:i], v) {
			return false
		}
	}
	return true
}
`,
	"setOf": `// setOf are values in order, each once.
func setOf(values ...int) []int {
	slices.Sort(values)
	return slices.Compact(values)
}
`,
	"rowStep": `// rowStep and colStep are how far one step goes: up, right, down, left.
var (
	rowStep = [...]int{-1, 0, 1, 0}
	colStep = [...]int{0, 1, 0, -1}
)
`,
}

// onGrid is the call of a function on the cells of a grid.
func (g *Writer) onGrid(grid *model.Grid, what string, args ...code.Expr) code.Expr {
	return code.Call(g.gridHelper(grid, what), args...)
}

// gridHelper is the name of a function on the cells of a grid.
func (g *Writer) gridHelper(grid *model.Grid, what string) string { return g.gridName[grid] + what }

var gridOrder = []string{"Rows", "Cols", "At", "Shift", "Step", "Distance", "Chebyshev", "Reach"}

// gridTexts are these functions; x is the name of the grid and T the type of its cells.
var gridTexts = map[string]string{
	"At": `// xAt is the cell in a row and a column, none off the board.
func xAt(row, col int) T {
	if row < 0 || col < 0 || row >= xRows || col >= xCols {
		return none
	}
	return row*xCols + col
}
`,
	"Shift": `// xShift is the cell that lies the given rows below and columns to the right of c; none off the board.
func xShift(c T, rows, cols int) T {
	if c == none {
		return none
	}
	return xAt(c/xCols+rows, c%xCols+cols)
}
`,
	"Step": `// xStep is the next cell in a direction, none off the board.
func xStep(c T, d int) T { return xShift(c, rowStep[d], colStep[d]) }
`,
	"Distance": `// xDistance is the number of steps from one cell to another.
func xDistance(a, b T) int { return abs(a/xCols-b/xCols) + abs(a%xCols-b%xCols) }
`,
	"Chebyshev": `// xChebyshev is the number of steps from one cell to another if slanting ones are allowed.
func xChebyshev(a, b T) int { return max(abs(a/xCols-b/xCols), abs(a%xCols-b%xCols)) }
`,
	"Reach": `// xReach tells whether a walk over free cells leads from one cell to another; the first cell need not be free.
func xReach(from, to T, free func(T) bool) bool {
	var seen [xRows * xCols]bool
	seen[from] = true
	queue := []T{from}
	for len(queue) > 0 && !seen[to] {
		c := queue[0]
		queue = queue[1:]
		for d := range 4 {
			if next := xStep(c, d); next != none && !seen[next] && free(next) {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	return seen[to]
}
`,
}

// writeGrid writes one of them, or how large the grid is.
func (g *Writer) writeGrid(grid *model.Grid, what string) string {
	d, name := g.Model.Dims[grid.ID], g.gridHelper(grid, what)
	switch what {
	case "Rows":
		return fmt.Sprintf("%sconst %s = %d\n\n", code.Comment(name+" is how many rows "+code.OneLine(grid.Name)+" has."),
			name, d.Rows)
	case "Cols":
		return fmt.Sprintf("%sconst %s = %d\n\n", code.Comment(name+" is how many columns "+code.OneLine(grid.Name)+" has."),
			name, d.Cols)
	}
	cell := g.GoType(&model.Type{Kind: model.CellKind, Grid: grid})
	return gridText(gridTexts[what], g.gridName[grid], cell) + "\n"
}

// gridText puts names into a text: x before a capital letter is the grid, T alone the type of cells.
func gridText(text, grid, cell string) string {
	for _, what := range gridOrder {
		text = strings.ReplaceAll(text, "x"+what, grid+what)
	}
	text = strings.ReplaceAll(text, " T)", " "+cell+")")
	text = strings.ReplaceAll(text, "(T)", "("+cell+")")
	text = strings.ReplaceAll(text, " T,", " "+cell+",")
	text = strings.ReplaceAll(text, " T {", " "+cell+" {")
	return strings.ReplaceAll(text, "[]T{", "[]"+cell+"{")
}
