package space

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Space is a task prepared for search: packed states, an index of moves, compiled moves. The search does not change the
// Space, so several expanders may use it.
type Space struct {
	Task    *task.Task
	Layout  *packed.Layout
	Program *program
	Moves   []Move
	Rows    rows
	Tables  []*store.Costs // by abstraction of the task; nil: not built

	goal      int32
	goalMatch []match // the goal, if it is a comparison of bits; else nil
	Always    []int32
	Dead      int32 // instruction of the promise `dead`; -1: there is none, or it is not used
	ordered   bool  // some move has an order key
	backward  bool  // the moves are reversed: each costs what it costs in the state that it leads to
	Coarsened int   // number of parts of a coarse space; 0: the variables are those of the task
	Plain     bool  // states have one word, rows decide which moves are applicable, and tables give all effects

	MinCost, MaxCost int64
}

// New prepares a task. Without useDead, the promise `dead` is ignored. If the context ends, the space is incomplete.
func New(ctx context.Context, t *task.Task, useDead bool) *Space {
	l := packed.NewLayout(t.Vars)
	sp := &Space{Task: t, Layout: l, Tables: make([]*store.Costs, len(t.Abstractions)), Dead: -1}
	sp.Program = newProgram(t, l, &sp.Tables)
	sp.goal = sp.Program.Compile(t.Goal)
	if in := &sp.Program.code[sp.goal]; in.op == opMatch {
		sp.goalMatch = in.match
	}
	sp.Always = sp.Program.byWeight(t.Pool.Conjuncts(t.Always))
	if useDead && t.Dead != task.False && t.Dead != task.None {
		sp.Dead = sp.Program.Compile(t.Dead)
	}
	sp.MinCost, sp.MaxCost = t.CostSpan()
	sp.compileMoves(ctx)
	sp.Plain = sp.isPlain()
	return sp
}

// isPlain reports whether moves need no evaluation at all.
func (sp *Space) isPlain() bool {
	if sp.Layout.Words > 1 || sp.ordered || len(sp.Always) > 0 || sp.Dead >= 0 {
		return false
	}
	return !slices.ContainsFunc(sp.Moves, func(mv Move) bool { return len(mv.Guard) > 0 || len(mv.Slow) > 0 })
}

// EqualCosts reports whether all moves have the same cost, which is not 0.
func (sp *Space) EqualCosts() bool { return sp.MinCost == sp.MaxCost && sp.MinCost > 0 }

// Bytes returns the approximate memory of the tables.
func (sp *Space) Bytes() (n int64) {
	n = int64(len(sp.Program.code)) * 200
	for i := range sp.Program.code {
		n += int64(len(sp.Program.code[i].table)) * 4
	}
	return n + sp.Rows.bytes()
}

// IsGoal reports whether the goal holds in st. It loads st into ev only for goals that are more than a comparison of
// bits.
func (sp *Space) IsGoal(st []uint64, ev *Evaluator) bool {
	if sp.goalMatch != nil {
		for k := range sp.goalMatch {
			if m := &sp.goalMatch[k]; st[m.word]&m.mask != m.want {
				return false
			}
		}
		return true
	}
	ev.Load(st)
	return ev.Eval(sp.goal) != 0
}

// GoalBits returns the goal as a comparison: state & mask == want in each word. It returns false if the goal is more
// than a comparison of bits.
func (sp *Space) GoalBits() (mask, want []uint64, ok bool) {
	mask, want = make([]uint64, sp.Layout.Words), make([]uint64, sp.Layout.Words)
	for _, m := range sp.goalMatch {
		mask[m.word], want[m.word] = m.mask, m.want
	}
	return mask, want, sp.goalMatch != nil
}

// NewEvaluator returns an evaluator of the space's program.
func (sp *Space) NewEvaluator() *Evaluator { return newEvaluator(sp.Program) }

// Kid is a successor. Its state is in the States of the expander.
type Kid struct {
	Move int32
	Cost int64
	key  int64
}

// Expander generates the successors of states. Its buffers hold the successors of the last state.
type Expander struct {
	Space  *Space
	Parent *Evaluator
	Child  *Evaluator
	Kids   []Kid
	States []uint64
	Next   []uint64
	rows   [][]uint64
	order  []int
	Only   []uint64 // moves to try; nil: all
	// Suffice returns a set of applicable moves that is enough in a state; nil: not known. It may be nil. Moves outside of
	// only, if it is not nil, do not matter.
	Suffice func(st, only []uint64) []uint64
	Fold    func(st []uint64) // replaces a successor by an equivalent state; nil: successors stay as they are
	Deaths  int64             // number of successors dropped because of the promise `dead`
}

// NewExpander returns an expander for a space.
func NewExpander(sp *Space) *Expander {
	return &Expander{Space: sp, Parent: sp.NewEvaluator(), Child: sp.NewEvaluator(), Next: make([]uint64, sp.Layout.Words)}
}

// State returns the state of kid i.
func (x *Expander) State(i int) []uint64 { w := x.Space.Layout.Words; return x.States[i*w : i*w+w] }

// Expand fills Kids and States with the successors of st, in the order in which they are to be tried.
func (x *Expander) Expand(st []uint64) {
	x.Kids, x.States = x.Kids[:0], x.States[:0]
	x.Parent.Load(st)
	if x.enough(st) {
		return
	}
	if x.Space.Rows.Words == 1 {
		set := x.Space.Rows.one(st)
		if x.Only != nil {
			set &= x.Only[0]
		}
		for ; set != 0; set &= set - 1 {
			x.try(st, bits.TrailingZeros64(set))
		}
	} else {
		x.expandMany(st)
	}
	if x.Space.ordered {
		x.sort()
	}
}

// enough makes the moves that suffice. It returns false if these are not known.
func (x *Expander) enough(st []uint64) bool {
	if x.Suffice == nil {
		return false
	}
	moves := x.Suffice(st, x.Only)
	for w, set := range moves {
		if x.Only != nil {
			set &= x.Only[w]
		}
		for ; set != 0; set &= set - 1 {
			x.try(st, w*64+bits.TrailingZeros64(set))
		}
	}
	if x.Space.ordered {
		x.sort()
	}
	return moves != nil
}

// expandMany combines rows of several words. It visits only words in which the row of the most selective chunk has
// moves.
func (x *Expander) expandMany(st []uint64) {
	ix := &x.Space.Rows
	x.rows = x.rows[:0]
	for c := range ix.chunks {
		x.rows = append(x.rows, ix.chunks[c].row(st, ix.Words))
	}
	if x.Only != nil {
		x.rows = append(x.rows, x.Only)
	}
	for _, w := range ix.Candidates(st) {
		set := ix.All[w]
		for _, row := range x.rows {
			if set &= row[w]; set == 0 {
				break
			}
		}
		for ; set != 0; set &= set - 1 {
			x.try(st, int(w)*64+bits.TrailingZeros64(set))
		}
	}
}

// try makes move m if the rest of its guard, which the rows do not decide, holds.
func (x *Expander) try(st []uint64, m int) {
	mv := &x.Space.Moves[m]
	if len(mv.Guard) > 0 && !x.Parent.Holds(mv.Guard) {
		return
	}
	if !x.Apply(st, mv) {
		return
	}
	if len(x.Space.Always) > 0 || x.Space.Dead >= 0 {
		x.Child.Load(x.Next)
		if !x.Child.Holds(x.Space.Always) {
			return
		}
		if x.Space.Dead >= 0 && x.Child.Eval(x.Space.Dead) != 0 {
			x.Deaths++
			return
		}
	}
	if x.Fold != nil {
		x.Fold(x.Next)
	}
	k := Kid{Move: int32(m), Cost: mv.Cost}
	switch {
	case mv.Costly >= 0 && x.Space.backward:
		x.Child.Load(x.Next)
		k.Cost = x.Child.Eval(mv.Costly)
	case mv.Toll != nil:
		k.Cost = mv.Toll.Costs[mv.Toll.At.Index(st)]
	case mv.Costly >= 0:
		k.Cost = x.Parent.Eval(mv.Costly)
	}
	x.Kids = append(x.Kids, k)
	x.States = append(x.States, x.Next...)
}

// Follow makes move m, which must be applicable in st, and stores the successor in Next.
func (x *Expander) Follow(st []uint64, m int) {
	mv := &x.Space.Moves[m]
	if len(mv.Slow) > 0 {
		x.Parent.Load(st)
	}
	x.Apply(st, mv)
	if x.Fold != nil {
		x.Fold(x.Next)
	}
}

// Step makes move m, which must be applicable in st, and stores the successor in Next, without Fold. It returns the
// cost.
func (x *Expander) Step(st []uint64, m int) (cost int64) {
	mv := &x.Space.Moves[m]
	x.Parent.Load(st)
	if cost = mv.Cost; mv.Costly >= 0 {
		cost = x.Parent.Eval(mv.Costly)
	}
	x.Apply(st, mv)
	return cost
}

// Apply writes the state that mv leads to into Next. It returns false if mv writes a value that the variable does not
// have. The Parent evaluator must have loaded st if mv has slow effects.
func (x *Expander) Apply(st []uint64, mv *Move) bool {
	if len(x.Next) == 1 {
		x.Next[0] = mv.Apply1(st[0])
	} else {
		mv.Apply(st, x.Next)
	}
	for k := range mv.Slow {
		e := &mv.Slow[k]
		if x.Parent.Eval(e.cond) == 0 {
			continue
		}
		p := x.Space.Layout.Place(e.v, x.Parent.Eval(e.value))
		if p < 0 {
			return false
		}
		x.Space.Layout.Put(x.Next, e.v, p)
	}
	return true
}

// Apply writes into next the effects that need no evaluation.
func (mv *Move) Apply(st, next []uint64) {
	copy(next, st)
	for k := range mv.Patches {
		p := &mv.Patches[k]
		next[p.Word] = st[p.Word]&^p.Clear | p.Set
	}
	for k := range mv.Tables {
		t := &mv.Tables[k]
		next[t.Word] |= t.Bits[t.At.Index(st)]
	}
}

// Apply1 is Apply for states of one word.
func (mv *Move) Apply1(s uint64) uint64 {
	next := s&^mv.Clear | mv.Set
	for k := range mv.Tables {
		t := &mv.Tables[k]
		next |= t.Bits[t.At.Index1(s)]
	}
	return next
}

// sort orders the successors by their keys. Equal keys keep the order of declaration.
func (x *Expander) sort() {
	x.order = x.order[:0]
	for i := range x.Kids {
		x.Kids[i].key = 0
		if o := x.Space.Moves[x.Kids[i].Move].order; o >= 0 {
			x.Kids[i].key = x.Parent.Eval(o)
		}
		x.order = append(x.order, i)
	}
	slices.SortStableFunc(x.order, func(i, j int) int { return cmp.Compare(x.Kids[i].key, x.Kids[j].key) })
	n, w := len(x.Kids), x.Space.Layout.Words
	for _, i := range x.order {
		x.Kids = append(x.Kids, x.Kids[i])
		x.States = append(x.States, x.States[i*w:i*w+w]...)
	}
	x.Kids, x.States = x.Kids[:copy(x.Kids, x.Kids[n:])], x.States[:copy(x.States, x.States[n*w:])]
}

// OwnTask gives the space a copy of the task with a pool to add to. Compiled expressions stay valid, because
// expressions keep their numbers.
func (sp *Space) OwnTask() {
	t := *sp.Task
	t.Pool, t.Abstractions = sp.Task.Pool.Clone(), slices.Clone(sp.Task.Abstractions)
	sp.Task = &t
	for _, p := range []*program{sp.Program, sp.Program.Scratch.plain.p} {
		p.pool, p.sup.pool = t.Pool, t.Pool
	}
}

// Forbids reports whether successors must be tested for `always` or for `dead`.
func (sp *Space) Forbids() bool { return len(sp.Always) > 0 || sp.Dead >= 0 }
