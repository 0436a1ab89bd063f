// Package task is the ground transition system that backends solve: variables with finite domains, moves without
// parameters, one shared graph of expressions. It is plain data and knows nothing about the language or about solving.
//
// All values are int64 codes: numbers as they are, Booleans 0 and 1, directions and enum values their place, cells row*cols+col.
// A state gives each variable one of its Values. Expressions are total: definedness was made explicit by grounding, so
// that an expression out of its domain (Select beyond its table, division by zero) may give any value where nothing depends on it.
package task

import "strings"

// Task is one puzzle instance.
type Task struct {
	Puzzle   string
	Instance string // "" without one
	Pool     *Pool
	Vars     []Var
	Arrays   []Array

	// Init is the initial code of each variable, used where Free is false. A free variable is chosen by the solver.
	Init []int64
	Free []bool
	// InitCond is a condition on the initial state beside Init: `init`, values that depend on free variables, and Always.
	InitCond Expr

	Goal  Expr
	Moves []Move
	// Always must hold in the state that a move leads to. What was regressed into the guards is not repeated: True if all was.
	Always Expr
	// Dead is a promise: no goal can be reached from a state where it holds. False without one.
	Dead Expr

	Heuristics   []Heuristic
	Abstractions []Abstraction // the simpler puzzles whose exact costs heuristics read
	Symmetries   []Symmetry
	Prunings     []Pruning
	Facts        Facts

	// Fixed is a state of the model with the values of the elements that are not variables here (they never change);
	// Var.State says where the variables belong in it.
	Fixed []int64
}

// Var is a finite-domain variable.
type Var struct {
	Name   string   // "board[(0, 1)]"
	Values []int64  // ascending codes that it may take; at least two
	Names  []string // Values as the language writes them
	State  int      // its place in a state of the model
}

// ArrayName is the name of the state variable of the model that the variable is an element of: "board".
func (v *Var) ArrayName() string {
	name, _, _ := strings.Cut(v.Name, "[")
	return name
}

// Place is the index of a code in Values, -1 if it is none of them.
func (v *Var) Place(code int64) int {
	lo, hi := 0, len(v.Values)
	for lo < hi {
		if mid := (lo + hi) / 2; v.Values[mid] < code {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(v.Values) && v.Values[lo] == code {
		return lo
	}
	return -1
}

// Array keeps the shape of a state variable of the model: Elems are Var or Const expressions, row by row.
type Array struct {
	Name     string
	Elems    []Expr
	Distinct bool // proved: no two elements are ever equal in a reachable state
	// Permutation: distinct, and as many elements as values, so that each value occurs.
	Permutation bool
}

// Move is a ground move. It can be made in a state where Guard holds and Always holds in the state that it leads to.
type Move struct {
	Name    string // "slide((0, 1), (1, 1))": as plans print it
	Schema  int    // number of the move's declaration, from 0
	Guard   Expr
	Effects []Effect // at most one for each variable, in the order of variables
	Cost    Expr     // non-negative wherever Guard holds
	Order   Expr     // smaller first; None without a key
}

// Effect sets Var to Value where Cond holds; where it does not, the variable keeps its value. All expressions read the old state.
type Effect struct {
	Var   int
	Cond  Expr
	Value Expr
}

// Heuristic is an estimate of the cost that is left, in a state of the task; never negative.
type Heuristic struct {
	Name       string
	Admissible bool // promised or proved
	Proved     bool // admissible, whatever the model promises: exact costs of patterns and projections
	Value      Expr
	// Missing says why the heuristic cannot be used, if a simpler puzzle that it needs could not be made; Value is then None.
	Missing string
}

// Abstraction is a simpler puzzle, itself a task. OpCost maps a state of the concrete task to one of it and gives the exact cost
// from there. Its Init is the image of the concrete initial state; what can be reached from there covers all that is asked.
// Its Arrays that are Distinct hold for all states that are asked about: tables over all combinations of values leave the others out.
type Abstraction struct {
	Name string // "pattern(board, {1, 2}, {hole})"
	Task *Task
	// Tracked lists the variables of a pattern that stand for tracked values, ascending: those that a table may forget.
	Tracked []int
	// Fold lists variables, ascending, that the table forgets: its entry is the least cost over their values.
	Fold []int
}

// Symmetry is a ground instance of a declared symmetry: where Guard holds, the state that the effects make is equivalent.
type Symmetry struct {
	Name    string
	Guard   Expr
	Effects []Effect
}

// Pruning is a declared `prune`: sequences of moves, by number, all of one length, that an optimal plan never needs.
type Pruning struct {
	Name      string // as relies_on prints it: "prune 2"
	Sequences [][]int32
	// Missing says why Sequences is not there, if they are too many to list.
	Missing string
}

// Facts are what the compiler proved about the task.
type Facts struct {
	// Unsolvable, if not empty, is a proof in one sentence that no goal can be reached.
	Unsolvable string
	// MinCost and MaxCost bound the cost of a move.
	MinCost, MaxCost int64
	// UnitCost: all moves cost 1.
	UnitCost bool
	// Removed counts what grounding took away, for `check --ground`.
	StaticVars, ImpossibleMoves, ImpossibleValues int
}

// HasFree tells whether the solver chooses a part of the initial state.
func (t *Task) HasFree() bool {
	for _, f := range t.Free {
		if f {
			return true
		}
	}
	return false
}
