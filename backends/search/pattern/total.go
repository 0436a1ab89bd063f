package pattern

import (
	"fmt"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/pzc-lang/pzc/backends/search/estimate"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/assign"
	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/text"
)

// total computes the costs of all combinations of values of an abstraction, reachable or not. It works backwards from
// the goals, in the order of cost (Dijkstra 1959; Culberson and Schaeffer, Pattern Databases, 1998). It ignores the
// initial state, so one table serves all instances.
//
// States are packed words. Entries lie in blocks of neighbours, and the work goes in rounds. First all workers generate
// the predecessors of a part of the frontier and put them into boxes, one box for each block. Then one worker for each
// block empties the boxes of this block. No two workers access an entry at the same time, and entries that are accessed
// together lie together.
type total struct {
	w    *builder
	a    *task.Abstraction
	kept []int
	inv  *space.Inverse
	n    int64 // number of entries
	// expected is about the number of entries of states from which the goal can be reached.
	expected float64
	adds     []addend
	costs    []moveCost
	distinct []distinctVars
	regions  *components // nil: each state has an entry of its own
	share    int64       // of the memory
}

// addend is a part of the number of an entry.
type addend struct {
	shift uint
	mask  uint64
	part  []uint32
}

// totalStates is the greatest number of combinations of values for a table over all combinations.
const totalStates = 1 << 28

const (
	packedBits    = 40 // of a state in a frontier; the rest of the word is a cost
	costliestMove = 1 << 12
	blockCount    = 256
	roundSize     = 1 << 20
)

// newTotal returns false if the abstraction does not have the form that total needs.
func (w *builder) newTotal(a *task.Abstraction) (*total, bool) {
	limit := int64(totalStates)
	if w.Easy {
		limit = 4 * easyStates
	}
	b := &total{w: w, a: a, kept: a.Kept()}
	entries := packed.Product(pickVars(a.Task.Vars, b.kept), limit)
	if b.n = packed.Product(a.Task.Vars, limit); entries < 0 || b.n < 0 && len(a.Fold) != 1 || len(a.Task.Moves) == 0 {
		return nil, false
	}
	sp := space.New(w.Ctx, a.Task, false)
	if w.Ctx.Err() != nil || sp.Layout.Words > 1 {
		return nil, false
	}
	width := uint(0)
	for _, f := range sp.Layout.Fields {
		width += f.Bits
	}
	inv, err := sp.Inverse(w.Ctx)
	if err != nil || width > packedBits || sp.MaxCost > costliestMove || !b.addDistinct(sp.Layout) {
		return nil, false
	}
	b.inv = inv
	if b.regions = b.newComponents(); b.regions != nil {
		b.n = entries
	}
	if b.n < 0 {
		return nil, false
	}
	b.address()
	if b.regions != nil {
		b.regions.bar(b.adds)
	}
	b.expected = float64(b.n) * differing(a.Task)
	for m := range inv.Moves {
		b.costs = append(b.costs, b.moveCostOf(&inv.Moves[m], a.Task.Moves[inv.Forward[m]].Cost))
	}
	return b, true
}

// addendBits is the width of the parts of a state that are looked up for the number of its entry.
const addendBits = 11

// address gives the folded variables the smallest strides, so that entries that are folded together lie side by side.
// Components have no entries for folded variables.
func (b *total) address() {
	l := b.inv.Layout
	order := b.kept
	if b.regions == nil {
		order = slices.Concat(b.a.Fold, b.kept)
	}
	stride := make([]int64, len(l.Vars))
	for i, s := range packed.Strides(pickVars(l.Vars, order)) {
		stride[order[i]] = s
	}
	var group []int32
	width := uint(0)
	flush := func() {
		if len(group) == 0 {
			return
		}
		st := make([]uint64, 1)
		d := addend{shift: l.Fields[group[0]].Shift, mask: 1<<width - 1, part: make([]uint32, 1<<width)}
		l.Each(group, st, func(i uint64) {
			for _, v := range group {
				d.part[i] += uint32(stride[v] * int64(l.Get(st, int(v))))
			}
		})
		b.adds = append(b.adds, d)
		group, width = nil, 0
	}
	for v := range l.Vars {
		if width+l.Fields[v].Bits > addendBits {
			flush()
		}
		group = append(group, int32(v))
		width += l.Fields[v].Bits
	}
	flush()
}

func (b *total) index(s uint64) (i uint32) {
	for k := range b.adds {
		d := &b.adds[k]
		i += d.part[s>>(d.shift&63)&d.mask]
	}
	return i
}

// build makes the table. The width of the entries is the width that the costs need.
func (b *total) build() (*store.Costs, error) {
	defer func() { b.w.Take(&b.share, 0) }()
	one, err := newRetrograde[uint8](b, 0)
	if err == nil {
		err = one.seed()
	}
	if err != nil {
		return nil, err
	}
	t, wide, err := one.finish()
	if !wide {
		return t, err
	}
	two, err := widen[uint16](one)
	if err != nil {
		return nil, err
	}
	if t, wide, err = two.finish(); !wide {
		return t, err
	}
	return widest(widen[uint32](two))
}

// widest makes the table with the widest entries.
func widest(s *retrograde[uint32], err error) (*store.Costs, error) {
	if err != nil {
		return nil, err
	}
	t, wide, err := s.finish()
	if wide {
		return nil, fmt.Errorf("%s has costs that are too large for a table: use a heuristic without it", s.a.Name)
	}
	return t, err
}

// retrograde is the retrograde analysis that fills a table with entries of one width. An entry is 0 if it was not
// reached, n+1 for the cost n.
type retrograde[T uint8 | uint16 | uint32] struct {
	*total
	cost    []T
	seen    []uint32 // components: by entry, the places of the folded variable whose component is settled
	workers []*retrogradeWorker[T]
	// ahead[block][cost % len] is the states to be expanded.
	ahead [][][]chunk
	front *frontier
	open  int64 // number of states ahead
	done  int64
	level int64
	block uint // shift from the number of an entry to its block
	bytes int64
}

// retrogradeWorker is one thread of a retrograde analysis.
type retrogradeWorker[T uint8 | uint16 | uint32] struct {
	s     *retrograde[T]
	ev    *space.Evaluator
	one   [1]uint64
	boxes []chunk   // by block: state | cost of the path << packedBits
	full  [][]chunk // by block: chunks before the one in boxes
	spare *frontier
	kept  [sifted]uint64
	at    [sifted]uint32
	n     int // number of kept states
	added int64
}

// newRetrograde returns an analysis at its beginning. beside is the memory in bytes that is needed in addition.
func newRetrograde[T uint8 | uint16 | uint32](b *total, beside int64) (*retrograde[T], error) {
	s := &retrograde[T]{total: b}
	s.bytes = b.n * (int64(bits.Len64(uint64(^T(0)))) / 8)
	if b.regions != nil {
		s.bytes += 4 * b.n
	}
	if err := b.claim(s.bytes + beside + b.n/4); err != nil { // n/4: the frontier, as a rule
		return nil, err
	}
	s.cost = make([]T, b.n)
	if b.regions != nil && beside == 0 {
		s.seen = make([]uint32, b.n)
	}
	for int64(1)<<s.block*blockCount < b.n {
		s.block++
	}
	s.ahead, s.front = make([][][]chunk, blockCount), newFrontier(b.n)
	for k := range s.ahead {
		s.ahead[k] = make([][]chunk, b.inv.MaxCost+1)
	}
	for range max(1, b.w.threads) {
		w := &retrogradeWorker[T]{s: s, ev: b.inv.NewEvaluator(), boxes: make([]chunk, blockCount)}
		w.full, w.spare = make([][]chunk, blockCount), newFrontier(b.n)
		s.workers = append(s.workers, w)
	}
	return s, nil
}

// claim reserves memory, or returns an error if there is not enough.
func (b *total) claim(bytes int64) error {
	if b.w.Take(&b.share, bytes) {
		return nil
	}
	b.w.Take(&b.share, 0)
	return b.w.tooLarge(b.a.Name, text.Plural(b.n, "state"), bytes)
}

// widen continues an analysis with wider entries.
func widen[T, U uint8 | uint16 | uint32](from *retrograde[U]) (*retrograde[T], error) {
	s, err := newRetrograde[T](from.total, from.bytes)
	if err != nil {
		return nil, err
	}
	for i, c := range from.cost {
		s.cost[i] = T(c)
	}
	from.cost, s.seen = nil, from.seen
	s.ahead, s.front, s.open, s.done, s.level = from.ahead, from.front, from.open, from.done, from.level
	return s, nil
}

// finish makes the table, unless its costs may become too large for the entries.
func (s *retrograde[T]) finish() (t *store.Costs, wide bool, err error) {
	if wide, err = s.run(); wide || err != nil {
		return nil, wide, err
	}
	return s.table(), false, nil
}

// run finds all costs, until they may become too large for the entries.
func (s *retrograde[T]) run() (wide bool, err error) {
	for ; s.open > 0; s.level++ {
		if s.level+s.inv.MaxCost >= int64(^T(0)) {
			return true, nil
		}
		s.settleLevel()
		for blocks := s.batch(); len(blocks) > 0; blocks = s.batch() {
			if err := s.round(blocks); err != nil {
				return false, err
			}
		}
	}
	return false, nil
}

// seed enters the goals.
func (s *retrograde[T]) seed() error {
	free := *s.a.Task
	free.Free = make([]bool, len(free.Vars))
	for v := range free.Free {
		free.Free[v] = true
	}
	sp := *s.inv.Space
	sp.Task = &free
	w := s.workers[0]
	stopped := assign.Each(&sp, []task.Expr{free.Goal}, &backends.Stats{}, assign.Until(s.w.Ctx), func(st []uint64) bool {
		switch {
		case s.regions != nil:
			w.enterComponent(s.index(st[0]), st[0], 0)
		case s.valid(st[0]):
			w.enter(st[0], 0)
		}
		return true
	})
	s.settle()
	if stopped {
		return estimate.ErrStopped
	}
	return nil
}

// batch returns some blocks that have states to expand at the current cost.
func (s *retrograde[T]) batch() (blocks []int) {
	n, most := 0, roundSize
	if s.regions != nil {
		most /= componentMoves
	}
	for k := 0; k < blockCount && n < most; k++ {
		if open := states(*s.list(k, s.level)); open > 0 {
			blocks = append(blocks, k)
			n += open
		}
	}
	s.done += int64(n)
	return blocks
}

// list returns the frontier at a cost in a block.
func (s *retrograde[T]) list(block int, cost int64) *[]chunk {
	return &s.ahead[block][cost%int64(len(s.ahead[block]))]
}

// round expands blocks of the frontier and enters the predecessors.
func (s *retrograde[T]) round(blocks []int) error {
	s.together(len(blocks), func(w *retrogradeWorker[T], i int) {
		for _, c := range *s.list(blocks[i], s.level) {
			w.expand(c)
		}
	})
	for _, k := range blocks {
		list := s.list(k, s.level)
		s.open -= int64(states(*list))
		s.front.drop(list)
	}
	s.together(blockCount, func(w *retrogradeWorker[T], block int) {
		for _, from := range s.workers {
			for _, c := range from.full[block] {
				w.empty(c)
			}
			w.empty(from.boxes[block])
		}
	})
	for _, w := range s.workers {
		for k := range w.full {
			w.spare.drop(&w.full[k])
			w.boxes[k] = w.boxes[k][:0]
		}
	}
	s.settle()
	s.w.say(backends.Progress{
		Doing: "table " + s.a.Name, Level: "cost", At: s.level, Done: s.done, Unit: "state",
		Of: int64(s.expected),
	})
	if err := s.w.Rest(); err != nil {
		return err
	}
	return s.claim(s.bytes + 8*s.open)
}

// settle adds up the counts of the workers.
func (s *retrograde[T]) settle() {
	for _, w := range s.workers {
		s.open += w.added
		w.added = 0
	}
}

// together runs the jobs 0 … n-1 on all workers.
func (s *retrograde[T]) together(n int, job func(w *retrogradeWorker[T], i int)) {
	if n == 1 || len(s.workers) == 1 {
		for i := range n {
			job(s.workers[0], i)
		}
		return
	}
	var next atomic.Int64
	var all sync.WaitGroup
	for _, w := range s.workers {
		all.Go(func() {
			for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
				job(w, int(i))
			}
		})
	}
	all.Wait()
}

// expand generates the predecessors of the states whose cost has not decreased since they were put into the frontier.
func (w *retrogradeWorker[T]) expand(states []uint64) {
	s := w.s
	if s.regions != nil {
		w.expandComponents(states)
		return
	}
	for part := range slices.Chunk(states, sifted) {
		for _, st := range w.sift(part, s.level-1) { // no state is cheaper than the level
			if s.inv.Rows.Words == 1 {
				w.moves(st, s.inv.Rows.One1(st), 0)
				continue
			}
			w.one[0] = st
			for _, word := range s.inv.Rows.Candidates(w.one[:]) {
				w.moves(st, s.inv.Rows.Word1(st, int(word)), int(word)*64)
			}
		}
	}
}

// moves generates the predecessors by a set of moves.
func (w *retrogradeWorker[T]) moves(st, set uint64, base int) {
	s := w.s
	for ; set != 0; set &= set - 1 {
		m := base + bits.TrailingZeros64(set)
		before := s.inv.Moves[m].Apply1(st)
		price := &s.costs[m]
		cost := price.base
		switch {
		case price.costs != nil:
			i := int32(0)
			for k := range price.parts {
				l := &price.parts[k]
				i += l.table[l.at.Index1(before)&uint64(len(l.table)-1)]
			}
			cost = price.costs[i]
		case price.inst >= 0:
			w.one[0] = before
			w.ev.Load(w.one[:])
			cost = w.ev.Eval(price.inst)
		}
		w.send(before, cost)
	}
}

// send puts a predecessor and the cost of the move to it into its box.
func (w *retrogradeWorker[T]) send(before uint64, cost int64) {
	k := w.s.index(before) >> (w.s.block & 31)
	box := &w.boxes[k]
	if len(*box) == cap(*box) {
		if len(*box) > 0 {
			w.full[k] = append(w.full[k], *box)
		}
		*box = w.spare.take()
	}
	*box = append(*box, before|uint64(cost)<<packedBits)
}

// empty enters the states of a box.
func (w *retrogradeWorker[T]) empty(box []uint64) {
	if w.s.regions != nil {
		w.emptyComponents(box)
		return
	}
	for part := range slices.Chunk(box, sifted) {
		for _, x := range w.sift(part, w.s.level) {
			w.enter(x&(1<<packedBits-1), w.s.level+int64(x>>packedBits))
		}
	}
}

// sifted is the number of states that one call of sift handles.
const sifted = 64

// sift keeps the states whose entries are worse than base plus the cost above the bits of the state. It does nothing
// else and has no branches, so that the cache misses of the entries overlap.
func (w *retrogradeWorker[T]) sift(states []uint64, base int64) []uint64 {
	s, n := w.s, 0
	for _, x := range states {
		old := s.cost[s.index(x)] - 1 // if the state was not reached, this wraps to the greatest number
		w.kept[n&(sifted-1)] = x
		n += int(uint64(base+int64(x>>packedBits)-int64(old)) >> 63)
	}
	return w.kept[:n]
}

// enter records that the cost of a state is at most cost.
func (w *retrogradeWorker[T]) enter(st uint64, cost int64) {
	s := w.s
	i := s.index(st)
	old := s.cost[i]
	if old != 0 && int64(old) <= cost+1 || old == 0 && !s.valid(st) {
		return
	}
	s.cost[i] = T(cost + 1)
	s.front.push(s.list(int(i>>(s.block&31)), cost), st)
	w.added++
}

// table makes the table of least costs over the folded variables.
func (s *retrograde[T]) table() *store.Costs {
	vars := pickVars(s.a.Task.Vars, s.kept)
	t := &store.Costs{Kept: packed.NewLayout(vars), Stride: packed.Strides(vars)}
	run := s.n / packed.Product(vars, s.n)
	most := T(0)
	out := s.cost[:0] // writes never overtake reads
	for i := int64(0); i < s.n; i += run {
		best := T(0)
		for _, c := range s.cost[i : i+run] {
			if c != 0 && (best == 0 || c < best) {
				best = c
			}
		}
		out = append(out, best)
		most = max(most, best)
	}
	if one, ok := any(out).([]uint8); ok && run == 1 {
		t.Entries.One = one
		return t
	}
	t.Entries = store.NewEntries(len(out), max(0, int64(most)-1))
	for i, c := range out {
		t.Entries.Put(uint64(i), uint32(c))
	}
	return t
}
