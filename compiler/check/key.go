package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/lists"
)

// key returns a text for an expression. Expressions with equal keys have equal values. An expression of a kind that is
// not listed here has its position as its key.
func key(e model.Expr) string {
	head := ""
	switch x := e.(type) {
	case *model.Lit:
		if x.Value.C != nil {
			return placed(e)
		}
		head = fmt.Sprintf("#%d:%d", x.Ty.Kind, x.Value.N)
	case *model.Local:
		head = fmt.Sprintf("$%d", x.Slot)
	case *model.Read:
		head = fmt.Sprintf("a%d", x.Array.ID)
	case *model.Call:
		head = "f:" + x.Def.Name
	case *model.Binary:
		head = x.Op.String()
	case *model.Shift:
		head = fmt.Sprintf("shift%t", x.Minus)
	case *model.ToCell:
		head = fmt.Sprintf("cell%d", x.Ty.Grid.ID)
	case *model.Coord:
		head = fmt.Sprintf("coord%t", x.Col)
	case *model.Extent:
		head = fmt.Sprintf("extent%t", x.Cols)
		if x.Grid != nil {
			head += fmt.Sprintf(":g%d", x.Grid.ID)
		}
	case *model.Func:
		head = fmt.Sprintf("fn%d", x.Fn)
	case *model.Find:
		head = fmt.Sprintf("find%d", x.Array.ID)
	case *model.NamedSet:
		head = fmt.Sprintf("t%d", x.Decl.ID)
	case *model.FullSet:
		head = "full:" + x.Ty.String()
	case *model.GridSet:
		head = fmt.Sprintf("g%d", x.Grid.ID)
	case *model.Neg, *model.Opposite, *model.Scale, *model.Between, *model.ToOffset, *model.TupleOfExprs, *model.MapAt,
		*model.Size, *model.Nth, *model.Range, *model.SetLit, *model.Product:
		head = fmt.Sprintf("%T", e)
	default:
		return placed(e)
	}
	return keys(head, slices.Collect(model.Parts(e)))
}

func placed(e model.Expr) string { return "@" + e.Span().Start.String() }

func keys(head string, es []model.Expr) string {
	return head + "(" + strings.Join(lists.Map(es, key), ",") + ")"
}

// placeKey returns the key of a place that an assignment writes.
func placeKey(p model.Place) string { return fmt.Sprintf("a%d", p.Array.ID) + keys("", p.Index) }

// gridKey returns the key of a grid. Grids with equal keys are the same grid.
func gridKey(g *model.Grid) string {
	if g.Maps != nil {
		return keys("map", g.Maps)
	}
	return keys("grid", []model.Expr{g.Rows, g.Cols})
}
