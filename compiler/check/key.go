package check

import (
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/lists"
)

// key returns a text for an expression. Expressions with equal keys have equal values. An expression of a kind that is
// not listed here has its position as its key.
func key(e model.Expr) string {
	switch x := e.(type) {
	case *model.Lit:
		if x.Value.C == nil {
			return fmt.Sprintf("#%d:%d", x.Ty.Kind, x.Value.N)
		}
	case *model.Local:
		return fmt.Sprintf("$%d", x.Slot)
	case *model.Read:
		return fmt.Sprintf("a%d", x.Array.ID) + keys("[", x.Index)
	case *model.Call:
		return "f:" + x.Def.Name + keys("(", x.Args)
	case *model.Neg:
		return keys("neg", []model.Expr{x.X})
	case *model.Opposite:
		return keys("opposite", []model.Expr{x.X})
	case *model.Binary:
		return fmt.Sprintf("op%d", x.Op) + keys("(", []model.Expr{x.L, x.R})
	case *model.Scale:
		return keys("scale", []model.Expr{x.N, x.X})
	case *model.Shift:
		return fmt.Sprintf("shift%t", x.Minus) + keys("(", []model.Expr{x.Cell, x.By})
	case *model.Between:
		return keys("between", []model.Expr{x.A, x.B})
	case *model.ToOffset:
		return keys("offset", []model.Expr{x.X})
	case *model.ToCell:
		return fmt.Sprintf("cell%d", x.Ty.Grid.ID) + keys("(", []model.Expr{x.X})
	case *model.Coord:
		return fmt.Sprintf("coord%t", x.Col) + keys("(", []model.Expr{x.X})
	case *model.Extent:
		if x.Grid != nil {
			return fmt.Sprintf("extent%t:g%d", x.Cols, x.Grid.ID)
		}
		return fmt.Sprintf("extent%t", x.Cols) + keys("(", []model.Expr{x.Map})
	case *model.TupleOfExprs:
		return keys("tuple", x.Elems)
	case *model.MapAt:
		return keys("map", []model.Expr{x.Map, x.Cell})
	case *model.Func:
		return fmt.Sprintf("fn%d", x.Fn) + keys("(", x.Args)
	case *model.Size:
		return keys("size", []model.Expr{x.Set})
	case *model.Nth:
		return keys("nth", []model.Expr{x.Set, x.I})
	case *model.Find:
		return fmt.Sprintf("find%d", x.Array.ID) + keys("(", []model.Expr{x.X})
	case *model.NamedSet:
		return fmt.Sprintf("t%d", x.Decl.ID)
	case *model.FullSet:
		return "full:" + x.Ty.String()
	case *model.GridSet:
		return fmt.Sprintf("g%d", x.Grid.ID)
	case *model.Range:
		return keys("range", []model.Expr{x.Lo, x.Hi})
	case *model.SetLit:
		return keys("set", x.Elems)
	case *model.Product:
		return keys("product", x.Elems)
	default:
	}
	return "@" + e.Span().Start.String()
}

func keys(head string, es []model.Expr) string {
	return head + "(" + strings.Join(lists.Map(es, key), ",") + ")"
}

// placeKey returns the key of a place that an assignment writes.
func placeKey(p model.Place) string { return fmt.Sprintf("a%d", p.Array.ID) + keys("[", p.Index) }

// gridKey returns the key of a grid. Grids with equal keys are the same grid.
func gridKey(g *model.Grid) string {
	if g.Maps != nil {
		return keys("map", g.Maps)
	}
	return keys("grid", []model.Expr{g.Rows, g.Cols})
}
