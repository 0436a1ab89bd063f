package breadthfirst

import "github.com/pzc-lang/pzc/backends/search/space"

// hooks are what techniques add to breadth-first search. Without its line below a technique can be deleted.
type hooks struct {
	// ranks numbers the states of a space, and returns the number of numbers, 0 if it cannot.
	ranks func(sp *space.Space) (ranking, uint64)
}

func techniques() hooks {
	return hooks{
		ranks: ranksOf,
	}
}
