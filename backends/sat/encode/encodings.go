package encode

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/backends/sat/technique"
	"github.com/pzc-lang/pzc/compiler/task"
)

// This file chooses the encoding of each variable if none is named.
//
// A literal for each value (direct) propagates best, and the pairs of values that layers exclude are written with these
// literals. Sums and products that are too large for tables become circuits, which need binary digits; so a variable
// that is only read in sums and comparisons is written in binary. In a puzzle without moves, a variable that is only
// compared, such as a time in a schedule, is written in the order encoding: a comparison then is a short clause for
// each value.

// Bounds on the number of values.
const (
	fewValues = 16   // up to this number of values, no encoding is better than direct
	hugeRange = 1024 // from this number on, clauses for each value are too many, even for x := x + 1
)

// EncodingOf returns the encoding of a variable.
func (e *Encoder) EncodingOf(v int) string {
	switch e.encoding {
	case "":
		return kinds(e.P)[v]
	case Textbook:
		return Direct
	}
	return e.encoding
}

// eitherBinary reports whether one of two variables is in binary.
func (e *Encoder) eitherBinary(v, w int) bool {
	return e.EncodingOf(v) == Logarithm || e.EncodingOf(w) == Logarithm
}

// kinds lists the encoding of each variable that suits the problem.
func kinds(p *reduced.Problem) []string {
	if p.Chosen == nil {
		p.Chosen = make([]string, len(p.Task.Vars))
		u := usageOf(p)
		for v := range p.Chosen {
			switch values := len(p.Domain(v)); {
			case values <= fewValues, u.named[v], p.Without.Has(technique.Kinds):
				p.Chosen[v] = Direct
			case u.counted[v], values >= hugeRange && !p.Layered:
				p.Chosen[v] = Logarithm
			case u.compared[v] && len(p.Task.Moves) == 0:
				p.Chosen[v] = Order
			default:
				p.Chosen[v] = Direct
			}
		}
	}
	return p.Chosen
}

// usage describes the uses of the variables.
type usage struct {
	p        *reduced.Problem
	s        *Step  // a step in which all values are possible; nothing is written
	counted  []bool // by variable: a part of a number that becomes a circuit
	compared []bool // by variable: compared with other variables
	named    []bool // by variable: single values matter
	seen     map[task.Expr]bool
}

// usageOf computes the uses of the variables.
func usageOf(p *reduced.Problem) *usage {
	n := len(p.Task.Vars)
	u := &usage{
		p: p, counted: make([]bool, n), compared: make([]bool, n), named: make([]bool, n),
		seen: map[task.Expr]bool{},
	}
	if !slices.ContainsFunc(p.Task.Vars, func(v task.Var) bool { return len(v.Values) > fewValues }) {
		return u
	}
	u.s = newStepOf(&Encoder{P: p, F: &cnf.Formula{}, encoding: Direct}, 0)
	for v := range n {
		u.s.Alive, u.s.coding = append(u.s.Alive, p.All(v)), append(u.s.coding, nil)
		u.s.Val = append(u.s.Val, make([]cnf.Lit, len(p.Domain(v)))) // any literals will do
	}
	for _, c := range []*layers.Condition{&p.Init, &p.Always, &p.Goal} {
		u.condition(c)
	}
	for i := range p.Ops {
		u.condition(&p.Ops[i].Guard)
		for k := range p.Ops[i].Writes {
			u.effect(&p.Ops[i].Writes[k])
		}
	}
	return u
}

func (u *usage) condition(c *layers.Condition) {
	for _, e := range c.Rest {
		u.look(e)
	}
}

func (u *usage) effect(w *layers.Write) {
	u.look(w.Cond)
	if w.Table != nil && len(w.Scope) <= 2 {
		return
	}
	if u.s.wide(w.Value) {
		u.counted[w.V] = true
		u.count(w.Value)
	} else {
		u.look(w.Value)
	}
}

// look finds the uses in a condition, or in an expression that is written value by value.
func (u *usage) look(e task.Expr) {
	if u.seen[e] {
		return
	}
	u.seen[e] = true
	n := u.p.Pool.Node(e)
	switch n.Op {
	case task.OpEq, task.OpLt, task.OpLe:
		if u.circuit(n) {
			u.count(n.Args[0])
			u.count(n.Args[1])
			return
		}
		if vars := u.p.Reads(e); n.Op == task.OpEq && len(vars) > 1 {
			u.name(e)
		} else {
			for _, v := range vars {
				u.compared[v] = u.compared[v] || len(vars) > 1
			}
		}
	case task.OpDistinct, task.OpFind, task.OpReach, task.OpAcyclic:
		u.name(n.Args...)
	case task.OpSelect:
		u.name(n.Args[0])
	}
	for _, a := range n.Args {
		u.look(a)
	}
}

// circuit reports whether a comparison becomes a circuit.
func (u *usage) circuit(n *task.Node) bool {
	s := u.s
	if sc := u.p.Scopes.Get(u.p.Pool.Make(n.Op, n.N, n.Args)); s.smallPair(sc) || !sc.Wide && len(sc.Vars) < 2 {
		return false
	}
	var constant int64
	parts := collected(append(s.summands(n.Args[0], 1, &constant), s.summands(n.Args[1], -1, &constant)...))
	return slices.ContainsFunc(parts, func(p summand) bool { return s.wide(p.e) }) ||
		(n.Op != task.OpEq || len(parts) > 2) && s.diagramOf(parts) > u.p.Lim.Diagram
}

// count finds the uses in a number whose digits are needed.
func (u *usage) count(e task.Expr) {
	n := u.p.Pool.Node(e)
	args := n.Args
	switch n.Op {
	case task.OpVar:
		u.counted[n.N] = true
		return
	case task.OpIte:
		u.look(args[0])
		args = args[1:]
	case task.OpSelect:
		u.name(args[0])
		args = args[1:]
	case task.OpAdd, task.OpMul, task.OpDiv, task.OpMod, task.OpMin, task.OpMax, task.OpAbs:
	default:
		u.look(e)
		return
	}
	for _, a := range args {
		u.count(a)
	}
}

// name marks the variables of some expressions: single values of these variables matter.
func (u *usage) name(es ...task.Expr) {
	for _, e := range es {
		for _, v := range u.p.Reads(e) {
			u.named[v] = true
		}
		for _, a := range u.p.Pool.Node(e).Args {
			u.look(a)
		}
	}
}
