package ground

import (
	"slices"

	"github.com/pzc-lang/pzc/task"
)

// scan computes some expressions for all values of some variables, which are all that the expressions read.
type scan struct {
	pool    *task.Pool
	vars    []int
	choices [][]int64
	places  [][]int32 // of the choices, for who wants to know them
	at      []int     // the number of each variable's choice
	now     []int64   // and its value
	roots   []int     // places of the roots in nodes
	nodes   []task.Expr
	shown   []*task.Node // the same, looked up
	vals    []int64
	args    [][]int32
	varOf   []int     // the variable's place in vars of a node that is a variable
	levels  [][]stage // what to compute by the last variable that is read: 1, 2, …; 0: none
}

// stage is some nodes to compute and then, unless it is -1, the condition among them to test: the stages of a level end with the first
// condition that fails.
type stage struct {
	nodes []int
	cond  int
}

// newScan prepares the computation; values gives the values of a variable. The first conds roots are conditions: assignments for which one is
// false are left out.
func newScan(p *task.Pool, roots []task.Expr, conds int, vars []int, values func(v int) []int64) *scan {
	s := &scan{pool: p, vars: vars, now: make([]int64, len(vars)), at: make([]int, len(vars)), places: make([][]int32, len(vars))}
	pos := make(map[int]int, len(vars))
	for i, v := range vars {
		s.choices = append(s.choices, values(v))
		pos[v] = i
	}
	slot := map[task.Expr]int{}
	var gather func(e task.Expr)
	gather = func(e task.Expr) {
		if _, ok := slot[e]; ok {
			return
		}
		for _, a := range p.Node(e).Args {
			gather(a)
		}
		slot[e] = len(s.nodes)
		s.nodes = append(s.nodes, e)
	}
	for _, r := range roots {
		gather(r)
		s.roots = append(s.roots, slot[r])
	}
	s.vals, s.args, s.varOf = make([]int64, len(s.nodes)), make([][]int32, len(s.nodes)), make([]int, len(s.nodes))
	s.shown = make([]*task.Node, len(s.nodes))
	level := make([]int, len(s.nodes))
	for i, e := range s.nodes {
		n := p.Node(e)
		s.shown[i] = n
		if n.Op == task.OpVar {
			s.varOf[i] = pos[int(n.N)]
			level[i] = s.varOf[i] + 1
		}
		s.args[i] = make([]int32, len(n.Args))
		for k, a := range n.Args {
			s.args[i][k] = int32(slot[a])
			level[i] = max(level[i], level[slot[a]])
		}
	}
	s.stages(level, conds)
	return s
}

// stages puts each node before the first condition of its level that needs it, and after the conditions that do not.
func (s *scan) stages(level []int, conds int) {
	s.levels = make([][]stage, len(s.vars)+1)
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

// compute computes what depends on the variable k as the last one; false if a condition fails.
func (s *scan) compute(k int) bool {
	for _, st := range s.levels[k] {
		s.evaluate(st.nodes)
		if st.cond >= 0 && s.vals[st.cond] == 0 {
			return false
		}
	}
	return true
}

// evaluate computes nodes of which the arguments are known.
func (s *scan) evaluate(nodes []int) {
	vals := s.vals
	for _, i := range nodes {
		n, args := s.shown[i], s.args[i]
		switch n.Op { // the frequent operators without a call
		case task.OpConst:
			vals[i] = n.N
		case task.OpVar:
			vals[i] = s.now[s.varOf[i]]
		case task.OpNot:
			vals[i] = 1 - vals[args[0]]
		case task.OpEq:
			vals[i] = number(vals[args[0]] == vals[args[1]])
		case task.OpLt:
			vals[i] = number(vals[args[0]] < vals[args[1]])
		case task.OpLe:
			vals[i] = number(vals[args[0]] <= vals[args[1]])
		case task.OpAnd, task.OpOr:
			stop := number(n.Op == task.OpOr)
			v := 1 - stop
			for _, a := range args {
				if vals[a] == stop {
					v = stop
					break
				}
			}
			vals[i] = v
		case task.OpAdd:
			var sum int64
			for _, a := range args {
				sum += vals[a]
			}
			vals[i] = sum
		case task.OpMul:
			vals[i] = vals[args[0]] * vals[args[1]]
		case task.OpDiv:
			vals[i] = task.EuclidDiv(vals[args[0]], vals[args[1]])
		case task.OpMod:
			vals[i] = task.EuclidMod(vals[args[0]], vals[args[1]])
		case task.OpMin, task.OpMax:
			v := vals[args[0]]
			for _, a := range args[1:] {
				if n.Op == task.OpMin {
					v = min(v, vals[a])
				} else {
					v = max(v, vals[a])
				}
			}
			vals[i] = v
		case task.OpIte:
			if vals[args[0]] != 0 {
				vals[i] = vals[args[1]]
			} else {
				vals[i] = vals[args[2]]
			}
		case task.OpSelect:
			vals[i] = 0
			if x := vals[args[0]]; x >= 0 && x < int64(len(args)-1) {
				vals[i] = vals[args[x+1]]
			}
		default:
			vals[i] = s.pool.EvalNode(n, func(k int) int64 { return vals[args[k]] })
		}
	}
}

func number(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// value is what a root is worth now.
func (s *scan) value(root int) int64 { return s.vals[s.roots[root]] }

// run calls f for each assignment for which the conditions hold, until it returns false.
func (s *scan) run(f func() bool) {
	if s.compute(0) {
		s.vary(0, f)
	}
}

func (s *scan) vary(k int, f func() bool) bool {
	if k == len(s.vars) {
		return f()
	}
	for i, v := range s.choices[k] {
		s.at[k], s.now[k] = i, v
		if s.compute(k+1) && !s.vary(k+1, f) {
			return false
		}
	}
	return true
}

// varsOf lists the variables that an expression reads, ascending.
func (g *grounder) varsOf(e task.Expr) []int { return g.marks.varsOf(g.pool, e) }

// marker walks over expressions without forgetting what it has seen.
type marker struct {
	vars  map[task.Expr][]int
	seen  []uint32
	epoch uint32
}

func (m *marker) varsOf(p *task.Pool, e task.Expr) []int {
	if vs, ok := m.vars[e]; ok {
		return vs
	}
	if len(m.seen) < p.Len() {
		m.seen = append(m.seen, make([]uint32, p.Len()+p.Len()/2-len(m.seen))...)
	}
	m.epoch++
	var out []int
	var walk func(e task.Expr)
	walk = func(e task.Expr) {
		if m.seen[e] == m.epoch {
			return
		}
		m.seen[e] = m.epoch
		n := p.Node(e)
		if n.Op == task.OpVar {
			out = append(out, int(n.N))
		}
		for _, a := range n.Args {
			walk(a)
		}
	}
	walk(e)
	slices.Sort(out)
	m.vars[e] = out
	return out
}

func newMarker() *marker { return &marker{vars: map[task.Expr][]int{}} }
