package gogen

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/task"
)

// writeGoal writes the goal, and what else is asked of states.
func (g *generator) writeGoal() string {
	var b strings.Builder
	b.WriteString(g.writeRules("Goal", "tells whether a state is what is looked for", g.m.Goals, true))
	if len(g.m.Always) > 0 && len(g.families) > 0 {
		b.WriteString("\n" + g.writeRules("allowed", "tells whether a state may be on a path", g.m.Always, true))
	}
	if len(g.m.Deads) > 0 {
		b.WriteString("\n" + g.writeRules("Dead", "tells that no goal can be reached any more, as the model promises", g.m.Deads, false))
	}
	return b.String()
}

// writeRules writes a function that tells whether all conditions hold, or, if not all, whether some does.
func (g *generator) writeRules(name, doc string, fs []model.Formula, all bool) string {
	var out strings.Builder
	out.WriteString(code.Comment(name + " " + doc + "."))
	fmt.Fprintf(&out, "func (s *State) %s() bool {\n", name)
	names := g.names.Inner()
	for i := range fs {
		sc := g.scope(fs[i].Slots, "s")
		sc.names = names
		out.WriteString(code.Comment(g.source(fs[i].Expr.Span())))
		last := i == len(fs)-1
		switch {
		case last:
			sc.returnCond(fs[i].Expr, true)
		case all:
			sc.require(fs[i].Expr, yields(false))
		default:
			sc.forbid(fs[i].Expr, true, yields(true))
		}
		out.WriteString(sc.b.String())
	}
	if len(fs) == 0 {
		fmt.Fprintf(&out, "return %t\n", all)
	}
	out.WriteString("}\n")
	return out.String()
}

// writeHeuristics writes the heuristics that can be written and lists them.
func (g *generator) writeHeuristics() string {
	var text, list, left strings.Builder
	tables := g.hasTables()
	for _, h := range g.m.Heuristics {
		if g.only != nil && !g.only[h] {
			continue
		}
		g.needed = nil
		body, why := g.writeHeuristic(h)
		g.needs[h] = g.needed
		if why != "" {
			g.missing[h] = why
			left.WriteString(code.Comment(fmt.Sprintf("%s is left out: %s cannot be written in Go yet.", h.Name, why)))
			continue
		}
		text.WriteString(body + "\n")
		needs := ""
		if tables {
			needs = ", " + builds(g.needed)
		}
		fmt.Fprintf(&list, "{%q, %t, (*State).%s%s},\n", h.Name, g.admissible(h), g.heuristic[h], needs)
	}
	if r := g.o.RunTimeData; r != nil {
		for _, name := range slices.Sorted(maps.Keys(r.LeftOut)) {
			left.WriteString(code.Comment(fmt.Sprintf("%s is left out: %s, which is given when the program runs.", name, r.LeftOut[name])))
		}
	}
	if len(g.families) == 0 {
		return ""
	}
	if g.picked != nil {
		text.WriteString(g.writeChosen() + "\n")
		fmt.Fprintf(&list, "{%q, true, (*State).%s, %s},\n", chosenName, chosenName, builds(g.needed))
	}
	needs, none := "", ""
	if tables {
		needs, none = "Needs []search.Costs // of simpler puzzles\n", ", nil"
	}
	return code.Comment("Heuristics lists the estimates of the model. One that is admissible never says more than the cost that is left.") + left.String() +
		"var Heuristics = []struct {\nName string\nAdmissible bool\nEstimate search.Heuristic[State]\n" + needs + "}{\n{\"blind\", true, search.Blind[State]" + none + "},\n" + list.String() + "}\n\n" + text.String()
}

func (g *generator) writeHeuristic(h *model.Heuristic) (text, why string) {
	defer func() {
		if u, ok := caught(recover()); ok {
			text, why = "", u.what
		}
	}()
	sc := g.scope(h.Slots, "s")
	v := sc.value(h.Value)
	sc.leaveIf(code.Not(code.And(v.need...)), returning(code.Int(0)))
	if v.dom.lo < 0 {
		v.Expr = code.Call("max", v.Expr, code.Int(0))
	}
	sc.b.Return(v.Expr)
	doc := orElse(h.Doc, g.source(h.Value.Span()))
	return code.Comment(g.docOf(g.heuristic[h], doc)+g.where(h.Span)) + fmt.Sprintf("func (s *State) %s() int {\n", g.heuristic[h]) + sc.b.String() + "}\n", ""
}

// admissible tells whether a heuristic never says too much, as the model promises or as is proved of exact costs of simpler puzzles.
func (g *generator) admissible(h *model.Heuristic) bool {
	return h.Admissible || slices.ContainsFunc(g.t.Heuristics, func(x task.Heuristic) bool { return x.Name == h.Name && x.Admissible })
}

// heuristicName is a heuristic that another one reads.
func (g *generator) heuristicName(h *model.Heuristic, _ any) string {
	if why := g.missing[h]; why != "" {
		giveUp(h.Span, "%s", why)
	}
	if g.only != nil && !g.only[h] {
		g.only[h], g.changed = true, true
	}
	g.needed = append(g.needed, g.needs[h]...)
	return g.heuristic[h]
}

// writeMoves writes all of moves.go.
func (g *generator) writeMoves() string {
	var b strings.Builder
	b.WriteString(g.writeSuccessors() + "\n")
	for i := range g.families {
		f := &g.families[i]
		if args := g.writeArguments(f); args != "" {
			b.WriteString(args + "\n")
		}
		b.WriteString(g.writeMove(f) + "\n")
		if f.decl.Order != nil {
			b.WriteString(g.writeOrder(f) + "\n")
		}
		if _, constant := g.constantCost(f); !constant {
			b.WriteString(g.writeCost(f) + "\n")
		}
		if f.decl.Label != nil {
			b.WriteString(g.writeLabel(f) + "\n")
		}
	}
	b.WriteString(g.writeNames())
	return b.String()
}

// writeDefs writes the functions of defs, in the order of the model.
func (g *generator) writeDefs() string {
	var b strings.Builder
	for _, d := range g.m.Defs {
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

// writeDeclarations writes data.go; it comes last, when it is known what is used.
func (g *generator) writeDeclarations() string {
	g.writeGrids() // what some declarations need, others may need
	g.writeTypes()
	grids, types := g.writeGrids(), g.writeTypes()
	g.need("none")
	return types + grids + g.writeHelpers()
}
