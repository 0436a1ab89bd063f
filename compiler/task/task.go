// Package task is the ground transition system that backends solve: variables with finite domains, moves without
// parameters, and one shared graph of expressions. It is plain data. It knows nothing about the language or about
// solving.
//
// All values are int64 codes: a number is its own code, Booleans are 0 and 1, directions and enum values are numbered
// in order, and a cell is row*cols+col. A state gives each variable one of its Values. Expressions are total, because
// grounding made definedness explicit: an expression outside its domain (Select beyond its table, division by zero) may
// have any value, and nothing depends on that value.
package task

import (
	"math"
	"slices"
	"strings"
)

// Task is one puzzle instance.
type Task struct {
	Puzzle   string
	Instance string // "" without one
	Pool     *Pool
	Vars     []Var
	Arrays   []Array

	// Init is the initial code of each variable for which Free is false. The solver chooses the value of a free
	// variable.
	Init []int64
	Free []bool
	// InitCond is a further condition on the initial state: `init` conditions, values that depend on free variables,
	// and Always.
	InitCond Expr

	Goal  Expr
	Moves []Move
	// Objective is the expression to minimize or maximize in a task without moves; nil: all solutions are equally good.
	Objective *Objective
	// Always must hold in the state that a move leads to. Conditions that grounding regressed into all guards are left
	// out; Always is True if all were.
	Always Expr
	// Dead is a promise of the model: no goal is reachable from a state where Dead holds. Without a promise it is
	// False.
	Dead Expr

	Heuristics   []Heuristic
	Abstractions []Abstraction // the simpler puzzles whose exact costs the heuristics read
	Symmetries   []Symmetry
	Prunings     []Pruning
	Facts        Facts

	// Fixed is a state of the model. It holds the values of elements that never change and are therefore no variables.
	// Var.State is the index of a variable in such a state.
	Fixed []int64
}

// Var is a finite-domain variable.
type Var struct {
	Name   string   // "board[(0, 1)]"
	Values []int64  // the codes that it may have, ascending; at least two
	Names  []string // Values as the language writes them
	State  int      // its index in a state of the model
}

// ArrayName returns the name of the model's state variable to which the variable belongs: "board".
func (v *Var) ArrayName() string {
	name, _, _ := strings.Cut(v.Name, "[")
	return name
}

// Place returns the index of a code in Values, or -1.
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

// Array keeps the shape of a state variable of the model. Elems are Var or Const expressions, row by row.
type Array struct {
	Name     string
	Elems    []Expr
	Distinct bool // proved: no two elements are ever equal in a reachable state
	// Permutation is proved: the array is distinct and has as many elements as values, so that each value occurs.
	Permutation bool
}

// Move is a ground move. It is applicable in a state where Guard holds, if Always holds in the next state.
type Move struct {
	Name    string // "slide((0, 1), (1, 1))": as plans print it
	Schema  int    // the number of the move's declaration, from 0
	Guard   Expr
	Effects []Effect // at most one for each variable, in the order of variables
	Cost    Expr     // non-negative wherever Guard holds
	Order   Expr     // moves with smaller values are tried first; None without a key
}

// Objective is `minimize` or `maximize` of the model: the best solutions are wanted. It means something in the states
// where InitCond and Goal hold. Goal implies that the value is defined there.
type Objective struct {
	Maximize bool
	Value    Expr // a number, at most MaxCost from 0 in each solution
}

// Better reports whether a value is better than another one.
func (o *Objective) Better(a, b int64) bool { return a != b && (a > b) == o.Maximize }

// WithGoal returns the task without objective and with one more goal, which the function makes in a copy of the pool.
func (t *Task) WithGoal(goal func(*Pool) Expr) *Task {
	out := *t
	out.Pool = t.Pool.Clone()
	out.Objective, out.Goal = nil, out.Pool.And(t.Goal, goal(out.Pool))
	return &out
}

// Effect sets Var to Value where Cond holds; elsewhere the variable keeps its value. All expressions read the old
// state.
type Effect struct {
	Var   int
	Cond  Expr
	Value Expr
}

// Heuristic is an estimate of the cost from a state of the task to a goal. It is never negative.
type Heuristic struct {
	Name       string
	Admissible bool // promised or proved
	Proved     bool // admissible without any promise of the model: exact costs of patterns and projections
	Value      Expr
	// Missing is the reason why the heuristic cannot be used: a simpler puzzle that it needs could not be made. Value
	// is then None.
	Missing string
}

// Abstraction is a simpler puzzle, itself a task. OpCost maps a state of the concrete task to a state of the
// abstraction and returns the exact cost from there. Init of the abstraction is the image of the concrete initial
// state; all abstract states that OpCost asks about are reachable from there. Its Distinct arrays hold for all these
// states; tables over all combinations of values leave the other combinations out.
type Abstraction struct {
	Name string // "pattern(board, {1, 2}, {hole})"
	Task *Task
	// Tracked lists the variables of a pattern that stand for tracked values, ascending. A table may leave these
	// variables out.
	Tracked []int
	// Fold lists the variables that the table leaves out, ascending. An entry of the table is the least cost over their
	// values.
	Fold []int
}

// Kept lists the variables, ascending, that the table does not leave out.
func (a *Abstraction) Kept() (kept []int) {
	for v := range a.Task.Vars {
		if !slices.Contains(a.Fold, v) {
			kept = append(kept, v)
		}
	}
	return kept
}

// Symmetry is a ground instance of a declared symmetry: where Guard holds, a state is equivalent to the state that the
// effects make of it.
type Symmetry struct {
	Name    string
	Guard   Expr
	Effects []Effect
	Proved  bool // no answer relies on it
}

// Pruning is a ground `prune` declaration: sequences of move numbers, all of one length, that optimal plans never need.
type Pruning struct {
	Name      string // as relies_on prints it: "prune 2"
	Sequences [][]int32
	// Missing is the reason why Sequences is nil: there are too many sequences to list.
	Missing string
}

// Facts are facts about the task that the compiler has proved.
type Facts struct {
	// Unsolvable is a proof in one sentence that no goal is reachable. It is empty without a proof.
	Unsolvable string
	Invariant  bool // Unsolvable is a sum that no move changes
	// MinCost and MaxCost are bounds of the cost of a move.
	MinCost, MaxCost int64
	// UnitCost reports that each move costs 1.
	UnitCost bool
	// The numbers of variables and values that grounding removed, for `check --ground`.
	StaticVars, ImpossibleValues int
}

// CostSpan returns bounds on the cost of a move, by the ranges of the cost expressions.
func (t *Task) CostSpan() (lo, hi int64) {
	for m := range t.Moves {
		n := t.Pool.Node(t.Moves[m].Cost)
		if m == 0 {
			lo, hi = n.Lo, n.Hi
		}
		lo, hi = min(lo, n.Lo), max(hi, n.Hi)
	}
	return max(lo, 0), max(lo, hi, 0)
}

// BoundCosts sets the facts about costs.
func (t *Task) BoundCosts() {
	f := &t.Facts
	f.MinCost, f.MaxCost = t.CostSpan()
	f.UnitCost = f.MinCost == 1 && f.MaxCost == 1
}

// HasFree reports whether the solver chooses a part of the initial state.
func (t *Task) HasFree() bool {
	return slices.ContainsFunc(t.Free, func(f bool) bool { return f })
}

// Starts returns an upper bound on the number of initial states: the product of the domains of the variables that are
// chosen.
func (t *Task) Starts() float64 {
	n := 1.0
	for i, free := range t.Free {
		if free {
			n *= float64(len(t.Vars[i].Values))
		}
	}
	return math.Min(n, math.MaxFloat64)
}

// Apply makes move m in a state. It returns the next state and the cost, or ok false if the move is not applicable.
// Like Eval, Apply defines the meaning of a task; engines are tested against it.
func (t *Task) Apply(state []int64, m int) (next []int64, cost int64, ok bool) {
	mv := &t.Moves[m]
	if t.Pool.Eval(mv.Guard, state) == 0 {
		return nil, 0, false
	}
	next = append([]int64(nil), state...)
	for _, e := range mv.Effects {
		if t.Pool.Eval(e.Cond, state) != 0 {
			next[e.Var] = t.Pool.Eval(e.Value, state)
		}
	}
	if t.Pool.Eval(t.Always, next) == 0 {
		return nil, 0, false
	}
	return next, t.Pool.Eval(mv.Cost, state), true
}

// ModelState returns the state of the model that corresponds to a state of the task.
func (t *Task) ModelState(state []int64) []int64 {
	out := append([]int64(nil), t.Fixed...)
	for i := range t.Vars {
		out[t.Vars[i].State] = state[i]
	}
	return out
}
