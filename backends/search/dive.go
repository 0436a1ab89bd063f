package search

import (
	"math"

	"github.com/pzc-lang/pzc/task"
)

// dive is IDA* along forks. The state, what is left of the bound, and the heuristic's sum are passed by value; the calls for the
// last four branches of a fork stand apart, which the processor's branch prediction rewards.
//
// States on the current path are entered again, unlike in the general search: to look for them at every state would cost more
// than it saves where they are rare. So the dive looks at a sample of its paths. The states whose path repeats none are those that the
// general search would visit; once nearly all are others, the general search goes on, which is slower at a state. As the paths in a finite
// space all become long, every search without a plan comes to that, and to its end.
type dive struct {
	*run
	name    string
	f       *follow
	general *deepening
	linear  *linear
	probes  bool // the estimate is something else: the greatest of sums, or to be evaluated in each state,
	// or states are to be looked at for other reasons
	sums   *tableSums // nil: to be evaluated
	unit   bool       // what is left is counted in the heuristic's sum, see room
	atZero bool       // at goals the sum is 0
	goal   goalTest

	bound    int64
	next     int64 // the least f beyond the bound
	over     int64 // the least excess over the bound, negated; math.MinInt64: none
	left     int64 // states until the next look
	span     int64 // what left was when the counts were settled
	every    int64 // states between two looks
	cuts     int64
	path     []uint64
	plan     []int32 // backwards
	sampled  int64   // states that the samples stand for; those of earlier passes count half, a quarter, and so on
	repeated int64   // of these, on paths that repeat a state
	seen     map[uint64]struct{}
	st       [1]uint64 // the state to be evaluated
	wary     bool
}

// ending is what became of a part of the search.
type ending int8

const (
	nothing ending = iota // all was searched
	found
	broken
)

// newDive is false if the task or the heuristic has not the shape.
func (r *run) newDive(name string) (*dive, bool) {
	if r.sp.minCost <= 0 {
		return nil, false
	}
	d := &dive{run: r, name: name, linear: r.h.linear, seen: map[uint64]struct{}{}, general: r.newDeepening(name), goal: r.goalTest()}
	var scales []scale
	switch {
	case r.h.silent() && !r.sp.forbids():
	case d.fits() && !r.sp.forbids():
		scales = []scale{d.linear.sum.unary}
		d.atZero = d.zeroAtGoals()
	default:
		d.linear, d.unit, d.probes = nil, false, true
		d.sums, scales = r.tableSums()
	}
	f, ok := newFollow(r.sp, scales, d.probes, d.price)
	d.f = f
	return d, ok
}

// forbids tells whether the states that moves lead to must be looked at: whether they keep to `always`, or are dead.
func (sp *space) forbids() bool { return len(sp.always) > 0 || sp.dead >= 0 }

// fits tells whether the estimate is one of the two kinds that room knows.
func (d *dive) fits() bool {
	l := d.linear
	if l == nil || l.sum.unary == nil || least(l.sum) < 0 || tooWide(l.sum.unary) {
		return false
	}
	d.unit = d.sp.equalCosts() && l.mul == d.sp.minCost
	return d.unit || l.div == 1 && l.mul == 1
}

// least bounds a sum of terms of one variable from below.
func least(s *sum) int64 {
	total := s.base
	for _, terms := range s.unary {
		low := int64(math.MaxInt64)
		for _, x := range terms {
			low = min(low, x)
		}
		total += low
	}
	return total
}

// zeroAtGoals tells whether the goal's demands on single variables make the heuristic's sum 0. It is never negative.
func (d *dive) zeroAtGoals() bool {
	demands := map[int32]int{}
	c := moveCompiler{sp: d.sp, allowed: map[task.Expr]fixing{}}
	for _, x := range c.fixings(d.sp.t.Pool.Conjuncts(d.sp.t.Goal)) {
		demands[x.v] = x.place
	}
	total := d.linear.sum.base
	for v, terms := range d.linear.sum.unary {
		high := int64(math.MinInt64)
		for place, x := range terms {
			if p, ok := demands[v]; !ok || p == place {
				high = max(high, x)
			}
		}
		total += high
	}
	return total == 0
}

// room is by how much the heuristic's sum plus the costs may rise before the bound is passed. Where all moves cost the same and the
// estimate is sum / div · cost, a move counts as div, so that no division is needed on the way.
func (d *dive) room(bound, g, sum int64) int64 {
	if !d.unit {
		return bound - g - sum
	}
	return d.linear.div*((bound-g)/d.linear.mul+1) - 1 - sum
}

// beyond is the cost of which a path from a root of cost g is sure that passed its bound by so much.
func (d *dive) beyond(bound, g, excess int64) int64 {
	if !d.unit {
		return bound + excess
	}
	return g + d.linear.mul*((bound-g)/d.linear.mul+1+(excess-1)/d.linear.div)
}

// pass is one depth-first search within the bound.
func (d *dive) pass(bound int64) (next int64, o outcome) {
	if d.often() {
		return d.general.within(bound)
	}
	d.f.adopt(d.pruning())
	d.bound, d.next = bound, math.MaxInt64
	d.every, d.sampled, d.repeated = firstLook, d.sampled/2, d.repeated/2
	for i := range d.rootCount() {
		switch e := d.descend(i); {
		case e == found:
			return 0, outcome{found: true, root: i, moves: forwards(d.plan)}
		case e == broken && d.stop == "" && !d.gaveUp:
			return d.general.within(bound)
		case e == broken:
			return d.next, outcome{}
		}
	}
	return d.next, outcome{}
}

// descend searches from a root, whose successors the general expander makes.
func (d *dive) descend(i int) ending {
	st, g := d.root(i), d.rootCost(i)
	if f := g + d.h.of(st, d.x.child); f > d.bound {
		d.next = min(d.next, f)
		return nothing
	}
	if d.sp.isGoal(st, d.x.child) {
		return found
	}
	d.open(st)
	d.span, d.left = d.every, d.every
	d.reserve(0)
	d.path[0] = st[0]
	d.over = math.MinInt64
	defer d.settle()
	for k := range d.x.kids {
		kid := d.x.kids[k]
		if e := d.enter(d.x.state(k)[0], g, kid.cost, d.f.after(kid.move, st[0])); e != nothing {
			if e == found {
				d.stats.Backtracks -= int64(len(d.plan))
				d.stats.Generated++ // the goal
				d.plan = append(d.plan, kid.move)
			}
			return e
		}
	}
	if d.over != math.MinInt64 {
		d.next = min(d.next, d.beyond(d.bound, g, -d.over))
	}
	return nothing
}

// enter goes on in a successor of a root, which costs g.
func (d *dive) enter(s uint64, g, cost int64, to *fork) ending {
	if d.probes {
		d.sums.weigh(d.sp, d.f, s)
		return d.probe(s, g+cost, to, 1)
	}
	sum := int64(0)
	if d.linear != nil {
		sum = d.linear.sum.at(d.sp, s)
	}
	room := d.room(d.bound, g, sum) - d.price(cost)
	if room < 0 {
		d.cutOff(room)
		return nothing
	}
	return d.visit(s, room, sum, to, 1)
}

// at is the value of a sum of terms of one variable.
func (s *sum) at(sp *space, state uint64) int64 {
	total, st := s.base, [1]uint64{state}
	for v, terms := range s.unary {
		total += terms[sp.l.get(st[:], int(v))]
	}
	return total
}

// price is the cost of a move as room counts it.
func (d *dive) price(cost int64) int64 {
	if d.unit {
		return d.linear.div
	}
	return cost
}

// forwards turns a plan round.
func forwards(plan []int32) []int {
	moves := make([]int, len(plan))
	for i, m := range plan {
		moves[len(plan)-1-i] = int(m)
	}
	return moves
}

const (
	firstLook = 1 << 4
	lookEvery = 1 << 16
)

// settle hands the counts over.
func (d *dive) settle() {
	n := d.span - d.left
	d.stats.Expanded += n
	d.stats.Generated += n + d.cuts
	d.stats.Backtracks += n
	d.work += n + d.cuts
	d.span, d.cuts = d.left, 0
}

// look takes a sample of the paths and sees whether the search has to end.
func (d *dive) look(depth int) ending {
	d.settle()
	d.sample(d.path[:depth], d.every)
	d.every = min(2*d.every, lookEvery)
	d.span, d.left = d.every, d.every
	d.reserve(depth)
	if depth >= maxDepth {
		d.stop = "a path of " + count(maxDepth, "move") + " was reached after " + d.states()
	}
	d.f.adopt(d.pruning())
	if d.stop != "" || d.run.over(d.name, d.bytes) || d.often() {
		return broken
	}
	return nothing
}

func (d *dive) bytes() int64 {
	n := len(d.path)
	if d.sums != nil {
		n += len(d.sums.frames)
	}
	return 8 * int64(n)
}

// reserve makes room for the path down to the next look.
func (d *dive) reserve(depth int) {
	n := depth + int(d.left) + 2
	if n > len(d.path) {
		d.path = append(d.path, make([]uint64, n-len(d.path))...)
	}
	d.sums.reserve(n)
}

const (
	fewSampled  = 1 << 10 // states for which samples were taken
	mostRepeats = 15      // of 16
)

// sample notes whether a path repeats a state, for all states since the last sample.
func (d *dive) sample(path []uint64, states int64) {
	clear(d.seen)
	for _, s := range path {
		d.seen[s] = struct{}{}
	}
	d.sampled += states
	if len(d.seen) < len(path) {
		d.repeated += states
	}
}

// often tells whether nearly all paths repeat states, so that the slower search that leaves these out is the faster one.
func (d *dive) often() bool {
	d.wary = d.wary || d.sampled >= fewSampled && 16*d.repeated > mostRepeats*d.sampled
	return d.wary
}

// visit searches below s, whose path may still rise by room, and whose heuristic's sum is sum.
func (d *dive) visit(s uint64, room, sum int64, c *fork, depth int) ending {
	if (sum == 0 || !d.atZero) && d.goal.holds(s) {
		d.plan = d.plan[:0]
		return found
	}
	if d.left--; d.left < 0 {
		d.left = 0
		if e := d.look(depth); e != nothing {
			return e
		}
		d.left--
	}
	d.path[depth] = s
	if !c.plain {
		return d.visitAny(s, room, sum, c, depth)
	}
	for i := range c.early {
		if e := d.try(&c.early[i], s, room, sum, depth); e != nothing {
			return e
		}
	}
	switch c.few {
	case 4:
		st := &c.last[0]
		if s&st.mask == st.want {
			e := &st.table[uint8(s>>(st.shift&63))&st.cut]
			if left := room - int64(e.spent); left < 0 {
				d.cutOff(left)
			} else if end := d.visit(s&st.keep|e.bits, left, sum+int64(e.rise), st.to, depth+1); end != nothing {
				return d.back(end, st)
			}
		}
		fallthrough
	case 3:
		st := &c.last[1]
		if s&st.mask == st.want {
			e := &st.table[uint8(s>>(st.shift&63))&st.cut]
			if left := room - int64(e.spent); left < 0 {
				d.cutOff(left)
			} else if end := d.visit(s&st.keep|e.bits, left, sum+int64(e.rise), st.to, depth+1); end != nothing {
				return d.back(end, st)
			}
		}
		fallthrough
	case 2:
		st := &c.last[2]
		if s&st.mask == st.want {
			e := &st.table[uint8(s>>(st.shift&63))&st.cut]
			if left := room - int64(e.spent); left < 0 {
				d.cutOff(left)
			} else if end := d.visit(s&st.keep|e.bits, left, sum+int64(e.rise), st.to, depth+1); end != nothing {
				return d.back(end, st)
			}
		}
		fallthrough
	case 1:
		st := &c.last[3]
		if s&st.mask == st.want {
			e := &st.table[uint8(s>>(st.shift&63))&st.cut]
			if left := room - int64(e.spent); left < 0 {
				d.cutOff(left)
			} else if end := d.visit(s&st.keep|e.bits, left, sum+int64(e.rise), st.to, depth+1); end != nothing {
				return d.back(end, st)
			}
		}
	}
	return nothing
}

// cutOff notes a successor beyond the bound.
func (d *dive) cutOff(left int64) {
	d.cuts++
	if left > d.over {
		d.over = left
	}
}

// back adds a move to the plan on the way up.
func (d *dive) back(end ending, st *branch) ending {
	if end == found {
		d.plan = append(d.plan, st.move)
	}
	return end
}

func (d *dive) try(st *branch, s uint64, room, sum int64, depth int) ending {
	if !st.holds(s) {
		return nothing
	}
	next, rise, spent := st.apply(s)
	left := room - spent
	if left < 0 {
		d.cutOff(left)
		return nothing
	}
	return d.back(d.visit(next, left, sum+rise, st.to, depth+1), st)
}

// visitAny goes through the branches one by one.
func (d *dive) visitAny(s uint64, room, sum int64, c *fork, depth int) ending {
	for i := range c.early {
		if e := d.try(&c.early[i], s, room, sum, depth); e != nothing {
			return e
		}
	}
	for i := len(c.last) - c.few; i < len(c.last); i++ {
		if e := d.try(&c.last[i], s, room, sum, depth); e != nothing {
			return e
		}
	}
	return nothing
}
