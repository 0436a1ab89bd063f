package search

import (
	"math"
	"slices"
	"time"

	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/space"
)

// How much a heuristic saves depends on the algorithm that will use it. IDA* updates some estimates with each move at
// almost no cost; A* spends more time on each state with every estimate.
//
// If A* has met states, two heuristics are compared by the number of sampled states within the current bound under one
// but not under the other. Otherwise they are compared on random walks. The unit of time is the time of one successor
// that the expander generates. Both are measured alternately, state by state, so the choice is the same on a busy
// machine. If work is counted, nothing is measured: Estimate.Effort is the time.

// offer holds the measurements of an estimate on a sample of states.
type offer struct {
	says    float64 // the mean estimate
	judged  int     // number of states for which no estimate is Hopeless
	bound   int64   // of A*; of the roots if that is greater
	work    int     // number of states within the bound; 0: not known
	dead    float64 // share of the states for which only this estimate is Hopeless
	takes   float64 // the time of one evaluation, in successors
	lists   bool    // IDA* runs by successor lists
	updates bool    // IDA* updates the estimate with each move
	finds   float64 // number of lookups in tables of numbered states, if updates
	blind   bool    // the estimate is always 0
}

const (
	leastGain  = 2       // the least gain for which the search restarts
	slightGain = 1.2     // the least gain if the search restarts anyway
	mostLess   = 1 << 16 // the greatest factor by which the tree is assumed to shrink
	mostDead   = 0.75    // at most this share of dead ends is credited
	// leastSample is a time that a sample may always take.
	leastSample = 20 * time.Millisecond
	// The time of a successor without the estimate, in successors that the expander makes, measured on sliding tiles
	// and Sokoban.
	perListed, perFind, perLayer, perPath, perEntry = 0.5, 0.5, 0.5, 1.0, 3.0
)

// perState returns about the time of a successor in an algorithm.
func (o *offer) perState(algorithm string) float64 {
	switch {
	case algorithm == "bfs" && o.blind:
		return perLayer
	case algorithm != "idastar":
		return perEntry + o.takes
	case o.updates:
		return perListed + perFind*o.finds
	case o.lists:
		return perListed + o.takes
	}
	return perPath + o.takes
}

// gain returns the factor by which the work shrinks if the estimate now replaces the estimate old. If a tree grows by a
// factor with each unit of cost, it shrinks by the same factor when all estimates rise by one. gain also compares the
// time for each state. A dead end that only the new estimate detects counts as a single state, not as a tree: random
// walks do not leave dead ends, so a sample may consist mostly of dead ends.
func gain(old, now offer, growth float64, algorithm string) float64 {
	return less(old, now, growth) * old.perState(algorithm) / now.perState(algorithm)
}

// less returns the factor by which the number of states shrinks.
func less(old, now offer, growth float64) float64 {
	if old.work > 0 && now.work > 0 {
		return min(mostLess, math.Pow(growth, float64(now.bound-old.bound))) * float64(old.work) / float64(now.work)
	}
	n := min(mostLess, math.Pow(growth, now.says-old.says)) / (1 - min(mostDead, now.dead))
	return max(n, float64(old.work))
}

// engine returns the algorithm that will do most of the work.
func (s *solver) engine() string {
	if s.algorithm == "astar" && s.turn.until == 0 && s.forgets() {
		return "idastar"
	}
	return s.algorithm
}

// offers returns samples of the heuristic in use, of a candidate, and of the maximum of both. growth is the result of
// growth.
func (s *solver) offers(e, both *estimate.Estimate) (old, alone, joint offer, growth float64) {
	states, costs := s.sample()
	news, takes := s.evaluate(e, states)
	olds, took := s.evaluate(&s.Heuristic, states[:len(news)])
	olds, news = olds[:min(len(olds), len(news))], news[:min(len(olds), len(news))]
	was, bound := s.least(&s.Heuristic), s.least(e)
	bound = max(was, bound)
	old = offer{bound: was, work: within(costs, olds, was), takes: took, blind: s.Heuristic.Silent()}
	alone = offer{bound: bound, work: within(costs, news, bound), takes: takes}
	joint = offer{bound: bound, work: within(costs, estimate.Maxima(olds, news), bound), takes: took + takes}
	growth = s.growth(costs[:min(len(costs), len(olds))], olds)
	olds, news, dead := alive(olds, news)
	old.says, alone.says, joint.says = mean(olds), mean(news), mean(estimate.Maxima(olds, news))
	alone.dead, joint.dead = dead, dead
	alone.judged = len(news)
	if s.engine() == "idastar" {
		s.byLists(&old, &s.Heuristic)
		s.byLists(&alone, e)
		s.byLists(&joint, both)
	}
	return old, alone, joint, growth
}

// least returns the bound of A*, or the least estimate of the roots if that is greater.
func (s *solver) least(e *estimate.Estimate) int64 {
	least := int64(job.NoCost)
	for i := range s.RootCount() {
		least = min(least, e.Of(s.Root(i), s.Expander.Child)+s.RootCost(i))
	}
	return max(least, s.Lower)
}

// byLists sets whether IDA* runs by successor lists, and whether it updates the estimate with each move.
func (s *solver) byLists(o *offer, h *estimate.Estimate) {
	defer func(was estimate.Estimate) { s.Heuristic = was }(s.Heuristic)
	s.Heuristic = *h
	o.lists, o.updates, o.finds = s.depthFirst("idastar").ByLists()
}

// alive removes the states for which one of two estimates is Hopeless. dead is the share of states for which only the
// second estimate is Hopeless.
func alive(olds, news []int64) (o, n []int64, dead float64) {
	fresh := 0
	for i, old := range olds {
		switch {
		case old >= estimate.Hopeless:
		case news[i] >= estimate.Hopeless:
			fresh++
		default:
			o, n = append(o, old), append(n, news[i])
		}
	}
	return o, n, float64(fresh) / float64(max(1, fresh+len(o)))
}

// evaluate returns the estimates of some states, until its time is over, and the time of one evaluation, in successors.
// The time is the median, because some evaluations take long on a busy machine.
func (s *solver) evaluate(e *estimate.Estimate, states [][]uint64) (values []int64, takes float64) {
	begin := time.Now()
	enough := max(leastSample, s.searched()/8)
	var ratios []float64
	x := space.NewExpander(s.Space)
	for _, st := range states {
		t0 := time.Now()
		values = append(values, e.Of(st, s.Expander.Child))
		t1 := time.Now()
		x.Expand(st)
		ratio := t1.Sub(t0).Seconds() * float64(max(1, len(x.Kids))) / max(1e-9, time.Since(t1).Seconds())
		ratios = append(ratios, ratio)
		if t1.Sub(begin) > enough && s.Limit == nil || s.Ctx.Err() != nil {
			break
		}
	}
	if s.Limit != nil {
		return values, float64(e.Effort)
	}
	slices.Sort(ratios)
	return values, ratios[len(ratios)/2]
}

func mean(values []int64) float64 {
	return float64(estimate.Total(values)) / float64(max(1, len(values)))
}

// within returns the number of states whose f is within a bound. costs holds the costs of the ways to the states. It is
// nil if the algorithm is not A*.
func within(costs, estimates []int64, bound int64) (n int) {
	for i := range min(len(costs), len(estimates)) {
		if costs[i]+estimates[i] <= bound {
			n++
		}
	}
	return n
}

// leastMet is the number of states that A* must have met before a sample of them is used.
const leastMet = 1 << 12

// sampleMet is the number of states in this sample.
const sampleMet = 1024

// sample returns states of the closed list of A*, with the costs of the ways to them. If the closed list is too small,
// it returns states of random walks from the initial states. The sample is drawn once for all candidates.
func (s *solver) sample() ([][]uint64, []int64) {
	if s.drawn != nil {
		return s.drawn, s.drawnCosts
	}
	if s.met != nil && s.met.len() >= leastMet {
		s.drawn, s.drawnCosts = s.met.sample(sampleMet)
		return s.drawn, s.drawnCosts
	}
	var states [][]uint64
	estimate.Values(s.Ctx, s.Space, s.Roots.States, []estimate.Estimate{{Guide: func(st []uint64) int64 {
		states = append(states, slices.Clone(st))
		return 0
	}}})
	s.drawn, s.drawnCosts = make([][]uint64, 0, len(states)), nil
	for first := range estimate.SampleSteps {
		for i := first; i < len(states); i += estimate.SampleSteps {
			s.drawn = append(s.drawn, states[i])
		}
	}
	return s.drawn, nil
}

// growth returns the factor by which the number of new states has grown so far with each unit of cost. For states that
// A* has met, whose costs and estimates are known, this is the growth of the number of states within the bound.
func (s *solver) growth(costs, estimates []int64) float64 {
	if half := (s.Lower + s.atStart) / 2; len(costs) > 0 && half < s.Lower && !s.Full && s.engine() == "astar" {
		fewer, all := within(costs, estimates, half), within(costs, estimates, s.Lower)
		return math.Pow(float64(max(all, 1))/float64(max(fewer, 1)), 1/float64(s.Lower-half))
	}
	fresh := s.Counts.Generated - s.Counts.Duplicates
	branching := max(1.2, float64(fresh)/float64(max(1, s.Counts.Expanded)))
	return math.Pow(branching, 1/max(1, float64(s.Space.MinCost+s.Space.MaxCost)/2))
}
