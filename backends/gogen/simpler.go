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

// A simpler puzzle is written in one of three ways:
//
//   - values that change places: the moves as they carry values from place to place, and by which values are told apart
//     (carry.go);
//   - any other pattern or projection: as the task that pzc makes of it (abstract.go);
//   - a relaxation: as a package of its own, which is another puzzle written like this one (relaxed.go).

// simpler is a simpler puzzle in the program.
type simpler struct {
	statespace.Cost
	text code.Block // its declarations
}

// simplerKey names a simpler puzzle of the model. strict is set for a pattern in a sum, which counts only moves of its
// own values.
type simplerKey struct {
	e      any
	strict bool
}

// simplerOf writes a simpler puzzle, once.
func (g *estimates) simplerOf(key simplerKey, e model.Expr) *simpler {
	if x, ok := g.simpler[key]; ok {
		return x
	}
	x := &simpler{}
	if err := statespace.Try(func() { g.writeOne(x, key, e) }); err != nil {
		*x = simpler{Cost: statespace.Cost{Why: err.What}}
	}
	g.simpler[key] = x
	g.simplers = append(g.simplers, x)
	return x
}

func (g *estimates) writeOne(x *simpler, key simplerKey, e model.Expr) {
	if _, other := e.(*model.RelaxationRef); !other && g.Defers() { // the task has what is known later as variables
		statespace.GiveUp(e.Span(), "a simpler puzzle where the data on which it depends are given when the program runs")
	}
	switch e := e.(type) {
	case *model.PatternCost:
		g.writePattern(x, e, key)
	case *model.ProjectCost:
		g.writeProjection(x, e, key)
	case *model.RelaxationRef:
		g.writeRelaxation(x, e.Relaxation)
	default:
	}
}

// simplerCode writes all simpler puzzles.
func (g *estimates) simplerCode() *code.Block {
	b := &code.Block{}
	b.Uses("search")
	for _, x := range g.simplers {
		if x.Why == "" {
			b.Append(&x.text)
		}
	}
	return b
}

// part is the set of values that a pattern tells apart.
func (g *estimates) part(e *model.PatternCost) (array int, own, tracked []int64) {
	array = slices.IndexFunc(g.Task.Arrays, func(a task.Array) bool { return a.Name == e.Array.Name })
	if array < 0 {
		statespace.GiveUp(e.Sp, "a pattern of what never changes")
	}
	if own = g.elements(e.Values); e.Tracked != nil {
		tracked = g.elements(e.Tracked)
	}
	tracked = slices.DeleteFunc(tracked, func(x int64) bool { return slices.Contains(own, x) })
	return array, own, tracked
}

// elements are the elements of a static set.
func (g *estimates) elements(e model.Expr) (out []int64) {
	s, ok := g.Scope(0, "s").ClosedSet(e)
	if !ok {
		statespace.GiveUp(e.Span(), "a pattern of values that are undefined")
	}
	for _, v := range s.Elems {
		out = append(out, v.N)
	}
	return out
}

// abstraction is a pattern or projection as a task.
type abstraction struct {
	task.Abstraction
	image []task.Expr
	err   error
}

// abstraction makes one, once.
func (g *estimates) abstraction(
	key simplerKey, sp diag.Span, of func() (task.Abstraction, []task.Expr, error),
) *abstraction {
	a := g.abstractions[key]
	if a == nil {
		a = &abstraction{}
		a.Abstraction, a.image, a.err = of()
		g.abstractions[key] = a
	}
	if a.err != nil {
		statespace.GiveUp(sp, "%s", a.err)
	}
	return a
}

func (g *estimates) writePattern(x *simpler, e *model.PatternCost, key simplerKey) {
	array, own, tracked := g.part(e)
	a := g.abstraction(key, e.Sp, func() (task.Abstraction, []task.Expr, error) {
		return task.Pattern(g.ctx, g.Task, array, own, tracked, key.strict)
	})
	a.FoldIfLarge()
	name := g.numbered("pattern")
	if c := g.carriedBy(array); c != nil && c.pins(own, tracked) {
		x.Name = name
		c.write(&x.text)
		c.writePattern(&x.text, name, own, tracked, key.strict, len(a.Fold) > 0)
		x.Places = c.places()
		return
	}
	g.writeTask(x, name, a, e.Sp)
}

func (g *estimates) writeProjection(x *simpler, e *model.ProjectCost, key simplerKey) {
	var vars []int
	for v := range g.Task.Vars {
		a, _ := g.Model.ArrayAt(g.Task.Vars[v].State)
		if slices.Contains(e.Arrays, a) {
			vars = append(vars, v)
		}
	}
	a := g.abstraction(key, e.Sp, func() (task.Abstraction, []task.Expr,
		error,
	) {
		return task.Project(g.ctx, g.Task, vars)
	})
	g.writeTask(x, g.numbered("projection"), a, e.Sp)
}

// writeTask writes a simpler puzzle that is a task.
func (g *estimates) writeTask(x *simpler, name string, a *abstraction, sp diag.Span) {
	switch {
	case len(a.Task.Vars) == 0 && a.Task.Goal == task.False:
		x.Constant = code.Name("search.Unreachable")
	case len(a.Task.Vars) == 0:
		x.Constant = code.Int(0)
	default:
		x.Name, x.Method = name+"Costs", name+"Cost"
		g.writeAbstract(&x.text, name, &a.Abstraction, a.image, sp)
	}
}

// numbered returns word with a number behind it, a name that is reserved for simpler puzzles.
func (g *estimates) numbered(word string) string {
	g.simplerCount++
	return fmt.Sprintf("%s%d", word, g.simplerCount)
}

// builds lists what has to be built before a heuristic is used; "nil" for nothing.
func (g *estimates) builds(h *model.Heuristic) string { return builds(g.needs[h]) }

// builds lists what has to be built before a heuristic is used.
func builds(needed []*simpler) string {
	var names []string
	for _, x := range needed {
		if x.Name != "" && !slices.Contains(names, x.Name) {
			names = append(names, x.Name)
		}
	}
	if len(names) == 0 {
		return "nil"
	}
	return "[]search.Costs{" + strings.Join(names, ", ") + "}"
}

// hasTables tells whether some heuristic needs the costs of a simpler puzzle.
func (g *estimates) hasTables() bool {
	if g.picked != nil {
		return true
	}
	for _, h := range g.Model.Heuristics {
		if asksForSimpler(h.Value) {
			return true
		}
	}
	return false
}

// asksForSimpler tells whether an expression contains the cost of a simpler puzzle.
func asksForSimpler(e model.Expr) bool {
	return model.Contains(e, func(x model.Expr) bool {
		switch x.(type) {
		case *model.RelaxationRef, *model.PatternCost, *model.AdditiveCost, *model.ProjectCost:
			return true
		default:
			return false
		}
	})
}
