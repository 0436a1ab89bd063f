// Package dsl reads and prints the .pz language: from text to File and from File to text.
//
// Participle parses declarations, clauses and effects from the tags of the tree's fields. Expressions are parsed by
// precedence climbing. Parse reports all syntax errors of a file and returns the declarations that it could read.
// Format prints the canonical layout and keeps all comments.
//
// The tree represents the text, not its meaning: names are unresolved and nothing has a type. Package compiler/check
// resolves names and types.
package dsl

import "github.com/pzc-lang/pzc/internal/diag"

// Node is embedded in each node of the tree. It is the span of the text from which the node was read.
type Node struct {
	Pos    diag.Pos
	EndPos diag.Pos
}

// Span returns the span of the text from which the node was read.
func (n Node) Span() diag.Span { return diag.Span{Start: n.Pos, End: n.EndPos} }

// File is one source file.
type File struct {
	Name  string // the name given to Parse; the Filename of all positions
	Src   string // the text, with LF for CRLF; needed to print diagnostics and to format
	Decls []Decl `parser:"@@*"`
	Lost  []lost // declarations that could not be read
}

// Decl is a declaration.
//
//sumtype:decl
type Decl interface {
	Span() diag.Span
	decl()
}

// Ident is a name in a declaration, or a reference to a name outside of expressions.
type Ident struct {
	Node
	Name string `parser:"@Ident"`
}

// Doc is the comment lines directly above a declaration, without the slashes, joined by "\n".
type Doc string

type (
	// PuzzleDecl is `puzzle Name`.
	PuzzleDecl struct {
		Node
		Doc  Doc
		Name Ident `parser:"'puzzle' @@"`
	}
	// AboutDecl is `title "text"`, `author "text"` or `rules "text"`. Text is a *Str, or a *MapLit for several lines.
	AboutDecl struct {
		Node
		Doc  Doc
		Word string `parser:"@('title' | 'author' | 'rules')"`
		Text Expr   `parser:"@@"`
	}
	// UseDecl is `use "file.pz"`.
	UseDecl struct {
		Node
		Path *Str `parser:"'use' @@"`
	}
	// GeneratorDecl is `generator "file.pz"`.
	GeneratorDecl struct {
		Node
		Path *Str `parser:"'generator' @@"`
	}
	// NeedsDecl is `needs` and a declaration: what a part of models takes from the model that uses it. The declaration
	// stands in for the model's own while the part is opened alone.
	NeedsDecl struct {
		Node
		Type  *TypeDecl  `parser:"'needs' (@@"`
		Def   *DefDecl   `parser:"| @@"`
		State *StateDecl `parser:"| @@"`
		Param *ParamDecl `parser:"| @@)"`
	}
	// ParamDecl is `param name[Index]: Type = default`; Value is nil without a default.
	ParamDecl struct {
		Node
		Doc   Doc
		Name  Ident       `parser:"'param' (@@"`
		Index []*IndexVar `parser:"('[' @@ (',' @@)* ']')?"`
		Type  TypeExpr    `parser:"':' @@"`
		Value Expr        `parser:"('=' @@)?"`
		Enum  *paramEnum  `parser:"| @@)"` // Parse makes an EnumDecl of it, so that there is none in a File
	}
	// paramEnum is `enum Name = { a, b }`, an enum that is a parameter; Values is nil without a default.
	paramEnum struct {
		Node
		Name   Ident   `parser:"'enum' @@"`
		Values []Ident `parser:"('=' '{' @@ (',' @@)* '}')?"`
	}
	// TypeDecl is `type Name = Type`.
	TypeDecl struct {
		Node
		Doc  Doc
		Name Ident    `parser:"'type' @@"`
		Type TypeExpr `parser:"'=' @@"`
	}
	// EnumDecl is `enum Name { a, b }` or, if Param, `param enum Name = { a, b }`, where the values may be left out.
	EnumDecl struct {
		Node
		Doc    Doc
		Param  bool
		Name   Ident   `parser:"'enum' @@"`
		Values []Ident `parser:"'{' @@ (',' @@)* '}'"`
	}
	// ConstDecl is `const name[i in Index]: Type = expr`.
	ConstDecl struct {
		Node
		Doc   Doc
		Name  Ident       `parser:"'const' @@"`
		Index []*IndexVar `parser:"('[' @@ (',' @@)* ']')?"`
		Type  TypeExpr    `parser:"':' @@"`
		Value Expr        `parser:"'=' @@"`
	}
	// DefDecl is `def name(x: T): V = expr`; Result is nil if left out. HasParens distinguishes `f()` from `f`; a def
	// without parameters is used as `f` in both cases.
	DefDecl struct {
		Node
		Doc       Doc
		Name      Ident      `parser:"'def' @@"`
		HasParens bool       `parser:"(@'('"`
		Params    []*Binding `parser:"(@@ (',' @@)*)? ')')?"`
		Result    TypeExpr   `parser:"(':' @@)?"`
		Value     Expr       `parser:"'=' @@"`
	}
	// StateDecl is `state name[i in Index]: Type distinct = expr`. Value is *Any for `any`. Value is nil if left out,
	// which the checker reports as an error.
	StateDecl struct {
		Node
		Doc      Doc
		Name     Ident       `parser:"'state' @@"`
		Index    []*IndexVar `parser:"('[' @@ (',' @@)* ']')?"`
		Type     TypeExpr    `parser:"':' @@"`
		Distinct bool        `parser:"@'distinct'?"`
		Value    Expr        `parser:"('=' @@)?"`
	}
	// InitDecl is `init expr`.
	InitDecl struct {
		Node
		Doc  Doc
		Cond Expr `parser:"'init' @@"`
	}
	// AssumeDecl is `assume expr else "what is wrong"`; Else may be nil.
	AssumeDecl struct {
		Node
		Doc  Doc
		Cond Expr `parser:"'assume' @@"`
		Else *Str `parser:"('else' @@)?"`
	}
	// MoveDecl is `move name(x: T) clauses { effects } then { effects }`.
	MoveDecl struct {
		Node
		Doc     Doc
		Name    Ident      `parser:"'move' @@"`
		Params  []*Binding `parser:"('(' (@@ (',' @@)*)? ')')?"`
		Clauses []*Clause  `parser:"@@*"` // in the order written
		Body    *Block     `parser:"@@"`
		Then    *Block     `parser:"('then' @@)?"` // nil if there is none
	}
	// AlwaysDecl is `always expr as "rule" else "reason"`.
	AlwaysDecl struct {
		Node
		Doc  Doc
		Cond Expr `parser:"'always' @@"`
		As   *Str `parser:"('as' @@)?"`
		Else *Str `parser:"('else' @@)?"`
	}
	// LostDecl is `lost expr else "reason"`.
	LostDecl struct {
		Node
		Doc  Doc
		Cond Expr `parser:"'lost' @@"`
		Else *Str `parser:"('else' @@)?"`
	}
	// GoalDecl is `goal expr as "rule" else "reason"`.
	GoalDecl struct {
		Node
		Doc  Doc
		Cond Expr `parser:"'goal' @@"`
		As   *Str `parser:"('as' @@)?"`
		Else *Str `parser:"('else' @@)?"`
	}
	// ObjectiveDecl is `minimize expr` or `maximize expr`.
	ObjectiveDecl struct {
		Node
		Doc   Doc
		Sense sense `parser:"@('minimize' | 'maximize')"`
		Value Expr  `parser:"@@"`
	}
	// AnswerDecl is `answer name, … = value`; Value is nil if each place is to be filled.
	AnswerDecl struct {
		Node
		Doc   Doc
		Names []Ident `parser:"'answer' @@ (',' @@)*"`
		Value Expr    `parser:"('=' @@)?"`
	}
	// DeadDecl is `dead expr`.
	DeadDecl struct {
		Node
		Doc  Doc
		Cond Expr `parser:"'dead' @@"`
	}
	// InvariantDecl is `invariant expr`.
	InvariantDecl struct {
		Node
		Doc  Doc
		Cond Expr `parser:"'invariant' @@"`
	}
	// HeuristicDecl is `heuristic name admissible = expr`.
	HeuristicDecl struct {
		Node
		Doc        Doc
		Name       Ident `parser:"'heuristic' @@"`
		Admissible bool  `parser:"@'admissible'?"`
		Value      Expr  `parser:"'=' @@"`
	}
	// RelaxationDecl is `relaxation name of "other.pz" { x = expr  y[i, j] = expr }`.
	RelaxationDecl struct {
		Node
		Doc   Doc
		Name  Ident             `parser:"'relaxation' @@"`
		Path  *Str              `parser:"'of' @@"`
		Items []*RelaxationItem `parser:"'{' @@* '}'"`
	}
	// SymmetryDecl is written like a move; Clauses holds `where` and `when` only.
	SymmetryDecl struct {
		Node
		Doc     Doc
		Name    Ident      `parser:"'symmetry' @@"`
		Params  []*Binding `parser:"('(' (@@ (',' @@)*)? ')')?"`
		Clauses []*Clause  `parser:"@@*"`
		Body    *Block     `parser:"@@"`
	}
	// PruneDecl is `prune turn(f, _), turn(g, _) where e`.
	PruneDecl struct {
		Node
		Doc      Doc
		Patterns []*Pattern `parser:"'prune' @@ (',' @@)*"`
		Where    Expr       `parser:"('where' @@)?"` // nil if there is none
	}
	// ViewDecl is `view c in Cell: text fill colour` or `view "line {e}"` (then Var and Domain are nil). Clauses are in
	// the order written.
	ViewDecl struct {
		Node
		Doc     Doc
		Var     *Ident        `parser:"'view' ((?= Ident 'in') @@"`
		Domain  Expr          `parser:"'in' @@ ':')?"`
		Text    Expr          `parser:"@@"`
		Clauses []*ViewClause `parser:"@@*"`
	}
	// InstanceDecl is `instance name of parent { param = value … }`; the expects that follow it are separate
	// declarations.
	InstanceDecl struct {
		Node
		Doc    Doc
		Name   Ident            `parser:"'instance' @@"`
		Parent *Ident           `parser:"('of' @@)?"`
		Values []*InstanceValue `parser:"'{' @@* '}'"`
	}
	// ExpectDecl is `expect cost 31` and similar. It belongs to the instance before it, with nothing but further
	// ExpectDecls between them, otherwise to the model.
	ExpectDecl struct {
		Node
		Kind   ExpectKind `parser:"'expect' @('cost' | 'best' | 'solvable' | 'unsolvable' | 'solutions')"`
		Number Expr       `parser:"((?! 'minimize' | 'maximize' | 'lost' | 'answer' | 'needs' | 'generator' | 'title' | 'author' | 'rules') @@)?"` // for cost, best and solutions; else nil
	}
)

// Decl returns the declaration that is needed.
func (d *NeedsDecl) Decl() Decl {
	switch {
	case d.Type != nil:
		return d.Type
	case d.Def != nil:
		return d.Def
	case d.State != nil:
		return d.State
	}
	return declared(d.Param)
}

// sense is the word that begins an objective.
type sense string

// The two senses.
const (
	minimize sense = "minimize"
	Maximize sense = "maximize"
)

// ExpectKind is the word after `expect`.
type ExpectKind string

// The expectations.
const (
	expectCost       ExpectKind = "cost"
	expectBest       ExpectKind = "best"
	ExpectSolvable   ExpectKind = "solvable"
	ExpectUnsolvable ExpectKind = "unsolvable"
	ExpectSolutions  ExpectKind = "solutions"
)

// viewKind is the word that opens a clause of a view.
type viewKind string

// viewKinds lists the words that open a clause of a view.
func viewKinds() []string {
	return []string{
		"fill", "ink", "pen", "shape", "corner", "open", "region", "piece", "cage", "line", "double", "edge", "side", "point",
	}
}

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
	// Clause is `where e`, `when e else "reason"`, `cost e`, `order e` or `as "label"` (there Expr is any text
	// expression). Else may only follow `when`.
	Clause struct {
		Node
		Kind ClauseKind `parser:"@('where' | 'when' | 'cost' | 'order' | 'as')"`
		Expr Expr       `parser:"@@"`
		Else *Str       `parser:"('else' @@)?"`
	}
	// ViewClause is `fill e` or `edge d in Dir: e`. The clauses of sides and points have a variable, the others have
	// none.
	ViewClause struct {
		Node
		Way    viewKind `parser:"( @('line' | 'double' | 'edge' | 'side' | 'point')"` // these move to Kind and Expr
		Var    *Ident   `parser:"  @@"`
		Domain Expr     `parser:"  'in' @@ ':'"`
		Each   Expr     `parser:"  @@"`
		Kind   viewKind `parser:"| @('fill' | 'ink' | 'pen' | 'shape' | 'corner' | 'open' | 'region' | 'piece' | 'cage')"`
		Expr   Expr     `parser:"  @@ )"`
	}
	// IndexVar is one index of an array: `Cell`, or `c in Cell` with a name for use in the value.
	IndexVar struct {
		Node
		Var  *Ident   `parser:"((?= Ident 'in') @@ 'in')?"` // nil if unnamed
		Type TypeExpr `parser:"@@"`
	}
	// Binding is a parameter of a move, symmetry or def: `x: T`.
	Binding struct {
		Node
		Name Ident    `parser:"@@"`
		Type TypeExpr `parser:"':' @@"`
	}
	// BindVar is one variable of a binder: `x in S`, `(a, b) in S`.
	BindVar struct {
		Node
		Target *Target
		Set    Expr
	}
	// Target is the names that a binder or `let` binds: a name (`_` binds nothing), or a tuple of targets.
	Target struct {
		Node
		Name  string    // "" for a tuple
		Elems []*Target // nil for a name
	}
	// Pattern is a move in a `prune`. Args are names, *Wild or constant expressions. Args is nil without parentheses.
	Pattern struct {
		Node
		Move Ident  `parser:"@@"`
		Args []Expr `parser:"('(' (@@ (',' @@)*)? ')')?"`
	}
	// RelaxationItem is `n = rows` or `tiles[r, g] = expr`.
	RelaxationItem struct {
		Node
		Name  Ident   `parser:"@@"`
		Index []Ident `parser:"('[' @@ (',' @@)* ']')?"`
		Value Expr    `parser:"'=' @@"`
	}
	// InstanceValue is `n = 5` in an instance.
	InstanceValue struct {
		Node
		Name  Ident `parser:"@@"`
		Value Expr  `parser:"'=' @@"`
	}
	// Block is `{ effects }`.
	Block struct {
		Node
		Effects []Effect `parser:"'{' @@* '}'"`
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
		Targets []*Place `parser:"@@ (',' @@)*"`
		Values  []Expr   `parser:"':=' @@ (',' @@)*"`
	}
	// Place is the target of an assignment: `board[from]`. Index is nil for a plain variable.
	Place struct {
		Node
		Name  Ident  `parser:"@@"`
		Index []Expr `parser:"('[' @@ (',' @@)* ']')?"`
	}
	// Let is `let p = e`, `let (p, q) = e`.
	Let struct {
		Node
		Target *Target `parser:"'let' @@"`
		Value  Expr    `parser:"'=' @@"`
	}
	// IfEffect is `if e { } else if f { } else { }`. An `else if` is an Else block with one IfEffect and sets ElseIf.
	IfEffect struct {
		Node
		Cond   Expr      `parser:"'if' @@"`
		Then   *Block    `parser:"@@"`
		Chain  *IfEffect `parser:"('else' (@@"` // for the parser: an `else if` before complete moves it to Else; then nil
		Else   *Block    `parser:"| @@))?"`     // nil if there is none
		ElseIf bool      // Else is written `else if`
	}
	// ForEffect is `for x in S, y in T where p { }`.
	ForEffect struct {
		Node
		Vars  []*BindVar `parser:"'for' @@ (',' @@)*"`
		Where Expr       `parser:"('where' @@)?"` // nil if there is none
		Body  *Block     `parser:"@@"`
	}
	// Require is `require e else "reason"`.
	Require struct {
		Node
		Cond Expr `parser:"'require' @@"`
		Else *Str `parser:"('else' @@)?"`
	}
)

func (*PuzzleDecl) decl()     {}
func (*AboutDecl) decl()      {}
func (*UseDecl) decl()        {}
func (*ParamDecl) decl()      {}
func (*TypeDecl) decl()       {}
func (*EnumDecl) decl()       {}
func (*ConstDecl) decl()      {}
func (*DefDecl) decl()        {}
func (*NeedsDecl) decl()      {}
func (*GeneratorDecl) decl()  {}
func (*StateDecl) decl()      {}
func (*InitDecl) decl()       {}
func (*AssumeDecl) decl()     {}
func (*MoveDecl) decl()       {}
func (*AlwaysDecl) decl()     {}
func (*LostDecl) decl()       {}
func (*GoalDecl) decl()       {}
func (*AnswerDecl) decl()     {}
func (*ObjectiveDecl) decl()  {}
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

// lost is a declaration that could not be read. Word begins it, "" for a word that begins no declaration. Names are the
// names that it declares, or may declare.
type lost struct {
	Word  string
	Names []string
}
