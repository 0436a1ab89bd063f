package depthfirst

import (
	"context"
	"encoding/binary"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/compiler/task"
)

const (
	// kernelSize bounds the length of a generated program: the number of branches, tests and lookups together.
	kernelSize = 700
	// kernelMoves is the greatest number of moves that Kernel.Moves lists.
	kernelMoves = 400
	// kernelEntries bounds the entries of all tables of a kernel, and kernelWidth the entries of one table.
	kernelEntries = 1 << 14
	kernelWidth   = 1 << 8
)

// NewKernel returns a task as a kernel, and false if the task does not have the form that a kernel needs. The kernel
// contains the heuristics that have the form, too. It may have no nodes, or no moves.
func NewKernel(ctx context.Context, t *task.Task) (*Kernel, bool) {
	if len(t.Moves) == 0 || t.Always == task.False {
		return nil, false
	}
	sp := space.New(ctx, t, true)
	switch {
	case ctx.Err() != nil:
	case sp.Layout.Words == 1:
		return newKernel[uint64](sp)
	case sp.Layout.Words <= MaxWords:
		return newKernel[wide](sp)
	}
	return nil, false
}

func newKernel[W state](sp *space.Space) (*Kernel, bool) {
	k := &kernelMaker[W]{
		sp: sp, actions: map[string]int{},
		out: &Kernel{Words: sp.Layout.Words, Selector: -1},
	}
	k.parts()
	for _, x := range k.sp.Layout.Fields {
		k.out.Fields = append(k.out.Fields, KernelField{x.Word, x.Shift, x.Mask})
	}
	if k.sp.Forbids() {
		return k.out, false
	}
	wide, deep := sp.Layout.Words == 1 && k.wide(), k.deep()
	return k.out, wide || deep
}

// kernelMaker turns successor lists into a kernel.
type kernelMaker[W state] struct {
	sp      *space.Space
	f       *successorLists[W]
	actions map[string]int
	entries int // of tables
	size    int
	out     *Kernel
}

// parts finds the reachable values of the parts of the state. If no combination of them satisfies `dead`, the program
// need not test `dead`.
func (k *kernelMaker[W]) parts() {
	st := make([]uint64, k.sp.Layout.Words)
	if k.sp.Task.HasFree() || !k.sp.Layout.Pack(k.sp.Task.Init, st) {
		return
	}
	masks, dead := k.sp.PartMasks(st)
	if k.out.Parts = masks; masks != nil && !dead {
		k.sp.Dead = -1
	}
}

// deep makes the nodes. It returns false if the task does not have the form that nodes need.
func (k *kernelMaker[W]) deep() bool {
	if len(k.sp.Moves) > kernelSize {
		return false
	}
	k.out.Estimates = nil
	f, ok := newSuccessorLists[W](k.sp, k.scales(), true, func(cost int64) int64 { return cost })
	if !ok || k.sp.MinCost <= 0 {
		return false
	}
	k.f = f
	k.out.Rises = f.rises()
	if made := f.selector < 0 && k.byMove() || k.out.Rises && k.byPlace(); made && len(k.out.Actions) > 0 {
		return true
	}
	k.out.Nodes, k.out.Actions = nil, nil
	return false
}

// wide lists all moves. It returns false if a move does not have the form of a KernelMove.
func (k *kernelMaker[W]) wide() (ok bool) {
	if len(k.sp.Moves) > kernelMoves {
		return false
	}
	k.f = newLists[W](k.sp, nil, true, nil, -1)
	if !k.f.makeVariants() {
		return false
	}
	goal, ok := k.goal(nil)
	if !ok || goal == nil {
		return false
	}
	k.out.Goal = *goal
	nothing := k.f.knowledge(nil)
	var moves []KernelMove
	var keys []int64
	for j := range k.f.variants {
		if k.f.variants[j].refuted {
			continue
		}
		st, key, verdict, ok := k.f.branch(nothing, nil, listKey{int32(j), 0})
		if !ok {
			return false
		}
		if verdict == refuted {
			continue
		}
		b, a, ok := k.take(&st)
		if !ok {
			return false
		}
		moves, keys = append(moves, KernelMove{b.If, b.Move, a}), append(keys, key)
	}
	k.out.Moves = sorted(moves, keys)
	return true
}

// scales returns the heuristics of the model that are sums of terms of one variable.
func (k *kernelMaker[W]) scales() (scales []Scale) {
	for i := range k.sp.Task.Heuristics {
		h := &k.sp.Task.Heuristics[i]
		if h.Missing != "" || h.Value == task.None {
			continue
		}
		s, ok := linearSum(k.sp, h.Value)
		if ok && s.Least() >= 0 && !tooWide(s.Unary) {
			scales = append(scales, s.Unary)
			k.out.Estimates = append(k.out.Estimates, h.Name)
		}
	}
	return scales
}

// linearSum returns an expression as a sum of terms of one variable.
func linearSum(sp *space.Space, e task.Expr) (*space.Sum, bool) {
	if len(sp.Task.Pool.Costs(e)) > 0 {
		return nil, false
	}
	defer sp.Program.ForgetTerms()
	a := sp.Program.NewAdder()
	a.Add(e, 1)
	if !a.Linear() {
		return nil, false
	}
	_, s := a.Instruction()
	return s, true
}

// byMove makes a node for each list.
func (k *kernelMaker[W]) byMove() bool {
	number := make([]int, len(k.f.variants))
	for i := range k.f.variants {
		if !k.f.variants[i].refuted {
			number[i] = len(k.out.Nodes)
			goal, ok := k.goal(k.f.variants[i].after)
			if !ok {
				return false
			}
			k.out.Nodes = append(k.out.Nodes, KernelNode{Of: int(k.f.variants[i].move), Goal: goal})
		}
	}
	for i := range k.f.variants {
		if k.f.variants[i].refuted {
			continue
		}
		n := &k.out.Nodes[number[i]]
		for st := range k.f.lists[k.f.start(int32(i))].branches() {
			b, ok := k.branch(st)
			if !ok {
				return false
			}
			b.To = number[st.to.at.variant]
			n.Branches = append(n.Branches, b)
		}
	}
	return true
}

// byPlace makes a node for each place of a variable, if the guard of each move demands a value of the variable, and its
// value after each move is known.
func (k *kernelMaker[W]) byPlace() bool {
	v, ok := k.chooseSelector()
	if !ok {
		return false
	}
	k.out.Selector, k.out.Nodes, k.out.Actions = int(v), nil, nil
	clear(k.actions)
	k.entries, k.size = 0, 0
	for place := range k.sp.Layout.Vars[v].Values {
		here := []space.Fixing{{Var: v, Place: place}}
		goal, ok := k.goal(here)
		if !ok {
			return false
		}
		n := KernelNode{Of: place, Goal: goal}
		known := k.f.knowledge(here)
		var found []KernelBranch
		var keys []int64
		for j := range k.f.variants {
			next := &k.f.variants[j]
			if next.refuted || known.contradicts(next.made.Fixed) {
				continue
			}
			st, key, verdict, ok := k.f.branch(known, nil, listKey{int32(j), 0})
			if !ok {
				return false
			}
			if verdict == refuted {
				continue
			}
			b, ok := k.branch(&st)
			if !ok {
				return false
			}
			b.To, _ = placeOf(next.after, v)
			found, keys = append(found, b), append(keys, key)
		}
		n.Branches = sorted(found, keys)
		k.out.Nodes = append(k.out.Nodes, n)
	}
	return true
}

// chooseSelector returns the first variable whose value is known before and after every move.
func (k *kernelMaker[W]) chooseSelector() (int32, bool) {
	for v := range k.sp.Layout.Vars {
		all := true
		for j := range k.f.variants {
			next := &k.f.variants[j]
			if next.refuted {
				continue
			}
			_, before := placeOf(next.made.Fixed, int32(v))
			_, after := placeOf(next.after, int32(v))
			all = all && before && after
		}
		if all {
			return int32(v), true
		}
	}
	return 0, false
}

func placeOf(known []space.Fixing, v int32) (int, bool) {
	for _, x := range known {
		if x.Var == v {
			return x.Place, true
		}
	}
	return 0, false
}

// goal returns what remains of the goal where some values are known, nil if these exclude it, and false if the goal is
// not a conjunction of tests.
func (k *kernelMaker[W]) goal(known []space.Fixing) (*KernelCondition, bool) {
	k.f.assume(known)
	c := &KernelCondition{}
	for _, e := range k.sp.Task.Pool.Conjuncts(k.sp.Task.Goal) {
		verdict, t, ok := k.f.decide(e, nil)
		if !ok || verdict == refuted {
			return nil, ok
		}
		if verdict == proved {
			continue
		}
		if x, single := t.single(); single {
			f := &k.sp.Layout.Fields[x.Var]
			c.Mask[f.Word] |= f.Mask << f.Shift
			c.Want[f.Word] |= uint64(x.Place) << f.Shift
			continue
		}
		c.add(&t)
	}
	return c, true
}

// add adds a test. Tests of the same bits become one test.
func (c *KernelCondition) add(t *test) {
	index := forKernel(&t.at)
	for i := range c.Tests {
		if slices.Equal(c.Tests[i].Index, index) {
			for w := range t.allowed {
				c.Tests[i].Allowed[w] &= t.allowed[w]
			}
			return
		}
	}
	c.Tests = append(c.Tests, KernelTest{Index: index, Allowed: slices.Clone(t.allowed)})
}

func forKernel(g *packed.Gather) KernelIndex {
	out := KernelIndex{{Word: g.First.Word, Shift: g.First.Shift, Mask: g.First.Mask}}
	for _, p := range g.Rest {
		out = append(out, KernelPick{Word: p.Word, Shift: p.Shift, Mask: p.Mask, Up: p.Up})
	}
	return out
}

// branch returns false if the text or the tables become too large.
func (k *kernelMaker[W]) branch(st *branch[W]) (KernelBranch, bool) {
	b, a, ok := k.take(st)
	if !ok {
		return b, false
	}
	b.Action = k.action(&a)
	k.size += 1 + len(b.If.Tests) + len(a.Lookups)
	return b, k.entries <= kernelEntries && k.size <= kernelSize
}

// take splits a branch into a condition and an action. It returns false if a table is too large.
func (k *kernelMaker[W]) take(st *branch[W]) (b KernelBranch, a KernelAction, ok bool) {
	b = KernelBranch{Move: int(st.move), If: KernelCondition{Mask: wordsOf(st.mask), Want: wordsOf(st.want)}}
	first := branchTable[W]{entries: st.table[:int(st.cut)+1]}
	first.at.First = packed.Pick{Word: int(st.shift >> 6), Shift: uint(st.shift & 63), Mask: st.cut}
	tables := []branchTable[W]{first}
	if st.extra != nil {
		tables[0].moved = st.extra.moved
		tables = append(tables, st.extra.tables...)
		for i := range st.extra.tests {
			b.If.add(&st.extra.tests[i])
		}
	}
	a = KernelAction{Keep: wordsOf(st.keep)}
	for i := range tables {
		if len(tables[i].entries) > kernelWidth {
			return b, a, false
		}
		a.Lookups = append(a.Lookups, k.lookup(&tables[i]))
	}
	return b, a, true
}

func (k *kernelMaker[W]) lookup(t *branchTable[W]) KernelLookup {
	l := KernelLookup{Index: forKernel(&t.at), Changes: make([][]int64, len(k.f.scales))}
	var bitsOf [MaxWords][]uint64
	for x := range t.entries {
		e := &t.entries[x]
		for word, bits := range wordsOf(e.bits) {
			bitsOf[word] = append(bitsOf[word], bits)
		}
		l.Cost = append(l.Cost, e.spent)
		l.Occurs = append(l.Occurs, k.occurs(l.Index, uint64(x)))
		for i := range l.Changes {
			change := int64(0)
			if t.moved != nil {
				change = int64(t.moved[x*len(l.Changes)+i])
			}
			l.Changes[i] = append(l.Changes[i], change)
		}
	}
	for word, bits := range bitsOf {
		if slices.ContainsFunc(bits, func(b uint64) bool { return b != 0 }) {
			l.Bits[word] = bits
		}
	}
	return l
}

// occurs reports whether an index can have the value x: each variable in it has a valid place.
func (k *kernelMaker[W]) occurs(index KernelIndex, x uint64) bool {
	for _, p := range index {
		bits := x >> p.Up & p.Mask << p.Shift
		for v := range k.sp.Layout.Fields {
			f := &k.sp.Layout.Fields[v]
			if f.Word != p.Word {
				continue
			}
			in := p.Mask << p.Shift >> f.Shift & f.Mask
			if in == f.Mask && bits>>f.Shift&f.Mask >= uint64(len(k.sp.Layout.Vars[v].Values)) {
				return false
			}
		}
	}
	return true
}

// action returns the number of an action. Equal actions have one number.
func (k *kernelMaker[W]) action(a *KernelAction) int {
	key := a.key()
	n, ok := k.actions[key]
	if !ok {
		n = len(k.out.Actions)
		k.actions[key] = n
		k.out.Actions = append(k.out.Actions, *a)
		for i := range a.Lookups {
			k.entries += len(a.Lookups[i].Occurs)
		}
	}
	return n
}

func (a *KernelAction) key() string {
	key := binary.AppendUvarint(binary.AppendUvarint(nil, a.Keep[0]), a.Keep[1])
	for i := range a.Lookups {
		l := &a.Lookups[i]
		key = binary.AppendUvarint(key, uint64(len(l.Index)))
		for _, p := range l.Index {
			for _, n := range []uint64{uint64(p.Word), uint64(p.Shift), p.Mask, uint64(p.Up)} {
				key = binary.AppendUvarint(key, n)
			}
		}
		for _, bits := range l.Bits {
			key = binary.AppendUvarint(key, uint64(len(bits)))
			for _, n := range bits {
				key = binary.AppendUvarint(key, n)
			}
		}
		for _, list := range append([][]int64{l.Cost}, l.Changes...) {
			for _, n := range list {
				key = binary.AppendVarint(key, n)
			}
		}
	}
	return string(key)
}
