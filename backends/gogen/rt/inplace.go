package search

import (
	"math"
	"time"
)

// InPlace is how a puzzle is searched depth first in place: a move changes the state, and is taken back afterwards. The
// moves that are tried after a move are those of a list, because the last move excludes the others.
type InPlace[S any] struct {
	// Below makes the function that searches below a state with the named estimate, and what it shares with the search.
	Below func(heuristic string, h Heuristic[S]) (Below[S], *Descent)
	List  func(s *S, move int) int // the list of moves that are tried after a move that was made in s
	Make  func(s *S, move int) (next S, ok bool)
	// Deepens tells that iterative deepening works in place, and Rises that no path holds a state twice, so that
	// backtracking does.
	Deepens, Rises bool
}

// Below searches below a state, which is the last of a path of depth moves. It tries the moves of a list. h is the
// estimate of the state, or Later, and room is what the rest of the plan may cost. It returns true if it found a plan
// or has to end; the state is then where it stopped, and otherwise as before.
type Below[S any] func(s *S, list, h, room, depth int) bool

// Later stands for an estimate that is computed when the search enters the state.
const Later = math.MinInt / 2

// Descent is what the function of a puzzle shares with the search.
type Descent struct {
	Moves      []int // the path
	Left       int   // states until the next look
	Computed   bool  // the estimate is computed in each state
	Admissible bool  // no state whose estimate exceeds 0 is a goal

	watch    func(h, depth int) bool
	repeats  func(moves []int) bool // whether the path enters a state twice
	found    bool
	plan     []int
	excess   int // the least excess over the bound; Hopeless: none
	cuts     int // successors beyond the bound
	span     int // Left at the last count of states
	every    int // states between two looks
	reason   string
	sampled  int // states for which paths were sampled; earlier passes count half, a quarter, and so on
	repeated int // of these, states whose paths hold a state twice
	o        *Options
	st       *Stats
}

const (
	firstLook  = 1 << 4
	lastLook   = 1 << 16
	fewSampled = 1 << 10
)

// Found notes the plan.
func (d *Descent) Found(depth int) bool {
	if d.watch != nil {
		return false
	}
	d.found, d.plan = true, append([]int(nil), d.Moves[:depth]...)
	return true
}

// Cut notes a successor whose estimate exceeds what the rest of the plan may cost.
func (d *Descent) Cut(excess int) {
	d.cuts++
	if excess < d.excess {
		d.excess = excess
	}
	if excess > Hopeless/2 && d.st != nil {
		d.st.DeadEnds++
	}
}

// Exceeds tells whether an estimate exceeds what the rest of the plan may cost, and notes it.
func (d *Descent) Exceeds(h, room int) bool {
	if h > room {
		d.Cut(h - room)
	}
	return h > room
}

// Dead notes a successor from which no goal can be reached.
func (d *Descent) Dead() {
	if d.cuts++; d.st != nil {
		d.st.Dead++
	}
}

// Watch calls see in each state, with its estimate, until see returns true. Goals are treated like other states.
func (d *Descent) Watch(see func(h, depth int) bool) {
	d.watch, d.Moves = see, make([]int, 1<<10)
}

// Look is called now and then. It tells whether the search has to end, and samples how often paths hold a state twice.
func (d *Descent) Look(h, depth int) bool {
	d.Left = 0
	if d.watch != nil {
		return depth+1 == len(d.Moves) || d.watch(h, depth)
	}
	d.count()
	if d.repeats != nil {
		d.sampled += d.every
		if d.repeats(d.Moves[:depth-1]) {
			d.repeated += d.every
		}
	}
	d.every = min(2*d.every, lastLook)
	d.span, d.Left = d.every, d.every
	d.reserve(depth)
	if d.o.stopped() {
		d.reason = endedReason
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

// count adds the states since the last count to the statistics.
func (d *Descent) count() {
	n := d.span - d.Left
	d.st.Expanded += n
	d.st.Generated += n + d.cuts
	d.st.Backtracks += n
	d.span, d.cuts = d.Left, 0
}

// reserve makes Moves long enough until the next Look.
func (d *Descent) reserve(depth int) {
	if n := depth + d.Left + 2; n > len(d.Moves) {
		d.Moves = append(d.Moves, make([]int, n-len(d.Moves))...)
	}
}

// often tells whether nearly all paths hold a state twice. Then the search that avoids such paths is faster, although
// it takes longer for each state. In a finite space without a plan, paths become so long that often becomes true, so
// the search ends.
func (d *Descent) often() bool { return d.sampled >= fewSampled && 16*d.repeated > 15*d.sampled }

// inPlace is a descent in place.
type inPlace[S any, K Key] struct {
	*Descent
	p     *Problem[S, K]
	h     Heuristic[S]
	below Below[S]
	start *S
}

// inPlace returns the search in place that belongs to a descent; nil if the puzzle has none.
func (d *descent[S, K]) inPlace() *inPlace[S, K] {
	q := d.p.InPlace
	if q == nil || d.bound < 0 && !q.Rises || d.bound >= 0 && !q.Deepens {
		return nil
	}
	x := &inPlace[S, K]{p: d.p, h: func(s *S) int { return estimate(d.h, s, d.o) }}
	x.below, x.Descent = q.Below(d.o.Heuristic, x.h)
	x.o, x.st, x.Admissible, x.every = d.o, d.st, d.o.Admissible, firstLook
	if !q.Rises {
		x.repeats = x.twice
	}
	return x
}

// twice tells whether a path enters a state twice.
func (x *inPlace[S, K]) twice(moves []int) bool {
	s := *x.start
	seen := map[K]bool{x.p.Pack(&s): true}
	for _, move := range moves {
		s, _ = x.p.InPlace.Make(&s, move)
		seen[x.p.Pack(&s)] = true
	}
	return len(seen) <= len(moves)
}

// begin starts a pass.
func (x *inPlace[S, K]) begin() {
	x.every, x.sampled, x.repeated = firstLook, x.sampled/2, x.repeated/2
}

// from tells whether there is a plan from a start within the bound, and raises the next bound.
func (x *inPlace[S, K]) from(d *descent[S, K], start *S) bool {
	x.start, x.excess = start, Hopeless
	room := math.MaxInt / 2
	if d.bound >= 0 {
		room = d.bound
		if h := x.h(start); h > room {
			d.raise(h)
			return false
		}
	}
	if x.p.Goal(start) {
		x.plan, x.found = nil, true
		return true
	}
	steps := x.p.successors(start, nil, x.st)
	x.span, x.Left = x.every, x.every
	x.reserve(0)
	defer x.count()
	for i := range steps {
		s, move := steps[i].Next, steps[i].Move
		h, left := x.h(&s), room-steps[i].Cost
		if h > left {
			x.Cut(h - left)
			continue
		}
		if x.Computed {
			h = Later
		}
		x.Moves[0] = move
		if x.below(&s, x.p.InPlace.List(start, move), h, left, 1) {
			if x.found {
				x.st.Backtracks -= len(x.plan) - 1
				x.st.Generated++ // of the goal
			}
			return x.found
		}
	}
	if d.bound >= 0 && x.excess < Hopeless/2 {
		d.raise(d.bound + x.excess)
	}
	return false
}
