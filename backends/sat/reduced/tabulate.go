package reduced

import (
	"slices"

	"github.com/pzc-lang/pzc/task"
)

// maxScope is the number of variables from which on an expression is called wide: no tables are made of it.
const maxScope = 4

// Scope is the variables that an expression reads, ascending, at most maxScope of them.
type Scope struct {
	Vars []int
	Wide bool
}

func (s Scope) with(t Scope) Scope {
	if s.Wide || t.Wide {
		return Scope{Wide: true}
	}
	switch {
	case len(t.Vars) == 0 || slices.Equal(s.Vars, t.Vars):
		return s
	case len(s.Vars) == 0:
		return t
	}
	all := append(slices.Clone(s.Vars), t.Vars...)
	slices.Sort(all)
	if all = slices.Compact(all); len(all) > maxScope {
		return Scope{Wide: true}
	}
	return Scope{Vars: all}
}

// Scopes knows the scope of each node of a pool that may grow.
type Scopes struct {
	pool *task.Pool
	of   []Scope
	mask []uint64 // of the variables of each node, see maskOf
}

// maskOf is a bit that a variable shares with few others.
func maskOf(v int) uint64 { return 1 << (v % 64) }

func (s *Scopes) Get(e task.Expr) Scope {
	for n := len(s.of); n < s.pool.Len(); n++ { // arguments come before their node
		node, sc, mask := s.pool.Node(task.Expr(n)), Scope{}, uint64(0)
		if node.Op == task.OpVar {
			sc.Vars, mask = []int{int(node.N)}, maskOf(int(node.N))
		}
		for _, a := range node.Args {
			sc = sc.with(s.of[a])
			mask |= s.mask[a]
		}
		s.of, s.mask = append(s.of, sc), append(s.mask, mask)
	}
	return s.of[e]
}

// mayRead tells whether an expression may read one of the variables of a mask.
func (s *Scopes) mayRead(e task.Expr, mask uint64) bool {
	s.Get(e)
	return s.mask[e]&mask != 0
}

// program evaluates expressions for many states at once: each node once, and again only where a variable below it changed.
type program struct {
	pool  *task.Pool
	nodes []task.Expr
	args  [][]int
	level []int // the last of the scope's variables that the node reads, from 1; 0: a constant
	vals  []int64
	roots []int
	scope []int
}

func newProgram(pool *task.Pool, scope []int, roots ...task.Expr) *program {
	p := &program{pool: pool, scope: scope}
	at := p.collect(roots)
	p.vals = make([]int64, len(p.nodes))
	for _, r := range roots {
		p.roots = append(p.roots, at[r])
	}
	return p
}

func (p *program) collect(roots []task.Expr) (at map[task.Expr]int) {
	seen := map[task.Expr]bool{}
	todo := slices.Clone(roots)
	for len(todo) > 0 {
		e := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !seen[e] {
			seen[e] = true
			p.nodes = append(p.nodes, e)
			todo = append(todo, p.pool.Node(e).Args...)
		}
	}
	slices.Sort(p.nodes)
	at = make(map[task.Expr]int, len(p.nodes))
	p.level, p.args = make([]int, len(p.nodes)), make([][]int, len(p.nodes))
	for i, e := range p.nodes {
		at[e] = i
		n := p.pool.Node(e)
		if n.Op == task.OpVar {
			p.level[i] = 1 + slices.Index(p.scope, int(n.N))
		}
		for _, a := range n.Args {
			p.args[i] = append(p.args[i], at[a])
			p.level[i] = max(p.level[i], p.level[at[a]])
		}
	}
	return at
}

// run visits all combinations of the given places (in the domains) of the scope's variables, the last varying fastest,
// with the values of the roots.
func (p *program) run(places [][]int, visit func(place []int, vals []int64)) {
	byLevel := make([][]int, len(p.scope)+1)
	for i, l := range p.level {
		byLevel[l] = append(byLevel[l], i)
	}
	p.compute(byLevel[0], 0)
	place, out := make([]int, len(p.scope)), make([]int64, len(p.roots))
	var loop func(d int)
	loop = func(d int) {
		if d == len(p.scope) {
			for i, r := range p.roots {
				out[i] = p.vals[r]
			}
			visit(place, out)
			return
		}
		domain := p.pool.Domain(p.scope[d])
		for _, i := range places[d] {
			place[d] = i
			p.compute(byLevel[d+1], domain[i])
			loop(d + 1)
		}
	}
	loop(0)
}

// compute evaluates nodes of one level; a variable among them has the given value.
func (p *program) compute(nodes []int, value int64) {
	for _, i := range nodes {
		n := p.pool.Node(p.nodes[i])
		switch n.Op {
		case task.OpConst:
			p.vals[i] = n.N
		case task.OpVar:
			p.vals[i] = value
		default:
			p.vals[i] = p.pool.EvalNode(n, func(a int) int64 { return p.vals[p.args[i][a]] })
		}
	}
}
