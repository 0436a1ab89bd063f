package gogen

import (
	"cmp"
	"maps"
	"slices"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/backends/gogen/statespace"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
)

// heuristics writes the heuristics that can be written and lists them.
func (g *estimates) heuristics() *code.Block {
	var text, list, left code.Block
	tables := g.hasTables()
	for _, h := range g.Model.Heuristics {
		if g.only != nil && !g.only[h] {
			continue
		}
		g.needed = nil
		err := statespace.Try(func() { g.writeHeuristic(&text, h) })
		g.needs[h] = g.needed
		if err != nil {
			g.Missing[h] = err.What
			left.Comment("%s is left out: %s cannot be written in Go yet.", h.Name, err.What)
			continue
		}
		needs := ""
		if tables {
			needs = ", " + builds(g.needed)
		}
		list.Line("{%q, %t, %s%s},", h.Name, g.admissible(h), g.estimate(h), needs)
	}
	for _, name := range slices.Sorted(maps.Keys(g.deferred)) {
		left.Comment("%s is left out: %s, which is given when the program runs.", name, g.deferred[name])
	}
	b := &code.Block{}
	if len(g.Families) == 0 {
		return b
	}
	if g.picked != nil {
		g.writeChosen(&text)
		list.Line("{%q, true, search.Ending((*State).%s), %s},", chosenName, chosenName, builds(g.needed))
	}
	if g.Bare {
		return &text
	}
	needs, none := "", ""
	if tables {
		needs, none = "\nNeeds []search.Costs // of simpler puzzles", ", nil"
	}
	b.Uses("search")
	b.Comment("Heuristics lists the estimates of the model. One that is admissible never says more than the cost that " +
		"is left.")
	b.Append(&left)
	b.Line("var Heuristics = []struct {\nName string\nAdmissible bool\nEstimate search.Heuristic[State]%s\n}{", needs)
	b.Line("{\"blind\", true, search.Blind[State]%s},", none)
	b.Append(&list)
	b.Line("}")
	b.Line("")
	b.Append(&text)
	return b
}

// estimate is a heuristic as searches take it: great values say that there is no plan only where a simpler puzzle does.
func (g *estimates) estimate(h *model.Heuristic) string {
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

// writeHeuristic writes one heuristic.
func (g *estimates) writeHeuristic(b *code.Block, h *model.Heuristic) {
	g.prepare(h.Value)
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

// admissible tells whether a heuristic is admissible: the model promises it, or the heuristic is the exact cost of a
// simpler puzzle.
func (g *estimates) admissible(h *model.Heuristic) bool {
	return h.Admissible || slices.ContainsFunc(g.Task.Heuristics,
		func(x task.Heuristic) bool { return x.Name == h.Name && x.Admissible })
}

// prepare writes the simpler puzzles whose costs an expression reads, and marks the heuristics that it reads to be
// written.
func (g *estimates) prepare(e model.Expr) {
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
func (g *estimates) ask(e model.Expr, key simplerKey, of model.Expr) {
	x := g.simplerOf(key, of)
	g.Costs[e] = append(g.Costs[e], &x.Cost)
	if x.Why == "" {
		g.needed = append(g.needed, x)
	}
}
