package task

import "slices"

// Each visits e and the expressions that it is made of, each once and before its arguments.
func (p *Pool) Each(e Expr, visit func(*Node)) {
	p.EachOf([]Expr{e}, func(_ Expr, n *Node) { visit(n) })
}

// EachOf is Each for several expressions, and also tells which expression is visited.
func (p *Pool) EachOf(es []Expr, visit func(Expr, *Node)) {
	seen := map[Expr]bool{}
	var walk func(Expr)
	walk = func(e Expr) {
		if seen[e] {
			return
		}
		seen[e] = true
		n := p.nodes.at(e)
		visit(e, n)
		for _, a := range n.Args {
			walk(a)
		}
	}
	for _, e := range es {
		walk(e)
	}
}

// Vars returns the variables that e reads, ascending.
func (p *Pool) Vars(e Expr) (out []int) {
	p.Each(e, func(n *Node) {
		if n.Op == OpVar {
			out = append(out, int(n.N))
		}
	})
	slices.Sort(out)
	return out
}

// Costs returns the abstractions whose costs e reads, by their numbers.
func (p *Pool) Costs(e Expr) (out []int) {
	p.Each(e, func(n *Node) {
		if n.Op == OpCost {
			out = append(out, int(n.N))
		}
	})
	return out
}

// Reads remembers which variables the expressions of a pool read. It is not safe for concurrent use.
type Reads struct {
	pool  *Pool
	vars  map[Expr][]int
	seen  []uint32 // for each node: the last walk that visited it
	epoch uint32
}

// NewReads returns an empty Reads. The pool may grow later.
func NewReads(p *Pool) *Reads { return &Reads{pool: p, vars: map[Expr][]int{}} }

// Of returns the variables that e reads, ascending. The caller must not change the list.
func (r *Reads) Of(e Expr) []int {
	if r.pool.nodes.at(e).Op == OpConst {
		return nil
	}
	if vs, ok := r.vars[e]; ok {
		return vs
	}
	var out []int
	r.Each(e, func(v int) bool {
		out = append(out, v)
		return true
	})
	slices.Sort(out)
	r.vars[e] = out
	return out
}

// Each calls f once for each variable that e reads, until f returns false.
func (r *Reads) Each(e Expr, f func(v int) bool) {
	if len(r.seen) < r.pool.Len() {
		r.seen = append(r.seen, make([]uint32, r.pool.Len()+r.pool.Len()/2-len(r.seen))...)
	}
	r.epoch++
	r.walk(e, f)
}

func (r *Reads) walk(e Expr, f func(v int) bool) bool {
	r.seen[e] = r.epoch
	n := r.pool.Node(e)
	if n.Op == OpVar {
		return f(int(n.N))
	}
	for _, a := range n.Args {
		if r.seen[a] != r.epoch && !r.walk(a, f) {
			return false
		}
	}
	return true
}
