package space

import (
	"encoding/binary"

	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/compiler/task"
)

// floodPlan is shared by all OpReach nodes with the same board, start and free nodes. One flood in a state answers all
// of them.
type floodPlan struct {
	next   [][]int32
	from   int32
	free   []int32
	bits   *Board  // nil if one bit does not decide whether a node is free
	number []int32 // by node of the graph: its number in next and in sets of nodes; -1: no flood reaches it
}

// flood holds the component that was filled last. Sets are by number.
type flood struct {
	plan      *floodPlan
	now       uint32
	component []uint64 // a bit for each node
	looked    []uint64 // nodes whose freedom was tested; of a Board: free nodes, perhaps without the component
	stack     []int32
}

func newFlood(plan *floodPlan) flood {
	words := (len(plan.next) + 63) / 64
	return flood{plan: plan, component: make([]uint64, words), looked: make([]uint64, words)}
}

func (p *program) compileReach(n *task.Node) int32 {
	k, to := p.floodOf(n.N, n.Args[0], n.Args[2:]), p.Compile(n.Args[1])
	in := inst{op: opReach, args: []int32{to}, n: int64(k)}
	if node := p.floods[k].node(p.code[to].n); node >= 0 && p.code[to].op == opConst {
		in = inst{op: opReached, n: int64(k)}
		in.at.First = packed.Pick{Word: int(node >> 6), Shift: uint(node & 63)}
	}
	i := p.add(in)
	p.code[i].weight = 1 << 16
	return i
}

// floodOf returns the number of the flood from a node over free nodes of a graph.
func (p *program) floodOf(graph int64, start task.Expr, free []task.Expr) int32 {
	from := p.Compile(start)
	plan := floodPlan{next: p.pool.Graphs[graph].Next, from: from, free: p.compileAll(free)}
	key := binary.AppendVarint(nil, graph)
	key = binary.AppendVarint(key, int64(from))
	for _, f := range plan.free {
		key = binary.AppendVarint(key, int64(f))
	}
	k, ok := p.flood[string(key)]
	if !ok {
		p.renumber(&plan, start)
		plan.bits = p.board(&plan)
		k = int32(len(p.floods))
		p.floods = append(p.floods, plan)
		p.flood[string(key)] = k
	}
	return k
}

// compileReached translates the number of the nodes of a list that a flood reaches.
func (p *program) compileReached(n *task.Node) int32 {
	size := 1 + len(p.pool.Graphs[n.N].Next)
	k := p.floodOf(n.N, n.Args[0], n.Args[1:size])
	return p.add(inst{op: opCount, args: p.compileAll(n.Args[size:]), n: int64(k), weight: 1 << 16})
}

func (v *Evaluator) count(in *inst) (n int64) {
	reached, plan := v.reached(in.n), v.floods[in.n].plan
	for _, a := range in.args {
		if to := plan.node(v.Eval(a)); to >= 0 {
			n += int64(reached[to>>6] >> (to & 63) & 1)
		}
	}
	return n
}

// pairs computes an OpAcyclic or OpConnected.
func (v *Evaluator) pairs(in *inst, op task.Op) bool {
	parts := v.parts
	v.parts = task.Forest{} // that of a condition on pairs in a condition
	parts.Clear()
	is := parts.Holds(op, v.p.pool.Graphs[in.n].Next, func(i int) int64 { return v.Eval(in.args[i]) })
	v.parts = parts
	return is
}

func (v *Evaluator) reach(in *inst) bool {
	to := v.floods[in.n].plan.node(v.Eval(in.args[0]))
	return to >= 0 && v.reached(in.n)[to>>6]>>(to&63)&1 != 0
}

// reached returns the nodes of a flood that are reached in the current state.
func (v *Evaluator) reached(flood int64) []uint64 {
	f := &v.floods[flood]
	if f.now != v.now {
		f.now = v.now
		v.fill(f)
	}
	return f.component
}

// fill finds the nodes that are reachable by a path of free nodes. The start need not be free.
func (v *Evaluator) fill(f *flood) {
	clear(f.component)
	clear(f.looked)
	from := f.plan.node(v.Eval(f.plan.from))
	if from < 0 {
		return
	}
	if f.plan.bits != nil {
		f.plan.bits.fill(v.st, from, f.component, f.looked)
		return
	}
	f.component[from>>6] |= 1 << (from & 63)
	f.looked[from>>6] |= 1 << (from & 63)
	f.stack = append(f.stack[:0], from)
	for len(f.stack) > 0 {
		c := f.stack[len(f.stack)-1]
		f.stack = f.stack[:len(f.stack)-1]
		for _, d := range f.plan.next[c] {
			bit := uint64(1) << (d & 63)
			if f.looked[d>>6]&bit != 0 {
				continue
			}
			f.looked[d>>6] |= bit
			if v.Eval(f.plan.free[d]) != 0 {
				f.component[d>>6] |= bit
				f.stack = append(f.stack, d)
			}
		}
	}
}
