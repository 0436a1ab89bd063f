// Package technique is the table of the techniques: what the core of pzc does without, but not as fast. A technique has
// a name, and a line that says what it does.
//
// Each technique can be left out by its name, so that its effect can be measured and tested. Answers are as right
// without a technique as with it, but may take longer, or not be found. To add a technique: a constant and a row here,
// and Set.Has where the technique begins.
package technique

import (
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/internal/lists"
)

// Technique is a name and a line that says what the technique does, separated by ": ".
type Technique string

// The techniques of the search backend.
const (
	Prune    Technique = "prune: moves are left out that the model or an analysis of the moves calls redundant"
	Corral   Technique = "corral: tokens that shut a part of the board off are moved first (Junghanns, Schaeffer 2001)"
	Packing  Technique = "packing: goals are packed in turn, by features of the board (Shoham, Schaeffer 2020)"
	Batches  Technique = "batches: IDA* moves the states of small subtrees together, without a path"
	Shared   Technique = "shared: long searches are divided among the cores"
	Mirrors  Technique = "mirrors: all images of a state under a group of symmetries are computed at once"
	Ranks    Technique = "ranks: states that can be numbered have a bit each, not a place in a hash table"
	Product  Technique = "product: the states of parts that moves change alike are explored once"
	Deferred Technique = "deferred: anytime search estimates a state when it is expanded (Helmert 2006)"
	Patterns Technique = "patterns: auto chooses abstractions and adds up their costs (Korf, Felner 2002)"
	Lmcut    Technique = "lmcut: auto may change to landmark cuts (Helmert, Domshlak 2009)"
	Matching Technique = "matching: auto may change to the cheapest way to carry each token to a goal"
	Pairs    Technique = "pairs: auto may add what two tokens cost one another (Junghanns, Schaeffer 2001)"
	FF       Technique = "ff: anytime search follows plans of the relaxation (Hoffmann, Nebel 2001)"
	Reflect  Technique = "reflect: the tables of a sum serve for mirror images of the state (Culberson, Schaeffer 1998)"
)

// The techniques of the constraint engine.
const (
	Late    Technique = "late: numbers that only differences read are decided last"
	Globals Technique = "globals: conditions that together say `distinct`, or one number, become that (Nightingale 2017)"
)

// InPlace is the technique of the programs that emit-go writes.
const InPlace Technique = "inplace: depth-first search changes one state and takes moves back, along lists of moves"

// The techniques of several backends. In the formula of an assignment the least of equivalent ones is sought (Crawford
// and others 1996).
const (
	Potentials    Technique = "potentials: a sum or count that no move raises, or none lowers, bounds plans"
	Symmetry      Technique = "symmetry: of states or assignments that a symmetry calls equivalent, one is kept"
	Automorphisms Technique = "automorphisms: symmetries that the model does not declare are found and proved (McKay 1981)"
	Parity        Technique = "parity: sums that no move changes prove that no goal can be reached (Johnson, Story 1879)"
	Normal        Technique = "normal: tasks get one form, whatever the model looks like (Helmert 2009)"
	Relay         Technique = "relay: a second backend starts if the first one takes long or gives up"
)

// The techniques that make a simpler or stronger task of a task with moves (package reduced).
const (
	Safe   Technique = "safe: a variable that moves of cost 0 can set to any value is left out of the states"
	Cases  Technique = "cases: a move that reads many variables is divided by the values of one of them"
	Layers Technique = "layers: only pairs of values that are possible after t moves are written"
	Fuse   Technique = "fuse: two variables become one if few pairs of their values are reachable"
)

// Sweep is the technique that shrinks the layers of the plans of one length (package layers).
const Sweep Technique = "sweep: moves are followed backwards and forwards inside the layers of a plan"

// Narrow is the technique that writes the moves and states of a plan (package encode).
const Narrow Technique = "narrow: in a formula that grows, clauses exclude what the layers before a goal exclude"

// The techniques that decide which horizons are asked for (package sat).
const (
	Chain   Technique = "chain: one formula serves for many horizons, and grows"
	Double  Technique = "double: a step of this formula is two moves"
	Listing Technique = "listing: the states of a small puzzle are listed, which bounds moves and costs"
	Ends    Technique = "ends: no path of t moves without a repeated state costs less than the plan"
)

// The technique that writes conditions (package encode).
const (
	Cardinal Technique = "cardinal: counts of none, one, all but one and all are written without a diagram"
)

// The techniques that list and count assignments (package sat).
const (
	Few          Technique = "few: the solver looks for a few solutions before all are listed or counted otherwise"
	Backtracking Technique = "backtracking: many solutions are listed by backtracking instead of by the solver"
	Components   Technique = "components: the solutions of independent parts of a formula are counted apart"
)

// All stands for every technique in a Set.
const All = "all"

// Rows lists the techniques.
func Rows() []Technique {
	return slices.Concat(ForSearch(), ForSAT(), ForConstraints(), ForPrograms(), ForEach())
}

// ForSAT lists the techniques that only the SAT backend has.
func ForSAT() []Technique { return slices.Concat(ForPlans(), ForFormulas(), ForLists()) }

// ForSearch lists the techniques that only the search backend has.
func ForSearch() []Technique {
	return []Technique{
		Prune, Corral, Packing, Batches, Shared, Mirrors, Ranks, Product, Deferred, Patterns, Lmcut, Matching,
		Pairs, FF, Reflect,
	}
}

// ForConstraints lists the techniques that only the constraint engine has.
func ForConstraints() []Technique { return []Technique{Globals, Late} }

// ForPrograms lists the techniques of programs.
func ForPrograms() []Technique { return []Technique{InPlace} }

// ForEach lists the techniques that several backends have.
func ForEach() []Technique {
	return []Technique{Potentials, Symmetry, Automorphisms, Parity, Normal, Relay}
}

// ForPlans lists the techniques that are used by the SAT backend for puzzles with moves.
func ForPlans() []Technique {
	return []Technique{
		Safe, Cases, Layers, Fuse, Sweep, Narrow, Chain, Double,
		Listing, Ends,
	}
}

// ForFormulas lists the techniques of all formulas.
func ForFormulas() []Technique { return []Technique{Cardinal} }

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
	return lists.Map(Rows(), func(t Technique) string { return t.Name() })
}

// Set holds the names of techniques, or All.
type Set []string

// Has reports whether a technique is in the set.
func (s Set) Has(t Technique) bool { return slices.Contains(s, t.Name()) || slices.Contains(s, All) }

// Unknown returns a name that no technique has, "" if there is none.
func (s Set) Unknown() string {
	known := append(Names(), All)
	if i := slices.IndexFunc(s, func(name string) bool { return !slices.Contains(known, name) }); i >= 0 {
		return s[i]
	}
	return ""
}

// OfFormulas reports whether the set has a technique by its name that only the SAT backend has.
func (s Set) OfFormulas() bool {
	return slices.ContainsFunc(ForSAT(), func(t Technique) bool { return slices.Contains(s, t.Name()) })
}
