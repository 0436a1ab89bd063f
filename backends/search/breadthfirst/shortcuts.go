package breadthfirst

import (
	"math"

	"github.com/pzc-lang/pzc/backends/search/prune"
	"github.com/pzc-lang/pzc/backends/technique"
)

// seekingStates is the number of states, for each pair of moves, that are expanded before the search looks for
// shortcuts. So this takes a small part of the time.
const seekingStates = 128

// seekShortcuts returns a function that looks for shortcuts, and the number of states after which it is to be called.
// Folded states have no shortcuts, because a representative is not the state that the moves led to. A caller that
// counts all successors gets no shortcuts unless rows alone decide which moves are applicable.
func seekShortcuts(search *Search) (seek func() *shortcuts, after int64) {
	if !search.LeaveOut || search.Without.Has(technique.Shortcuts) || search.Expander.Fold != nil ||
		!search.sp.Plain && !search.toGoal {
		return nil, math.MaxInt64
	}
	moves := int64(len(search.sp.Moves))
	return func() *shortcuts { return newShortcuts(search.sp, prune.Shorter(search.Ctx, search.Space)) },
		max(search.PruneAfter, seekingStates*moves*moves)
}
