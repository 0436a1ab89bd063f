package gogen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/task"
)

// A simpler puzzle is written in one of three ways, of which the first that can be taken is the most readable:
//
//   - values that change places: the moves as they carry values from place to place, and by which values are told apart (carry.go);
//   - any other pattern or projection: as the task that pzc makes of it (abstract.go);
//   - a relaxation: as a package of its own, which is another puzzle written like this one (relaxed.go).

// simpler is the cost of a simpler puzzle in the program.
type simpler struct {
	name string // of what has a method Build
	text string // its declarations
	// The cost is what a method gives; or what name.Cost gives for the places of values, which a method tells; or constant.
	method   string
	places   string
	constant code.Expr
	maybe    bool   // it is `none` where a state has no image
	why      string // it cannot be written
}

// simplerKey names a simpler puzzle of the model: a pattern counts otherwise as a part of a sum.
type simplerKey struct {
	e      any
	strict bool
}

// simplerCost is the cost of a simpler puzzle where a heuristic asks for it.
func (sc *scope) simplerCost(e model.Expr) value {
	g := sc.g
	dom := span(0, unbounded.hi)
	switch e := e.(type) {
	case *model.AdditiveCost:
		sum := sc.costOf(g.simplerOf(simplerKey{e.Parts[0], true}, e.Parts[0]))
		for _, p := range e.Parts[1:] {
			sum = code.Arithmetic(sum, "+", sc.costOf(g.simplerOf(simplerKey{p, true}, p)))
		}
		return valueOf(sum, dom)
	case *model.RelaxationRef:
		x := g.simplerOf(simplerKey{e: e.Relaxation}, e)
		v := valueOf(sc.costOf(x), dom)
		if x.maybe {
			v = sc.hoist(v, e.Relaxation.Name)
			v.need, v.total = sc.open([]code.Cond{defined(v.Expr)}), true
		}
		return v
	default:
		return valueOf(sc.costOf(g.simplerOf(simplerKey{e: e}, e)), dom)
	}
}

// costOf is the Go expression of such a cost, where the places of values are looked for once.
func (sc *scope) costOf(x *simpler) code.Expr {
	if x.why != "" {
		giveUp(noSpan, "%s", x.why)
	}
	sc.g.needed = append(sc.g.needed, x)
	switch {
	case x.places != "":
		at := sc.hoist(valueOf(sc.state.Call(x.places), unbounded), "places")
		return code.Name(x.name).Call("Cost", at.All())
	case x.method != "":
		return sc.state.Call(x.method)
	default:
		return x.constant
	}
}

// simplerOf writes a simpler puzzle, once.
func (g *generator) simplerOf(key simplerKey, e model.Expr) *simpler {
	if x, ok := g.simpler[key]; ok {
		return x
	}
	x := &simpler{}
	func() {
		defer func() {
			if u, ok := caught(recover()); ok {
				*x = simpler{why: u.what}
			}
		}()
		if _, other := e.(*model.RelaxationRef); !other && g.defers() { // the task has what is known later as variables
			giveUp(e.Span(), "a simpler puzzle where the data on which it depends are given when the program runs")
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
	}()
	g.simpler[key] = x
	g.simplers = append(g.simplers, x)
	return x
}

// writeSimpler writes all simpler puzzles.
func (g *generator) writeSimpler() string {
	var b strings.Builder
	for _, x := range g.simplers {
		if x.why == "" {
			b.WriteString(x.text + "\n")
		}
	}
	return b.String()
}

// part is what a pattern tells apart.
func (g *generator) part(e *model.PatternCost) (array int, own, tracked []int64) {
	array = slices.IndexFunc(g.t.Arrays, func(a task.Array) bool { return a.Name == e.Array.Name })
	if array < 0 {
		giveUp(e.Sp, "a pattern of what never changes")
	}
	if own = g.elements(e.Values); e.Tracked != nil {
		tracked = g.elements(e.Tracked)
	}
	tracked = slices.DeleteFunc(tracked, func(x int64) bool { return slices.Contains(own, x) })
	return array, own, tracked
}

// elements are the elements of a static set.
func (g *generator) elements(e model.Expr) (out []int64) {
	s, ok := g.scope(0, "s").closedSet(e)
	if !ok {
		giveUp(e.Span(), "a pattern of values that are undefined")
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
func (g *generator) abstraction(key simplerKey, sp diag.Span, of func() (task.Abstraction, []task.Expr, error)) *abstraction {
	a := g.abstractions[key]
	if a == nil {
		a = &abstraction{}
		a.Abstraction, a.image, a.err = of()
		g.abstractions[key] = a
	}
	if a.err != nil {
		giveUp(sp, "%s", a.err)
	}
	return a
}

func (g *generator) writePattern(x *simpler, e *model.PatternCost, key simplerKey) {
	array, own, tracked := g.part(e)
	a := g.abstraction(key, e.Sp, func() (task.Abstraction, []task.Expr, error) {
		return task.Pattern(g.ctx, g.t, array, own, tracked, key.strict)
	})
	a.FoldIfLarge()
	name := g.numbered("pattern")
	if c := g.carriedBy(array); c != nil && c.pins(own, tracked) {
		x.name = name
		x.text = c.write() + c.writePattern(name, own, tracked, key.strict, len(a.Fold) > 0)
		x.places = c.places()
		return
	}
	g.writeTask(x, name, a, e.Sp)
}

func (g *generator) writeProjection(x *simpler, e *model.ProjectCost, key simplerKey) {
	var vars []int
	for v := range g.t.Vars {
		a, _ := g.m.ArrayAt(g.t.Vars[v].State)
		if slices.Contains(e.Arrays, a) {
			vars = append(vars, v)
		}
	}
	a := g.abstraction(key, e.Sp, func() (task.Abstraction, []task.Expr, error) { return task.Project(g.ctx, g.t, vars) })
	g.writeTask(x, g.numbered("projection"), a, e.Sp)
}

// writeTask writes a simpler puzzle that is a task.
func (g *generator) writeTask(x *simpler, name string, a *abstraction, sp diag.Span) {
	switch {
	case len(a.Task.Vars) == 0 && a.Task.Goal == task.False:
		x.constant = code.Name("search.Hopeless")
	case len(a.Task.Vars) == 0:
		x.constant = code.Int(0)
	default:
		x.name, x.method = name+"Costs", name+"Cost"
		x.text = g.writeAbstract(name, &a.Abstraction, a.image, sp)
	}
}

// numbered is a name that was kept for such things.
func (g *generator) numbered(word string) string {
	g.simplerCount++
	return fmt.Sprintf("%s%d", word, g.simplerCount)
}

// builds lists what has to be built before a heuristic is used.
func builds(needed []*simpler) string {
	var names []string
	for _, x := range needed {
		if x.name != "" && !slices.Contains(names, x.name) {
			names = append(names, x.name)
		}
	}
	if len(names) == 0 {
		return "nil"
	}
	return "[]search.Costs{" + strings.Join(names, ", ") + "}"
}

const simplerDoc = "Simpler puzzles, whose exact costs are estimates: each move of the puzzle is a move of the simpler one that costs no more, or changes nothing there."

// hasTables tells whether some heuristic needs the costs of a simpler puzzle.
func (g *generator) hasTables() bool {
	if g.picked != nil {
		return true
	}
	for _, h := range g.m.Heuristics {
		if asksForSimpler(h.Value) {
			return true
		}
	}
	return false
}

// asksForSimpler tells whether an expression has the cost of a simpler puzzle in it.
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
