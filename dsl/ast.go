// Package dsl reads and prints the .pz language: text → File, File → text.
//
// The tree says what was written, not what it means: names are unresolved and nothing has a type. Package compiler
// gives it meaning.
package dsl

import "github.com/pzc-lang/pzc/diag"

// Node is embedded in every node of the tree: the stretch of text that it was read from.
type Node struct {
	Pos    diag.Pos
	EndPos diag.Pos
}

// Span is the text that the node was read from.
func (n Node) Span() diag.Span { return diag.Span{Start: n.Pos, End: n.EndPos} }

// File is one source file.
type File struct {
	Name  string // as given to Parse; the Filename of all positions
	Src   string // the text, CRLF read as LF; printing diagnostics and fmt need it
	Decls []Decl
}

// Decl is a declaration.
//
//sumtype:decl
type Decl interface {
	Span() diag.Span
	decl()
}

// Ident is a name where it is declared or where something that is not an expression refers to one.
type Ident struct {
	Node
	Name string
}

// Doc is the run of comment lines right above a declaration, without the slashes; lines joined by "\n".
type Doc string

type (
	// PuzzleDecl is `puzzle Name`.
	PuzzleDecl struct {
		Node
		Doc  Doc
		Name Ident
	}
	// UseDecl is `use "file.pz"`.
	UseDecl struct {
		Node
		Path *Str
	}
	// ParamDecl is `param name[Index]: Type = default`; Value is nil without a default.
	ParamDecl struct {
		Node
		Doc   Doc
		Name  Ident
		Index []*IndexVar
		Type  Expr
		Value Expr
	}
	// TypeDecl is `type Name = Type`.
	TypeDecl struct {
		Node
		Doc  Doc
		Name Ident
		Type Expr
	}
	// EnumDecl is `enum Name { a, b }`.
	EnumDecl struct {
		Node
		Doc    Doc
		Name   Ident
		Values []Ident
	}
	// ConstDecl is `const name[i in Index]: Type = expr`.
	ConstDecl struct {
		Node
		Doc   Doc
		Name  Ident
		Index []*IndexVar
		Type  Expr
		Value Expr
	}
	// DefDecl is `def name(x: T): V = expr`; Result is nil if left out. HasParens tells `f()` from `f`; a def without
	// parameters is used as `f` either way.
	DefDecl struct {
		Node
		Doc       Doc
		Name      Ident
		HasParens bool
		Params    []*Binding
		Result    Expr
		Value     Expr
	}
	// StateDecl is `state name[i in Index]: Type distinct = expr`; Value is *Any for `any`, nil if left out (an error
	// that the checker reports).
	StateDecl struct {
		Node
		Doc      Doc
		Name     Ident
		Index    []*IndexVar
		Type     Expr
		Distinct bool
		Value    Expr
	}
	// InitDecl is `init expr`.
	InitDecl struct {
		Node
		Doc  Doc
		Cond Expr
	}
	// AssumeDecl is `assume expr else "what is wrong"`; Else may be nil.
	AssumeDecl struct {
		Node
		Doc  Doc
		Cond Expr
		Else *Str
	}
	// MoveDecl is `move name(x: T) clauses { effects } then { effects }`.
	MoveDecl struct {
		Node
		Doc     Doc
		Name    Ident
		Params  []*Binding
		Clauses []*Clause // in the order written
		Body    *Block
		Then    *Block // nil if there is none
	}
	// AlwaysDecl is `always expr else "reason"`.
	AlwaysDecl struct {
		Node
		Doc  Doc
		Cond Expr
		Else *Str
	}
	// GoalDecl is `goal expr`.
	GoalDecl struct {
		Node
		Doc  Doc
		Cond Expr
	}
	// DeadDecl is `dead expr`.
	DeadDecl struct {
		Node
		Doc  Doc
		Cond Expr
	}
	// InvariantDecl is `invariant expr`.
	InvariantDecl struct {
		Node
		Doc  Doc
		Cond Expr
	}
	// HeuristicDecl is `heuristic name admissible = expr`.
	HeuristicDecl struct {
		Node
		Doc        Doc
		Name       Ident
		Admissible bool
		Value      Expr
	}
	// RelaxationDecl is `relaxation name of "other.pz" { x = expr  y[i, j] = expr }`.
	RelaxationDecl struct {
		Node
		Doc   Doc
		Name  Ident
		Path  *Str
		Items []*RelaxationItem
	}
	// SymmetryDecl is written like a move; Clauses holds `where` and `when` only.
	SymmetryDecl struct {
		Node
		Doc     Doc
		Name    Ident
		Params  []*Binding
		Clauses []*Clause
		Body    *Block
	}
	// PruneDecl is `prune turn(f, _), turn(g, _) where e`.
	PruneDecl struct {
		Node
		Doc      Doc
		Patterns []*Pattern
		Where    Expr // nil if there is none
	}
	// ViewDecl is `view c in Cell: text fill colour` or `view "line {e}"` (then Var and Domain are nil).
	ViewDecl struct {
		Node
		Doc    Doc
		Var    *Ident
		Domain Expr
		Text   Expr
		Fill   Expr // nil if there is none
	}
	// InstanceDecl is `instance name { param = value … }`; the expects that follow it are separate declarations.
	InstanceDecl struct {
		Node
		Doc    Doc
		Name   Ident
		Values []*InstanceValue
	}
	// ExpectDecl is `expect cost 31` and the like. It belongs to the instance that it directly follows (or whose
	// expects it follows), otherwise to the model.
	ExpectDecl struct {
		Node
		Kind   ExpectKind
		Number Expr // for cost and solutions
	}
)

// ExpectKind is the word after `expect`.
type ExpectKind string

// The four expectations.
const (
	ExpectCost       ExpectKind = "cost"
	ExpectSolvable   ExpectKind = "solvable"
	ExpectUnsolvable ExpectKind = "unsolvable"
	ExpectSolutions  ExpectKind = "solutions"
)

// ClauseKind is the word that opens a clause of a move.
type ClauseKind string

// The clauses of a move.
const (
	Where ClauseKind = "where"
	When  ClauseKind = "when"
	Cost  ClauseKind = "cost"
	Order ClauseKind = "order"
	As    ClauseKind = "as"
)

type (
	// Clause is `where e`, `when e else "reason"`, `cost e`, `order e` or `as "label"` (Expr is then any text
	// expression). Else may follow `when` only.
	Clause struct {
		Node
		Kind ClauseKind
		Expr Expr
		Else *Str
	}
	// IndexVar is one index of an array: `Cell`, or `c in Cell` with a name for the right-hand side.
	IndexVar struct {
		Node
		Var  *Ident // nil if unnamed
		Type Expr
	}
	// Binding is a parameter of a move, symmetry or def: `x: T`.
	Binding struct {
		Node
		Name Ident
		Type Expr
	}
	// BindVar is one variable of a binder: `x in S`, `(a, b) in S`.
	BindVar struct {
		Node
		Target *Target
		Set    Expr
	}
	// Target is what a binder or `let` gives a name to: a name (`_` binds nothing), or a tuple of targets.
	Target struct {
		Node
		Name  string    // "" if it is a tuple
		Elems []*Target // nil if it is a name
	}
	// Pattern is a move in a `prune`: Args are names, *Wild or constant expressions; nil Args without parentheses.
	Pattern struct {
		Node
		Move Ident
		Args []Expr
	}
	// RelaxationItem is `n = rows` or `tiles[r, g] = expr`.
	RelaxationItem struct {
		Node
		Name  Ident
		Index []Ident
		Value Expr
	}
	// InstanceValue is `n = 5` in an instance.
	InstanceValue struct {
		Node
		Name  Ident
		Value Expr
	}
	// Block is `{ effects }`.
	Block struct {
		Node
		Effects []Effect
	}
)

// Effect is a statement of a move's body.
//
//sumtype:decl
type Effect interface {
	Span() diag.Span
	effect()
}

type (
	// Assign is `a[i], b := x, y`.
	Assign struct {
		Node
		Targets []*Place
		Values  []Expr
	}
	// Place is what an assignment writes: `board[from]`; nil Index for a plain variable.
	Place struct {
		Node
		Name  Ident
		Index []Expr
	}
	// Let is `let p = e`, `let (p, q) = e`.
	Let struct {
		Node
		Target *Target
		Value  Expr
	}
	// IfEffect is `if e { } else if f { } else { }`: an `else if` is an Else block of one IfEffect and is marked ElseIf.
	IfEffect struct {
		Node
		Cond   Expr
		Then   *Block
		Else   *Block // nil if there is none
		ElseIf bool   // Else was written `else if`
	}
	// ForEffect is `for x in S, y in T where p { }`.
	ForEffect struct {
		Node
		Vars  []*BindVar
		Where Expr // nil if there is none
		Body  *Block
	}
	// Require is `require e else "reason"`.
	Require struct {
		Node
		Cond Expr
		Else *Str
	}
)

// Expr is an expression, a set or a type: one grammar serves all three.
//
//sumtype:decl
type Expr interface {
	Span() diag.Span
	expr()
}

type (
	// Num is `12`. Text is as written; a value that does not fit 64 bits is an error of the parser.
	Num struct {
		Node
		Value int64
	}
	// Bool is `true` or `false`.
	Bool struct {
		Node
		Value bool
	}
	// Char is `'x'`.
	Char struct {
		Node
		Value rune
	}
	// Str is `"text {e} text"`.
	Str struct {
		Node
		Parts []StrPart
	}
	// StrPart is a stretch of text (Expr nil; escapes resolved) or an interpolated expression.
	StrPart struct {
		Text string
		Expr Expr
	}
	// MapLit is a map between triple quotes: Rows have the common indentation removed and are filled with blanks to
	// equal length. RowPos[i] is the place of the first character of row i.
	MapLit struct {
		Node
		Rows   []string
		RowPos []diag.Pos
	}
	// Name is an identifier in an expression.
	Name struct {
		Node
		Name string
	}
	// Wild is `_`, allowed as an argument in calls within steps and reaches, and in patterns.
	Wild struct{ Node }
	// Any is `any`, allowed as a whole initial value or a branch of an `if` there.
	Any struct{ Node }
	// Unary is `-x` or `not x`.
	Unary struct {
		Node
		Op string // "-" or "not"
		X  Expr
	}
	// Binary is `x op y` with op one of => or and == != < <= > >= in "not in" .. + - * / %.
	Binary struct {
		Node
		Op    string
		OpPos diag.Pos
		L, R  Expr
	}
	// If is `if p then a else b`.
	If struct {
		Node
		Cond, Then, Else Expr
	}
	// Binder is `forall x in S, y in T where p: e`, and likewise exists, count, sum, min, max, distinct, the.
	Binder struct {
		Node
		Kind  string
		Vars  []*BindVar
		Where Expr // nil if there is none
		Body  Expr
	}
	// Index is `a[i, j]`.
	Index struct {
		Node
		X    Expr
		Args []Expr
	}
	// Field is `c.row`.
	Field struct {
		Node
		X    Expr
		Name Ident
	}
	// Call is `f(x, y)`, also `grid(level)`.
	Call struct {
		Node
		Fun  Ident
		Args []Expr
	}
	// Tuple is `(a, b)`: at least two elements. A parenthesised expression is a Paren.
	Tuple struct {
		Node
		Elems []Expr
	}
	// Paren is `(e)`, kept so that fmt prints what was written.
	Paren struct {
		Node
		X Expr
	}
	// SetLit is `{a, b}`; `{}` is the empty set.
	SetLit struct {
		Node
		Elems []Expr
	}
	// SetComp is `{e for x in S where p}`.
	SetComp struct {
		Node
		Elem  Expr
		Vars  []*BindVar
		Where Expr // nil if there is none
	}
	// List is `[a, b]`, the value of an array; lists may be nested.
	List struct {
		Node
		Elems []Expr
	}
	// SetOf is the type `set T`.
	SetOf struct {
		Node
		Elem Expr
	}
	// MapType is the type `map` or `map of {'.', 'o'}` (Of nil without an alphabet).
	MapType struct {
		Node
		Of Expr
	}
)

func (*PuzzleDecl) decl()     {}
func (*UseDecl) decl()        {}
func (*ParamDecl) decl()      {}
func (*TypeDecl) decl()       {}
func (*EnumDecl) decl()       {}
func (*ConstDecl) decl()      {}
func (*DefDecl) decl()        {}
func (*StateDecl) decl()      {}
func (*InitDecl) decl()       {}
func (*AssumeDecl) decl()     {}
func (*MoveDecl) decl()       {}
func (*AlwaysDecl) decl()     {}
func (*GoalDecl) decl()       {}
func (*DeadDecl) decl()       {}
func (*InvariantDecl) decl()  {}
func (*HeuristicDecl) decl()  {}
func (*RelaxationDecl) decl() {}
func (*SymmetryDecl) decl()   {}
func (*PruneDecl) decl()      {}
func (*ViewDecl) decl()       {}
func (*InstanceDecl) decl()   {}
func (*ExpectDecl) decl()     {}

func (*Assign) effect()    {}
func (*Let) effect()       {}
func (*IfEffect) effect()  {}
func (*ForEffect) effect() {}
func (*Require) effect()   {}

func (*Num) expr()     {}
func (*Bool) expr()    {}
func (*Char) expr()    {}
func (*Str) expr()     {}
func (*MapLit) expr()  {}
func (*Name) expr()    {}
func (*Wild) expr()    {}
func (*Any) expr()     {}
func (*Unary) expr()   {}
func (*Binary) expr()  {}
func (*If) expr()      {}
func (*Binder) expr()  {}
func (*Index) expr()   {}
func (*Field) expr()   {}
func (*Call) expr()    {}
func (*Tuple) expr()   {}
func (*Paren) expr()   {}
func (*SetLit) expr()  {}
func (*SetComp) expr() {}
func (*List) expr()    {}
func (*SetOf) expr()   {}
func (*MapType) expr() {}
