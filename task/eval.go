package task

import (
	"fmt"
	"math"
)

// Eval computes e in a state (the codes of all variables). It is the plain meaning of the operators, which engines are tested
// against; it shares nothing between calls.
func (p *Pool) Eval(e Expr, state []int64) int64 {
	n := &p.nodes[e]
	arg := func(i int) int64 { return p.Eval(n.Args[i], state) }
	switch n.Op {
	case OpConst:
		return n.N
	case OpVar:
		return state[n.N]
	case OpNot:
		return 1 - arg(0)
	case OpAnd, OpOr:
		stop := boolInt(n.Op == OpOr)
		for _, a := range n.Args {
			if p.Eval(a, state) == stop {
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
		for _, a := range n.Args {
			sum += p.Eval(a, state)
		}
		return sum
	case OpMul:
		return arg(0) * arg(1)
	case OpDiv:
		return EuclidDiv(arg(0), arg(1))
	case OpMod:
		return EuclidMod(arg(0), arg(1))
	case OpAbs:
		return max(arg(0), -arg(0))
	case OpMin, OpMax:
		return p.evalExtreme(n, state)
	case OpSelect:
		if i := arg(0); i >= 0 && i < int64(len(n.Args)-1) {
			return arg(int(i) + 1)
		}
		return 0
	case OpFind:
		v := arg(0)
		for i, a := range n.Args[1:] {
			if p.Eval(a, state) == v {
				return int64(i)
			}
		}
		return -1
	case OpDistinct:
		return p.evalDistinct(n, state)
	case OpReach:
		return boolInt(p.evalReach(n, state))
	}
	panic(fmt.Sprintf("task: no operator %d", n.Op))
}

func (p *Pool) evalExtreme(n *Node, state []int64) int64 {
	best := p.Eval(n.Args[0], state)
	for _, a := range n.Args[1:] {
		if v := p.Eval(a, state); n.Op == OpMin {
			best = min(best, v)
		} else {
			best = max(best, v)
		}
	}
	return best
}

func (p *Pool) evalDistinct(n *Node, state []int64) int64 {
	seen := make(map[int64]bool, len(n.Args))
	for _, a := range n.Args {
		v := p.Eval(a, state)
		if seen[v] {
			return 0
		}
		seen[v] = true
	}
	return 1
}

// evalReach floods from the goal's side only what is free; the start itself need not be.
func (p *Pool) evalReach(n *Node, state []int64) bool {
	g := p.Graphs[n.N]
	from, to := p.Eval(n.Args[0], state), p.Eval(n.Args[1], state)
	size := int64(len(g.Next))
	if from < 0 || to < 0 || from >= size || to >= size {
		return false
	}
	seen := make([]bool, size)
	seen[from] = true
	queue := []int32{int32(from)}
	for len(queue) > 0 && !seen[to] {
		c := queue[0]
		queue = queue[1:]
		for _, d := range g.Next[c] {
			if !seen[d] && p.Eval(n.Args[2+d], state) != 0 {
				seen[d] = true
				queue = append(queue, d)
			}
		}
	}
	return seen[to]
}

// EuclidDiv is the quotient that leaves a remainder of 0 ≤ r < |b|; 0 for b = 0.
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

// EuclidMod is the remainder 0 ≤ r < |b|; 0 for b = 0.
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

// Bounds saturate beyond every range that the compiler admits (±2^62).

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
