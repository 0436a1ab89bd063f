package expr

import (
	"strings"
)

// Defs writes the functions of defs, in the order of the model.
func (g *Writer) Defs() string {
	var b strings.Builder
	for _, d := range g.Model.Defs {
		for _, v := range []variant{{d, false}, {d, true}} {
			if g.wanted[v] {
				b.WriteString(g.writeFunction(v) + "\n")
			}
		}
	}
	for _, a := range g.finders {
		b.WriteString(g.writeFinder(a) + "\n")
	}
	return b.String()
}

// Declarations writes data.go; it comes last, when it is known what is used.
func (g *Writer) Declarations() string {
	g.writeGrids() // what some declarations need, others may need
	g.writeTypes()
	grids, types := g.writeGrids(), g.writeTypes()
	g.Need("none")
	return types + grids + g.writeHelpers()
}
