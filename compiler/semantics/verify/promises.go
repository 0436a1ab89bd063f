package verify

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/text"
)

// Sampling says how many states a check of promises visits. The zero value is the default.
type Sampling struct {
	Walks int // the number of random walks from the initial state; 0: 8
	Steps int // the number of moves of each walk; 0: 50
	Work  int // the steps of evaluation after which no new state is visited; 0: 10 million, a fraction of a second
	Seed  uint64
	// Beyond computes heuristics that read the costs of simpler puzzles; nil: these are not tested.
	Beyond Beyond
}

// maxOrbit is the greatest number of equivalent states that are compared. maxBranch is the greatest number of moves
// that are tried around a sample.
const (
	maxOrbit  = 500
	maxBranch = 2000
)

// RandomWalk makes up to n applicable moves, each drawn uniformly. It ends early in a state without applicable moves,
// or after a number of steps of evaluation.
func RandomWalk(x *semantics.Machine, state []int64, rnd *rand.Rand, n int, steps int64) []semantics.Made {
	var walk []semantics.Made
	ev := x.Evaluator()
	next, end := make([]int64, len(state)), ev.Left()-steps
	for range n {
		var drawn semantics.Made // the k-th applicable move takes the place with a chance of 1/k
		k := 0
		for _, mv := range x.Instances() {
			if !ev.Spend(1+len(state)/valuesPerStep) || ev.Left() < end {
				return walk
			}
			if cost, ok := x.Make(state, mv, next); ok {
				if k++; rnd.IntN(k) == 0 {
					drawn = semantics.Made{Move: mv, Cost: cost, State: append(drawn.State[:0], next...)}
				}
			}
		}
		if k == 0 {
			break
		}
		walk, state = append(walk, drawn), drawn.State
	}
	return walk
}

// valuesPerStep is about the number of values of a state that are copied in the time of a step of evaluation.
const valuesPerStep = 64

// Sample tests the promises of a model on states of random walks from start: invariants, dead states, symmetries,
// relaxations, prunings and admissible heuristics. Each broken promise gives one warning. A list without warnings is no
// proof; All visits all states. If the context ended, the list must not be used.
func Sample(ctx context.Context, m *model.Model, start []int64, s Sampling) diag.List {
	if !m.Promises() {
		return nil
	}
	c := newPromises(m, s.Beyond)
	defer c.x.Within(ctx)()
	if c.x.CheckInstances() != nil {
		return nil // grounding reports it
	}
	var out diag.List
	c.classes, c.legal = newClasses(c.x, maxOrbit), c.x.Legal
	c.found = func(_ any, span diag.Span, text string) { out.Warnf(span, codePromise, "%s", text) }
	c.relaxationErrors()
	c.sample(start, s)
	if p := c.x.Problem(); p != nil {
		return diag.List{p}
	}
	return out
}

// sample checks the states of random walks.
func (c *promises) sample(start []int64, s Sampling) {
	ev := c.x.Evaluator()
	c.sampling = true
	s.Walks, s.Steps, s.Work = cmp.Or(s.Walks, 8), cmp.Or(s.Steps, 50), cmp.Or(s.Work, 10_000_000)
	end := ev.Left() - int64(s.Work)
	rnd := rand.New(rand.NewPCG(s.Seed, 1))
	for n := 0; n < s.Walks && ev.Left() > end; n++ {
		walk := RandomWalk(c.x, start, rnd, s.Steps, ev.Left()-end)
		c.walk(start, walk)
		state := start
		for i := 0; i < len(walk) && ev.Left() > end; i++ {
			c.state(state, rnd)
			c.move(state, walk[i])
			c.prunes(state, rnd)
			state = walk[i].State
		}
		c.state(state, rnd)
	}
}

// promises checks promises on single states. It calls found for each broken promise.
type promises struct {
	x         *semantics.Machine
	estimates *Estimates
	others    map[*model.Relaxation]*relaxed
	key       keyer
	classes   *classes
	legal     func(state []int64) []semantics.Made
	told      map[any]bool // the promises that were reported
	// The states are few: it does not pay to visit their classes first.
	sampling bool
	found    func(what any, span diag.Span, text string)
}

// newPromises makes checks with a machine of their own.
func newPromises(m *model.Model, beyond Beyond) *promises {
	x := semantics.NewMachine(m)
	return &promises{
		x: x, estimates: NewEstimates(x, beyond), others: map[*model.Relaxation]*relaxed{}, key: newKeyer(m),
		told: map[any]bool{},
	}
}

// other returns the other puzzle of a relaxation.
func (c *promises) other(r *model.Relaxation) *relaxed {
	if c.others[r] == nil {
		c.others[r] = newRelaxed(c.x.Evaluator().Context(), c.x.Model(), r)
	}
	return c.others[r]
}

func (c *promises) warn(what any, span diag.Span, format string, args ...any) {
	if !c.told[what] {
		c.told[what] = true
		c.found(what, span, fmt.Sprintf(format, args...))
	}
}

// describe returns a state as one line of text.
func (c *promises) describe(state []int64) string {
	m, names := c.x.Model(), []string(nil)
	for place, v := range state {
		names = append(names, m.StateName(place)+" = "+m.FormatAt(place, v))
		if len(names) == 40 {
			names = append(names, "…")
			break
		}
	}
	return strings.Join(names, ", ")
}

// walk checks promises about the distance to a goal (dead states, admissible heuristics) on a walk that reaches a goal.
func (c *promises) walk(start []int64, walk []semantics.Made) {
	x := c.x
	last, left := -1, int64(0)
	for i := range walk {
		if x.Goal(walk[i].State) {
			last = i
		}
	}
	if last < 0 && !x.Goal(start) {
		return
	}
	for i := last; i >= -1; i-- {
		state := start
		if i >= 0 {
			state = walk[i].State
		}
		if x.Goal(state) {
			left = 0
		}
		c.ahead(state, left)
		if i >= 0 {
			left = sum(left, walk[i].Cost)
		}
	}
}

// ahead checks a state from which a goal is reachable at the cost left.
func (c *promises) ahead(state []int64, left int64) {
	x := c.x
	for i := range x.Model().Deads {
		d := &x.Model().Deads[i]
		if !c.told[d] && x.Holds(*d, state) {
			c.warn(d, d.Expr.Span(), "a state is `dead` from which a goal can be reached: %s", c.describe(state))
		}
	}
	for _, h := range x.Model().Heuristics {
		if !h.Admissible || c.told[h] || left > model.MaxCost {
			continue
		}
		if v, err := c.estimates.Of(h, state); err == nil && v > left {
			c.warn(h, h.Span, "`%s` is not admissible: it says %s where a goal is reached at cost %d: %s",
				h.Name, estimated(v), left, c.describe(state))
		}
	}
}

// estimated returns an estimate as text.
func estimated(v int64) string {
	if v >= unreachable {
		return "that there is no plan"
	}
	return strconv.FormatInt(v, 10)
}

// state checks promises about one state: invariants, and a few instances of each symmetry.
func (c *promises) state(state []int64, rnd *rand.Rand) {
	c.invariants(state)
	for _, sym := range c.x.Model().Symmetries {
		if c.told[sym] {
			continue
		}
		all := c.instances(sym)
		for range min(len(all), 4) {
			c.symmetry(state, all[rnd.IntN(len(all))])
		}
	}
}

func (c *promises) invariants(state []int64) {
	m := c.x.Model()
	for i := range m.Invariants {
		inv := &m.Invariants[i]
		if !c.told[inv] && !c.x.Holds(*inv, state) {
			c.warn(inv, inv.Expr.Span(), "an `invariant` fails in a state that can be reached: %s", c.describe(state))
		}
	}
}

// instances lists the instances of a symmetry.
func (c *promises) instances(sym *model.Move) []semantics.Move { return c.classes.bySymmetry[sym] }

// symmetry checks that an instance keeps the goal and maps each move to a move of equal cost.
func (c *promises) symmetry(state []int64, s semantics.Move) {
	x := c.x
	image, refusal := x.ApplySymmetry(state, s.Decl, s.Args)
	if refusal != nil {
		if refusal.Rule != semantics.RuleWhen && refusal.Rule != semantics.RuleRequire {
			c.warn(s.Decl, s.Decl.Span, "the symmetry %s", refusal.Text)
		}
		return
	}
	name := x.Format(s)
	if x.Goal(state) != x.Goal(image) {
		c.warn(s.Decl, s.Decl.Span, "the symmetry `%s` does not keep the goal: %s; its image: %s",
			name, c.describe(state), c.describe(image))
		return
	}
	if v, ok := x.Objective(state); ok {
		if w, _ := x.Objective(image); v != w {
			c.warn(s.Decl, s.Decl.Span,
				"the symmetry `%s` does not keep the value of `%s`, %d, but makes it %d: %s; its image: %s",
				name, x.Model().Objective.Word(), v, w, c.describe(state), c.describe(image))
			return
		}
	}
	if r := x.Always(image); r != nil {
		c.warn(s.Decl, s.Decl.Span, "the symmetry `%s` leads to a state that breaks `always`: %s; its image: %s",
			name, c.describe(state), c.describe(image))
		return
	}
	from := c.legal(image)
	mapped := func(semantics.Made) bool { return false }
	if c.sampling {
		mapped = c.mapped(from, s)
	}
	var there map[onward]bool // the results of the moves from the image
	c.classes.trim()
	for _, m := range c.legal(state) {
		if mapped(m) {
			continue
		}
		if there == nil {
			if there = c.onwards(from); there == nil {
				return
			}
		}
		class, ok := c.classes.of(m.State)
		if !ok {
			return
		}
		if !there[onward{m.Cost, class}] {
			c.warn(s.Decl, s.Decl.Span, "the symmetry `%s` does not keep the move `%s`: "+
				"no move of equal cost leads from the image to an equivalent state: %s; its image: %s",
				name, x.Format(m.Move), c.describe(state), c.describe(image))
			return
		}
	}
}

// mapped returns a test for a move: one of the given moves of equal cost leads to the same state, or to its image under
// the symmetry. This decides most moves without visiting a class of states.
func (c *promises) mapped(moves []semantics.Made, s semantics.Move) func(semantics.Made) bool {
	ends := map[string]bool{}
	key := func(cost int64, state []int64) string {
		return string(c.key.append(binary.AppendVarint(nil, cost), state))
	}
	for _, m := range moves {
		ends[key(m.Cost, m.State)] = true
	}
	return func(m semantics.Made) bool {
		if ends[key(m.Cost, m.State)] {
			return true
		}
		image, refusal := c.x.ApplySymmetry(m.State, s.Decl, s.Args)
		return refusal == nil && ends[key(m.Cost, image)]
	}
}

// onwards returns the results of moves, nil if a class has too many states to visit.
func (c *promises) onwards(moves []semantics.Made) map[onward]bool {
	out := map[onward]bool{}
	for _, m := range moves {
		class, ok := c.classes.of(m.State)
		if !ok {
			return nil
		}
		out[onward{m.Cost, class}] = true
	}
	return out
}

// onward is the result of a move up to symmetry.
type onward struct {
	cost  int64
	class int
}

// relaxationErrors reports relaxations that cannot be built.
func (c *promises) relaxationErrors() {
	for _, r := range c.x.Model().Relaxations {
		if o := c.other(r); o.err != nil {
			c.warn(r, r.Span, "%v", o.err)
		}
	}
}

// move checks for each relaxation that a move maps to a move of no greater cost, or changes nothing in the image.
func (c *promises) move(state []int64, m semantics.Made) {
	for _, r := range c.x.Model().Relaxations {
		if !c.told[r] {
			c.relaxation(r, state, m)
		}
	}
}

func (c *promises) relaxation(r *model.Relaxation, state []int64, m semantics.Made) {
	x, o := c.x, c.other(r)
	if o.err != nil {
		return
	}
	images := make([][]int64, 2)
	for i, s := range [][]int64{state, m.State} {
		var err error
		x.Evaluator().SetState(s)
		if images[i], err = x.Evaluator().Image(r, o.x.Model()); err != nil {
			c.warn(r, r.Span, "relaxation %s: %v: %s", r.Name, err, c.describe(s))
			return
		}
	}
	if x.Goal(state) && !o.x.Goal(images[0]) {
		c.warn(r, r.Span, "relaxation %s: a goal does not map to a goal: %s", r.Name, c.describe(state))
		return
	}
	if string(o.key.append(nil, images[0])) == string(o.key.append(nil, images[1])) {
		return
	}
	for _, n := range o.x.Legal(images[0]) {
		if n.Cost <= m.Cost && string(o.key.append(nil, n.State)) == string(o.key.append(nil, images[1])) {
			return
		}
	}
	c.warn(r, r.Span, "relaxation %s: `%s` of cost %d maps to no move of at most that cost: %s",
		r.Name, x.Format(m.Move), m.Cost, c.describe(state))
}

// prunes checks one random sequence for each `prune`: another sequence must lead to the same state with no more moves
// and no greater cost.
func (c *promises) prunes(state []int64, rnd *rand.Rand) {
	for _, p := range c.x.Model().Prunes {
		if !c.told[p] {
			c.prune(p, state, rnd)
		}
	}
}

func (c *promises) prune(p *model.Prune, state []int64, rnd *rand.Rand) {
	x := c.x
	var found [][]semantics.Made
	budget := maxBranch
	c.sequences(state, len(p.Steps), nil, &budget, func(seq []semantics.Made) bool {
		if x.PruneMatches(p, movesOf(seq)) {
			found = append(found, append([]semantics.Made(nil), seq...))
		}
		return true
	})
	if len(found) == 0 {
		return
	}
	seq := found[rnd.IntN(len(found))]
	cost := int64(0)
	for _, m := range seq {
		cost += m.Cost
	}
	end := string(c.key.append(nil, seq[len(seq)-1].State))
	ok := string(c.key.append(nil, state)) == end
	budget = maxBranch * 10
	for n := 1; n <= len(seq) && !ok; n++ {
		c.sequences(state, n, nil, &budget, func(other []semantics.Made) bool {
			total := int64(0)
			for _, m := range other {
				total += m.Cost
			}
			ok = total <= cost && string(c.key.append(nil, other[len(other)-1].State)) == end && !c.same(seq, other)
			return !ok
		})
	}
	if !ok && budget > 0 {
		c.warn(p, p.Span, "`prune` forbids %s, but no other sequence of at most %s and cost %d leads there: %s",
			c.names(seq), text.Count(len(seq), "move"), cost, c.describe(state))
	}
}

// sequences calls yield for each sequence of n applicable moves, until yield returns false or the budget of moves is
// spent.
func (c *promises) sequences(
	state []int64, n int, before []semantics.Made, budget *int, yield func([]semantics.Made) bool,
) bool {
	if n == 0 {
		return yield(before)
	}
	for _, m := range c.x.Legal(state) {
		if *budget--; *budget <= 0 {
			return false
		}
		if !c.sequences(m.State, n-1, append(before, m), budget, yield) {
			return false
		}
	}
	return true
}

func movesOf(seq []semantics.Made) []semantics.Move {
	out := make([]semantics.Move, len(seq))
	for i := range seq {
		out[i] = seq[i].Move
	}
	return out
}

func (c *promises) same(a, b []semantics.Made) bool { return c.names(a) == c.names(b) }

func (c *promises) names(seq []semantics.Made) string {
	parts := make([]string, len(seq))
	for i := range seq {
		parts[i] = c.x.Format(seq[i].Move)
	}
	return "`" + strings.Join(parts, ", ") + "`"
}
