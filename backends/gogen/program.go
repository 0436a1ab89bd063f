package gogen

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics/verify"
)

// mainParts are the files that make the other parts a program or a library.
func (g *generator) mainParts() []filePart {
	b := &code.Block{}
	if g.HasMoves() {
		g.writeProblem(b)
	}
	test := filePart{name: "main_test.go", doc: answerDoc, text: g.writeTest()}
	if g.o.Package != "" {
		test.name = g.o.Package + "_test.go"
		return []filePart{{name: "problem.go", doc: spaceDoc, text: b}, test}
	}
	g.writeMain(b)
	return []filePart{{name: "main.go", doc: mainDoc, text: b}, test}
}

// writeProblem writes the puzzle in the form that the search package takes.
func (g *generator) writeProblem(b *code.Block) {
	dead, equal := "", ""
	if len(g.Model.Deads) > 0 {
		dead = "\t\tDead: (*State).Dead,\n"
	}
	if g.Task.Facts.MinCost == g.Task.Facts.MaxCost {
		equal = "\t\tEqualCosts: true,\n"
	}
	inPlace := ""
	if g.inPlace != nil {
		inPlace = g.inPlace.problem()
	}
	b.Comment("Problem is the puzzle in the form that the search package takes.")
	b.Line(`func Problem() *search.Problem[State, Key] {
	return &search.Problem[State, Key]{
		Starts: Starts(),
		Successors: (*State).Successors,
		Goal: (*State).Goal,
%s		Pack: (*State).Pack,
		Unpack: Key.Unpack,
%s%s	}
}
`, dead, equal, inPlace)
}

// defaults are what the program does unless told otherwise.
func (g *generator) defaults() (algorithm, heuristic string) {
	heuristic = cmp.Or(g.strongest(), "blind")
	for _, f := range g.Families {
		if f.Decl.Order != nil {
			return "backtrack", heuristic
		}
	}
	if heuristic == "blind" && g.Task.Facts.UnitCost {
		return "bfs", heuristic
	}
	return "astar", heuristic
}

// strongest is the admissible heuristic with the greatest estimates along the known answer; "" if there is none.
func (g *generator) strongest() (name string) {
	worth, most := g.worth(), int64(-1)
	for _, h := range g.Model.Heuristics {
		if !g.admissible(h) || g.Missing[h] != "" {
			continue
		}
		if sum := worth(h); sum > most {
			name, most = h.Name, sum
		}
	}
	return name
}

// worth returns a function: the sum of a heuristic's estimates along the known answer.
func (g *generator) worth() func(h *model.Heuristic) (sum int64) {
	states, estimates := g.statesOnPlan(), verify.NewEstimates(g.Machine, nil)
	return func(h *model.Heuristic) (sum int64) {
		for _, s := range states {
			if v, err := estimates.Of(h, s); err == nil {
				sum += v
			}
		}
		return sum
	}
}

// statesOnPlan are the states on the known answer, or the initial state if no answer is known.
func (g *generator) statesOnPlan() (states [][]int64) {
	if g.o.Plan == nil {
		return [][]int64{g.starts.fixedState()}
	}
	s := g.o.Plan.Start
	for _, name := range g.o.Plan.Moves {
		states = append(states, s)
		for _, mv := range g.Machine.Instances() {
			if g.Machine.Name(mv) == name {
				if next, _, refusal := g.Machine.Apply(s, mv); refusal == nil {
					s = next
				}
				break
			}
		}
	}
	return states
}

// writeMain writes the command line of a program.
func (g *generator) writeMain(b *code.Block) {
	if !g.HasMoves() {
		b.Line("%s", assignMain)
		return
	}
	algorithm, heuristic := g.defaults()
	search := "run(ctx, Problem(), h.Estimate, o)"
	run, find, field, chosen := "	r := "+search, "", "", ""
	if g.starts.chosen() {
		field, chosen = startField, chosenStart
		run, find = strings.Replace(afterStarts, "SEARCH", search, 1), findStarts
	}
	text := strings.NewReplacer(
		"	RUN", run, "		FIND\n", find,
		"		START\n", field, "	CHOSEN\n", chosen,
		"ALGORITHM", fmt.Sprintf("%q", algorithm), "HEURISTIC", fmt.Sprintf("%q", heuristic),
	).Replace(searchMain)
	b.Line("%s", withAlgorithms(text))
}

// writeTest writes the test of the program; nothing for a puzzle without moves if no answer is known.
func (g *generator) writeTest() *code.Block {
	b := &code.Block{}
	if !g.HasMoves() {
		if g.o.Plan != nil {
			b.Comment("solution is a known answer.")
			b.Line("var solution = %s\n", g.StateLiteral(g.o.Plan.Start))
			b.Line("%s", assignTest)
		}
		return b
	}
	starts := "Starts()"
	if g.starts.chosen() {
		starts = "someStarts()"
	}
	if p := g.o.Plan; p != nil {
		b.Comment("plan is a known answer.")
		b.Line("var plan = []string{")
		for _, m := range p.Moves {
			b.Line("%q,", m)
		}
		b.Line("}\n")
		b.Line("const planCost = %d\n", p.Cost)
		b.Line("var planStart = %s\n", g.StateLiteral(p.Start))
		b.Line("%s", planTest)
	}
	b.Line("%s", strings.Replace(packTest, "STARTS", starts, 1))
	if g.inPlace != nil {
		b.Line("%s", g.inPlace.test(starts))
	}
	if g.starts.chosen() {
		b.Line("%s", someStarts)
	}
	return b
}
