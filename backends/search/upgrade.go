package search

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/pzc-lang/pzc/task"
)

// candidate is a heuristic that auto may change to. Its price is about how many successors could be made instead of getting it ready.
type candidate struct {
	name  string
	price func() int64
	make  func() (estimate, error)
}

const (
	largeChoice = 1 << 20 // values of all variables, times moves
	mostGain    = 16      // moves that a candidate is credited with
)

// candidates are heuristics that were too dear to begin with.
func (s *solver) candidates() []candidate {
	if s.o.Heuristic != "" {
		return nil
	}
	var all []candidate
	for i := range s.sp.t.Heuristics {
		h := &s.sp.t.Heuristics[i]
		if h.Admissible && s.sp.heavy(h) {
			all = append(all, candidate{h.Name, s.price(s.pace.tables), func() (estimate, error) { return s.sp.modelHeuristic(h) }})
		}
	}
	named := func(name string, price int64) candidate {
		return candidate{name, s.price(price), func() (estimate, error) { return s.sp.named(name) }}
	}
	return append(all, named("matching", s.pace.match), candidate{"patterns", s.patternsPrice, s.sp.patterns}, named("lmcut", s.pace.relax))
}

func (s *solver) price(n int64) func() int64 { return func() int64 { return n } }

// patternsPrice is nothing where the tables are kept on disk. Of puzzles with very many values and moves even the choice takes long.
func (s *solver) patternsPrice() int64 {
	values := 0
	for v := range s.sp.t.Vars {
		values += len(s.sp.t.Vars[v].Values)
	}
	if values*len(s.sp.t.Moves) > largeChoice {
		return math.MaxInt64
	}
	switch ready, states := s.sp.patternsReady(); {
	case ready:
		return 0
	case states < 0:
		return math.MaxInt64
	default:
		return int64(states)
	}
}

// upgrade gets candidates ready that cost no more than was done so far, and takes the first that promises to pay.
func (s *solver) upgrade(done int64) bool {
	for _, c := range s.candidates() {
		if s.tried[c.name] || c.price() > done || s.ctx.Err() != nil {
			continue
		}
		s.tried[c.name] = true
		e, err := c.make()
		if err != nil {
			continue
		}
		alone, joint := s.worth(&e)
		if max(alone.gain, joint.gain) < leastGain {
			s.note(e.name + " would not pay")
			continue
		}
		s.note(fmt.Sprintf("after %s %s, which says %.1f on average where %s says %.1f", s.states(), e.name, alone.says, s.h.name, alone.old))
		if joint.gain > alone.gain {
			e = s.sp.greater(s.h, e)
		}
		s.h = e
		return true
	}
	return false
}

// worth is what a change of the heuristic promises.
type worth struct {
	old, says float64 // averages over a sample, in costs
	gain      float64 // how many times less work there will be
}

const (
	leastGain = 2
	mostDead  = 0.75 // share of a sample, credited at most
	// leastSample is the time that the estimates of a sample may always take.
	leastSample = 20 * time.Millisecond
	nodeTime    = 5e-8 // seconds that a successor takes without a heuristic
)

// worth compares the candidate with the heuristic in use: alone, and as the greater of both. A tree that grows b times with each
// move shrinks so many times when the estimates of its states rise by a move; and each state takes its time. Dead ends that the
// candidate alone sees do not stand for the tree above a deep state, they are so many states less: random walks do not get out
// of a dead end, so that a sample may consist of little else.
func (s *solver) worth(e *estimate) (alone, joint worth) {
	states := s.sample()
	news, takes := s.evaluate(e, states)
	olds, took := s.evaluate(&s.h, states[:len(news)])
	olds, news, dead := alive(olds, news)
	old, says, most := mean(olds), mean(news), mean(maxima(olds, news))
	move := max(1, float64(s.sp.minCost+s.sp.maxCost)/2)
	less := func(by float64) float64 {
		return math.Pow(s.branching(), min(mostGain, by/move)) / (1 - min(mostDead, dead))
	}
	before, after := s.secondsPerState(&s.h, took), s.secondsPerState(e, takes)
	return worth{old, says, less(says-old) * before / after}, worth{old, most, less(most-old) * before / (before + after)}
}

// alive leaves out the states that one of two estimates calls hopeless, and gives the share of those that only the second does.
func alive(olds, news []int64) (o, n []int64, dead float64) {
	fresh := 0
	for i, old := range olds {
		switch {
		case old >= hopeless:
		case news[i] >= hopeless:
			fresh++
		default:
			o, n = append(o, old), append(n, news[i])
		}
	}
	return o, n, float64(fresh) / float64(max(1, fresh+len(o)))
}

// evaluate gives the estimates of states, of as many as there is time for, and the seconds that one takes.
func (s *solver) evaluate(e *estimate, states [][]uint64) (values []int64, seconds float64) {
	begin := time.Now()
	enough := max(leastSample, begin.Sub(s.start)/8)
	for _, st := range states {
		values = append(values, e.of(st, s.x.child))
		if time.Since(begin) > enough || s.ctx.Err() != nil {
			break
		}
	}
	return values, time.Since(begin).Seconds() / float64(max(1, len(values)))
}

func mean(values []int64) float64 { return float64(sum64(values)) / float64(max(1, len(values))) }

// sample is states on random walks from the starts, those of all walks mixed.
func (s *solver) sample() [][]uint64 {
	var states [][]uint64
	s.valuesOf([]estimate{{guide: func(st []uint64) int64 {
		states = append(states, slices.Clone(st))
		return 0
	}}})
	mixed := make([][]uint64, 0, len(states))
	for first := range sampleSteps {
		for i := first; i < len(states); i += sampleSteps {
			mixed = append(mixed, states[i])
		}
	}
	return mixed
}

// secondsPerState is about what a successor takes with an estimate that takes so long by itself: nearly nothing in breadth-first search,
// and in IDA* with sums of which a move changes little.
func (s *solver) secondsPerState(h *estimate, seconds float64) float64 {
	if h.silent() && s.way == "bfs" || s.fine() && (h.linear != nil || h.sums != nil) {
		return nodeTime
	}
	return 4*nodeTime + seconds
}

// branching is how many new states a state led to so far.
func (s *solver) branching() float64 {
	fresh := s.stats.Generated - s.stats.Duplicates
	return max(1.2, float64(fresh)/float64(max(1, s.stats.Expanded)))
}

// heavy tells whether a heuristic of the model needs tables that were not built because they are large.
func (sp *space) heavy(h *task.Heuristic) bool {
	if h.Missing != "" || h.Value == task.None {
		return false
	}
	return slices.ContainsFunc(costsIn(sp.t.Pool, h.Value), func(i int) bool { return sp.shop.tables[i] == nil })
}

// greater is the greater of two estimates.
func (sp *space) greater(a, b estimate) estimate {
	if a.guide == nil && b.guide == nil {
		return sp.maximum([]estimate{a, b}, []int{0, 1})
	}
	ev := newEvaluator(sp.p)
	return estimate{
		inst: -1, name: "max(" + a.name + ", " + b.name + ")", trusted: a.trusted && b.trusted, effort: a.effort + b.effort,
		promises: append(slices.Clone(a.promises), b.promises...),
		guide:    func(st []uint64) int64 { return max(a.of(st, ev), b.of(st, ev)) },
	}
}
