package search

import (
	"cmp"
	"slices"

	"github.com/pzc-lang/pzc/backends"
)

// Comparison holds the values of a heuristic against the exact distances.
type Comparison struct {
	Heuristic string
	Missing   string // why the heuristic could not be made; the rest is empty then

	States   int64   // from which a goal can be reached; the means are over these
	Mean     float64 // of the heuristic
	Exact    float64 // mean of the exact distance
	Hits     int64   // states in which it is exact
	Hopeless int64   // states from which there is no way to a goal, which it recognises

	Promised bool // admissible, by the model or by its making
	// TooHigh is the earliest state in which it promises too much; nil: it is admissible.
	TooHigh *TooHigh
	// Drop is the earliest move along which it falls by more than the move costs; nil: it is consistent.
	Drop *Drop

	Points []Point // how often each pair of values occurs, in their order
}

// TooHigh is a counterexample to being admissible.
type TooHigh struct {
	State           []int64
	Estimate, Exact int64 // Endless where there is no way
}

// Drop is a counterexample to being consistent: Estimate > Cost + After, or a goal whose estimate is not 0.
type Drop struct {
	State           []int64
	Move            int // -1: the state is a goal
	Estimate, After int64
	Cost            int64
}

// Endless is an estimate that says that there is no way to a goal.
const Endless = hopeless

// Point is how many states have an exact distance and an estimate.
type Point struct{ Exact, Estimate, States int64 }

// compare computes the heuristics in all states.
func (v *survey) compare() error {
	for _, name := range v.o.Heuristics {
		v.say(backends.Progress{Doing: "heuristic " + name, Done: 0, Unit: "state", Of: v.States()})
		h, err := v.sp.named(name)
		if v.ctx.Err() == nil && err != nil && !v.ofModel(name) {
			return err
		}
		var c Comparison
		if err == nil {
			c = v.against(h)
		} else {
			c = Comparison{Missing: err.Error()}
		}
		if v.ctx.Err() != nil {
			v.Reason = "stopped while heuristics were compared"
			return nil
		}
		c.Heuristic = name
		v.Comparisons = append(v.Comparisons, c)
	}
	return nil
}

func (v *survey) ofModel(name string) bool {
	for i := range v.sp.t.Heuristics {
		if v.sp.t.Heuristics[i].Name == name {
			return true
		}
	}
	return false
}

// against compares one heuristic.
func (v *survey) against(h estimate) Comparison {
	c := Comparison{Promised: h.trusted}
	values := make([]int64, len(v.rest))
	points := map[[2]int64]int64{}
	var sum, exact float64
	for id := range uint32(len(values)) {
		if id%checkEvery == 0 && v.ctx.Err() != nil {
			return c
		}
		st := v.net.state(id)
		value := min(h.of(st, v.x.child), Endless)
		values[id] = value
		d := v.rest[id]
		if d == noCost {
			if value == Endless {
				c.Hopeless++
			}
			continue
		}
		if value > d && c.TooHigh == nil {
			c.TooHigh = &TooHigh{v.codes(id), value, d}
		}
		c.States++
		exact += float64(d)
		if value == d {
			c.Hits++
		}
		sum += float64(value)
		points[[2]int64{d, value}]++
	}
	if c.States > 0 {
		c.Mean, c.Exact = sum/float64(c.States), exact/float64(c.States)
	}
	for p, n := range points {
		c.Points = append(c.Points, Point{p[0], p[1], n})
	}
	slices.SortFunc(c.Points, func(a, b Point) int {
		return cmp.Or(cmp.Compare(a.Exact, b.Exact), cmp.Compare(a.Estimate, b.Estimate))
	})
	c.Drop = v.drop(values)
	return c
}

// drop finds the earliest move along which a heuristic falls by more than the move costs (Pearl, Heuristics, 1984, p. 82).
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
