package estimates

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/backends/gogen/expr"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/task"
)

// Heuristics writes the heuristics that can be written and lists them.
func (g *Set) Heuristics() string {
	var text, list, left strings.Builder
	tables := g.HasTables()
	for _, h := range g.Model.Heuristics {
		if g.only != nil && !g.only[h] {
			continue
		}
		g.needed = nil
		body, why := g.writeHeuristic(h)
		g.needs[h] = g.needed
		if why != "" {
			g.Missing[h] = why
			left.WriteString(code.Comment(fmt.Sprintf("%s is left out: %s cannot be written in Go yet.", h.Name, why)))
			continue
		}
		text.WriteString(body + "\n")
		needs := ""
		if tables {
			needs = ", " + builds(g.needed)
		}
		fmt.Fprintf(&list, "{%q, %t, %s%s},\n", h.Name, g.Admissible(h), g.Estimate(h), needs)
	}
	for _, name := range slices.Sorted(maps.Keys(g.Deferred)) {
		left.WriteString(code.Comment(fmt.Sprintf("%s is left out: %s, which is given when the program runs.", name,
			g.Deferred[name])))
	}
	if len(g.Families) == 0 {
		return ""
	}
	if g.picked != nil {
		text.WriteString(g.writeChosen() + "\n")
		fmt.Fprintf(&list, "{%q, true, search.Ending((*State).%s), %s},\n", chosenName, chosenName, builds(g.needed))
	}
	if g.Bare {
		return text.String()
	}
	needs, none := "", ""
	if tables {
		needs, none = "Needs []search.Costs // of simpler puzzles\n", ", nil"
	}
	return code.Comment("Heuristics lists the estimates of the model. One that is admissible never says more "+
		"than the cost that is left.") + left.String() +
		"var Heuristics = []struct {\nName string\nAdmissible bool\nEstimate search.Heuristic[State]\n" + needs +
		"}{\n{\"blind\", true, search.Blind[State]" + none + "},\n" + list.String() + "}\n\n" + text.String()
}

// Estimate is a heuristic as searches take it: great values say that there is no plan only where a simpler puzzle does.
func (g *Set) Estimate(h *model.Heuristic) string {
	name := "(*State)." + g.Heuristic[h]
	i := slices.IndexFunc(g.Task.Heuristics, func(x task.Heuristic) bool { return x.Name == h.Name })
	switch {
	case i < 0 || g.Task.Heuristics[i].Missing != "" || !g.Task.Ends(g.Task.Heuristics[i].Value):
		return "search.Finite(" + name + ")"
	case g.Task.Pool.Node(g.Task.Heuristics[i].Value).Hi >= task.Unreachable:
		return "search.Ending(" + name + ")"
	}
	return name
}

// writeHeuristic writes one heuristic, or returns why it cannot be written.
func (g *Set) writeHeuristic(h *model.Heuristic) (text, why string) {
	if err := expr.Try(func() { text = g.heuristicText(h) }); err != nil {
		return "", err.What
	}
	return text, ""
}

func (g *Set) heuristicText(h *model.Heuristic) string {
	g.prepare(h.Value)
	sc := g.Scope(h.Slots, "s")
	v := sc.Value(h.Value)
	sc.LeaveIf(code.Not(code.And(v.Need...)), expr.Returning(code.Int(0)))
	if v.Dom.Lo < 0 {
		v.Expr = code.Call("max", v.Expr, code.Int(0))
	}
	sc.Block.Return(v.Expr)
	doc := cmp.Or(h.Doc, g.Source(h.Value.Span()))
	return code.Comment(g.DocOf(g.Heuristic[h], doc)+g.Where(h.Span)) +
		fmt.Sprintf("func (s *State) %s() int {\n", g.Heuristic[h]) + sc.Block.String() + "}\n"
}

// Admissible tells whether a heuristic is admissible: the model promises it, or the heuristic is the exact cost of a
// simpler puzzle.
func (g *Set) Admissible(h *model.Heuristic) bool {
	return h.Admissible || slices.ContainsFunc(g.Task.Heuristics,
		func(x task.Heuristic) bool { return x.Name == h.Name && x.Admissible })
}

// prepare writes the simpler puzzles whose costs an expression reads, and marks the heuristics that it reads to be
// written.
func (g *Set) prepare(e model.Expr) {
	switch e := e.(type) {
	case *model.HeuristicRef:
		if g.only != nil && !g.only[e.Heuristic] {
			g.only[e.Heuristic], g.Changed = true, true
		}
		g.needed = append(g.needed, g.needs[e.Heuristic]...)
	case *model.AdditiveCost:
		g.Costs[e] = nil
		for _, p := range e.Parts {
			g.ask(e, simplerKey{p, true}, p)
		}
		return
	case *model.RelaxationRef:
		g.Costs[e] = nil
		g.ask(e, simplerKey{e: e.Relaxation}, e)
	case *model.PatternCost, *model.ProjectCost:
		g.Costs[e] = nil
		g.ask(e, simplerKey{e: e}, e)
	default:
	}
	for p := range model.Parts(e) {
		g.prepare(p)
	}
}

// ask notes that an expression reads the cost of a simpler puzzle.
func (g *Set) ask(e model.Expr, key simplerKey, of model.Expr) {
	x := g.simplerOf(key, of)
	g.Costs[e] = append(g.Costs[e], &x.Cost)
	if x.Why == "" {
		g.needed = append(g.needed, x)
	}
}
