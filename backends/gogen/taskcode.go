package gogen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/statespace"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/diag"
)

// A simpler puzzle that pzc makes is a task, so its moves have no parameters. Moves that differ only in numbers are
// written once, as a loop over rows of these numbers.

// maxTaskText bounds the text of one move: an expression that occurs twice is written twice.
const maxTaskText = 8000

// taskCode writes expressions of a task.
type taskCode struct {
	p    *task.Pool
	read func(v int) string // a variable as a number; it may use hole
	// a better way to find the place of a value, if there is one; may be nil
	find  func(n *task.Node) (text string, ok bool)
	span  diag.Span // of errors
	size  int
	holes []rowHole
}

// fresh begins a new text.
func (c *taskCode) fresh() { c.size, c.holes = 0, nil }

// hole notes a number and returns the mark for it.
func (c *taskCode) hole(n int64) string {
	c.holes = append(c.holes, rowHole{text: fmt.Sprint(n)})
	return rowMark
}

// list notes a list of numbers.
func (c *taskCode) list(es []task.Expr) string {
	numbers := make([]string, len(es))
	for i, e := range es {
		numbers[i] = fmt.Sprint(c.p.Node(e).N)
	}
	c.holes = append(c.holes, rowHole{text: "{" + strings.Join(numbers, ", ") + "}", list: true})
	return rowMark
}

func (c *taskCode) constants(es []task.Expr) bool {
	return !slices.ContainsFunc(es, func(e task.Expr) bool { _, ok := c.p.Value(e); return !ok })
}

func (c *taskCode) count() {
	if c.size++; c.size > maxTaskText {
		statespace.GiveUp(c.span, "so large an expression of a simpler puzzle")
	}
}

// truth is an expression as a Go bool.
func (c *taskCode) truth(e task.Expr) string {
	c.count()
	n := c.p.Node(e)
	switch n.Op {
	case task.OpConst:
		return fmt.Sprint(n.N != 0)
	case task.OpNot:
		if inner := c.p.Node(n.Args[0]); inner.Op == task.OpEq {
			return c.number(inner.Args[0]) + " != " + c.number(inner.Args[1])
		}
		return "!" + c.bracket(n.Args[0])
	case task.OpAnd:
		return c.joined(n.Args, " && ")
	case task.OpOr:
		return c.joined(n.Args, " || ")
	case task.OpEq:
		return c.number(n.Args[0]) + " == " + c.number(n.Args[1])
	case task.OpLt:
		return c.number(n.Args[0]) + " < " + c.number(n.Args[1])
	case task.OpLe:
		return c.number(n.Args[0]) + " <= " + c.number(n.Args[1])
	case task.OpDistinct:
		return "search.Distinct(" + c.numbers(n.Args) + ")"
	default:
		return c.number(e) + " != 0"
	}
}

func (c *taskCode) joined(es []task.Expr, op string) string {
	parts := make([]string, len(es))
	for i, e := range es {
		if parts[i] = c.truth(e); op == " && " && c.p.Node(e).Op == task.OpOr || op == " || " &&
			c.p.Node(e).Op == task.OpAnd {
			parts[i] = "(" + parts[i] + ")"
		}
	}
	return strings.Join(parts, op)
}

func (c *taskCode) bracket(e task.Expr) string { return "(" + c.truth(e) + ")" }

// number is an expression as a Go int that needs no brackets in a comparison.
func (c *taskCode) number(e task.Expr) string {
	c.count()
	n := c.p.Node(e)
	switch n.Op {
	case task.OpConst:
		return c.hole(n.N)
	case task.OpVar:
		return c.read(int(n.N))
	case task.OpIte:
		return "search.Choose(" + c.truth(n.Args[0]) + ", " + c.number(n.Args[1]) + ", " + c.number(n.Args[2]) + ")"
	case task.OpAdd:
		parts := make([]string, len(n.Args))
		for i, a := range n.Args {
			parts[i] = c.number(a)
		}
		return "(" + strings.Join(parts, " + ") + ")"
	case task.OpMul:
		return "(" + c.number(n.Args[0]) + " * " + c.number(n.Args[1]) + ")"
	case task.OpDiv:
		return "search.Div(" + c.numbers(n.Args) + ")"
	case task.OpMod:
		return "search.Mod(" + c.numbers(n.Args) + ")"
	case task.OpAbs:
		return "search.Abs(" + c.numbers(n.Args) + ")"
	case task.OpMin:
		return "min(" + c.numbers(n.Args) + ")"
	case task.OpMax:
		return "max(" + c.numbers(n.Args) + ")"
	case task.OpSelect:
		return c.element(n)
	case task.OpFind:
		if c.find != nil {
			if text, ok := c.find(n); ok {
				return text
			}
		}
		return "search.PlaceOf(" + c.numbers(n.Args) + ")"
	case task.OpNot, task.OpAnd, task.OpOr, task.OpEq, task.OpLt, task.OpLe, task.OpDistinct:
		return "search.Bit(" + c.truth(e) + ")"
	case task.OpReach, task.OpCost:
	}
	statespace.GiveUp(c.span, "a path that a simpler puzzle asks for")
	return ""
}

// element is the element of a list.
func (c *taskCode) element(n *task.Node) string {
	index, elems := n.Args[0], n.Args[1:]
	if !c.constants(elems) {
		return "search.At(" + c.number(index) + ", " + c.numbers(elems) + ")"
	}
	if i := c.p.Node(index); i.Lo >= 0 && i.Hi < int64(len(elems)) {
		return c.list(elems) + "[" + c.number(index) + "]"
	}
	return "search.At(" + c.number(index) + ", " + c.list(elems) + "...)"
}

func (c *taskCode) numbers(es []task.Expr) string {
	parts := make([]string, len(es))
	for i, e := range es {
		parts[i] = c.number(e)
	}
	return strings.Join(parts, ", ")
}
