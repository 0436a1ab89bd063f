package gogen

import (
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/source"
)

// mainParts are the files that make the other parts a program or a library.
func (g *generator) mainParts() []source.Part {
	space := `// Problem is the puzzle in the form that the search package takes.
func Problem() *search.Problem[State, Key] {
	return &search.Problem[State, Key]{
		Starts: Starts(),
		Successors: (*State).Successors,
		Goal: (*State).Goal,
` + g.ifDead("\t\tDead: (*State).Dead,\n") + `		Pack: (*State).Pack,
		Unpack: Key.Unpack,
` + g.ifEqualCosts("\t\tEqualCosts: true,\n") + `	}
}
`
	if len(g.Families) == 0 {
		space = ""
	}
	space += g.parameters()
	if g.drive != nil {
		return []source.Part{{Name: "main.go", Text: space + g.writeMain()}}
	}
	test := source.Part{Name: "main_test.go", Doc: source.AnswerDoc, Text: g.writeTest()}
	if g.o.Package != "" {
		test.Name = g.o.Package + "_test.go"
		return []source.Part{{Name: "problem.go", Doc: source.SpaceDoc, Text: space}, test}
	}
	return []source.Part{{Name: "main.go", Doc: source.MainDoc, Text: space + g.writeMain()}, test}
}

func (g *generator) ifDead(text string) string {
	if len(g.Model.Deads) == 0 {
		return ""
	}
	return text
}

func (g *generator) ifEqualCosts(text string) string {
	if g.Task.Facts.MinCost != g.Task.Facts.MaxCost {
		return ""
	}
	return text
}

// parameters writes how the program reads parameters; "" if it reads none.
func (g *generator) parameters() string {
	if g.Given == nil {
		return ""
	}
	return "\n" + g.starts.Parameters()
}

// planStart writes the state in which the known answer starts; "" without one.
func (g *generator) planStart() string {
	if g.o.Plan == nil {
		return ""
	}
	return g.StateLiteral(g.o.Plan.Start)
}

// defaultAlgorithm is what the program does unless told otherwise.
func (g *generator) defaultAlgorithm() (algorithm, heuristic string) {
	for _, f := range g.Families {
		if f.Decl.Order != nil {
			return "backtrack", "blind"
		}
	}
	if h := g.strongest(); h != "" {
		return "astar", h
	}
	if g.Task.Facts.UnitCost {
		return "bfs", "blind"
	}
	return "astar", "blind"
}

// strongest is the admissible heuristic with the greatest estimates along the known answer, among those without large
// tables; "" if there is none.
func (g *generator) strongest() (name string) {
	if name := g.SmallChoice(); name != "" {
		return name
	}
	states := g.statesOnPlan()
	most := int64(-1)
	for _, h := range g.Model.Heuristics {
		if !g.Admissible(h) || g.Missing[h] != "" || g.Builds(h) != "nil" {
			continue
		}
		sum := int64(0)
		for _, s := range states {
			if v, err := g.Machine.Heuristic(h, s); err == nil {
				sum += v
			}
		}
		if sum > most {
			name, most = h.Name, sum
		}
	}
	return name
}

// statesOnPlan are the states on the known answer.
func (g *generator) statesOnPlan() (states [][]int64) {
	if g.o.Plan == nil {
		return nil
	}
	s := g.o.Plan.Start
	for _, name := range g.o.Plan.Moves {
		states = append(states, s)
		for _, mv := range g.Machine.Instances() {
			if g.Machine.Format(mv) == name {
				if next, _, refusal := g.Machine.Apply(s, mv); refusal == nil {
					s = next
				}
				break
			}
		}
	}
	return states
}

func (g *generator) writeMain() string {
	switch {
	case len(g.Families) == 0:
		data, read := "", ""
		if g.Given != nil {
			data, read = dataFlag, readData
		}
		return strings.NewReplacer("	DATA\n", data, "	READ\n", read).Replace(assignMain)
	case g.drive != nil:
		return g.drivenMain()
	}
	algorithm, heuristic := g.defaultAlgorithm()
	before, search := "", "run(ctx, Problem(), h.Estimate, o)"
	tables, data, read := "", "", ""
	if g.Given != nil {
		data, read = dataFlag, readData
	}
	if g.HasTables() {
		tables = "	tables := flag.String(\"tables\", \"\", \"keep large tables of simpler puzzles in this folder\")\n"
		before, search = neededTables, afterTables
	}
	readable, layers := "", "		counts, complete := search.Layers(ctx, Problem(), o)"
	if g.kernel != nil {
		readable = "	readable := flag.Bool(\"readable\", false, \"search with the plain functions of moves.go where the " +
			"kernel could do it\")\n"
		if g.kernel.Wide() {
			layers = "		count := search.Layers[State, Key]\n		if !*readable {\n			count = FastLayers\n		}\n		counts, complete " +
				":= count(ctx, Problem(), o)"
		}
		before = "	if fast := Fast(*name, *heuristic); fast != nil && !*readable {\n\t\trun = fast\n\t}\n" + before
	}
	run, find := before+"	r := "+search, ""
	if g.starts.Chosen() {
		run, find = before+strings.Replace(afterStarts, "SEARCH", search, 1), findStarts
	}
	text := strings.NewReplacer(
		"	READABLE\n", readable, "	DATA\n", data, "	READ\n", read, "	TABLES\n", tables, "	RUN", run, "		FIND\n", find,
		"		LAYERS", layers, "ALGORITHM", fmt.Sprintf("%q", algorithm), "HEURISTIC", fmt.Sprintf("%q", heuristic),
	).Replace(searchMain)
	return withAlgorithms(text)
}

// chosen writes how a program prints the values that were chosen for the initial state.
func (g *generator) chosen() string {
	if g.starts.Chosen() {
		return "search.Values(Assignment(), Problem(), r.Start)"
	}
	return "nil"
}

// writeTest writes the test of the program.
func (g *generator) writeTest() string {
	if len(g.Families) == 0 {
		return g.writeAssignTest()
	}
	out := packTest + g.kernel.Test() + g.kernel.WideTest(g.starts.Chosen())
	if g.starts.Chosen() {
		out = strings.ReplaceAll(out, "Starts()", "someStarts()") + someStarts
	}
	p := g.o.Plan
	if p == nil {
		return out
	}
	var moves []string
	for _, m := range p.Moves {
		moves = append(moves, fmt.Sprintf("%q", m))
	}
	return "// plan is a known answer.\nvar plan = []string{\n" + strings.Join(moves, ",\n") + comma(moves) +
		"\n}\n\nconst planCost = " + fmt.Sprint(p.Cost) + "\n\n" +
		"var planStart = " + g.planStart() + "\n\n" + planTest + out
}

func comma(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return ","
}

func (g *generator) writeAssignTest() string {
	if g.o.Plan == nil {
		return assignAnyTest
	}
	return "// solution is a known answer.\nvar solution = " + g.planStart() + "\n\n" + assignTest + assignAnyTest
}
