package lint

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/compiler/ground/symbolic"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
)

// definedHelp says what to write to exclude undefined values. It begins with the innermost part that is undefined for
// the values of the example.
func (b *blame) definedHelp() string {
	part, around := b.culprit(b.part, nil)
	cond := b.definedWhere(part)
	help := "leave such values out: `where " + cond + "`"
	switch {
	case cond == "" && part.Type().Kind == model.CellKind && part.Type().Grid != nil:
		size := b.m.Dims[part.Type().Grid.ID]
		help = fmt.Sprintf("rows and columns count from 0: the last cell of %s is (%d, %d)", part.Type().Grid.Name,
			size.Rows-1, size.Cols-1)
	case cond == "":
		help = "leave such values out by a `where`"
	case '0' <= cond[0] && cond[0] <= '9': // a number of the model
		help = "use another value: `" + cond + "` is never true"
	case b.inDef:
		help = "ask first, `" + cond + " and …`, or leave such values out where the def is used"
	case len(b.names) == 0:
		help = "ask first: `" + cond + " and …`"
	}
	if in, ok := around.(*model.In); ok {
		if text := textOf(b.m, in.X); text != "" && in.X.Type().Kind == model.CellKind {
			help += "; off the board, `" + text + " in …` is undefined, not false"
		}
	}
	return help
}

// culprit finds the innermost undefined part of an expression, and the part around it. Names inside binders have no
// values here.
func (b *blame) culprit(e, around model.Expr) (part, outer model.Expr) {
	var parts []model.Expr
	switch e := e.(type) {
	case *model.Fold, *model.SetComp, *model.Steps, *model.Reaches, *model.Links:
	case *model.In:
		parts = []model.Expr{e.X}
	case *model.If:
		parts = []model.Expr{e.Else}
		if b.ev.Eval(e.Cond, b.frame).X == task.True {
			parts[0] = e.Then
		}
	default:
		parts = slices.Collect(model.Parts(e))
	}
	for _, x := range parts {
		if k := x.Type().Kind; k != model.SetKind && k != model.MapKind && b.undefined(x) {
			return b.culprit(x, e)
		}
	}
	return e, around
}

func (b *blame) undefined(e model.Expr) bool {
	return b.never(b.ev.Defined(e.Type(), b.ev.Eval(e, b.frame)))
}

// definedWhere returns a condition under which an expression with defined parts is defined, or "" if it finds none.
func (b *blame) definedWhere(e model.Expr) string {
	switch e := e.(type) {
	case *model.ToCell:
		return "" // `defined` of a pair of numbers is true
	case *model.Read:
		for i, x := range e.Index {
			if text := b.member(x, e.Array.Index[i].Set, symbolic.FrameFor(e.Array.Index[i].Set)); text != "" {
				return text
			}
		}
	case *model.Call:
		args := b.ev.Arguments(e, b.frame)
		for i, x := range e.Args {
			if text := b.member(x, e.Def.Params[i].Set, args); text != "" {
				return text
			}
		}
	case *model.Binary:
		if e.Op == model.Div || e.Op == model.Mod {
			if text := textOf(b.m, e.R); text != "" {
				return text + " != 0"
			}
		}
	case *model.Nth:
		i, set := textOf(b.m, e.I), textOf(b.m, e.Set)
		if i != "" && set != "" {
			return i + " in 0..size(" + set + ") - 1"
		}
	default:
	}
	if text := textOf(b.m, e); text != "" && e.Type().Kind != model.SetKind {
		return "defined(" + text + ")"
	}
	return ""
}

// member returns the condition that a value belongs to a set; "" if it certainly does or if the text is long.
func (b *blame) member(x, set model.Expr, f symbolic.Frame) string {
	if set == nil || b.ev.Contains(set, x.Type(), b.ev.Eval(x, b.frame), f).X != task.False {
		return ""
	}
	value, of := textOf(b.m, x), textOf(b.m, set)
	if value == "" || of == "" {
		return ""
	}
	return value + " in " + of
}
