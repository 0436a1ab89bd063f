package task

import "slices"

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
	if vs, ok := r.vars[e]; ok {
		return vs
	}
	if len(r.seen) < r.pool.Len() {
		r.seen = append(r.seen, make([]uint32, r.pool.Len()+r.pool.Len()/2-len(r.seen))...)
	}
	r.epoch++
	out := r.walk(e, nil)
	slices.Sort(out)
	r.vars[e] = out
	return out
}

func (r *Reads) walk(e Expr, out []int) []int {
	if r.seen[e] == r.epoch {
		return out
	}
	r.seen[e] = r.epoch
	n := r.pool.Node(e)
	if n.Op == OpVar {
		return append(out, int(n.N))
	}
	for _, a := range n.Args {
		out = r.walk(a, out)
	}
	return out
}
