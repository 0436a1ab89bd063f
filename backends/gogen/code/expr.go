// Package code holds Go source as gogen writes it: expressions, conditions, statements, declarations, names and
// comments. Each piece carries its text together with the names that it reads. These tell which variables, declarations
// and packages a program needs, and nobody parses text. The package knows nothing of puzzles.
package code

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/internal/lists"
)

// Expr is a Go expression.
type Expr struct {
	text  string
	prec  int
	names []string // the names that the expression reads, ascending
	form  form
	n     int64 // the value of a number
	minus *Expr // x, if the expression is -x
}

// form is the kind of an expression, as far as callers ask for it.
type form uint8

const (
	other  form = iota
	name        // a name of a variable or a constant
	number      // a decimal number
	call        // it calls a function, or has brackets of another kind
)

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
func Name(n string) Expr {
	return Expr{text: n, prec: precOperand, names: []string{first(n)}, form: name}
}

// first is the name that has to be declared for a name: of math.MaxInt, math.
func first(n string) string {
	of, _, _ := strings.Cut(n, ".")
	return of
}

// Format is a piece of Go that needs no brackets, such as a type. Expressions and conditions among the arguments bring
// the names that they read. Names in the format itself are not noted.
func Format(format string, args ...any) Expr {
	x := Expr{text: fmt.Sprintf(format, args...), prec: precOperand, form: call}
	for _, a := range args {
		if r, ok := a.(interface{ NamesRead() []string }); ok {
			x.names = append(x.names, r.NamesRead()...)
		}
	}
	slices.Sort(x.names)
	x.names = slices.Compact(x.names)
	return x
}

// Join puts a text between pieces of Go.
func Join(parts []Expr, between string) Expr {
	return Expr{text: list(parts, between), prec: precOperand, form: call, names: read(parts...)}
}

// Int is a number.
func Int(n int64) Expr {
	x := Expr{text: strconv.FormatInt(n, 10), prec: precOperand, form: number, n: n}
	if n < 0 {
		x.prec = precMul
	}
	return x
}

// Literal is a text that reads no name and needs no brackets, such as a character or a string.
func Literal(text string) Expr { return Expr{text: text, prec: precOperand} }

// Call is the call of a function, f(args). A function of another package is called with that package's name, as in
// search.Bit.
func Call(f string, args ...Expr) Expr {
	return Expr{
		text: f + "(" + list(args, ", ") + ")", prec: precOperand, names: add(read(args...), first(f)), form: call,
	}
}

// Call is the call of a method, x.f(args).
func (x Expr) Call(f string, args ...Expr) Expr {
	c := Call(f, args...)
	c.text = x.in(precOperand) + "." + c.text
	c.names = add(c.names, x.names...)
	return c
}

// Field is x.f.
func (x Expr) Field(f string) Expr {
	return Expr{text: x.in(precOperand) + "." + f, prec: precOperand, names: x.names, form: x.deep()}
}

// At is x[i].
func (x Expr) At(i Expr) Expr {
	out := Expr{
		text: x.in(precOperand) + "[" + i.text + "]", prec: precOperand, names: read(x, i),
		form: max(x.deep(), i.deep()),
	}
	return out
}

// Arithmetic is a sum, difference, product, quotient or remainder.
func Arithmetic(l Expr, op string, r Expr) Expr {
	p := precMul
	if op == "+" || op == "-" {
		p = precAdd
	}
	return Expr{
		text: l.in(p) + " " + op + " " + r.in(p+1), prec: p, names: read(l, r),
		form: max(l.inside(p), r.inside(p+1)),
	}
}

// Negative is -x.
func Negative(x Expr) Expr {
	switch {
	case x.form == number:
		return Int(-x.n)
	case x.minus != nil:
		return *x.minus
	}
	return Expr{text: "-" + x.in(precOperand), prec: precMul, names: x.names, form: x.inside(precOperand), minus: &x}
}

// Literally is a composite literal, kind{elements}.
func Literally(kind Expr, elements ...Expr) Expr { return Format("%s{%s}", kind, Join(elements, ", ")) }

// Closure is func(head) { body }, where head has the parameters and the result.
func Closure(param string, kind, result Expr, body *Block) Expr {
	return Format("func(%s %s) %s {\n%s}", param, kind, result, body)
}

func (x Expr) String() string { return x.text }

// NamesRead are the names that x reads, ascending.
func (x Expr) NamesRead() []string { return x.names }

// Is tells whether x is that number.
func (x Expr) Is(n int64) bool { return x.form == number && x.n == n }

// IsName tells whether x is that name.
func (x Expr) IsName(n string) bool { return x.form == name && x.text == n }

// Simple tells whether x is a name or a number without a sign. A variable for such an expression is of no use.
func (x Expr) Simple() bool { return x.form == name || x.form == number && x.n >= 0 }

// Calls tells whether x calls a function or has brackets in it. If such an expression is needed twice, a variable is
// better.
func (x Expr) Calls() bool { return x.form == call }

// in is the text of x as an operand of an operator of precedence prec.
func (x Expr) in(prec int) string {
	if x.prec < prec {
		return "(" + x.text + ")"
	}
	return x.text
}

// deep is the form of an expression that contains x.
func (x Expr) deep() form {
	if x.form == call {
		return call
	}
	return other
}

// inside is the form of an expression with x as the operand of an operator of precedence prec.
func (x Expr) inside(prec int) form {
	if x.prec < prec {
		return call
	}
	return x.deep()
}

// list joins the texts of expressions.
func list(es []Expr, between string) string {
	parts := lists.Map(es, func(e Expr) string { return e.text })
	return strings.Join(parts, between)
}

// read are the names that expressions read.
func read(es ...Expr) []string {
	var out []string
	for _, e := range es {
		out = append(out, e.names...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// add adds names to a list of them.
func add(names []string, more ...string) []string {
	out := slices.Concat(names, more)
	slices.Sort(out)
	return slices.Compact(out)
}

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
