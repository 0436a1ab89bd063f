package reach

import "github.com/pzc-lang/pzc/compiler/task"

// assignment computes expressions in a state, or from supposed values of some expressions if there is no state. It
// computes each expression once.
type assignment struct {
	pool  *task.Pool
	vars  []int64 // the state; nil: unknown
	known []int64
	seen  []uint32 // by expression: twice the epoch in which it was computed, plus one if its value is unknown
	epoch uint32
	steps int
}

func newAssignment(p *task.Pool) *assignment {
	return &assignment{pool: p, known: make([]int64, p.Len()), seen: make([]uint32, p.Len())}
}

// state sets the state and drops supposed values.
func (a *assignment) state(vars []int64) {
	a.vars = vars
	if a.epoch++; a.epoch == 1<<31 {
		clear(a.seen)
		a.epoch = 1
	}
}

// suppose sets the value of an expression.
func (a *assignment) suppose(e task.Expr, x int64) {
	a.set(e, x, true)
	switch n := a.pool.Node(e); {
	case n.Op == task.OpNot:
		a.suppose(n.Args[0], 1-x)
	case n.Op == task.OpAnd && x == 1, n.Op == task.OpOr && x == 0:
		for _, c := range n.Args {
			a.suppose(c, x)
		}
	}
}

func (a *assignment) set(e task.Expr, x int64, known bool) {
	a.known[e], a.seen[e] = x, 2*a.epoch
	if !known {
		a.seen[e]++
	}
}

// value returns the value of an expression in the state.
func (a *assignment) value(e task.Expr) int64 {
	x, _ := a.maybe(e)
	return x
}

// maybe returns the value of an expression, and false if it is unknown.
func (a *assignment) maybe(e task.Expr) (x int64, known bool) {
	n := a.pool.Node(e)
	if n.Op == task.OpConst {
		return n.N, true
	}
	if a.seen[e]>>1 == a.epoch {
		return a.known[e], a.seen[e]&1 == 0
	}
	a.steps++
	if a.vars == nil {
		x, known = a.inferred(n)
	} else {
		x, known = a.computed(n), true
	}
	a.set(e, x, known)
	return x, known
}

func (a *assignment) computed(n *task.Node) int64 {
	if n.Op == task.OpVar {
		return a.vars[n.N]
	}
	return a.pool.EvalNode(n, func(i int) int64 { return a.value(n.Args[i]) })
}

// inferred returns the value of an operator if some variables are unknown.
func (a *assignment) inferred(n *task.Node) (x int64, known bool) {
	needed := n.Args
	switch n.Op {
	case task.OpVar:
		return 0, false
	case task.OpAnd, task.OpOr:
		return a.junction(n)
	case task.OpSelect, task.OpIte: // and only the chosen argument
		needed = n.Args[:1]
	}
	for _, e := range needed {
		if _, ok := a.maybe(e); !ok {
			return 0, false
		}
	}
	known = true
	x = a.pool.EvalNode(n, func(i int) int64 {
		x, ok := a.maybe(n.Args[i])
		known = known && ok
		return x
	})
	return x, known
}

// junction returns the value of a conjunction or disjunction, some of whose parts may be unknown.
func (a *assignment) junction(n *task.Node) (x int64, known bool) {
	stop := int64(0)
	if n.Op == task.OpOr {
		stop = 1
	}
	known = true
	for _, e := range n.Args {
		x, ok := a.maybe(e)
		if ok && x == stop {
			return stop, true
		}
		known = known && ok
	}
	return 1 - stop, known
}
