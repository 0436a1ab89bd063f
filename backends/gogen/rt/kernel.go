package search

import (
	"context"
	"math"
	"time"
)

// Kernel is a puzzle in a form for fast depth-first search: a state is one word or a few, and for each last move there
// is a function that knows which moves may follow it. These functions belong to the puzzle; they share a Dive.
type Kernel[S any, W comparable] struct {
	*Dive[W]
	Word func(s *S) W // packs a state
	// Below searches below s, to which a move led from a start. room is the cost that a plan may add to the estimate of
	// the start. Below is true if it found a plan or was told to end.
	Below func(s *S, move, room int) bool
}

// Dive is what the functions of a kernel share.
type Dive[W comparable] struct {
	Path    []W // the states before the current one; not kept where no state can occur twice on a path
	passage     // beside Path, in one line of the cache

	seen  map[W]bool
	watch func(s W, room, depth int)
}

// passage is the progress of one pass of a dive.
type passage struct {
	Left int // states until the next look

	over     int // the least excess over the bound, negated
	cuts     int // successors beyond the bound
	span     int // Left at the last count of states
	every    int // states between two looks
	plan     []int
	found    bool
	watched  bool
	reason   string // why it was ended
	sampled  int    // states for which paths were sampled; earlier passes count half, a quarter, and so on
	repeated int    // of these, states whose paths hold a state twice
	o        *Options
	st       *Stats
}

const (
	firstLook  = 1 << 4
	fewSampled = 1 << 10
	none       = math.MinInt
	boundless  = math.MaxInt / 2
)

// Cut notes a successor beyond the bound. left is the room that is left, which is negative.
func (d *passage) Cut(left int) {
	d.cuts++
	if left > d.over {
		d.over = left
	}
}

// Hopeless is the estimate of a state from which there is no plan.
func (d *passage) Hopeless() int {
	if d.st != nil {
		d.st.DeadEnds++
	}
	return Hopeless
}

// Found begins the plan, which is built from its end.
func (d *passage) Found() bool {
	d.found, d.plan = !d.watched, d.plan[:0]
	return d.found
}

// Back adds a move to the plan. The plan is built from its end. Inlined, it would make the functions of a kernel half
// as large again, more than a cache of instructions holds.
//
//go:noinline
func (d *passage) Back(move int) bool {
	if d.found {
		d.plan = append(d.plan, move)
	}
	return true
}

// Look is called now and then. It checks whether the search has to end, and how often paths hold a state twice.
func (d *Dive[W]) Look(s W, room, depth int) bool {
	d.Left = 0
	if d.watched {
		d.watch(s, room, depth)
		return false
	}
	d.count()
	if d.Path != nil {
		d.sample(d.Path[:depth])
	}
	d.every = min(2*d.every, 1<<16)
	d.span, d.Left = d.every, d.every
	d.reserve(depth)
	select {
	case <-d.o.ended:
		d.reason = endedReason
	default:
	}
	if d.o.Progress != nil {
		d.st.Elapsed = time.Since(d.o.started)
		d.o.Progress(*d.st)
	}
	if depth >= deepest {
		d.reason = deepReason
	}
	if d.reason != "" || d.often() {
		return true
	}
	d.Left--
	return false
}

// Watch calls show with each state that the kernel enters, and the room that is left. Goals are treated like other
// states.
func (d *Dive[W]) Watch(see func(s W, room, depth int)) {
	d.watch, d.watched = see, true
	d.Left = 0
	d.reserve(1 << 10)
}

// count adds the counts of the passage to the statistics.
func (d *passage) count() {
	d.st.Expanded += d.span - d.Left
	d.st.Generated += d.span - d.Left + d.cuts
	d.st.Backtracks += d.span - d.Left
	d.span, d.cuts = d.Left, 0
}

// reserve makes Path long enough until the next Look.
func (d *Dive[W]) reserve(depth int) {
	if n := depth + d.Left + 2; d.Path != nil && n > len(d.Path) {
		d.Path = append(d.Path, make([]W, n-len(d.Path))...)
	}
}

// sample tests whether the current path holds a state twice. The result counts for all states since the last sample.
func (d *Dive[W]) sample(path []W) {
	clear(d.seen)
	for _, s := range path {
		d.seen[s] = true
	}
	d.sampled += d.every
	if len(d.seen) < len(path) {
		d.repeated += d.every
	}
}

// often tells whether nearly all paths hold a state twice. Then the descent that avoids such paths is faster, although
// it takes longer for each state. In a finite space without a plan, paths become so long that often becomes true, so
// the search ends.
func (d *passage) often() bool { return d.sampled >= fewSampled && 16*d.repeated > 15*d.sampled }

func (d *Dive[W]) begin(o *Options, st *Stats) {
	d.o, d.st, d.seen = o, st, map[W]bool{}
}

// from searches below a start, with the room that each successor leaves.
func (k Kernel[S, W]) from(s *S, successors func(*S, []Step[S]) []Step[S], room func(*Step[S]) int) bool {
	steps := successors(s, nil)
	k.st.Expanded++
	k.span, k.Left, k.over = k.every, k.every, none
	k.reserve(0)
	if k.Path != nil {
		k.Path[0] = k.Word(s)
	}
	defer k.count()
	for i := range steps {
		left := room(&steps[i])
		if left < 0 {
			k.Cut(left)
			continue
		}
		if k.Below(&steps[i].Next, steps[i].Move, left) {
			if k.found {
				k.st.Backtracks -= len(k.plan)
				k.st.Generated++ // of the goal
			}
			return k.Back(steps[i].Move)
		}
	}
	return false
}

// IDAStarKernel is IDAStar by a kernel. Unlike IDAStar it may enter a state of its path again. When nearly all paths
// hold a state twice, it goes on as IDAStar.
func IDAStarKernel[S any, K Key, W comparable](ctx context.Context, p *Problem[S, K], h Heuristic[S], k Kernel[S, W],
	o Options,
) Result[S] {
	o = o.begin(ctx)
	var st Stats
	k.begin(&o, &st)
	d := &descent[S, K]{p: p, h: h, o: &o, st: &st, next: -1}
	for i := range p.Starts {
		if o.over(&st) {
			return gaveUp[S](endedReason, 0, &o, &st)
		}
		if left := d.ahead(&p.Starts[i]); left < Hopeless {
			d.raise(left)
		}
	}
	for d.next >= 0 && d.next <= MostCost && !k.often() {
		d.bound, d.next = d.next, -1
		st.Bound = d.bound
		start := dive(d, k)
		switch {
		case k.found:
			return d.made(k.plan, &p.Starts[start], o.Admissible)
		case k.reason != "":
			return gaveUp[S](k.reason, 0, &o, &st)
		case start >= 0:
			d.next = d.bound // repeat this pass without the kernel
		}
	}
	k.st = nil // from here on the descent counts dead ends; the kernel would count them again
	for d.next >= 0 {
		if d.next > MostCost {
			return gaveUp[S](dearReason, 0, &o, &st)
		}
		d.bound, d.next = d.next, -1
		st.Bound = d.bound
		for i := range p.Starts {
			if d.from(&p.Starts[i]) {
				return d.solved(&p.Starts[i], o.Admissible)
			}
			if d.reason != "" {
				return gaveUp[S](d.reason, 0, &o, &st)
			}
		}
	}
	return exhausted[S](0, &o, &st)
}

// ahead is the estimate of a start, which is not counted as a dead end.
func (d *descent[S, K]) ahead(start *S) int {
	before := d.st.DeadEnds
	left := d.h(start)
	d.st.DeadEnds = before
	return left
}

// made is the answer with the plan found by a kernel.
func (d *descent[S, K]) made(backwards []int, start *S, optimal bool) Result[S] {
	d.moves = nil
	for i := len(backwards) - 1; i >= 0; i-- {
		d.moves = append(d.moves, backwards[i])
	}
	d.cost = d.p.cost(*start, d.moves)
	return d.solved(start, optimal)
}

// dive is one pass of the descent by a kernel. It returns the number of the start with a plan, or of the start at which
// the pass was ended.
func dive[S any, K Key, W comparable](d *descent[S, K], k Kernel[S, W]) (start int) {
	k.every, k.sampled, k.repeated = firstLook, k.sampled/2, k.repeated/2
	for i := range d.p.Starts {
		s := &d.p.Starts[i]
		if d.o.told() {
			k.reason = endedReason
			return i
		}
		if f := d.ahead(s); f > d.bound {
			if f < Hopeless {
				d.raise(f)
			}
			continue
		}
		if d.p.Goal(s) {
			k.found, k.plan = true, nil
			return i
		}
		if k.from(s, d.p.Successors, func(next *Step[S]) int { return d.bound - next.Cost - d.h(&next.Next) }) {
			return i
		}
		if k.over > -Hopeless/2 { // greater excesses are of states without a plan
			d.raise(d.bound - k.over)
		}
	}
	return -1
}

// BacktrackKernel is Backtrack by a kernel, for puzzles in which no path can hold a state twice.
func BacktrackKernel[S any, K Key, W comparable](ctx context.Context, p *Problem[S, K], k Kernel[S, W],
	o Options,
) Result[S] {
	o = o.begin(ctx)
	var st Stats
	k.begin(&o, &st)
	k.every = firstLook
	d := &descent[S, K]{p: p, o: &o, st: &st}
	for i := range p.Starts {
		s := &p.Starts[i]
		if o.told() {
			return gaveUp[S](endedReason, 0, &o, &st)
		}
		if k.found = p.Goal(s); !k.found {
			k.from(s, p.Successors, func(*Step[S]) int { return boundless })
		}
		switch {
		case k.found:
			return d.made(k.plan, s, false)
		case k.reason != "":
			return gaveUp[S](k.reason, 0, &o, &st)
		}
	}
	return exhausted[S](0, &o, &st)
}
