package heuristic

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/search/estimate"
)

// hmaxKind describes h_max.
var hmaxKind = relaxedKind{
	Kind: estimate.Kind{
		Name: "hmax", Says: "the cost of the most expensive condition of the goal in the delete relaxation",
		Source: "Bonet and Geffner, 2001", Admissible: true, Consistent: true,
	},
	passes: 1, guide: func(x *explorer) func([]uint64) int64 {
		return func(st []uint64) int64 { return x.max(st, false) }
	},
}

// addKind describes h_add.
var addKind = relaxedKind{
	Kind: estimate.Kind{
		Name: "add", Says: "the sum of the costs of all conditions of the goal in the delete relaxation; often too much",
		Source: "Bonet and Geffner, 2001",
	},
	passes: 1, guide: func(x *explorer) func([]uint64) int64 { return x.add },
}

// explorer computes in a relaxation the cost of making each atom true from a state. In h_max a set of conditions costs
// as much as its most expensive condition, in h_add as much as the sum of the conditions (Bonet, Geffner, Planning as
// Heuristic Search, 2001). It uses Dijkstra's algorithm over operators that fire when their last condition is reached.
type explorer struct {
	r         *relaxation
	value     []int64 // by atom: its cost, or unreached
	by        []int32 // by atom: the operator that makes it true at this cost; -1: it is true in the state
	left      []int32 // by operator: number of conditions that are not reached yet
	total     []int64 // by operator: the cost of its conditions
	costliest []int32 // by operator: its most expensive condition
	cost      []int64 // by operator
	queue     costQueue
	plan      []int32 // operators of the last relaxed plan

	lefts  []int32 // left before anything is reached
	misses []int64 // value before anything is reached
}

const (
	unreached = estimate.Hopeless
	// mostCost bounds sums of costs, which may grow exponentially. It is far below unreached.
	mostCost = estimate.Hopeless / 4
)

func newExplorer(r *relaxation) *explorer {
	x := &explorer{
		r: r, cost: slices.Clone(r.cost),
		value: make([]int64, r.atoms), by: make([]int32, r.atoms), misses: make([]int64, r.atoms),
		left: make([]int32, len(r.action)), total: make([]int64, len(r.action)), costliest: make([]int32, len(r.action)),
		lefts: make([]int32, len(r.action)),
	}
	for a := range x.misses {
		x.misses[a] = unreached
	}
	for i := range x.lefts {
		x.lefts[i] = int32(len(r.pre.of(int32(i))))
	}
	return x
}

// begin makes the atoms of a state true.
func (x *explorer) begin(st []uint64) {
	copy(x.left, x.lefts)
	copy(x.value, x.misses)
	x.queue.clear()
	x.reach(truthAtom, 0, -1)
	for v, first := range x.r.first {
		x.reach(first+int32(x.r.layout.Get(st, v)), 0, -1)
	}
}

// reach records a way to an atom if it is the cheapest so far.
func (x *explorer) reach(a int32, value int64, by int32) {
	if value < x.value[a] {
		x.value[a], x.by[a] = value, by
		x.queue.push(value, a)
	}
}

// max computes h_max. Without all it ends when the value of the goal is known.
func (x *explorer) max(st []uint64, all bool) int64 {
	x.begin(st)
	for {
		value, a, ok := x.queue.pop()
		if !ok || a == x.r.goal && !all {
			return x.value[x.r.goal]
		}
		if value != x.value[a] {
			continue
		}
		for _, i := range x.r.users.of(a) {
			if x.left[i]--; x.left[i] > 0 {
				continue
			}
			x.costliest[i], x.total[i] = a, value
			next := min(value+x.cost[i], mostCost)
			for _, to := range x.r.add.of(i) {
				x.reach(to, next, i)
			}
		}
	}
}

// add computes h_add as far as the goal needs it.
func (x *explorer) add(st []uint64) int64 {
	x.begin(st)
	clear(x.total)
	for {
		value, a, ok := x.queue.pop()
		if !ok || a == x.r.goal {
			return x.value[x.r.goal]
		}
		if value != x.value[a] {
			continue
		}
		for _, i := range x.r.users.of(a) {
			x.total[i] = min(x.total[i]+value, mostCost)
			if x.left[i]--; x.left[i] > 0 {
				continue
			}
			next := min(x.total[i]+x.cost[i], mostCost)
			for _, to := range x.r.add.of(i) {
				x.reach(to, next, i)
			}
		}
	}
}

// costQueue is a priority queue of atoms by cost, for Dijkstra's algorithm: buckets for small costs, a heap for others.
// No pushed cost is less than the cost that was popped last.
type costQueue struct {
	buckets [][]int32
	low     int // the buckets below are empty
	n       int // number of entries in buckets
	heap    []costed
}

type costed struct {
	value int64
	atom  int32
}

const maxBuckets = 1 << 12

func (q *costQueue) clear() {
	for i := q.low; q.n > 0 && i < len(q.buckets); i++ {
		q.n -= len(q.buckets[i])
		q.buckets[i] = q.buckets[i][:0]
	}
	q.low, q.n, q.heap = 0, 0, q.heap[:0]
}

func (q *costQueue) push(value int64, atom int32) {
	if value >= maxBuckets {
		q.heap = append(q.heap, costed{value, atom})
		q.up(len(q.heap) - 1)
		return
	}
	for int(value) >= len(q.buckets) {
		q.buckets = append(q.buckets, nil)
	}
	q.buckets[value] = append(q.buckets[value], atom)
	q.low = min(q.low, int(value))
	q.n++
}

func (q *costQueue) pop() (value int64, atom int32, ok bool) {
	if q.n > 0 {
		for len(q.buckets[q.low]) == 0 {
			q.low++
		}
		b := q.buckets[q.low]
		q.buckets[q.low] = b[:len(b)-1]
		q.n--
		return int64(q.low), b[len(b)-1], true
	}
	if len(q.heap) == 0 {
		return 0, 0, false
	}
	top, last := q.heap[0], len(q.heap)-1
	q.heap[0] = q.heap[last]
	q.heap = q.heap[:last]
	q.down()
	return top.value, top.atom, true
}

func (q *costQueue) up(i int) {
	for i > 0 && q.heap[i].value < q.heap[(i-1)/2].value {
		q.heap[i], q.heap[(i-1)/2] = q.heap[(i-1)/2], q.heap[i]
		i = (i - 1) / 2
	}
}

func (q *costQueue) down() {
	for i := 0; ; {
		best := i
		for _, c := range [2]int{2*i + 1, 2*i + 2} {
			if c < len(q.heap) && q.heap[c].value < q.heap[best].value {
				best = c
			}
		}
		if best == i {
			return
		}
		q.heap[i], q.heap[best] = q.heap[best], q.heap[i]
		i = best
	}
}
