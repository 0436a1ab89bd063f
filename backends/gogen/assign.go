package gogen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/backends/gogen/statespace"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
)

// A puzzle without moves is an assignment: places whose values are chosen, and constraints on few places each. The
// constraints are the parts of the conditions as grounding has them, because small constraints refute a wrong choice
// sooner than large ones.

// maxChoice bounds the values among which an initial value is chosen.
const maxChoice = 1 << 12

// writeAssignment writes the starting state, the places and the constraints.
func (g *starts) writeAssignment(b *code.Block) {
	if o := g.Model.Objective; o != nil {
		bound := map[string]string{"minimize": "<=", "maximize": ">="}
		panic(&Error{
			Span: o.Span, What: "`" + o.Word() + "`", Instead: "ask for a value in a goal: `goal e " + bound[o.Word()] + " 10`",
		})
	}
	state := g.fixedState()
	free := map[int]int{} // place in a state → number of the choice
	for i, v := range g.Task.Vars {
		if g.Task.Free[i] {
			free[v.State] = len(free)
			state[v.State] = v.Values[0]
			if len(v.Values) > maxChoice {
				a, _ := g.Model.ArrayAt(v.State)
				statespace.GiveUp(a.Value.Span(), "a choice among more than %d values", maxChoice)
			}
		}
	}
	b.Comment("start has the values that are given; the others are chosen.")
	b.Line("var start = %s\n", g.StateLiteral(state))
	all, decls := &code.Block{}, &code.Block{}
	all.Define("a", code.Literal("&search.Assignment[State]{Start: start}"))
	(&rowWriter{block: all, decls: decls, name: "place"}).write(g.places())
	g.writeConstraints(all, decls, free)
	all.Return(code.Name("a"))
	b.Comment("Assignment is the puzzle as the search package wants it: places that take values, and constraints on them.")
	b.Func(all, "func Assignment() *search.Assignment[State]")
	b.Append(decls)
	if g.HasMoves() {
		g.writeManyStarts(b)
	}
}

// places are the places whose values are chosen.
func (g *starts) places() (all []rowPiece) {
	for i, v := range g.Task.Vars {
		if !g.Task.Free[i] {
			continue
		}
		a, _ := g.Model.ArrayAt(v.State)
		low, high := v.Values[0], v.Values[len(v.Values)-1]
		value := "n"
		switch {
		case a.Type.Kind == model.Boolean:
			value = "n == 1"
		case high-low != int64(len(v.Values)-1):
			value = "[]int{" + code.Numbers(v.Values) + "}[n]"
		case low != 0:
			value += code.Plus(low)
		}
		all = append(all, newRowPiece(fmt.Sprintf("a.Places = append(a.Places, search.Place[State]{Values: %d, "+
			"Set: func(s *State, n int) { %s = %s }})", len(v.Values), g.Element(v.State), value)))
	}
	return all
}

// writeConstraints writes what must hold of the start, and of a puzzle without moves the goal.
func (g *starts) writeConstraints(b, decls *code.Block, free map[int]int) {
	rows, seen := &rowWriter{block: b, decls: decls, name: "rule"}, map[task.Expr]bool{task.True: true}
	add := func(source string, e task.Expr) {
		var all []rowPiece
		for _, part := range g.parts(e) {
			if !seen[part] {
				seen[part] = true
				all = append(all, g.constraint(part, free))
			}
		}
		if len(all) > 0 {
			b.Comment("%s", source)
			rows.write(alike(all))
		}
	}
	conditions := slices.Concat(g.Model.Inits, g.Model.Always)
	if !g.HasMoves() {
		conditions = append(conditions, g.Model.Goals...)
	}
	for _, f := range conditions {
		add(g.Source(f.Expr.Span()), g.Truth(f.Expr))
	}
	add("what else the model says of the start", g.Task.InitCond)
}

// parts are the conditions of which a condition consists. Of values that differ, each two do.
func (g *starts) parts(e task.Expr) (all []task.Expr) {
	p := g.Task.Pool
	for _, part := range p.Conjuncts(e) {
		n := p.Node(part)
		if n.Op != task.OpDistinct {
			all = append(all, part)
			continue
		}
		for i := range n.Args {
			for _, x := range n.Args[:i] {
				all = append(all, p.Not(p.Eq(x, n.Args[i])))
			}
		}
	}
	return all
}

// constraint writes one condition and the places that it is about.
func (g *starts) constraint(e task.Expr, free map[int]int) rowPiece {
	var places []string
	for _, v := range g.Task.Pool.Vars(e) {
		if k, ok := free[g.Task.Vars[v].State]; ok {
			places = append(places, code.Hole(int64(k)))
		}
	}
	return newRowPiece(fmt.Sprintf("a.Constraints = append(a.Constraints, search.Constraint[State]{Places: []int{%s}, "+
		"Holds: func(s *State) bool {\n%s}})", strings.Join(places, ", "), g.Grounded(e)))
}
