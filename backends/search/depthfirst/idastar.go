package depthfirst

import (
	"math"

	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/text"
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
	lists     *successorLists[W]
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
	extent
	small    batching[W] // nil: there are no batches
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
	case s.Space.Layout.Words <= maxWords:
		return idaStarOf[wide](s)
	}
	return nil, false
}

func idaStarOf[W state](s *Search) (*idaStar[W], bool) {
	d := &idaStar[W]{
		Job: s.Job, search: s, linear: s.Heuristic.Linear, seen: map[W]struct{}{}, general: s.newDeepening(),
		goal: newGoalTest[W](s.Job), st: make([]uint64, s.Space.Layout.Words),
		extent: extent{largest: mostBatched},
	}
	d.small = d.newBatches()
	var scales []scale
	switch {
	case s.Heuristic.Silent() && !s.Space.Forbids():
	case d.fits() && !s.Space.Forbids():
		scales = []scale{d.linear.Sum.Unary}
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
	d.lists = f
	return d, ok
}

func (ida *idaStar[W]) updates() (ok bool, finds float64) {
	if ida.sums != nil {
		finds = ida.sums.finds()
	}
	return ida.Heuristic.Silent() || ida.linear != nil || ida.sums != nil, finds
}

// fits reports whether the estimate is one of the two kinds that slack handles.
func (ida *idaStar[W]) fits() bool {
	l := ida.linear
	if l == nil || l.Sum.Unary == nil || l.Sum.Least() < 0 || l.Sum.Base > task.MaxCost || tooWide(l.Sum.Unary) {
		return false
	}
	ida.unit = ida.Space.EqualCosts() && l.Mul == ida.Space.MinCost
	return ida.unit || l.Div == 1 && l.Mul == 1
}

// slack returns by how much the sum of the heuristic plus the costs may rise before the bound is exceeded. If all moves
// cost the same and the estimate is sum / div · cost, a move counts as div. Then no division is needed on the path.
func (ida *idaStar[W]) slack(bound, g, sum int64) int64 {
	if !ida.unit {
		return bound - g - sum
	}
	return ida.linear.Div*((bound-g)/ida.linear.Mul+1) - 1 - sum
}

// beyond returns a lower bound on the cost of a path from a root of cost g that exceeds the bound by excess.
func (ida *idaStar[W]) beyond(bound, g, excess int64) int64 {
	if !ida.unit {
		return bound + excess
	}
	return g + ida.linear.Mul*((bound-g)/ida.linear.Mul+1+(excess-1)/ida.linear.Div)
}

// pass is one depth-first search within the bound. It returns the least bound beyond it.
func (ida *idaStar[W]) pass(bound int64) (next int64, o job.Outcome) {
	if ida.often() {
		return ida.general.within(bound)
	}
	ida.lists.adopt(ida.search.pruning())
	ida.bound, ida.next = bound, math.MaxInt64
	ida.every, ida.sampled, ida.repeated = firstCheck, ida.sampled/2, ida.repeated/2
	for i := range ida.RootCount() {
		switch e := ida.descend(i); {
		case e == found:
			return 0, job.Outcome{Found: true, Root: i, Moves: forwards(ida.backwards)}
		case e == broken && ida.Stop == "" && !ida.GaveUp:
			return ida.general.within(bound)
		case e == broken:
			return ida.next, job.Outcome{}
		}
	}
	return ida.next, job.Outcome{}
}

// descend searches from a root. The general expander generates the successors of the root.
func (ida *idaStar[W]) descend(i int) ending {
	st, g := ida.Root(i), ida.RootCost(i)
	if f := g + ida.Heuristic.Of(st, ida.Expander.Child); f > ida.bound {
		ida.next = min(ida.next, f)
		return nothing
	}
	if ida.Space.IsGoal(st, ida.Expander.Child) {
		return found
	}
	ida.search.open(st)
	ida.span, ida.left = ida.every, ida.every
	ida.reserve(0)
	ida.excess = math.MinInt64
	defer ida.settle()
	end, shared := nothing, false
	if share := techniques[W]().share; share != nil {
		end, shared = share(ida, st, g)
	}
	if !shared {
		end = ida.alone(st, g)
	}
	if end == found {
		ida.Counts.Backtracks -= int64(len(ida.backwards)) - 1
		ida.Counts.Generated++ // the goal
	}
	if end == nothing && ida.excess != math.MinInt64 {
		ida.next = min(ida.next, ida.beyond(ida.bound, g, -ida.excess))
	}
	return end
}

// alone searches below the successors of a root, which the expander has generated, in one thread.
func (ida *idaStar[W]) alone(root []uint64, g int64) ending {
	path := []W{fromWords[W](root)}
	for k, kid := range ida.Expander.Kids {
		t, ok := ida.enter(ida.Expander.State(k), g, kid.Cost, ida.lists.after(kid.Move, root))
		if !ok {
			continue
		}
		t.path = path
		if e := ida.start(&t); e != nothing {
			return ida.back(e, &kid.Move)
		}
	}
	return nothing
}

// enter returns the subtree of a successor of a root of cost g, and false if the bound cuts the subtree off.
func (ida *idaStar[W]) enter(st []uint64, g, cost int64, to *successorList[W]) (t subtree[W], ok bool) {
	t = subtree[W]{state: fromWords[W](st), to: to}
	if ida.evaluates {
		t.slack = g + cost
		return t, true
	}
	sum := int64(0)
	if ida.linear != nil {
		sum = ida.linear.Sum.At(ida.Space, st)
	}
	if t.slack = ida.slack(ida.bound, g, sum) - ida.price(cost); t.slack < 0 {
		ida.cutOff(t.slack)
		return t, false
	}
	return t, true
}

// price returns the cost of a move as slack counts it.
func (ida *idaStar[W]) price(cost int64) int64 {
	if ida.unit {
		return ida.linear.Div
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
func (ida *idaStar[W]) settle() {
	n := ida.span - ida.left
	ida.Counts.Expanded += n
	ida.Counts.Generated += n + ida.cuts
	ida.Counts.Backtracks += n
	ida.Work += (n + ida.cuts) * (1 + ida.Heuristic.Effort)
	ida.span, ida.cuts = ida.left, 0
}

// check checks the limits and takes a sample of the paths. It returns broken if the search must end.
func (ida *idaStar[W]) check(depth int) ending {
	ida.settle()
	ida.sample(ida.path[:depth], ida.every)
	ida.every = min(2*ida.every, checkEvery, max(1, checkWork/(1+ida.Heuristic.Effort)))
	ida.span, ida.left = ida.every, ida.every
	ida.reserve(depth)
	if depth >= maxDepth {
		ida.Stop = "a path of " + text.Plural(maxDepth, "move") + " was reached after " + ida.ExpandedStates()
	}
	ida.lists.adopt(ida.search.pruning())
	ida.resize(ida.lists)
	if ida.Stop != "" || ida.Over(ida.search.Name, ida.bytes) || ida.often() {
		return broken
	}
	return nothing
}

func (ida *idaStar[W]) bytes() int64 {
	words := int64(ida.Space.Layout.Words)
	n := 8*int64(len(ida.path))*words + ida.sums.bytes()
	if ida.small != nil {
		n += 8 * ida.small.cells() * (words + 1)
	}
	return n
}

// reserve allocates memory for the path down to the next check.
func (ida *idaStar[W]) reserve(depth int) {
	n := depth + int(ida.left) + 2
	if n > len(ida.path) {
		ida.path = append(ida.path, make([]W, n-len(ida.path))...)
	}
	ida.sums.reserve(n)
}

const (
	fewSampled  = 1 << 10 // states that the samples must represent before they are used
	mostRepeats = 15      // of 16 states
)

// sample records whether a path repeats a state. The path represents all states since the last sample.
func (ida *idaStar[W]) sample(path []W, states int64) {
	clear(ida.seen)
	for _, s := range path {
		ida.seen[s] = struct{}{}
	}
	ida.sampled += states
	if len(ida.seen) < len(path) {
		ida.repeated += states
	}
}

// often reports whether nearly all paths repeat states. Then the general search, which skips them, is faster in total.
func (ida *idaStar[W]) often() bool {
	ida.wary = ida.wary || ida.sampled >= fewSampled && 16*ida.repeated > mostRepeats*ida.sampled
	return ida.wary
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
func (ida *idaStar[W]) estimate(depth int) int64 {
	if ida.sums != nil {
		return ida.sums.value(depth)
	}
	return ida.Heuristic.Of(ida.st, ida.Expander.Child)
}

// forbidden reports whether the task forbids the state in st, or whether the state is dead.
func (ida *idaStar[W]) forbidden() bool {
	if !ida.Space.Forbids() {
		return false
	}
	ida.Expander.Child.Load(ida.st)
	if !ida.Expander.Child.Holds(ida.Space.Always) {
		return true
	}
	if ida.Space.Dead < 0 || ida.Expander.Child.Eval(ida.Space.Dead) == 0 {
		return false
	}
	ida.Expander.Deaths++
	return true
}

// subtree is a part of a pass: a state and all paths from it.
type subtree[W state] struct {
	state W
	slack int64 // the argument of visit; if the estimate is evaluated, the cost of the way to the state
	to    *successorList[W]
	path  []W // the states before, from the root on
}

// start searches a subtree, if there is slack for its path.
func (ida *idaStar[W]) start(t *subtree[W]) ending {
	depth := copy(ida.path, t.path)
	if ida.evaluates {
		words := wordsOf(t.state)
		ida.sums.fill(ida.Space, ida.lists.scales, words[:], depth)
		return ida.lists.do.evaluate(ida, t.state, t.slack, t.to, depth)
	}
	ida.goalAt = -1
	switch {
	case !ida.lists.do.visit(ida, t.state, t.slack, t.to, depth):
		return nothing
	case ida.goalAt < 0:
		return broken
	}
	ida.retrace(depth)
	return found
}

// retrace makes the plan, from the path that visit found, from a depth on.
func (ida *idaStar[W]) retrace(depth int) {
	ida.backwards = ida.backwards[:0]
	for i := ida.goalAt - 1; i >= depth; i-- {
		words := wordsOf(ida.path[i])
		ida.Expander.Expand(words[:len(ida.st)])
		best := -1
		for k, kid := range ida.Expander.Kids {
			if fromWords[W](ida.Expander.State(k)) == ida.path[i+1] && (best < 0 || kid.Cost < ida.Expander.Kids[best].Cost) {
				best = k
			}
		}
		ida.backwards = append(ida.backwards, ida.Expander.Kids[best].Move)
	}
}
