package statespace

import (
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/backends/gogen/expr"
	"github.com/pzc-lang/pzc/compiler/model"
)

// Goal writes the goal and the other conditions on states.
func (g *Space) Goal() string {
	var b strings.Builder
	b.WriteString(g.writeRules("Goal", "tells whether a state is what is looked for", g.Model.Goals, true))
	if len(g.Model.Always) > 0 && len(g.Families) > 0 {
		b.WriteString("\n" + g.writeRules("allowed", "tells whether a state may be on a path", g.Model.Always, true))
	}
	if len(g.Model.Deads) > 0 {
		b.WriteString("\n" + g.writeRules("Dead", "tells that no goal can be reached any more, as the model promises",
			g.Model.Deads, false))
	}
	return b.String()
}

// writeRules writes a function that tells whether all conditions hold, or if all is false, whether any does.
func (g *Space) writeRules(name, doc string, fs []model.Formula, all bool) string {
	var out strings.Builder
	out.WriteString(code.Comment(name + " " + doc + "."))
	fmt.Fprintf(&out, "func (s *State) %s() bool {\n", name)
	names := g.Names.Inner()
	for i := range fs {
		sc := g.Scope(fs[i].Slots, "s")
		sc.Names = names
		source := g.Source(fs[i].Expr.Span())
		if fs[i].Lost {
			source = "Lost: " + source
		}
		out.WriteString(code.Comment(source))
		last := i == len(fs)-1
		switch {
		case last:
			sc.ReturnCond(fs[i].Expr, true)
		case all:
			sc.Require(fs[i].Expr, expr.Yields(false))
		default:
			sc.Forbid(fs[i].Expr, true, expr.Yields(true))
		}
		out.WriteString(sc.Block.String())
	}
	if len(fs) == 0 {
		fmt.Fprintf(&out, "return %t\n", all)
	}
	out.WriteString("}\n")
	return out.String()
}
