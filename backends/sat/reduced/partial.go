package reduced

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// partial evaluates expressions in which some variables have values (Jones, Gomard and Sestoft, "Partial Evaluation and
// Automatic Program Generation", 1993). A part that depends on one other variable becomes a row: its values by the
// places of this variable. Rows are computed without making expressions; only the final result becomes an expression.
// This is fast because most expressions of a move become rows when a place is known.
type partial struct {
	p     *Problem
	code  []int64 // by variable: its value
	known []bool  // by variable: it has a value
	mask  uint64  // of the variables that have values, see maskOf
	epoch uint32  // number of the current values; older results in memo do not count
	memo  []folded
	space []int64  // memory for rows
	args  []folded // stack of arguments
}

// folded is the result for an expression: a constant, a row of values by the place of a variable, or an expression that
// reads more variables.
type folded struct {
	row   []int64
	n     int64     // the value of a constant
	e     task.Expr // the expression; task.None if it was not made
	v     int32     // the variable of a row
	epoch uint32
	form  form
}

type form uint8

const (
	isConst form = iota
	isRow
	isWider
)

// given prepares the evaluation for some values. It ends the evaluation for earlier values.
func (p *Problem) given(values map[int]int64) *partial {
	q := p.partial
	if q == nil {
		q = &partial{p: p, code: make([]int64, len(p.Task.Vars)), known: make([]bool, len(p.Task.Vars))}
		p.partial = q
	}
	q.epoch++
	q.mask, q.space = 0, q.space[:0]
	clear(q.known)
	for v, code := range values {
		q.code[v], q.known[v] = code, true
		q.mask |= maskOf(v)
	}
	return q
}

// expr returns the result as an expression.
func (q *partial) expr(e task.Expr) task.Expr { return q.made(q.fold(e)) }

// vars lists the variables that the result reads.
func (q *partial) vars(e task.Expr) []int {
	switch f := q.fold(e); f.form {
	case isConst:
		return nil
	case isRow:
		return []int{int(f.v)}
	default:
		return q.p.Reads(f.e)
	}
}

// condition returns the result for a condition.
func (q *partial) condition(c *layers.Condition) layers.Condition {
	out := layers.Condition{Sets: slices.Clone(c.Sets)}
	var rest []task.Expr
	for _, x := range c.Rest {
		if f := q.fold(x); f.form == isRow {
			out.Restrict(&q.p.Shape, int(f.v), truths(f.row))
		} else {
			rest = append(rest, q.made(f))
		}
	}
	more := q.p.Condition(q.p.Pool.And(rest...))
	for _, s := range more.Sets {
		out.Restrict(&q.p.Shape, s.V, s.Has)
	}
	out.Rest = more.Rest
	return out
}

func truths(row []int64) []bool {
	return lists.Map(row, func(n int64) bool { return n != 0 })
}

// made returns the expression of a result.
func (q *partial) made(f folded) task.Expr {
	if f.e != task.None {
		return f.e
	}
	if f.form == isConst {
		return q.p.Pool.Const(f.n)
	}
	e := q.p.Pool.Function(int(f.v), f.row)
	if _, known := q.p.tables[e]; !known {
		q.p.tables[e] = slices.Clone(f.row)
	}
	return e
}

func (q *partial) fold(e task.Expr) folded {
	if int(e) < len(q.memo) && q.memo[e].epoch == q.epoch {
		return q.memo[e]
	}
	f := q.look(e)
	if grow := q.p.Pool.Len() - len(q.memo); grow > 0 {
		q.memo = append(q.memo, make([]folded, grow)...)
	}
	f.epoch = q.epoch
	q.memo[e] = f
	return f
}

// look folds an expression that is not in memo.
func (q *partial) look(e task.Expr) folded {
	n := q.p.Pool.Node(e)
	switch {
	case n.Op == task.OpConst:
		return folded{form: isConst, e: e, n: n.N}
	case n.Op == task.OpVar && q.known[n.N]:
		return folded{form: isConst, e: task.None, n: q.code[n.N]}
	case n.Op == task.OpVar || !q.p.Scopes.mayRead(e, q.mask): // variables may share a bit of the mask
		return q.plain(e)
	case n.Op == task.OpSelect || n.Op == task.OpIte:
		return q.choice(n)
	case n.Op == task.OpAnd || n.Op == task.OpOr:
		return q.junction(n)
	}
	from := len(q.args)
	for _, a := range n.Args {
		f := q.fold(a)
		q.args = append(q.args, f)
	}
	f := q.node(n, q.args[from:])
	q.args = q.args[:from]
	return f
}

// plain returns the result for an expression that reads none of the variables with values.
func (q *partial) plain(e task.Expr) folded {
	if sc := q.p.Scopes.Get(e); !sc.Wide && len(sc.Vars) == 1 && q.p.Pool.Tabulable(sc.Vars[0]) {
		return folded{form: isRow, e: e, v: int32(sc.Vars[0]), row: q.p.Table(e, sc.Vars[0])}
	}
	if n, known := q.p.Pool.Value(e); known {
		return folded{form: isConst, e: e, n: n}
	}
	return folded{form: isWider, e: e}
}

// choice folds a Select or an Ite. Only the alternatives that are still possible are folded.
func (q *partial) choice(n *task.Node) folded {
	at := q.fold(n.Args[0])
	alternative := func(k int64) int {
		if n.Op == task.OpIte {
			return 2 - int(k)
		}
		return 1 + int(min(max(k, 0), int64(len(n.Args))-2))
	}
	if at.form == isConst {
		return q.fold(n.Args[alternative(at.n)])
	}
	if at.form == isRow {
		if f, ok := q.chosen(n, at, alternative); ok {
			return f
		}
	}
	used := make([]bool, len(n.Args))
	for i := range used {
		used[i] = i > 0 && at.form == isWider
	}
	for _, k := range at.row {
		used[alternative(k)] = true
	}
	es := make([]task.Expr, len(n.Args))
	es[0] = q.made(at)
	last := q.expr(n.Args[slices.Index(used, true)])
	for i := 1; i < len(es); i++ {
		if used[i] {
			last = q.expr(n.Args[i])
		}
		es[i] = last // an alternative that is impossible may be anything
	}
	return q.plain(q.p.Pool.Make(n.Op, n.N, es))
}

// chosen is the row of a choice whose index is a row, if the chosen alternatives depend on no other variable.
func (q *partial) chosen(n *task.Node, at folded, alternative func(int64) int) (folded, bool) {
	f := folded{form: isRow, e: task.None, v: at.v, row: q.newRow(len(at.row))}
	last := -1
	var x folded
	for k, i := range at.row {
		if j := alternative(i); j != last {
			last = j
			if c, known := q.p.Pool.Value(n.Args[j]); known {
				x = folded{form: isConst, n: c}
			} else {
				x = q.fold(n.Args[j])
			}
			if x.form == isWider || x.form == isRow && x.v != at.v {
				return f, false
			}
		}
		f.row[k] = x.at(k)
	}
	return f.simple(), true
}

// junction folds an And or an Or. Rows of the same variable become one row.
func (q *partial) junction(n *task.Node) folded {
	stop := boolInt(n.Op == task.OpOr)
	var left []folded
	for _, a := range n.Args {
		f := q.fold(a)
		if f.form == isConst {
			if f.n == stop {
				return f
			}
			continue
		}
		if f.form == isRow {
			same := func(g folded) bool { return g.form == isRow && g.v == f.v }
			if i := slices.IndexFunc(left, same); i >= 0 {
				if f = q.rows(n, left[i].v, []folded{left[i], f}); f.form == isConst && f.n == stop {
					return f
				}
				left[i] = f
				continue
			}
		}
		left = append(left, f)
	}
	// a constant that is left does not decide the result
	left = slices.DeleteFunc(left, func(f folded) bool { return f.form == isConst })
	switch len(left) {
	case 0:
		return folded{form: isConst, e: task.None, n: 1 - stop}
	case 1:
		return left[0]
	}
	return q.build(n, left)
}

// node folds a node whose arguments are folded.
func (q *partial) node(n *task.Node, args []folded) folded {
	v := int32(-1)
	for i := range args {
		f := &args[i]
		if f.form == isWider || f.form == isRow && v >= 0 && v != f.v {
			return q.build(n, args)
		}
		if f.form == isRow {
			v = f.v
		}
	}
	if v < 0 {
		return folded{form: isConst, e: task.None, n: q.p.Pool.EvalNode(n, func(a int) int64 { return args[a].n })}
	}
	return q.rows(n, v, args)
}

// build makes the expression of a node.
func (q *partial) build(n *task.Node, args []folded) folded {
	es := lists.Map(args, q.made)
	return q.plain(q.p.Pool.Make(n.Op, n.N, es))
}

// rows folds a node whose arguments are constants and rows of variable v.
func (q *partial) rows(n *task.Node, v int32, args []folded) folded {
	f := folded{form: isRow, e: task.None, v: v, row: q.newRow(len(q.p.Domain(int(v))))}
	evalRow(q.p.Pool, n, args, f.row)
	return f.simple()
}

// simple returns the row, or a constant if all its values are equal.
func (f folded) simple() folded {
	if slices.ContainsFunc(f.row, func(n int64) bool { return n != f.row[0] }) {
		return f
	}
	return folded{form: isConst, e: task.None, n: f.row[0]}
}

// newRow is memory for a row.
func (q *partial) newRow(size int) []int64 {
	const many = 1 << 12
	if len(q.space)+size > cap(q.space) {
		q.space = make([]int64, 0, max(many, 2*cap(q.space), size))
	}
	at := len(q.space)
	q.space = q.space[:at+size]
	return q.space[at : at+size : at+size]
}

// at returns the value at a place.
func (f *folded) at(k int) int64 {
	if f.form == isRow {
		return f.row[k]
	}
	return f.n
}

// evalRow computes a node at all places. Frequent operators are computed here, because EvalNode makes a call for each
// argument.
func evalRow(pool *task.Pool, n *task.Node, args []folded, out []int64) {
	switch n.Op {
	case task.OpEq:
		for k := range out {
			out[k] = boolInt(args[0].at(k) == args[1].at(k))
		}
	case task.OpAnd:
		for k := range out {
			out[k] = args[0].at(k) & args[1].at(k)
		}
	case task.OpOr:
		for k := range out {
			out[k] = args[0].at(k) | args[1].at(k)
		}
	case task.OpAdd:
		clear(out) // the memory may have been used before
		for i := range args {
			for k := range out {
				out[k] += args[i].at(k)
			}
		}
	default:
		for k := range out {
			out[k] = pool.EvalNode(n, func(a int) int64 { return args[a].at(k) })
		}
	}
}

func boolInt(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
