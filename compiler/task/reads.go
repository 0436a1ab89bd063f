package task

import "slices"

// Each visits e and the expressions that it is made of, each once and before its arguments.
func (p *Pool) Each(e Expr, visit func(*Node)) {
	p.EachOf([]Expr{e}, func(_ Expr, n *Node) { visit(n) })
}

// EachOf is Each for several expressions, and also tells which expression is visited.
func (p *Pool) EachOf(es []Expr, visit func(Expr, *Node)) {
	var few []Expr    // those that were visited, as long as they are few
	var bits []uint64 // then a bit for each node of the pool up to the last one of es
	const most = 32
	seen := func(e Expr) bool {
		switch {
		case bits != nil:
		case slices.Contains(few, e):
			return true
		case len(few) < most:
			few = append(few, e)
			return false
		default:
			bits = make([]uint64, slices.Max(es)>>6+1)
			for _, e := range few {
				bits[e>>6] |= 1 << (e & 63)
			}
		}
		word, bit := &bits[e>>6], uint64(1)<<(e&63)
		was := *word&bit != 0
		*word |= bit
		return was
	}
	var walk func(es []Expr)
	walk = func(es []Expr) {
		for _, e := range es {
			if !seen(e) {
				n := p.nodes.at(e)
				visit(e, n)
				walk(n.Args)
			}
		}
	}
	walk(es)
}

// below lists the expressions that some expressions are made of, ascending.
func (p *Pool) below(roots []Expr) (all []Expr) {
	p.EachOf(roots, func(e Expr, _ *Node) { all = append(all, e) })
	slices.Sort(all)
	return all
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
