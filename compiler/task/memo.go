package task

import "slices"

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
		case OpVar:
			return m.state[n.N]
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
