package task

import (
	"fmt"
	"math"
	"slices"

	"github.com/pzc-lang/pzc/internal/lists"
)

// Eval computes e in a state (the codes of all variables). It defines the meaning of the operators; engines are tested
// against it. It keeps nothing between calls and is safe for concurrent use.
func (p *Pool) Eval(e Expr, state []int64) int64 {
	return (&evaluation{pool: p, state: state, root: None}).eval(e)
}

// evaluation gives variables their values in a state, or one root its value.
type evaluation struct {
	pool  *Pool
	state []int64
	root  Expr
	value int64
}

func (ev *evaluation) eval(e Expr) int64 {
	if e == ev.root {
		return ev.value
	}
	return ev.node(ev.pool.nodes.at(e))
}

func (ev *evaluation) node(n *Node) int64 {
	if n.Op == OpVar {
		return ev.state[n.N]
	}
	return ev.pool.EvalNode(n, func(i int) int64 { return ev.eval(n.Args[i]) })
}

// EvalNode computes the value of a node from the values of its arguments. OpVar is not allowed.
func (p *Pool) EvalNode(n *Node, arg func(i int) int64) int64 {
	switch n.Op {
	case OpConst:
		return n.N
	case OpNot:
		return 1 - arg(0)
	case OpAnd, OpOr:
		stop := boolInt(n.Op == OpOr)
		for i := range n.Args {
			if arg(i) == stop {
				return stop
			}
		}
		return 1 - stop
	case OpIte:
		if arg(0) != 0 {
			return arg(1)
		}
		return arg(2)
	case OpEq:
		return boolInt(arg(0) == arg(1))
	case OpLt:
		return boolInt(arg(0) < arg(1))
	case OpLe:
		return boolInt(arg(0) <= arg(1))
	case OpAdd:
		var sum int64
		for i := range n.Args {
			sum += arg(i)
		}
		return sum
	case OpMul:
		return arg(0) * arg(1)
	case OpDiv:
		return EuclidDiv(arg(0), arg(1))
	case OpMod:
		return EuclidMod(arg(0), arg(1))
	case OpAbs:
		v := arg(0)
		return max(v, -v)
	case OpMin, OpMax:
		return evalExtreme(n, arg)
	case OpSelect:
		if i := arg(0); i >= 0 && i < int64(len(n.Args)-1) {
			return arg(int(i) + 1)
		}
		return 0
	case OpFind:
		return evalFind(n, arg)
	case OpDistinct:
		return evalDistinct(n, arg)
	case OpReach:
		return boolInt(evalReach(&p.Graphs[n.N], arg))
	case OpReached:
		return evalReached(&p.Graphs[n.N], len(n.Args), arg)
	case OpAcyclic, OpConnected:
		var f Forest
		return boolInt(f.Holds(n.Op, p.Graphs[n.N].Next, arg))
	case OpCost:
		return p.evalCost(n, arg)
	}
	panic(fmt.Sprintf("task: no operator %d", n.Op))
}

func (p *Pool) evalCost(n *Node, arg func(int) int64) int64 {
	if p.CostOf == nil {
		return 0
	}
	codes := make([]int64, len(n.Args))
	for i := range codes {
		codes[i] = arg(i)
	}
	return p.CostOf(int(n.N), codes)
}

func evalExtreme(n *Node, arg func(int) int64) int64 {
	best := arg(0)
	for i := range n.Args[1:] {
		if v := arg(i + 1); n.Op == OpMin {
			best = min(best, v)
		} else {
			best = max(best, v)
		}
	}
	return best
}

func evalFind(n *Node, arg func(int) int64) int64 {
	v := arg(0)
	for i := range n.Args[1:] {
		if arg(i+1) == v {
			return int64(i)
		}
	}
	if n.N == FindSure {
		return 0
	}
	return -1
}

func evalDistinct(n *Node, arg func(int) int64) int64 {
	seen := make(map[int64]bool, len(n.Args))
	for i := range n.Args {
		v := arg(i)
		if seen[v] {
			return 0
		}
		seen[v] = true
	}
	return 1
}

// evalReach tells whether a path leads to the target.
func evalReach(g *Graph, arg func(int) int64) bool {
	to := arg(1)
	seen := g.search(arg(0), to, func(i int) int64 { return arg(2 + i) })
	return to >= 0 && to < int64(len(seen)) && seen[to]
}

// evalReached counts the nodes of a list, the last of n arguments, to which a path leads.
func evalReached(g *Graph, n int, arg func(int) int64) (count int64) {
	seen := g.search(arg(0), -1, func(i int) int64 { return arg(1 + i) })
	for i := 1 + len(g.Next); i < n; i++ {
		if to := arg(i); to >= 0 && to < int64(len(seen)) && seen[to] {
			count++
		}
	}
	return count
}

// search searches breadth first from the start, which need not be free, until it finds the node to. It returns the
// nodes that it has seen, or nil if there is no such start.
func (g *Graph) search(from, to int64, free func(i int) int64) []bool {
	size := int64(len(g.Next))
	if from < 0 || from >= size || to >= size {
		return nil
	}
	seen := make([]bool, size)
	seen[from] = true
	queue := []int32{int32(from)}
	for len(queue) > 0 && (to < 0 || !seen[to]) {
		c := queue[0]
		queue = queue[1:]
		for _, d := range g.Next[c] {
			if !seen[d] && free(int(d)) != 0 {
				seen[d] = true
				queue = append(queue, d)
			}
		}
	}
	return seen
}

// Forest is a partition of nodes, of which each is alone at first.
type Forest struct{ up []int32 }

// Clear makes each node a part of its own.
func (f *Forest) Clear() { f.up = f.up[:0] }

// root returns the node that stands for the part of a node.
func (f *Forest) root(i int32) int32 {
	for int(i) >= len(f.up) {
		f.up = append(f.up, int32(len(f.up)))
	}
	return lists.Root(f.up, i)
}

// Join joins the parts of two nodes. It returns false if they were one part.
func (f *Forest) Join(i, j int32) bool {
	a, b := f.root(i), f.root(j)
	f.up[a] = b
	return a != b
}

// Holds joins the pairs that arg is not 0 for. It reports whether they form no cycle, or their nodes are one part.
func (f *Forest) Holds(op Op, pairs [][]int32, arg func(i int) int64) bool {
	var ends []int32
	for i, pair := range pairs {
		if arg(i) != 0 {
			if ends = append(ends, pair[0]); !f.Join(pair[0], pair[1]) && op == OpAcyclic {
				return false
			}
		}
	}
	return op == OpAcyclic || !slices.ContainsFunc(ends, func(i int32) bool { return f.root(i) != f.root(ends[0]) })
}

// EuclidDiv returns the quotient with a remainder of 0 ≤ r < |b|, or 0 for b = 0.
func EuclidDiv(a, b int64) int64 {
	if b == 0 {
		return 0
	}
	q := a / b
	if a%b < 0 {
		if b > 0 {
			q--
		} else {
			q++
		}
	}
	return q
}

// EuclidMod returns the remainder 0 ≤ r < |b|, or 0 for b = 0.
func EuclidMod(a, b int64) int64 {
	if b == 0 {
		return 0
	}
	r := a % b
	if r < 0 {
		r += max(b, -b)
	}
	return r
}

func boolInt(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func span(vs ...int64) (lo, hi int64) {
	lo, hi = vs[0], vs[0]
	for _, v := range vs[1:] {
		lo, hi = min(lo, v), max(hi, v)
	}
	return lo, hi
}

// Bounds saturate. The compiler admits values up to ±2^62 only.

func satAdd(a, b int64) int64 {
	s := a + b
	switch {
	case a > 0 && b > 0 && s < 0:
		return math.MaxInt64
	case a < 0 && b < 0 && s >= 0:
		return math.MinInt64 + 1
	}
	return s
}

func satMul(a, b int64) int64 {
	if a == 0 || b == 0 {
		return 0
	}
	m := a * b
	if m/b != a || m == math.MinInt64 {
		if (a > 0) == (b > 0) {
			return math.MaxInt64
		}
		return math.MinInt64 + 1
	}
	return m
}

func absSat(a int64) int64 { return max(a, -a) }

// memo computes expressions in one state after the other.
type memo struct {
	pool   *Pool
	state  []int64
	round  int32   // the number of the state
	known  []int32 // by expression: the last state in which its value was computed
	values []int64
	walks  []walk
}

// walk is a search of a graph: the nodes that are seen from a start, where the free ones have given expressions.
type walk struct {
	graph, from int64
	free        []Expr
	seen        []bool
}

// Memo returns functions for one state after the other: look takes a state, and eval is Pool.Eval in the last one. What
// expressions share is computed once in each state.
func (p *Pool) Memo() (look func(state []int64), eval func(e Expr) int64) {
	m := &memo{pool: p}
	return m.look, m.eval
}

func (m *memo) look(state []int64) {
	m.state, m.walks = state, m.walks[:0]
	m.round++
	m.known = append(m.known, make([]int32, m.pool.Len()-len(m.known))...)
	m.values = append(m.values, make([]int64, m.pool.Len()-len(m.values))...)
}

func (m *memo) eval(e Expr) int64 {
	if m.known[e] != m.round {
		n := m.pool.Node(e)
		switch n.Op {
		case OpConst:
			return n.N
		case OpVar:
			return m.state[n.N]
		case OpAnd, OpOr: // most nodes
			end := boolInt(n.Op == OpOr)
			m.values[e] = 1 - end
			for _, a := range n.Args {
				if m.eval(a) == end {
					m.values[e] = end
					break
				}
			}
		case OpReach:
			m.values[e] = m.reach(n)
		default:
			m.values[e] = m.pool.EvalNode(n, func(i int) int64 { return m.eval(n.Args[i]) })
		}
		m.known[e] = m.round
	}
	return m.values[e]
}

// reach searches a graph once for all targets.
func (m *memo) reach(n *Node) int64 {
	from, to, free := m.eval(n.Args[0]), m.eval(n.Args[1]), n.Args[2:]
	i := slices.IndexFunc(m.walks, func(w walk) bool {
		return w.graph == n.N && w.from == from && slices.Equal(w.free, free)
	})
	if i < 0 {
		seen := m.pool.Graphs[n.N].search(from, -1, func(i int) int64 { return m.eval(free[i]) })
		i = len(m.walks) // what is free may be the end of another walk
		m.walks = append(m.walks, walk{n.N, from, free, seen})
	}
	return boolInt(to >= 0 && to < int64(len(m.walks[i].seen)) && m.walks[i].seen[to])
}
