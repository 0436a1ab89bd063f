package search

import (
	"fmt"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/job"
)

// Algorithm describes one way to search. The help of the command, the table in docs/search.md, messages, generated
// programs and the engine that runs them are made from these descriptions.
type Algorithm struct {
	Name    string
	Expands string // what is expanded next
	Keeps   string // what it keeps in memory; N: the reachable states, b^d: the states at most d moves away
	Suits   string // what it is good for
	Finds   Promise
	Guided  bool // it uses a heuristic
	Weighs  bool // it uses Options.Weight
	// Function is the name of the algorithm's function in package search of generated programs; "" if they do not have
	// the algorithm. The function of a guided algorithm takes the heuristic as an argument.
	Function string

	folds bool // it keeps a closed list, so it can keep one state of each class of equivalent states
	run   func(*run) job.Outcome
}

// onlyPath is Algorithm.Keeps of algorithms that keep no states but those of the current path.
const onlyPath = "the path"

// Promise is what an algorithm guarantees about the plans that it finds.
type Promise int

// The promises.
const (
	AnyPlan     Promise = iota // no promise
	Improving                  // better and better plans; if no limit ends the work, the last one is a cheapest one
	FewestMoves                // no plan has fewer moves
	Bounded                    // at most Options.Weight times the least cost, if the heuristic is admissible
	Cheapest                   // no plan costs less, if the heuristic is admissible
)

// Check returns an error if the options set something that the algorithm does not use.
func (a *Algorithm) Check(o backends.Options) error {
	switch {
	case !a.Guided && or(o.Heuristic, "blind") != "blind":
		return fmt.Errorf("%s uses no heuristic; leave out %q, or choose astar or idastar", a.Name, o.Heuristic)
	case !a.Weighs && o.Weight != 0:
		return fmt.Errorf("a weight is for the algorithm wastar alone; leave it out, or choose wastar")
	}
	return checkWeight(o.Weight)
}

// exact reports whether the plans found are cheapest, given that the heuristic does not overestimate.
func (a *Algorithm) exact(r *run) bool {
	return a.Finds == Cheapest || a.Finds == Improving || a.Finds == FewestMoves && r.Space.MinCost == r.Space.MaxCost
}
