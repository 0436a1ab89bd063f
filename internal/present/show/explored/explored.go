// Package explored presents the facts about a state space: as text (Report), JSON, tables for CSV files, a graph for
// Graphviz or drawn, and plots.
//
// Distances are numbers of moves, or costs if moves differ in cost. Each presentation says which.
package explored

import (
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/backends/search/explore"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// Space is the explored part of the state space of a puzzle.
type Space struct {
	Puzzle *puzzle.Puzzle
	Survey *explore.Survey
	Growth *explore.Growth // nil: the search tree was not counted
	Depths bool            // only the depths were asked for
}

// bounded reports whether the states were asked for only up to a number of moves, and are known.
func (space *Space) bounded() bool {
	return space.Depths && strings.HasSuffix(space.Survey.Reason, "were not looked at")
}

// Undecided reports whether something that was asked for is missing.
func (space *Space) Undecided() bool {
	if space.Growth != nil {
		for _, c := range space.Growth.Columns {
			if c.Reason != "" {
				return true
			}
		}
	}
	if space.bounded() {
		return false
	}
	return space.Survey.Reason != "" || !space.Survey.Complete
}

func (space *Space) title() string {
	return show.Title(space.Puzzle.Program.Name(), space.Puzzle.Instance())
}

// unit returns the unit of the distances in the table of depths.
func (space *Space) unit() string {
	if space.Survey.ByCost {
		return "cost"
	}
	return "moves"
}

func (space *Space) headline() string {
	v := space.Survey
	if len(v.Layers) == 0 {
		return "no state satisfies the conditions on the start"
	}
	states := text.Plural(v.States(), "state")
	far := v.Layers[len(v.Layers)-1].Distance
	last := text.Plural(far, "move")
	switch {
	case !v.Complete && !space.bounded():
		return "at least " + states + " can be reached"
	case !v.Complete:
		return states + " can be reached in " + last
	case v.ByCost:
		return states + " can be reached, the farthest at cost " + text.Grouped(far)
	}
	return states + " can be reached, the farthest in " + last
}

// expanded returns the number of layers of which all moves were made.
func (space *Space) expanded() int {
	n := len(space.Survey.Layers)
	switch {
	case space.Survey.Complete:
		return n
	case space.bounded():
		return n - 1
	}
	return n - 2
}

// distancesMatch reports whether distances to a goal are known, and counted in the same unit as those from the start.
func (space *Space) distancesMatch() bool {
	return space.Survey.Surveyed && (space.Survey.ByCost || space.Survey.MaxCost == 1)
}

// Drawable returns an error if what, which draws at most most states, cannot draw the space.
func (space *Space) Drawable(what string, most int) error {
	v := space.Survey
	switch {
	case !v.Surveyed:
		return fmt.Errorf("%s needs all states: %s", what, v.Reason)
	case v.Kept == nil || v.States() > int64(most):
		return fmt.Errorf("%s draws at most %s and %s, here are %s and %s",
			what, text.Plural(int64(most), "state"), text.Plural(explore.MostKept, "move"),
			text.Grouped(v.States()), text.Grouped(v.Moves()))
	}
	return nil
}

// away writes a distance: in moves if each costs 1, else as a cost.
func away(v *explore.Survey, n int64) string {
	if v.MaxCost == 1 {
		return text.Plural(n, "move")
	}
	return "cost " + text.Grouped(n)
}

// growthName returns the title of a column of puzzle.Growth.
func growthName(c explore.GrowthColumn) string {
	if c.Without == "" {
		return "all"
	}
	return "less " + c.Without
}

// growthFactor is by how much the number of sequences grew with the last of n moves, 0 if that means nothing.
func growthFactor(c explore.GrowthColumn, n int) float64 {
	if n == 0 || n >= len(c.Sequences) || c.Sequences[n-1].Sign() == 0 {
		return 0
	}
	f, _ := c.Sequences[n].Float64()
	before, _ := c.Sequences[n-1].Float64()
	return f / before
}
