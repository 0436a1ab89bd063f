// Package code holds Go source as gogen writes it: expressions, conditions, statements, declarations, names and
// comments. Each piece is a text. Go's own parser tells which variables, declarations and packages a program needs
// (settle.go). The package knows nothing of puzzles.
package code

import (
	"fmt"
	"go/token"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/internal/lists"
)

// Expr is a Go expression.
type Expr struct {
	text  string
	prec  int
	minus *Expr // x, if the expression is -x
}

// How tightly Go's operators bind.
const (
	precOr = iota + 1
	precAnd
	precCompare
	precAdd
	precMul
	precOperand
)

// Name is the expression that consists of a name, perhaps one of another package, such as math.MaxInt.
func Name(n string) Expr { return Literal(n) }

// Format is a piece of Go that needs no brackets, such as a type.
func Format(format string, args ...any) Expr { return Literal(fmt.Sprintf(format, args...)) }

// Join puts a text between pieces of Go.
func Join(parts []Expr, between string) Expr { return Literal(list(parts, between)) }

// Int is a number.
func Int(n int64) Expr {
	x := Literal(strconv.FormatInt(n, 10))
	if n < 0 {
		x.prec = precMul
	}
	return x
}

// Literal is a text that needs no brackets, such as a character or a string.
func Literal(text string) Expr { return Expr{text: text, prec: precOperand} }

// Call is the call of a function, f(args). A function of another package is called with that package's name, as in
// search.Bit.
func Call(f string, args ...Expr) Expr { return Literal(f + "(" + list(args, ", ") + ")") }

// Call is the call of a method, x.f(args).
func (x Expr) Call(f string, args ...Expr) Expr { return Call(x.in(precOperand)+"."+f, args...) }

// Field is x.f.
func (x Expr) Field(f string) Expr { return Literal(x.in(precOperand) + "." + f) }

// At is x[i].
func (x Expr) At(i Expr) Expr { return Literal(x.in(precOperand) + "[" + i.text + "]") }

// Arithmetic is a sum, difference, product, quotient or remainder.
func Arithmetic(l Expr, op string, r Expr) Expr {
	p := precMul
	if op == "+" || op == "-" {
		p = precAdd
	}
	return Expr{text: l.in(p) + " " + op + " " + r.in(p+1), prec: p}
}

// Negative is -x.
func Negative(x Expr) Expr {
	n, err := strconv.ParseInt(x.text, 10, 64)
	switch {
	case err == nil:
		return Int(-n)
	case x.minus != nil:
		return *x.minus
	}
	return Expr{text: "-" + x.in(precOperand), prec: precMul, minus: &x}
}

// Literally is a composite literal, kind{elements}.
func Literally(kind Expr, elements ...Expr) Expr { return Format("%s{%s}", kind, Join(elements, ", ")) }

// Closure is func(head) { body }, where head has the parameters and the result.
func Closure(param string, kind, result Expr, body *Block) Expr {
	return Format("func(%s %s) %s {\n%s}", param, kind, result, body)
}

func (x Expr) String() string { return x.text }

// Is tells whether x is that number.
func (x Expr) Is(n int64) bool { return x.text == strconv.FormatInt(n, 10) }

// IsName tells whether x is that name.
func (x Expr) IsName(n string) bool { return x.text == n }

// Simple tells whether x is a name or a number without a sign. A variable for such an expression is of no use.
func (x Expr) Simple() bool {
	_, err := strconv.ParseUint(x.text, 10, 64)
	return err == nil || token.IsIdentifier(x.text)
}

// Calls tells whether x calls a function or has brackets in it. If such an expression is needed twice, a variable is
// better.
func (x Expr) Calls() bool { return strings.Contains(x.text, "(") }

// in is the text of x as an operand of an operator of precedence prec.
func (x Expr) in(prec int) string {
	if x.prec < prec {
		return "(" + x.text + ")"
	}
	return x.text
}

// list joins the texts of expressions.
func list(es []Expr, between string) string { return strings.Join(lists.Map(es, Expr.String), between) }

// Shift returns a shift by some bits, "" if by none.
func Shift(op, bits string) string {
	if bits == "0" {
		return ""
	}
	return " " + op + " " + bits
}

// Plus returns the text that adds n to the operand before it: "" if n is 0.
func Plus(n int64) string {
	if n == 0 {
		return ""
	}
	text := strconv.FormatInt(n, 10)
	if n < 0 {
		return " - " + text[1:]
	}
	return " + " + text
}

// HoleMark stands on both sides of a number that may be left open in a text.
const HoleMark = "\x00"

// Hole is a number that may be left open.
func Hole(n int64) string { return HoleMark + strconv.FormatInt(n, 10) + HoleMark }
