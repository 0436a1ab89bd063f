package automorphism

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
)

// The colours of variables and of facts (a variable has a value) are hashes that do not depend on names and order. A
// round gives each expression a colour by the colours of what it reads, and then each variable and fact a new one by
// the expressions that read it (colour refinement; McKay, Practical Graph Isomorphism, 1981). What automorphisms map to
// one another has the same colour.

// graph is a task as colours see it. The nodes are expressions and moves, arguments before what they are arguments of.
type graph struct {
	t      *task.Task
	reads  *task.Reads
	first  []int32 // by variable: the number of its first fact
	facts  int
	nodes  []node
	number map[task.Expr]int32
	// by variable: one more than the number of the node that lists its values as numbers; 0: none
	numeric []int32
	size    int // number of arguments and of places in tables
	most    int // bound on size
}

// node is an operator with arguments, a variable, or a table.
type node struct {
	seed    uint64
	ordered bool
	args    []int32
	v       int32 // the variable; -1: none
	width   int   // of a table: the number of facts in a row, 0: no table
	rows    []int32
	values  []uint64 // by row
	written []int32  // by row: the fact that an effect makes true; nil: no effect
}

// Bounds on tables in which an expression lists the facts that it reads.
const (
	mostRows = 1 << 8
	mostRead = 3
)

// newGraph returns nil if the task is too large.
func newGraph(t *task.Task, most int) *graph {
	g := &graph{t: t, reads: task.NewReads(t.Pool), number: map[task.Expr]int32{}, most: most}
	for v := range t.Vars {
		g.first, g.numeric = append(g.first, int32(g.facts)), append(g.numeric, 0)
		g.facts += len(t.Vars[v].Values)
	}
	g.size = 2 * g.facts // a round visits the facts too, and sorts their colours
	if t.Pool.Len() > most || len(t.Moves) > most || 16*g.facts > most {
		return nil
	}
	roots := []task.Expr{t.Goal, t.Always}
	if len(t.Moves) == 0 {
		roots = append(roots, t.InitCond)
	}
	if t.Objective != nil {
		roots = append(roots, t.Objective.Value)
	}
	for i, e := range roots {
		g.join(uint64(i)+100, g.expr(e))
	}
	for m := range t.Moves {
		mv := &t.Moves[m]
		parts := []int32{g.expr(mv.Guard), g.join(200, g.expr(mv.Cost))}
		for _, e := range mv.Effects {
			parts = append(parts, g.join(201, g.join(202, g.expr(e.Cond)), g.effect(e.Var, e.Value)))
		}
		if g.join(203, parts...); g.size > g.most {
			return nil
		}
	}
	return g
}

// join adds a node whose arguments are in no order.
func (g *graph) join(seed uint64, args ...int32) int32 {
	return g.add(node{seed: seed, args: args, v: -1})
}

func (g *graph) add(n node) int32 {
	g.size += 1 + len(n.args) + len(n.rows)
	g.nodes = append(g.nodes, n)
	return int32(len(g.nodes) - 1)
}

func (g *graph) expr(e task.Expr) int32 {
	if i, known := g.number[e]; known {
		return i
	}
	n := g.t.Pool.Node(e)
	out := node{seed: 300 + mix(uint64(n.Op)+mix(uint64(n.N))), v: -1}
	switch rows := g.table(e); {
	case n.Op == task.OpVar:
		out.seed, out.v = 1, int32(n.N)
	case rows != nil:
		out = rows.rarer()
	default:
		switch n.Op {
		case task.OpAnd, task.OpOr, task.OpEq, task.OpAdd, task.OpMul, task.OpMin, task.OpMax, task.OpDistinct:
		default:
			out.ordered = true
		}
		for _, a := range n.Args {
			if out.args = append(out.args, g.argument(n.Op, a)); g.size > g.most {
				return 0
			}
		}
	}
	i := g.add(out)
	g.number[e] = i
	return i
}

// argument is expr for an argument of an operator. Where an operator computes with a variable, its facts are numbers.
func (g *graph) argument(op task.Op, e task.Expr) int32 {
	switch op {
	case task.OpLt, task.OpLe, task.OpAdd, task.OpMul, task.OpDiv, task.OpMod, task.OpAbs, task.OpMin, task.OpMax:
	default:
		return g.expr(e)
	}
	n := g.t.Pool.Node(e)
	rows := g.table(e)
	if n.Op != task.OpVar || rows == nil {
		return g.expr(e)
	}
	v := int(n.N)
	if g.numeric[v] == 0 {
		g.numeric[v] = g.add(*rows) + 1
	}
	return g.numeric[v] - 1
}

// table lists the values of an expression. It returns nil if the expression reads no variable or too many values, or
// connects conditions on several variables.
func (g *graph) table(e task.Expr) *node {
	vars := make([]int, 0, mostRead)
	size := 1
	g.reads.Each(e, func(v int) bool {
		vars, size = append(vars, v), size*len(g.t.Vars[v].Values)
		return len(vars) <= mostRead && size <= mostRows
	})
	connects := false
	switch g.t.Pool.Node(e).Op {
	case task.OpAnd, task.OpOr, task.OpNot, task.OpIte:
		connects = true
	}
	if len(vars) == 0 || len(vars) > mostRead || size > mostRows || connects && len(vars) > 1 {
		return nil
	}
	n := &node{seed: 2, v: -1, width: len(vars)}
	state := make([]int64, len(g.t.Vars))
	for k := range size {
		for _, v := range vars {
			values := g.t.Vars[v].Values
			n.rows = append(n.rows, g.first[v]+int32(k%len(values)))
			state[v] = values[k%len(values)]
			k /= len(values)
		}
		n.values = append(n.values, uint64(g.t.Pool.Eval(e, state)))
	}
	return n
}

// rarer returns the table with the rows of the rarer value alone, if there are two values: the other rows say the same.
func (n *node) rarer() node {
	first, often := n.values[0], 0
	for _, x := range n.values {
		if x == first {
			often++
		}
	}
	second := slices.IndexFunc(n.values, func(x uint64) bool { return x != first })
	if second < 0 || 2*often == len(n.values) {
		return *n
	}
	out := node{seed: n.seed, v: n.v, width: n.width}
	for r, x := range n.values {
		switch {
		case x != first && x != n.values[second]:
			return *n
		case (x == first) == (2*often < len(n.values)):
			out.rows, out.values = append(out.rows, n.rows[r*n.width:(r+1)*n.width]...), append(out.values, x)
		}
	}
	return out
}

// effect adds what a move writes.
func (g *graph) effect(v int, value task.Expr) int32 {
	fact := func(k int64) int32 {
		if i := g.t.Vars[v].Place(k); i >= 0 {
			return g.first[v] + int32(i)
		}
		return -1
	}
	if k, constant := g.t.Pool.Value(value); constant {
		return g.add(node{seed: 3, v: -1, width: 1, rows: []int32{fact(k)}, values: []uint64{0}, written: []int32{fact(k)}})
	}
	n := g.table(value)
	if e := g.t.Pool.Node(value); n == nil && e.Op == task.OpIte {
		args := []int32{g.expr(e.Args[0]), g.effect(v, e.Args[1]), g.effect(v, e.Args[2])}
		return g.add(node{seed: 5, v: -1, args: args, ordered: true})
	}
	if n == nil {
		return g.add(node{seed: 4, v: int32(v), args: []int32{g.expr(value)}})
	}
	for i, k := range n.values {
		n.written, n.values[i] = append(n.written, fact(int64(k))), 0
	}
	return g.add(*n)
}

// colours are those of the variables, and after them those of the facts.
type colours []uint64

func (g *graph) plain() colours {
	c := make(colours, len(g.t.Vars)+g.facts)
	for v := range g.t.Vars {
		c[v] = uint64(len(g.t.Vars[v].Values))
	}
	return c
}

func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// round refines the colours once.
func (g *graph) round(c colours) colours {
	facts := c[len(g.t.Vars):]
	up, down, gain := make([]uint64, len(g.nodes)), make([]uint64, len(g.nodes)), make(colours, len(c))
	known := gain[len(g.t.Vars):]
	for i := range g.nodes {
		n := &g.nodes[i]
		h := n.seed
		if n.v >= 0 {
			h += mix(c[n.v])
		}
		for k, a := range n.args {
			h += mix(up[a] + n.role(k))
		}
		for r := range n.values {
			h += mix(n.row(facts, r))
		}
		up[i] = mix(h)
	}
	for i := len(g.nodes) - 1; i >= 0; i-- {
		n := &g.nodes[i]
		d := mix(up[i] + 3*down[i])
		if n.v >= 0 {
			gain[n.v] += d
		}
		for k, a := range n.args {
			down[a] += mix(d + n.role(k))
		}
		for r := range n.values {
			h := mix(d + n.row(facts, r))
			for _, f := range n.rows[r*n.width : (r+1)*n.width] {
				if f >= 0 {
					known[f] += h
				}
			}
			if n.written != nil && n.written[r] >= 0 {
				known[n.written[r]] += mix(h)
			}
		}
	}
	for i := range c {
		gain[i] = mix(c[i] + 3*gain[i])
	}
	for v := range g.t.Vars {
		own := known[g.first[v] : int(g.first[v])+len(g.t.Vars[v].Values)]
		sum := gain[v]
		for _, f := range own {
			sum += mix(f)
		}
		gain[v] = mix(sum)
		for i := range own {
			own[i] = mix(own[i] + 3*gain[v])
		}
	}
	return gain
}

// role is what an argument of a node is.
func (n *node) role(k int) uint64 {
	if n.ordered {
		return mix(uint64(k))
	}
	return 0
}

// row returns the colour of a row of a table.
func (n *node) row(facts colours, r int) uint64 {
	h := n.values[r]
	for _, f := range n.rows[r*n.width : (r+1)*n.width] {
		if f >= 0 {
			h += mix(facts[f])
		}
	}
	if n.written != nil && n.written[r] >= 0 {
		h += mix(mix(facts[n.written[r]]))
	}
	return h
}

// mostRounds bounds the rounds of a refinement.
const mostRounds = 16

// refine refines colourings in step until there are no more colours in any, or for mostRounds. It returns the work.
func (g *graph) refine(all ...colours) (work int) {
	before := -1
	for range mostRounds {
		count := 0
		for _, c := range all {
			work += g.size
			copy(c, g.round(c))
			sorted := slices.Clone(c)
			slices.Sort(sorted)
			count += len(slices.Compact(sorted))
		}
		if count <= before {
			break
		}
		before = count
	}
	return work
}
