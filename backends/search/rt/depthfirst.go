package search

import (
	"context"
	"time"
)

// descent is a search that remembers the states of its path only.
type descent[S any, K Key] struct {
	p       *Problem[S, K]
	h       Heuristic[S]
	bound   int // plans that must cost more are not followed; -1: no bound
	next    int // the least cost that was too much, -1 if none was
	path    []K
	moves   []int
	cost    int
	buffers [][]Step[S] // one for each depth
	o       *Options
	st      *Stats
	ended   bool
}

// IDAStar finds a cheapest plan if the heuristic is admissible, with hardly any memory (Korf, 1985): depth first under a bound that grows
// from pass to pass. It does not notice that it meets a state again, so it may run without end where there is no plan.
func IDAStar[S any, K Key](ctx context.Context, p *Problem[S, K], h Heuristic[S], o Options) Result[S] {
	o = o.begin(ctx)
	var st Stats
	d := &descent[S, K]{p: p, h: h, o: &o, st: &st, next: -1}
	for i := range p.Starts {
		d.raise(h(&p.Starts[i]))
	}
	for d.next >= 0 {
		d.bound, d.next = d.next, -1
		st.Bound = d.bound
		for i := range p.Starts {
			if d.from(p.Starts[i]) {
				return d.solved(&p.Starts[i], true)
			}
			if d.ended {
				return gaveUp[S](endedReason, 0, &o, &st)
			}
		}
	}
	return exhausted[S](0, &o, &st)
}

// Backtrack goes ahead as far as it can and takes back the last move where it cannot. It tries the moves in the order of Successors, and
// never returns to a state of its path.
func Backtrack[S any, K Key](ctx context.Context, p *Problem[S, K], o Options) Result[S] {
	o = o.begin(ctx)
	var st Stats
	d := &descent[S, K]{p: p, h: Blind[S], bound: -1, o: &o, st: &st}
	for i := range p.Starts {
		if d.from(p.Starts[i]) {
			return d.solved(&p.Starts[i], false)
		}
		if d.ended {
			return gaveUp[S](endedReason, 0, &o, &st)
		}
	}
	return exhausted[S](0, &o, &st)
}

func (d *descent[S, K]) solved(start *S, optimal bool) Result[S] {
	d.st.Elapsed = time.Since(d.o.started)
	return Result[S]{Status: Solved, Start: *start, Moves: d.moves, Cost: d.cost, Optimal: optimal, Stats: *d.st}
}

func (d *descent[S, K]) raise(cost int) {
	if d.next < 0 || cost < d.next {
		d.next = cost
	}
}

func (d *descent[S, K]) from(start S) bool {
	d.path, d.moves, d.cost = d.path[:0], d.moves[:0], 0
	return d.dive(&start, d.p.Pack(&start))
}

// dive tells whether a goal lies below s within the bound; then moves and cost hold the plan.
func (d *descent[S, K]) dive(s *S, key K) bool {
	if f := d.cost + d.h(s); d.bound >= 0 && f > d.bound {
		d.raise(f)
		return false
	}
	if d.p.Goal(s) {
		return true
	}
	if d.p.Dead != nil && d.p.Dead(s) {
		return false
	}
	if d.o.over(d.st) {
		d.ended = true
		return false
	}
	depth := len(d.path)
	if depth == len(d.buffers) {
		d.buffers = append(d.buffers, nil)
	}
	steps := d.p.Successors(s, d.buffers[depth][:0])
	d.buffers[depth] = steps
	d.st.Expanded++
	d.st.Generated += len(steps)
	d.path = append(d.path, key)
	for i := range steps {
		next := &steps[i]
		to := d.p.Pack(&next.Next)
		if d.onPath(to) {
			continue
		}
		d.moves = append(d.moves, next.Move)
		d.cost += next.Cost
		if d.dive(&next.Next, to) {
			return true
		}
		d.moves = d.moves[:len(d.moves)-1]
		d.cost -= next.Cost
		if d.ended {
			return false
		}
	}
	d.path = d.path[:depth]
	return false
}

func (d *descent[S, K]) onPath(key K) bool {
	for i := len(d.path) - 1; i >= 0; i-- {
		if d.path[i] == key {
			return true
		}
	}
	return false
}
