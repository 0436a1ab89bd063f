package encode

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/internal/lists"
)

// The moves of a step can be made in any order (∀-step semantics: Rintanen, Heljanko and Niemelä, "Planning as
// satisfiability: parallel plans and algorithms for plan search", 2006). At most one move writes a variable, so that
// between the moves a variable has its value before or after the step. A condition of a guard on one variable must hold
// for both values. Variables that a move reads together with others do not change, unless the move itself writes them.

// independent allows several operations at a step if they do not interfere.
func (e *Encoder) independent(s, next *Step, usable []int, made []cnf.Lit) {
	for _, group := range e.rivals(usable) {
		lits := lists.Map(group, func(i int) cnf.Lit { return made[i] })
		e.F.AtMostOne(lits)
	}
	changes := map[int]cnf.Lit{}
	for i, o := range usable {
		e.F.About(cnf.PartMove, e.schema(o))
		e.undisturbed(s, next, made[i], &e.P.Ops[o], changes)
	}
	e.F.About(cnf.PartNone, 0)
}

// rivals lists groups of operations, by their place in usable, of which at most one is made: those that write the same
// variable, or variables of the same condition of all states.
func (e *Encoder) rivals(usable []int) (groups [][]int) {
	sets := make([][]int, 0, len(e.P.Task.Vars))
	for v := range e.P.Task.Vars {
		sets = append(sets, []int{v})
	}
	for _, x := range e.P.Always.Rest {
		sets = append(sets, e.P.Reads(x))
	}
	known := map[string]bool{}
	for _, vars := range sets {
		var group []int
		for i, o := range usable {
			if slices.ContainsFunc(e.P.Ops[o].Writes, func(w layers.Write) bool { return slices.Contains(vars, w.V) }) {
				group = append(group, i)
			}
		}
		if key := fmt.Sprint(group); len(group) > 1 && !known[key] {
			known[key] = true
			groups = append(groups, group)
		}
	}
	return groups
}

// undisturbed makes an operation imply that the conditions that it reads still hold after the step, unless the
// operation writes their variables.
func (e *Encoder) undisturbed(s, next *Step, made cnf.Lit, o *layers.Op, changes map[int]cnf.Lit) {
	own := func(v int) bool { return slices.ContainsFunc(o.Writes, func(w layers.Write) bool { return w.V == v }) }
	for _, set := range o.Guard.Sets {
		if !own(set.V) {
			next.oneOf([]cnf.Lit{-made}, set.V, func(i int) bool { return set.Has[i] })
		}
	}
	for _, v := range together(e.P, o) {
		if own(v) {
			continue
		}
		if _, known := changes[v]; !known {
			changes[v] = e.changes(s, next, v)
		}
		e.F.Clause(-made, -changes[v])
	}
}

// together lists the variables that an operation reads, except those that its guard reads one by one.
func together(p *reduced.Problem, o *layers.Op) []int {
	var vars []int
	for _, x := range o.Guard.Rest {
		vars = append(vars, p.Reads(x)...)
	}
	for i := range o.Writes {
		vars = append(append(vars, p.Reads(o.Writes[i].Cond)...), p.Reads(o.Writes[i].Value)...)
	}
	slices.Sort(vars)
	return slices.Compact(vars)
}

// changes is true if a variable changes its value at the step.
func (e *Encoder) changes(s, next *Step, v int) cnf.Lit {
	if len(s.Alive[v]) == 1 && slices.Equal(s.Alive[v], next.Alive[v]) {
		return cnf.False
	}
	l := e.F.NewVar()
	for _, k := range s.Alive[v] {
		e.F.Clause(-s.Val[v][k], next.Val[v][k], l)
	}
	return l
}
