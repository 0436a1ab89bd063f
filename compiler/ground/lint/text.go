package lint

import (
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
)

// exprText writes an expression of numbers, cells and sets as the language does, for the help of a warning; "" if it
// contains parts that would make the help too long.
func exprText(e model.Expr) string {
	text, _, ok := writeExpr(e)
	if !ok || len(text) > 60 {
		return ""
	}
	return text
}

// writeExpr returns the text and how tightly it binds: 3 operand, 2 product, 1 sum, 0 range.
func writeExpr(e model.Expr) (text string, tight int, ok bool) {
	switch e := e.(type) {
	case *model.Local:
		return e.Name, 3, e.Name != ""
	case *model.Lit:
		return writeLit(e)
	case *model.FullSet:
		return writeFullSet(e)
	case *model.GridSet:
		return e.Grid.Name, 3, true
	case *model.ToCell:
		return writeExpr(e.X)
	case *model.ToOffset:
		return writeExpr(e.X)
	case *model.TupleOfExprs:
		list, ok := writeList(e.Elems)
		return "(" + list + ")", 3, ok
	case *model.Opposite:
		return writeMinus(e.X)
	case *model.Neg:
		return writeMinus(e.X)
	case *model.Shift:
		if e.Minus {
			return writeInfix(e.Cell, " - ", e.By, 1)
		}
		return writeInfix(e.Cell, " + ", e.By, 1)
	case *model.Scale:
		return writeInfix(e.N, "*", e.X, 2)
	case *model.NamedSet:
		return e.Decl.Name, 3, true
	case *model.Read:
		if len(e.Index) == 0 && e.Array.Of == nil {
			return e.Array.Name, 3, true
		}
		if e.Array.Of != nil {
			return writeListPart(e)
		}
		index, ok := writeList(e.Index)
		return e.Array.Name + "[" + index + "]", 3, ok
	case *model.Call:
		args, ok := writeList(e.Args)
		if len(e.Args) == 0 {
			return e.Def.Name, 3, ok
		}
		return e.Def.Name + "(" + args + ")", 3, ok
	case *model.Range:
		l, _, lok := writeExpr(e.Lo)
		r, _, rok := writeExpr(e.Hi)
		return l + ".." + r, 0, lok && rok
	case *model.Coord:
		x, ok := writeOperand(e.X, 3)
		if e.Col {
			return x + ".col", 3, ok
		}
		return x + ".row", 3, ok
	case *model.Binary:
		switch op := " " + e.Op.String() + " "; e.Op {
		case model.Add, model.Sub:
			return writeInfix(e.L, op, e.R, 1)
		case model.Mul, model.Div, model.Mod:
			return writeInfix(e.L, op, e.R, 2)
		default:
			return "", 0, false
		}
	default:
		return "", 0, false
	}
}

// writeListPart writes the size or a value of a list as the model does: `size(clue[r])`, `clue[r][k]`.
func writeListPart(e *model.Read) (text string, tight int, ok bool) {
	of := e.Array.Of
	n := len(of.Index)
	list := of.Name
	ok = true
	if n > 0 {
		var index string
		index, ok = writeList(e.Index[:n])
		list += "[" + index + "]"
	}
	if e.Array == of.Parts.Size {
		return "size(" + list + ")", 3, ok
	}
	place, _, last := writeExpr(e.Index[n])
	if !last {
		return "", 0, false
	}
	return list + "[" + place + "]", 3, ok
}

// writeOperand writes an operand, in parentheses unless it binds at least as tightly as a level.
func writeOperand(e model.Expr, level int) (text string, ok bool) {
	text, tight, ok := writeExpr(e)
	if tight < level {
		text = "(" + text + ")"
	}
	return text, ok
}

// writeInfix writes an operator of a level between its operands.
func writeInfix(left model.Expr, op string, right model.Expr, level int) (text string, tight int, ok bool) {
	l, lok := writeOperand(left, level)
	r, rok := writeOperand(right, level+1)
	return l + op + r, level, lok && rok
}

func writeMinus(e model.Expr) (text string, tight int, ok bool) {
	x, ok := writeOperand(e, 3)
	return "-" + x, 2, ok
}

func writeLit(e *model.Lit) (text string, tight int, ok bool) {
	n := e.Value.N
	switch e.Ty.Kind {
	case model.Number:
		return strconv.FormatInt(n, 10), 3, n >= 0
	case model.Direction:
		return model.DirNames[n], 3, true
	case model.Enumerated:
		return e.Ty.Enum.Values[n], 3, true
	default:
		return "", 0, false
	}
}

// writeFullSet writes the predeclared types, and enums.
func writeFullSet(e *model.FullSet) (text string, tight int, ok bool) {
	switch t := e.Ty.Elem(); t.Kind {
	case model.Boolean:
		return "bool", 3, true
	case model.Direction:
		return "Dir", 3, true
	case model.Enumerated:
		return t.Enum.Name, 3, true
	default:
		return "", 0, false
	}
}

func writeList(es []model.Expr) (string, bool) {
	parts := make([]string, len(es))
	for i, e := range es {
		text, _, ok := writeExpr(e)
		if !ok {
			return "", false
		}
		parts[i] = text
	}
	return strings.Join(parts, ", "), true
}
