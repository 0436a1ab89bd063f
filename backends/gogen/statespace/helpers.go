package statespace

import (
	"fmt"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/lists"
)

// helper is a declaration that programs contain if they need it.
type helper struct{ doc, text string }

func (h helper) write(b *code.Block) {
	b.Comment("%s", h.doc)
	b.Line("%s", h.text)
}

var helpers = map[string]helper{
	"none": {
		doc:  "none stands for a number that is undefined, such as a cell off the board.",
		text: "const none = math.MinInt",
	},
	"abs": {
		doc:  "abs is a number without its sign.",
		text: "func abs(n int) int { return max(n, -n) }",
	},
	"rowStep": {
		doc: "rowStep and colStep are how far one step goes: up, right, down, left.",
		text: `var (
	rowStep = [...]int{-1, 0, 1, 0}
	colStep = [...]int{0, 1, 0, -1}
)`,
	},
}

// onGrid is the call of a function on the cells of a grid.
func (w *Writer) onGrid(grid *model.Grid, what string, args ...code.Expr) code.Expr {
	return code.Call(w.gridHelper(grid, what), args...)
}

// gridHelper is the name of a function on the cells of a grid.
func (w *Writer) gridHelper(grid *model.Grid, what string) string { return w.gridName[grid] + what }

var gridOrder = []string{"Rows", "Cols", "At", "Shift", "Step", "Distance", "Reach"}

// gridHelpers are these functions. In their texts, the first argument is the name of the grid and the second is the
// type of its cells.
var gridHelpers = map[string]helper{
	"At": {
		doc: "is the cell in a row and a column, none off the board.",
		text: `func %[1]sAt(row, col int) %[2]s {
	if row < 0 || col < 0 || row >= %[1]sRows || col >= %[1]sCols {
		return none
	}
	return row*%[1]sCols + col
}`,
	},
	"Shift": {
		doc: "is the cell that lies the given rows below and columns to the right of c; none off the board.",
		text: `func %[1]sShift(c %[2]s, rows, cols int) %[2]s {
	if c == none {
		return none
	}
	return %[1]sAt(c/%[1]sCols+rows, c%%%[1]sCols+cols)
}`,
	},
	"Step": {
		doc:  "is the next cell in a direction, none off the board.",
		text: "func %[1]sStep(c %[2]s, d int) %[2]s { return %[1]sShift(c, rowStep[d], colStep[d]) }",
	},
	"Distance": {
		doc: "is the number of steps from one cell to another.",
		text: "func %[1]sDistance(a, b %[2]s) int { return abs(a/%[1]sCols-b/%[1]sCols) + " +
			"abs(a%%%[1]sCols-b%%%[1]sCols) }",
	},
	"Reach": {
		doc: "tells whether a walk over free cells leads from one cell to another; the first cell need not be free.",
		text: `func %[1]sReach(from, to %[2]s, free func(%[2]s) bool) bool {
	var seen [%[1]sRows * %[1]sCols]bool
	seen[from] = true
	queue := []%[2]s{from}
	for len(queue) > 0 && !seen[to] {
		c := queue[0]
		queue = queue[1:]
		for d := range 4 {
			if next := %[1]sStep(c, d); next != none && !seen[next] && free(next) {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	return seen[to]
}`,
	},
}

// writeGrid writes one of them, or how large the grid is.
func (w *Writer) writeGrid(b *code.Block, grid *model.Grid, what string) {
	d, name := w.Model.Dims[grid.ID], w.gridHelper(grid, what)
	switch what {
	case "Rows":
		b.Comment("%s is how many rows %s has.", name, code.OneLine(grid.Name))
		b.Line("const %s = %d", name, d.Rows)
		return
	case "Cols":
		b.Comment("%s is how many columns %s has.", name, code.OneLine(grid.Name))
		b.Line("const %s = %d", name, d.Cols)
		return
	}
	h := gridHelpers[what]
	b.Comment("%s %s", name, h.doc)
	b.Line(h.text, w.gridName[grid], w.goType(&model.Type{Kind: model.CellKind, Grid: grid}))
}

// A program may list a set of the model, or test for its elements.

// setTable is the name of a list of the elements of a set.
func (w *Writer) setTable(set model.Expr, s *model.Set) string {
	return w.listedSet(w.setTables, "values", set, s)
}

// memberOf is the name of a function that tells whether a value is an element of a set.
func (w *Writer) memberOf(set model.Expr, s *model.Set) string {
	return w.listedSet(w.memberTests, "among", set, s)
}

// namedSet is a set that the program lists.
type namedSet struct {
	name string
	set  *model.Set
	of   model.Expr
}

func (w *Writer) listedSet(in map[string]*namedSet, word string, set model.Expr, s *model.Set) string {
	key := ""
	for _, v := range s.Elems {
		key += w.asGo(s.Type, v).String() + " "
	}
	n := in[key]
	if n == nil {
		n = &namedSet{set: s, of: set, name: fmt.Sprintf("%s%d", word, len(in)+1)}
		name := ""
		if x, ok := set.(*model.NamedSet); ok {
			name = w.typeName[x.Decl]
		} else if r, ok := set.(*model.Read); ok {
			name = w.dataName[r.Array]
		}
		if name != "" {
			n.name = map[string]func(string) string{"values": valuesName, "among": memberName}[word](name)
		}
		in[key] = n
	}
	return n.name
}

// writeSet writes the elements of a set.
func (w *Writer) writeSet(b *code.Block, n *namedSet) {
	b.Comment("%s are the values of %s", n.name, w.Source(n.of.Span()))
	b.Line("var %s = []%s{%s}", n.name, w.goType(n.set.Type), w.elements(n.set))
}

// elements are the elements of a set as a list.
func (w *Writer) elements(s *model.Set) code.Expr {
	elems := lists.Map(s.Elems, func(v model.Value) code.Expr { return w.asGo(s.Type, v) })
	return code.Join(elems, ", ")
}

func (w *Writer) writeMember(b *code.Block, n *namedSet) {
	b.Comment("%s tells whether something is in %s", n.name, w.Source(n.of.Span()))
	body := &code.Block{}
	body.Line("switch v {\ncase %s:\nreturn true\n}", w.elements(n.set))
	body.Return(code.False.Expr())
	b.Func(body, "func %s(v %s) bool", n.name, w.goType(n.set.Type))
}
