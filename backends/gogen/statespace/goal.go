package statespace

import (
	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
)

// Goal writes the goal and the other conditions on states.
func (space *Space) Goal(b *code.Block) {
	space.writeRules(b, "Goal", "tells whether a state is what is looked for", space.Model.Goals, true)
	if len(space.Model.Always) > 0 {
		space.writeRules(b, "allowed", "tells whether a state may be on a path", space.Model.Always, true)
	}
	if len(space.Model.Deads) > 0 {
		what := "tells that no goal can be reached any more, as the model promises"
		space.writeRules(b, "Dead", what, space.Model.Deads, false)
	}
}

// writeRules writes a function that tells whether all conditions hold, or if all is false, whether any does.
func (space *Space) writeRules(b *code.Block, name, doc string, fs []model.Formula, all bool) {
	body, names := &code.Block{}, space.Names.Inner()
	for i := range fs {
		sc := space.Scope(fs[i].Slots, "s")
		sc.Block, sc.Names = body, names
		source := space.Source(fs[i].Expr.Span())
		if fs[i].Lost {
			source = "Lost: " + source
		}
		body.Comment("%s", source)
		last := i == len(fs)-1
		switch {
		case last:
			sc.ReturnCond(fs[i].Expr, true)
		case all:
			sc.require(fs[i].Expr, yields(false))
		default:
			sc.forbid(fs[i].Expr, true, yields(true))
		}
	}
	if len(fs) == 0 {
		body.Return(code.Constant(all).Expr())
	}
	b.Comment("%s %s.", name, doc)
	b.Func(body, "func (s *State) %s() bool", name)
}
