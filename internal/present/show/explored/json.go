package explored

import (
	"github.com/pzc-lang/pzc/backends/search/explore"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/text"
)

// JSON returns the object that is the JSON of the space. What was not computed is left out.
func (space *Space) JSON() any {
	v := space.Survey
	depths := []text.Fields{}
	for _, l := range v.Layers {
		depths = append(depths, text.Fields{
			"distance", l.Distance, "states", l.States, "goals", l.Goals, "no_move", l.Stuck, "moves", l.Moves,
		})
	}
	o := text.Fields{
		"puzzle", space.Puzzle.Program.Name(), "instance", space.Puzzle.Instance(), "complete", v.Complete,
		"surveyed", v.Surveyed, "reason?", v.Reason, "unit", space.unit(), "starts", v.Started, "states", v.States(),
		"moves", v.Moves(), "depths", depths,
	}
	if v.Surveyed {
		o = append(o, space.surveyed(v)...)
	}
	if space.Growth != nil {
		o = append(o, "tree?", lists.Map(space.Growth.Columns, func(c explore.GrowthColumn) text.Fields {
			return text.Fields{"without", c.Without, "sequences", c.Sequences, "reason?", c.Reason}
		}))
	}
	return append(o, "explore_seconds", show.Seconds(v.Stats.SolveTime), "peak_bytes", v.Stats.PeakBytes)
}

// surveyed returns what is known if all moves between all states were visited.
func (space *Space) surveyed(v *explore.Survey) text.Fields {
	distances := lists.Map(v.Distances, func(d explore.Distance) text.Fields {
		return text.Fields{"distance", d.Distance, "states", d.States}
	})
	o := text.Fields{
		"distances?", distances, "goals", v.Goals, "dead_ends", v.DeadEnds, "cannot_reach_goal", v.Hopeless,
	}
	if v.Trap != nil {
		o = append(o, "earliest_trap", text.Fields{
			"move", space.Puzzle.MoveName(v.Trap.Move), "moves_before", v.Trap.Before, "state", space.state(v.Trap.State),
		})
	}
	if v.Optimal >= 0 {
		o = append(o, "optimal_cost", v.Optimal)
	}
	o = append(o, "optimal_plans?", v.Plans, "optimal_plans_not_counted?", v.NotCounted,
		"farthest_from_start?", space.extreme(v.Farthest), "farthest_from_goal?", space.extreme(v.Hardest))
	if v.Diameter != nil {
		o = append(o, "diameter", v.Diameter.Distance)
	}
	return append(o, "heuristics?", lists.Map(v.Comparisons, space.comparison))
}

func (space *Space) state(codes []int64) show.Values {
	return show.ValuesOf(space.Puzzle, space.Puzzle.StateOf(codes))
}

func (space *Space) extreme(e explore.Extreme) text.Fields {
	if e.Example == nil {
		return nil
	}
	return text.Fields{"distance", e.Distance.Distance, "states", e.States, "example", space.state(e.Example)}
}

func (space *Space) comparison(c explore.Comparison) text.Fields {
	o := text.Fields{
		"heuristic", c.Heuristic, "missing?", c.Missing, "mean", c.Mean, "exact_mean", c.Exact, "states", c.States,
		"exact_in_states", c.Hits, "recognised_without_way", c.Hopeless, "admissible", c.Missing == "" && c.TooHigh == nil,
	}
	if t := c.TooHigh; t != nil {
		o = append(o, "not_admissible", text.Fields{
			"value", estimateJSON(t.Estimate), "exact", t.Exact, "state", space.state(t.State),
		})
	}
	o = append(o, "consistent", c.Missing == "" && c.Drop == nil)
	if d := c.Drop; d != nil {
		move := ""
		if d.Move >= 0 {
			move = space.Puzzle.MoveName(d.Move)
		}
		o = append(o, "not_consistent", text.Fields{
			"move?", move, "cost", d.Cost, "value", estimateJSON(d.Estimate), "value_after", estimateJSON(d.After),
			"state", space.state(d.State),
		})
	}
	scatter := [][3]int64{} // exact distance, value, states
	for _, p := range c.Points {
		scatter = append(scatter, [3]int64{p.Exact, p.Estimate, p.States})
	}
	return append(o, "scatter", scatter)
}

// estimateJSON returns a number, or the word for a value that says that there is no way.
func estimateJSON(n int64) any {
	if n >= explore.Endless {
		return "infinite"
	}
	return n
}
