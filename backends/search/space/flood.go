//go:build !js

package space

import (
	"math/bits"
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
)

// FloodTo returns the flood that instruction i reads, and the node. It returns false if the instruction is not Reach to
// a fixed node, over nodes that are free by bits of the state.
func (p *Program) FloodTo(i int32) (flood, node int32, ok bool) {
	in := &p.code[i]
	if in.op != opReached || p.floods[in.n].bits == nil {
		return 0, 0, false
	}
	return int32(in.n), int32(in.at.First.Word<<6) + int32(in.at.First.Shift), true
}

// BoardOf returns the board of the flood that instruction i reads. It returns nil if FloodTo returns false, if one bit
// decides of several nodes, or if a node is no neighbour of a neighbour.
func (p *Program) BoardOf(i int32) *Board {
	flood, _, ok := p.FloodTo(i)
	if !ok || p.floods[flood].bits.nodeOf == nil {
		return nil
	}
	return p.floods[flood].bits
}

// Nodes returns the number of nodes.
func (b *Board) Nodes() int { return len(b.plan.next) }

// Node returns the number of a node of the graph, or -1 if no flood reaches it.
func (b *Board) Node(c int64) int32 { return b.plan.node(c) }

// Flood returns the nodes of a flood that are reached in the current state. It takes less time if the current state of
// another evaluator is similar; near is nil if there is none.
func (v *Evaluator) Flood(flood int32, near *Evaluator) []uint64 {
	f := &v.floods[flood]
	if f.now == v.now {
		return f.component
	}
	if near != nil && int(flood) < len(near.floods) {
		near.reached(int64(flood))
		if f.fillNear(v.st, f.plan.node(v.Eval(f.plan.from)), &near.floods[flood]) {
			f.now = v.now
			return f.component
		}
	}
	return v.reached(int64(flood))
}

// fillNear fills f from the flood in a similar state: one node more may be free now, and one less. It returns false if
// it does not know whether the rest of the component is still connected. It looks for ways around the lost node only
// two steps away.
func (f *flood) fillNear(st []uint64, from int32, old *flood) bool {
	b := f.plan.bits
	if !old.sound || b.nodeOf == nil || from < 0 {
		return false
	}
	lost, gained := int32(-1), int32(-1)
	for w, mask := range b.reads {
		for set := (st[w] ^ old.state[w]) & mask; set != 0; set &= set - 1 {
			node := b.nodeOf[w<<6+bits.TrailingZeros64(set)]
			now := &gained
			if (old.looked[node>>6]|old.component[node>>6])>>(node&63)&1 != 0 {
				now = &lost
			}
			if *now >= 0 {
				return false
			}
			*now = node
		}
	}
	for w := range f.looked {
		f.component[w] = old.component[w]
		f.looked[w] = old.looked[w] | old.component[w]
	}
	if gained >= 0 {
		bit := uint64(1) << (gained & 63)
		if f.looked[gained>>6] |= bit; meet(b.Near(gained), f.component) {
			f.component[gained>>6] |= bit
		}
	}
	if lost >= 0 {
		bit := uint64(1) << (lost & 63)
		f.looked[lost>>6] &^= bit
		if f.component[lost>>6]&bit != 0 {
			if f.component[lost>>6] &^= bit; !b.around(lost, f.component) {
				return false
			}
		}
	}
	if f.component[from>>6]>>(from&63)&1 == 0 {
		return false
	}
	for w, reached := range f.component {
		f.looked[w] &^= reached
	}
	if gained >= 0 && f.component[gained>>6]>>(gained&63)&1 != 0 && meet(b.Near(gained), f.looked) {
		b.spread(uint64(gained), f.component, f.looked)
	}
	f.sound = true
	f.state = append(f.state[:0], st...)
	return true
}

// meet reports whether two sets have a node in common.
func meet(a, b []uint64) bool {
	for w, set := range a {
		if set&b[w] != 0 {
			return true
		}
	}
	return false
}

// Near returns the neighbours of a node.
func (b *Board) Near(node int32) []uint64 {
	words := len(b.always)
	return b.next[int(node)*words:][:words]
}

// around reports whether the neighbours of a node in a component are connected within two steps of the node.
func (b *Board) around(node int32, component []uint64) bool {
	var ring, todo [maxFloodWords]uint64
	first := int32(-1)
	for w, near := range b.Near(node) {
		todo[w] = near & component[w]
		for set := todo[w]; set != 0; set &= set - 1 {
			at := int32(w<<6 + bits.TrailingZeros64(set))
			if first < 0 {
				first = at
			}
			for k, next := range b.Near(at) {
				ring[k] |= next & component[k]
			}
		}
	}
	if first < 0 {
		return true
	}
	var reached [maxFloodWords]uint64
	reached[first>>6] = 1 << (first & 63)
	free := ring[:len(component)]
	for w := range free {
		free[w] |= todo[w]
	}
	b.spread(uint64(first), reached[:len(component)], free)
	for w, set := range todo {
		if set&^reached[w] != 0 {
			return false
		}
	}
	return true
}

// renumber gives numbers to the nodes that a flood can reach, in the order of the graph.
func (p *Program) renumber(plan *floodPlan, from task.Expr) {
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

const twoWords = true

// spread2 is spread for boards of two words.
func (b *Board) spread2(from uint64, component, free []uint64) {
	free[from>>6] &^= 1 << (from & 63)
	free0, free1 := free[0], free[1]
	near := b.next[2*from:][:2]
	open0, open1 := near[0]&free0, near[1]&free1
	free0, free1 = free0&^open0, free1&^open1
	for open0|open1 != 0 {
		c := bits.TrailingZeros64(open0)
		if open0 == 0 {
			c += bits.TrailingZeros64(open1)
			open1 &= open1 - 1
		}
		open0 &= open0 - 1
		near := b.next[2*c:][:2]
		fresh0, fresh1 := near[0]&free0, near[1]&free1
		free0, free1 = free0&^fresh0, free1&^fresh1
		open0, open1 = open0|fresh0, open1|fresh1
	}
	component[0], component[1] = component[0]|free[0]&^free0, component[1]|free[1]&^free1
	free[0], free[1] = free0, free1
}
