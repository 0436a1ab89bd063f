// Package technique is the table of the techniques of the SAT backend: a name, and a line that says what each does.
//
// Each technique can be left out by its name, so that its effect can be measured and tested. Answers are as right
// without a technique as with it, but may take longer, or not be found. To add a technique: a constant and a row here,
// and Set.Has where the technique begins.
package technique

import (
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends"
)

// Technique is a name and a line that says what the technique does, separated by ": ".
type Technique string

// The techniques that make a simpler or stronger task of a task with moves (package reduced).
const (
	Safe   Technique = "safe: a variable that moves of cost 0 can set to any value is left out of the states"
	Cases  Technique = "cases: a move that reads many variables is divided by the values of one of them"
	Layers Technique = "layers: only pairs of values that are possible after t moves are written"
	Fuse   Technique = "fuse: two variables become one if few pairs of their values are reachable"
)

// The techniques that shrink the layers of the plans of one length (package layers).
const (
	Backward Technique = "backward: layers are computed from the goal, too, and once for all horizons"
	Sweep    Technique = "sweep: moves are followed once more inside the layers of a plan"
	Keep     Technique = "keep: what moves leave of two layers is kept for the next plans"
)

// The techniques that write the moves and states of a plan (package encode).
const (
	Narrow   Technique = "narrow: in a formula that grows, clauses exclude what the layers before a goal exclude"
	Straight Technique = "straight: states with two moves between them differ in a plan that is to be cheaper"
)

// The techniques that decide which horizons are asked for (package sat).
const (
	Chain        Technique = "chain: one formula serves for many horizons, and grows"
	Double       Technique = "double: a step of this formula is two moves"
	Potentials   Technique = "potentials: how many elements of an array have a value bounds the number of moves"
	Induction    Technique = "induction: plans of at least n moves end where each path of k moves passes a state twice"
	Predecessors Technique = "predecessors: that no k moves lead to a goal is seen in the layers from the goal"
	Listing      Technique = "listing: the states of a small puzzle are listed, which bounds moves and costs"
	Ends         Technique = "ends: no path of t moves without a repeated state costs less than the plan"
)

// The technique that writes conditions (package encode).
const (
	Cardinal Technique = "cardinal: counts of none, one, all but one and all are written without a diagram"
)

// The techniques that find one assignment (assign.go of package sat).
const (
	Symmetry Technique = "symmetry: of assignments that a declared symmetry calls equivalent, the least is sought"
)

// The techniques that list and count assignments (counter.go, lister.go).
const (
	Few          Technique = "few: the solver looks for a few solutions before all are listed or counted otherwise"
	Backtracking Technique = "backtracking: many solutions are listed by backtracking instead of by the solver"
	Components   Technique = "components: the solutions of independent parts of a formula are counted apart"
)

// all lists the techniques.
func all() []Technique { return slices.Concat(ForPlans(), ForFormulas(), ForAssignments(), ForLists()) }

// ForPlans lists the techniques that are used only for puzzles with moves.
func ForPlans() []Technique {
	return []Technique{
		Safe, Cases, Layers, Fuse, Backward, Sweep, Keep, Narrow, Straight, Chain,
		Double, Potentials, Induction, Predecessors, Listing, Ends,
	}
}

// ForFormulas lists the techniques that are used for all puzzles.
func ForFormulas() []Technique { return []Technique{Cardinal} }

// ForAssignments lists the techniques that are used to find one assignment of a puzzle without moves.
func ForAssignments() []Technique { return []Technique{Symmetry} }

// ForLists lists the techniques that are used to list or to count all assignments.
func ForLists() []Technique { return []Technique{Few, Backtracking, Components} }

// Name returns the name, such as "fuse".
func (t Technique) Name() string {
	name, _, _ := strings.Cut(string(t), ": ")
	return name
}

// About returns the line that says what the technique does.
func (t Technique) About() string {
	_, about, _ := strings.Cut(string(t), ": ")
	return about
}

// Names lists the names of all techniques.
func Names() []string {
	var names []string
	for _, t := range all() {
		names = append(names, t.Name())
	}
	return names
}

// Set is a set of techniques.
type Set []Technique

// Choose returns the techniques with the given names. A name that no technique has is a *backends.UnknownError.
func Choose(names []string) (Set, error) {
	var s Set
	for _, name := range names {
		i := slices.Index(Names(), name)
		if i < 0 {
			return nil, &backends.UnknownError{What: "technique", Name: name, Known: Names()}
		}
		s = append(s, all()[i])
	}
	return s, nil
}

// Has reports whether a technique is in the set.
func (s Set) Has(t Technique) bool { return slices.Contains(s, t) }
