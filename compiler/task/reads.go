package task

import (
	"math/bits"
	"slices"
)

// Each visits e and the expressions that it is made of, each once and before its arguments.
func (p *Pool) Each(e Expr, visit func(*Node)) {
	p.EachOf([]Expr{e}, func(_ Expr, n *Node) { visit(n) })
}

// EachOf is Each for several expressions, and also tells which expression is visited.
func (p *Pool) EachOf(es []Expr, visit func(Expr, *Node)) { p.below(es, visit) }

// exprSet is a set of expressions that is not changed any more: a bit for each node of the pool.
type exprSet struct {
	words  []uint64
	before []int32 // by word: how many are in the words before it
}

// below returns the expressions that some expressions are made of. visit is called as by EachOf.
func (p *Pool) below(roots []Expr, visit func(Expr, *Node)) exprSet {
	size := int(slices.Max(append([]Expr{0}, roots...)))>>6 + 1
	s := exprSet{make([]uint64, size), make([]int32, size+1)}
	var walk func(es []Expr)
	walk = func(es []Expr) {
		for _, e := range es {
			if word, bit := &s.words[e>>6], uint64(1)<<(e&63); *word&bit == 0 {
				*word |= bit
				n := p.nodes.at(e)
				visit(e, n)
				walk(n.Args)
			}
		}
	}
	walk(roots)
	for i, w := range s.words {
		s.before[i+1] = s.before[i] + int32(bits.OnesCount64(w))
	}
	return s
}

func (s exprSet) count() int32 { return s.before[len(s.words)] }

// rank returns how many expressions of the set are older in the pool.
func (s exprSet) rank(e Expr) int32 {
	return s.before[e>>6] + int32(bits.OnesCount64(s.words[e>>6]&(1<<(e&63)-1)))
}

// all lists the expressions from the oldest.
func (s exprSet) all(yield func(Expr) bool) {
	for i, w := range s.words {
		for ; w != 0; w &= w - 1 {
			if !yield(Expr(i<<6 + bits.TrailingZeros64(w))) {
				return
			}
		}
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
