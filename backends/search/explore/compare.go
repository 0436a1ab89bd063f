package explore

import (
	"cmp"
	"slices"
	"sync/atomic"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/space"
)

// Comparison compares the values of a heuristic with the exact distances.
type Comparison struct {
	Heuristic string
	Missing   string // why the heuristic could not be made; then all other fields are empty

	States   int64   // number of states from which a goal is reachable; the means are over these states
	Mean     float64 // mean of the heuristic
	Exact    float64 // mean of the exact distance
	Hits     int64   // number of states in which the heuristic is exact
	Hopeless int64   // number of states without a path to a goal that the heuristic recognises

	Promised bool // the model or pzc promises that it is admissible
	// TooHigh is the earliest state in which the heuristic overestimates; nil: it is admissible.
	TooHigh *TooHigh
	// Drop is the earliest move along which the heuristic falls by more than the move costs; nil: it is consistent.
	Drop *drop

	Points []point // the number of states with each pair of values, in the order of the values
	// Digest is equal for heuristics with equal values in all states, and hardly ever for others.
	Digest uint64
}

// TooHigh is a counterexample to admissibility.
type TooHigh struct {
	State           []int64
	Estimate, Exact int64 // Endless if there is no path
}

// drop is a counterexample to consistency: Estimate > Cost + After, or a goal whose estimate is not 0.
type drop struct {
	State           []int64
	Move            int // -1: the state is a goal
	Estimate, After int64
	Cost            int64
}

// Endless is an estimate that means that there is no path to a goal.
const Endless = estimate.Hopeless

// point is the number of states with an exact distance and an estimate.
type point struct{ Exact, Estimate, States int64 }

// compare evaluates the heuristics in all states.
func (survey *survey) compare() error {
	for _, name := range survey.o.Heuristics {
		each, missing, err := survey.named(name)
		if err != nil {
			return err
		}
		c := Comparison{Missing: missing}
		if missing == "" {
			c = survey.against(each)
		}
		if c.Heuristic = name; survey.Ctx.Err() == nil || c.TooHigh != nil { // what was found counts
			survey.Comparisons = append(survey.Comparisons, c)
		}
		if survey.Ctx.Err() != nil {
			survey.Reason = "stopped while heuristics were compared"
			return nil
		}
	}
	return nil
}

// named makes a heuristic for each core. missing says why a heuristic of the model cannot be made.
func (survey *survey) named(name string) (each []estimate.Estimate, missing string, err error) {
	each = make([]estimate.Estimate, survey.Cores())
	if each[0], err = survey.Maker.Named(name); err != nil {
		if survey.Ctx.Err() == nil && !survey.ofModel(name) {
			return nil, "", err
		}
		return nil, err.Error(), nil
	}
	for i := range each[1:] {
		each[i+1] = each[0].ForAnother()
	}
	return each, "", nil
}

func (survey *survey) ofModel(name string) bool {
	for i := range survey.Space.Task.Heuristics {
		if survey.Space.Task.Heuristics[i].Name == name {
			return true
		}
	}
	return false
}

// against compares one heuristic with the exact distances. Each core works on blocks of states, and the results are
// joined.
func (survey *survey) against(each []estimate.Estimate) Comparison {
	values := make([]int64, len(survey.rest))
	parts := make([]*tally, 1)
	if len(values) >= compareBlock {
		parts = make([]*tally, len(each))
	}
	for i := range parts {
		parts[i] = newTally(each[i], survey.Space)
	}
	var next atomic.Int64
	job.Together(len(parts), func(i int) {
		for survey.Ctx.Err() == nil {
			from := next.Add(compareBlock) - compareBlock
			if from >= int64(len(values)) {
				return
			}
			survey.say(backends.Progress{Doing: "heuristic " + each[0].Name, Done: from, Unit: "state", Of: int64(len(values))})
			for id := from; id < min(from+compareBlock, int64(len(values))) && survey.Ctx.Err() == nil; id++ {
				_ = survey.o.Work.Over(1)
				values[id] = parts[i].meet(id, survey.net.State(uint32(id)), survey.rest[id])
			}
		}
	})
	c, tooHigh := result(parts)
	if tooHigh >= 0 {
		c.TooHigh = &TooHigh{survey.codes(uint32(tooHigh)), values[tooHigh], survey.rest[tooHigh]}
	}
	if survey.Ctx.Err() != nil {
		return c
	}
	c.Drop = survey.drop(values)
	return c
}

// sum computes the means from the points.
func (c *Comparison) sum() {
	for _, p := range c.Points {
		c.States += p.States
		c.Mean += float64(p.Estimate) * float64(p.States)
		c.Exact += float64(p.Exact) * float64(p.States)
		if p.Estimate == p.Exact {
			c.Hits += p.States
		}
	}
	if c.States > 0 {
		c.Mean, c.Exact = c.Mean/float64(c.States), c.Exact/float64(c.States)
	}
}

// compareBlock is the number of states of a block.
const compareBlock = 1 << 7

// tally holds the results of one core for a heuristic.
type tally struct {
	h  estimate.Estimate
	ev *space.Evaluator

	few      [fewCosts][fewCosts]int64 // number of states by exact distance and value, both small
	points   map[[2]int64]int64        // the same for all others
	hopeless int64                     // number of states without a path to a goal that the heuristic recognises
	digest   uint64                    // the sum of a hash of each state and its value
	tooHigh  int64                     // the first state in which the heuristic overestimates; -1: none
}

const fewCosts = 64

func newTally(h estimate.Estimate, sp *space.Space) *tally {
	return &tally{h: h, ev: space.NewExpander(sp).Child, points: map[[2]int64]int64{}, tooHigh: -1}
}

// meet counts state number id at an exact distance. It returns the value of the heuristic.
func (c *tally) meet(id int64, st []uint64, exact int64) (value int64) {
	value = min(c.h.Of(st, c.ev), Endless)
	hash := uint64(value)
	for _, word := range st {
		hash = (hash ^ word) * 1099511628211 // FNV-1a
	}
	c.digest += hash ^ hash>>32
	switch {
	case exact == job.NoCost:
		if value == Endless {
			c.hopeless++
		}
		return value
	case value > exact && (c.tooHigh < 0 || id < c.tooHigh):
		c.tooHigh = id
	}
	if exact < fewCosts && value < fewCosts {
		c.few[exact][value]++
	} else {
		c.points[[2]int64{exact, value}]++
	}
	return value
}

// result joins the tallies of all cores. It also returns the first state in which the heuristic overestimates, or -1.
func result(parts []*tally) (c Comparison, tooHigh int64) {
	c, tooHigh = Comparison{Promised: parts[0].h.Trusted}, -1
	all := map[[2]int64]int64{}
	for _, p := range parts {
		c.Hopeless += p.hopeless
		c.Digest += p.digest
		for at, n := range p.points {
			all[at] += n
		}
		for exact := range p.few {
			for value, n := range p.few[exact] {
				if n > 0 {
					all[[2]int64{int64(exact), int64(value)}] += n
				}
			}
		}
		if p.tooHigh >= 0 && (tooHigh < 0 || p.tooHigh < tooHigh) {
			tooHigh = p.tooHigh
		}
	}
	for p, n := range all {
		c.Points = append(c.Points, point{p[0], p[1], n})
	}
	slices.SortStableFunc(c.Points, func(a, b point) int {
		return cmp.Or(cmp.Compare(a.Exact, b.Exact), cmp.Compare(a.Estimate, b.Estimate))
	})
	c.sum()
	return c, tooHigh
}

// drop returns the earliest move along which a heuristic falls by more than the move costs, nil if there is none
// (Pearl, Heuristics, 1984, p. 82).
func (survey *survey) drop(values []int64) *drop {
	for id := range uint32(len(values)) {
		if survey.net.goals[id] && values[id] > 0 {
			return &drop{State: survey.codes(id), Move: -1, Estimate: values[id]}
		}
		for m, end := survey.net.out(id); m < end; m++ {
			after, cost := values[survey.net.to[m]], survey.net.costOf(m)
			if values[id] > cost+after {
				return &drop{State: survey.codes(id), Move: survey.moveOf(id, m), Estimate: values[id], After: after, Cost: cost}
			}
		}
	}
	return nil
}
