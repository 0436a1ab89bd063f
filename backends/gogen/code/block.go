package code

import (
	"fmt"
	"slices"
	"strings"
)

// Block is a list of Go statements, such as the body of a function, or of declarations, such as a file. Statements
// without effect are left out in the end (settle.go). So a translation may name a value before it is known whether
// anything reads the value.
type Block struct {
	text []byte
	ends []string // how the bodies end that are being written, outermost first
}

func (b *Block) String() string { return string(b.text) }

// Empty tells whether nothing was written.
func (b *Block) Empty() bool { return len(b.text) == 0 }

// begin writes what stands before a body.
func (b *Block) begin(end, format string, args ...any) {
	b.Line(format+" {", args...)
	b.ends = append(b.ends, end)
}

// Mark is a place in a block to which it can return.
type Mark struct {
	written int
	ends    []string
}

// Mark returns the place behind the last statement.
func (b *Block) Mark() Mark { return Mark{len(b.text), slices.Clone(b.ends)} }

// BackTo drops the statements that were written behind a place.
func (b *Block) BackTo(m Mark) { b.text, b.ends = b.text[:m.written], m.ends }

// Append adds the statements of another block.
func (b *Block) Append(c *Block) { b.text = append(b.text, c.text...) }

// Func writes a function. The format is for what stands before its body.
func (b *Block) Func(body *Block, format string, args ...any) {
	b.Line(format+" {\n%s}\n", append(slices.Clone(args), body)...)
}

// Line writes a line.
func (b *Block) Line(format string, args ...any) { b.text = fmt.Appendf(b.text, format+"\n", args...) }

// Comment writes a comment.
func (b *Block) Comment(format string, args ...any) {
	b.text = append(b.text, Comment(fmt.Sprintf(format, args...))...)
}

// Define writes name := value.
func (b *Block) Define(name string, value Expr) { b.DefineAll([]string{name}, []Expr{value}) }

// DefineAll writes a declaration of several variables.
func (b *Block) DefineAll(names []string, values []Expr) {
	b.Line("%s := %s", strings.Join(names, ", "), Join(values, ", "))
}

// Var writes the declaration of a variable without a value.
func (b *Block) Var(kind Expr, name string) { b.Line("var %s %s", name, kind) }

// Assign writes place = value.
func (b *Block) Assign(place, value Expr) { b.AssignAll([]Expr{place}, []Expr{value}) }

// AssignAll writes an assignment to several places.
func (b *Block) AssignAll(places, values []Expr) {
	b.Line("%s = %s", Join(places, ", "), Join(values, ", "))
}

// Add writes place += value.
func (b *Block) Add(place, value Expr) {
	if value.Is(1) {
		b.Line("%s++", place)
	} else {
		b.Line("%s += %s", place, value)
	}
}

// If begins the statements that are executed where a condition holds.
func (b *Block) If(c Cond) { b.begin("}", "if %s", c) }

// Else ends the statements of the innermost If and begins those that are executed where its condition does not hold.
func (b *Block) Else() { b.Line("} else {") }

// Loop begins a loop over a range. A name may be _.
func (b *Block) Loop(key, value string, over Expr) {
	b.begin("}", "for %s, %s := range %s", key, value, over)
}

// Count begins a loop over the numbers from lo to hi.
func (b *Block) Count(name string, lo, hi Expr) {
	b.begin("}", "for %s := %s; %s; %s++", name, lo, Compare(Name(name), "<=", hi), name)
}

// Function begins a function without parameters that is called at once. Its result, a bool, is assigned to name.
func (b *Block) Function(name string) { b.begin("}()", "%s := func() bool", name) }

// End ends the innermost open body.
func (b *Block) End() {
	last := len(b.ends) - 1
	b.Line("%s", b.ends[last])
	b.ends = b.ends[:last]
}

// Return writes a return.
func (b *Block) Return(values ...Expr) { b.Line("return %s", Join(values, ", ")) }
