package compiler

import (
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
)

// exprText writes an expression of numbers and sets as the language does, for the help of a warning; "" if it holds anything
// that is not worth repeating.
func exprText(e model.Expr) string {
	text, _, ok := writeExpr(e)
	if !ok || len(text) > 60 {
		return ""
	}
	return text
}

var opText = map[model.Op]string{model.Add: " + ", model.Sub: " - ", model.Mul: " * ", model.Div: " / ", model.Mod: " % "}

// writeExpr returns the text and how tightly it binds: 3 operand, 2 product, 1 sum, 0 range.
func writeExpr(e model.Expr) (text string, tight int, ok bool) {
	switch e := e.(type) {
	case *model.Local:
		return e.Name, 3, e.Name != ""
	case *model.Lit:
		return strconv.FormatInt(e.Value.N, 10), 3, e.Ty.Kind == model.Number && e.Value.N >= 0
	case *model.NamedSet:
		return e.Decl.Name, 3, true
	case *model.Read:
		if len(e.Index) == 0 {
			return e.Array.Name, 3, true
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
		x, t, ok := writeExpr(e.X)
		if e.Col {
			return x + ".col", 3, ok && t == 3
		}
		return x + ".row", 3, ok && t == 3
	case *model.Binary:
		op, known := opText[e.Op]
		level := 2
		if e.Op == model.Add || e.Op == model.Sub {
			level = 1
		}
		l, lt, lok := writeExpr(e.L)
		r, rt, rok := writeExpr(e.R)
		if lt < level {
			l = "(" + l + ")"
		}
		if rt <= level {
			r = "(" + r + ")"
		}
		return l + op + r, level, known && lok && rok
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
