package code

import (
	"fmt"
	"slices"
	"strings"
)

// Block is a list of Go statements, such as the body of a function, or of declarations, such as a file. Statements
// without effect are left out when the block is printed (unread.go). So a translation may name a value before it is
// known whether anything reads the value.
type Block struct {
	statements []*statement
	uses       []string     // names that lines read, besides those of their arguments
	open       []*statement // statements whose bodies are being written, outermost first
}

// statement is a statement together with the statements inside.
type statement struct {
	kind   kind
	text   string   // of a line or a comment; what stands before the body of a declaration
	names  []string // names that are declared; of a loop, key and value
	places []Expr   // what is assigned to
	values []Expr   // what is read; of a loop, its range; of variables, their type
	cond   Cond
	body   []*statement
	other  []*statement // the body behind else
	inElse bool         // the body behind else is being written
	inner  *Block       // the body of a declaration
}

type kind uint8

const (
	aLine        kind = iota
	aComment          // begins with //
	aDefine           // names := values
	aVar              // var names values
	anAssign          // places = values
	anAdd             // places += values
	anIf              // if cond { body } else { other }
	aLoop             // for names := range values { body }
	aCount            // for names := values, from the first value to the second { body }
	aFunction         // names := func() bool { body }()
	aReturn           // return values
	aDeclaration      // text { inner }
)

// Empty tells whether nothing was written.
func (b *Block) Empty() bool { return len(b.statements) == 0 }

// write adds a statement to the innermost open body.
func (b *Block) write(s *statement) *statement {
	to := b.innermost()
	*to = append(*to, s)
	return s
}

// innermost is the innermost open body.
func (b *Block) innermost() *[]*statement {
	n := len(b.open)
	switch {
	case n == 0:
		return &b.statements
	case b.open[n-1].inElse:
		return &b.open[n-1].other
	default:
		return &b.open[n-1].body
	}
}

// begin adds a statement with a body.
func (b *Block) begin(s *statement) { b.open = append(b.open, b.write(s)) }

// Mark is a place in a block to which it can return.
type Mark struct {
	open, written int
	inElse        bool
}

// Mark returns the place behind the last statement.
func (b *Block) Mark() Mark {
	m := Mark{open: len(b.open), written: len(*b.innermost())}
	if m.open > 0 {
		m.inElse = b.open[m.open-1].inElse
	}
	return m
}

// BackTo drops the statements that were written behind a place.
func (b *Block) BackTo(m Mark) {
	if b.open = b.open[:m.open]; m.open > 0 {
		b.open[m.open-1].inElse = m.inElse
	}
	to := b.innermost()
	*to = (*to)[:m.written]
}

// Append adds the statements of another block.
func (b *Block) Append(c *Block) {
	for _, s := range c.statements {
		b.write(s)
	}
	b.Uses(c.uses...)
}

// Func writes a function. The format is for what stands before its body.
func (b *Block) Func(body *Block, format string, args ...any) {
	head := Format(format, args...)
	b.write(&statement{kind: aDeclaration, text: head.text, values: []Expr{head}, inner: body})
	b.Line("")
}

// Line writes a line that is always kept. It reads the names that its arguments read.
func (b *Block) Line(format string, args ...any) {
	x := Format(format, args...)
	b.write(&statement{kind: aLine, text: x.text, values: []Expr{x}})
}

// Uses notes names that lines read without having them from an argument, such as the names of packages.
func (b *Block) Uses(names ...string) { b.uses = append(b.uses, names...) }

// Comment writes a comment.
func (b *Block) Comment(format string, args ...any) {
	b.write(&statement{kind: aComment, text: strings.TrimSuffix(Comment(fmt.Sprintf(format, args...)), "\n")})
}

// Define writes name := value.
func (b *Block) Define(name string, value Expr) { b.DefineAll([]string{name}, []Expr{value}) }

// DefineAll writes a declaration of several variables.
func (b *Block) DefineAll(names []string, values []Expr) {
	b.write(&statement{kind: aDefine, names: slices.Clone(names), values: values})
}

// Var writes the declaration of variables without values.
func (b *Block) Var(kind Expr, names ...string) {
	b.write(&statement{kind: aVar, names: slices.Clone(names), values: []Expr{kind}})
}

// Assign writes place = value.
func (b *Block) Assign(place, value Expr) { b.AssignAll([]Expr{place}, []Expr{value}) }

// AssignAll writes an assignment to several places.
func (b *Block) AssignAll(places, values []Expr) {
	b.write(&statement{kind: anAssign, places: slices.Clone(places), values: values})
}

// Add writes place += value.
func (b *Block) Add(place, value Expr) {
	b.write(&statement{kind: anAdd, places: []Expr{place}, values: []Expr{value}})
}

// If begins the statements that are executed where a condition holds.
func (b *Block) If(c Cond) { b.begin(&statement{kind: anIf, cond: c}) }

// Else ends the statements of the innermost If and begins those that are executed where its condition does not hold.
func (b *Block) Else() { b.open[len(b.open)-1].inElse = true }

// Loop begins a loop over a range. A name may be _.
func (b *Block) Loop(key, value string, over Expr) {
	b.begin(&statement{kind: aLoop, names: []string{key, value}, values: []Expr{over}})
}

// Count begins a loop over the numbers from lo to hi.
func (b *Block) Count(name string, lo, hi Expr) {
	b.begin(&statement{kind: aCount, names: []string{name}, values: []Expr{lo, hi}})
}

// Function begins a function without parameters that is called at once. Its result, a bool, is assigned to name.
func (b *Block) Function(name string) {
	b.begin(&statement{kind: aFunction, names: []string{name}})
}

// End ends the innermost open body.
func (b *Block) End() { b.open = b.open[:len(b.open)-1] }

// Return writes a return.
func (b *Block) Return(values ...Expr) { b.write(&statement{kind: aReturn, values: values}) }

// Reads tells whether a statement reads a name.
func (b *Block) Reads(name string) bool { return slices.Contains(b.NamesRead(), name) }
