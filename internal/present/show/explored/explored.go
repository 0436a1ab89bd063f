// Package explored presents the facts about a state space: as text (Report), JSON, tables for CSV files, a graph for
// Graphviz or drawn, and plots.
//
// Distances are numbers of moves, or costs if moves differ in cost. Each presentation says which.
package explored

import (
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// Space is the explored part of the state space of a puzzle.
type Space struct {
	Puzzle *puzzle.Puzzle
	Survey *puzzle.Survey
	Growth *puzzle.Growth // nil: the search tree was not counted
	Depths bool           // only the depths were asked for
}

// bounded reports whether the states were asked for only up to a number of moves, and are known.
func (x *Space) bounded() bool {
	return x.Depths && strings.HasSuffix(x.Survey.Reason, "were not looked at")
}

// Undecided reports whether something that was asked for is missing.
func (x *Space) Undecided() bool {
	if x.Growth != nil {
		for _, c := range x.Growth.Columns {
			if c.Reason != "" {
				return true
			}
		}
	}
	if x.bounded() {
		return false
	}
	return x.Survey.Reason != "" || !x.Survey.Complete
}

func (x *Space) title() string { return show.Title(x.Puzzle.Program.Name(), x.Puzzle.Instance()) }

// unit returns the unit of the distances in the table of depths.
func (x *Space) unit() string {
	if x.Survey.ByCost {
		return "cost"
	}
	return "moves"
}

func (x *Space) headline() string {
	v := x.Survey
	if len(v.Layers) == 0 {
		return "no state satisfies the conditions on the start"
	}
	states := text.Plural(v.States(), "state")
	far := v.Layers[len(v.Layers)-1].Distance
	last := text.Plural(far, "move")
	switch {
	case !v.Complete && !x.bounded():
		return "at least " + states + " can be reached"
	case !v.Complete:
		return states + " can be reached in " + last
	case v.ByCost:
		return states + " can be reached, the farthest at cost " + text.Grouped(far)
	}
	return states + " can be reached, the farthest in " + last
}

// expanded returns the number of layers of which all moves were made.
func (x *Space) expanded() int {
	n := len(x.Survey.Layers)
	switch {
	case x.Survey.Complete:
		return n
	case x.bounded():
		return n - 1
	}
	return n - 2
}

// distancesMatch reports whether distances to a goal are known, and counted in the same unit as those from the start.
func (x *Space) distancesMatch() bool {
	return x.Survey.Surveyed && (x.Survey.ByCost || x.Survey.MaxCost == 1)
}

// Drawable returns an error if what, which draws at most most states, cannot draw the space.
func (x *Space) Drawable(what string, most int) error {
	v := x.Survey
	switch {
	case !v.Surveyed:
		return fmt.Errorf("%s needs all states: %s", what, v.Reason)
	case v.Kept == nil || v.States() > int64(most):
		return fmt.Errorf("%s draws at most %s and %s, here are %s and %s",
			what, text.Plural(int64(most), "state"), text.Plural(puzzle.MostKept, "move"),
			text.Grouped(v.States()), text.Grouped(v.Moves()))
	}
	return nil
}

// away writes a distance: in moves if each costs 1, else as a cost.
func away(v *puzzle.Survey, n int64) string {
	if v.MaxCost == 1 {
		return text.Plural(n, "move")
	}
	return "cost " + text.Grouped(n)
}

// growthName returns the title of a column of puzzle.Growth.
func growthName(c puzzle.GrowthColumn) string {
	if c.Without == "" {
		return "all"
	}
	return "less " + c.Without
}

// growthFactor is by how much the number of sequences grew with the last of n moves, 0 if that means nothing.
func growthFactor(c puzzle.GrowthColumn, n int) float64 {
	if n == 0 || n >= len(c.Sequences) || c.Sequences[n-1].Sign() == 0 {
		return 0
	}
	f, _ := c.Sequences[n].Float64()
	before, _ := c.Sequences[n-1].Float64()
	return f / before
}
