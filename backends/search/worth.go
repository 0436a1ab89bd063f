package search

import (
	"math"
	"slices"
	"time"

	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/space"
)

// What a heuristic is worth is asked of the search that will go on: IDA* carries some estimates along for nearly nothing, while
// A* takes its time for each state in any case. A* also knows which states it met: those that are within the bound it has reached by one estimate
// and not by another are the work that is saved, or added. Where no such states are kept, estimates are compared on random walks. Times are counted in successors as the expander makes them, both measured in the same
// moments, state by state, so that a busy machine comes to the same choice as an idle one.

// offer is what a sample says of an estimate.
type offer struct {
	says   float64 // on average, a cost
	judged int     // states of the sample that no estimate calls hopeless
	work   int     // states of the sample within the bound that was reached; 0: not known
	dead   float64 // share of the states that it alone calls hopeless
	takes  float64 // the time of one evaluation, in successors
	dives  bool    // IDA* runs along forks
	carry  bool    // and carries the estimate along
	finds  int     // states to be looked for in tables of numbered states, when it does
	blind  bool    // it is always 0
}

const (
	leastGain  = 2       // that outweighs a new beginning
	slightGain = 1.2     // where the search begins anew in any case
	mostLess   = 1 << 16 // by which the tree may shrink
	mostDead   = 0.75    // share of a sample, credited at most
	// leastSample is the time that the estimates of a sample may always take.
	leastSample = 20 * time.Millisecond
	// What a successor takes, in those that the expander makes, without the estimate, as measured on sliding tiles and Sokoban.
	perDive, perFind, perLayer, perPath, perEntry = 0.5, 0.5, 0.5, 1.0, 3.0
)

// perState is about what a successor takes in an algorithm.
func (o *offer) perState(way string) float64 {
	switch {
	case way == "bfs" && o.blind:
		return perLayer
	case way != "idastar":
		return perEntry + o.takes
	case o.carry:
		return perDive + perFind*float64(o.finds)
	case o.dives:
		return perDive + o.takes
	}
	return perPath + o.takes
}

// gain is how many times less work there will be with one estimate instead of another. A tree that grows so many times with each
// unit of cost shrinks as many times when the estimates of its states rise by one; and each state takes its time. Dead ends that the new estimate
// alone sees do not stand for the tree above a deep state, they are so many states less: random walks do not get out of a dead
// end, so that a sample may consist of little else.
func gain(old, now offer, growth float64, way string) float64 {
	return less(old, now, growth) * old.perState(way) / now.perState(way)
}

// less is how many times less states there will be.
func less(old, now offer, growth float64) float64 {
	if old.work > 0 && now.work > 0 {
		return float64(old.work) / float64(now.work)
	}
	n := min(mostLess, math.Pow(growth, now.says-old.says)) / (1 - min(mostDead, now.dead))
	return max(n, float64(old.work))
}

// engine is the algorithm that will do most of the work.
func (s *solver) engine() string {
	if s.way == "astar" && s.forgets() {
		return "idastar"
	}
	return s.way
}

// offers compares the heuristic in use, a candidate, and the greater of both.
func (s *solver) offers(e, both *estimate.Estimate) (old, alone, joint offer) {
	states, costs := s.sample()
	news, takes := s.evaluate(e, states)
	olds, took := s.evaluate(&s.h, states[:len(news)])
	olds, news = olds[:min(len(olds), len(news))], news[:min(len(olds), len(news))]
	old = offer{work: s.within(costs, olds), takes: took, blind: s.h.Silent()}
	alone = offer{work: s.within(costs, news), takes: takes}
	joint = offer{work: s.within(costs, estimate.Maxima(olds, news)), takes: took + takes}
	olds, news, dead := alive(olds, news)
	old.says, alone.says, joint.says = mean(olds), mean(news), mean(estimate.Maxima(olds, news))
	alone.dead, joint.dead = dead, dead
	alone.judged = len(news)
	if s.engine() == "idastar" {
		s.carries(&old, &s.h)
		s.carries(&alone, e)
		s.carries(&joint, both)
	}
	return old, alone, joint
}

// carries notes whether IDA* runs along forks, and whether it carries the estimate along.
func (s *solver) carries(o *offer, h *estimate.Estimate) {
	defer func(was estimate.Estimate) { s.h = was }(s.h)
	s.h = *h
	d, ok := s.newDive("idastar")
	if o.dives = ok; ok {
		o.carry, o.finds = d.carries()
	}
}

// alive leaves out the states that one of two estimates calls hopeless, and gives the share of those that only the second does.
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

// evaluate gives the estimates of states, of as many as there is time for, and what one takes, in successors: the median, because a
// busy machine makes some last long.
func (s *solver) evaluate(e *estimate.Estimate, states [][]uint64) (values []int64, takes float64) {
	begin := time.Now()
	enough := max(leastSample, s.searched()/8)
	var ratios []float64
	x := space.NewExpander(s.sp)
	for _, st := range states {
		t0 := time.Now()
		values = append(values, e.Of(st, s.x.Child))
		t1 := time.Now()
		x.Expand(st)
		ratios = append(ratios, t1.Sub(t0).Seconds()*float64(max(1, len(x.Kids)))/max(1e-9, time.Since(t1).Seconds()))
		if t1.Sub(begin) > enough || s.ctx.Err() != nil {
			break
		}
	}
	s.prepared += time.Since(begin)
	slices.Sort(ratios)
	return values, ratios[len(ratios)/2]
}

func mean(values []int64) float64 {
	return float64(estimate.Total(values)) / float64(max(1, len(values)))
}

// within counts the states that are within the bound that A* has reached; costs are those of the ways to them, none if it is not A*.
func (s *solver) within(costs, estimates []int64) (n int) {
	for i := range min(len(costs), len(estimates)) {
		if costs[i]+estimates[i] <= s.lower {
			n++
		}
	}
	return n
}

// leastMet is how many states A* must have met for a sample of them to be worth something.
const leastMet = 1 << 12

// sampleMet is how many of them are drawn.
const sampleMet = 256

// sample is states that A* has met, with the costs of the ways to them, or else states on random walks from the starts, those of all
// walks mixed. It is drawn once for all candidates.
func (s *solver) sample() ([][]uint64, []int64) {
	if s.drawn != nil {
		return s.drawn, s.drawnCosts
	}
	if s.met != nil && s.met.len() >= leastMet {
		s.drawn, s.drawnCosts = s.met.sample(sampleMet)
		return s.drawn, s.drawnCosts
	}
	var states [][]uint64
	estimate.Values(s.ctx, s.sp, s.roots.states, []estimate.Estimate{{Guide: func(st []uint64) int64 {
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

// growth is how many times more new states there were so far with each unit of cost.
func (s *solver) growth() float64 {
	fresh := s.stats.Generated - s.stats.Duplicates
	branching := max(1.2, float64(fresh)/float64(max(1, s.stats.Expanded)))
	return math.Pow(branching, 1/max(1, float64(s.sp.MinCost+s.sp.MaxCost)/2))
}
