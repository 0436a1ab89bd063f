package encode

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/task"
)

// Which encoding the values of a variable get where none is asked for. A literal for each value is what propagates best, and what all of pzc's
// knowledge of pairs of values is written with. Sums and products that are too large for tables are circuits, and need the digits of what
// they add up: a variable that is only added up and compared is written in binary from the beginning. Where numbers of a puzzle without
// moves are only asked whether they are smaller than others, as the times of a schedule are, the order encoding says so in the fewest clauses.

// Bounds on the number of values.
const (
	fewValues = 16   // up to so many, direct is as good as anything
	hugeRange = 1024 // from so many on, a clause for each value is too many even for x := x + 1
)

// EncodingOf is the encoding of the values of a variable.
func (e *Encoder) EncodingOf(v int) string {
	switch e.encoding {
	case "":
		return kinds(e.P)[v]
	case Textbook:
		return Direct
	}
	return e.encoding
}

// eitherBinary tells whether one of two variables is written in binary.
func (e *Encoder) eitherBinary(v, w int) bool {
	return e.EncodingOf(v) == Logarithm || e.EncodingOf(w) == Logarithm
}

// kinds are the encodings by variable that suit the problem.
func kinds(p *reduced.Problem) []string {
	if p.Chosen == nil {
		p.Chosen = make([]string, len(p.Task.Vars))
		u := usageOf(p)
		for v := range p.Chosen {
			switch values := len(p.Domain(v)); {
			case values <= fewValues, u.named[v]:
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

// usage is what variables are used for.
type usage struct {
	p        *reduced.Problem
	s        *Step  // in which all values are possible; nothing is written
	counted  []bool // part of a number that is a circuit
	compared []bool // asked whether it is smaller than others
	named    []bool // single values matter
	seen     map[task.Expr]bool
}

// usage finds out what the variables are used for.
func usageOf(p *reduced.Problem) *usage {
	n := len(p.Task.Vars)
	u := &usage{p: p, counted: make([]bool, n), compared: make([]bool, n), named: make([]bool, n), seen: map[task.Expr]bool{}}
	if !slices.ContainsFunc(p.Task.Vars, func(v task.Var) bool { return len(v.Values) > fewValues }) {
		return u
	}
	u.s = newStepOf(&Encoder{P: p, F: &cnf.Formula{}, encoding: Direct}, 0)
	for v := range n {
		u.s.Alive, u.s.coding = append(u.s.Alive, p.All(v)), append(u.s.coding, nil)
		u.s.Val = append(u.s.Val, make([]cnf.Lit, len(p.Domain(v)))) // nobody asks what they are
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

// look finds uses in an expression that is a condition, or is known by its values.
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
	case task.OpDistinct, task.OpFind, task.OpReach:
		u.name(n.Args...)
	case task.OpSelect:
		u.name(n.Args[0])
	}
	for _, a := range n.Args {
		u.look(a)
	}
}

// circuit tells whether a comparison is one.
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

// count finds uses in a number of which the digits are needed.
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

// name notes that single values of what some expressions read matter.
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
