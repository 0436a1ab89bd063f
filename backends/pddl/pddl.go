// Package pddl writes a task for planners, in the Planning Domain Definition Language (McDermott et al. 1998; PDDL 2.2:
// Edelkamp and Hoffmann 2004).
//
// One predicate, (is variable value), states the value of a variable. Planners infer that exactly one value holds.
// Moves are actions without parameters. Conditions use and, or and not. A condition on a number becomes a condition on
// its values; a long condition is written once, as a derived predicate. A value that the solver chooses is set before
// the first move, by an action of cost 0.
package pddl

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/task"
)

// errTooLarge means that a condition has too many cases to be written out.
var errTooLarge = errors.New("too large to be said in PDDL")

// Problem is a task in PDDL.
type Problem struct {
	Domain, Problem []byte

	lines map[string]string // by action: the line of a plan of pzc
}

// Emit writes a task.
func Emit(ctx context.Context, t *task.Task) (*Problem, error) {
	w := &writer{
		t: t, names: newNames(), conds: map[task.Expr]formula{}, splits: map[task.Expr]split{},
	}
	out := &Problem{lines: map[string]string{}}
	e := &emitter{
		writer: w, out: out, free: t.HasFree() || len(t.Moves) == 0,
		costs: !t.Facts.UnitCost || t.HasFree() || len(t.Moves) == 0, actions: newNames(),
	}
	for v := range t.Vars { // variables keep their names whatever else is named
		w.variable(v)
	}
	if e.free {
		e.chooses()
	}
	for m := range t.Moves {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		e.move(&t.Moves[m])
		if w.err != nil {
			return nil, fmt.Errorf("%w: the move %s", w.err, t.Moves[m].Name)
		}
	}
	goal := and(w.condition(t.Goal), w.cond(t.Always), e.playing(), e.start())
	if w.err != nil {
		return nil, fmt.Errorf("%w: the goal", w.err)
	}
	out.Domain, out.Problem = e.domain(), e.problem(goal)
	return out, nil
}

type emitter struct {
	*writer
	out     *Problem
	free    bool // a part of the start is chosen
	costs   bool
	actions *names
	text    strings.Builder // of the actions
}

// playing is the predicate that the initial state was chosen.
func (e *emitter) playing() formula {
	if e.free {
		return "(playing)"
	}
	return always
}

// start reports whether a given initial state satisfies the conditions on it.
func (e *emitter) start() formula {
	if !e.free && e.t.Pool.Eval(e.t.InitCond, e.t.Init) == 0 {
		return never
	}
	return always
}

// action writes an action for a line of a plan: a move, a value that is chosen, or nothing.
func (e *emitter) action(line, name string, precondition formula, effects []string, cost int64) {
	name = e.actions.name("", name)
	e.out.lines[name] = line
	if e.costs && cost > 0 {
		effects = append(effects, fmt.Sprintf("(increase (total-cost) %d)", cost))
	}
	fmt.Fprintf(&e.text, "\n  ; %s\n  (:action %s\n    :parameters ()\n    :precondition %s\n    :effect (and",
		cmp.Or(line, "the start is chosen"), name, precondition)
	for _, x := range effects {
		fmt.Fprintf(&e.text, "\n      %s", x)
	}
	e.text.WriteString("))\n")
	e.grow(len(precondition))
}

// chooses writes the actions that choose the start.
func (e *emitter) chooses() {
	all := []formula{"(not (playing))", e.cond(e.t.InitCond)}
	for v, free := range e.t.Free {
		if !free {
			continue
		}
		chosen := formula("(chosen " + e.variable(v) + ")")
		all = append(all, chosen)
		for place, name := range e.t.Vars[v].Names {
			e.action(e.t.Vars[v].Name+" = "+name, "choose "+e.t.Vars[v].Name+" "+name, and("(not (playing))", not(chosen)),
				[]string{string(e.is(v, place)), string(chosen)}, 0)
		}
	}
	e.action("", "begin", and(all...), []string{"(playing)"}, 0)
}

// move writes a move, once for each of its costs.
func (e *emitter) move(m *task.Move) {
	guard := and(e.condition(m.Guard), e.cond(e.t.Always), e.playing())
	if guard == never {
		return
	}
	before := e.known(m.Guard)
	var effects []string
	for _, x := range m.Effects {
		effects = append(effects, e.effect(x, before)...)
	}
	costs := e.split(m.Cost)
	if !e.costs {
		costs = split{1: always}
	}
	for cost, when := range e.ordered(costs) {
		name := m.Name
		if len(costs) > 1 {
			name += fmt.Sprintf(" cost %d", cost)
		}
		if pre := and(guard, when); pre != never && cost >= 0 {
			e.action(m.Name, name, pre, slices.Clone(effects), cost)
		}
	}
}

// known returns the places of the variables whose values a guard determines.
func (e *emitter) known(guard task.Expr) map[int]int {
	before := map[int]int{}
	for _, c := range e.t.Pool.Conjuncts(guard) {
		n := e.t.Pool.Node(c)
		if n.Op != task.OpEq {
			continue
		}
		for i, a := range n.Args {
			x := e.t.Pool.Node(a)
			if code, constant := e.t.Pool.Value(n.Args[1-i]); constant && x.Op == task.OpVar {
				before[int(x.N)] = e.t.Vars[x.N].Place(code)
			}
		}
	}
	return before
}

// effect sets a variable: it adds the new value and deletes the others.
func (e *emitter) effect(x task.Effect, before map[int]int) (effects []string) {
	v, cond := &e.t.Vars[x.Var], e.cond(x.Cond)
	values := e.split(x.Value)
	for place, code := range v.Values {
		when := and(cond, values.of(code))
		if old, known := before[x.Var]; when == never || known && old == place || when == and(cond, e.is(x.Var, place)) {
			continue // it stays as it is
		}
		var set []string
		for other := range v.Values {
			if old, known := before[x.Var]; other == place || known && old != other {
				continue
			}
			set = append(set, "(not "+string(e.is(x.Var, other))+")")
		}
		set = append(set, string(e.is(x.Var, place)))
		if when == always {
			effects = append(effects, set...)
			continue
		}
		effects = append(effects, fmt.Sprintf("(when %s (and %s))", when, strings.Join(set, " ")))
		e.grow(len(effects[len(effects)-1]))
	}
	return effects
}

// domain writes the domain: predicates and actions.
func (e *emitter) domain() []byte {
	var b strings.Builder
	requirements := ":typing :negative-preconditions :disjunctive-preconditions :conditional-effects"
	if len(e.derived) > 0 {
		requirements += " :derived-predicates"
	}
	if e.costs {
		requirements += " :action-costs"
	}
	types := "variable value"
	if e.nodes > 0 {
		requirements, types = requirements+" :equality :existential-preconditions", types+" node"
	}
	fmt.Fprintf(&b, "; %s, written by pzc. The comment above an action is the move as pzc writes it.\n"+
		"(define (domain %s)\n  (:requirements %s)\n  (:types %s)\n", e.t.Puzzle, e.names.name("p-",
		e.t.Puzzle), requirements, types)
	e.constants(&b)
	b.WriteString("  (:predicates\n    (is ?x - variable ?v - value)")
	if e.free {
		b.WriteString("\n    (chosen ?x - variable)\n    (playing)")
	}
	for _, d := range e.derived {
		head := d[len("(:derived ") : strings.IndexByte(d, ')')+1]
		b.WriteString("\n    " + head)
	}
	b.WriteString(")\n")
	if e.costs {
		b.WriteString("  (:functions (total-cost) - number)\n")
	}
	for _, d := range e.derived {
		b.WriteString("  " + d + "\n")
	}
	b.WriteString(e.text.String())
	b.WriteString(")\n")
	return []byte(b.String())
}

// constants writes the objects, which actions name.
func (e *emitter) constants(b *strings.Builder) {
	if len(e.t.Vars) == 0 {
		return
	}
	b.WriteString("  (:constants\n    ")
	for v := range e.t.Vars {
		b.WriteString(e.variable(v) + " ")
	}
	b.WriteString("- variable\n    ")
	seen := map[string]bool{}
	for v := range e.t.Vars {
		for place := range e.t.Vars[v].Values {
			if name := e.value(v, place); !seen[name] {
				seen[name] = true
				b.WriteString(name + " ")
			}
		}
	}
	b.WriteString("- value")
	for i := range e.nodes {
		b.WriteString(" " + e.node(i))
	}
	if e.nodes > 0 {
		b.WriteString(" - node")
	}
	b.WriteString(")\n")
}

// problem writes the start and the goal.
func (e *emitter) problem(goal formula) []byte {
	var b strings.Builder
	name := e.t.Puzzle
	if e.t.Instance != "" {
		name += " " + e.t.Instance
	}
	fmt.Fprintf(&b, "; %s, written by pzc\n(define (problem %s)\n  (:domain %s)\n  (:init", name, e.names.name("q-", name),
		e.names.name("p-", e.t.Puzzle))
	for v := range e.t.Vars {
		if !e.t.Free[v] {
			fmt.Fprintf(&b, "\n    %s ; %s = %s", e.is(v, e.t.Vars[v].Place(e.t.Init[v])), e.t.Vars[v].Name,
				e.t.Vars[v].Names[e.t.Vars[v].Place(e.t.Init[v])])
		}
	}
	if e.costs {
		b.WriteString("\n    (= (total-cost) 0)")
	}
	fmt.Fprintf(&b, "\n  )\n  (:goal %s)", goal)
	if e.costs {
		b.WriteString("\n  (:metric minimize (total-cost))")
	}
	b.WriteString(")\n")
	return []byte(b.String())
}

// Line returns the line of a plan of pzc for an action of a planner's plan, as (go-a-b): a chosen value of the initial
// state, a move, or "" for an action that is neither. It returns false if the domain has no such action.
func (p *Problem) Line(action string) (line string, known bool) {
	line, known = p.lines[strings.ToLower(strings.Trim(action, "() \t"))]
	return line, known
}
