package statespace

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
)

// dag writes expressions of the task. What several expressions read is put into a variable first.
type dag struct {
	pool  *task.Pool
	of    naming
	block *code.Block
	names *code.Names
	vars  map[task.Expr]code.Expr
}

// naming is how a program names what expressions of the task read.
type naming interface {
	boolean(v int) bool // the variable is a bool in Go
	variable(v int) code.Expr
	literal(v int, n int64) code.Expr // a value of the variable
	constant(n int64) code.Expr
	graph(number int64) code.Expr
}

// newDAG writes the variables that expressions share into a block. nodes is the number of expressions.
func newDAG(pool *task.Pool, of naming, b *code.Block, names *code.Names, roots ...task.Expr) (d *dag, nodes int) {
	d = &dag{pool: pool, of: of, block: b, names: names, vars: map[task.Expr]code.Expr{}}
	d.names.Keep("s", "next")
	uses := map[task.Expr]int{}
	var count func(e task.Expr)
	count = func(e task.Expr) {
		if uses[e]++; uses[e] == 1 {
			for _, a := range d.pool.Node(e).Args {
				count(a)
			}
		}
	}
	for _, e := range roots {
		count(e)
	}
	var shared []task.Expr
	for e, n := range uses {
		if n > 1 && !d.small(e) {
			shared = append(shared, e)
		}
	}
	slices.Sort(shared)
	for _, e := range shared {
		name := code.Name(d.names.Take("x"))
		if d.isTruth(e) {
			b.Define(name.String(), d.truth(e).Expr())
		} else {
			b.Define(name.String(), d.number(e))
		}
		d.vars[e] = name
	}
	return d, len(uses)
}

// small tells whether an expression is as short as the name of a variable.
func (d *dag) small(e task.Expr) bool {
	n := d.pool.Node(e)
	switch n.Op {
	case task.OpConst, task.OpVar:
		return true
	case task.OpNot:
		return d.small(n.Args[0])
	case task.OpEq:
		return d.pool.Node(n.Args[0]).Op <= task.OpVar && d.pool.Node(n.Args[1]).Op <= task.OpVar
	default:
		return false
	}
}

// isTruth tells whether an expression is a bool in Go.
func (d *dag) isTruth(e task.Expr) bool {
	n := d.pool.Node(e)
	switch n.Op {
	case task.OpVar:
		return d.of.boolean(int(n.N))
	case task.OpIte, task.OpSelect:
		constant := func(a task.Expr) bool { return a == task.False || a == task.True }
		of := n.Args[1:]
		return slices.ContainsFunc(of, func(a task.Expr) bool { return !constant(a) }) &&
			!slices.ContainsFunc(of, func(a task.Expr) bool { return !constant(a) && !d.isTruth(a) })
	default:
		return n.Op.Truth()
	}
}

// number is an expression as an int.
func (d *dag) number(e task.Expr) code.Expr {
	if d.isTruth(e) {
		return code.Call("search.Bit", d.truth(e).Expr())
	}
	if x, ok := d.vars[e]; ok {
		return x
	}
	n := d.pool.Node(e)
	two := func() (code.Expr, code.Expr) { return d.number(n.Args[0]), d.number(n.Args[1]) }
	switch n.Op {
	case task.OpConst:
		return d.of.constant(n.N)
	case task.OpVar:
		return d.of.variable(int(n.N))
	case task.OpIte:
		return code.Call("search.If", d.truth(n.Args[0]).Expr(), d.number(n.Args[1]), d.number(n.Args[2]))
	case task.OpAdd:
		return d.sum(n.Args)
	case task.OpMul:
		x, y := two()
		return code.Arithmetic(x, "*", y)
	case task.OpDiv, task.OpMod:
		x, y := two()
		return code.Call(map[task.Op]string{task.OpDiv: "search.Div", task.OpMod: "search.Mod"}[n.Op], x, y)
	case task.OpAbs:
		return code.Call("abs", d.number(n.Args[0]))
	case task.OpMin, task.OpMax:
		return code.Call(n.Op.String(), lists.Map(n.Args, d.number)...)
	case task.OpSelect:
		return code.Call("search.Select", lists.Map(n.Args, d.number)...)
	case task.OpFind:
		return code.Call("search.Find", lists.Map(n.Args, d.number)...)
	case task.OpReached:
		nodes := len(d.pool.Graphs[n.N].Next)
		args := []code.Expr{d.of.graph(n.N), d.number(n.Args[0]), d.truths(n.Args[1 : 1+nodes])}
		return code.Call("search.Reached", append(args, lists.Map(n.Args[1+nodes:], d.number)...)...)
	default:
		GiveUp(diag.Span{}, "%s", n.Op.Noun())
	}
	return code.Expr{}
}

// sum is a sum, numbers last.
func (d *dag) sum(args []task.Expr) (x code.Expr) {
	constant := func(e task.Expr) bool { return d.pool.Node(e).Op == task.OpConst }
	i := slices.IndexFunc(args, constant)
	if i >= 0 { // a sum has one number
		args = append(slices.Delete(slices.Clone(args), i, i+1), args[i])
	}
	x = d.number(args[0])
	for _, e := range args[1:] {
		if n := d.pool.Node(e).N; constant(e) && n < 0 {
			x = code.Arithmetic(x, "-", d.of.constant(-n))
		} else {
			x = code.Arithmetic(x, "+", d.number(e))
		}
	}
	return x
}

// truth is an expression as a condition.
func (d *dag) truth(e task.Expr) code.Cond {
	if e == task.False || e == task.True {
		return code.Constant(e == task.True)
	}
	if x, ok := d.vars[e]; ok && d.isTruth(e) {
		return code.Holds(x)
	}
	if !d.isTruth(e) {
		return code.Compare(d.number(e), "!=", code.Int(0))
	}
	n := d.pool.Node(e)
	switch n.Op {
	case task.OpVar:
		return code.Holds(d.of.variable(int(n.N)))
	case task.OpNot:
		return code.Not(d.truth(n.Args[0]))
	case task.OpAnd:
		return code.And(lists.Map(n.Args, d.truth)...)
	case task.OpOr:
		return code.Or(lists.Map(n.Args, d.truth)...)
	case task.OpIte:
		c := d.truth(n.Args[0])
		return code.Or(code.And(c, d.truth(n.Args[1])), code.And(code.Not(c), d.truth(n.Args[2])))
	case task.OpEq:
		return d.equal(n.Args[0], n.Args[1])
	case task.OpLt:
		return code.Compare(d.number(n.Args[0]), "<", d.number(n.Args[1]))
	case task.OpLe:
		return code.Compare(d.number(n.Args[0]), "<=", d.number(n.Args[1]))
	case task.OpSelect:
		of := lists.Map(n.Args[1:], func(a task.Expr) code.Expr { return d.truth(a).Expr() })
		return code.Holds(code.Call("search.Select", append([]code.Expr{d.number(n.Args[0])}, of...)...))
	case task.OpDistinct:
		return code.Holds(code.Call("search.Distinct", lists.Map(n.Args, d.number)...))
	case task.OpReach:
		return code.Holds(code.Call("search.Reach", d.of.graph(n.N), d.number(n.Args[0]), d.number(n.Args[1]),
			d.truths(n.Args[2:])))
	case task.OpAcyclic:
		return code.Holds(code.Call("search.Acyclic", d.of.graph(n.N), d.truths(n.Args)))
	case task.OpConnected:
		return code.Holds(code.Call("search.Connected", d.of.graph(n.N), d.truths(n.Args)))
	default:
		GiveUp(diag.Span{}, "%s", n.Op.Noun())
	}
	return code.False
}

func (d *dag) equal(a, b task.Expr) code.Cond {
	if d.pool.Node(a).Op == task.OpConst {
		a, b = b, a
	}
	n, m := d.pool.Node(a), d.pool.Node(b)
	switch {
	case d.isTruth(a) && m.Op == task.OpConst:
		return wanted(d.truth(a), m.N == 1)
	case d.isTruth(a) && d.isTruth(b):
		return code.Compare(d.truth(a).Expr(), "==", d.truth(b).Expr())
	case n.Op == task.OpVar && m.Op == task.OpConst:
		return code.Compare(d.number(a), "==", d.of.literal(int(n.N), m.N))
	}
	return code.Compare(d.number(a), "==", d.number(b))
}

// leaveIf writes a return where a condition holds.
func (d *dag) leaveIf(c code.Cond, values ...code.Expr) {
	d.block.If(c)
	d.block.Return(values...)
	d.block.End()
}

// truths is a list of conditions.
func (d *dag) truths(es []task.Expr) code.Expr {
	truth := func(e task.Expr) code.Expr { return d.truth(e).Expr() }
	return code.Literally(code.Literal("[]bool"), lists.Map(es, truth)...)
}
