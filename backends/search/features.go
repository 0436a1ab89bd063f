package search

import (
	"math"

	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/heuristic"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/prune"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/backends/technique"
)

// packing is the name under which feature-space search is shown.
const packing = "packing"

// firstPacked is the number of states that it expands before another search has its turn.
const firstPacked = 1 << 17

// packers returns feature-space search, unless a heuristic was asked for. It uses the admissible estimate to find dead
// ends.
func (r *run) packers(bound estimate.Estimate) []guided {
	if r.o.Heuristic != "" || r.RootCount() == 0 || r.Without.Has(technique.Packing) {
		return nil
	}
	p := prune.NewPacker(r.Space, r.Root(0))
	if p == nil {
		return nil
	}
	bound.Name = packing
	return []guided{{guide: bound, states: firstPacked, other: &portfolio{run: r, packer: p}}}
}

// features is feature-space search (Shoham, Schaeffer, The FESS Algorithm: A Feature Based Approach to Single-Agent
// Search, 2020) in a puzzle whose goals are packed, see prune.Packer. A step carries one token, by any number of moves.
// Each feature of a state is a number that is 0 at the end: the goals that are not packed, and the components of the
// free nodes. States with the same features have an open list of their own. The lists are used in turn. Of the steps
// from a state, those that an advisor advises weigh 0, and others weigh 1. In a list, the state comes first to which
// the steps weigh least.
type features struct {
	*bestFirst
	policy
	packer  prune.Packer
	matcher heuristic.Assignment
	lists   []*openList
	of      map[[2]int]*openList
	turn    int   // in lists
	until   int64 // another search goes on after this number of expanded states
	weight  store.Pages[int32]
	kids    []stepped // the states to which the steps from a state lead
}

// policy is a choice in which feature-space searches differ. Each of those in policies solves levels of XSokoban that
// the others do not.
type policy struct {
	advisors []advisor
	newest   bool // of states that weigh the same, the newest comes first; else the one with the least matching
}

// advisor judges a state. It advises the step to the state that it judges least, if that is less than before the step.
type advisor func(r *rating) int64

// rating holds the features of a state, and the cost of the least matching of tokens with the goals not packed.
type rating struct {
	missing, parts int
	matching       int64
}

func (r *rating) packs() int64    { return int64(r.missing) }
func (r *rating) connects() int64 { return int64(r.parts) }
func (r *rating) nears() int64    { return r.matching }

var policies = []policy{
	{advisors: []advisor{(*rating).packs}},
	{advisors: []advisor{(*rating).packs, (*rating).connects}, newest: true},
	{advisors: []advisor{(*rating).packs, (*rating).connects, (*rating).nears}},
}

// stepped is a state to which a step leads.
type stepped struct {
	rating
	id uint32
	at int32 // the node of the token that was carried
}

const (
	noMatch = 1 << 10 // the cost of a matching if there is none
	oneTurn = 1 << 12 // states that a search expands before the next one goes on
)

// portfolio is a feature-space search for each policy. They take turns.
type portfolio struct {
	*run
	packer prune.Packer
	all    []*features
	turn   int
}

// bytes returns the bytes of the searches.
func (p *portfolio) bytes() (n int64) {
	for _, w := range p.all {
		n += w.bytes()
	}
	return n + p.packer.Bytes()
}

func (p *portfolio) name() string { return "feature-space search" }

func (p *portfolio) forget() { p.all = nil }

// goOn searches until one policy has a plan, or has no more states, or the budget is spent.
func (p *portfolio) goOn() job.Outcome {
	defer p.corral(p.Expander)()
	if p.all == nil {
		for _, choice := range policies {
			p.all = append(p.all, p.newFeatures(p.packer, choice))
		}
	}
	for ; ; p.turn++ {
		w := p.all[p.turn%len(p.all)]
		w.until = p.Counts.Expanded + oneTurn
		o := w.drain(p.bytes, w.next, w.expand)
		if o.Found || p.Stop != "" || p.GaveUp || p.Counts.Expanded < w.until {
			return o
		}
	}
}

func (r *run) newFeatures(p prune.Packer, choice policy) *features {
	// Under a limit of cost, a cheaper path to an expanded state may lead to a plan where the first one did not.
	w := &features{
		bestFirst: r.newBestFirst(rank{name: packing, h: 1, reopen: r.maxCost < math.MaxInt64}), policy: choice, packer: p,
		of: map[[2]int]*openList{},
	}
	for i := r.RootCount() - 1; i >= 0; i-- {
		w.reach(r.Root(i), node{noParent, int32(i), r.RootCost(i)}, -1)
	}
	for k := range w.kids {
		w.enqueue(&w.kids[k], 0)
	}
	return w
}

// next takes a state out of the open list whose turn it is.
func (w *features) next() (id uint32, ok bool) {
	for left := len(w.lists); left > 0 && w.Counts.Expanded < w.until; {
		l := w.lists[w.turn%len(w.lists)]
		if _, _, id, ok = l.pop(); ok && w.closed.expanded(id) {
			continue
		}
		w.turn++
		if ok {
			return id, true
		}
		left--
	}
	return 0, false
}

// expand makes all steps from a state.
func (w *features) expand(id uint32) {
	w.closed.setExpanded(id)
	w.kids = w.kids[:0]
	w.carry(id, nil)
	for k := 0; k < len(w.kids) && !w.incumbent.exists(); k++ {
		w.carry(w.kids[k].id, w.packer.MovesFrom(w.kids[k].at))
	}
	here := w.rate(w.closed.State(id))
	weight := *w.weight.At(id) + 1
	for k := range w.kids {
		*w.weight.At(w.kids[k].id) = weight
	}
	for _, value := range w.advisors {
		best, least := -1, [2]int64{value(&here), 0}
		for k := range w.kids {
			kid := &w.kids[k].rating
			v := [2]int64{value(kid), kid.matching}
			if v[0] < least[0] || best >= 0 && v[0] == least[0] && v[1] < least[1] {
				best, least = k, v
			}
		}
		if best >= 0 {
			*w.weight.At(w.kids[best].id) = weight - 1
		}
	}
	for k := range w.kids {
		w.enqueue(&w.kids[k], *w.weight.At(w.kids[k].id))
	}
}

// carry makes the moves of a set, or all moves if it is nil.
func (w *features) carry(id uint32, moves []uint64) {
	g := w.closed.g(id)
	w.Expander.Only = moves
	w.Expand(w.closed.State(id))
	w.Expander.Only = nil
	for k := len(w.Expander.Kids) - 1; k >= 0; k-- {
		kid := &w.Expander.Kids[k]
		w.reach(w.Expander.State(k), node{id, kid.Move, g + kid.Cost}, w.packer.To(kid.Move))
	}
}

// reach records a path to a state, and adds the state to kids unless it is pruned.
func (w *features) reach(st []uint64, n node, at int32) {
	id, fresh, better := w.closed.put(st, n, &w.Counts)
	if !better {
		return
	}
	if fresh {
		w.weight.Push(0)
	}
	goal := w.evaluator.goal(st)
	if w.admits(id, n.g, w.evaluator.estimate(st, n.g), fresh, goal) && !goal {
		w.kids = append(w.kids, stepped{w.rate(st), id, at})
	}
}

func (w *features) rate(st []uint64) rating {
	p := w.packer.Rate(st)
	return rating{p.Missing, p.Parts, min(w.matcher.LeastCost(p.Costs), noMatch)}
}

// enqueue puts a state into its open list. Of equal states, the newest is popped first.
func (w *features) enqueue(s *stepped, weight int32) {
	cell := [2]int{s.missing, s.parts}
	l := w.of[cell]
	if l == nil {
		l = &openList{rank: w.open.rank}
		w.of[cell], w.lists = l, append(w.lists, l)
	}
	h := s.matching
	if w.newest {
		h = 0
	}
	l.Push(int64(weight), h, s.id)
}

func (w *features) bytes() int64 {
	n := w.bestFirst.bytes() + w.weight.Bytes()
	for _, l := range w.lists {
		n += l.Bytes()
	}
	return n
}
