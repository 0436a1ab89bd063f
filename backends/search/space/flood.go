package space

import (
	"math/bits"
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
)

// BoardOf returns the board of the flood that instruction i reads. The instruction must be OpReach to a fixed node,
// over nodes that are free by bits of the state. BoardOf returns nil if it is not, if one bit decides of several nodes,
// or if a node is no neighbour of a neighbour.
func (p *program) BoardOf(i int32) *Board {
	in := &p.code[i]
	if in.op != opReached || p.floods[in.n].bits == nil || p.floods[in.n].bits.nodeOf == nil {
		return nil
	}
	return p.floods[in.n].bits
}

// Nodes returns the number of nodes.
func (b *Board) Nodes() int { return len(b.plan.next) }

// Node returns the number of a node of the graph, or -1 if no flood reaches it.
func (b *Board) Node(c int64) int32 { return b.plan.node(c) }

// Near returns the neighbours of a node.
func (b *Board) Near(node int32) []uint64 {
	words := len(b.always)
	return b.next[int(node)*words:][:words]
}

// renumber gives numbers to the nodes that a flood can reach, in the order of the graph.
func (p *program) renumber(plan *floodPlan, from task.Expr) {
	next, free := plan.next, plan.free
	number := slices.Repeat([]int32{-1}, len(next))
	var open []int32
	visit := func(c int32) {
		if number[c] < 0 {
			number[c] = 0
			open = append(open, c)
		}
	}
	start := p.pool.Node(from)
	for c := max(0, start.Lo); c <= min(start.Hi, int64(len(next)-1)); c++ {
		if start.Op != task.OpVar || slices.Contains(p.layout.Vars[start.N].Values, c) {
			visit(int32(c))
		}
	}
	for len(open) > 0 {
		c := open[len(open)-1]
		open = open[:len(open)-1]
		for _, d := range next[c] {
			if in := &p.code[free[d]]; in.op != opConst || in.n != 0 {
				visit(d)
			}
		}
	}
	plan.next, plan.free, plan.number = nil, nil, number
	for c, k := range number {
		if k >= 0 {
			number[c] = int32(len(plan.free))
			plan.free = append(plan.free, free[c])
		}
	}
	for c, k := range number {
		if k >= 0 {
			var near []int32
			for _, d := range next[c] {
				if number[d] >= 0 {
					near = append(near, number[d])
				}
			}
			plan.next = append(plan.next, near)
		}
	}
}

// node returns the number of a node of the graph, or -1 if no flood reaches it.
func (plan *floodPlan) node(c int64) int32 {
	if c < 0 || c >= int64(len(plan.number)) {
		return -1
	}
	return plan.number[c]
}

// index finds the nodes by the bits.
func (b *Board) index(plan *floodPlan, words int) {
	b.plan = plan
	b.reads = make([]uint64, words)
	nodeOf := make([]int32, 64*words)
	for i := range b.runs {
		r := &b.runs[i]
		for set := r.mask; set != 0; set &= set - 1 {
			k := uint(bits.TrailingZeros64(set))
			if b.reads[r.word]>>(r.shift+k)&1 != 0 {
				return
			}
			b.reads[r.word] |= 1 << (r.shift + k)
			nodeOf[r.word<<6+int(r.shift+k)] = int32(r.to<<6 + int(r.up+k))
		}
	}
	n := b.Nodes()
	for c := range n {
		for d := range n {
			if b.leads(c, d) != b.leads(d, c) {
				return
			}
		}
	}
	b.nodeOf = nodeOf
}

func (b *Board) leads(c, d int) bool { return b.next[c*len(b.always)+d>>6]>>(d&63)&1 != 0 }
