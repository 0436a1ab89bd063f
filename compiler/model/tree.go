package model

import (
	"slices"

	"github.com/pzc-lang/pzc/diag"
)

// Expr is a checked expression: every name is resolved and the type is known.
//
// Local names (parameters of moves and defs, variables of binders, lets, index variables) are slots of a frame. Each
// declaration that has an expression owns a frame layout (its Slots field is the size); a call of a def opens a new frame.
// A slot may hold an undefined value, which matters only where it is used.
//
//sumtype:decl
type Expr interface {
	Span() diag.Span
	Type() *Type
	// fresh is a copy of the node that shares its parts, but no list of parts.
	fresh() Expr
}

// Base is embedded in every expression.
type Base struct {
	Sp diag.Span
	Ty *Type
}

// Span is the source text of the expression.
func (b Base) Span() diag.Span { return b.Sp }

// Type is the static type of the expression.
func (b Base) Type() *Type { return b.Ty }

// Op is an operator of Binary.
type Op uint8

// The binary operators. Add and Sub also work component by component on offsets.
const (
	Add Op = iota
	Sub
	Mul
	Div // Euclidean
	Mod // Euclidean
	And
	Or
	Implies
	Eq
	Ne
	Lt
	Le
	Gt
	Ge
)

// FoldKind is the word of a binder.
type FoldKind uint8

// The binders.
const (
	ForAll FoldKind = iota
	Exists
	Count
	Sum
	MinOf
	MaxOf
	DistinctOf
	The
)

// Fn is a built-in function on values.
type Fn uint8

// The functions on values; those on sets, arrays and relations have nodes of their own.
const (
	Abs       Fn = iota // number
	Min                 // two or more ordered values of one type
	Max                 //
	IndexOf             // place among the values of its kind: a cell's row*cols+col, an enum value's or direction's place; a number is its own
	Adjacent            // two cells that share a side
	Manhattan           // two cells
	Chebyshev           // two cells
	Digit               // '0'..'9' → 0..9, otherwise undefined
	Defined             // always true or false
)

type (
	// Lit is a constant.
	Lit struct {
		Base
		Value Value
	}
	// Text is a string with interpolated expressions.
	Text struct {
		Base
		Parts []TextPart
	}
	// TextPart is a stretch of text (Expr nil) or an expression whose value is printed.
	TextPart struct {
		Text string
		Expr Expr
	}
	// Local is the value of a slot of the current frame.
	Local struct {
		Base
		Name string
		Slot int
	}
	// Read is a parameter, constant or state variable, or an element of one. Undefined if an index is undefined or outside.
	Read struct {
		Base
		Array *Array
		Index []Expr
	}
	// Call is a def with its arguments. An argument that is undefined or outside the parameter's type is undefined
	// inside; a result outside the declared result type is undefined.
	Call struct {
		Base
		Def  *Def
		Args []Expr
	}
	// Not is `not x`.
	Not struct {
		Base
		X Expr
	}
	// Neg is `-x` of a number or offset.
	Neg struct {
		Base
		X Expr
	}
	// Opposite is `-d` of a direction.
	Opposite struct {
		Base
		X Expr
	}
	// Binary is `l op r` on operands of one type.
	Binary struct {
		Base
		Op   Op
		L, R Expr
	}
	// Scale is `n * offset`.
	Scale struct {
		Base
		N, X Expr
	}
	// Shift is `cell + offset`, or `cell - offset` if Minus: undefined off the board.
	Shift struct {
		Base
		Cell, By Expr
		Minus    bool
	}
	// Between is `a - b` of two cells: the offset that leads from b to a.
	Between struct {
		Base
		A, B Expr
	}
	// ToOffset is a direction where an offset is wanted.
	ToOffset struct {
		Base
		X Expr
	}
	// ToCell is a pair of numbers where a cell is wanted: undefined off the board.
	ToCell struct {
		Base
		X Expr
	}
	// If is `if p then a else b`; an undecided condition is not true, so Else.
	If struct {
		Base
		Cond, Then, Else Expr
	}
	// Fold is a binder. Where (may be nil) may read the state; the sets of Vars may not, but may use earlier variables.
	Fold struct {
		Base
		Kind  FoldKind
		Vars  []Bind
		Where Expr
		Body  Expr
	}
	// Bind is one variable (or tuple of variables) of a binder.
	Bind struct {
		Target *Target
		Set    Expr
	}
	// Target is a slot (-1: `_`), or a tuple of targets.
	Target struct {
		Name  string
		Slot  int
		Elems []*Target // nil if it is a slot
	}
	// MapAt is `level[c]`: the character of a map at a cell of its grid.
	MapAt struct {
		Base
		Map, Cell Expr
	}
	// Coord is `c.row` or, if Col, `c.col`.
	Coord struct {
		Base
		X   Expr
		Col bool
	}
	// Extent is `.rows` or `.cols` of a grid (Grid) or of a map (Map).
	Extent struct {
		Base
		Grid *Grid
		Map  Expr
		Cols bool
	}
	// TupleOfExprs is `(a, b)`.
	TupleOfExprs struct {
		Base
		Elems []Expr
	}
	// In is `x in S`: for a SetLit the disjunction of equalities, for a Range two comparisons (both may read the state),
	// for other sets membership in a constant set.
	In struct {
		Base
		X, Set Expr
	}
	// Func is a built-in function on values.
	Func struct {
		Base
		Fn   Fn
		Args []Expr
	}
	// Size is `size(S)`.
	Size struct {
		Base
		Set Expr
	}
	// Nth is `nth(S, i)`: the element with place i from 0.
	Nth struct {
		Base
		Set, I Expr
	}
	// Find is `find(array, v)`: the only index (a tuple if there are several) whose element equals v; undefined without one.
	Find struct {
		Base
		Array *Array
		X     Expr
	}
	// Steps is `steps(rel, a, b)`: length of a shortest path in a static relation.
	Steps struct {
		Base
		Rel  *Relation
		A, B Expr
	}
	// Reaches is `reaches(free, a, b)`: true if there is a path of adjacent cells from a to b of which every cell but a is free.
	Reaches struct {
		Base
		Rel  *Relation
		A, B Expr
	}
	// Relation is what steps and reaches walk on: Body is a Boolean over the slots Holes (two for steps, one for reaches) of
	// the frame in which the node stands, its other locals as they are there. Domain is the set that all holes range over.
	// If the relation is a constant set of pairs (steps) it is Pairs, and Body and Domain are nil.
	Relation struct {
		Name   string
		Holes  []int
		Domain Expr
		Body   Expr
		Pairs  Expr
	}
	// AnyValue is `any` in an initial value.
	AnyValue struct{ Base }
	// List is `[a, b]` as the value of an array; lists may be nested or flat.
	List struct {
		Base
		Elems []Expr
	}
	// HeuristicRef is the value of another heuristic.
	HeuristicRef struct {
		Base
		Heuristic *Heuristic
	}
	// RelaxationRef is the exact cost of a relaxation.
	RelaxationRef struct {
		Base
		Relaxation *Relaxation
	}
	// PatternCost is `pattern(array, values, tracked)`; Tracked may be nil.
	PatternCost struct {
		Base
		Array           *Array
		Values, Tracked Expr
	}
	// AdditiveCost is `additive(p, q, …)`; its parts are PatternCosts.
	AdditiveCost struct {
		Base
		Parts []*PatternCost
	}
	// ProjectCost is `project(x, y)`.
	ProjectCost struct {
		Base
		Arrays []*Array
	}
)

// Set expressions; their Type is a set type. Named types, ranges and grids are static; SetLit and Range may read the state to
// the right of `in`.
type (
	// NamedSet is a declared type.
	NamedSet struct {
		Base
		Decl *TypeDecl
	}
	// FullSet is all values of a finite kind: bool, Dir, an enum.
	FullSet struct{ Base }
	// GridSet is the cells of a grid.
	GridSet struct {
		Base
		Grid *Grid
	}
	// Range is `lo..hi`.
	Range struct {
		Base
		Lo, Hi Expr
	}
	// SetLit is `{a, b}`.
	SetLit struct {
		Base
		Elems []Expr
	}
	// SetComp is `{e for x in S where p}`; an element that is undefined is left out together with a where that is not true.
	SetComp struct {
		Base
		Elem  Expr
		Vars  []Bind
		Where Expr
	}
	// Product is the type `(T, U)`.
	Product struct {
		Base
		Elems []Expr
	}
	// AnyChar is the type `char`, AnySet the type `set T`, AnyMap the type `map` or `map of {…}` (Alphabet may be nil):
	// membership can be tested, but they cannot be listed.
	AnyChar struct{ Base }
	// AnySet is `set T`.
	AnySet struct {
		Base
		Elem Expr
	}
	// AnyMap is `map`.
	AnyMap struct {
		Base
		Alphabet Expr
	}
)

// Effect is a statement of a move's body.
//
//sumtype:decl
type Effect interface {
	Span() diag.Span
	// fresh is a copy of the effect that shares its parts, but no list of parts.
	fresh() Effect
}

// EffectBase is embedded in every effect.
type EffectBase struct{ Sp diag.Span }

// Span is the source text of the effect.
func (b EffectBase) Span() diag.Span { return b.Sp }

type (
	// Assign is `a[i], b := x, y`.
	Assign struct {
		EffectBase
		Targets []Place
		Values  []Expr
	}
	// Place is a state variable or element that an assignment writes.
	Place struct {
		Sp    diag.Span
		Array *Array
		Index []Expr
	}
	// Let is `let p = e`.
	Let struct {
		EffectBase
		Target *Target
		Value  Expr
	}
	// IfEffect is `if e { } else { }`. An undecided condition is not true, so Else.
	IfEffect struct {
		EffectBase
		Cond Expr
		Then []Effect
		Else []Effect
	}
	// ForEffect is `for x in S where p { }`; Where may read the state and keeps what is true.
	ForEffect struct {
		EffectBase
		Vars  []Bind
		Where Expr
		Body  []Effect
	}
	// Require is `require e else "reason"`.
	Require struct {
		EffectBase
		Cond Cond
	}
)

// Cond is a condition with the reason that is given where it fails (Reason may be nil). The reason may use the slots of
// the foralls with which the condition begins: the values of its first failure.
type Cond struct {
	Expr   Expr
	Reason *Text
}

func (x *Lit) fresh() Expr           { y := *x; return &y }
func (x *Text) fresh() Expr          { y := *x; y.Parts = slices.Clone(x.Parts); return &y }
func (x *Local) fresh() Expr         { y := *x; return &y }
func (x *Read) fresh() Expr          { y := *x; y.Index = slices.Clone(x.Index); return &y }
func (x *Call) fresh() Expr          { y := *x; y.Args = slices.Clone(x.Args); return &y }
func (x *Not) fresh() Expr           { y := *x; return &y }
func (x *Neg) fresh() Expr           { y := *x; return &y }
func (x *Opposite) fresh() Expr      { y := *x; return &y }
func (x *Binary) fresh() Expr        { y := *x; return &y }
func (x *Scale) fresh() Expr         { y := *x; return &y }
func (x *Shift) fresh() Expr         { y := *x; return &y }
func (x *Between) fresh() Expr       { y := *x; return &y }
func (x *ToOffset) fresh() Expr      { y := *x; return &y }
func (x *ToCell) fresh() Expr        { y := *x; return &y }
func (x *If) fresh() Expr            { y := *x; return &y }
func (x *Fold) fresh() Expr          { y := *x; y.Vars = slices.Clone(x.Vars); return &y }
func (x *MapAt) fresh() Expr         { y := *x; return &y }
func (x *Coord) fresh() Expr         { y := *x; return &y }
func (x *Extent) fresh() Expr        { y := *x; return &y }
func (x *TupleOfExprs) fresh() Expr  { y := *x; y.Elems = slices.Clone(x.Elems); return &y }
func (x *In) fresh() Expr            { y := *x; return &y }
func (x *Func) fresh() Expr          { y := *x; y.Args = slices.Clone(x.Args); return &y }
func (x *Size) fresh() Expr          { y := *x; return &y }
func (x *Nth) fresh() Expr           { y := *x; return &y }
func (x *Find) fresh() Expr          { y := *x; return &y }
func (x *Steps) fresh() Expr         { y := *x; y.Rel = x.Rel.fresh(); return &y }
func (x *Reaches) fresh() Expr       { y := *x; y.Rel = x.Rel.fresh(); return &y }
func (x *AnyValue) fresh() Expr      { y := *x; return &y }
func (x *List) fresh() Expr          { y := *x; y.Elems = slices.Clone(x.Elems); return &y }
func (x *HeuristicRef) fresh() Expr  { y := *x; return &y }
func (x *RelaxationRef) fresh() Expr { y := *x; return &y }
func (x *PatternCost) fresh() Expr   { y := *x; return &y }
func (x *AdditiveCost) fresh() Expr  { y := *x; y.Parts = slices.Clone(x.Parts); return &y }
func (x *ProjectCost) fresh() Expr   { y := *x; y.Arrays = slices.Clone(x.Arrays); return &y }
func (x *NamedSet) fresh() Expr      { y := *x; return &y }
func (x *FullSet) fresh() Expr       { y := *x; return &y }
func (x *GridSet) fresh() Expr       { y := *x; return &y }
func (x *Range) fresh() Expr         { y := *x; return &y }
func (x *SetLit) fresh() Expr        { y := *x; y.Elems = slices.Clone(x.Elems); return &y }
func (x *SetComp) fresh() Expr       { y := *x; y.Vars = slices.Clone(x.Vars); return &y }
func (x *Product) fresh() Expr       { y := *x; y.Elems = slices.Clone(x.Elems); return &y }
func (x *AnyChar) fresh() Expr       { y := *x; return &y }
func (x *AnySet) fresh() Expr        { y := *x; return &y }
func (x *AnyMap) fresh() Expr        { y := *x; return &y }

func (x *Assign) fresh() Effect {
	y := *x
	y.Targets, y.Values = slices.Clone(x.Targets), slices.Clone(x.Values)
	for i := range y.Targets {
		y.Targets[i].Index = slices.Clone(x.Targets[i].Index)
	}
	return &y
}
func (x *Let) fresh() Effect       { y := *x; return &y }
func (x *IfEffect) fresh() Effect  { y := *x; return &y }
func (x *ForEffect) fresh() Effect { y := *x; y.Vars = slices.Clone(x.Vars); return &y }
func (x *Require) fresh() Effect   { y := *x; return &y }

func (r *Relation) fresh() *Relation { y := *r; return &y }

// Leaves are the elements of a nested list, row by row.
func (x *List) Leaves() []Expr {
	var out []Expr
	for _, e := range x.Elems {
		if inner, ok := e.(*List); ok {
			out = append(out, inner.Leaves()...)
		} else {
			out = append(out, e)
		}
	}
	return out
}

// NamedMap is the map that an expression reads by its name; nil if the expression is anything else.
func NamedMap(e Expr) *Array {
	if r, ok := e.(*Read); ok && r.Ty.Kind == MapKind && len(r.Index) == 0 {
		return r.Array
	}
	return nil
}
