package dsl

import "github.com/pzc-lang/pzc/internal/diag"

// TypeExpr is an Expr in a position that needs a type. Only there `set T` and `map` are types.
type TypeExpr interface{ Expr }

// Expr is an expression, a set or a type. One grammar serves all three.
//
//sumtype:decl
type Expr interface {
	Span() diag.Span
	expr()
}

type (
	// Num is `12`. The parser reports values that do not fit 64 bits.
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
		Parts []strPart
	}
	// strPart is text with escapes resolved (Expr nil), or an interpolated expression.
	strPart struct {
		Text string
		Expr Expr
	}
	// MapLit is a map between triple quotes. Rows have the common indentation removed and are filled with blanks to
	// equal length. RowPos[i] is the position of the first character of row i in the text, RowEnd[i] the position after
	// its last character.
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
	// Wild is `_`. It is allowed as an argument of calls within steps and reaches, and in patterns.
	Wild struct{ Node }
	// Any is `any`. It is allowed as a whole initial value, or as a branch of an `if` there.
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
	// Binder is `forall x in S, y in T where p: e`; likewise exists, count, sum, min, max, distinct, the. In
	// `count [a, b]` there are no variables, and the body is a List.
	Binder struct {
		Node
		Kind  string
		Vars  []*BindVar
		Where Expr // nil if there is none
		Body  Expr
	}
	// LetIn is `let x = e: body`.
	LetIn struct {
		Node
		Target *Target
		Value  Expr
		Body   Expr
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
	// Call is `f(x, y)`, or a type such as `grid(level)`.
	Call struct {
		Node
		Fun  Ident
		Args []Expr
	}
	// Tuple is `(a, b)`, with at least two elements. A parenthesised expression is a Paren.
	Tuple struct {
		Node
		Elems []Expr
	}
	// Paren is `(e)`. It is kept so that Format prints the author's parentheses.
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
	// ListOf is the type `list of T`.
	ListOf struct {
		Node
		Elem Expr
	}
	// CondOf is the type `cond T` of a parameter that stands for a condition on T. Of is a Tuple if there are several.
	CondOf struct {
		Node
		Of Expr
	}
	// MapType is the type `map`, `map of {'.', 'o'}` or `map of 1..99` (Of nil without an alphabet).
	MapType struct {
		Node
		Of Expr
	}
	// OrNone is the type `T or none` of data that may be missing.
	OrNone struct {
		Node
		X Expr
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
func (*LetIn) expr()   {}
func (*Index) expr()   {}
func (*Field) expr()   {}
func (*Call) expr()    {}
func (*Tuple) expr()   {}
func (*Paren) expr()   {}
func (*SetLit) expr()  {}
func (*SetComp) expr() {}
func (*List) expr()    {}
func (*SetOf) expr()   {}
func (*ListOf) expr()  {}
func (*CondOf) expr()  {}
func (*MapType) expr() {}
func (*OrNone) expr()  {}
