package lint

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// widestSum bounds the number of values of a sum that is replaced by a variable.
const widestSum = 1 << 10

// loosened are conditions in which some parts are variables that may have any value of their range: sums of several
// terms, such as counts; elements of state arrays whose indices depend on the state; comparisons of two such values. A
// condition that is unsatisfiable after loosening is unsatisfiable.
type loosened struct {
	from   *task.Pool
	pool   *task.Pool
	values [][]int64 // of its variables
	memo   map[task.Expr]task.Expr
	stands map[task.Expr]task.Expr // for a variable or a sum: its variable
}

func loosen(from *task.Pool) *loosened {
	l := &loosened{from: from, memo: map[task.Expr]task.Expr{}, stands: map[task.Expr]task.Expr{}}
	l.pool = task.NewPool(func(v int) []int64 { return l.values[v] })
	l.pool.Graphs = from.Graphs
	return l
}

// of returns e loosened.
func (l *loosened) of(e task.Expr) task.Expr {
	l.walk(e, map[task.Expr]bool{}, l.sum)
	l.walk(e, map[task.Expr]bool{}, l.junction)
	return l.pool.Import(l.from, e, func(v int) task.Expr { return l.stand(l.from.Var(v), l.from.Domain(v)) }, l.memo)
}

// walk visits the nodes of e. replace returns the variable that stands for a node; if there is none, walk visits the
// arguments of the node.
func (l *loosened) walk(e task.Expr, seen map[task.Expr]bool, replace func(task.Expr) task.Expr) {
	if _, ok := l.memo[e]; ok || seen[e] {
		return
	}
	seen[e] = true
	if r := replace(e); r != task.None {
		l.memo[e] = r
		return
	}
	for _, a := range l.from.Node(e).Args {
		l.walk(a, seen, replace)
	}
}

// sum returns the variable of a sum; sums that differ by a constant have one variable.
func (l *loosened) sum(e task.Expr) task.Expr {
	n := *l.from.Node(e)
	if n.Op == task.OpSelect && n.Hi-n.Lo < widestSum && !l.isTable(n.Args[1:]) {
		return l.stand(e, between(n.Lo, n.Hi))
	}
	if n.Op == task.OpEq && l.joins(n.Args) {
		return l.stand(e, between(0, 1))
	}
	if n.Op != task.OpAdd {
		return task.None
	}
	terms, constant := l.terms(n.Args)
	rest := l.from.Add(terms...)
	if r := l.from.Node(rest); len(terms) > 1 && r.Hi-r.Lo < widestSum {
		return l.pool.Add(l.stand(rest, between(r.Lo, r.Hi)), l.pool.Const(constant))
	}
	return task.None
}

// joins reports whether a comparison compares two values that depend on the state and are not sums.
func (l *loosened) joins(args []task.Expr) bool {
	for _, a := range args {
		n := *l.from.Node(a)
		if n.Op == task.OpConst {
			return false
		}
		if terms, _ := l.terms(n.Args); n.Op == task.OpAdd && len(terms) > 1 {
			return false
		}
	}
	return true
}

// isTable reports whether all elements are constants.
func (l *loosened) isTable(elems []task.Expr) bool {
	return !slices.ContainsFunc(elems, func(e task.Expr) bool { return l.from.Node(e).Op != task.OpConst })
}

// junction rewrites a comparison of a count to the condition that all, none or some of the counted conditions hold.
func (l *loosened) junction(e task.Expr) task.Expr {
	n := *l.from.Node(e)
	if n.Op != task.OpAnd && n.Op != task.OpOr {
		return task.None
	}
	not := lists.Map(n.Args, l.from.Not)
	p, most := l.pool, l.pool.Const(int64(len(n.Args)))
	count, ok := l.stands[l.from.Add(n.Args...)]
	fails, okNot := l.stands[l.from.Add(not...)]
	switch {
	case ok && n.Op == task.OpAnd:
		return p.Eq(count, most)
	case ok:
		return p.Lt(task.False, count)
	case okNot && n.Op == task.OpAnd:
		return p.Eq(fails, task.False)
	case okNot:
		return p.Lt(fails, most)
	}
	return task.None
}

// terms splits a sum into its terms and its constant.
func (l *loosened) terms(args []task.Expr) (terms []task.Expr, constant int64) {
	for _, a := range args {
		if c, ok := l.from.Value(a); ok {
			constant = c
		} else {
			terms = append(terms, a)
		}
	}
	return terms, constant
}

func (l *loosened) stand(e task.Expr, values []int64) task.Expr {
	if _, ok := l.stands[e]; !ok {
		l.values = append(l.values, values)
		l.stands[e] = l.pool.Var(len(l.values) - 1)
	}
	return l.stands[e]
}

func between(lo, hi int64) []int64 {
	out := make([]int64, 0, hi-lo+1)
	for x := lo; x <= hi; x++ {
		out = append(out, x)
	}
	return out
}
