package search

import (
	"context"
	"math"
	"time"
	"unsafe"
)

// flood searches a Wide breadth first, in blocks of states. It makes the successors of all states of a block, and then
// looks up all of these in the set of states seen. So the processor waits for many places of the memory at once.
type flood[W uint32 | uint64] struct {
	w     *Wide
	turns *turns // nil: some move has a condition
	rows  *rows
	seen  seenWords
	trail trail[W]
	// ways are the parents of every wayEvery-th state. Parents are expanded in order, so the parents of the states
	// between lie between them.
	ways   []uint32
	toGoal bool

	kids  []uint64
	ends  []int // by state of the block: the number of successors up to and with this state
	fresh []bool
	o     *Options
	st    *Stats
	most  int // states
}

const (
	wayEvery  = 64
	blockSize = 256
)

// seenWords is a set of words.
type seenWords interface {
	// mark adds words and reports which are new.
	mark(words []uint64, fresh []bool)
}

// bitWords has a bit for each possible word.
type bitWords []uint64

func (b bitWords) mark(words []uint64, fresh []bool) {
	for i, s := range words {
		w, bit := &b[s>>6], uint64(1)<<(s&63)
		fresh[i] = *w&bit == 0
		*w |= bit
	}
}

// hashWords is an open-addressing table (Knuth, The Art of Computer Programming, volume 3, 6.4). An empty place is 0;
// the field zero tells whether 0 is in the set.
type hashWords struct {
	table []uint64
	used  int
	zero  bool
}

func (h *hashWords) mark(words []uint64, fresh []bool) {
	if 4*(h.used+len(words)) >= 3*len(h.table) {
		h.grow(len(words))
	}
	for i, s := range words {
		if s == 0 {
			fresh[i], h.zero = !h.zero, true
			continue
		}
		at := h.find(s)
		if fresh[i] = *at == 0; fresh[i] {
			*at = s
			h.used++
		}
	}
}

// find is the place of a word, or the empty one where it belongs.
func (h *hashWords) find(s uint64) *uint64 {
	mask := uint64(len(h.table) - 1)
	at := (s ^ s>>32) * 0x9e3779b97f4a7c15
	for at = (at ^ at>>32) & mask; h.table[at] != 0 && h.table[at] != s; {
		at = (at + 1) & mask
	}
	return &h.table[at]
}

func (h *hashWords) grow(more int) {
	old := h.table
	n := max(1<<12, 2*len(old))
	for 4*(h.used+more) >= 3*n {
		n *= 2
	}
	h.table = make([]uint64, n)
	for _, s := range old {
		if s != 0 {
			*h.find(s) = s
		}
	}
}

// trail is the states in the order in which they were met, in pages. Pages that are no longer needed are given back.
type trail[W uint32 | uint64] struct {
	pages [][]W
	spare [][]W
	n     int
}

const pageBits = 14

func (t *trail[W]) push(s uint64) {
	if t.n&(1<<pageBits-1) == 0 {
		if n := len(t.spare); n > 0 {
			t.pages, t.spare = append(t.pages, t.spare[n-1]), t.spare[:n-1]
		} else {
			t.pages = append(t.pages, make([]W, 1<<pageBits))
		}
	}
	t.pages[t.n>>pageBits][t.n&(1<<pageBits-1)] = W(s)
	t.n++
}

func (t *trail[W]) at(i int) uint64 { return uint64(t.pages[i>>pageBits][i&(1<<pageBits-1)]) }

// drop gives back the pages before a state.
func (t *trail[W]) drop(i int) {
	for page := i>>pageBits - 1; page >= 0 && t.pages[page] != nil; page-- {
		t.spare = append(t.spare, t.pages[page])
		t.pages[page] = nil
	}
}

// run floods from the starts. If a goal is looked for, run calls at with each new state that is a goal, until at
// returns true. layers are the numbers of states by distance.
func (f *flood[W]) run(starts []uint64) (goal int, layers []int, why string) {
	f.fresh = make([]bool, 1)
	for _, s := range starts {
		f.seen.mark([]uint64{s}, f.fresh)
		if f.fresh[0] && f.add(s, 0) {
			return f.trail.n - 1, nil, ""
		}
	}
	for from := 0; from < f.trail.n; {
		end := f.trail.n
		layers = append(layers, end-from)
		if from > 0 {
			f.st.Frontier = max(f.st.Frontier, end-from)
		}
		for from < end {
			n := min(blockSize, end-from)
			if why := f.over(n); why != "" {
				return -1, layers, why
			}
			if !f.toGoal {
				f.trail.drop(from)
			}
			if at := f.block(from, n); at >= 0 {
				f.st.Frontier = max(f.st.Frontier, f.trail.n-end)
				return at, layers, ""
			}
			from += n
		}
	}
	return -1, layers, ""
}

// over returns why the search has to end, "" if it need not.
func (f *flood[W]) over(n int) string {
	if f.trail.n > f.most {
		return fullReason
	}
	for range n {
		if f.o.over(f.st) {
			return endedReason
		}
	}
	return ""
}

// add appends a new state. It is true if the state is a goal and a goal is looked for.
func (f *flood[W]) add(s uint64, parent int) bool {
	if f.toGoal && f.trail.n%wayEvery == 0 {
		f.ways = append(f.ways, uint32(parent))
	}
	f.trail.push(s)
	return f.toGoal && f.w.Goal.holds(s)
}

// block expands n states. It returns the number of the first goal, or -1.
func (f *flood[W]) block(from, n int) int {
	f.kids, f.ends = f.kids[:0], f.ends[:0]
	for i := range n {
		if s := f.trail.at(from + i); f.turns != nil {
			f.kids = f.turns.expand(s, f.kids)
		} else {
			f.kids = f.rows.expand(f.w, s, f.kids)
		}
		f.ends = append(f.ends, len(f.kids))
	}
	if len(f.fresh) < len(f.kids) {
		f.fresh = make([]bool, 2*len(f.kids))
	}
	f.seen.mark(f.kids, f.fresh[:len(f.kids)])
	k := 0
	for i, end := range f.ends {
		f.st.Expanded++
		f.st.Generated += end - k
		for ; k < end; k++ {
			if !f.fresh[k] {
				f.st.Duplicates++
			} else if f.add(f.kids[k], from+i) {
				return f.trail.n - 1
			}
		}
	}
	return -1
}

// plan is the moves to a state of the trail, and the number of the start. The parent of a state is the first state of
// which it is a successor.
func (f *flood[W]) plan(at, starts int) (start int, moves []int) {
	for at >= starts {
		s := f.trail.at(at)
		at = int(f.ways[at/wayEvery])
		move := f.moveTo(f.trail.at(at), s)
		for ; move < 0; move = f.moveTo(f.trail.at(at), s) {
			at++
		}
		moves = append(moves, move)
	}
	for i, j := 0, len(moves)-1; i < j; i, j = i+1, j-1 {
		moves[i], moves[j] = moves[j], moves[i]
	}
	return at, moves
}

// moveTo is the first move that leads from a state to another, -1 if there is none.
func (f *flood[W]) moveTo(from, to uint64) int {
	for m := range f.w.Moves {
		if move := &f.w.Moves[m]; move.If.holds(from) && move.apply(from) == to {
			return move.Number
		}
	}
	return -1
}

// bytes are the bytes of a state, with those of its set while the set grows.
func (f *flood[W]) bytes() int {
	var w W
	if _, ok := f.seen.(bitWords); ok {
		return int(unsafe.Sizeof(w))
	}
	return int(unsafe.Sizeof(w)) + 40
}

// directBits: states of at most this many bits are seen in a bitWords.
const directBits = 28

// flooded floods and calls done with the answer.
func flooded[S any, K Key](p *Problem[S, K], w *Wide, word func(*S) uint64, toGoal bool, o *Options,
	st *Stats,
) (start int, moves, layers []int, why string, found bool) {
	var starts []uint64
	known := map[uint64]bool{}
	var number []int // of the starts that are different
	for i := range p.Starts {
		if o.over(st) {
			return 0, nil, nil, endedReason, false
		}
		if s := word(&p.Starts[i]); !known[s] {
			known[s] = true
			starts, number = append(starts, s), append(number, i)
		}
	}
	if !toGoal {
		if t := newProduct(w, starts, mostBytes[K](o)); t != nil {
			layers, why = t.count(o, st)
			return 0, nil, layers, why, false
		}
	}
	if c, numbers := w.coarse(starts); c != nil {
		w, starts = c, numbers
	}
	if w.Bits <= 32 {
		start, moves, layers, why, found = flowed[uint32, K](w, starts, toGoal, o, st)
	} else {
		start, moves, layers, why, found = flowed[uint64, K](w, starts, toGoal, o, st)
	}
	if found {
		start = number[start]
	}
	return start, moves, layers, why, found
}

// mostBytes is the memory of a search: that of the states which Options allow.
func mostBytes[K Key](o *Options) int {
	if o.MaxStates > 0 && o.MaxStates < math.MaxInt/bytesEach[K]() {
		return o.MaxStates * bytesEach[K]()
	}
	return math.MaxInt
}

func flowed[W uint32 | uint64, K Key](w *Wide, starts []uint64, toGoal bool, o *Options, st *Stats) (start int, moves,
	layers []int, why string, found bool,
) {
	f := &flood[W]{w: w, turns: newTurns(w), toGoal: toGoal, o: o, st: st}
	if f.turns == nil {
		f.rows = newRows(w)
	}
	if w.Bits <= directBits {
		f.seen = make(bitWords, 1<<max(0, w.Bits-6)+1)
	} else {
		f.seen = &hashWords{}
	}
	f.most = min(1<<32-1, mostBytes[K](o)/f.bytes())
	at, layers, why := f.run(starts)
	st.Kept, st.Elapsed = f.trail.n, time.Since(o.started)
	if at < 0 {
		return 0, nil, layers, why, false
	}
	start, moves = f.plan(at, len(starts))
	return start, moves, layers, "", true
}

// BreadthFirstWide is BreadthFirst in a Wide; word packs a state.
func BreadthFirstWide[S any, K Key](ctx context.Context, p *Problem[S, K], w *Wide, word func(*S) uint64,
	o Options,
) Result[S] {
	o = o.begin(ctx)
	var st Stats
	start, moves, _, why, found := flooded(p, w, word, true, &o, &st)
	switch {
	case found:
		cost := p.cost(p.Starts[start], moves)
		return solved(p.Starts[start], moves, cost, cost == 0 || p.EqualCosts, &o, &st)
	case why != "":
		return gaveUp[S](why, st.Kept, &o, &st)
	}
	return exhausted[S](st.Kept, &o, &st)
}

// LayersWide is Layers in a Wide.
func LayersWide[S any, K Key](ctx context.Context, p *Problem[S, K], w *Wide, word func(*S) uint64,
	o Options,
) (layers []int, complete bool) {
	o = o.begin(ctx)
	var st Stats
	_, _, layers, why, _ := flooded(p, w, word, false, &o, &st)
	return layers, why == ""
}
