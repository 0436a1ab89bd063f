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
	Missing   string // why the heuristic could not be made; the rest is empty then

	States   int64   // number of states from which a goal can be reached; the means are over these
	Mean     float64 // mean of the heuristic
	Exact    float64 // mean of the exact distance
	Hits     int64   // number of states in which the heuristic is exact
	Hopeless int64   // number of states without a way to a goal that the heuristic recognises

	Promised bool // admissible, by the model or by its making
	// TooHigh is the earliest state in which the heuristic overestimates; nil: it is admissible.
	TooHigh *TooHigh
	// Drop is the earliest move along which the heuristic falls by more than the move costs; nil: it is consistent.
	Drop *Drop

	Points []Point // the number of states with each pair of values, in the order of the values
}

// TooHigh is a counterexample to being admissible.
type TooHigh struct {
	State           []int64
	Estimate, Exact int64 // Endless if there is no way
}

// Drop is a counterexample to being consistent: Estimate > Cost + After, or a goal whose estimate is not 0.
type Drop struct {
	State           []int64
	Move            int // -1: the state is a goal
	Estimate, After int64
	Cost            int64
}

// Endless is an estimate that says that there is no way to a goal.
const Endless = estimate.Hopeless

// Point is how many states have an exact distance and an estimate.
type Point struct{ Exact, Estimate, States int64 }

// compare evaluates the heuristics in all states.
func (v *survey) compare() error {
	for _, name := range v.o.Heuristics {
		h, err := v.Maker.Named(name)
		if v.Ctx.Err() == nil && err != nil && !v.ofModel(name) {
			return err
		}
		var c Comparison
		if err == nil {
			if c, err = v.against(name, h); err != nil && v.Ctx.Err() == nil {
				return err
			}
		} else {
			c = Comparison{Missing: err.Error()}
		}
		if v.Ctx.Err() != nil {
			v.Reason = "stopped while heuristics were compared"
			return nil
		}
		c.Heuristic = name
		v.Comparisons = append(v.Comparisons, c)
	}
	return nil
}

func (v *survey) ofModel(name string) bool {
	for i := range v.Space.Task.Heuristics {
		if v.Space.Task.Heuristics[i].Name == name {
			return true
		}
	}
	return false
}

// against compares one heuristic, on all cores: each works on blocks of states, and the results are joined.
func (v *survey) against(name string, h estimate.Estimate) (Comparison, error) {
	values := make([]int64, len(v.rest))
	parts := make([]*compared, 1)
	if len(values) >= compareBlock {
		parts = make([]*compared, v.Cores())
	}
	for i := range parts {
		parts[i] = &compared{
			v: v, h: h, ev: space.NewExpander(v.Space).Child, values: values, points: map[[2]int64]int64{},
			tooHigh: -1,
		}
		if i > 0 && h.Guide != nil { // each goroutine needs its own
			var err error
			if parts[i].h, err = v.Maker.Named(name); err != nil {
				return Comparison{}, err
			}
		}
	}
	var next atomic.Int64
	job.Together(len(parts), func(i int) {
		for v.Ctx.Err() == nil {
			from := next.Add(compareBlock) - compareBlock
			if from >= int64(len(values)) {
				return
			}
			v.say(backends.Progress{Doing: "heuristic " + name, Done: from, Unit: "state", Of: int64(len(values))})
			parts[i].block(uint32(from), uint32(min(from+compareBlock, int64(len(values)))))
		}
	})
	c := Comparison{Promised: h.Trusted}
	if v.Ctx.Err() != nil {
		return c, nil
	}
	all := parts[0]
	for _, p := range parts[1:] {
		all.add(p)
	}
	c.Hopeless = all.hopeless
	if id := all.tooHigh; id >= 0 {
		c.TooHigh = &TooHigh{v.codes(uint32(id)), values[id], v.rest[id]}
	}
	for p, n := range all.points {
		c.Points = append(c.Points, Point{p[0], p[1], n})
	}
	slices.SortFunc(c.Points, func(a, b Point) int {
		return cmp.Or(cmp.Compare(a.Exact, b.Exact), cmp.Compare(a.Estimate, b.Estimate))
	})
	c.sum()
	c.Drop = v.drop(values)
	return c, nil
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

// compared is the result of one core.
type compared struct {
	v      *survey
	h      estimate.Estimate
	ev     *space.Evaluator
	values []int64 // by state, of all cores

	points   map[[2]int64]int64
	hopeless int64 // number of states without a way to a goal that the heuristic recognises
	tooHigh  int64 // the first state in which the heuristic overestimates; -1: none
}

func (c *compared) block(from, to uint32) {
	for id := from; id < to; id++ {
		value := min(c.h.Of(c.v.net.State(id), c.ev), Endless)
		c.values[id] = value
		d := c.v.rest[id]
		if d == job.NoCost {
			if value == Endless {
				c.hopeless++
			}
			continue
		}
		if value > d && (c.tooHigh < 0 || int64(id) < c.tooHigh) {
			c.tooHigh = int64(id)
		}
		c.points[[2]int64{d, value}]++
	}
}

func (c *compared) add(p *compared) {
	c.hopeless += p.hopeless
	for at, n := range p.points {
		c.points[at] += n
	}
	if p.tooHigh >= 0 && (c.tooHigh < 0 || p.tooHigh < c.tooHigh) {
		c.tooHigh = p.tooHigh
	}
}

// drop returns the earliest move along which a heuristic falls by more than the move costs, nil if there is none
// (Pearl, Heuristics, 1984, p. 82).
func (v *survey) drop(values []int64) *Drop {
	for id := range uint32(len(values)) {
		if v.net.goals[id] && values[id] > 0 {
			return &Drop{State: v.codes(id), Move: -1, Estimate: values[id]}
		}
		for m, end := v.net.out(id); m < end; m++ {
			after, cost := values[v.net.to[m]], v.net.costOf(m)
			if values[id] > cost+after {
				return &Drop{State: v.codes(id), Move: v.moveOf(id, m), Estimate: values[id], After: after, Cost: cost}
			}
		}
	}
	return nil
}
