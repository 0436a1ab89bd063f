package dsl

import "github.com/pzc-lang/pzc/diag"

// TypeExpr is an Expr where a type is wanted: there, and only there, `set T` and `map` are types.
type TypeExpr interface{ Expr }

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
	// equal length. RowPos[i] is the place of the first character of row i, RowEnd[i] that behind its last character
	// in the text.
	MapLit struct {
		Node
		Rows           []string
		RowPos, RowEnd []diag.Pos
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
