package model

import (
	"iter"
	"slices"

	"github.com/pzc-lang/pzc/internal/diag"
)

// Expr is a checked expression: every name is resolved and the type is known.
//
// Local names (parameters of moves and defs, variables of binders, lets, index variables) are slots of a frame. Each
// declaration with an expression has its own frame; its Slots field is the size. A call of a def opens a new frame. A
// slot may hold an undefined value, which matters only where the name is used.
//
//sumtype:decl
type Expr interface {
	Span() diag.Span
	Type() *Type
	// fresh copies the node. The copy shares the parts of the node but has its own lists of parts.
	fresh() Expr
}

// Base is embedded in every expression.
type Base struct {
	Sp diag.Span
	Ty *Type
}

// Span returns the source text of the expression.
func (b Base) Span() diag.Span { return b.Sp }

// Type returns the static type of the expression.
func (b Base) Type() *Type { return b.Ty }

func (b *Base) moveTo(sp diag.Span) { b.Sp = sp }

// At returns a copy of an expression that is written at another place. The copy shares its parts with e.
func At(e Expr, sp diag.Span) Expr {
	out := e.fresh()
	if b, ok := out.(interface{ moveTo(sp diag.Span) }); ok {
		b.moveTo(sp)
	}
	return out
}

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

// signs holds the sign of each operator in the language, in the order of the constants.
var signs = [...]string{"+", "-", "*", "/", "%", "and", "or", "=>", "==", "!=", "<", "<=", ">", ">="}

// OpOf returns the operator with a sign of the language.
func OpOf(sign string) Op { return Op(slices.Index(signs[:], sign)) }

// String returns the sign of an operator in the language.
func (o Op) String() string { return signs[o] }

// Compares reports whether an operator compares two values of one type.
func (o Op) Compares() bool { return o >= Eq }

// Divides reports whether an operator is undefined for a second number of 0.
func (o Op) Divides() bool { return o == Div || o == Mod }

// FoldKind is the word of a binder.
type FoldKind uint8

// The binders.
const (
	ForAll FoldKind = iota
	Exists
	Count
	Sum
	ProductOf
	MinOf
	MaxOf
	DistinctOf
	The
)

// binders holds the word of each binder in the language, in the order of the constants.
var binders = [...]string{"forall", "exists", "count", "sum", "product", "min", "max", "distinct", "the"}

// FoldOf returns the binder with a word of the language.
func FoldOf(word string) FoldKind { return FoldKind(slices.Index(binders[:], word)) }

// String returns the word of a binder in the language.
func (k FoldKind) String() string { return binders[k] }

// Fn is a built-in function on values.
type Fn uint8

// The functions on values. Functions on sets, arrays and relations have their own nodes.
const (
	Abs         Fn = iota // number
	Min                   // two or more ordered values of one type
	Max                   //
	IndexOf               // index among the values of its kind: row*cols+col of a cell; a number is its own index
	Adjacent              // two cells that share a side
	Manhattan             // two cells
	Chebyshev             // two cells
	Digit                 // '0'..'9' → 0..9, otherwise undefined
	Defined               // always true or false
	SizeOfList            // list → the number of its values; only in the constants that stand for a list, see Array.Parts
	ValueOfList           // list, number → the value with this number, from 0; likewise
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
	// Read is a parameter, constant or state variable, or an element of one. Undefined if an index is undefined or
	// outside.
	Read struct {
		Base
		Array *Array
		Index []Expr
	}
	// Call is a def with its arguments. An argument outside the parameter's type counts as undefined in the body; a
	// result outside the declared type is undefined.
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
	// If is `if p then a else b`. If the condition is undecided, the value is Else.
	If struct {
		Base
		Cond, Then, Else Expr
	}
	// Fold is a binder. Where may be nil and may read the state. The sets of Vars may not read the state; they may use
	// earlier variables.
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
	// MapAt is `level[c]`: the character or word of a map at a cell of its grid. A word that is missing is undefined.
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
	// Component is a part of a tuple, which an expression names: `let (x, y) = e: …`. I counts from 0.
	Component struct {
		Base
		X Expr
		I int
	}
	// In is `x in S`: for a SetLit the disjunction of equalities, for a Range two comparisons (both may read the
	// state), for other sets membership in a constant set.
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
	// Nth is `nth(S, i)`: the element with index i, counted from 0.
	Nth struct {
		Base
		Set, I Expr
	}
	// Find is `find(array, v)`: the only index whose element equals v, a tuple if the array has several indices. It is
	// undefined if there is no such index, or more than one.
	Find struct {
		Base
		Array *Array
		X     Expr
	}
	// Steps is `steps(rel, a, b)`: the length of a shortest path in a relation.
	Steps struct {
		Base
		Rel  *Relation
		A, B Expr
	}
	// Reaches is `reaches(free, a, b)`: whether there is a path of adjacent cells from a to b on which every cell
	// except a is free. If the relation has two holes or pairs, it is `reaches(link, a, b)`: whether there is a path of
	// links from a to b.
	Reaches struct {
		Base
		Rel  *Relation
		A, B Expr
	}
	// Links is `acyclic(rel)`: whether the links, each in either direction, form no cycle. If Connected, it is
	// `connected(rel)`: whether all values that have a link hang together. If the relation has one hole, the links join
	// adjacent cells that are free.
	Links struct {
		Base
		Rel       *Relation
		Connected bool
	}
	// Relation is the relation of steps, reaches and links. Body is a condition on Holes: two slots for links, one for
	// cells, in the frame in which the node stands. Domain is the set that all holes range over. If the relation is a
	// constant set of pairs, Pairs is this set, and Body and Domain are nil.
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
	// ListValue is `[a, b]` as a value of a type `list of T`.
	ListValue struct {
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

// Set expressions. Their Type is a set type. They do not read the state, except SetLit and Range to the right of `in`.
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
	// SetComp is `{e for x in S where p}`. Undefined elements are left out, and elements for which Where is not true.
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
	// Union is `union(A, B)`.
	Union struct {
		Base
		Sets []Expr
	}
	// AnyChar is the type `char`, or, by its type, the type `text`. As for AnySet and AnyMap, its elements cannot be
	// listed, but membership can be tested.
	AnyChar struct{ Base }
	// AnySet is the type `set T`.
	AnySet struct {
		Base
		Elem Expr
	}
	// AnyList is the type `list of T`.
	AnyList struct {
		Base
		Elem Expr
	}
	// Subsets is the type `set T` of a parameter of a move: the sets of values of Elem that have at least Least and at
	// most Most values. Each bound holds; a list without bounds admits all sets.
	Subsets struct {
		Base
		Elem        Expr
		Least, Most []Expr
	}
	// AnyMap is the type `map`, or `map of {…}` if Alphabet is not nil, the set of its characters or words.
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
	// fresh copies the effect. The copy shares the parts of the effect but has its own lists of parts.
	fresh() Effect
}

// EffectBase is embedded in every effect.
type EffectBase struct{ Sp diag.Span }

// Span returns the source text of the effect.
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
	// IfEffect is `if e { } else { }`. If the condition is undecided, Else is taken.
	IfEffect struct {
		EffectBase
		Cond Expr
		Then []Effect
		Else []Effect
	}
	// ForEffect is `for x in S where p { }`. Where may be nil and may read the state; values for which it is not true
	// are left out.
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

// Cond is a condition. Reason, which may be nil, is shown if the condition fails. The reason may use the variables of
// the foralls with which the condition begins; they have the values of the first failure. Rule, which may be nil, tells
// players that the condition holds. It does not read the state, and may use the variables of these foralls.
type Cond struct {
	Expr   Expr
	Reason *Text
	Rule   *Text
}

// Foralls yields the foralls with which a condition begins, as far as its rule uses variables.
func Foralls(c *Cond) iter.Seq[*Fold] {
	return func(yield func(*Fold) bool) {
		if len(FreeLocals(c.Rule)) == 0 {
			return
		}
		for e := c.Expr; ; {
			fold, ok := e.(*Fold)
			if !ok || fold.Kind != ForAll || !yield(fold) {
				return
			}
			e = fold.Body
		}
	}
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
func (x *Component) fresh() Expr     { y := *x; return &y }
func (x *In) fresh() Expr            { y := *x; return &y }
func (x *Func) fresh() Expr          { y := *x; y.Args = slices.Clone(x.Args); return &y }
func (x *Size) fresh() Expr          { y := *x; return &y }
func (x *Nth) fresh() Expr           { y := *x; return &y }
func (x *Find) fresh() Expr          { y := *x; return &y }
func (x *Steps) fresh() Expr         { y := *x; y.Rel = x.Rel.fresh(); return &y }
func (x *Reaches) fresh() Expr       { y := *x; y.Rel = x.Rel.fresh(); return &y }
func (x *Links) fresh() Expr         { y := *x; y.Rel = x.Rel.fresh(); return &y }
func (x *AnyValue) fresh() Expr      { y := *x; return &y }
func (x *List) fresh() Expr          { y := *x; y.Elems = slices.Clone(x.Elems); return &y }
func (x *ListValue) fresh() Expr     { y := *x; y.Elems = slices.Clone(x.Elems); return &y }
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
func (x *Union) fresh() Expr         { y := *x; y.Sets = slices.Clone(x.Sets); return &y }
func (x *AnyChar) fresh() Expr       { y := *x; return &y }
func (x *AnySet) fresh() Expr        { y := *x; return &y }
func (x *AnyList) fresh() Expr       { y := *x; return &y }
func (x *Subsets) fresh() Expr {
	y := *x
	y.Least, y.Most = slices.Clone(x.Least), slices.Clone(x.Most)
	return &y
}
func (x *AnyMap) fresh() Expr { y := *x; return &y }

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

// Links reports whether a relation says which values are joined. Otherwise it says which cells are free.
func (r *Relation) Links() bool { return r.Pairs != nil || len(r.Holes) == 2 }

func (r *Relation) fresh() *Relation { y := *r; return &y }

// Leaves lists the elements of a nested list, row by row.
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

// Unnamed returns the set that a named set names, which has no name itself; other sets as they are.
func Unnamed(set Expr) Expr {
	for n, ok := set.(*NamedSet); ok; n, ok = set.(*NamedSet) {
		set = n.Decl.Set
	}
	return set
}

// NamedMap returns the map that an expression names. It is nil for all other expressions.
func NamedMap(e Expr) *Array {
	if r, ok := e.(*Read); ok && r.Ty.Kind == MapKind && len(r.Index) == 0 {
		return r.Array
	}
	return nil
}
