package gogen

import (
	"cmp"
	"slices"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/backends/gogen/statespace"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
)

// heuristics writes the heuristics that can be written and lists them.
func (g *generator) heuristics() *code.Block {
	var text, list, left code.Block
	for _, h := range g.Model.Heuristics {
		if err := statespace.Try(func() { g.writeHeuristic(&text, h) }); err != nil {
			g.Missing[h] = err.What
			left.Comment("%s is left out: %s cannot be written in Go yet.", h.Name, err.What)
			continue
		}
		list.Line("{%q, %t, %s},", h.Name, g.admissible(h), g.estimate(h))
	}
	b := &code.Block{}
	b.Comment("Heuristics lists the estimates of the model. One that is admissible never says more than the cost that " +
		"is left.")
	b.Append(&left)
	b.Line("var Heuristics = []struct {\nName string\nAdmissible bool\nEstimate search.Heuristic[State]\n}{")
	b.Line("{\"blind\", true, search.Blind[State]},")
	b.Append(&list)
	b.Line("}")
	b.Line("")
	b.Append(&text)
	return b
}

// estimate is a heuristic as searches take it: great values do not say that there is no plan.
func (g *generator) estimate(h *model.Heuristic) string {
	name := "(*State)." + g.Heuristic[h]
	i := slices.IndexFunc(g.Task.Heuristics, func(x task.Heuristic) bool { return x.Name == h.Name })
	if i < 0 || g.Task.Heuristics[i].Missing != "" ||
		g.Task.Pool.Node(g.Task.Heuristics[i].Value).Hi >= task.Unreachable {
		return "search.Finite(" + name + ")"
	}
	return name
}

// writeHeuristic writes one heuristic.
func (g *generator) writeHeuristic(b *code.Block, h *model.Heuristic) {
	sc := g.Scope(h.Slots, "s")
	v := sc.Value(h.Value)
	sc.LeaveIf(code.Not(code.And(v.Need...)), statespace.Returning(code.Int(0)))
	if v.Dom.Lo < 0 {
		v.Expr = code.Call("max", v.Expr, code.Int(0))
	}
	sc.Block.Return(v.Expr)
	g.Describe(b, g.Heuristic[h], cmp.Or(h.Doc, g.Source(h.Value.Span())), h.Span)
	b.Func(sc.Block, "func (s *State) %s() int", g.Heuristic[h])
}

// admissible tells whether a heuristic is admissible: the model promises it, or grounding proved it.
func (g *generator) admissible(h *model.Heuristic) bool {
	return h.Admissible || slices.ContainsFunc(g.Task.Heuristics,
		func(x task.Heuristic) bool { return x.Name == h.Name && x.Admissible })
}

// leftOut says why heuristics are left out, by name.
func (g *generator) leftOut() map[string]string {
	out := map[string]string{}
	for h, why := range g.Missing {
		out[h.Name] = why
	}
	return out
}
