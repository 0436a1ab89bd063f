package explored

import (
	"math/big"

	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// spaceObject is the JSON of a space. What was not computed is left out.
type spaceObject struct {
	Puzzle     string             `json:"puzzle"`
	Instance   string             `json:"instance"`
	Complete   bool               `json:"complete"`
	Surveyed   bool               `json:"surveyed"`
	Reason     string             `json:"reason,omitempty"`
	Unit       string             `json:"unit"`
	Starts     int64              `json:"starts"`
	States     int64              `json:"states"`
	Moves      int64              `json:"moves"`
	Depths     []depthObject      `json:"depths"`
	Distances  []distanceObject   `json:"distances,omitempty"`
	Goals      *int64             `json:"goals,omitempty"`
	DeadEnds   *int64             `json:"dead_ends,omitempty"`
	Hopeless   *int64             `json:"cannot_reach_goal,omitempty"`
	Trap       *trapObject        `json:"earliest_trap,omitempty"`
	Optimal    *int64             `json:"optimal_cost,omitempty"`
	Plans      *big.Int           `json:"optimal_plans,omitempty"`
	NotCounted string             `json:"optimal_plans_not_counted,omitempty"`
	Farthest   *extremeObject     `json:"farthest_from_start,omitempty"`
	Hardest    *extremeObject     `json:"farthest_from_goal,omitempty"`
	Diameter   *int64             `json:"diameter,omitempty"`
	Heuristics []comparisonObject `json:"heuristics,omitempty"`
	Tree       []growthObject     `json:"tree,omitempty"`
	Seconds    float64            `json:"explore_seconds"`
	PeakBytes  int64              `json:"peak_bytes"`
}

type depthObject struct {
	Distance int64 `json:"distance"`
	States   int64 `json:"states"`
	Goals    int64 `json:"goals"`
	NoMove   int64 `json:"no_move"`
	Moves    int64 `json:"moves"`
}

type distanceObject struct {
	Distance int64 `json:"distance"`
	States   int64 `json:"states"`
}

type trapObject struct {
	Move   string      `json:"move"`
	Before int         `json:"moves_before"`
	State  show.Values `json:"state"`
}

type extremeObject struct {
	Distance int64       `json:"distance"`
	States   int64       `json:"states"`
	Example  show.Values `json:"example"`
}

type comparisonObject struct {
	Heuristic  string         `json:"heuristic"`
	Missing    string         `json:"missing,omitempty"`
	Mean       float64        `json:"mean"`
	Exact      float64        `json:"exact_mean"`
	States     int64          `json:"states"`
	Hits       int64          `json:"exact_in_states"`
	Hopeless   int64          `json:"recognised_without_way"`
	Admissible bool           `json:"admissible"`
	TooHigh    *tooHighObject `json:"not_admissible,omitempty"`
	Consistent bool           `json:"consistent"`
	Drop       *dropObject    `json:"not_consistent,omitempty"`
	Scatter    [][3]int64     `json:"scatter"` // exact distance, value, states
}

type tooHighObject struct {
	Estimate any         `json:"value"`
	Exact    int64       `json:"exact"`
	State    show.Values `json:"state"`
}

type dropObject struct {
	Move     string      `json:"move,omitempty"`
	Cost     int64       `json:"cost"`
	Estimate any         `json:"value"`
	After    any         `json:"value_after"`
	State    show.Values `json:"state"`
}

type growthObject struct {
	Without   string     `json:"without"`
	Sequences []*big.Int `json:"sequences"`
	Reason    string     `json:"reason,omitempty"`
}

// JSON returns the object that is the JSON of the space.
func (space *Space) JSON() any {
	v := space.Survey
	o := &spaceObject{
		Puzzle: space.Puzzle.Program.Name(), Instance: space.Puzzle.Instance(), Complete: v.Complete, Surveyed: v.Surveyed,
		Reason: v.Reason, Unit: space.unit(), Starts: v.Started, States: v.States(), Moves: v.Moves(),
		Depths:  []depthObject{},
		Seconds: show.Seconds(v.Stats.SolveTime), PeakBytes: v.Stats.PeakBytes,
	}
	for _, l := range v.Layers {
		o.Depths = append(o.Depths, depthObject{l.Distance, l.States, l.Goals, l.Stuck, l.Moves})
	}
	if space.Growth != nil {
		for _, c := range space.Growth.Columns {
			o.Tree = append(o.Tree, growthObject(c))
		}
	}
	if !v.Surveyed {
		return o
	}
	for _, d := range v.Distances {
		o.Distances = append(o.Distances, distanceObject(d))
	}
	o.Goals, o.DeadEnds, o.Hopeless, o.Plans, o.NotCounted = &v.Goals, &v.DeadEnds, &v.Hopeless, v.Plans, v.NotCounted
	if v.Optimal >= 0 {
		o.Optimal = &v.Optimal
	}
	if v.Trap != nil {
		o.Trap = &trapObject{space.Puzzle.MoveName(v.Trap.Move), v.Trap.Before, space.state(v.Trap.State)}
	}
	o.Farthest, o.Hardest = space.extreme(v.Farthest), space.extreme(v.Hardest)
	if v.Diameter != nil {
		o.Diameter = &v.Diameter.Distance
	}
	for i := range v.Comparisons {
		o.Heuristics = append(o.Heuristics, space.comparison(&v.Comparisons[i]))
	}
	return o
}

func (space *Space) state(codes []int64) show.Values {
	return show.ValuesOf(space.Puzzle, space.Puzzle.StateOf(codes))
}

func (space *Space) extreme(e puzzle.Extreme) *extremeObject {
	if e.Example == nil {
		return nil
	}
	return &extremeObject{e.Distance.Distance, e.States, space.state(e.Example)}
}

func (space *Space) comparison(c *puzzle.Comparison) comparisonObject {
	o := comparisonObject{
		Heuristic: c.Heuristic, Missing: c.Missing, Mean: c.Mean, Exact: c.Exact, States: c.States, Hits: c.Hits,
		Hopeless:   c.Hopeless,
		Admissible: c.Missing == "" && c.TooHigh == nil, Consistent: c.Missing == "" && c.Drop == nil, Scatter: [][3]int64{},
	}
	for _, p := range c.Points {
		o.Scatter = append(o.Scatter, [3]int64{p.Exact, p.Estimate, p.States})
	}
	if t := c.TooHigh; t != nil {
		o.TooHigh = &tooHighObject{estimateJSON(t.Estimate), t.Exact, space.state(t.State)}
	}
	if d := c.Drop; d != nil {
		o.Drop = &dropObject{
			Cost: d.Cost, Estimate: estimateJSON(d.Estimate), After: estimateJSON(d.After), State: space.state(d.State),
		}
		if d.Move >= 0 {
			o.Drop.Move = space.Puzzle.MoveName(d.Move)
		}
	}
	return o
}

// estimateJSON returns a number, or the word for a value that says that there is no way.
func estimateJSON(n int64) any {
	if n >= puzzle.Endless {
		return "infinite"
	}
	return n
}
