// Package model holds the checked model: a typed tree. The checker builds the tree from a syntax tree, semantics
// executes it, and grounding translates it. The package also holds the only walker over this tree, and functions that
// use it: parts, slots, reads of the state, copies.
//
// A Program is a checked model whose parameters have no values yet. A Model is a Program with values for its
// parameters, and with the types, grids and constants that are computed from these values.
package model

import (
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/internal/diag"
)

// Program is a checked model and the files that it uses.
type Program struct {
	Puzzle      string
	Title       About // zero: the model says nothing
	Author      About
	Rules       About       // without `rules`, the comment above the puzzle line
	HasRules    bool        // the model has `rules`
	Name        string      // file name of the model itself
	IsData      bool        // a data file: the puzzle line stands in a file that it uses
	Generator   string      // the file of a model whose solutions are data of this one; "": none
	IsPart      bool        // a file for models to use, opened alone: there is no puzzle
	Arrays      []*Array    // parameters, constants and state variables; Array.ID is the place in this list
	Types       []*TypeDecl // TypeDecl.ID is the place in this list
	Enums       []*Enum
	Grids       []*Grid // Grid.ID is the place in this list
	Defs        []*Def
	Inits       []Formula
	Assumes     []Formula
	Moves       []*Move
	Always      []Formula
	Goals       []Formula
	Objective   *Objective // nil: all solutions are equally good
	Answers     []Answer   // what a person decides; none: all that the solver chooses
	Deads       []Formula
	Invariants  []Formula
	Heuristics  []*Heuristic
	Relaxations []*Relaxation
	Symmetries  []*Move // Label, Cost, Order and Then unused
	Prunes      []*Prune
	Views       []*View
	Instances   []*Instance
	Expects     []Expect          // the model's own
	Notation    Notation          // nil: the language's own
	Sources     map[string]string // the texts by file name; nil for a model that was translated
}

// Text returns the text of a part of the model in one line, "" if it is not known.
func (p *Program) Text(s diag.Span) string {
	src := p.Sources[s.Start.Filename]
	if s.Start.Offset < 0 || s.End.Offset > len(src) || s.Start.Offset >= s.End.Offset {
		return ""
	}
	return strings.Join(strings.Fields(src[s.Start.Offset:s.End.Offset]), " ")
}

// About is a text for those who play the puzzle.
type About struct {
	Text string
	Span diag.Span // of the declaration
}

// Notation writes names as the language does from which a model was translated.
type Notation interface {
	// Value writes a value of an enum, or the name of a variable.
	Value(name string) string
	// Action writes the name of a move.
	Action(name string) string
	// Move writes a move with its arguments, given as the language writes it.
	Move(move string) string
	// State writes an element of a state variable.
	State(name string, index []string) string
	// Holds writes that an element of a state variable has a value, "" if that says nothing.
	Holds(name string, index []string, value string) string
	// Condition writes the condition at a place of the text. valueOf gives the values of variables of the model, "" for
	// others. It returns "" if no condition stands there.
	Condition(at diag.Span, valueOf func(name string) string) string
	// Read returns the move that a text names, as the language writes it. name is the name of the text, for findings.
	Read(name, move string) (string, diag.List)
}

// Promises reports whether the model makes promises about its states: invariant, dead, admissible, symmetry, prune,
// relaxation.
func (p *Program) Promises() bool {
	admissible := func(h *Heuristic) bool { return h.Admissible }
	return len(p.Invariants)+len(p.Deads)+len(p.Symmetries)+len(p.Prunes)+len(p.Relaxations) > 0 ||
		slices.ContainsFunc(p.Heuristics, admissible)
}

// WithoutPromises returns the program without promises about its solutions and without objective. The promises may be
// false after a condition is added or removed.
func (p *Program) WithoutPromises() *Program {
	out := *p
	out.Deads, out.Invariants, out.Symmetries, out.Prunes = nil, nil, nil, nil
	out.Heuristics, out.Relaxations, out.Objective = nil, nil, nil
	return &out
}

// Withdraw takes a promise out: an element of Invariants or Deads, a heuristic, or a relaxation with the heuristics
// that read it. The lists of the program that p is a copy of stay as they are.
func (p *Program) Withdraw(promise any) {
	switch x := promise.(type) {
	case *Formula:
		same := func(f Formula) bool { return f.Expr == x.Expr }
		p.Invariants = slices.DeleteFunc(slices.Clone(p.Invariants), same)
		p.Deads = slices.DeleteFunc(slices.Clone(p.Deads), same)
	case *Heuristic:
		p.Heuristics = slices.DeleteFunc(slices.Clone(p.Heuristics), func(h *Heuristic) bool { return h == x })
	case *Relaxation:
		p.Heuristics = slices.DeleteFunc(slices.Clone(p.Heuristics), func(h *Heuristic) bool { return h.Reads(x) })
	}
}

// Reads reports whether a heuristic reads a relaxation, itself or by other heuristics.
func (h *Heuristic) Reads(r *Relaxation) bool {
	return Contains(h.Value, func(e Expr) bool {
		switch e := e.(type) {
		case *RelaxationRef:
			return e.Relaxation == r
		case *HeuristicRef:
			return e.Heuristic.Reads(r)
		default:
			return false
		}
	})
}

// Simplifies reports whether a heuristic reads the cost of a simpler puzzle, itself or by other heuristics.
func (h *Heuristic) Simplifies() bool {
	return Contains(h.Value, func(e Expr) bool {
		switch e := e.(type) {
		case *RelaxationRef, *PatternCost, *AdditiveCost, *ProjectCost:
			return true
		case *HeuristicRef:
			return e.Heuristic.Simplifies()
		default:
			return false
		}
	})
}

// Formula is a condition that has its own frame.
type Formula struct {
	Cond
	Slots int
	// Lost marks an Always that comes from `lost`. People who play can make a move into a lost state; plans cannot.
	Lost bool
	// Defines marks a Goal that says what an answer is: see Answering.
	Defines bool
}

// Answer is what a person decides, in place of what the solver chooses.
type Answer struct {
	Span diag.Span // of the name in the declaration
	// Array is a state variable of the program or, with Def, an array that is none of the program: Answering adds it.
	Array *Array
	Def   *Def
	Value Expr // with Def: the value of an element, in the frame of the array
	Start Expr // the value of an open place; nil: each place is to be filled. It does not read the state
}

// Objective is the value to minimize or maximize in a puzzle without moves. A state in which Value is undefined is not
// a solution, because one of Program.Goals demands that Value is defined.
type Objective struct {
	Span     diag.Span // of the declaration
	Maximize bool
	Value    Expr
	Slots    int
}

// Word returns "minimize" or "maximize".
func (o *Objective) Word() string {
	if o.Maximize {
		return "maximize"
	}
	return "minimize"
}

// Better reports whether a value is better than another one.
func (o *Objective) Better(a, b int64) bool { return a != b && (a > b) == o.Maximize }

// Role is the role of an array.
type Role uint8

// The roles of arrays.
const (
	Param Role = iota
	Const
	State
)

// Array is a parameter, constant or state variable. Without indices it has one element.
type Array struct {
	ID     int
	Name   string
	Doc    string
	Span   diag.Span // of the name where it is declared
	Role   Role
	Index  []IndexVar
	Domain Expr // the set of an element's values; uses no slots
	// Entry is the set of the values of one element if this set depends on the indices, nil otherwise. It is evaluated
	// in the frame of Value. Domain is then the union of these sets.
	Entry    Expr
	Type     *Type
	Value    Expr // default, value or initial value; nil: a parameter that must be given
	Slots    int  // frame of Value
	Distinct bool // state only
	// Optional marks data that may be missing: the value, or the values of a list, or the words of a map. What is missing
	// is not defined, and its value is None.
	Optional bool
	Unnamed  bool // a constant that holds a list of an expression; Name is no name of the model then
	// Parts are the two constants that represent a parameter or constant of lists: the number of values of each list,
	// and the values, with one more index. A value beyond the end of its list is undefined. So code for arrays also
	// handles lists. Parts is nil for all other arrays.
	Parts *ListParts
	// Of is the array of lists that this constant is a part of; otherwise nil.
	Of *Array
	// Later is the parameter or constant that this state variable replaces; nil for the state variables of the model
	// itself. No move changes such a variable.
	Later *Array
}

// ListParts are the two parts of an array of lists.
type ListParts struct{ Size, Values *Array }

// IndexVar is one index of an array. Set uses no slots. Slot is the slot of its name in the frame of Array.Value; -1
// without a name.
type IndexVar struct {
	Slot int
	Set  Expr
}

// TypeDecl is a declared type. Slots is the size of the frame of Set. A set that stands as the type or index of an
// array and needs slots becomes a TypeDecl too; its text is its name.
type TypeDecl struct {
	ID    int
	Name  string
	Doc   string
	Span  diag.Span
	Set   Expr
	Slots int
}

// Enum is a declared enumeration.
type Enum struct {
	Name   string
	Doc    string
	Span   diag.Span
	Values []string
	// Param is the parameter whose value is the set of all values; nil for an enum that is not a parameter.
	Param *Array
}

// Grid is a rectangle of cells: grid(map, …) or grid(rows, cols). Two equal expressions are the same Grid.
type Grid struct {
	ID         int
	Name       string // as written: "grid(level)"
	Span       diag.Span
	Maps       []Expr // of one size, each named; nil if Rows and Cols are given
	Rows, Cols Expr
	Slots      int // frame of Rows and Cols
}

// Holds reports whether a map, which is a parameter or constant, is one of the maps of the grid.
func (g *Grid) Holds(a *Array) bool {
	return slices.ContainsFunc(g.Maps, func(m Expr) bool { return NamedMap(m) == a })
}

// Sizes lists the expressions on which the size of the grid depends.
func (g *Grid) Sizes() []Expr {
	if g.Maps != nil {
		return g.Maps
	}
	return []Expr{g.Rows, g.Cols}
}

// Def is a defined expression. Its parameters have the slots 0, 1, … of its frame.
type Def struct {
	Name   string
	Doc    string
	Span   diag.Span
	Params []Variable
	Result Expr // set of the result; nil if left out
	Body   Expr
	Slots  int
}

// Variable is a parameter of a move, symmetry or def.
type Variable struct {
	Name string
	Slot int
	Set  Expr // may use earlier parameters
}

// MaxCost is the greatest cost of a move, and the greatest total of a plan: JSON readers keep integers up to it.
const MaxCost int64 = 1 << 53

// Move is a move or a symmetry. Its parameters have the slots 0, 1, … of its frame.
type Move struct {
	Name   string
	Doc    string
	Span   diag.Span // of the name
	Params []Variable
	Where  Expr // nil: all
	When   []Cond
	Cost   Expr // nil: 1
	Order  Expr // nil: none
	Label  Expr // nil: none
	Body   []Effect
	Then   []Effect
	Slots  int
}

// Heuristic is a named estimate of the remaining cost.
type Heuristic struct {
	Name       string
	Doc        string
	Span       diag.Span
	Admissible bool
	Value      Expr
	Slots      int
}

// Relaxation maps each state to a state of another puzzle. The exact cost of that state is the estimate.
type Relaxation struct {
	Name   string
	Doc    string
	Span   diag.Span
	Path   string
	Other  *Program
	Params []RelaxationValue // parameters of Other, static
	States []RelaxationValue // state variables of Other, may read the state
}

// RelaxationValue gives a value to Target, a parameter or state variable of the other program. Index holds the slots of
// the indices of Target in a frame of size Slots (-1: unnamed). If no index has a name, Value may be a List. An enum
// value or cell of this program stands for the one of the other program with the same index; whether two such grids
// have the same size is known only when both programs are instantiated.
type RelaxationValue struct {
	Target *Array
	Index  []int
	Value  Expr
	Slots  int
}

// Prune is a sequence of moves that an optimal plan never needs.
type Prune struct {
	Span  diag.Span
	Steps []PruneStep
	Where Expr // nil if there is none
	Slots int
}

// PruneStep matches a move whose arguments match Args.
type PruneStep struct {
	Move *Move
	Args []PruneArg
}

// PruneArg is a variable (Slot ≥ 0), a constant (Value), or `_` (Slot -1, Value nil). Variables with the same slot have
// the same value.
type PruneArg struct {
	Slot  int
	Value Expr
}

// View is one way to show a state: a board (Slot and Set), or lines of text (Slot -1).
type View struct {
	Span diag.Span
	Slot int
	Set  Expr // nil for a line
	Text Expr
	// Clauses describe how cells are drawn. Each kind occurs at most once.
	Clauses []ViewClause
	Slots   int
}

// ClauseKind is the word of a clause of a view.
type ClauseKind string

// The clauses of a view.
const (
	ClauseFill   ClauseKind = "fill"   // text: the colour of the ground
	ClauseInk    ClauseKind = "ink"    // text: colour and weight of the text, colour of shape and lines
	ClausePen    ClauseKind = "pen"    // text: colour and weight of lines
	ClauseShape  ClauseKind = "shape"  // text: the shape behind the text
	ClauseCorner ClauseKind = "corner" // text: a small text in the corner
	ClauseOpen   ClauseKind = "open"   // text: shown while the text is unknown
	ClauseRegion ClauseKind = "region" // any value: thick lines between cells with different values
	ClausePiece  ClauseKind = "piece"  // any value: likewise, and no lines between cells with equal values
	ClauseCage   ClauseKind = "cage"   // any value: a dashed line within cells, along neighbours with different values
	ClauseLine   ClauseKind = "line"   // condition on a direction: a line from the centre to this side
	ClauseDouble ClauseKind = "double" // likewise: two lines
	ClauseEdge   ClauseKind = "edge"   // condition on a direction: a line along this side
	ClauseSide   ClauseKind = "side"   // text by direction: a sign on the middle of this side
	ClausePoint  ClauseKind = "point"  // text by direction: a sign on the point where this side ends, clockwise
)

// ViewClause is a clause of a view. If the clause goes over directions, Slot (-1: unnamed) holds the direction, and Set
// is the set of directions; otherwise Set is nil.
type ViewClause struct {
	Kind ClauseKind
	Slot int
	Set  Expr
	Expr Expr
}

// Exprs lists the expressions of a view that are not nil: the set, the text, and those of the clauses.
func (v *View) Exprs() (all []Expr) {
	for _, e := range []Expr{v.Set, v.Text} {
		if e != nil {
			all = append(all, e)
		}
	}
	for _, c := range v.Clauses {
		if c.Set != nil {
			all = append(all, c.Set)
		}
		all = append(all, c.Expr)
	}
	return all
}

// Instance is a named set of values for the parameters.
type Instance struct {
	Name    string
	Doc     string
	Span    diag.Span
	Values  []InstanceValue
	Expects []Expect
}

// InstanceValue is the value of one parameter.
type InstanceValue struct {
	Param *Array
	Value Expr // may be a List
	Slots int
}

// ExpectKind is the kind of an `expect` line.
type ExpectKind string

// The expectations.
const (
	ExpectCost       ExpectKind = "cost"
	ExpectBest       ExpectKind = "best"
	ExpectSolvable   ExpectKind = "solvable"
	ExpectUnsolvable ExpectKind = "unsolvable"
	ExpectSolutions  ExpectKind = "solutions"
)

// Expect is one `expect` line.
type Expect struct {
	Span   diag.Span
	Kind   ExpectKind
	Number int64 // for cost, best and solutions
}
