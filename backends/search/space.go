package search

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/task"
)

// space is a task made ready for search: packed states, an index of moves, moves as tables. It does not change once made,
// so that any number of expanders may use it.
type space struct {
	t      *task.Task
	l      *packed.Layout
	p      *program
	moves  []move
	rows   rowIndex
	tables []*store.Costs // by abstraction of the task; nil: not built

	goal      int32
	goalMatch []match // the goal, if it is a comparison of bits
	always    []int32
	dead      int32 // -1: no promise, or not to be used
	ordered   bool  // some move has an order key
	backward  bool  // moves lead back: their costs are those in the state that they lead to
	coarsened int   // so many parts are the variables; 0: the task's own
	plain     bool  // states of one word, rows decide which moves there are, and tables where they lead

	minCost, maxCost int64
}

// newSpace makes a task ready. If the context ends meanwhile, the space is incomplete.
func newSpace(ctx context.Context, t *task.Task, useDead bool) *space {
	l := packed.NewLayout(t.Vars)
	sp := &space{t: t, l: l, tables: make([]*store.Costs, len(t.Abstractions)), dead: -1}
	sp.p = newProgram(t, l, &sp.tables)
	sp.goal = sp.p.compile(t.Goal)
	if in := &sp.p.code[sp.goal]; in.op == opMatch {
		sp.goalMatch = in.match
	}
	sp.always = sp.p.byWeight(t.Pool.Conjuncts(t.Always))
	if useDead && t.Dead != task.False && t.Dead != task.None {
		sp.dead = sp.p.compile(t.Dead)
	}
	sp.minCost, sp.maxCost = costSpan(t)
	sp.compileMoves(ctx)
	sp.plain = sp.isPlain()
	return sp
}

// isPlain tells whether moves need no evaluation at all.
func (sp *space) isPlain() bool {
	if sp.l.Words > 1 || sp.ordered || len(sp.always) > 0 || sp.dead >= 0 {
		return false
	}
	return !slices.ContainsFunc(sp.moves, func(mv move) bool { return len(mv.guard) > 0 || len(mv.slow) > 0 })
}

// costSpan bounds the cost of a move, by the facts and by the ranges of the cost expressions.
func costSpan(t *task.Task) (lo, hi int64) {
	if t.Facts.UnitCost {
		return 1, 1
	}
	for m := range t.Moves {
		n := t.Pool.Node(t.Moves[m].Cost)
		if m == 0 {
			lo, hi = n.Lo, n.Hi
		}
		lo, hi = min(lo, n.Lo), max(hi, n.Hi)
	}
	lo = max(lo, t.Facts.MinCost, 0)
	if t.Facts.MaxCost > 0 {
		hi = min(hi, t.Facts.MaxCost)
	}
	return lo, max(lo, hi)
}

// equalCosts tells whether all moves cost the same, and something.
func (sp *space) equalCosts() bool { return sp.minCost == sp.maxCost && sp.minCost > 0 }

// bytes is about what the tables take.
func (sp *space) bytes() (n int64) {
	n = int64(len(sp.p.code)) * 200
	for i := range sp.p.code {
		n += int64(len(sp.p.code[i].table)) * 4
	}
	return n + sp.rows.bytes()
}

// isGoal needs the evaluator only for goals that are more than a comparison of bits; st need not be loaded.
func (sp *space) isGoal(st []uint64, ev *evaluator) bool {
	if sp.goalMatch != nil {
		for k := range sp.goalMatch {
			if m := &sp.goalMatch[k]; st[m.word]&m.mask != m.want {
				return false
			}
		}
		return true
	}
	ev.load(st)
	return ev.eval(sp.goal) != 0
}

// goalBits are the bits that a goal state has where mask is set; false if the goal is more than a comparison of bits.
func (sp *space) goalBits() (mask, want []uint64, ok bool) {
	mask, want = make([]uint64, sp.l.Words), make([]uint64, sp.l.Words)
	for _, m := range sp.goalMatch {
		mask[m.word], want[m.word] = m.mask, m.want
	}
	return mask, want, sp.goalMatch != nil
}

func (sp *space) newEvaluator() *evaluator { return newEvaluator(sp.p) }

// kid is a successor; its state is in the expander's states.
type kid struct {
	move int32
	cost int64
	key  int64
}

// expander makes successors. Its buffers hold those of the last state.
type expander struct {
	sp     *space
	parent *evaluator
	child  *evaluator
	kids   []kid
	states []uint64
	next   []uint64
	rows   [][]uint64
	order  []int
	only   []uint64          // moves worth trying, see pruning; nil: all
	fold   func(st []uint64) // replaces a successor by an equivalent state; nil: all stay as they are
	deaths int64             // successors dropped because of the promise `dead`
}

func newExpander(sp *space) *expander {
	return &expander{sp: sp, parent: sp.newEvaluator(), child: sp.newEvaluator(), next: make([]uint64, sp.l.Words)}
}

// state is the state of kid i.
func (x *expander) state(i int) []uint64 { w := x.sp.l.Words; return x.states[i*w : i*w+w] }

// expand fills kids and states with the successors of st, in the order in which they are to be tried.
func (x *expander) expand(st []uint64) {
	x.kids, x.states = x.kids[:0], x.states[:0]
	x.parent.load(st)
	if x.sp.rows.words == 1 {
		set := x.sp.rows.one(st)
		if x.only != nil {
			set &= x.only[0]
		}
		for ; set != 0; set &= set - 1 {
			x.try(st, bits.TrailingZeros64(set))
		}
	} else {
		x.expandMany(st)
	}
	if x.sp.ordered {
		x.sort()
	}
}

// expandMany combines rows of several words, visiting only words in which the most telling row has moves.
func (x *expander) expandMany(st []uint64) {
	ix := &x.sp.rows
	x.rows = x.rows[:0]
	for c := range ix.chunks {
		x.rows = append(x.rows, ix.chunks[c].row(st, ix.words))
	}
	if x.only != nil {
		x.rows = append(x.rows, x.only)
	}
	for _, w := range ix.candidates(st) {
		set := ix.all[w]
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

// try makes move m if what the rows leave open of its guard holds.
func (x *expander) try(st []uint64, m int) {
	mv := &x.sp.moves[m]
	if len(mv.guard) > 0 && !x.parent.holds(mv.guard) {
		return
	}
	if !x.apply(st, mv) {
		return
	}
	if len(x.sp.always) > 0 || x.sp.dead >= 0 {
		x.child.load(x.next)
		if !x.child.holds(x.sp.always) {
			return
		}
		if x.sp.dead >= 0 && x.child.eval(x.sp.dead) != 0 {
			x.deaths++
			return
		}
	}
	if x.fold != nil {
		x.fold(x.next)
	}
	k := kid{move: int32(m), cost: mv.cost}
	switch {
	case mv.costly >= 0 && x.sp.backward:
		x.child.load(x.next)
		k.cost = x.child.eval(mv.costly)
	case mv.toll != nil:
		k.cost = mv.toll.costs[mv.toll.at.Index(st)]
	case mv.costly >= 0:
		k.cost = x.parent.eval(mv.costly)
	}
	x.kids = append(x.kids, k)
	x.states = append(x.states, x.next...)
}

// follow makes move m, which st is known to allow, and leaves its successor in next.
func (x *expander) follow(st []uint64, m int) {
	mv := &x.sp.moves[m]
	if len(mv.slow) > 0 {
		x.parent.load(st)
	}
	x.apply(st, mv)
	if x.fold != nil {
		x.fold(x.next)
	}
}

// step makes move m, which st is known to allow, whatever fold does with states, and leaves its successor in next. It returns the cost.
func (x *expander) step(st []uint64, m int) (cost int64) {
	mv := &x.sp.moves[m]
	x.parent.load(st)
	if cost = mv.cost; mv.costly >= 0 {
		cost = x.parent.eval(mv.costly)
	}
	x.apply(st, mv)
	return cost
}

// apply writes the state that mv leads to into next; false if it writes something outside a variable's values.
func (x *expander) apply(st []uint64, mv *move) bool {
	if len(x.next) == 1 {
		x.next[0] = mv.apply1(st[0])
	} else {
		mv.apply(st, x.next)
	}
	for k := range mv.slow {
		e := &mv.slow[k]
		if x.parent.eval(e.cond) == 0 {
			continue
		}
		p := x.sp.l.Place(e.v, x.parent.eval(e.value))
		if p < 0 {
			return false
		}
		x.sp.l.Put(x.next, e.v, p)
	}
	return true
}

// apply is the part of a move that needs no evaluation.
func (mv *move) apply(st, next []uint64) {
	copy(next, st)
	for k := range mv.patches {
		p := &mv.patches[k]
		next[p.word] = st[p.word]&^p.clear | p.set
	}
	for k := range mv.tables {
		t := &mv.tables[k]
		next[t.word] |= t.bits[t.at.Index(st)]
	}
}

// apply1 is apply for states of one word.
func (mv *move) apply1(s uint64) uint64 {
	next := s&^mv.clear | mv.set
	for k := range mv.tables {
		t := &mv.tables[k]
		next |= t.bits[t.at.Index1(s)]
	}
	return next
}

// sort orders the successors by their keys; equal keys keep the order of declaration.
func (x *expander) sort() {
	x.order = x.order[:0]
	for i := range x.kids {
		x.kids[i].key = 0
		if o := x.sp.moves[x.kids[i].move].order; o >= 0 {
			x.kids[i].key = x.parent.eval(o)
		}
		x.order = append(x.order, i)
	}
	slices.SortStableFunc(x.order, func(i, j int) int { return cmp.Compare(x.kids[i].key, x.kids[j].key) })
	n, w := len(x.kids), x.sp.l.Words
	for _, i := range x.order {
		x.kids = append(x.kids, x.kids[i])
		x.states = append(x.states, x.states[i*w:i*w+w]...)
	}
	x.kids, x.states = x.kids[:copy(x.kids, x.kids[n:])], x.states[:copy(x.states, x.states[n*w:])]
}

// ownTask gives the space a copy of the task with a pool to add to. What is compiled stays good: expressions keep their numbers.
func (sp *space) ownTask() {
	t := *sp.t
	t.Pool, t.Abstractions = sp.t.Pool.Clone(), slices.Clone(sp.t.Abstractions)
	sp.t = &t
	for _, p := range []*program{sp.p, sp.p.scratch.plain.p} {
		p.pool, p.sup.pool = t.Pool, t.Pool
	}
}

// forbids tells whether the states that moves lead to must be looked at: whether they keep to `always`, or are dead.
func (sp *space) forbids() bool { return len(sp.always) > 0 || sp.dead >= 0 }
