package gogen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/backends/gogen/statespace"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/diag"
)

// abstract is a pattern or a projection as a puzzle of its own: a type of states, moves, a goal, and a function that
// maps a state of the puzzle to a state of this type.
type abstract struct {
	g     *estimates
	name  string // the name of the type
	a     *task.Abstraction
	image []task.Expr
	span  diag.Span
	decls code.Block
	rows  *rowWriter
}

// writeAbstract writes all of it.
func (g *estimates) writeAbstract(b *code.Block, name string, a *task.Abstraction, image []task.Expr, span diag.Span) {
	if len(a.Fold) > 0 {
		statespace.GiveUp(span, "a simpler puzzle with this number of states")
	}
	x := &abstract{g: g, name: name, a: a, image: image, span: span}
	x.rows = newRowWriter(b, &x.decls, name)
	x.writeType(b)
	x.writeImage(b)
	x.writeSuccessors(b)
	x.writeConditions(b)
	x.writeProblem(b)
	b.Append(&x.decls)
}

func (x *abstract) writeType(b *code.Block) {
	names := make([]string, len(x.a.Task.Vars))
	for i := range x.a.Task.Vars {
		names[i] = x.a.Task.Vars[i].Name
	}
	b.Comment("%s is a state of %s, a simpler puzzle: %s.", x.name, code.OneLine(x.a.Name),
		code.OneLine(strings.Join(names, ", ")))
	b.Line("type %s [%d]int", x.name, len(names))
	b.Line("")
	b.Comment("Hash spreads the states over all numbers.")
	b.Line("func (p %s) Hash() uint64 { return search.HashOf(p[:]) }", x.name)
	b.Line("")
}

// code translates expressions of the simpler puzzle, whose state is in p or next.
func (x *abstract) code(state string) *taskCode {
	c := &taskCode{p: x.a.Task.Pool, span: x.span}
	c.read = func(v int) string { return state + "[" + c.hole(int64(v)) + "]" }
	return c
}

func (x *abstract) writeImage(b *code.Block) {
	c := &taskCode{p: x.g.Task.Pool, span: x.span}
	c.read = func(v int) string { return x.g.stateElement(c, v) }
	c.find = func(n *task.Node) (string, bool) { return x.findElement(b, c, n) }
	var all []rowPiece
	for i, e := range x.image {
		c.fresh()
		text := "p[" + c.hole(int64(i)) + "] = " + c.number(e)
		all = append(all, rowPiece{text: text, holes: c.holes})
	}
	b.Comment("%s is what %s sees of a state.", x.name, x.name)
	b.Line("func (s *State) %s() (p %s) {", x.name, x.name)
	x.rows.write(all)
	b.Line("return p")
	b.Line("}")
	b.Line("")
}

func (x *abstract) writeSuccessors(b *code.Block) {
	c := x.code("p")
	var all []rowPiece
	for i := range x.a.Task.Moves {
		c.fresh()
		all = append(all, rowPiece{
			text: x.move(c, &x.a.Task.Moves[i]), holes: c.holes,
			args: x.g.moveNamed(x.a.Task.Moves[i].Name).args,
		})
	}
	b.Comment("Successors appends the moves of the simpler puzzle.")
	b.Line("func (p *%[1]s) Successors(steps []search.Step[%[1]s]) []search.Step[%[1]s] {", x.name)
	x.rows.write(all)
	b.Line("return steps")
	b.Line("}")
	b.Line("")
}

// move is the text of a move.
func (x *abstract) move(c *taskCode, mv *task.Move) string {
	var b code.Block
	if mv.Guard != task.True {
		b.Line("if %s {", c.truth(mv.Guard))
	} else {
		b.Line("{")
	}
	b.Line("next := *p")
	for _, e := range mv.Effects {
		if e.Cond != task.True {
			b.Line("if %s {", c.truth(e.Cond))
		}
		b.Line("next[%s] = %s", c.hole(int64(e.Var)), c.number(e.Value))
		if e.Cond != task.True {
			b.Line("}")
		}
	}
	if x.a.Task.Always != task.True {
		b.Line("if next.allowed() {")
	}
	b.Line("steps = append(steps, search.Step[%s]{Cost: %s, Next: next})", x.name, c.number(mv.Cost))
	if x.a.Task.Always != task.True {
		b.Line("}")
	}
	b.Line("}")
	return strings.TrimSuffix(b.String(), "\n")
}

func (x *abstract) writeConditions(b *code.Block) {
	x.writeCondition(b, "Goal", "tells whether a state is a goal of the simpler puzzle", x.a.Task.Goal)
	if x.a.Task.Always != task.True {
		x.writeCondition(b, "allowed", "tells whether a state may be on a path of the simpler puzzle", x.a.Task.Always)
	}
}

func (x *abstract) writeCondition(b *code.Block, name, doc string, e task.Expr) {
	c := x.code("p")
	var lines []string
	for _, part := range x.a.Task.Pool.Conjuncts(e) {
		c.fresh()
		s := rowPiece{text: c.truth(part), holes: c.holes}
		if x.a.Task.Pool.Node(part).Op == task.OpOr {
			s.text = "(" + s.text + ")"
		}
		lines = append(lines, x.rows.fill(&s, func(i int) string { return x.rows.constant(s.holes[i]) }))
	}
	if len(lines) == 0 {
		lines = []string{"true"}
	}
	b.Comment("%s %s.", name, doc)
	b.Line("func (p *%s) %s() bool {", x.name, name)
	b.Line("return %s", strings.Join(lines, " && "))
	b.Line("}")
	b.Line("")
}

func (x *abstract) writeProblem(b *code.Block) {
	b.Comment("%sCosts are the exact costs in the simpler puzzle, from all its states that can be reached.", x.name)
	b.Line(`var %[1]sCosts = &search.Table[%[1]s, %[1]s]{Name: %[2]q, Problem: func() *search.Problem[%[1]s, %[1]s] {
	problem := &search.Problem[%[1]s, %[1]s]{
		Successors: (*%[1]s).Successors,
		Goal: (*%[1]s).Goal,
		Pack: func(p *%[1]s) %[1]s { return *p },
		Unpack: func(p %[1]s) %[1]s { return p },
	}
	for _, s := range Starts() {
		problem.Starts = append(problem.Starts, s.%[1]s())
	}
	return problem
}}
`, x.name, code.OneLine(x.a.Name))
	b.Comment("%sCost is the exact cost in the simpler puzzle.", x.name)
	b.Line(`func (s *State) %[1]sCost() int {
	p := s.%[1]s()
	return %[1]sCosts.Cost(&p)
}
`, x.name)
}

// move is a move of the task: the move of the model, and its arguments.
type move struct {
	decl *model.Move
	args []rowArgument
}

// moveNamed is a move of the task, by its name.
func (g *estimates) moveNamed(name string) move {
	if g.moves == nil {
		g.moves = map[string]move{}
		for i := range g.Families {
			f := &g.Families[i]
			for _, mv := range f.Moves {
				m := move{decl: f.Decl}
				for k, p := range f.Decl.Params {
					m.args = append(m.args, rowArgument{name: g.ArgField(p.Name), value: fmt.Sprint(mv.Args[k].N)})
				}
				g.moves[g.Machine.Format(mv)] = m
			}
		}
	}
	return g.moves[name]
}

// stateElement is a variable of the task in a State, as a number.
func (g *estimates) stateElement(c *taskCode, v int) string {
	a, k := g.Model.ArrayAt(g.Task.Vars[v].State)
	text := "s." + g.Name(a)
	dims := g.Dims(a)
	for i, d := range dims {
		at := g.Model.Data[a.ID].IndexAt(k)[i]
		index := at.N - d.Lo
		if !d.Set.Type.Scalar() {
			index = int64(d.Set.Index(at))
		}
		text += "[" + c.hole(index) + "]"
	}
	if a.Type.Kind == model.Boolean {
		return "search.Bit(" + text + ")"
	}
	return text
}

// findElement is the place of a value in an array of the state, if Go numbers its elements as the model does.
func (x *abstract) findElement(b *code.Block, c *taskCode, n *task.Node) (string, bool) {
	for i := range x.g.Task.Arrays {
		r := &x.g.Task.Arrays[i]
		if !slices.Equal(r.Elems, n.Args[1:]) {
			continue
		}
		if a := x.g.plainArray(r.Name); a != nil {
			b.Uses("slices")
			return "slices.Index(s." + x.g.Name(a) + "[:], " + c.number(n.Args[0]) + ")", true
		}
	}
	return "", false
}

// plainArray is the array of the state of this name, if it has one index and Go numbers its elements from 0 on; nil if
// not.
func (g *estimates) plainArray(name string) *model.Array {
	for _, a := range g.Fields() {
		if a.Name != name || len(a.Index) != 1 || a.Type.Kind == model.Boolean {
			continue
		}
		if d := g.Dims(a)[0]; d.Set.Type.Scalar() && d.Set.Type.Kind != model.Boolean && d.Set.Len() > 0 &&
			d.Set.Elems[0].N == d.Lo && int(d.Length) == d.Set.Len() {
			return a
		}
	}
	return nil
}
