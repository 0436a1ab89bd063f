package task

import "slices"

// Scan computes some expressions, the roots, for all values of some variables. The roots must read no other variables.
// A node is computed again only if a variable below it has changed. A Scan is not safe for concurrent use.
type Scan struct {
	// Choices are the values of each variable that Run tries. They may be replaced between two runs.
	Choices [][]int64
	// At and Now hold, while Run calls its function, the index of each variable's value in its choices, and the value.
	At  []int
	Now []int64

	pool   *Pool
	roots  []int // the indices of the roots in nodes
	nodes  []*Node
	vals   []int64
	args   [][]int32
	varOf  []int     // for each node that is a variable: its index among the variables
	levels [][]stage // what to compute when variable k-1 got a new value, for k = 1, 2, …; for k = 0: once
}

// stage is a list of nodes to compute, and the condition among them to test then, or -1. If the condition is false, the
// later stages of the level are left out.
type stage struct {
	nodes []int
	cond  int
}

// NewScan prepares the computation of the roots. The first conds roots are conditions: Run leaves out assignments for
// which one of them is false. values returns the choices of a variable.
func NewScan(p *Pool, roots []Expr, conds int, vars []int, values func(v int) []int64) *Scan {
	s := &Scan{pool: p, Now: make([]int64, len(vars)), At: make([]int, len(vars))}
	pos := make(map[int]int, len(vars))
	for i, v := range vars {
		s.Choices = append(s.Choices, values(v))
		pos[v] = i
	}
	below := p.below(roots)
	n := len(below)
	rank := func(e Expr) int {
		i, _ := slices.BinarySearch(below, e)
		return i
	}
	s.nodes, s.args, s.varOf = make([]*Node, 0, n), make([][]int32, 0, n), make([]int, n)
	level := make([]int, n)
	for i, e := range below {
		node := p.Node(e)
		args := make([]int32, len(node.Args))
		for k, a := range node.Args { // their nodes come first: they are older in the pool
			args[k] = int32(rank(a))
			level[i] = max(level[i], level[args[k]])
		}
		if node.Op == OpVar {
			s.varOf[i] = pos[int(node.N)]
			level[i] = s.varOf[i] + 1
		}
		s.nodes, s.args = append(s.nodes, node), append(s.args, args)
	}
	for _, r := range roots {
		s.roots = append(s.roots, rank(r))
	}
	s.vals = make([]int64, len(s.nodes))
	s.stages(level, conds)
	return s
}

// stages puts each node before the first condition of its level that needs it, and after the conditions that do not
// need it.
func (s *Scan) stages(level []int, conds int) {
	s.levels = make([][]stage, len(s.Choices)+1)
	placed := make([]bool, len(s.nodes))
	var need func(i int, at [][]int)
	need = func(i int, at [][]int) {
		if placed[i] {
			return
		}
		placed[i] = true
		for _, a := range s.args[i] {
			need(int(a), at)
		}
		at[level[i]] = append(at[level[i]], i)
	}
	for k, r := range s.roots {
		at := make([][]int, len(s.levels))
		need(r, at)
		for l, nodes := range at {
			switch {
			case k < conds && l == level[r]:
				s.levels[l] = append(s.levels[l], stage{nodes, r})
			case len(nodes) > 0:
				s.levels[l] = append(s.levels[l], stage{nodes, -1})
			}
		}
	}
}

// compute computes the nodes of level k. It returns false if a condition is false.
func (s *Scan) compute(k int) bool {
	for _, st := range s.levels[k] {
		s.evaluate(st.nodes)
		if st.cond >= 0 && s.vals[st.cond] == 0 {
			return false
		}
	}
	return true
}

// evaluate computes nodes whose arguments are known. It computes the frequent operators itself, because EvalNode makes
// a call for each argument. A test checks that both give the same values.
func (s *Scan) evaluate(nodes []int) {
	vals := s.vals
	for _, i := range nodes {
		n, args := s.nodes[i], s.args[i]
		switch n.Op {
		case OpConst:
			vals[i] = n.N
		case OpVar:
			vals[i] = s.Now[s.varOf[i]]
		case OpNot:
			vals[i] = 1 - vals[args[0]]
		case OpEq:
			vals[i] = boolInt(vals[args[0]] == vals[args[1]])
		case OpLt:
			vals[i] = boolInt(vals[args[0]] < vals[args[1]])
		case OpLe:
			vals[i] = boolInt(vals[args[0]] <= vals[args[1]])
		case OpAnd, OpOr:
			stop := boolInt(n.Op == OpOr)
			v := 1 - stop
			for _, a := range args {
				if vals[a] == stop {
					v = stop
					break
				}
			}
			vals[i] = v
		case OpAdd:
			var sum int64
			for _, a := range args {
				sum += vals[a]
			}
			vals[i] = sum
		case OpMul:
			vals[i] = vals[args[0]] * vals[args[1]]
		case OpDiv:
			vals[i] = EuclidDiv(vals[args[0]], vals[args[1]])
		case OpMod:
			vals[i] = EuclidMod(vals[args[0]], vals[args[1]])
		case OpMin, OpMax:
			v := vals[args[0]]
			for _, a := range args[1:] {
				if n.Op == OpMin {
					v = min(v, vals[a])
				} else {
					v = max(v, vals[a])
				}
			}
			vals[i] = v
		case OpIte:
			if vals[args[0]] != 0 {
				vals[i] = vals[args[1]]
			} else {
				vals[i] = vals[args[2]]
			}
		case OpSelect:
			vals[i] = 0
			if x := vals[args[0]]; x >= 0 && x < int64(len(args)-1) {
				vals[i] = vals[args[x+1]]
			}
		default:
			vals[i] = s.pool.EvalNode(n, func(k int) int64 { return vals[args[k]] })
		}
	}
}

// Value returns the value of a root under the assignment for which Run calls its function.
func (s *Scan) Value(root int) int64 { return s.vals[s.roots[root]] }

// Run calls f for each assignment for which the conditions hold, until f returns false. The last variable varies
// fastest.
func (s *Scan) Run(f func() bool) {
	if s.compute(0) {
		s.vary(0, f)
	}
}

func (s *Scan) vary(k int, f func() bool) bool {
	if k == len(s.Choices) {
		return f()
	}
	for i, v := range s.Choices[k] {
		s.At[k], s.Now[k] = i, v
		if s.compute(k+1) && !s.vary(k+1, f) {
			return false
		}
	}
	return true
}
