package search

import "context"

// descent is a search that keeps only the states of its path.
type descent[S any, K Key] struct {
	p       *Problem[S, K]
	h       Heuristic[S]
	bound   int // bound on the cost of plans; -1: no bound
	next    int // the least cost above the bound; -1: none
	path    path[K]
	moves   []int
	cost    int
	buffers [][]Step[S] // by depth
	o       *Options
	st      *Stats
	reason  string // why it was ended
}

// IDAStar finds a cheapest plan if the heuristic is admissible, with hardly any memory (Korf, 1985). It searches depth
// first under a bound that grows from pass to pass. It does not enter a state that is on its path, and does not take
// the next bound from such a state. It does not notice other states that it meets again.
func IDAStar[S any, K Key](ctx context.Context, p *Problem[S, K], h Heuristic[S], o Options) Result[S] {
	o = o.begin(ctx)
	var st Stats
	d := &descent[S, K]{p: p, h: h, o: &o, st: &st, next: -1}
	starts := p.starts(&st)
	for i := range starts {
		if o.pollStop(&st) {
			return gaveUp[S](endedReason, 0, &o, &st)
		}
		if left := estimate(h, &starts[i], &o); left < Hopeless {
			d.raise(left)
		}
	}
	fast := d.inPlace()
	for d.next >= 0 {
		if d.next > MostCost {
			return gaveUp[S](dearReason, 0, &o, &st)
		}
		d.bound, d.next = d.next, -1
		st.Bound = d.bound
		if fast != nil {
			fast.begin()
		}
		for i := 0; i < len(starts); i++ {
			if d.from(&starts[i], fast) {
				d.cost = p.cost(starts[i], d.moves)
				return d.solved(&starts[i], o.Admissible)
			}
			if d.reason != "" {
				return gaveUp[S](d.reason, 0, &o, &st)
			}
			if fast != nil && fast.often() { // repeat this pass
				fast, i, d.next = nil, -1, -1
			}
		}
	}
	return exhausted[S](0, &o, &st)
}

// IterativeDeepening is IDAStar without an estimate.
func IterativeDeepening[S any, K Key](ctx context.Context, p *Problem[S, K], o Options) Result[S] {
	o.Admissible, o.Heuristic = true, blind
	return IDAStar(ctx, p, Blind[S], o)
}

// Backtrack makes moves as long as it can, and takes back the last move where it cannot. It tries moves in the order of
// Successors, and never returns to a state of its path.
func Backtrack[S any, K Key](ctx context.Context, p *Problem[S, K], o Options) Result[S] {
	o = o.begin(ctx)
	o.Admissible, o.Heuristic = true, blind
	var st Stats
	d := &descent[S, K]{p: p, h: Blind[S], bound: -1, o: &o, st: &st}
	starts := p.starts(&st)
	fast := d.inPlace()
	for i := range starts {
		if d.from(&starts[i], fast) {
			d.cost = p.cost(starts[i], d.moves) // the sum on the path may have become too large
			return d.solved(&starts[i], false)
		}
		if d.reason != "" {
			return gaveUp[S](d.reason, 0, &o, &st)
		}
	}
	return exhausted[S](0, &o, &st)
}

func (d *descent[S, K]) solved(start *S, optimal bool) Result[S] {
	return solved(*start, d.moves, d.cost, optimal || d.cost == 0, d.o, d.st)
}

func (d *descent[S, K]) raise(cost int) {
	if d.next < 0 || cost < d.next {
		d.next = cost
	}
}

// from tells whether there is a plan from a start within the bound. fast is the search in place, if it is to be used.
func (d *descent[S, K]) from(start *S, fast *inPlace[S, K]) bool {
	if d.o.pollStop(d.st) {
		d.reason = endedReason
		return false
	}
	if fast != nil {
		found := fast.from(d, start)
		d.moves, d.reason = fast.plan, fast.reason
		return found
	}
	d.path, d.moves, d.cost = newPath[K](), d.moves[:0], 0
	return d.below(start)
}

// deepest bounds recursion.
const deepest = 1 << 20

// below tells whether a goal lies below s within the bound. If so, moves and cost hold the plan.
func (d *descent[S, K]) below(s *S) bool {
	key := d.p.Pack(s)
	if d.path.holds(key) {
		d.st.Duplicates++
		return false
	}
	if d.bound >= 0 {
		left := estimate(d.h, s, d.o)
		if left >= Hopeless {
			d.st.DeadEnds++
			return false
		}
		if f := d.cost + left; f > d.bound { // less than Hopeless + 2·MostCost
			d.raise(f)
			return false
		}
	}
	if d.p.Goal(s) {
		return true
	}
	depth := len(d.path.keys)
	switch {
	case d.o.pollStop(d.st):
		d.reason = endedReason
		return false
	case depth == deepest:
		d.reason = deepReason
		return false
	case depth == len(d.buffers):
		d.buffers = append(d.buffers, nil)
	}
	steps := d.p.successors(s, d.buffers[depth], d.st)
	d.buffers[depth] = steps
	if len(steps) == 0 {
		d.st.DeadEnds++
	}
	d.path.push(key)
	for i := range steps {
		next := &steps[i]
		d.st.Generated++ // counted here, because a search in place makes the successors one by one
		d.moves = append(d.moves, next.Move)
		d.cost += next.Cost
		if d.below(&next.Next) {
			return true
		}
		if d.reason != "" {
			return false
		}
		d.moves = d.moves[:len(d.moves)-1]
		d.cost -= next.Cost
	}
	d.path.pop()
	if depth > 0 {
		d.st.Backtracks++
	}
	return false
}

// path is the set of states on the current path. A small table of counts by hash shows quickly that a state is not on
// the path.
type path[K Key] struct {
	keys   []K
	counts []int32
}

const firstCounts = 1 << 12

func newPath[K Key]() path[K] { return path[K]{counts: make([]int32, firstCounts)} }

func (p *path[K]) count(key K) *int32 { return &p.counts[key.Hash()&uint64(len(p.counts)-1)] }

func (p *path[K]) holds(key K) bool {
	if *p.count(key) == 0 {
		return false
	}
	for i := len(p.keys) - 1; i >= 0; i-- {
		if p.keys[i] == key {
			return true
		}
	}
	return false
}

func (p *path[K]) push(key K) {
	p.keys = append(p.keys, key)
	if 4*len(p.keys) > len(p.counts) {
		p.counts = make([]int32, 2*len(p.counts))
		for _, k := range p.keys {
			*p.count(k)++
		}
		return
	}
	*p.count(key)++
}

func (p *path[K]) pop() {
	last := len(p.keys) - 1
	*p.count(p.keys[last])--
	p.keys = p.keys[:last]
}
