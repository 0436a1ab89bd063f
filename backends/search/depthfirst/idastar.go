package depthfirst

import (
	"math"

	"github.com/pzc-lang/pzc/backends/search/amount"
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/compiler/task"
)

// idaStar is IDA* by successor lists. The state and the rest of the bound are passed by value, see visit.go.tmpl.
//
// idaStar does not test whether a state is on the current path already. The general search does, but the test costs
// more than it saves if repeated states are rare. So idaStar tests a sample of its paths. If nearly all sampled paths
// repeat a state, the general search goes on from there. The general search is slower for each state, but visits only
// states whose path repeats no state. In a finite space all long paths repeat states, so every search without a plan
// changes to the general search, and ends.
type idaStar[W state] struct {
	*job.Job
	search    *Search
	f         *successorLists[W]
	general   *deepening
	linear    *estimate.Linear
	evaluates bool // the estimate is a maximum of sums, or it must be evaluated in each state,
	// or a state must be tested for prunings or `dead`
	sums *incremental // nil: the estimate is evaluated
	unit bool         // the rest of the bound is counted in units of the sum, see slack
	goal goalTest[W]
	// goalAt is the depth of the goal that visit found; -1: it found none.
	goalAt int

	passage
	batch[W]
	path     []W
	sampled  int64 // states that the samples represent; earlier passes count a half, a quarter, …
	repeated int64 // the sampled states on paths that repeat a state
	seen     map[W]struct{}
	spreads  bool // each state is written into st and evaluated there
	st       []uint64
	wary     bool
}

// passage is the progress of one pass, with one bound.
type passage struct {
	bound     int64
	next      int64 // the least f beyond the bound
	excess    int64 // minus the least excess over the bound; math.MinInt64: no state was cut off
	left      int64 // states until the next check
	span      int64 // the value of left when the counts were settled
	every     int64 // states between two checks
	cuts      int64
	backwards []int32 // the plan
}

// ending is the result of a part of the search.
type ending int8

const (
	nothing ending = iota // everything was searched, without a goal
	found
	broken
)

// boundedPasses is an idaStar for states of any number of words.
type boundedPasses interface {
	pass(bound int64) (next int64, o job.Outcome)
	// updates reports whether the estimate is updated with each move, and how many states each evaluation looks up.
	updates() (ok bool, finds float64)
}

// newIDAStar returns IDA* by successor lists, and false if the task or the heuristic does not have the form for them.
func (s *Search) newIDAStar() (boundedPasses, bool) {
	switch {
	case s.Space.MinCost <= 0:
	case s.Space.Layout.Words == 1:
		return idaStarOf[uint64](s)
	case wideIDAStar && s.Space.Layout.Words <= MaxWords:
		return idaStarOf[wide](s)
	}
	return nil, false
}

func idaStarOf[W state](s *Search) (*idaStar[W], bool) {
	d := &idaStar[W]{
		Job: s.Job, search: s, linear: s.Heuristic.Linear, seen: map[W]struct{}{}, general: s.newDeepening(),
		goal: newGoalTest[W](s.Job), st: make([]uint64, s.Space.Layout.Words),
		batch: batch[W]{extent: extent{largest: mostBatched}},
	}
	var scales []Scale
	switch {
	case s.Heuristic.Silent() && !s.Space.Forbids():
	case d.fits() && !s.Space.Forbids():
		scales = []Scale{d.linear.Sum.Unary}
	default:
		d.linear, d.unit, d.evaluates = nil, false, true
		d.sums, scales = newIncremental(s.Heuristic)
		d.spreads = d.sums == nil || s.Space.Forbids()
	}
	f, ok := newSuccessorLists[W](s.Space, scales, d.evaluates, d.price)
	if !ok && d.sums != nil { // a move may change a sum by more than 32 bits hold: the estimate is evaluated
		d.sums, d.spreads = nil, true
		f, ok = newSuccessorLists[W](s.Space, nil, d.evaluates, d.price)
	}
	d.f = f
	return d, ok
}

func (d *idaStar[W]) updates() (ok bool, finds float64) {
	if d.sums != nil {
		finds = d.sums.finds()
	}
	return d.Heuristic.Silent() || d.linear != nil || d.sums != nil, finds
}

// fits reports whether the estimate is one of the two kinds that slack handles.
func (d *idaStar[W]) fits() bool {
	l := d.linear
	if l == nil || l.Sum.Unary == nil || l.Sum.Least() < 0 || l.Sum.Base > task.MaxCost || tooWide(l.Sum.Unary) {
		return false
	}
	d.unit = d.Space.EqualCosts() && l.Mul == d.Space.MinCost
	return d.unit || l.Div == 1 && l.Mul == 1
}

// slack returns by how much the sum of the heuristic plus the costs may rise before the bound is exceeded. If all moves
// cost the same and the estimate is sum / div · cost, a move counts as div. Then no division is needed on the path.
func (d *idaStar[W]) slack(bound, g, sum int64) int64 {
	if !d.unit {
		return bound - g - sum
	}
	return d.linear.Div*((bound-g)/d.linear.Mul+1) - 1 - sum
}

// beyond returns a lower bound on the cost of a path from a root of cost g that exceeds the bound by excess.
func (d *idaStar[W]) beyond(bound, g, excess int64) int64 {
	if !d.unit {
		return bound + excess
	}
	return g + d.linear.Mul*((bound-g)/d.linear.Mul+1+(excess-1)/d.linear.Div)
}

// pass is one depth-first search within the bound. It returns the least bound beyond it.
func (d *idaStar[W]) pass(bound int64) (next int64, o job.Outcome) {
	if d.often() {
		return d.general.within(bound)
	}
	d.f.adopt(d.search.pruning())
	d.bound, d.next = bound, math.MaxInt64
	d.every, d.sampled, d.repeated = firstCheck, d.sampled/2, d.repeated/2
	for i := range d.RootCount() {
		switch e := d.descend(i); {
		case e == found:
			return 0, job.Outcome{Found: true, Root: i, Moves: forwards(d.backwards)}
		case e == broken && d.Stop == "" && !d.GaveUp:
			return d.general.within(bound)
		case e == broken:
			return d.next, job.Outcome{}
		}
	}
	return d.next, job.Outcome{}
}

// descend searches from a root. The general expander generates the successors of the root.
func (d *idaStar[W]) descend(i int) ending {
	st, g := d.Root(i), d.RootCost(i)
	if f := g + d.Heuristic.Of(st, d.Expander.Child); f > d.bound {
		d.next = min(d.next, f)
		return nothing
	}
	if d.Space.IsGoal(st, d.Expander.Child) {
		return found
	}
	d.search.open(st)
	d.span, d.left = d.every, d.every
	d.reserve(0)
	d.excess = math.MinInt64
	defer d.settle()
	var end ending
	if threaded && d.shares() {
		end = d.share(st, g)
	} else {
		end = d.alone(st, g)
	}
	if end == found {
		d.Counts.Backtracks -= int64(len(d.backwards)) - 1
		d.Counts.Generated++ // the goal
	}
	if end == nothing && d.excess != math.MinInt64 {
		d.next = min(d.next, d.beyond(d.bound, g, -d.excess))
	}
	return end
}

// alone searches below the successors of a root, which the expander has generated, in one thread.
func (d *idaStar[W]) alone(root []uint64, g int64) ending {
	path := []W{fromWords[W](root)}
	for k, kid := range d.Expander.Kids {
		t, ok := d.enter(d.Expander.State(k), g, kid.Cost, d.f.after(kid.Move, root))
		if !ok {
			continue
		}
		t.path = path
		if e := d.start(&t); e != nothing {
			return d.back(e, &kid.Move)
		}
	}
	return nothing
}

// enter returns the subtree of a successor of a root of cost g, and false if the bound cuts the subtree off.
func (d *idaStar[W]) enter(st []uint64, g, cost int64, to *successorList[W]) (t subtree[W], ok bool) {
	t = subtree[W]{state: fromWords[W](st), to: to}
	if d.evaluates {
		t.slack = g + cost
		return t, true
	}
	sum := int64(0)
	if d.linear != nil {
		sum = d.linear.Sum.At(d.Space, st)
	}
	if t.slack = d.slack(d.bound, g, sum) - d.price(cost); t.slack < 0 {
		d.cutOff(t.slack)
		return t, false
	}
	return t, true
}

// price returns the cost of a move as slack counts it.
func (d *idaStar[W]) price(cost int64) int64 {
	if d.unit {
		return d.linear.Div
	}
	return cost
}

// forwards returns a plan in its right order.
func forwards(plan []int32) []int {
	moves := make([]int, len(plan))
	for i, m := range plan {
		moves[len(plan)-1-i] = int(m)
	}
	return moves
}

const (
	firstCheck = 1 << 4
	checkEvery = 1 << 16 // states
	checkWork  = 1 << 18 // successors that could be made instead of the estimates of these states
)

// settle adds the counts of the pass to those of the run.
func (d *idaStar[W]) settle() {
	n := d.span - d.left
	d.Counts.Expanded += n
	d.Counts.Generated += n + d.cuts
	d.Counts.Backtracks += n
	d.Work += (n + d.cuts) * (1 + d.Heuristic.Effort)
	d.span, d.cuts = d.left, 0
}

// check checks the limits and takes a sample of the paths. It returns broken if the search must end.
func (d *idaStar[W]) check(depth int) ending {
	d.settle()
	d.sample(d.path[:depth], d.every)
	d.every = min(2*d.every, checkEvery, max(1, checkWork/(1+d.Heuristic.Effort)))
	d.span, d.left = d.every, d.every
	d.reserve(depth)
	if depth >= maxDepth {
		d.Stop = "a path of " + amount.Of(maxDepth, "move") + " was reached after " + d.ExpandedStates()
	}
	d.f.adopt(d.search.pruning())
	d.resize(d.f)
	if d.Stop != "" || d.Over(d.search.Name, d.bytes) || d.often() {
		return broken
	}
	return nothing
}

func (d *idaStar[W]) bytes() int64 {
	words := int64(d.Space.Layout.Words)
	return 8*(int64(len(d.path))*words+d.cells()*(words+1)) + d.sums.bytes()
}

// reserve allocates memory for the path down to the next check.
func (d *idaStar[W]) reserve(depth int) {
	n := depth + int(d.left) + 2
	if n > len(d.path) {
		d.path = append(d.path, make([]W, n-len(d.path))...)
	}
	d.sums.reserve(n)
}

const (
	fewSampled  = 1 << 10 // states that the samples must represent before they are used
	mostRepeats = 15      // of 16 states
)

// sample records whether a path repeats a state. The path represents all states since the last sample.
func (d *idaStar[W]) sample(path []W, states int64) {
	clear(d.seen)
	for _, s := range path {
		d.seen[s] = struct{}{}
	}
	d.sampled += states
	if len(d.seen) < len(path) {
		d.repeated += states
	}
}

// often reports whether nearly all paths repeat states. Then the general search, which skips them, is faster in total.
func (d *idaStar[W]) often() bool {
	d.wary = d.wary || d.sampled >= fewSampled && 16*d.repeated > mostRepeats*d.sampled
	return d.wary
}

// cutOff records a successor beyond the bound.
func (p *passage) cutOff(left int64) {
	p.cuts++
	if left > p.excess {
		p.excess = left
	}
}

// back adds a move to the plan on the way up.
func (p *passage) back(end ending, move *int32) ending {
	if end == found {
		p.backwards = append(p.backwards, *move)
	}
	return end
}

// estimate returns the estimate of the state at the given depth of the path, or of the state in st.
func (d *idaStar[W]) estimate(depth int) int64 {
	if d.sums != nil {
		return d.sums.value(depth)
	}
	return d.Heuristic.Of(d.st, d.Expander.Child)
}

// forbidden reports whether the task forbids the state in st, or whether the state is dead.
func (d *idaStar[W]) forbidden() bool {
	if !d.Space.Forbids() {
		return false
	}
	d.Expander.Child.Load(d.st)
	if !d.Expander.Child.Holds(d.Space.Always) {
		return true
	}
	if d.Space.Dead < 0 || d.Expander.Child.Eval(d.Space.Dead) == 0 {
		return false
	}
	d.Expander.Deaths++
	return true
}
